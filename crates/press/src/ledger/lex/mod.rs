//! The visible words of a source, read without the parser: a small reader of the raw text leaves out the
//! declared exceptions.
//!
//! It errs on one side only. Text that might be markup is left out, even where the parser takes it for words;
//! text that it calls visible is visible in every reading of Markdown.

mod inline;
mod lines;
mod tag;

use std::ops::Range;

use super::count::each_word;
use super::exception::Exception;
use base::source::Source;

/// A stretch of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourcePart {
    /// Words that must be printed.
    Visible(Range<usize>),
    /// Text that is a declared exception.
    Left(Range<usize>, Exception),
}

/// Calls `f` on each visible word of a source in lower case, with its byte; words in the ranges `left_out`
/// belong to another reading.
pub fn each_visible_word(
    source: &Source,
    left_out: &[Range<usize>],
    f: &mut dyn FnMut(&str, usize),
) {
    let text = &*source.text;
    let html = is_html(source);
    each_part(text, html, &mut |part| {
        if let SourcePart::Visible(place) = part {
            each_word(&text[place.clone()], &mut |word, at| {
                let at = at + place.start;
                if !left_out.iter().any(|range| range.contains(&at)) {
                    f(word, at);
                }
            });
        }
    });
}

fn is_html(source: &Source) -> bool {
    let name = source.path.to_lowercase();
    let head: String = source.text.trim_start().chars().take(15).collect();
    [".html", ".htm", ".xhtml"].iter().any(|end| name.ends_with(end))
        || ["<!doctype html", "<html"].iter().any(|start| head.to_lowercase().starts_with(start))
}

/// Calls `f` on the parts of a text in order; they cover all its bytes.
pub fn each_part(text: &str, html: bool, f: &mut dyn FnMut(SourcePart)) {
    let ends = KnownEnds::default();
    let mut lexer =
        Lexer { text, html, in_html: false, fence: None, at: 0, from: 0, ends, emit: f };
    lexer.run();
}

/// A fence that is open.
struct OpenFence {
    mark: u8,
    count: usize,
    /// True while only blank lines follow it.
    blank: bool,
}

/// Ends that were found, so that no stretch of a text is searched twice.
#[derive(Default)]
struct KnownEnds {
    line: Option<usize>,
    paragraph: Option<usize>,
    round: Option<usize>,
    angle: Option<usize>,
    comment: Option<usize>,
}

/// The reader: its position, and the start of the current visible stretch.
struct Lexer<'t, 'f> {
    text: &'t str,
    html: bool,
    /// True in lines of raw HTML among Markdown.
    in_html: bool,
    fence: Option<OpenFence>,
    at: usize,
    from: usize,
    ends: KnownEnds,
    emit: &'f mut dyn FnMut(SourcePart),
}

impl<'t> Lexer<'t, '_> {
    fn run(&mut self) {
        if !self.html {
            self.skip_front_matter();
        }
        while self.at < self.text.len() {
            if !self.html {
                self.line_start();
            }
            while self.at < self.text.len() && self.byte(0) != b'\n' {
                self.inline();
            }
            self.at = (self.at + 1).min(self.text.len());
        }
        self.flush(self.text.len());
    }

    /// Returns the byte `ahead` of the current one; 0 at the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Returns the unread text.
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the byte at which the current line ends.
    fn line_end(&mut self) -> usize {
        next_end(&mut self.ends.line, self.text, self.at, "\n")
    }

    /// Returns the byte at which the current paragraph ends, at the latest.
    fn paragraph_end(&mut self) -> usize {
        if let Some(end) = self.ends.paragraph.filter(|end| self.at <= *end) {
            return end;
        }
        let mut end = self.line_end();
        loop {
            let next = self.text.get(end + 1..).unwrap_or_default();
            let line = next.split('\n').next().unwrap_or_default();
            if line.trim().is_empty() {
                return *self.ends.paragraph.insert(end);
            }
            end += 1 + line.len();
        }
    }

    /// Returns the rest of the line, up to `most` bytes.
    fn near(&mut self, most: usize) -> &'t str {
        let end = self.line_end().min(self.at + most);
        &self.text[self.at..self.text.floor_char_boundary(end)]
    }

    /// Returns the rest of the paragraph, up to `most` bytes.
    fn near_in_paragraph(&mut self, most: usize) -> &'t str {
        let end = self.paragraph_end().min(self.at + most);
        &self.text[self.at..self.text.floor_char_boundary(end)]
    }

    /// Steps over the current character.
    fn step(&mut self) {
        let next = self.rest().chars().next();
        self.at += next.map_or(1, char::len_utf8);
    }

    /// Ends the visible stretch at the byte `end`.
    fn flush(&mut self, end: usize) {
        if self.from < end {
            (self.emit)(SourcePart::Visible(self.from..end));
        }
        self.from = self.from.max(end);
    }

    /// Leaves out the text before the byte `end`.
    fn leave(&mut self, why: Exception, end: usize) {
        self.flush(self.at);
        let end = end.clamp(self.at, self.text.len());
        if self.at < end {
            (self.emit)(SourcePart::Left(self.at..end, why));
        }
        (self.at, self.from) = (end, end);
    }
}

/// Returns the byte of the next `mark` at or behind `at`, or the end of the text; `known` keeps the last
/// result.
fn next_end(known: &mut Option<usize>, text: &str, at: usize, mark: &str) -> usize {
    let find =
        || text.get(at..).and_then(|rest| rest.find(mark)).map_or(text.len(), |end| at + end);
    *known.insert(known.filter(|end| at <= *end).unwrap_or_else(find))
}
