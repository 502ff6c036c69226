//! The `#@` lines of a module, the functions they stand above, and the chart it is the program of.

use super::chart_module::ChartModule;
use super::directive::{self, Directive, DirectiveWord};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::rules::modules::lex::TokenKind;
use crate::rules::modules::shape::ModuleShape;
use crate::rules::program::Binding;
use crate::rules::stable_hash;
use crate::source::{SourceId, Span};

/// A `#@` line.
#[derive(Debug)]
pub(in crate::rules) struct PlacedDirective {
    /// Number of the function below it, in the program.
    pub function: usize,
    /// Number of the book whose places it names.
    pub book: usize,
    /// Hash of the tokens of that function.
    pub hash: u64,
    /// What it says.
    pub line: Directive,
    /// Where it stands, from `#@` on.
    pub span: Span,
}

impl PlacedDirective {
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
pub(in crate::rules) fn read_directives(
    shape: &ModuleShape<'_>,
    source: SourceId,
    (book, first): (usize, usize),
    findings: &mut Findings,
) -> (Vec<PlacedDirective>, Option<ChartModule>) {
    let mut found = Vec::new();
    let mut chart = None;
    for (at, token) in
        shape.tokens().iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Comment)
    {
        let Some(text) = shape.word(at).strip_prefix("#@") else { continue };
        let text = text.trim_end();
        let span = Span::new(source, token.start..token.start + 2 + text.len());
        let before = shape.text[..token.start].rsplit('\n').next().unwrap_or_default();
        if !before.trim().is_empty() {
            let finding =
                Diagnostic::at(code::STRAY_BINDING, span, "a `#@` line stands behind code");
            findings.push(finding.hint("put it on a line of its own above a `def`"));
            continue;
        }
        let said = Span::new(source, token.start + 2..token.start + 2 + text.len());
        if let Some(named) = directive::parse_chart_directive(text, said) {
            match named.and_then(|anchor| opening_chart(shape, at, chart.is_some(), anchor)) {
                Ok(anchor) => chart = Some(ChartModule::new(shape, (book, first), anchor, span)),
                Err(finding) => findings.push(*finding),
            }
            continue;
        }
        let next = next_code(shape, at);
        let Some(function) = shape.defs.iter().position(|def| def.tokens.start == next) else {
            let finding =
                Diagnostic::at(code::STRAY_BINDING, span, "a `#@` line stands above no function");
            findings
                .push(finding.hint("put it directly above the `def` that carries the rule out"));
            continue;
        };
        match directive::parse_directive(text, said) {
            Ok(line) => {
                let hash = stable_hash::function_hash(shape, &shape.defs[function]);
                found.push(PlacedDirective { function: first + function, book, hash, line, span });
            }
            Err(finding) => findings.push(*finding),
        }
    }
    (found, chart)
}

/// The chart that a line at the token `at` names, if it opens the module and no other did.
fn opening_chart(
    shape: &ModuleShape<'_>,
    at: usize,
    second: bool,
    anchor: DirectiveWord,
) -> Result<DirectiveWord, Box<Diagnostic>> {
    let silent = |kind| matches!(kind, TokenKind::Comment | TokenKind::Newline);
    if !second && shape.tokens()[..at].iter().all(|token| silent(token.kind)) {
        return Ok(anchor);
    }
    let finding = Diagnostic::at(
        code::STRAY_BINDING,
        anchor.span,
        "a `#@ chart` line does not open the module",
    );
    Err(Box::new(finding.hint("put it on the first line; each chart has a module of its own")))
}

/// The first token behind the comments from `at` on that says anything.
fn next_code(shape: &ModuleShape<'_>, at: usize) -> usize {
    let silent = |kind| {
        matches!(
            kind,
            TokenKind::Comment | TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent
        )
    };
    at + shape.tokens()[at..].iter().take_while(|token| silent(token.kind)).count()
}
