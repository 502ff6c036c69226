//! The `#@` lines of a module, the functions they stand above, and the chart it is the program of.

use super::charted::Charted;
use crate::diagnostic::{Diagnostic, Findings};
use crate::rules::codes;
use crate::rules::hash;
use crate::rules::lex::Kind;
use crate::rules::line::{self, Line, Said};
use crate::rules::program::Binding;
use crate::rules::shape::Shape;
use crate::source::{SourceId, Span};

/// A `#@` line.
#[derive(Debug)]
pub(in crate::rules) struct Found {
    /// Number of the function below it, in the program.
    pub function: usize,
    /// Number of the book whose places it names.
    pub book: usize,
    /// Hash of the tokens of that function.
    pub hash: u64,
    /// What it says.
    pub line: Line,
    /// Where it stands, from `#@` on.
    pub span: Span,
}

impl Found {
    /// A binding of its function to something that is no place of the text.
    pub(crate) fn binding(&self, key: String, sentence: String) -> Binding {
        let function = u32::try_from(self.function).unwrap_or(u32::MAX);
        Binding {
            function,
            key,
            place: None,
            words: Vec::new(),
            sentence,
            hash: self.hash,
            span: self.span,
        }
    }
}

/// The lines of a module of `book`, whose first function has the number `first`.
pub(in crate::rules) fn lines(
    shape: &Shape<'_>,
    source: SourceId,
    (book, first): (usize, usize),
    findings: &mut Findings,
) -> (Vec<Found>, Option<Charted>) {
    let mut found = Vec::new();
    let mut chart = None;
    for (at, token) in
        shape.tokens().iter().enumerate().filter(|(_, token)| token.kind == Kind::Comment)
    {
        let Some(text) = shape.word(at).strip_prefix("#@") else { continue };
        let text = text.trim_end();
        let span = Span::new(source, token.start..token.start + 2 + text.len());
        let before = shape.text[..token.start].rsplit('\n').next().unwrap_or_default();
        if !before.trim().is_empty() {
            let finding =
                Diagnostic::at(codes::STRAY_BINDING, span, "a `#@` line stands behind code");
            findings.push(finding.hint("put it on a line of its own above a `def`"));
            continue;
        }
        let said = Span::new(source, token.start + 2..token.start + 2 + text.len());
        if let Some(named) = line::chart(text, said) {
            match named.and_then(|anchor| opening(shape, at, chart.is_some(), anchor)) {
                Ok(anchor) => chart = Some(Charted::new(shape, (book, first), anchor, span)),
                Err(finding) => findings.push(*finding),
            }
            continue;
        }
        let next = below(shape, at);
        let Some(function) = shape.defs.iter().position(|def| def.tokens.start == next) else {
            let finding =
                Diagnostic::at(codes::STRAY_BINDING, span, "a `#@` line stands above no function");
            findings
                .push(finding.hint("put it directly above the `def` that carries the rule out"));
            continue;
        };
        match line::read(text, said) {
            Ok(line) => {
                let hash = hash::function(shape, &shape.defs[function]);
                found.push(Found { function: first + function, book, hash, line, span });
            }
            Err(finding) => findings.push(*finding),
        }
    }
    (found, chart)
}

/// The chart that a line at the token `at` names, if it opens the module and no other did.
fn opening(
    shape: &Shape<'_>,
    at: usize,
    second: bool,
    anchor: Said,
) -> Result<Said, Box<Diagnostic>> {
    let silent = |kind| matches!(kind, Kind::Comment | Kind::Newline);
    if !second && shape.tokens()[..at].iter().all(|token| silent(token.kind)) {
        return Ok(anchor);
    }
    let finding = Diagnostic::at(
        codes::STRAY_BINDING,
        anchor.span,
        "a `#@ chart` line does not open the module",
    );
    Err(Box::new(finding.hint("put it on the first line; each chart has a module of its own")))
}

/// The first token behind the comments from `at` on that says anything.
fn below(shape: &Shape<'_>, at: usize) -> usize {
    let silent = |kind| matches!(kind, Kind::Comment | Kind::Newline | Kind::Indent | Kind::Dedent);
    at + shape.tokens()[at..].iter().take_while(|token| silent(token.kind)).count()
}
