//! Makes each function report that it was entered. In: a module. Out: the same text with `_enter(K)` before
//! the first statement of each function, on the same lines.

use super::shape::{FunctionDef, ModuleShape};
use crate::program::Insertion;

/// Returns the text to run, and the insertions; `first` is the number of the module's first function.
pub fn instrument_module(shape: &ModuleShape<'_>, first: usize) -> (String, Vec<Insertion>) {
    let mut pieces: Vec<InsertedPiece> = Vec::new();
    for (nth, def) in shape.defs.iter().enumerate() {
        instrument_function(shape, def, first + nth, &mut pieces);
    }
    pieces.sort_by_key(|piece| piece.at);
    let mut writer = InsertionWriter::default();
    let mut done = 0;
    for InsertedPiece { at, text } in pieces {
        writer.copy(&shape.text[done..at]);
        writer.insert(&text);
        done = at;
    }
    writer.copy(&shape.text[done..]);
    (writer.out, writer.inserted)
}

/// A text to insert, and the byte before which it is inserted.
struct InsertedPiece {
    at: usize,
    text: String,
}

/// Adds the insertions that make the function number `number` report.
fn instrument_function(
    shape: &ModuleShape<'_>,
    def: &FunctionDef,
    number: usize,
    pieces: &mut Vec<InsertedPiece>,
) {
    let Some(first) = first_statement(shape, def) else { return };
    let end = shape.tokens()[first].end;
    let mut put = |at: usize, text: String| pieces.push(InsertedPiece { at, text });
    // A compound statement cannot follow another one on its line, so the call is put into its head.
    let head = match shape.word(first) {
        "if" => Some(end),
        "for" => shape.ahead(first, "in").map(|at| shape.tokens()[at].end),
        _ => return put(shape.tokens()[first].start, format!("_enter({number}); ")),
    };
    if let (Some(head), Some(colon)) = (head, shape.ahead(first, ":")) {
        put(head, format!(" _enter({number}) or ("));
        put(shape.tokens()[colon].start, ")".to_owned());
    }
}

/// Returns the first statement of a body that does anything; the definition of a function does not.
fn first_statement(shape: &ModuleShape<'_>, def: &FunctionDef) -> Option<usize> {
    let mut at = def.body.start;
    while at < def.body.end {
        match shape.tokens()[at].kind {
            kind if kind.is_silent() => at += 1,
            _ if shape.is(at, "def") => {
                at = shape.defs.iter().find(|inner| inner.tokens.start == at)?.tokens.end
            }
            _ => return Some(at),
        }
    }
    None
}

/// A text with its insertions, up to a line and column that count from 0.
#[derive(Default)]
struct InsertionWriter {
    out: String,
    inserted: Vec<Insertion>,
    line: u32,
    column: u32,
}

impl InsertionWriter {
    fn copy(&mut self, text: &str) {
        for c in text.chars() {
            (self.line, self.column) =
                if c == '\n' { (self.line + 1, 0) } else { (self.line, self.column + 1) };
        }
        self.out += text;
    }

    fn insert(&mut self, piece: &str) {
        let length = u32::try_from(piece.chars().count()).unwrap_or(u32::MAX);
        self.inserted.push(Insertion { line: self.line + 1, column: self.column + 1, length });
        self.column += length;
        self.out += piece;
    }
}
