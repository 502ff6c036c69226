//! The limit of memory that a child sets for itself. A system that refuses it ends no work: the heap of the
//! rules has its own limit, and the parent keeps the deadline.

use std::io;

/// Sets the soft limit to `most`, or to the hard limit if that is lower. `set` takes both limits. Returns
/// true if the limit now holds.
pub fn lower_limit(
    hard: io::Result<u64>,
    set: impl FnOnce(u64, u64) -> io::Result<()>,
    most: u64,
) -> bool {
    hard.and_then(|hard| set(most.min(hard), hard)).is_ok()
}

/// Lowers one limit of this process, if the system has it: macOS refuses that of addresses.
#[cfg(unix)]
pub fn limit_process(resource: rlimit::Resource, most: u64) -> bool {
    let hard = resource.get().map(|(_, hard)| hard);
    lower_limit(hard, |soft, hard| resource.set(soft, hard), most)
}
