//! Texts of a run, by id. In: texts with their paths. Out: text that every later stage refers to.

pub mod file_names;
mod root;
mod shown;
mod view;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use root::{
    MAX_COUNT, MAX_FILE, MAX_TEXT, MAX_TEXTS, Refusal, SourceRoot, is_absolute, path_below,
    relative_path,
};
pub use shown::{
    capitalized, counted, failure_words, io_words, one_line, path_words, shown_path, single_spaced,
    with_slashes, without_number,
};
pub use view::rest_below;

/// Replaces the characters at `places`, which must be ASCII, by an ASCII character.
pub fn replace_ascii(text: &str, places: impl IntoIterator<Item = usize>, with: u8) -> String {
    let mut bytes = text.as_bytes().to_vec();
    places.into_iter().for_each(|at| bytes[at] = with);
    String::from_utf8(bytes).expect("ASCII took the place of ASCII")
}

/// Identifies one text of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceId(pub u16);

/// A place in a text: half-open byte range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Text of the place.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Makes the place `range` of `source`.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: clamp(range.start), end: clamp(range.end.max(range.start)) }
    }

    /// Returns the bytes of this place.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the place from the start of `self` to the end of `other` in the same text.
    pub fn to(self, other: Span) -> Self {
        Self { end: other.end.max(self.end), ..self }
    }

    /// Returns the place of the bytes `part` of `written`, the text at this place; the whole place if
    /// `written` differs from the text in the source.
    pub fn part(self, written: &str, part: Range<usize>) -> Self {
        if self.range().len() != written.len() {
            return self;
        }
        let start = self.start as usize;
        Self::new(self.source, start + part.start..start + part.end)
    }
}

/// One text with its name.
#[derive(Debug)]
pub struct Source {
    /// Path, as the reader of a finding knows it.
    pub name: String,
    /// Path relative to the root, with forward slashes; links resolve against it.
    pub path: String,
    /// Whole text.
    pub text: Arc<str>,
    /// Bytes of its file, if they differ from those of the text.
    original: Option<Vec<u8>>,
    /// True if all of its file could be read.
    pub is_whole: bool,
    /// First byte of each line.
    lines: Vec<usize>,
}

impl Source {
    fn new(name: String, path: &str, text: Arc<str>) -> Self {
        let lines =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name, path: path.to_owned(), text, original: None, is_whole: true, lines }
    }

    /// Returns the bytes of its file, as they were read.
    pub fn bytes(&self) -> &[u8] {
        self.original.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// Returns the first byte of the visible text, behind a byte-order mark.
    pub(crate) fn visible_start(&self) -> usize {
        if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
    }

    /// Returns line and column of a byte, both from 1; columns count characters.
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.lines.partition_point(|start| *start <= byte);
        let start = self.lines[line - 1].max(self.visible_start()).min(byte);
        (line, self.text[start..byte].chars().count() + 1)
    }
}

/// All texts of a run, and the root that they are read from.
#[derive(Debug)]
pub struct Sources {
    root: SourceRoot,
    texts: Vec<Source>,
}

impl Sources {
    /// Makes an empty collection for texts below `root`, which must be a folder; findings show `root` as it
    /// is written here.
    pub fn new(root: &Path) -> std::io::Result<Self> {
        Ok(Self { root: SourceRoot::at(root)?, texts: Vec::new() })
    }

    /// Adds a text that is already in memory.
    pub fn add(&mut self, path: &str, text: impl Into<Arc<str>>) -> SourceId {
        let name = self.shown_path(path);
        self.add_named(name, path, text)
    }

    /// Keeps the bytes of the file of a decoded text.
    pub fn keep_original(&mut self, id: SourceId, bytes: Vec<u8>, is_whole: bool) {
        let source = &mut self.texts[id.0 as usize];
        (source.original, source.is_whole) = (Some(bytes), is_whole);
    }

    /// Adds a text from outside the root, with the name that findings show.
    pub fn add_named(&mut self, name: String, path: &str, text: impl Into<Arc<str>>) -> SourceId {
        let id =
            SourceId(u16::try_from(self.texts.len()).expect("a run reads fewer than 65 536 texts"));
        self.texts.push(Source::new(name, path, text.into()));
        id
    }

    /// Returns the text `id`.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.texts[id.0 as usize]
    }

    /// Returns all texts, in the order in which they were read.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SourceId, &Source)> {
        self.texts.iter().enumerate().map(|(i, text)| (SourceId(i as u16), text))
    }

    /// Reports whether one book may have another text of so many bytes.
    fn has_room_for(&self, bytes: usize) -> bool {
        let before: u64 = self.texts.iter().map(|source| source.text.len() as u64).sum();
        self.texts.len() < MAX_COUNT && before + bytes as u64 <= MAX_TEXTS
    }

    /// Returns the text of a place.
    pub fn excerpt(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.range()).unwrap_or_default()
    }
}
