//! What the parser of Starlark can not be given: it runs out of stack on deep nesting. In: tokens.
//! Out: findings.

use std::ops::Range;

use super::codes;
use super::lex::Kind;
use super::shape::Shape;
use crate::diagnostic::{Diagnostic, Findings};
use crate::source::{SourceId, Span};

/// The most bytes of one module.
pub(super) const MOST_BYTES: usize = 256 << 10;
/// Brackets in brackets, blocks in blocks.
const DEEPEST: usize = 64;
/// Operators and brackets that one expression may be nested by, and branches of one decision.
const LONGEST: usize = 200;

/// Reports what is nested too deep in a module.
pub(super) fn check(shape: &Shape<'_>, source: SourceId, findings: &mut Findings) {
    let mut report = |range: Range<usize>, message: String, hint: &str| {
        findings.push(
            Diagnostic::at(codes::RULE_NESTING, Span::new(source, range), message).hint(hint),
        );
    };
    if let Some(range) = brackets(shape) {
        report(
            range,
            format!("brackets are nested deeper than {DEEPEST}"),
            "give the inner part a name of its own",
        );
    } else if let Some(range) = chains(shape) {
        let message = format!("an expression has more than {LONGEST} operators in a row");
        report(range, message, "make several expressions of it, or a list");
    }
    if let Some(range) = blocks(shape) {
        report(
            range,
            format!("blocks are nested deeper than {DEEPEST}"),
            "make a function of the inner ones",
        );
    } else if let Some(range) = branches(shape) {
        report(
            range,
            format!("a decision has more than {LONGEST} branches"),
            "look the case up in a dictionary",
        );
    }
}

fn brackets(shape: &Shape<'_>) -> Option<Range<usize>> {
    deeper(shape, Kind::Open, Kind::Close)
}

fn blocks(shape: &Shape<'_>) -> Option<Range<usize>> {
    deeper(shape, Kind::Indent, Kind::Dedent)
}

/// The first token at which more than [`DEEPEST`] are open.
fn deeper(shape: &Shape<'_>, open: Kind, close: Kind) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for token in shape.tokens() {
        if token.kind == open {
            depth += 1;
        } else if token.kind == close {
            depth = depth.saturating_sub(1);
        }
        if depth > DEEPEST {
            return Some(token.start.min(token.end.saturating_sub(1))..token.end);
        }
    }
    None
}

/// How deep the tree of an expression is so far.
#[derive(Default, Clone, Copy)]
struct Depth {
    /// Operators since the last comma.
    chain: usize,
    /// The deepest bracket among them.
    inner: usize,
    /// The deepest expression before the last comma.
    before: usize,
}

impl Depth {
    fn all(self) -> usize {
        self.before.max(self.chain + self.inner)
    }

    fn part(&mut self) {
        *self = Self { before: self.all(), ..Self::default() };
    }
}

/// The first token at which the tree of an expression is deeper than [`LONGEST`].
fn chains(shape: &Shape<'_>) -> Option<Range<usize>> {
    let mut open = vec![Depth::default()];
    for (at, token) in shape.tokens().iter().enumerate() {
        let top = open.last_mut()?;
        match token.kind {
            Kind::Newline | Kind::Indent | Kind::Dedent => *top = Depth::default(),
            Kind::Operator if matches!(shape.word(at), "," | ":" | ";" | "=") => top.part(),
            Kind::Operator => top.chain += 1,
            Kind::Name
                if matches!(
                    shape.word(at),
                    "and" | "or" | "not" | "in" | "if" | "else" | "for" | "lambda"
                ) =>
            {
                top.chain += 1;
            }
            Kind::Text => top.chain += 1,
            Kind::Open => {
                top.chain += 1;
                open.push(Depth::default());
            }
            Kind::Close if open.len() > 1 => {
                let closed = open.pop().unwrap_or_default().all() + 1;
                let top = open.last_mut()?;
                top.inner = top.inner.max(closed);
            }
            _ => {}
        }
        if open.last()?.all() > LONGEST {
            return Some(token.range());
        }
    }
    None
}

/// The first `elif` that is nested deeper than [`LONGEST`] in blocks and earlier branches: each
/// nests the next.
fn branches(shape: &Shape<'_>) -> Option<Range<usize>> {
    let mut levels = vec![0_usize];
    for (at, token) in shape.tokens().iter().enumerate() {
        match token.kind {
            Kind::Indent => levels.push(0),
            Kind::Dedent if levels.len() > 1 => {
                levels.pop();
            }
            Kind::Name if shape.opens_statement(at) => {
                let top = levels.last_mut()?;
                match shape.word(at) {
                    "elif" => *top += 1,
                    "else" => {}
                    _ => *top = 0,
                }
            }
            _ => {}
        }
        if levels.iter().sum::<usize>() + levels.len() > LONGEST {
            return Some(token.range());
        }
    }
    None
}
