//! A module that is the program of a chart. In: its tokens. Out: its functions with the answers in their
//! `return`s.

use std::ops::Range;

use super::directive::DirectiveWord;
use crate::modules::lex::TokenKind;
use crate::modules::shape::{FunctionDef, ModuleShape};
use crate::stable_hash;
use base::source::Span;

/// A module that opens with `#@ chart #anchor`.
#[derive(Debug)]
pub struct ChartModule<'t> {
    /// Number of the book that has the chart.
    pub book: usize,
    /// Anchor of the chart.
    pub anchor: DirectiveWord<'t>,
    /// Span of the `#@ chart` line.
    pub span: Span,
    /// Functions of the module, as numbers of the program.
    pub functions: Range<usize>,
    /// Functions that are not nested in another one.
    pub defs: Vec<ChartFunction<'t>>,
}

/// A function of a chart module.
#[derive(Debug)]
pub struct ChartFunction<'t> {
    /// Number of the function in the program.
    pub function: usize,
    /// Name of the function.
    pub name: &'t str,
    /// Span of the name.
    pub span: Span,
    /// Hash of the tokens of the function.
    pub hash: u64,
    /// Strings that the function returns literally, with their spans.
    pub answers: Vec<(&'t str, Span)>,
}

impl<'t> ChartFunction<'t> {
    fn new(shape: &ModuleShape<'t>, def: &FunctionDef<'t>, function: usize) -> Self {
        let (span, answers) = (shape.name_span(def), returned_answers(shape, def));
        let hash = stable_hash::function_hash(shape, def);
        Self { function, name: def.name, span, hash, answers }
    }
}

impl<'t> ChartModule<'t> {
    /// Creates the module of `shape`, whose first function has the number `first`.
    pub fn new(
        shape: &ModuleShape<'t>,
        book: usize,
        first: usize,
        anchor: DirectiveWord<'t>,
        span: Span,
    ) -> Self {
        let is_nested = |def: &FunctionDef<'_>| {
            shape.defs.iter().any(|other| lies_within(&def.tokens, &other.body))
        };
        let outer = shape.defs.iter().enumerate().filter(|(_, def)| !is_nested(def));
        let defs = outer.map(|(nth, def)| ChartFunction::new(shape, def, first + nth));
        let functions = first..first + shape.defs.len();
        Self { book, anchor, span, functions, defs: defs.collect() }
    }

    /// Returns the function of this number, unless it is nested in another one.
    pub fn outer_function(&self, function: usize) -> Option<&ChartFunction<'t>> {
        self.defs.iter().find(|def| def.function == function)
    }
}

fn lies_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

/// Returns every string that is a whole answer, as in `return "Yes"` and `return "Yes" if fits(card) else
/// "No"`.
fn returned_answers<'t>(shape: &ModuleShape<'t>, def: &FunctionDef<'_>) -> Vec<(&'t str, Span)> {
    let tokens = shape.defs.iter().map(|def| &def.tokens);
    let nested: Vec<&Range<usize>> = tokens.filter(|at| lies_within(at, &def.body)).collect();
    let kind = |at: usize| shape.tokens().get(at).map(|token| token.kind);
    let ends_line = |at: usize| {
        matches!(kind(at), None | Some(TokenKind::Newline | TokenKind::Comment | TokenKind::Dedent))
    };
    // A lone string after `return` or `else`, up to the end of the line or to `if`.
    let is_whole_answer = |at: usize| {
        kind(at) == Some(TokenKind::Text)
            && (shape.is(at - 1, "return") || shape.is(at - 1, "else"))
            && (ends_line(at + 1) || shape.is(at + 1, "if"))
    };
    let mut found = Vec::new();
    let mut returns = false;
    for at in def.body.clone() {
        if shape.is(at, "return") {
            returns = !nested.iter().any(|tokens| tokens.contains(&at));
        } else if kind(at) == Some(TokenKind::Newline) || shape.is(at, ";") {
            returns = false;
        } else if returns && is_whole_answer(at) {
            found.extend(shape.literal_at(at).map(|text| (text, shape.span_of(at))));
        }
    }
    found
}
