//! Markup inside a line: addresses, code, braces, entities, icons, pulls.

use super::{Lexer, next_end};
use crate::ledger::Exception;
use document::icons::find_icon;

/// Longest braces that are markup, in bytes, unless a line ends with them.
const LONGEST_BRACES: usize = 500;
/// Longest label, in bytes; a longer one is text.
const LONGEST_LABEL: usize = 1_000;
/// Longest code in a line, in bytes; longer code is read as other text.
const LONGEST_CODE: usize = 1_000;
/// Longest address, in bytes; a longer one ends at the next bracket of its line.
const LONGEST_ADDRESS: usize = 2_000;
/// Upper limit of the name of an icon, in bytes.
const LONGEST_ICON: usize = 40;

/// Entities that are no letters.
const PLAIN_ENTITIES: [&str; 20] = [
    "amp", "lt", "gt", "quot", "apos", "nbsp", "ensp", "emsp", "thinsp", "copy", "reg", "trade",
    "hellip", "mdash", "ndash", "lsquo", "rsquo", "ldquo", "rdquo", "middot",
];

impl Lexer<'_, '_> {
    /// Reads the markup that begins with the current character.
    pub fn inline(&mut self) {
        match self.byte(0) {
            b'<' => self.tag(),
            b'&' => self.entity(),
            _ if self.html => self.step(),
            b'\\' if self.byte(1).is_ascii_punctuation() => self.at += 2,
            b'`' if !self.in_html => self.code(),
            b'!' if self.rest().starts_with("![[") => self.pull(),
            b'[' => self.bracket(),
            b']' => self.address(),
            b'{' => self.braces(),
            b':' => self.icon(),
            _ => self.step(),
        }
    }

    /// Skips code in one line, which is visible as it is.
    fn code(&mut self) {
        let line = self.near(LONGEST_CODE);
        let count = line.bytes().take_while(|byte| *byte == b'`').count();
        let mut at = count;
        while let Some(found) = line[at..].find('`') {
            let run = line[at + found..].bytes().take_while(|byte| *byte == b'`').count();
            at += found + run;
            if run == count {
                self.at += at;
                return;
            }
        }
        self.at += count;
    }

    fn pull(&mut self) {
        match self.near(LONGEST_LABEL).find("]]") {
            Some(end) => self.leave(Exception::Pull, self.at + end + 2),
            None => self.at += 3,
        }
    }

    /// Reads `[^label]`, `[!NOTE]`, and `[[words|Page]]` of a wiki, where either side may be the address.
    fn bracket(&mut self) {
        if self.byte(1) == b'[' {
            let line = self.near(LONGEST_LABEL);
            return match line.find("]]").filter(|end| line[..*end].contains('|')) {
                Some(end) => self.leave(Exception::Address, self.at + end + 2),
                None => self.at += 1,
            };
        }
        let why = match self.byte(1) {
            b'^' => Exception::FootnoteLabel,
            b'!' if self.byte(2).is_ascii_alphabetic() => Exception::CalloutWord,
            _ => return self.at += 1,
        };
        let line = self.near(LONGEST_LABEL);
        let is_link = |end: usize| line[end + 1..].starts_with(['(', '[']);
        let label = why == Exception::FootnoteLabel;
        match line.find(']').filter(|end| label || !is_link(*end)) {
            Some(end) => self.leave(why, self.at + end + 1),
            None => self.at += 1,
        }
    }

    /// Leaves out the address behind the words of a link.
    fn address(&mut self) {
        let (end, why) = match self.byte(1) {
            b'(' => (self.address_end(), Exception::Address),
            b'[' => {
                let near = self.near_in_paragraph(LONGEST_LABEL);
                (near[1..].find(']').map(|end| self.at + end + 2), Exception::Definition)
            }
            _ => (None, Exception::Address),
        };
        match end {
            Some(end) => self.leave(why, end),
            None => self.at += 1,
        }
    }

    /// Returns the byte behind the current address; a very long one, such as data, ends at the next bracket.
    fn address_end(&mut self) -> Option<usize> {
        let near = self.near_in_paragraph(LONGEST_ADDRESS);
        if let Some(length) = closing_bracket(&near[1..]) {
            return Some(self.at + 1 + length);
        }
        let long = near.len() + 3 >= LONGEST_ADDRESS;
        let end = next_end(&mut self.ends.round, self.text, self.at, ")") + 1;
        (long && end <= self.line_end()).then_some(end)
    }

    /// Reads `{#id}`, `{=name}`, `{when=document}`.
    fn braces(&mut self) {
        let line = self.near(LONGEST_BRACES);
        let is_list = |inside: &str| inside.starts_with(['#', '.', '=']) || inside.contains('=');
        if let Some(end) = line.find('}').filter(|end| is_list(line[1..*end].trim())) {
            return self.leave(Exception::Attributes, self.at + end + 1);
        }
        let end = self.line_end();
        let closes = self.text[..end].trim_end().ends_with('}');
        if line.len() >= LONGEST_BRACES && closes && is_list(line[1..].trim()) {
            return self.leave(Exception::Attributes, end);
        }
        self.at += 1;
    }

    fn icon(&mut self) {
        let rest = &self.near(LONGEST_ICON)[1..];
        match rest.find(':').filter(|end| find_icon(&rest[..*end]).is_some()) {
            Some(end) => self.leave(Exception::Icon, self.at + end + 2),
            None => self.at += 1,
        }
    }

    /// Reads an entity, which ends a word; one that may be a letter takes the letters beside it along.
    pub fn entity(&mut self) {
        let name = self.rest()[1..].bytes().take(40);
        let length = name.take_while(|b| b.is_ascii_alphanumeric() || *b == b'#').count();
        let name = &self.text[self.at + 1..self.at + 1 + length];
        let closed = self.byte(length + 1) == b';';
        if length == 0 || !(closed || self.html || name.starts_with('#')) {
            self.at += 1;
            return;
        }
        let end = self.at + 1 + length + usize::from(closed);
        if PLAIN_ENTITIES.contains(&name) && closed {
            self.leave(Exception::Entity, end);
            return;
        }
        let before = self.text[self.from..self.at].trim_end_matches(char::is_alphanumeric).len();
        self.at = self.from + before;
        let after = &self.text[end..];
        let letters = after.len() - after.trim_start_matches(char::is_alphanumeric).len();
        self.leave(Exception::Entity, end + letters);
    }
}

/// Returns the byte behind the bracket that closes the one at the start of `text`.
fn closing_bracket(text: &str) -> Option<usize> {
    let (mut depth, mut quote, mut last) = (0, None, b' ');
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open && last != b'\\' => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if last.is_ascii_whitespace() => quote = Some(byte),
            (None, b'(') if last != b'\\' => depth += 1,
            (None, b')') if last != b'\\' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
        last = byte;
    }
    None
}
