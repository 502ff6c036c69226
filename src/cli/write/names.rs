//! The last look at a name before it becomes a path. In: the path of an output below its folder. Out:
//! why no file may be called so, if anything is wrong with it.
//!
//! Names are checked where they are read, with a finding at their place; what arrives here is wrong
//! in this program.

use super::failure::Unwritten;
use base::text::file_names::{name_fault, path_parts};

/// Demands a path that stays below its folder on every system.
pub fn require_plain_path(path: &str) -> Result<(), Unwritten> {
    match path_parts(path).find_map(name_fault) {
        Some(fault) => Err(Unwritten::BadName(fault.words())),
        None => Ok(()),
    }
}
