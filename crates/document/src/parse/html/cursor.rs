//! Positions of tokens in the text. html5ever does not report them, but tokens come back in order, and the
//! end of a tag comes back as soon as its `>` is fed.

use std::cell::Cell;

use super::sink::ByteSpan;

/// Counts the bytes of a text that were fed to the tokenizer, and those whose tokens came back.
pub struct TokenCursor<'t> {
    text: &'t str,
    fed: Cell<usize>,
    at: Cell<usize>,
}

impl<'t> TokenCursor<'t> {
    /// Makes a cursor before anything is fed.
    pub fn new(text: &'t str) -> Self {
        Self { text, fed: Cell::new(0), at: Cell::new(0) }
    }

    /// Returns bytes of the text.
    pub fn slice(&self, place: ByteSpan) -> &'t str {
        self.text.get(place.0..place.1).unwrap_or_default()
    }

    /// Returns at most `most` bytes from the byte `from` on.
    pub fn ahead(&self, from: usize, most: usize) -> &'t str {
        let end = self.text.floor_char_boundary((from + most).min(self.text.len()));
        self.text.get(from..end).unwrap_or_default()
    }

    /// Moves to a place of which nothing was fed yet.
    pub fn start(&self, start: usize) {
        self.at.set(start);
        self.fed.set(start);
    }

    /// Leaves bytes out; a token that has begun continues after them.
    pub fn skip_to(&self, start: usize) {
        if self.at.get() == self.fed.get() {
            self.at.set(start);
        }
        self.fed.set(start);
    }

    /// Records that bytes are fed.
    pub fn feed(&self, bytes: usize) {
        self.fed.set(self.fed.get() + bytes);
    }

    /// One past the last byte for which a token came back.
    pub fn at(&self) -> usize {
        self.at.get()
    }

    /// Records that one byte came back.
    pub fn byte(&self) {
        self.at.set((self.at.get() + 1).min(self.fed.get()));
    }

    /// Records that a tag, comment or document type came back. Returns its place.
    pub fn tag(&self) -> ByteSpan {
        let (at, end) = (self.at.get(), self.fed.get());
        self.at.set(end);
        let written = self.slice((at, end));
        (at + if written.starts_with('<') { 0 } else { written.rfind('<').unwrap_or(0) }, end)
    }

    /// Records that text came back. Returns its place.
    pub fn text(&self, text: &str) -> ByteSpan {
        let at = self.at.get();
        let rest = self.slice((at, self.fed.get()));
        let near = &rest[..rest.floor_char_boundary(4096)];
        let (start, end) = match written_length(rest, text) {
            0 => near.find(text).map_or((0, 0), |at| (at, at + text.len())),
            length => (0, length),
        };
        self.at.set(at + end);
        (at + start, at + end)
    }
}

/// Returns the number of bytes at the start of `rest` that are read as `text`, or 0.
fn written_length(rest: &str, text: &str) -> usize {
    let reference = reference_length(rest);
    let is_ampersand = || ["&#", "&amp", "&AMP"].iter().any(|start| rest.starts_with(start));
    if reference > 0 && (text != "&" || is_ampersand()) {
        return reference;
    }
    match (text, rest.as_bytes()) {
        _ if rest.starts_with(text) => text.len(),
        ("\n", [b'\r', b'\n', ..]) => 2,
        ("\n", [b'\r', ..]) | ("\u{fffd}", [0, ..]) => 1,
        _ => 0,
    }
}

/// Returns the length of the character reference at the start of `text`, or 0.
fn reference_length(text: &str) -> usize {
    if !text.starts_with('&') {
        return 0;
    }
    let name =
        text[1..].bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
    match text.as_bytes().get(name + 1) {
        Some(b';') => name + 2,
        _ if name == 0 => 0,
        _ => name + 1,
    }
}
