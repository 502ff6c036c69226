//! HTML in a source: tags, comments, scripts; alternative texts are visible.

use super::lines::title_number_length;
use super::{Lexer, next_end};
use crate::ledger::Exception;

/// Elements whose content is never printed.
const NEVER_PRINTED: [&str; 5] = ["script", "style", "iframe", "noembed", "noframes"];

/// Longest tag, in bytes; a longer one ends at the next `>`.
const LONGEST_TAG: usize = 1_000;

impl Lexer<'_, '_> {
    /// Reads the markup that begins with `<`.
    pub fn tag(&mut self) {
        if self.rest().starts_with("<!--") {
            return self.comment();
        }
        if self.rest().starts_with("<![CDATA[") {
            return self.leave(Exception::Tag, self.at + 9);
        }
        let opens = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?');
        let named =
            opens(self.byte(1)) || self.byte(1) == b'/' && self.byte(2).is_ascii_alphabetic();
        match named.then(|| self.tag_length()).flatten() {
            Some(length) => self.element(length),
            None => self.at += 1,
        }
    }

    fn comment(&mut self) {
        match next_end(&mut self.ends.comment, self.text, self.at, "-->") {
            end if end < self.text.len() => self.leave(Exception::Comment, end + 3),
            _ => self.at += 4,
        }
    }

    /// Length of the current tag; `>` in the value of an attribute does not end it.
    fn tag_length(&mut self) -> Option<usize> {
        let most = if self.html { self.text.len() } else { self.paragraph_end() };
        let end = self.text.floor_char_boundary(most.min(self.at + LONGEST_TAG));
        let (mut quote, mut last) = (None, 0);
        for (at, byte) in self.text[self.at..end].bytes().enumerate() {
            match quote {
                Some(open) if byte == open => quote = None,
                Some(_) => {}
                None if matches!(byte, b'"' | b'\'') && last == b'=' => quote = Some(byte),
                None if byte == b'>' => return Some(at + 1),
                None => {}
            }
            if !byte.is_ascii_whitespace() {
                last = byte;
            }
        }
        let next = next_end(&mut self.ends.angle, self.text, self.at, ">");
        (end < most && next < most).then(|| next + 1 - self.at)
    }

    fn element(&mut self, length: usize) {
        let tag = &self.text[self.at..self.at + length];
        let name: String = tag[1..]
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric())
            .collect::<String>()
            .to_lowercase();
        let end = self.at + length;
        if name == "img" {
            self.alternative_text(length);
        }
        self.leave(Exception::Tag, end);
        if NEVER_PRINTED.contains(&&*name) {
            self.skip_content(&name, Exception::Script);
        } else if name == "title" && self.html {
            self.skip_content(&name, Exception::FrontMatter);
        } else if matches!(name.as_bytes(), [b'h', b'1'..=b'6']) {
            let end = self.line_end();
            let number = title_number_length(&self.text[self.at..end]);
            self.leave(Exception::Number, self.at + number);
        }
    }

    /// Skips the content up to the end tag of an element.
    fn skip_content(&mut self, name: &str, why: Exception) {
        let rest = self.rest();
        let ends = |at: &usize| {
            rest.get(at + 2..at + 2 + name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name))
        };
        let end = rest.match_indices("</").map(|(at, _)| at).find(ends);
        let length = end.unwrap_or(rest.len());
        self.leave(why, self.at + length);
    }

    /// Leaves out the text before the alternative text of the current picture, which is visible.
    fn alternative_text(&mut self, length: usize) {
        let tag = &self.text[self.at..self.at + length];
        let lower = tag.to_ascii_lowercase();
        let Some(key) = lower.find("alt=").filter(|at| lower[..*at].ends_with(char::is_whitespace))
        else {
            return;
        };
        let start = key + 5;
        let quote = tag.as_bytes()[key + 4];
        if !matches!(quote, b'"' | b'\'') {
            return;
        }
        let Some(text) = tag.get(start..).and_then(|rest| rest.find(quote as char)) else { return };
        let (start, end) = (self.at + start, self.at + start + text);
        self.leave(Exception::Tag, start);
        while self.at < end {
            if self.byte(0) == b'&' { self.entity() } else { self.step() }
        }
    }
}
