//! What modules call, as their text shows it before anything runs: charts that are walked, and
//! questions that are asked. In: tokens. Out: findings for a chart that has no program, and for a
//! policy whose question nobody asks.

use std::collections::BTreeSet;

use super::directive::{Directive, DirectiveWord};
use super::{ChartModule, ModuleDirectives};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::rules::modules::lex::TokenKind;
use crate::rules::modules::shape::ModuleShape;
use crate::rules::similar::similar_name;
use crate::source::Span;

/// What all modules of a book call.
#[derive(Debug, Default)]
pub(in crate::rules) struct ModuleCalls<'t> {
    /// Charts that are walked, as they are written.
    walks: Vec<(&'t str, Span)>,
    /// Questions that are asked.
    asks: BTreeSet<&'t str>,
    /// Whether a question is asked whose words are computed.
    computed: bool,
    /// Names of the host that modules give to functions of their own.
    own: BTreeSet<&'static str>,
}

impl<'t> ModuleCalls<'t> {
    /// Adds the calls of a module.
    pub(in crate::rules) fn add(&mut self, shape: &ModuleShape<'t>) {
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

    /// Reports charts that no module is the program of, and policies whose question nobody asks.
    pub(in crate::rules) fn check(
        &self,
        directives: &ModuleDirectives<'_>,
        findings: &mut Findings,
    ) {
        if !self.own.contains("walk") {
            findings.0.extend(self.stray_walks(&directives.charts));
        }
        if !self.computed && !self.own.contains("ask") {
            findings.0.extend(self.stray_policies(directives));
        }
    }

    /// Policies whose question nobody asks.
    fn stray_policies(&self, directives: &ModuleDirectives<'_>) -> Vec<Diagnostic> {
        let mut stray = Vec::new();
        for line in &directives.lines {
            if let Directive::Answer(question) = &line.line
                && !self.asks.contains(question.text)
            {
                stray.push(self.stray_policy(question));
            }
        }
        stray
    }

    /// Walks of charts that have no module.
    fn stray_walks(&self, charts: &[ChartModule<'_>]) -> impl Iterator<Item = Diagnostic> {
        let walks =
            self.walks.iter().map(|(written, span)| (written.trim_start_matches('#'), *span));
        let stray =
            walks.filter(move |(anchor, _)| !charts.iter().any(|own| own.anchor.text == *anchor));
        stray.map(move |(anchor, span)| stray_walk(anchor, span, charts))
    }

    fn stray_policy(&self, question: &DirectiveWord<'_>) -> Diagnostic {
        let asked = short_quote(question.text);
        let message = format!("no rule asks `{asked}`");
        let hint = match similar_name(question.text, self.asks.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("write `ask(\"{asked}\", ...)` where the choice is made"),
        };
        Diagnostic::at(code::DANGLING_BINDING, question.span, message).hint(hint)
    }
}

fn stray_walk(anchor: &str, span: Span, charts: &[ChartModule<'_>]) -> Diagnostic {
    let message = format!("no module is the program of `#{}`", short_quote(anchor));
    let hint = match similar_name(anchor, charts.iter().map(|chart| chart.anchor.text)) {
        Some(near) => format!("did you mean `#{near}`?"),
        None => format!("open a module with `#@ chart #{}`", short_quote(anchor)),
    };
    Diagnostic::at(code::STRAY_WALK, span, message).hint(hint)
}

/// The string that stands alone as the first argument of a call at the token `at`, with its token.
fn literal_argument<'t>(shape: &ModuleShape<'t>, at: usize) -> Option<(&'t str, usize)> {
    let argument = at + 2;
    let is_alone = shape.is(at + 1, "(")
        && (shape.is(argument + 1, ",") || shape.is(argument + 1, ")"))
        && shape.tokens().get(argument)?.kind == TokenKind::Text;
    shape.literal_at(argument).filter(|_| is_alone).map(|text| (text, argument))
}
