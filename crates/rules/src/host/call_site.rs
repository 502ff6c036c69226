//! Finds the call at a place of a module. In: its text and a place. Out: the name that is called, and the
//! argument at the place.

use std::ops::Range;

use crate::lex::{StarlarkToken, TokenKind, lex_module};

/// Words before a bracket that calls nothing.
const KEYWORDS: [&str; 9] = ["if", "or", "and", "in", "not", "return", "else", "elif", "def"];

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// Name that is called, without what is before a point.
    pub name: String,
    /// True for a method, as in `hand.shuffle()`.
    pub is_method: bool,
    /// Argument at the place: its name, or the number of arguments before it.
    pub argument: Option<Result<String, usize>>,
}

/// Returns the call at `place`, from its name or its value to its last bracket.
pub fn call_at(text: &str, place: Range<usize>) -> Option<CallSite> {
    let tokens = lex_module(text).tokens;
    let inside = |token: &StarlarkToken| place.start <= token.start && token.end <= place.end;
    let last = tokens.iter().rposition(inside)?;
    if tokens[last].kind != TokenKind::Close {
        return None;
    }
    let open = opening_of(&tokens, last)?;
    (tokens[open].start >= place.start).then(|| site(text, &tokens, open, None)).flatten()
}

/// Returns the innermost call that has a byte among its arguments.
pub fn enclosing_call(text: &str, byte: usize) -> Option<CallSite> {
    let tokens = lex_module(text).tokens;
    let at = tokens.iter().position(|token| token.start >= byte).unwrap_or(tokens.len());
    let mut depth = 0_usize;
    for open in (0..at).rev() {
        match tokens[open].kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open if depth > 0 => depth -= 1,
            TokenKind::Open => match site(text, &tokens, open, Some(at)) {
                Some(site) => return Some(site),
                None => continue,
            },
            _ => {}
        }
    }
    None
}

/// Returns the opening bracket for a closing one.
fn opening_of(tokens: &[StarlarkToken], close: usize) -> Option<usize> {
    let mut depth = 0_usize;
    (0..=close).rev().find(|at| {
        match tokens[*at].kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// Returns the call with the bracket `open`; `at` is the token of one of its arguments.
fn site(text: &str, tokens: &[StarlarkToken], open: usize, at: Option<usize>) -> Option<CallSite> {
    let word = |at: usize| &text[tokens[at].range()];
    let name = open.checked_sub(1).filter(|name| tokens[*name].kind == TokenKind::Name)?;
    if word(open) != "(" || KEYWORDS.contains(&word(name)) {
        return None;
    }
    let is_method = name > 0 && word(name - 1) == ".";
    let argument = at.and_then(|at| argument_at(text, tokens, open, at));
    Some(CallSite { name: word(name).to_owned(), is_method, argument })
}

/// Returns the name of the argument that a token belongs to, or the number of arguments before it.
fn argument_at(
    text: &str,
    tokens: &[StarlarkToken],
    open: usize,
    at: usize,
) -> Option<Result<String, usize>> {
    let word = |at: usize| text.get(tokens.get(at)?.range());
    let (mut depth, mut count, mut first) = (0_usize, 0, open + 1);
    for (inner, token) in tokens.iter().enumerate().take(at).skip(open + 1) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ if depth == 0 && word(inner) == Some(",") => {
                count += 1;
                first = inner + 1;
            }
            _ => {}
        }
    }
    let is_named = word(first + 1) == Some("=");
    Some(if is_named { Ok(word(first)?.to_owned()) } else { Err(count) })
}
