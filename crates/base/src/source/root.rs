//! Root: the folder that a book or a file may read below. In: the path of the source. Out: the nearest folder
//! above with `.git`, else the one that holds the book, else the folder itself.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::cannot_read;
use crate::text::shown_path;

/// Name of the manifest of a book.
const MANIFEST: &str = "book.toml";
/// Number of its bytes that show which program it belongs to.
const MOST_LOOKED_AT: u64 = 16 << 10;

/// Returns the root for `real`, a path without symbolic links: `asked` if that is given.
pub fn root_of(real: &Path, asked: Option<&Path>) -> anyhow::Result<PathBuf> {
    match asked {
        Some(asked) => asked_root(real, asked),
        None => Ok(usual_root(real)),
    }
}

fn asked_root(real: &Path, asked: &Path) -> anyhow::Result<PathBuf> {
    let root = asked.canonicalize().with_context(|| cannot_read(asked))?;
    if !root.is_dir() {
        bail!("--root does not name a folder: `{}`", shown_path(asked));
    }
    if !real.starts_with(&root) {
        let (path, root) = (shown_path(real), shown_path(&root));
        bail!("`{path}` is not in `{root}`, the folder of --root");
    }
    Ok(root)
}

/// Returns the usual root. Books side by side can use each other: the root of a book is the folder that holds
/// it.
fn usual_root(real: &Path) -> PathBuf {
    let is_folder = real.is_dir();
    let own = if is_folder { real } else { real.parent().unwrap_or(real) };
    let nearest = |name: &str| own.ancestors().find(|folder| folder.join(name).exists());
    let root = match (nearest(".git"), nearest(MANIFEST)) {
        (Some(repository), _) => repository,
        (None, Some(book)) if is_folder && book == own => book.parent().unwrap_or(book),
        (None, Some(book)) => book,
        (None, None) => own,
    };
    root.to_path_buf()
}

/// Reports whether a folder holds a book.toml of this program; mdBook has files of that name, too.
pub fn is_book(folder: &Path) -> bool {
    let path = folder.join(MANIFEST);
    path.exists() && !is_of_mdbook(&path)
}

fn is_of_mdbook(path: &Path) -> bool {
    let mut start = String::new();
    let read =
        File::open(path).and_then(|file| file.take(MOST_LOOKED_AT).read_to_string(&mut start));
    read.is_ok() && start.lines().any(|line| line.trim() == "[book]")
}
