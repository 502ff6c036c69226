//! Reports nesting that is too deep for the parser of Starlark, which would run out of stack. In: tokens.
//! Out: findings.

use std::ops::Range;

use super::lex::TokenKind;
use super::shape::ModuleShape;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;

/// Largest module, in bytes.
pub const MOST_BYTES: usize = 256 << 10;
/// Deepest nesting of brackets in brackets, or of blocks in blocks.
const DEEPEST_NESTING: usize = 64;
/// Most operators and brackets that an expression may be nested by, and most branches of one decision.
const LONGEST_CHAIN: usize = 200;

/// Reports everything in a module that is nested too deeply.
pub fn check_nesting(shape: &ModuleShape<'_>, findings: &mut Findings) {
    for deep in [deep_expression(shape), deep_block(shape)].into_iter().flatten() {
        let (range, message, hint) = deep;
        let span = Span::new(shape.source, range);
        findings.push(Diagnostic::at(code::RULE_NESTING, span, message).hint(hint));
    }
}

/// Bytes of something that is nested too deeply, with the message and the hint.
type TooDeep = (Range<usize>, String, &'static str);

fn deep_expression(shape: &ModuleShape<'_>) -> Option<TooDeep> {
    if let Some(range) = first_deeper(shape, TokenKind::Open, TokenKind::Close) {
        let message = format!("brackets are nested deeper than {DEEPEST_NESTING}");
        return Some((range, message, "give the inner part a name of its own"));
    }
    let message = format!("an expression has more than {LONGEST_CHAIN} operators in a row");
    Some((long_chain(shape)?, message, "split it into several expressions, or make it a list"))
}

fn deep_block(shape: &ModuleShape<'_>) -> Option<TooDeep> {
    if let Some(range) = first_deeper(shape, TokenKind::Indent, TokenKind::Dedent) {
        let message = format!("blocks are nested deeper than {DEEPEST_NESTING}");
        return Some((range, message, "move the inner blocks into a function"));
    }
    let message = format!("a decision has more than {LONGEST_CHAIN} branches");
    Some((long_decision(shape)?, message, "look the case up in a dictionary"))
}

/// Returns the first token at which more than [`DEEPEST_NESTING`] are open.
fn first_deeper(
    shape: &ModuleShape<'_>,
    open: TokenKind,
    close: TokenKind,
) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for token in shape.tokens() {
        if token.kind == open {
            depth += 1;
        } else if token.kind == close {
            depth = depth.saturating_sub(1);
        }
        if depth > DEEPEST_NESTING {
            return Some(token.start.min(token.end.saturating_sub(1))..token.end);
        }
    }
    None
}

/// Depth of the tree of an expression so far.
#[derive(Default, Clone, Copy)]
struct ExpressionDepth {
    /// Operators since the last comma.
    chain: usize,
    /// Depth of the deepest bracket among them.
    inner: usize,
    /// Depth of the deepest expression before the last comma.
    before: usize,
}

impl ExpressionDepth {
    fn all(self) -> usize {
        self.before.max(self.chain + self.inner)
    }

    fn part(&mut self) {
        *self = Self { before: self.all(), ..Self::default() };
    }
}

/// Returns the first token at which the tree of an expression is deeper than [`LONGEST_CHAIN`].
fn long_chain(shape: &ModuleShape<'_>) -> Option<Range<usize>> {
    let mut open = vec![ExpressionDepth::default()];
    for (at, token) in shape.tokens().iter().enumerate() {
        add_to_depth(&mut open, token.kind, shape.word(at))?;
        if open.last()?.all() > LONGEST_CHAIN {
            return Some(token.range());
        }
    }
    None
}

/// Counts a token in the depths of the open expressions; `None` if there is none.
fn add_to_depth(open: &mut Vec<ExpressionDepth>, kind: TokenKind, word: &str) -> Option<()> {
    let top = open.last_mut()?;
    match kind {
        TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent => {
            *top = ExpressionDepth::default();
        }
        TokenKind::Operator if matches!(word, "," | ":" | ";" | "=") => top.part(),
        TokenKind::Operator | TokenKind::Text => top.chain += 1,
        TokenKind::Name => {
            let joins =
                matches!(word, "and" | "or" | "not" | "in" | "if" | "else" | "for" | "lambda");
            top.chain += usize::from(joins);
        }
        TokenKind::Open => {
            top.chain += 1;
            open.push(ExpressionDepth::default());
        }
        TokenKind::Close if open.len() > 1 => {
            let closed = open.pop()?.all() + 1;
            let top = open.last_mut()?;
            top.inner = top.inner.max(closed);
        }
        TokenKind::Close | TokenKind::Number | TokenKind::Comment => {}
    }
    Some(())
}

/// Returns the first `elif` that is nested deeper than [`LONGEST_CHAIN`] in blocks and earlier branches: each
/// branch nests the next.
fn long_decision(shape: &ModuleShape<'_>) -> Option<Range<usize>> {
    let mut levels = vec![0_usize];
    for (at, token) in shape.tokens().iter().enumerate() {
        match token.kind {
            TokenKind::Indent => levels.push(0),
            TokenKind::Dedent if levels.len() > 1 => {
                levels.pop();
            }
            TokenKind::Name if shape.opens_statement(at) => {
                let branches = levels.last_mut()?;
                match shape.word(at) {
                    "elif" => *branches += 1,
                    "else" => {}
                    _ => *branches = 0,
                }
            }
            TokenKind::Name
            | TokenKind::Dedent
            | TokenKind::Number
            | TokenKind::Text
            | TokenKind::Operator
            | TokenKind::Open
            | TokenKind::Close
            | TokenKind::Newline
            | TokenKind::Comment => {}
        }
        if levels.iter().sum::<usize>() + levels.len() > LONGEST_CHAIN {
            return Some(token.range());
        }
    }
    None
}
