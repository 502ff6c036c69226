//! What modules are seen to call before anything runs: charts that are walked, and questions that
//! are asked. In: tokens. Out: findings for a chart that has no program, and for a policy whose
//! question nobody asks.

use std::collections::BTreeSet;

use super::directive::Directive;
use super::{ChartModule, PlacedDirective};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{nearest_name, short_quote};
use crate::rules::modules::lex::TokenKind;
use crate::rules::modules::shape::ModuleShape;
use crate::source::{SourceId, Span};

/// What all modules of a book call.
#[derive(Debug, Default)]
pub(in crate::rules) struct ModuleCalls {
    /// Charts that are walked, as they are written.
    walks: Vec<(String, Span)>,
    /// Questions that are asked.
    asks: BTreeSet<String>,
    /// Whether a question is asked that can not be seen.
    computed: bool,
    /// Names of the host that modules give to functions of their own.
    own: BTreeSet<&'static str>,
}

impl ModuleCalls {
    /// Adds the calls of a module.
    pub(in crate::rules) fn add(&mut self, shape: &ModuleShape<'_>, source: SourceId) {
        for at in (0..shape.tokens().len()).filter(|at| shape.tokens()[*at].kind == TokenKind::Name)
        {
            let Some(name) = ["walk", "ask"].into_iter().find(|name| shape.is(at, name)) else {
                continue;
            };
            let behind = |word: &str| at > 0 && shape.is(at - 1, word);
            match (name, literal_argument(shape, at)) {
                _ if behind(".") => {}
                _ if behind("def") => drop(self.own.insert(name)),
                ("walk", None) => {}
                (_, None) => self.computed = true,
                ("walk", Some((text, said))) => {
                    self.walks
                        .push((text.to_owned(), Span::new(source, shape.tokens()[said].range())));
                }
                (_, Some((text, _))) => drop(self.asks.insert(text.to_owned())),
            }
        }
    }

    /// Reports charts that no module is the program of, and policies whose question nobody asks.
    pub(in crate::rules) fn check(
        &self,
        charts: &[ChartModule],
        found: &[PlacedDirective],
        findings: &mut Findings,
    ) {
        for (written, span) in self.walks.iter().filter(|_| !self.own.contains("walk")) {
            let anchor = written.trim_start_matches('#');
            if charts.iter().any(|chart| chart.anchor.text == anchor) {
                continue;
            }
            let message = format!("no module is the program of a chart `#{}`", short_quote(anchor));
            let known = charts.iter().map(|chart| chart.anchor.text.as_str());
            let hint = match nearest_name(anchor, known.filter(|_| anchor.len() < 100)) {
                Some(near) => format!("did you mean `#{near}`?"),
                None => format!("open a module with `#@ chart #{}`", short_quote(anchor)),
            };
            findings.push(Diagnostic::at(code::STRAY_WALK, *span, message).hint(hint));
        }
        for found in found.iter().filter(|_| !self.computed && !self.own.contains("ask")) {
            let Directive::Answer(question) = &found.line else { continue };
            if self.asks.contains(&question.text) {
                continue;
            }
            let message = format!("no rule asks `{}`", short_quote(&question.text));
            let known = self.asks.iter().map(String::as_str).filter(|_| question.text.len() < 100);
            let hint = match nearest_name(&question.text, known) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!(
                    "write `ask(\"{}\", ...)` where the choice is made",
                    short_quote(&question.text)
                ),
            };
            findings
                .push(Diagnostic::at(code::DANGLING_BINDING, question.span, message).hint(hint));
        }
    }
}

/// The string that stands alone as the first argument of a call at the token `at`, with its token.
fn literal_argument<'a>(shape: &ModuleShape<'a>, at: usize) -> Option<(&'a str, usize)> {
    let said = at + 2;
    let alone = shape.is(at + 1, "(") && (shape.is(said + 1, ",") || shape.is(said + 1, ")"));
    let text = shape.text_of(said).filter(|text| alone && !text.contains(['\\', '"', '\'']));
    text.filter(|_| shape.tokens()[said].kind == TokenKind::Text).map(|text| (text, said))
}
