//! Markup at the start of a line: marks of lists, quotes and titles, fences, definitions.

use super::{Lexer, OpenFence};
use crate::ledger::Exception;

impl Lexer<'_, '_> {
    /// Skips the lines at the top between two fences, if they are only keys and values, or if one of the keys
    /// is known. Lines of known keys need no second fence.
    pub fn skip_front_matter(&mut self) {
        let top = if self.text.starts_with('\u{feff}') { 3 } else { 0 };
        let text = &self.text[top..];
        let fence = text.lines().next().unwrap_or_default().trim_end();
        if fence != "---" && fence != "+++" {
            return;
        }
        let mut lines = TopLines::default();
        let mut at = top + text.find('\n').map_or(text.len(), |end| end + 1);
        for line in self.text[at..].split_inclusive('\n') {
            at += line.len();
            let written = line.trim_end();
            if written == fence || (fence == "---" && written == "...") {
                if lines.keys > 0 && (lines.words == 0 || lines.known) {
                    self.leave(Exception::FrontMatter, at);
                }
                return;
            }
            lines.add(written, fence, at);
        }
        if lines.opens_known {
            self.leave(Exception::FrontMatter, lines.first_end);
        }
    }

    /// Reads the markup at the start of a line.
    pub fn line_start(&mut self) {
        let start = self.at;
        let end = self.line_end();
        let line = self.text[start..end].trim_end();
        if self.fence.is_some() {
            self.fenced_line(end);
            return;
        }
        if line.trim().is_empty() {
            self.in_html = false;
            self.at = end;
            return;
        }
        self.skip_marks(end);
        let rest = self.text[self.at..end].trim_end();
        if let Some((mark, count, _)) = fence_of(rest) {
            if self.at == start && !self.in_html {
                self.fence = Some(OpenFence { mark, count, blank: true });
            }
            self.leave(Exception::FenceInfo, end);
        } else if let Some(length) = definition_length(rest) {
            self.definition(length, end);
        } else if rest.starts_with('<') {
            self.in_html = true;
        } else if self.is_underlined(end) {
            let number = title_number_length(rest);
            self.leave(Exception::Number, self.at + number);
        }
    }

    /// Reads a line of a code block.
    fn fenced_line(&mut self, end: usize) {
        let line = &self.text[self.at..end];
        let found = fence_of(line.trim_end().trim_start_matches(' '));
        let Some(open) = &mut self.fence else { return };
        let same = found.filter(|(mark, count, _)| *mark == open.mark && *count >= open.count);
        match same {
            Some((_, _, "")) => {
                self.fence = None;
                self.leave(Exception::FenceInfo, end);
            }
            // The fence before it was a stray one.
            Some(_) if open.blank => self.leave(Exception::FenceInfo, end),
            _ => {
                open.blank &= line.trim().is_empty();
                self.at = end;
            }
        }
    }

    /// Skips the marks of quotes, items, tasks and titles, one after the other.
    fn skip_marks(&mut self, end: usize) {
        let mut in_item = false;
        while self.at < end {
            let rest = &self.text[self.at..end];
            let mark = rest.as_bytes()[0];
            if matches!(mark, b' ' | b'\t' | b'>' | b'\r') {
                self.at += 1;
            } else if matches!(mark, b'-' | b'*' | b'+' | b':') && ends_mark(&rest[1..]) {
                self.at += 1;
                in_item = true;
            } else if let Some(length) = number_length(rest) {
                self.leave(Exception::Number, self.at + length);
                in_item = true;
            } else if in_item && ["[ ]", "[x]", "[X]"].iter().any(|mark| rest.starts_with(mark)) {
                self.leave(Exception::Task, self.at + 3);
            } else if let Some(length) = title_mark_length(rest) {
                self.at += length;
                let number = title_number_length(&self.text[self.at..end]);
                self.leave(Exception::Number, self.at + number);
                return;
            } else {
                return;
            }
        }
    }

    /// True if the line below the one that ends at `end` makes it a title.
    fn is_underlined(&self, end: usize) -> bool {
        let below = self.text.get(end + 1..).unwrap_or_default();
        let below = below.split('\n').next().unwrap_or_default().trim();
        !below.is_empty() && below.trim_matches(['=', '-']).is_empty()
    }

    /// Reads `[label]: address "title"`, or `[^label]: ` before the words of a note.
    fn definition(&mut self, length: usize, end: usize) {
        if self.byte(1) == b'^' {
            self.leave(Exception::FootnoteLabel, self.at + length);
            self.skip_marks(end);
            if let Some(length) = definition_length(&self.text[self.at..end]) {
                self.definition(length, end);
            }
            return;
        }
        let length = length + written_address_length(&self.text[self.at + length..]);
        let end = self.text[self.at + length..]
            .find('\n')
            .map_or(self.text.len(), |rest| self.at + length + rest);
        self.leave(Exception::Definition, end);
    }
}

/// Lines at the top of a text, behind a fence.
#[derive(Default)]
struct TopLines {
    /// Number of keys.
    keys: usize,
    /// Number of lines of words.
    words: usize,
    /// True if a key is known.
    known: bool,
    /// End of the first run of keys, and whether one of its keys is known.
    first_end: usize,
    opens_known: bool,
    ended: bool,
}

impl TopLines {
    /// Adds a line that ends at the byte `end`.
    fn add(&mut self, line: &str, fence: &str, end: usize) {
        let key = key_mark(line, fence);
        let known = key == Some(true) && is_known_key(line);
        self.ended |= key.is_none() || line.trim().is_empty();
        self.known |= known;
        if !self.ended {
            self.opens_known |= known;
            self.first_end = end;
        }
        match key {
            Some(key) => self.keys += usize::from(key),
            None => self.words += 1,
        }
    }
}

/// True for a line with the title, the author or the date of a document.
fn is_known_key(line: &str) -> bool {
    let key = line.split([':', '=']).next().unwrap_or_default().trim().to_ascii_lowercase();
    let known = ["title", "subtitle", "edition", "author", "authors", "date", "lang", "language"];
    known.contains(&key.as_str())
}

/// Length of an address and the title behind it, each of which may be on the next line.
fn written_address_length(text: &str) -> usize {
    let start = text.len() - skip_to_next_line(text).len();
    let address = match text[start..].strip_prefix('<') {
        Some(inside) => inside.find('>').map_or(0, |end| end + 2),
        None => text[start..].find(char::is_whitespace).unwrap_or(text.len() - start),
    };
    let behind = start + address;
    let title = skip_to_next_line(&text[behind..]);
    let close = match title.as_bytes().first() {
        Some(b'"') => '"',
        Some(b'\'') => '\'',
        Some(b'(') => ')',
        _ => return behind,
    };
    let paragraph = title.find("\n\n").map_or(title, |end| &title[..end]);
    match paragraph[1..].find(close) {
        Some(length) => text.len() - title.len() + length + 2,
        None => behind,
    }
}

/// Returns the text behind blanks and one line end.
fn skip_to_next_line(text: &str) -> &str {
    let rest = text.trim_start_matches([' ', '\t', '\r']);
    rest.strip_prefix('\n').map_or(rest, |rest| rest.trim_start_matches([' ', '\t']))
}

/// Returns true if a line of front matter is a key (or belongs to one); `None` for words.
fn key_mark(line: &str, fence: &str) -> Option<bool> {
    if line.trim().is_empty() || line.starts_with([' ', '\t', '#', '-', ']', '}', '[']) {
        return Some(false);
    }
    let (key, _) = line.split_once(if fence == "---" { ':' } else { '=' })?;
    (!key.trim().contains(char::is_whitespace)).then_some(true)
}

/// Returns the character, the count and the words of a fence.
pub fn fence_of(line: &str) -> Option<(u8, usize, &str)> {
    let mark = *line.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let count = line.bytes().take_while(|byte| *byte == mark).count();
    let info = line[count..].trim();
    (count >= 3 && !(mark == b'`' && info.contains('`'))).then_some((mark, count, info))
}

/// True if a mark of an item ends before `rest`.
fn ends_mark(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', '\r'])
}

/// Length of `1.` or `1)`.
fn number_length(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let fits = (1..=9).contains(&digits) && text[digits..].starts_with(['.', ')']);
    (fits && ends_mark(&text[digits + 1..])).then_some(digits + 1)
}

/// Length of `## `.
fn title_mark_length(text: &str) -> Option<usize> {
    let count = text.bytes().take_while(|byte| *byte == b'#').count();
    ((1..=6).contains(&count) && text[count..].starts_with([' ', '\t'])).then_some(count + 1)
}

/// Returns the length of a number such as `3.1` before the words of a title, with the markup around it:
/// `3\.1`, `**3.1**`, `<b>3.1</b>` or `3&#46;1`.
pub fn title_number_length(text: &str) -> usize {
    let mut at = 0;
    let mut has_digits = false;
    while at < text.len() {
        if has_digits && ends_mark(&text[at..]) {
            return at;
        }
        match number_part_length(&text[at..]) {
            Some(length) => {
                has_digits |= text[at..].starts_with(|c: char| c.is_ascii_digit());
                at += length;
            }
            None => return 0,
        }
    }
    if has_digits { at } else { 0 }
}

/// Returns the length of one piece in or around the number of a title: a digit, a point, a bracket, a blank,
/// a mark of emphasis, of a link or of a note, a tag, an entity.
fn number_part_length(text: &str) -> Option<usize> {
    let closed_by = |mark| text.find(mark).map(|end| end + 1);
    match *text.as_bytes().first()? {
        b'[' if text.starts_with("[^") => closed_by(']'),
        b'0'..=b'9' | b'.' | b')' | b' ' | b'\t' | b'*' | b'_' | b'~' | b'[' => Some(1),
        b'\\' if text[1..].starts_with(['.', ')']) => Some(2),
        b'<' => closed_by('>'),
        b'&' => closed_by(';'),
        _ => None,
    }
}

/// Length of `[label]:` at the start of a definition.
fn definition_length(text: &str) -> Option<usize> {
    let end = text.strip_prefix('[')?.find("]:")?;
    (!text[1..=end].contains('[')).then_some(end + 3)
}
