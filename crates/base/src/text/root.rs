//! Folder that files are read from. In: paths below it. Out: bytes, or a refusal: nothing outside the root is
//! ever read, neither through `..` nor through a symbolic link.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Component, Path, PathBuf};
use std::{fmt, io};

use super::view::{PathView, rest_below};
use super::{Sources, io_words, path_words};

/// Most bytes of text of one file: about 2 000 printed pages.
pub const MAX_TEXT: u64 = 4 << 20;
/// Most bytes of a picture or data file.
pub const MAX_FILE: u64 = 64 << 20;

/// Most bytes of text of one book.
pub const MAX_TEXTS: u64 = 4 * MAX_TEXT;
/// Most texts of one book.
pub const MAX_COUNT: usize = 1_000;

/// Reason why a file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The path leads out of the root.
    Outside,
    /// The path begins at the root of a disk.
    Absolute,
    /// There is no such file.
    Missing,
    /// It is a folder or something else that is no file.
    NotAFile,
    /// It has more bytes than this limit.
    TooLarge(u64),
    /// The texts read before leave no room for it.
    TooMuch,
    /// The operating system refused.
    Unreadable(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside => write!(f, "the path leads out of the folder that may be read"),
            Self::Absolute => {
                write!(f, "an absolute path is not followed; only files in this folder are read")
            }
            Self::Missing => write!(f, "there is no such file"),
            Self::NotAFile => write!(f, "it is not a file"),
            Self::TooLarge(limit) => write!(f, "it is larger than {} MiB", limit >> 20),
            Self::TooMuch => {
                let most = MAX_TEXTS >> 20;
                write!(
                    f,
                    "the book has more than {MAX_COUNT} files or more than {most} MiB of text"
                )
            }
            Self::Unreadable(why) => write!(f, "it cannot be read: {why}"),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(io_words(&error))
    }
}

/// A folder that texts are read from, and the way findings show its paths.
#[derive(Debug)]
pub struct SourceRoot {
    folder: PathBuf,
    /// Real names below the folder that are no Unicode, by their replacement paths.
    aliases: BTreeMap<String, PathBuf>,
    /// View of its paths in findings.
    view: PathView,
}

impl SourceRoot {
    /// Makes the root for the folder `path`, which findings show as it is written here.
    pub fn at(path: &Path) -> io::Result<Self> {
        Ok(Self {
            folder: path.canonicalize()?,
            aliases: BTreeMap::new(),
            view: PathView::of_root(path),
        })
    }
}

impl SourceRoot {
    /// Returns a path for the operating system: names that are no Unicode are in `aliases`, the innermost
    /// last.
    fn system_path(&self, path: &str) -> PathBuf {
        let known = self.aliases.iter().rev().find_map(|(alias, known)| {
            let rest = rest_below(path, alias)?;
            Some(if rest.is_empty() { known.clone() } else { known.join(rest) })
        });
        known.unwrap_or_else(|| PathBuf::from(path))
    }
}

impl Sources {
    /// Makes findings show the folder `named` below the root as `given`, and other paths relative to the
    /// start of that.
    pub fn show_folder_as(&mut self, named: &str, given: &Path) {
        self.root.view = PathView::of_folder(&self.root.folder, named, given);
    }

    /// Returns `path` as findings show it.
    pub fn shown_path(&self, path: &str) -> String {
        path_words(&self.root.view.show(path))
    }

    /// Returns the path below the root of the real folder `real`.
    pub fn folder_path(&mut self, real: &Path) -> Option<String> {
        let below = real.strip_prefix(&self.root.folder).ok()?.to_path_buf();
        let parts = below.components();
        Some(parts.fold(String::new(), |path, part| self.name_path(&path, part.as_os_str())))
    }

    /// Returns the path of a file or folder in `folder`, which is empty or a path below the root. A name that
    /// is no Unicode gets a unique path.
    pub fn name_path(&mut self, folder: &str, name: &OsStr) -> String {
        let joined = |name: &str| path_below(folder, name);
        if let Some(name) = name.to_str() {
            return joined(name);
        }
        let mut path = joined(&name.to_string_lossy());
        let real = self.root.system_path(folder).join(name);
        while self.root.aliases.get(&path).is_some_and(|other| *other != real) {
            path.push('~');
        }
        self.root.aliases.insert(path.clone(), real);
        path
    }

    /// Reads below the folder `root` from now on; existing texts stay. Returns the previous root.
    pub fn enter_root(&mut self, root: &Path) -> io::Result<SourceRoot> {
        Ok(std::mem::replace(&mut self.root, SourceRoot::at(root)?))
    }

    /// Restores a previous root.
    pub fn restore_root(&mut self, root: SourceRoot) {
        self.root = root;
    }

    /// Returns the folder, without symbolic links.
    pub fn root(&self) -> &Path {
        &self.root.folder
    }

    /// Returns the bytes of a file below the root that will be added as a text.
    pub fn read_text(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        let bytes = self.read(path, MAX_TEXT)?;
        if self.has_room_for(bytes.len()) { Ok(bytes) } else { Err(Refusal::TooMuch) }
    }

    /// Returns the bytes of a file; `path` is relative to the root.
    pub fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, Refusal> {
        let file = self.real_path(path)?;
        check_file(&std::fs::metadata(&file)?, limit)?;
        Ok(std::fs::read(&file)?)
    }

    /// Returns the real folder of `path`, if there is one below the root.
    pub fn folder(&self, path: &str) -> Option<PathBuf> {
        self.real_path(path).ok().filter(|real| real.is_dir())
    }

    /// Returns the names of the files in the folder `path`, in order; none if there is no such folder. Hidden
    /// names and names that are no Unicode are left out.
    pub fn file_names(&self, path: &str) -> Vec<String> {
        let entries = self.folder(path).and_then(|folder| std::fs::read_dir(folder).ok());
        let names = entries.into_iter().flatten().flatten();
        let mut names: Vec<String> =
            names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names
    }

    /// Returns the real file of `path`, or the reason why it may not be read.
    pub fn real_path(&self, path: &str) -> Result<PathBuf, Refusal> {
        let normal = normal_path(path).ok_or(Refusal::Outside)?;
        let path = self.root().join(self.root.system_path(&normal));
        let real = path.canonicalize().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Refusal::Missing,
            _ => error.into(),
        })?;
        if real.starts_with(self.root()) { Ok(real) } else { Err(Refusal::Outside) }
    }
}

fn check_file(meta: &Metadata, limit: u64) -> Result<(), Refusal> {
    if !meta.is_file() {
        return Err(Refusal::NotAFile);
    }
    if meta.len() > limit {
        return Err(Refusal::TooLarge(limit));
    }
    Ok(())
}

/// Reports whether a path begins at the root of a disk, which a book does not know.
pub fn is_absolute(path: &str) -> bool {
    let is_drive = path.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    path.starts_with(['/', '\\']) || (is_drive && path.get(1..2) == Some(":"))
}

/// Returns the path of `name` in `folder`, which is empty for the root itself.
pub fn path_below(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// Returns `link`, as written in the file `from`, as a path relative to the root; `None` if it leaves the
/// root.
pub fn relative_path(from: &str, link: &str) -> Option<String> {
    let folder = from.rfind('/').map_or("", |at| &from[..at]);
    let joined = match link.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => format!("{folder}/{link}"),
    };
    normal_path(joined.trim_start_matches('/'))
}

/// Returns `path` without `.` and `..`; `None` if it is absolute or leaves its start.
fn normal_path(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let mut parts = Vec::new();
    for part in Path::new(&path).components() {
        follow_component(part, &mut parts)?;
    }
    Some(parts.join("/"))
}

fn follow_component<'p>(part: Component<'p>, parts: &mut Vec<&'p str>) -> Option<()> {
    match part {
        Component::Normal(name) => parts.push(name.to_str()?),
        Component::CurDir => {}
        Component::ParentDir => drop(parts.pop()?),
        Component::RootDir | Component::Prefix(_) => return None,
    }
    Some(())
}
