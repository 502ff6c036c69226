//! `click A "address"` in all its forms: addresses are kept, scripts and tooltips are skipped.

use super::draft::WrittenName;
use super::reader::{ChartReader, ParseResult, syntax_error};

impl<'a> ChartReader<'a> {
    /// Reads a `click` statement.
    pub fn read_click(&mut self) -> ParseResult<()> {
        let start = self.at;
        self.at += "click".len();
        self.blanks();
        let (name, place) = self.node_name()?;
        self.blanks();
        let href = self.eat_word("href");
        if self.peek() == b'"' {
            let address = self.read_quoted_address()?.to_owned();
            self.draft.references.clicks.push((WrittenName::new(name, place.start), address));
        } else if href {
            return Err(self.unexpected("an address in double quotes"));
        } else {
            self.skip_script()?;
            self.ignore("a script after `click`", start..self.at);
        }
        self.skip_click_tail()
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found =
            self.rest().strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t']));
        if found {
            self.at += word.len();
            self.blanks();
        }
        found
    }

    fn read_quoted_address(&mut self) -> ParseResult<&'a str> {
        let start = self.at;
        let end = self.line_end();
        let inner = &self.text[start + 1..end];
        let Some(length) = inner.find('"') else {
            let hint = "add `\"`";
            return Err(syntax_error(start..start + 1, "the double quote is not closed", hint));
        };
        self.at += length + 2;
        Ok(&inner[..length])
    }

    /// `callback` or `call callback(...)`.
    fn skip_script(&mut self) -> ParseResult<()> {
        self.eat_word("call");
        if self.take(|c| c.is_alphanumeric() || c == '_').is_empty() {
            return Err(self.unexpected("an address in double quotes"));
        }
        if self.peek() == b'(' {
            let end = self.line_end();
            let length = self.text[self.at..end].find(')');
            self.at += length.ok_or_else(|| self.unexpected("`(...)`"))? + 1;
        }
        Ok(())
    }

    /// A tooltip and a target window.
    fn skip_click_tail(&mut self) -> ParseResult<()> {
        self.blanks();
        if self.peek() == b'"' {
            let start = self.at;
            self.read_quoted_address()?;
            self.ignore("a tooltip", start..self.at);
            self.blanks();
        }
        let start = self.at;
        let target = self.take(|c| c.is_ascii_alphabetic() || c == '_');
        if !matches!(target, "_self" | "_blank" | "_parent" | "_top") {
            self.at = start;
        }
        self.end_of_line()
    }
}
