//! The source files of a book. In: a book as it was read. Out: its texts, rules, data, pictures and examples
//! by their paths below its root.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use walkdir::{DirEntry, WalkDir};

use base::source::{Sources, root_of};
use base::text::{path_words, shown_path};
use example::game::PlayableBook;

/// Maximum size of a source file, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Returns all files of the book at `path`, of its examples and of the books in the folders `used`, and the
/// texts that were read, by their paths below the root.
///
/// # Errors
/// When one cannot be read, or is too large for an archive.
pub fn source_files(
    path: &Path,
    used: &[&Path],
    rules: Option<&PlayableBook>,
    sources: &Sources,
) -> Result<Vec<(String, Vec<u8>)>> {
    let root = root_of(&real(path)?, None)?;
    let mut folders = vec![real(path)?];
    if let Some(rules) = rules {
        folders.extend(real(&rules.examples_folder(path)));
    }
    folders.extend(used.iter().map(|used| root.join(used)));
    let mut files = BTreeMap::new();
    let named = sources.iter().filter_map(|(_, text)| sources.real_path(&text.path).ok());
    // Hidden files, and outputs.
    let is_left_out = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        name.starts_with('.') || (entry.file_type().is_dir() && name == "output")
    };
    let walked = folders.iter().flat_map(|folder| {
        let all = WalkDir::new(folder).sort_by_file_name().into_iter();
        let seen =
            all.filter_entry(move |entry| entry.depth() == 0 || !is_left_out(entry)).flatten();
        seen.filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path)
    });
    for file in walked.chain(named) {
        let Ok(below) = file.strip_prefix(&root) else { continue };
        let name = slashed(below);
        if files.contains_key(&name) {
            continue;
        }
        let size = file.metadata().map_or(0, |known| known.len());
        if size > MOST_BYTES {
            bail!("`{name}` is too large for an edition: {} MiB", size >> 20);
        }
        let bytes = std::fs::read(&file).with_context(|| format!("cannot read `{name}`"))?;
        files.insert(name, bytes);
    }
    Ok(files.into_iter().collect())
}

fn real(path: &Path) -> Result<PathBuf> {
    path.canonicalize().with_context(|| format!("cannot read `{}`", shown_path(path)))
}

/// Returns the path of a book or one of its files, relative to the root.
pub fn path_from_root(path: &Path) -> Result<String> {
    let real = real(path)?;
    let root = root_of(&real, None)?;
    Ok(slashed(real.strip_prefix(&root).unwrap_or(&real)))
}

/// Returns a path with slashes, on every system.
pub fn slashed(path: &Path) -> String {
    path_words(path).replace('\\', "/")
}
