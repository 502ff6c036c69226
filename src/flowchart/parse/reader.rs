//! The place in the text that is being read, and what has been found so far.

use std::ops::Range;

use super::super::{ChartFinding, TextEdit, codes};
use super::draft::ChartDraft;

/// A part of the text, or the error that keeps it from being read.
pub(super) type ParseResult<T> = Result<T, Box<ChartFinding>>;

/// Walks through the text of a chart.
pub(super) struct ChartReader<'a> {
    pub(super) text: &'a str,
    /// The byte that is read next.
    pub(super) at: usize,
    pub(super) findings: Vec<ChartFinding>,
    pub(super) draft: ChartDraft,
    /// The last line that was measured; lines can be long, and are asked for once per label.
    line: Range<usize>,
    ignored: Vec<&'static str>,
}

impl<'a> ChartReader<'a> {
    /// At the beginning of `text`.
    pub(super) fn new(text: &'a str) -> Self {
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        ChartReader {
            text,
            at,
            findings: Vec::new(),
            draft: ChartDraft::default(),
            line: 0..0,
            ignored: Vec::new(),
        }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next byte, 0 at the end.
    pub(super) fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// Reads `word` if it comes next.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// Reads characters for as long as they are wanted.
    pub(super) fn take(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Reads blanks within the line.
    pub(super) fn blanks(&mut self) -> bool {
        !self.take(|c| matches!(c, ' ' | '\t' | '\r')).is_empty()
    }

    /// Where the current line ends, before its line feed.
    pub(super) fn line_end(&mut self) -> usize {
        if !(self.line.start..=self.line.end).contains(&self.at) || self.line.end == 0 {
            let end = self.rest().find('\n').map_or(self.text.len(), |length| self.at + length);
            self.line = self.at..end;
        }
        self.line.end
    }

    /// Goes to the beginning of the next statement; false at the end of the text.
    pub(super) fn next_statement(&mut self) -> bool {
        self.take(|c| c.is_ascii_whitespace() || c == ';');
        self.at < self.text.len()
    }

    /// Goes on behind the line in which `place` lies.
    pub(super) fn skip_line(&mut self, place: usize) {
        self.at = self.at.max(place.min(self.text.len()));
        self.at = self.line_end();
    }

    /// The identifier that comes next; empty if there is none. A hyphen belongs to it only between
    /// other characters, so that `A-->B` is two boxes and `A-B` is one.
    pub(super) fn take_name(&mut self) -> &'a str {
        let rest = self.rest();
        let mut length = 0;
        let mut letters = rest.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let hyphen = letter == '-'
                && at > 0
                && letters.peek().is_some_and(|&(_, next)| next != '.' && is_name_letter(next));
            if !hyphen && !is_name_letter(letter) {
                break;
            }
            length = at + letter.len_utf8();
        }
        self.at += length;
        &rest[..length]
    }

    /// The word at the cursor, for messages: up to a blank, at most 20 characters.
    pub(super) fn next_word(&self) -> Range<usize> {
        let rest = self.rest();
        let end =
            rest.char_indices().take(20).find(|(_, c)| c.is_ascii_whitespace()).map(|(at, _)| at);
        let end = end.or_else(|| rest.char_indices().nth(20).map(|(at, _)| at));
        self.at..self.at + end.unwrap_or(rest.len())
    }

    /// Reads the end of a statement.
    pub(super) fn end_of_statement(&mut self, wanted: &str) -> ParseResult<()> {
        self.blanks();
        match self.peek() {
            0 if self.at == self.text.len() => Ok(()),
            b'\n' | b';' => Ok(()),
            b'%' if self.rest().starts_with("%%") => {
                self.comment_behind();
                Ok(())
            }
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn comment_behind(&mut self) {
        let fix = TextEdit { place: self.at..self.at, text: "\n".to_owned() };
        let place = self.at..self.at + 2;
        self.tolerate(
            codes::COMMENT,
            place,
            "a comment stands behind a statement",
            "write it on a line of its own",
            fix,
        );
    }

    /// The error that something else than `wanted` comes next.
    pub(super) fn unexpected(&self, wanted: &str) -> Box<ChartFinding> {
        let place = self.next_word();
        let found = self.text[place.clone()].escape_debug().to_string();
        match found.as_str() {
            "" => parse_error(
                codes::SYNTAX,
                place,
                format!("{wanted} is expected"),
                "finish or remove this line",
            ),
            "->" | "=>" => {
                let hint = "lines are written `-->`, `---`, `-.->` or `==>`";
                parse_error(
                    codes::SYNTAX,
                    place,
                    format!("`{found}` is not a line of a flowchart"),
                    hint,
                )
            }
            _ => {
                let hint = "if this belongs to a label, put the whole label into double quotes";
                parse_error(
                    codes::SYNTAX,
                    place,
                    format!("{wanted} is expected, not `{found}`"),
                    hint,
                )
            }
        }
    }

    /// Notes something that is read although Mermaid refuses it.
    pub(super) fn tolerate(
        &mut self,
        code: &'static str,
        place: Range<usize>,
        message: &str,
        hint: &str,
        fix: TextEdit,
    ) {
        let remark = ChartFinding {
            error: false,
            fix: Some(fix),
            ..*parse_error(code, place, message.to_owned(), hint)
        };
        self.findings.push(remark);
    }

    /// Notes something without a fix.
    pub(super) fn note(
        &mut self,
        code: &'static str,
        place: Range<usize>,
        message: String,
        hint: &str,
    ) {
        self.findings
            .push(ChartFinding { error: false, ..*parse_error(code, place, message, hint) });
    }

    /// Notes, once per chart, that a kind of statement is read over.
    pub(super) fn ignore(&mut self, kind: &'static str, place: Range<usize>) {
        if !self.ignored.contains(&kind) {
            self.ignored.push(kind);
            let message = format!("{kind} is not used: charts are drawn in the style of the book");
            self.note(codes::STYLE, place, message, "leave it, or remove it");
        }
    }
}

/// Whether `letter` can stand in a name.
pub(super) fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric()
        || matches!(letter, '_' | '.' | '!' | '?' | '\'' | '*' | '+' | '$' | '/')
}

/// An error remark.
pub(super) fn parse_error(
    code: &'static str,
    place: Range<usize>,
    message: impl Into<String>,
    hint: &str,
) -> Box<ChartFinding> {
    Box::new(ChartFinding {
        code,
        error: true,
        place,
        message: message.into(),
        hint: hint.to_owned(),
        fix: None,
    })
}
