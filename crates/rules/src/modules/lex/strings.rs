//! Strings: in single or triple quotation marks, raw, of bytes, formatted. The braces of a formatted string
//! contain code.

use super::{Lexer, TokenKind};

/// A formatted string that is not closed yet.
pub struct OpenFormat {
    quote: StringQuote,
    /// Number of open brackets at the start of its expression.
    pub open: usize,
}

#[derive(Clone, Copy)]
struct StringQuote {
    mark: char,
    triple: bool,
}

impl Lexer<'_> {
    /// Reads a string whose prefix began at `start`; its first quotation mark comes next.
    pub fn string(&mut self, start: usize, prefix: &str) {
        let mark = self.peek().unwrap_or('"');
        let triple = self.rest().starts_with(&mark.to_string().repeat(3));
        self.at += if triple { 3 } else { 1 };
        let quote = StringQuote { mark, triple };
        if prefix.contains('f') {
            self.formats.push(OpenFormat { quote, open: self.open.len() });
            return self.format_text(start);
        }
        if self.until_quote(quote, false) != StringEnd::Quote {
            self.unclosed(start, quote);
        }
        self.push(TokenKind::Text, start..self.at);
    }

    /// Reads a formatted string up to its next expression or its end.
    pub fn format_text(&mut self, start: usize) {
        let Some(quote) = self.formats.last().map(|format| format.quote) else { return };
        let ended = self.until_quote(quote, true);
        self.push(TokenKind::Text, start..self.at);
        match ended {
            StringEnd::Brace => return self.opening('{'),
            StringEnd::Quote => {}
            StringEnd::Never => self.unclosed(start, quote),
        }
        self.formats.pop();
    }

    fn unclosed(&mut self, start: usize, quote: StringQuote) {
        let on_one_line = "close it on the same line";
        let hint = if quote.triple { "close it with three quotation marks" } else { on_one_line };
        self.problem(start..start + 1, "a string is not closed", hint);
    }

    fn until_quote(&mut self, quote: StringQuote, format: bool) -> StringEnd {
        let end = quote.mark.to_string().repeat(if quote.triple { 3 } else { 1 });
        while let Some(c) = self.peek() {
            match c {
                '\\' => {
                    self.at += 1;
                    self.at += self.peek().map_or(0, char::len_utf8);
                }
                '\n' if !quote.triple => return StringEnd::Never,
                '{' if format && self.rest().starts_with("{{") => self.at += 2,
                '{' if format => return StringEnd::Brace,
                _ if self.rest().starts_with(&end) => {
                    self.at += end.len();
                    return StringEnd::Quote;
                }
                c => self.at += c.len_utf8(),
            }
        }
        StringEnd::Never
    }
}

/// Why the text of a string ended.
#[derive(PartialEq)]
enum StringEnd {
    Quote,
    Brace,
    Never,
}
