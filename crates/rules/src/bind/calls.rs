//! What modules call, as their text shows it before anything runs: charts that are walked, and
//! questions that are asked. In: tokens. Out: findings for a chart that has no program, and for a
//! policy whose question nobody asks.

use std::collections::BTreeSet;

use super::directive::{Directive, DirectiveWord};
use super::{ChartModule, ModuleDirectives};
use crate::modules::lex::TokenKind;
use crate::modules::shape::ModuleShape;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;
use document::{nearest_name, short_quote};

/// What all modules of a book call.
#[derive(Debug, Default)]
pub struct ModuleCalls<'t> {
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

    /// Reports charts that no module is the program of, and policies whose question nobody asks.
    pub fn check(&self, directives: &ModuleDirectives<'_>, findings: &mut Findings) {
        if !self.own.contains("walk") {
            findings.0.extend(self.stray_walks(&directives.charts));
        }
        if !self.computed && !self.own.contains("ask") {
            findings.0.extend(self.stray_policies(directives));
        }
    }

    /// Policies whose question nobody asks.
    fn stray_policies(&self, directives: &ModuleDirectives<'_>) -> Vec<Diagnostic> {
        let lines = directives.lines.iter();
        let questions = lines.filter_map(|line| self.unasked_question(&line.line));
        questions.map(|own| self.stray_policy(own)).collect()
    }

    /// The question that a line answers, if nobody asks it.
    fn unasked_question<'d>(&self, line: &'d Directive<'d>) -> Option<&'d DirectiveWord<'d>> {
        match line {
            Directive::Answer(question) if !self.asks.contains(question.text) => Some(question),
            _ => None,
        }
    }

    /// Walks of charts that have no module.
    fn stray_walks(&self, charts: &[ChartModule<'_>]) -> Vec<Diagnostic> {
        let walks = self.walks.iter().map(|(place, span)| (place.trim_start_matches('#'), *span));
        let stray = walks.filter(|(anchor, _)| !has_module(anchor, charts));
        stray.map(|(anchor, span)| stray_walk(anchor, span, charts)).collect()
    }

    fn stray_policy(&self, question: &DirectiveWord<'_>) -> Diagnostic {
        let message = format!("no rule asks `{}`", short_quote(question.text));
        let finding = Diagnostic::at(code::DANGLING_BINDING, question.span, message);
        finding.hint(self.question_hint(question.text))
    }

    fn question_hint(&self, question: &str) -> String {
        match nearest_name(question, self.asks.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => {
                format!("write `ask(\"{}\", ...)` where the choice is made", short_quote(question))
            }
        }
    }
}

fn stray_walk(anchor: &str, span: Span, charts: &[ChartModule<'_>]) -> Diagnostic {
    let message = format!("no module opens with `#@ chart #{}`", short_quote(anchor));
    Diagnostic::at(code::STRAY_WALK, span, message).hint(walk_hint(anchor, charts))
}

fn has_module(anchor: &str, charts: &[ChartModule<'_>]) -> bool {
    charts.iter().any(|chart| chart.anchor.text == anchor)
}

fn walk_hint(anchor: &str, charts: &[ChartModule<'_>]) -> String {
    match nearest_name(anchor, charts.iter().map(|chart| chart.anchor.text)) {
        Some(near) => format!("did you mean `#{near}`?"),
        None => format!("open a module with `#@ chart #{}`", short_quote(anchor)),
    }
}

/// The string that stands alone as the first argument of a call at the token `at`, with its token.
fn literal_argument<'t>(shape: &ModuleShape<'t>, at: usize) -> Option<(&'t str, usize)> {
    let argument = at + 2;
    let text = shape.literal_at(argument)?;
    is_argument_alone(shape, argument).then_some((text, argument))
}

/// Whether a token is a string between the bracket of a call and a comma or the other bracket.
fn is_argument_alone(shape: &ModuleShape<'_>, at: usize) -> bool {
    shape.is(at - 1, "(")
        && (shape.is(at + 1, ",") || shape.is(at + 1, ")"))
        && shape.tokens().get(at).is_some_and(|token| token.kind == TokenKind::Text)
}
