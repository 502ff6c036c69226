//! Limits for the work on one book: the arguments, and the limit of memory that a child sets for itself.

use std::time::Duration;

use clap::Args as ClapArgs;

#[cfg(unix)]
use crate::pipeline::THREAD_STACK;
#[cfg(unix)]
use rules::executor::limit_process;

/// Smallest limit of memory in bytes; with less no page can be set.
const LEAST_MEMORY: u64 = 256 << 20;
/// Units of memory by their names.
const UNITS: [(&str, u64); 6] = [
    ("gib", 1 << 30),
    ("gb", 1 << 30),
    ("g", 1 << 30),
    ("mib", 1 << 20),
    ("mb", 1 << 20),
    ("m", 1 << 20),
];

/// Limits of each book.
#[derive(Debug, Clone, ClapArgs)]
pub struct LimitArgs {
    /// Maximum memory for one book, at least 256MiB.
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = parse_size)]
    limit_memory: u64,
    /// Maximum time for one book, in whole seconds.
    #[arg(long, value_name = "N", value_parser = parse_seconds)]
    limit_seconds: Option<u64>,
}

impl LimitArgs {
    /// Maximum memory, in bytes.
    pub fn memory(&self) -> u64 {
        self.limit_memory
    }

    /// Expected maximum memory of a rulebook, in bytes: other outputs are made beside it.
    pub fn rulebook_memory(&self) -> u64 {
        self.limit_memory / 2
    }

    /// Longest time, if there is a limit.
    pub fn time(&self) -> Option<Duration> {
        self.limit_seconds.map(Duration::from_secs)
    }
}

/// Parses `4GiB` or `512MiB` into bytes.
fn parse_size(text: &str) -> Result<u64, String> {
    let lower = text.trim().to_lowercase();
    let unit = UNITS.iter().find_map(|(unit, bytes)| Some((lower.strip_suffix(unit)?, bytes)));
    let size =
        unit.and_then(|(count, bytes)| count.trim().parse::<u64>().ok()?.checked_mul(*bytes));
    match size {
        Some(size) if size >= LEAST_MEMORY => Ok(size),
        Some(_) => Err("write at least 256MiB".to_owned()),
        None => Err("write a size such as 4GiB or 512MiB".to_owned()),
    }
}

/// Parses whole seconds, at least one.
fn parse_seconds(text: &str) -> Result<u64, String> {
    let seconds = text.trim().parse::<u64>().ok().filter(|seconds| *seconds > 0);
    seconds.ok_or_else(|| "write whole seconds, at least 1".to_owned())
}

/// Limits this process to `memory` bytes beside the stacks of its threads, if the system can. Linux counts
/// writable memory; other systems count all addresses, also those that are only reserved.
#[cfg(unix)]
pub fn limit_own_memory(memory: u64) {
    use rlimit::Resource;
    let resource = if cfg!(target_os = "linux") { Resource::DATA } else { Resource::AS };
    // All threads reserve memory for their stacks.
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let stacks = (crate::cli::STACK + threads * THREAD_STACK) as u64;
    limit_process(resource, memory.saturating_add(stacks));
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub fn limit_own_memory(_memory: u64) {}
