//! A module that is the program of a chart. In: its tokens. Out: its functions with the answers
//! that their `return`s show.

use std::ops::Range;

use super::directive::DirectiveWord;
use crate::modules::lex::TokenKind;
use crate::modules::shape::{FunctionDef, ModuleShape};
use crate::stable_hash;
use base::source::Span;

/// A module that opens with `#@ chart #anchor`.
#[derive(Debug)]
pub struct ChartModule<'t> {
    /// Number of the book whose chart it is.
    pub book: usize,
    /// The anchor of the chart.
    pub anchor: DirectiveWord<'t>,
    /// Where the line stands.
    pub span: Span,
    /// The functions of the module, as numbers of the program.
    pub functions: Range<usize>,
    /// Those that stand in no other function.
    pub defs: Vec<ChartFunction<'t>>,
}

/// A function of such a module.
#[derive(Debug)]
pub struct ChartFunction<'t> {
    /// Its number in the program.
    pub function: usize,
    /// Its name.
    pub name: &'t str,
    /// Where its name stands.
    pub span: Span,
    /// Hash of its tokens.
    pub hash: u64,
    /// Strings that it returns as they stand, with their places.
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
    /// The module of `shape`, whose first function has the number `first`.
    pub fn new(
        shape: &ModuleShape<'t>,
        (book, first): (usize, usize),
        anchor: DirectiveWord<'t>,
        span: Span,
    ) -> Self {
        let outer = shape.defs.iter().enumerate().filter(|(_, def)| !is_nested(shape, def));
        let defs = outer.map(|(nth, def)| ChartFunction::new(shape, def, first + nth));
        let functions = first..first + shape.defs.len();
        Self { book, anchor, span, functions, defs: defs.collect() }
    }

    /// Its function of this number, unless that one stands in another.
    pub fn outer_function(&self, function: usize) -> Option<&ChartFunction<'t>> {
        self.defs.iter().find(|def| def.function == function)
    }
}

fn is_nested(shape: &ModuleShape<'_>, def: &FunctionDef<'_>) -> bool {
    shape.defs.iter().any(|other| lies_within(&def.tokens, &other.body))
}

fn lies_within(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    inner.start >= outer.start && inner.end <= outer.end
}

/// `return "Yes"`, `return "Yes" if fits(card) else "No"`: every string that is a whole answer.
fn returned_answers<'t>(shape: &ModuleShape<'t>, def: &FunctionDef<'_>) -> Vec<(&'t str, Span)> {
    let nested = nested_functions(shape, def);
    let mut found = Vec::new();
    let mut returns = false;
    for at in def.body.clone() {
        if shape.is(at, "return") {
            returns = !nested.iter().any(|tokens| tokens.contains(&at));
        } else if ends_statement(shape, at) {
            returns = false;
        } else if returns && is_whole_answer(shape, at) {
            found.extend(shape.literal_at(at).map(|text| (text, shape.span_of(at))));
        }
    }
    found
}

/// The tokens of the functions inside another.
fn nested_functions<'s>(
    shape: &'s ModuleShape<'_>,
    outer: &FunctionDef<'_>,
) -> Vec<&'s Range<usize>> {
    let tokens = shape.defs.iter().map(|def| &def.tokens);
    tokens.filter(|at| lies_within(at, &outer.body)).collect()
}

fn ends_statement(shape: &ModuleShape<'_>, at: usize) -> bool {
    shape.tokens()[at].kind == TokenKind::Newline || shape.is(at, ";")
}

/// Whether a token is a string that stands alone behind `return` or `else`, up to the end of the line or to `if`.
fn is_whole_answer(shape: &ModuleShape<'_>, at: usize) -> bool {
    let begins = at > 0 && (shape.is(at - 1, "return") || shape.is(at - 1, "else"));
    let is_text = shape.tokens()[at].kind == TokenKind::Text;
    is_text && begins && (ends_line(shape, at + 1) || shape.is(at + 1, "if"))
}

/// Whether a line ends with the token before this one.
fn ends_line(shape: &ModuleShape<'_>, at: usize) -> bool {
    let next = shape.tokens().get(at).map(|token| token.kind);
    matches!(next, None | Some(TokenKind::Newline | TokenKind::Comment | TokenKind::Dedent))
}
