//! Each function reports that it was entered. In: a module. Out: the same text with `_enter(K)`
//! before the first statement of each function, on the same lines.

use super::lex::TokenKind;
use super::shape::{FunctionDef, ModuleShape};
use crate::rules::program::Insertion;

/// The text to run; `first` is the number of the module's first function.
pub(in crate::rules) fn instrument_module(
    shape: &ModuleShape<'_>,
    first: usize,
) -> (String, Vec<Insertion>) {
    let mut pieces: Vec<(usize, String)> = Vec::new();
    for (nth, def) in shape.defs.iter().enumerate() {
        instrument_function(shape, def, first + nth, &mut pieces);
    }
    pieces.sort_by_key(|(at, _)| *at);
    write_insertions(shape.text, &pieces)
}

/// Where and how the function number `number` reports.
fn instrument_function(
    shape: &ModuleShape<'_>,
    def: &FunctionDef,
    number: usize,
    pieces: &mut Vec<(usize, String)>,
) {
    let Some(first) = first_statement(shape, def) else { return };
    let end = shape.tokens()[first].end;
    // A compound statement can not follow another one on its line, so its head takes the call in.
    let head = match shape.word(first) {
        "if" => Some(end),
        "for" => shape.ahead(first, "in").map(|at| shape.tokens()[at].end),
        _ => return pieces.push((shape.tokens()[first].start, format!("_enter({number}); "))),
    };
    if let (Some(head), Some(colon)) = (head, shape.ahead(first, ":")) {
        pieces.push((head, format!(" _enter({number}) or (")));
        pieces.push((shape.tokens()[colon].start, ")".to_owned()));
    }
}

/// The first statement of a body that does anything: a function that is only defined does not.
fn first_statement(shape: &ModuleShape<'_>, def: &FunctionDef) -> Option<usize> {
    let mut at = def.body.start;
    while at < def.body.end {
        match shape.tokens()[at].kind {
            TokenKind::Comment | TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent => {
                at += 1
            }
            _ if shape.is(at, "def") => {
                at = shape.defs.iter().find(|inner| inner.tokens.start == at)?.tokens.end
            }
            _ => return Some(at),
        }
    }
    None
}

fn write_insertions(text: &str, pieces: &[(usize, String)]) -> (String, Vec<Insertion>) {
    let mut out = String::with_capacity(text.len() + pieces.len() * 16);
    let mut inserted = Vec::new();
    let (mut done, mut line, mut column) = (0, 1, 1);
    for (at, piece) in pieces {
        for c in text[done..*at].chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        out += &text[done..*at];
        done = *at;
        let length = u32::try_from(piece.chars().count()).unwrap_or(u32::MAX);
        inserted.push(Insertion { line, column, length });
        column += length;
        out += piece;
    }
    out += &text[done..];
    (out, inserted)
}
