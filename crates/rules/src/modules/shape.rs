//! Shape of a module: its functions, its `load()` lines and its `#@` comments. In: tokens. Out: the place of
//! each of these.

use std::ops::Range;

use super::lex::{Lexed, StarlarkToken, TokenKind};
use base::source::{SourceId, Span};

/// A `def`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionDef<'a> {
    /// Name of the function.
    pub name: &'a str,
    /// Bytes of the name.
    pub place: Range<usize>,
    /// Tokens from `def` to the end of its body.
    pub tokens: Range<usize>,
    /// Tokens of the body; if it is on lines of its own, those between `Indent` and `Dedent`.
    pub body: Range<usize>,
}

/// A module with its tokens.
#[derive(Debug)]
pub struct ModuleShape<'a> {
    /// Text of the module.
    pub text: &'a str,
    /// Source of the text.
    pub source: SourceId,
    /// Tokens and errors of the text.
    pub lexed: Lexed,
    /// All functions in the order of the text; a nested one comes after its outer one.
    pub defs: Vec<FunctionDef<'a>>,
}

impl<'a> ModuleShape<'a> {
    /// Finds the shape of `text`, even if it has errors.
    pub fn new(text: &'a str, source: SourceId, lexed: Lexed) -> Self {
        let mut shape = Self { text, source, lexed, defs: Vec::new() };
        let all = 0..shape.tokens().len();
        let starts = all.filter(|at| shape.is(*at, "def") && shape.opens_statement(*at));
        shape.defs = starts.filter_map(|at| shape.def(at)).collect();
        shape
    }

    /// Returns the tokens.
    pub fn tokens(&self) -> &[StarlarkToken] {
        &self.lexed.tokens
    }

    /// Returns the tokens of a kind, with their numbers.
    pub fn tokens_of(&self, kind: TokenKind) -> impl Iterator<Item = (usize, StarlarkToken)> {
        self.tokens().iter().copied().enumerate().filter(move |(_, token)| token.kind == kind)
    }

    fn kind_at(&self, at: usize) -> Option<TokenKind> {
        self.tokens().get(at).map(|token| token.kind)
    }

    /// Returns the span of a token.
    pub fn span_of(&self, at: usize) -> Span {
        Span::new(self.source, self.tokens()[at].range())
    }

    /// Returns the span of a function's name.
    pub fn name_span(&self, def: &FunctionDef<'_>) -> Span {
        Span::new(self.source, def.place.clone())
    }

    /// True if only blanks are before a byte of the text on its line.
    pub fn begins_line(&self, byte: usize) -> bool {
        let before = self.text[..byte].rsplit('\n').next().unwrap_or_default();
        before.trim().is_empty()
    }

    /// Returns the text of a token.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens().get(at).map_or("", |token| &self.text[token.range()])
    }

    /// True if a token is this name, keyword or operator.
    pub fn is(&self, at: usize, word: &str) -> bool {
        let is_word = matches!(
            self.kind_at(at),
            Some(TokenKind::Name | TokenKind::Operator | TokenKind::Open | TokenKind::Close)
        );
        is_word && self.word(at) == word
    }

    /// Returns the next token after `at` that is no comment.
    pub fn next(&self, at: usize) -> usize {
        let rest = self.tokens().get(at + 1..).unwrap_or_default();
        at + 1 + rest.iter().take_while(|token| token.kind == TokenKind::Comment).count()
    }

    /// True if a statement begins with this token.
    pub fn opens_statement(&self, at: usize) -> bool {
        let mut before = self.tokens()[..at].iter().rev().map(|token| token.kind);
        let last = before.find(|kind| *kind != TokenKind::Comment);
        matches!(last, None | Some(TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent))
    }

    /// Returns the first token from `at` on that is this operator outside of brackets; `None` if the line has
    /// no such token.
    pub fn ahead(&self, at: usize, word: &str) -> Option<usize> {
        let mut depth = 0_usize;
        for (nth, token) in self.tokens().iter().enumerate().skip(at) {
            match token.kind {
                TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent => return None,
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ if depth == 0 && self.is(nth, word) => return Some(nth),
                _ => {}
            }
        }
        None
    }

    fn def(&self, at: usize) -> Option<FunctionDef<'a>> {
        let name = self.next(at);
        if self.kind_at(name) != Some(TokenKind::Name) {
            return None;
        }
        let body = self.body(self.ahead(name, ":")?);
        let place = self.tokens()[name].range();
        Some(FunctionDef { name: self.word(name), place, tokens: at..body.end, body })
    }

    /// Returns the tokens of the body after a colon.
    pub fn body(&self, colon: usize) -> Range<usize> {
        let first = self.next(colon);
        if self.kind_at(first) != Some(TokenKind::Newline) {
            return first..self.first_after(first, |kind| kind == TokenKind::Newline);
        }
        let indent = self.next(first);
        if self.kind_at(indent) != Some(TokenKind::Indent) {
            return first..first;
        }
        indent + 1..self.block_end(indent)
    }

    /// Returns the token that closes the block that the token `indent` opens.
    fn block_end(&self, indent: usize) -> usize {
        let mut depth = 0_usize;
        self.first_after(indent, |kind| {
            match kind {
                TokenKind::Indent => depth += 1,
                TokenKind::Dedent => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    }

    /// Returns the first token from `at` on whose kind is wanted, or the end.
    fn first_after(&self, at: usize, mut wanted: impl FnMut(TokenKind) -> bool) -> usize {
        let all = self.tokens();
        let found = all.iter().skip(at).position(|token| wanted(token.kind));
        found.map_or(all.len(), |found| at + found)
    }

    /// Returns the paths that `load()` lines name, with their bytes.
    pub fn loads(&self) -> Vec<(&'a str, Range<usize>)> {
        let opens =
            |at: &usize| self.is(*at, "load") && self.opens_statement(*at) && self.is(*at + 1, "(");
        let paths = (0..self.tokens().len()).filter(opens).map(|at| at + 2);
        paths.filter_map(|at| Some((self.text_of(at)?, self.tokens()[at].range()))).collect()
    }

    /// Returns the content of a plain string; `None` for other tokens.
    pub fn text_of(&self, at: usize) -> Option<&'a str> {
        let word = self.word(at);
        let quoted = |mark: char| word.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        quoted('"').or_else(|| quoted('\''))
    }

    /// Returns the content of a plain string without escapes and quotation marks.
    pub fn literal_at(&self, at: usize) -> Option<&'a str> {
        self.text_of(at).filter(|text| !text.contains(['\\', '"', '\'']))
    }
}
