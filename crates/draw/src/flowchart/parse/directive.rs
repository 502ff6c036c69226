//! Lines that begin with `%%`: settings, comments, and the extensions `%% wait: A B` and `%% link:
//! A -> #anchor`.

use std::ops::Range;

use super::draft::WrittenName;
use super::reader::{ChartReader, ParseResult, syntax_error};

impl ChartReader<'_> {
    /// Reads the directive or comment at the cursor.
    pub fn read_directive(&mut self) -> ParseResult<()> {
        if self.sees("%%{") {
            let open = self.at..self.at + 3;
            if !self.skip_behind("}%%") {
                return Err(syntax_error(open, "`%%{` is not closed", "end it with `}%%`"));
            }
            self.ignore("`%%{...}%%`", open);
            return Ok(());
        }
        let (start, end) = (self.at, self.line_end());
        self.at = end;
        let inner = self.text[start + 2..end].trim_start();
        let body = end - inner.len() + "wait:".len()..end;
        match inner.split_once(':') {
            Some(("wait", _)) => self.read_waits(body),
            Some(("link", _)) => self.read_lead(body),
            _ => Ok(()),
        }
    }

    fn read_waits(&mut self, place: Range<usize>) -> ParseResult<()> {
        let before = self.draft.references.waits.len();
        let mut at = place.start;
        for word in self.slice(&place).split([' ', '\t', '\r', ',']) {
            if !word.is_empty() {
                self.draft.references.waits.push(WrittenName::new(word, at));
            }
            at += word.len() + 1;
        }
        if self.draft.references.waits.len() == before {
            return Err(syntax_error(place, "`wait` names no box", "write `%% wait: A B`"));
        }
        Ok(())
    }

    fn read_lead(&mut self, place: Range<usize>) -> ParseResult<()> {
        let body = self.slice(&place);
        let start = place.end - body.trim_start().len();
        let parts = body.split_once("->").map(|(name, anchor)| (name.trim(), anchor.trim()));
        let is_anchor =
            |to: &str| to.len() > 1 && to.starts_with('#') && !to.contains(char::is_whitespace);
        let Some((name, anchor)) = parts.filter(|(name, to)| !name.is_empty() && is_anchor(to))
        else {
            let hint = "write `%% link: A -> #anchor`";
            return Err(syntax_error(place, "`link` cannot be read", hint));
        };
        self.draft.references.leads.push((WrittenName::new(name, start), anchor[1..].to_owned()));
        Ok(())
    }
}
