//! Paths below a root, as findings show them. In: the root, and the path by which the user named a folder
//! below it. Out: paths that can be opened from the working folder.

use std::path::{Component, Path, PathBuf};

/// View of the paths below one root.
#[derive(Debug, Clone, Default)]
pub struct PathView {
    /// Folder that the user named, below the root.
    named: String,
    /// Path by which the user named it.
    given: PathBuf,
    /// Working folder below the root, if it is there and `given` begins at it.
    here: Option<String>,
    /// Prefix of every other path.
    above: PathBuf,
}

impl PathView {
    /// Shows the root itself as `given`.
    pub fn of_root(given: &Path) -> Self {
        let given = without_dot(given);
        Self { named: String::new(), above: given.clone(), given, here: None }
    }

    /// Shows the folder `named` below `root` as `given`, and other paths relative to the start of that.
    pub fn of_folder(root: &Path, named: &str, given: &Path) -> Self {
        let given = without_dot(given);
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
        let here = here.filter(|_| !given.is_absolute());
        let above = match &here {
            Some(here) => path_between(here, root),
            None => absolute_root(&given, named, root),
        };
        let below = here.and_then(|here| {
            let below = here.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
            Some(below).filter(|below| !below.is_empty())
        });
        Self { named: named.to_owned(), given, here: below, above }
    }

    /// Returns `path`, which is below the root, as it is shown.
    pub fn show(&self, path: &str) -> PathBuf {
        let here = self.here.as_deref();
        match (rest_below(path, &self.named), here.and_then(|here| rest_below(path, here))) {
            (Some(""), _) => self.given.clone(),
            (Some(rest), _) => self.given.join(rest),
            (None, Some(rest)) if !rest.is_empty() => PathBuf::from(rest),
            (None, _) => self.above.join(path),
        }
    }
}

/// Returns an empty path for `.` alone, which must not be a prefix.
fn without_dot(path: &Path) -> PathBuf {
    if path == Path::new(".") { PathBuf::new() } else { path.to_path_buf() }
}

/// Returns the rest of `path` below `folder`, which is empty for the root; `None` if the path is elsewhere.
pub fn rest_below<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    match (folder, path.strip_prefix(folder)?) {
        ("", rest) => Some(rest),
        (_, "") => Some(""),
        (_, rest) => rest.strip_prefix('/'),
    }
}

/// Returns the root of an absolute path: as it is written there if that leads to the root, else the root
/// itself.
fn absolute_root(given: &Path, named: &str, root: &Path) -> PathBuf {
    let depth = named.split('/').filter(|part| !part.is_empty()).count();
    let written = given.ancestors().nth(depth).map(Path::to_path_buf);
    let leads = |written: &PathBuf| written.canonicalize().is_ok_and(|real| real == root);
    written.filter(leads).unwrap_or_else(|| root.to_path_buf())
}

/// Returns the path from one folder to another; an absolute one between two disks.
fn path_between(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return to.iter().collect();
    }
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    up.chain(to[shared..].iter().copied()).collect()
}
