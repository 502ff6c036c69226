//! A module that is the program of a chart. In: its tokens. Out: its functions with the answers
//! they are seen to give.

use std::ops::Range;

use crate::rules::hash;
use crate::rules::lex::Kind;
use crate::rules::line::Said;
use crate::rules::shape::{Def, Shape};
use crate::source::{SourceId, Span};

/// A module that opens with `#@ chart #anchor`.
#[derive(Debug)]
pub(in crate::rules) struct Charted {
    /// Number of the book whose chart it is.
    pub book: usize,
    /// The anchor of the chart.
    pub anchor: Said,
    /// Where the line stands.
    pub span: Span,
    /// The functions of the module, as numbers of the program.
    pub functions: Range<usize>,
    /// Those that stand in no other function.
    pub defs: Vec<ChartDef>,
}

/// A function of such a module.
#[derive(Debug)]
pub(in crate::rules) struct ChartDef {
    /// Its number in the program.
    pub function: usize,
    /// Its name.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Hash of its tokens.
    pub hash: u64,
    /// Strings that it returns as they stand, with their places.
    pub answers: Vec<(String, Span)>,
}

impl Charted {
    /// The module of `shape`, whose first function has the number `first`.
    pub(super) fn new(
        shape: &Shape<'_>,
        (book, first): (usize, usize),
        anchor: Said,
        span: Span,
    ) -> Self {
        let outer = |def: &Def| !shape.defs.iter().any(|other| within(&def.tokens, &other.body));
        let defs = shape.defs.iter().enumerate().filter(|(_, def)| outer(def));
        let defs = defs.map(|(nth, def)| ChartDef {
            function: first + nth,
            name: def.name.clone(),
            span: Span::new(span.source, def.place.clone()),
            hash: hash::function(shape, def),
            answers: answers(shape, def, span.source),
        });
        Self {
            book,
            anchor,
            span,
            functions: first..first + shape.defs.len(),
            defs: defs.collect(),
        }
    }
}

fn within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

/// `return "Yes"`, `return "Yes" if fits(card) else "No"`: every string that is a whole answer.
fn answers(shape: &Shape<'_>, def: &Def, source: SourceId) -> Vec<(String, Span)> {
    let inner = |at: usize| {
        shape.defs.iter().any(|d| d.tokens.contains(&at) && within(&d.tokens, &def.body))
    };
    let mut found = Vec::new();
    let mut returns = false;
    for at in def.body.clone() {
        match shape.tokens()[at].kind {
            Kind::Newline => returns = false,
            Kind::Name if shape.is(at, "return") => returns = !inner(at),
            Kind::Operator if shape.is(at, ";") => returns = false,
            Kind::Text if returns && whole(shape, at) => {
                if let Some(text) =
                    shape.text_of(at).filter(|text| !text.contains(['\\', '"', '\'']))
                {
                    found.push((text.to_owned(), Span::new(source, shape.tokens()[at].range())));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a string stands alone behind `return` or `else`, up to the end of the line or to `if`.
fn whole(shape: &Shape<'_>, at: usize) -> bool {
    let begins = at > 0 && (shape.is(at - 1, "return") || shape.is(at - 1, "else"));
    let next = shape.tokens().get(at + 1).map(|token| token.kind);
    begins
        && (matches!(next, None | Some(Kind::Newline | Kind::Comment | Kind::Dedent))
            || shape.is(at + 1, "if"))
}
