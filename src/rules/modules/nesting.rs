//! What the parser of Starlark can not be given: it runs out of stack on deep nesting. In: tokens.
//! Out: findings.

use std::ops::Range;

use super::lex::TokenKind;
use super::shape::ModuleShape;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{SourceId, Span};

/// The most bytes of one module.
pub(super) const MOST_BYTES: usize = 256 << 10;
/// Brackets in brackets, blocks in blocks.
const DEEPEST_NESTING: usize = 64;
/// Operators and brackets that one expression may be nested by, and branches of one decision.
const LONGEST_CHAIN: usize = 200;

/// Reports what is nested too deep in a module.
pub(super) fn check_nesting(shape: &ModuleShape<'_>, source: SourceId, findings: &mut Findings) {
    let mut report = |range: Range<usize>, message: String, hint: &str| {
        findings
            .push(Diagnostic::at(code::RULE_NESTING, Span::new(source, range), message).hint(hint));
    };
    if let Some(range) = deep_brackets(shape) {
        report(
            range,
            format!("brackets are nested deeper than {DEEPEST_NESTING}"),
            "give the inner part a name of its own",
        );
    } else if let Some(range) = long_chain(shape) {
        let message = format!("an expression has more than {LONGEST_CHAIN} operators in a row");
        report(range, message, "make several expressions of it, or a list");
    }
    if let Some(range) = deep_blocks(shape) {
        report(
            range,
            format!("blocks are nested deeper than {DEEPEST_NESTING}"),
            "make a function of the inner ones",
        );
    } else if let Some(range) = long_decision(shape) {
        report(
            range,
            format!("a decision has more than {LONGEST_CHAIN} branches"),
            "look the case up in a dictionary",
        );
    }
}

fn deep_brackets(shape: &ModuleShape<'_>) -> Option<Range<usize>> {
    first_deeper(shape, TokenKind::Open, TokenKind::Close)
}

fn deep_blocks(shape: &ModuleShape<'_>) -> Option<Range<usize>> {
    first_deeper(shape, TokenKind::Indent, TokenKind::Dedent)
}

/// The first token at which more than [`DEEPEST`] are open.
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

/// How deep the tree of an expression is so far.
#[derive(Default, Clone, Copy)]
struct ExpressionDepth {
    /// Operators since the last comma.
    chain: usize,
    /// The deepest bracket among them.
    inner: usize,
    /// The deepest expression before the last comma.
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

/// The first token at which the tree of an expression is deeper than [`LONGEST`].
fn long_chain(shape: &ModuleShape<'_>) -> Option<Range<usize>> {
    let mut open = vec![ExpressionDepth::default()];
    for (at, token) in shape.tokens().iter().enumerate() {
        let top = open.last_mut()?;
        match token.kind {
            TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent => {
                *top = ExpressionDepth::default()
            }
            TokenKind::Operator if matches!(shape.word(at), "," | ":" | ";" | "=") => top.part(),
            TokenKind::Operator => top.chain += 1,
            TokenKind::Name
                if matches!(
                    shape.word(at),
                    "and" | "or" | "not" | "in" | "if" | "else" | "for" | "lambda"
                ) =>
            {
                top.chain += 1;
            }
            TokenKind::Text => top.chain += 1,
            TokenKind::Open => {
                top.chain += 1;
                open.push(ExpressionDepth::default());
            }
            TokenKind::Close if open.len() > 1 => {
                let closed = open.pop().unwrap_or_default().all() + 1;
                let top = open.last_mut()?;
                top.inner = top.inner.max(closed);
            }
            _ => {}
        }
        if open.last()?.all() > LONGEST_CHAIN {
            return Some(token.range());
        }
    }
    None
}

/// The first `elif` that is nested deeper than [`LONGEST`] in blocks and earlier branches: each
/// nests the next.
fn long_decision(shape: &ModuleShape<'_>) -> Option<Range<usize>> {
    let mut levels = vec![0_usize];
    for (at, token) in shape.tokens().iter().enumerate() {
        match token.kind {
            TokenKind::Indent => levels.push(0),
            TokenKind::Dedent if levels.len() > 1 => {
                levels.pop();
            }
            TokenKind::Name if shape.opens_statement(at) => {
                let top = levels.last_mut()?;
                match shape.word(at) {
                    "elif" => *top += 1,
                    "else" => {}
                    _ => *top = 0,
                }
            }
            _ => {}
        }
        if levels.iter().sum::<usize>() + levels.len() > LONGEST_CHAIN {
            return Some(token.range());
        }
    }
    None
}
