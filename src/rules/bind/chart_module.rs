//! A module that is the program of a chart. In: its tokens. Out: its functions with the answers
//! they are seen to give.

use std::ops::Range;

use super::directive::DirectiveWord;
use crate::rules::modules::lex::TokenKind;
use crate::rules::modules::shape::{FunctionDef, ModuleShape};
use crate::rules::stable_hash;
use crate::source::{SourceId, Span};

/// A module that opens with `#@ chart #anchor`.
#[derive(Debug)]
pub(in crate::rules) struct ChartModule {
    /// Number of the book whose chart it is.
    pub book: usize,
    /// The anchor of the chart.
    pub anchor: DirectiveWord,
    /// Where the line stands.
    pub span: Span,
    /// The functions of the module, as numbers of the program.
    pub functions: Range<usize>,
    /// Those that stand in no other function.
    pub defs: Vec<ChartFunction>,
}

/// A function of such a module.
#[derive(Debug)]
pub(in crate::rules) struct ChartFunction {
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

impl ChartModule {
    /// The module of `shape`, whose first function has the number `first`.
    pub(super) fn new(
        shape: &ModuleShape<'_>,
        (book, first): (usize, usize),
        anchor: DirectiveWord,
        span: Span,
    ) -> Self {
        let outer = |def: &FunctionDef| {
            !shape.defs.iter().any(|other| lies_within(&def.tokens, &other.body))
        };
        let defs = shape.defs.iter().enumerate().filter(|(_, def)| outer(def));
        let defs = defs.map(|(nth, def)| ChartFunction {
            function: first + nth,
            name: def.name.clone(),
            span: Span::new(span.source, def.place.clone()),
            hash: stable_hash::function_hash(shape, def),
            answers: returned_answers(shape, def, span.source),
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

fn lies_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

/// `return "Yes"`, `return "Yes" if fits(card) else "No"`: every string that is a whole answer.
fn returned_answers(
    shape: &ModuleShape<'_>,
    def: &FunctionDef,
    source: SourceId,
) -> Vec<(String, Span)> {
    let inner = |at: usize| {
        shape.defs.iter().any(|d| d.tokens.contains(&at) && lies_within(&d.tokens, &def.body))
    };
    let mut found = Vec::new();
    let mut returns = false;
    for at in def.body.clone() {
        match shape.tokens()[at].kind {
            TokenKind::Newline => returns = false,
            TokenKind::Name if shape.is(at, "return") => returns = !inner(at),
            TokenKind::Operator if shape.is(at, ";") => returns = false,
            TokenKind::Text if returns && is_whole_answer(shape, at) => {
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
fn is_whole_answer(shape: &ModuleShape<'_>, at: usize) -> bool {
    let begins = at > 0 && (shape.is(at - 1, "return") || shape.is(at - 1, "else"));
    let next = shape.tokens().get(at + 1).map(|token| token.kind);
    begins
        && (matches!(
            next,
            None | Some(TokenKind::Newline | TokenKind::Comment | TokenKind::Dedent)
        ) || shape.is(at + 1, "if"))
}
