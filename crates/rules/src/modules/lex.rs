//! Splits a module into tokens. In: any text. Out: tokens with their bytes, and errors where the text cannot
//! be Starlark.
//!
//! The `starlark` crate parses. This module finds what must be known before that: comments, functions,
//! nesting.

mod strings;

use std::ops::Range;

use strings::OpenFormat;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Name,
    /// A number.
    Number,
    /// A string, or a piece of a formatted one.
    Text,
    /// An operator, a comma, a colon, a point.
    Operator,
    /// `(`, `[`, `{`
    Open,
    /// `)`, `]`, `}`
    Close,
    /// The end of a logical line.
    Newline,
    /// The next line is indented further.
    Indent,
    /// The next line is indented less.
    Dedent,
    /// A comment, from `#` to the end of the line.
    Comment,
}

impl TokenKind {
    /// True for comments and for ends of lines and blocks.
    pub fn is_silent(self) -> bool {
        matches!(self, Self::Comment | Self::Newline | Self::Indent | Self::Dedent)
    }
}

/// A token and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StarlarkToken {
    /// Kind of the token.
    pub kind: TokenKind,
    /// First byte.
    pub start: usize,
    /// Byte after the last one.
    pub end: usize,
}

impl StarlarkToken {
    /// Returns the bytes of the token.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// An error in the text of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LexProblem {
    /// Bytes of the error.
    pub range: Range<usize>,
    /// Message of the error.
    pub message: String,
    /// Hint with the correct form.
    pub hint: &'static str,
}

/// A text as tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lexed {
    /// Tokens in the order of the text; every `Indent` has its `Dedent`.
    pub tokens: Vec<StarlarkToken>,
    /// Errors in the order of the text.
    pub problems: Vec<LexProblem>,
}

/// Splits `text` into tokens.
pub fn lex_module(text: &str) -> Lexed {
    let mut lexer = Lexer {
        text,
        at: 0,
        out: Lexed::default(),
        indents: vec![0],
        open: Vec::new(),
        formats: Vec::new(),
    };
    lexer.byte_order_mark();
    lexer.run();
    lexer.out
}

/// Operators of more than one character, the longest first.
const LONG_OPERATORS: [&str; 18] = [
    "//=", "<<=", ">>=", "**", "//", "==", "!=", "<=", ">=", "<<", ">>", "->", "+=", "-=", "*=",
    "/=", "%=", "|=",
];

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    out: Lexed,
    indents: Vec<usize>,
    /// Open brackets, with their bytes.
    open: Vec<(char, usize)>,
    formats: Vec<OpenFormat>,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        self.indentation();
        while let Some(c) = self.peek() {
            match c {
                ' ' | '\r' => self.at += 1,
                '\t' => self.tab(),
                '\n' => self.line_end(),
                '#' => self.comment(),
                '\\' if self.rest().starts_with("\\\n") => self.at += 2,
                '\\' if self.rest().starts_with("\\\r\n") => self.at += 3,
                '"' | '\'' => self.string(self.at, ""),
                '0'..='9' => self.number(),
                '.' if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
                '(' | '[' | '{' => self.opening(c),
                ')' | ']' | '}' => self.closing(c),
                c if c == '_' || c.is_alphabetic() => self.name(),
                _ => self.operator(c),
            }
        }
        self.finish();
    }

    fn byte_order_mark(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
            let message = "a byte-order mark opens the module";
            self.problem(0..self.at, message, "save it as UTF-8 without a mark");
        }
    }

    fn finish(&mut self) {
        let end = self.text.len();
        if let Some((bracket, at)) = self.open.last().copied() {
            self.problem(at..at + 1, &format!("`{bracket}` is not closed"), "close it");
        }
        if self.last_kind().is_some_and(|kind| kind != TokenKind::Newline) {
            self.push(TokenKind::Newline, end..end);
        }
        for _ in 1..self.indents.len() {
            self.push(TokenKind::Dedent, end..end);
        }
    }

    /// Returns the kind of the last token that is no comment.
    fn last_kind(&self) -> Option<TokenKind> {
        let mut kinds = self.out.tokens.iter().rev().map(|token| token.kind);
        kinds.find(|kind| *kind != TokenKind::Comment)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn push(&mut self, kind: TokenKind, range: Range<usize>) {
        self.out.tokens.push(StarlarkToken { kind, start: range.start, end: range.end });
    }

    fn problem(&mut self, range: Range<usize>, message: &str, hint: &'static str) {
        self.out.problems.push(LexProblem { range, message: message.to_owned(), hint });
    }

    fn tab(&mut self) {
        let hint = "use the space bar; four spaces indent a block";
        self.problem(self.at..self.at + 1, "the module contains a tab", hint);
        self.at += 1;
    }

    fn line_end(&mut self) {
        let start = self.at;
        self.at += 1;
        if !self.open.is_empty() {
            return;
        }
        if self.last_kind().is_some_and(|kind| !kind.is_silent()) {
            self.push(TokenKind::Newline, start..start + 1);
        }
        self.indentation();
    }

    /// Compares the indent of the next line of code with the blocks around it, and reads the comments before
    /// it.
    fn indentation(&mut self) {
        loop {
            let start = self.at;
            let length =
                self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r']).len();
            let blank = &self.rest()[..length];
            self.at += length;
            match self.peek() {
                Some('#') => self.comment(),
                Some('\n') => {}
                None => return,
                Some(_) => {
                    if blank.contains('\t') {
                        let hint = "use the space bar; four spaces indent a block";
                        self.problem(start..self.at, "a line is indented with a tab", hint);
                    }
                    return self.indent(indent_width(blank), start);
                }
            }
            if self.peek().is_none() {
                return;
            }
            self.at += 1;
        }
    }

    fn indent(&mut self, width: usize, start: usize) {
        let now = self.indents.last().copied().unwrap_or(0);
        if width > now {
            self.indents.push(width);
            return self.push(TokenKind::Indent, start..self.at);
        }
        while self.indents.len() > 1 && self.indents.last().is_some_and(|level| *level > width) {
            self.indents.pop();
            self.push(TokenKind::Dedent, self.at..self.at);
        }
        if self.indents.last().is_some_and(|level| *level != width) {
            let hint = "indent it as the lines of its block";
            self.problem(start..self.at, "the line fits no block around it", hint);
        }
    }

    fn comment(&mut self) {
        let end = self.rest().find('\n').unwrap_or(self.rest().len());
        let length = self.rest()[..end].trim_end_matches('\r').len();
        self.push(TokenKind::Comment, self.at..self.at + length);
        self.at += end;
    }

    fn name(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let name =
            &rest[..rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len())];
        self.at += name.len();
        match self.peek() {
            Some('"' | '\'') if is_string_prefix(name) => self.string(start, name),
            _ => self.push(TokenKind::Name, start..self.at),
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            let sign = matches!(byte, b'+' | b'-') && matches!(bytes[self.at - 1], b'e' | b'E');
            let sign = sign && self.at > start && !self.text[start..].starts_with("0x");
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || sign) {
                break;
            }
            self.at += 1;
        }
        self.push(TokenKind::Number, start..self.at);
    }

    fn operator(&mut self, c: char) {
        let long = LONG_OPERATORS.iter().find(|op| self.rest().starts_with(**op));
        let length = long.map_or(c.len_utf8(), |op| op.len());
        let range = self.at..self.at + length;
        if long.is_none() && !"+-*/%=<>.,:;|&^~!@".contains(c) {
            self.foreign_character(c, range.clone());
        }
        self.push(TokenKind::Operator, range);
        self.at += length;
    }

    fn foreign_character(&mut self, c: char, range: Range<usize>) {
        let message = format!("`{}` is not part of the language", c.escape_debug());
        self.problem(range, &message, "delete it, or put it in quotes");
    }

    fn opening(&mut self, c: char) {
        self.open.push((c, self.at));
        self.push(TokenKind::Open, self.at..self.at + 1);
        self.at += 1;
    }

    fn closing(&mut self, c: char) {
        let range = self.at..self.at + 1;
        self.push(TokenKind::Close, range.clone());
        self.at += 1;
        match self.open.pop() {
            Some((bracket, _)) if bracket == opening_bracket(c) => {}
            Some((bracket, _)) => {
                let message = format!("`{c}` closes `{bracket}`");
                self.problem(range, &message, "close brackets in the order they were opened");
            }
            None => {
                let message = format!("`{c}` closes nothing");
                self.problem(range, &message, "delete it, or open it before this place");
            }
        }
        if self.formats.last().is_some_and(|format| format.open == self.open.len()) {
            self.format_text(self.at);
        }
    }
}

/// Returns the indent of a line in columns; a tab counts as eight.
fn indent_width(blank: &str) -> usize {
    blank.chars().map(|c| if c == '\t' { 8 } else { 1 }).sum()
}

/// Returns the opening bracket for a closing one.
fn opening_bracket(closing: char) -> char {
    match closing {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

fn is_string_prefix(name: &str) -> bool {
    matches!(name, "r" | "b" | "f" | "br" | "rb" | "fr" | "rf")
}
