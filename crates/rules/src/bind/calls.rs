//! Calls of modules, read from their text before anything runs: charts that are walked, and questions that
//! are asked. In: tokens. Out: findings for a chart that has no program, and for a policy whose question is
//! never asked.

use std::collections::BTreeSet;

use super::directive::{Directive, DirectiveWord};
use super::{ChartModule, ModuleDirectives};
use crate::modules::lex::TokenKind;
use crate::modules::shape::ModuleShape;
use base::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::Span;

/// Calls of all modules of a book.
#[derive(Debug, Default)]
pub struct ModuleCalls<'t> {
    /// Charts that are walked, as written.
    walks: Vec<(&'t str, Span)>,
    /// Questions that are asked.
    asks: BTreeSet<&'t str>,
    /// True if the words of some question are computed.
    computed: bool,
    /// Names of host functions that modules redefine.
    own: BTreeSet<&'static str>,
}

impl<'t> ModuleCalls<'t> {
    /// Adds the calls of a module.
    pub fn add(&mut self, shape: &ModuleShape<'t>) {
        for (at, _) in shape.tokens_of(TokenKind::Name) {
            let Some(name) = ["walk", "ask"].into_iter().find(|name| shape.is(at, name)) else {
                continue;
            };
            let behind = |word: &str| at > 0 && shape.is(at - 1, word);
            match (name, literal_argument(shape, at)) {
                _ if behind(".") => {}
                _ if behind("def") => {
                    self.own.insert(name);
                }
                ("walk", Some((text, at))) => self.walks.push((text, shape.span_of(at))),
                ("walk", None) => {}
                (_, Some((text, _))) => {
                    self.asks.insert(text);
                }
                (_, None) => self.computed = true,
            }
        }
    }

    /// Reports walks of charts that have no module, and policies whose question is never asked.
    pub fn check(&self, directives: &ModuleDirectives<'_>, findings: &mut Findings) {
        if !self.own.contains("walk") {
            let charts = &directives.charts;
            for (place, span) in &self.walks {
                let anchor = place.trim_start_matches('#');
                if !charts.iter().any(|chart| chart.anchor.text == anchor) {
                    findings.push(stray_walk(anchor, *span, charts));
                }
            }
        }
        if !self.computed && !self.own.contains("ask") {
            for line in &directives.lines {
                if let Directive::Answer(question) = &line.line
                    && !self.asks.contains(question.text)
                {
                    findings.push(self.stray_policy(question));
                }
            }
        }
    }

    /// Returns a finding for a policy whose question is never asked.
    fn stray_policy(&self, question: &DirectiveWord<'_>) -> Diagnostic {
        let quoted = short_quote(question.text);
        let hint = match nearest_name(question.text, self.asks.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("write `ask(\"{quoted}\", ...)` where the choice is made"),
        };
        let message = format!("no rule asks `{quoted}`");
        Diagnostic::at(code::DANGLING_BINDING, question.span, message).hint(hint)
    }
}

/// Returns a finding for a walk of a chart that has no module.
fn stray_walk(anchor: &str, span: Span, charts: &[ChartModule<'_>]) -> Diagnostic {
    let quoted = short_quote(anchor);
    let hint = match nearest_name(anchor, charts.iter().map(|chart| chart.anchor.text)) {
        Some(near) => format!("did you mean `#{near}`?"),
        None => format!("open a module with `#@ chart #{quoted}`"),
    };
    let message = format!("no module opens with `#@ chart #{quoted}`");
    Diagnostic::at(code::STRAY_WALK, span, message).hint(hint)
}

/// Returns the first argument of the call at the token `at`, and its token, if the argument is a single
/// string.
fn literal_argument<'t>(shape: &ModuleShape<'t>, at: usize) -> Option<(&'t str, usize)> {
    let argument = at + 2;
    let text = shape.literal_at(argument)?;
    let is_alone = shape.is(at + 1, "(")
        && (shape.is(argument + 1, ",") || shape.is(argument + 1, ")"))
        && shape.tokens()[argument].kind == TokenKind::Text;
    is_alone.then_some((text, argument))
}
