//! The cursor in the text of a chart, and the results so far.

use std::ops::Range;

use super::super::ChartFinding;
use super::draft::ChartDraft;
use base::diagnostic::{Code, code};

/// The error that a part of the text cannot be read.
pub type ParseError = Box<ChartFinding>;

/// A part of the text, or the error that it cannot be read.
pub type ParseResult<T> = Result<T, ParseError>;

/// Most characters of the text in a message.
const SHOWN: usize = 20;

/// Reads through the text of a chart.
#[derive(Default)]
pub struct ChartReader<'a> {
    pub text: &'a str,
    /// Byte that is read next.
    pub at: usize,
    pub findings: Vec<ChartFinding>,
    pub draft: ChartDraft,
    /// Last measured line; lines can be long, and each label asks for its line.
    line: Range<usize>,
    ignored: Vec<&'static str>,
}

impl<'a> ChartReader<'a> {
    /// Returns a reader at the beginning of `text`, after a byte-order mark.
    pub fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        ChartReader { text, at, ..ChartReader::default() }
    }

    /// Returns the text that has not been read yet.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the text at a place.
    pub fn slice(&self, place: &Range<usize>) -> &'a str {
        &self.text[place.start..place.end]
    }

    /// Returns the next byte; 0 at the end.
    pub fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// True at the end of the text.
    pub fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    /// True if `word` comes next.
    pub fn sees(&self, word: &str) -> bool {
        self.rest().starts_with(word)
    }

    /// Reads `word` if it comes next.
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.sees(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Reads characters as long as `wanted` is true.
    pub fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Reads up to and including a closer; without one, reads to the end of the text and returns
    /// false.
    pub fn skip_behind(&mut self, closer: &str) -> bool {
        let length = self.rest().find(closer);
        self.at = length.map_or(self.text.len(), |length| self.at + length + closer.len());
        length.is_some()
    }

    /// Reads blanks within the line; true if there were any.
    pub fn blanks(&mut self) -> bool {
        !self.take(|c| matches!(c, ' ' | '\t' | '\r')).is_empty()
    }

    /// Reads blanks and line ends.
    pub fn white_space(&mut self) {
        self.take(|c| c.is_ascii_whitespace());
    }

    /// Returns the end of the current line, before its line feed.
    pub fn line_end(&mut self) -> usize {
        let is_known = self.line.end > 0 && (self.line.start..=self.line.end).contains(&self.at);
        if !is_known {
            let end = self.rest().find('\n').map_or(self.text.len(), |length| self.at + length);
            self.line = self.at..end;
        }
        self.line.end
    }

    /// Moves to the beginning of the next statement; false at the end of the text.
    pub fn next_statement(&mut self) -> bool {
        self.take(|c| c.is_ascii_whitespace() || c == ';');
        !self.is_at_end()
    }

    /// Moves to the end of the line with `place`.
    pub fn skip_line(&mut self, place: usize) {
        self.at = self.at.max(place.min(self.text.len()));
        self.at = self.line_end();
    }

    /// Reads the identifier that comes next; empty if there is none. A hyphen belongs to it only
    /// between other characters, so that `A-->B` is two boxes and `A-B` is one.
    pub fn take_name(&mut self) -> &'a str {
        let rest = self.rest();
        let mut length = 0;
        let mut letters = rest.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let goes_on =
                letters.peek().is_some_and(|(_, next)| *next != '.' && is_name_letter(*next));
            let is_inner_hyphen = at > 0 && letter == '-' && goes_on;
            if !is_name_letter(letter) && !is_inner_hyphen {
                break;
            }
            length = at + letter.len_utf8();
        }
        self.at += length;
        &rest[..length]
    }

    /// Reads the name of a box, and returns it with its place.
    pub fn node_name(&mut self) -> ParseResult<(&'a str, Range<usize>)> {
        let start = self.at;
        let name = self.take_name();
        if name.is_empty() {
            return Err(self.unexpected("the name of a box"));
        }
        Ok((name, start..self.at))
    }

    /// Returns the word at the cursor, up to a blank, for messages.
    pub fn next_word(&self) -> Range<usize> {
        let shown = self.rest().chars().take(SHOWN);
        let word = shown.take_while(|letter| !letter.is_ascii_whitespace());
        self.at..self.at + word.map(char::len_utf8).sum::<usize>()
    }

    /// True at the end of the statement.
    pub fn is_statement_end(&self) -> bool {
        self.is_at_end() || matches!(self.peek(), b'\n' | b';') || self.sees("%%")
    }

    /// Reads the end of a statement.
    pub fn end_of_statement(&mut self, wanted: &str) -> ParseResult<()> {
        self.blanks();
        if !self.is_statement_end() {
            return Err(self.unexpected(wanted));
        }
        if self.sees("%%") {
            let (place, hint) = (self.at..self.at + 2, "write the comment on a line of its own");
            let message = "a comment follows a statement";
            let finding = ChartFinding::new(code::CHART_COMMENT, place, message, hint);
            self.findings.push(finding.with_fix(self.at..self.at, "\n"));
        }
        Ok(())
    }

    /// Reads the end of the line.
    pub fn end_of_line(&mut self) -> ParseResult<()> {
        self.end_of_statement("the end of the line")
    }

    /// Returns the error that something other than `wanted` comes next.
    pub fn unexpected(&self, wanted: &str) -> ParseError {
        let place = self.next_word();
        let found = self.slice(&place).escape_debug().to_string();
        if found.is_empty() {
            return syntax_error(place, format!("expected {wanted}"), "finish or remove this line");
        }
        if matches!(found.as_str(), "->" | "=>") {
            let hint = "write the line as `-->`, `---`, `-.->` or `==>`";
            return syntax_error(place, format!("`{found}` is not a line of a flowchart"), hint);
        }
        let hint = "if this belongs to a label, put the whole label in double quotes";
        syntax_error(place, format!("expected {wanted}, found `{found}`"), hint)
    }

    /// Reports, once per chart, that a kind of statement is ignored.
    pub fn ignore(&mut self, kind: &'static str, place: Range<usize>) {
        if !self.ignored.contains(&kind) {
            self.ignored.push(kind);
            self.findings.push(unused_style(kind, place));
        }
    }
}

/// Returns the finding about an ignored statement that only affects looks.
pub fn unused_style(kind: &str, place: Range<usize>) -> ChartFinding {
    let message = format!("{kind} is not used: charts are drawn in the style of the book");
    ChartFinding::new(code::CHART_STYLE, place, message, "this line can be deleted")
}

/// True if `letter` may be part of a name.
pub fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(letter, '_' | '.' | '!' | '?' | '\'' | '*' | '+' | '$' | '/')
}

/// Returns the error that the text cannot be read at a place.
pub fn syntax_error(place: Range<usize>, message: impl Into<String>, hint: &str) -> ParseError {
    chart_error(code::CHART_SYNTAX, place, message, hint)
}

/// Returns the error that the text can be read in two ways.
pub fn ambiguity_error(place: Range<usize>, message: impl Into<String>, hint: &str) -> ParseError {
    chart_error(code::CHART_AMBIGUOUS, place, message, hint)
}

/// Returns the error that something is over a limit.
pub fn too_large_error(place: Range<usize>, message: impl Into<String>, hint: &str) -> ParseError {
    chart_error(code::CHART_TOO_LARGE, place, message, hint)
}

/// Returns the finding about missing blanks, or blanks too many for Mermaid.
pub fn blank_finding(place: Range<usize>, message: impl Into<String>, hint: &str) -> ChartFinding {
    ChartFinding::new(code::CHART_BLANK, place, message, hint)
}

/// Returns the error that a name has no meaning, or two.
pub fn name_error(place: Range<usize>, message: impl Into<String>, hint: &str) -> ParseError {
    chart_error(code::CHART_NAME, place, message, hint)
}

/// Returns an error of any kind.
pub fn chart_error(
    code: Code,
    place: Range<usize>,
    message: impl Into<String>,
    hint: &str,
) -> ParseError {
    Box::new(ChartFinding::new(code, place, message, hint))
}
