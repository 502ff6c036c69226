//! The `#@` lines of a module, the functions below them, and the chart that a module is the program of.

use super::chart_module::ChartModule;
use super::directive::{self, Directive, DirectiveWord};
use crate::modules::lex::{StarlarkToken, TokenKind};
use crate::modules::shape::ModuleShape;
use crate::program::Binding;
use crate::stable_hash;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;

/// A `#@` line and the function below it.
#[derive(Debug)]
pub struct PlacedDirective<'t> {
    /// Number of the function, in the program.
    pub function: usize,
    /// Number of the book whose places the line names.
    pub book: usize,
    /// Hash of the tokens of the function.
    pub hash: u64,
    /// Parsed content of the line.
    pub line: Directive<'t>,
    /// Span of the line, from `#@` on.
    pub span: Span,
}

impl PlacedDirective<'_> {
    /// Returns a binding of the function to something other than a place of the text.
    pub fn binding(&self, key: String, sentence: String) -> Binding {
        let function = u32::try_from(self.function).unwrap_or(u32::MAX);
        let (hash, span) = (self.hash, self.span);
        Binding { function, key, place: None, words: Vec::new(), sentence, hash, span }
    }
}

/// The `#@` lines of modules, and the modules that are programs of charts.
#[derive(Debug, Default)]
pub struct ModuleDirectives<'t> {
    /// Lines above functions.
    pub lines: Vec<PlacedDirective<'t>>,
    /// Modules that are programs of charts.
    pub charts: Vec<ChartModule<'t>>,
}

impl<'t> ModuleDirectives<'t> {
    /// True if a function is in a chart module.
    pub fn in_chart_module(&self, function: usize) -> bool {
        self.charts.iter().any(|module| module.functions.contains(&function))
    }

    /// Adds the lines of a module of `book`, whose first function has the number `first`.
    pub fn read(
        &mut self,
        shape: &ModuleShape<'t>,
        book: usize,
        first: usize,
        findings: &mut Findings,
    ) {
        let mut module = ModuleLines { shape, book, first, charted: false };
        for (at, token) in shape.tokens_of(TokenKind::Comment) {
            if let Err(finding) = module.read_comment(at, token, self) {
                findings.push(*finding);
            }
        }
    }
}

/// A module whose comments are read.
struct ModuleLines<'s, 't> {
    shape: &'s ModuleShape<'t>,
    book: usize,
    /// Number of the first function, in the program.
    first: usize,
    /// True if a line has named the chart of the module.
    charted: bool,
}

impl<'t> ModuleLines<'_, 't> {
    fn read_comment(
        &mut self,
        at: usize,
        token: StarlarkToken,
        out: &mut ModuleDirectives<'t>,
    ) -> Result<(), Box<Diagnostic>> {
        let Some(text) = self.shape.word(at).strip_prefix("#@") else { return Ok(()) };
        let text = text.trim_end();
        let end = token.start + 2 + text.len();
        let span = Span::new(self.shape.source, token.start..end);
        if !self.shape.begins_line(token.start) {
            let hint = "put it on a line of its own above a `def`";
            return stray_line(span, "a `#@` line follows code", hint);
        }
        let inside = Span::new(self.shape.source, token.start + 2..end);
        match directive::parse_chart_directive(text, inside) {
            Some(anchor) => {
                let anchor = self.opening_chart(at, anchor?)?;
                let (book, first) = (self.book, self.first);
                out.charts.push(ChartModule::new(self.shape, book, first, anchor, span));
            }
            None => out.lines.push(self.read_directive(at, text, span, inside)?),
        }
        Ok(())
    }

    /// Parses the line at the token `at` and finds the function below it; `inside` is the span of the text
    /// after `#@`.
    fn read_directive(
        &self,
        at: usize,
        text: &'t str,
        span: Span,
        inside: Span,
    ) -> Result<PlacedDirective<'t>, Box<Diagnostic>> {
        let Some(def) = self.function_below(at) else {
            let hint = "put the `#@` line directly above the `def` that carries out the rule";
            return stray_line(span, "the `#@` line has no function below it", hint);
        };
        let line = directive::parse_directive(text, inside)?;
        let hash = stable_hash::function_hash(self.shape, &self.shape.defs[def]);
        Ok(PlacedDirective { function: self.first + def, book: self.book, hash, line, span })
    }

    /// Returns the chart that the line at the token `at` names, if it is the first line of the module.
    fn opening_chart(
        &mut self,
        at: usize,
        anchor: DirectiveWord<'t>,
    ) -> Result<DirectiveWord<'t>, Box<Diagnostic>> {
        let silent = |kind| matches!(kind, TokenKind::Comment | TokenKind::Newline);
        if !self.charted && self.shape.tokens()[..at].iter().all(|token| silent(token.kind)) {
            self.charted = true;
            return Ok(anchor);
        }
        let hint = "put it on the first line; each chart has a module of its own";
        stray_line(anchor.span, "a `#@ chart` line does not open the module", hint)
    }

    /// Returns the function of the module that begins after the comments from `at` on.
    fn function_below(&self, at: usize) -> Option<usize> {
        let comments = self.shape.tokens()[at..].iter().take_while(|token| token.kind.is_silent());
        let next = at + comments.count();
        self.shape.defs.iter().position(|def| def.tokens.start == next)
    }
}

fn stray_line<T>(span: Span, message: &str, hint: &str) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::at(code::STRAY_BINDING, span, message).hint(hint)))
}
