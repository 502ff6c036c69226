//! The texts of a run, by id. In: paths below one root. Out: text that every later stage points
//! into.
//!
//! Nothing outside the root is ever read, not through `..` and not through a symbolic link.

use std::fmt;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The most bytes of text one file may have: about 2 000 printed pages.
pub const MAX_TEXT: u64 = 4 << 20;
/// The most bytes of picture or data one file may have.
pub const MAX_FILE: u64 = 64 << 20;

/// The most bytes of text one book may have.
pub const MAX_TEXTS: u64 = 4 * MAX_TEXT;
/// The most texts one book may have.
pub const MAX_COUNT: usize = 1_000;

/// Names one text of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceId(pub u16);

/// A place in a text: half-open byte range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The place `range` of `source`.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: clamp(range.start), end: clamp(range.end.max(range.start)) }
    }

    /// The bytes of this place.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The place from the start of `self` to the end of `other`, which lies in the same text.
    pub fn to(self, other: Span) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }
}

/// One text with its name.
#[derive(Debug)]
pub struct Source {
    /// Path as the reader of a finding knows it.
    pub name: String,
    /// Path relative to the root, with forward slashes: links resolve against it.
    pub path: String,
    /// The whole text.
    pub text: Arc<str>,
    /// Where its lines begin.
    lines: Vec<usize>,
}

impl Source {
    /// Line and column, both from 1, of a byte; columns count characters.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= byte);
        (line, self.text[self.lines[line - 1]..byte].chars().count() + 1)
    }
}

/// Why a file could not be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The path leads out of the root.
    Outside,
    /// There is no such file.
    Missing,
    /// It is a folder or something else that is no file.
    NotAFile,
    /// More bytes than the limit, which is given.
    TooLarge(u64),
    /// The texts that were read before leave no room for it.
    TooMuch,
    /// The operating system said no.
    Unreadable(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside => write!(f, "the path leads out of the book's folder"),
            Self::Missing => write!(f, "there is no such file"),
            Self::NotAFile => write!(f, "it is not a file"),
            Self::TooLarge(limit) => write!(f, "it is larger than {} MiB", limit >> 20),
            Self::TooMuch => {
                write!(
                    f,
                    "the book has more than {MAX_COUNT} files or more than {} MiB of text",
                    MAX_TEXTS >> 20
                )
            }
            Self::Unreadable(why) => write!(f, "it can not be read: {why}"),
        }
    }
}

/// All texts of a run and the root they were read under.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    /// What stands before a path in a finding, so that it can be opened from where the command
    /// runs.
    prefix: PathBuf,
    texts: Vec<Source>,
}

/// A folder that texts are read from, and what findings show before its paths.
#[derive(Debug)]
pub struct SourceRoot {
    folder: PathBuf,
    prefix: PathBuf,
}

impl Sources {
    /// Texts below `root`, which must be a folder; findings show `root` as it is written here.
    pub fn new(root: &Path) -> std::io::Result<Self> {
        let prefix = if root == Path::new(".") { PathBuf::new() } else { root.to_path_buf() };
        Ok(Self { root: root.canonicalize()?, prefix, texts: Vec::new() })
    }

    /// Reads below the folder `root` from now on; the texts that are there stay. Gives the root
    /// from before.
    pub fn enter_root(&mut self, root: &Path) -> std::io::Result<SourceRoot> {
        let folder = std::mem::replace(&mut self.root, root.canonicalize()?);
        Ok(SourceRoot { folder, prefix: std::mem::replace(&mut self.prefix, root.to_path_buf()) })
    }

    /// Goes back to a root from before.
    pub fn restore_root(&mut self, root: SourceRoot) {
        self.root = root.folder;
        self.prefix = root.prefix;
    }

    /// Shows paths in findings below `prefix`.
    pub fn set_prefix(&mut self, prefix: &Path) {
        self.prefix = if prefix == Path::new(".") { PathBuf::new() } else { prefix.to_path_buf() };
    }

    /// `path` as findings show it.
    pub fn shown_path(&self, path: &str) -> String {
        self.prefix.join(path).to_string_lossy().into_owned()
    }

    /// The folder, without symbolic links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Adds a text that is already in memory.
    pub fn add(&mut self, path: &str, text: impl Into<Arc<str>>) -> SourceId {
        let name = self.shown_path(path);
        self.add_named(name, path, text)
    }

    /// Adds a text from outside the root, with the name that findings show.
    pub fn add_named(&mut self, name: String, path: &str, text: impl Into<Arc<str>>) -> SourceId {
        let id =
            SourceId(u16::try_from(self.texts.len()).expect("a run reads fewer than 65 536 texts"));
        let text = text.into();
        let lines =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        self.texts.push(Source { name, path: path.to_owned(), text, lines });
        id
    }

    /// The text named `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.texts[id.0 as usize]
    }

    /// All texts, in the order they were read.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SourceId, &Source)> {
        self.texts.iter().enumerate().map(|(i, text)| (SourceId(i as u16), text))
    }

    /// The text of a place.
    pub fn excerpt(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or_default()
    }

    /// The bytes of a file below the root that is to be added as a text.
    pub fn read_text(&self, path: &str) -> Result<Vec<u8>, Refusal> {
        let bytes = self.read(path, MAX_TEXT)?;
        let before: u64 = self.texts.iter().map(|source| source.text.len() as u64).sum();
        if self.texts.len() >= MAX_COUNT || before + bytes.len() as u64 > MAX_TEXTS {
            return Err(Refusal::TooMuch);
        }
        Ok(bytes)
    }

    /// The bytes of a file below the root; `path` is relative to the root.
    pub fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, Refusal> {
        let file = self.resolve(path)?;
        let meta = std::fs::metadata(&file).map_err(|e| Refusal::Unreadable(e.to_string()))?;
        if !meta.is_file() {
            return Err(Refusal::NotAFile);
        }
        if meta.len() > limit {
            return Err(Refusal::TooLarge(limit));
        }
        std::fs::read(&file).map_err(|e| Refusal::Unreadable(e.to_string()))
    }

    /// The real folder behind `path`, if there is one below the root.
    pub fn folder(&self, path: &str) -> Option<PathBuf> {
        self.resolve(path).ok().filter(|real| real.is_dir())
    }

    /// The real file behind `path`, or why it may not be read.
    fn resolve(&self, path: &str) -> Result<PathBuf, Refusal> {
        let normal = normal_path(path).ok_or(Refusal::Outside)?;
        let real = self.root.join(normal).canonicalize().map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => Refusal::Missing,
            _ => Refusal::Unreadable(e.to_string()),
        })?;
        if real.starts_with(&self.root) { Ok(real) } else { Err(Refusal::Outside) }
    }
}

/// `link` as written in the file `from`, as a path relative to the root; `None` when it leaves the
/// root.
pub fn relative_path(from: &str, link: &str) -> Option<String> {
    let folder = from.rfind('/').map_or("", |at| &from[..at]);
    let joined = if link.starts_with('/') {
        link.trim_start_matches('/').to_owned()
    } else {
        format!("{folder}/{link}")
    };
    normal_path(joined.trim_start_matches('/'))
}

/// `path` without `.` and `..`; `None` when it is absolute or leaves its start.
fn normal_path(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    let mut parts: Vec<String> = Vec::new();
    for part in Path::new(&path).components() {
        match part {
            Component::Normal(name) => parts.push(name.to_str()?.to_owned()),
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop()?;
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(parts.join("/"))
}
