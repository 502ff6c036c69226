//! An example in words. In: a trace and the sentences of a language (`templates/words/`). Out:
//! headings and numbered sentences in parts, each with what it cites; no name that the reader may
//! not know is in them.

mod fill;
mod folded;
mod opening;
mod pick;
mod sentence;
mod tags;
mod template;
mod values;
mod words;

use std::collections::BTreeSet;

use serde::Serialize;

pub use opening::opening;
pub use sentence::{Citation, Part, Sentence};
pub use words::Words;

use super::codes;
use super::fields::short;
use super::places;
use crate::diagnostic::{Diagnostic, Findings};
use crate::document::nearest;
use crate::engine::trace::{Act, Outcome, Record, Trace};
use crate::rules::Program;
use crate::source::SourceId;
use template::Template;
use values::{Table, Values};

/// An example as it is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Narration {
    /// In order.
    pub told: Vec<Told>,
    /// How it ends; empty when nothing is to be said.
    pub end: Sentence,
}

/// A heading or a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// Index in [`Trace::records`].
    pub record: usize,
    /// Number of the step, from 1; none for a heading.
    pub number: Option<u32>,
    /// What is said.
    pub sentence: Sentence,
    /// The rule it follows; none for a heading.
    pub citation: Option<Citation>,
}

impl Narration {
    /// The number of the step that tells a record, if one does.
    pub fn number(&self, record: usize) -> Option<u32> {
        let at = self.told.binary_search_by_key(&record, |told| told.record).ok()?;
        self.told[at].number
    }
}

/// Tells a trace.
pub fn narrate(trace: &Trace, program: &Program, words: &Words) -> Narration {
    let teller = Teller::new(trace, program, words);
    let mut told = Vec::new();
    let mut number = 0;
    for (at, record) in trace.records.iter().enumerate() {
        let Some(sentence) = teller.sentence(record) else { continue };
        let heading =
            matches!(record.act, Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. });
        number += u32::from(!heading);
        told.push(Told {
            record: at,
            number: (!heading).then_some(number),
            sentence,
            citation: if heading { None } else { Citation::of(record, program) },
        });
    }
    Narration { told, end: teller.end(&trace.outcome) }
}

/// A finding for every verb of `traces` that `words` has no sentence for; `own` is the book's own
/// file of words.
pub fn unknown_verbs(
    traces: &[Trace],
    words: &Words,
    own: Option<SourceId>,
    findings: &mut Findings,
) {
    let records = traces.iter().flat_map(|trace| &trace.records);
    let unknown: BTreeSet<&str> = records
        .filter(|record| !told_by_table(record))
        .map(|r| r.verb.as_str())
        .filter(|v| !words.knows(v))
        .collect();
    for verb in unknown {
        let verb = short(verb);
        let message = format!("no sentence is known for the verb `{verb}`");
        let finding = match own {
            Some(source) => Diagnostic::at(codes::UNKNOWN_VERB, words::whole(source), message),
            None => Diagnostic::global(codes::UNKNOWN_VERB, message),
        };
        let hint = format!(
            "write under [verbs] of rules/words.toml: {} = \"...\"",
            super::bare_key(&verb)
        );
        findings.push(match nearest(&verb, words.verbs()) {
            Some(meant) => finding.hint(format!("did you mean `{meant}`?")).hint(hint),
            None => finding.hint(hint),
        });
    }
}

/// Headings need no verb.
fn told_by_table(record: &Record) -> bool {
    matches!(record.act, Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. })
}

/// What is needed to tell one trace.
pub(in crate::example) struct Teller<'a> {
    words: &'a Words,
    program: &'a Program,
    table: Table<'a>,
}

impl Teller<'_> {
    /// What is said of a record; none when it is not told.
    fn sentence(&self, record: &Record) -> Option<Sentence> {
        let values = values::of_record(record, self);
        let template = self.template(record, &tags::of_record(record), &values)?;
        let sentence = fill::fill(template, &values, self, record);
        (!sentence.parts.is_empty()).then_some(sentence)
    }

    /// The template for a record: of its question, its verb, or what the kernel did.
    fn template(
        &self,
        record: &Record,
        tags: &BTreeSet<&str>,
        values: &Values<'_>,
    ) -> Option<&Template> {
        let kind = tags::kind(&record.act);
        let template = match &record.act {
            Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. } => {
                self.words.headings.get(kind)?.choose(tags, values)?
            }
            act => {
                let question = match act {
                    Act::Ask { question, .. } | Act::Check { question, .. } => {
                        self.question(question)
                    }
                    _ => None,
                };
                let of_verb = || {
                    self.words
                        .verbs
                        .get(&record.verb)
                        .and_then(|variants| variants.choose(tags, values))
                };
                let of_kind = || {
                    self.words.verbs.get(kind).and_then(|variants| variants.choose(tags, values))
                };
                question
                    .and_then(|variants| variants.choose(tags, values))
                    .or_else(of_verb)
                    .or_else(of_kind)?
            }
        };
        (!template.is_mute()).then_some(template)
    }

    /// The sentences for a question, by all its words or by those before the colon.
    fn question(&self, question: &str) -> Option<&words::Variants> {
        let before = question.split_once(':').map_or(question, |(before, _)| before.trim());
        self.words.questions.get(question).or_else(|| self.words.questions.get(before))
    }

    fn end(&self, outcome: &Outcome) -> Sentence {
        let tags = tags::of_outcome(outcome);
        let variants = self.words.outcomes.get(super::outcome::word(outcome));
        let values = values::of_outcome(outcome);
        let template = variants.and_then(|variants| variants.choose(&tags, &values));
        template.map_or_else(Sentence::default, |template| {
            fill::fill(template, &values, self, &values::no_record())
        })
    }

    /// What the reader calls a place.
    fn address(&self, place: u32) -> String {
        places::address(self.program, place)
    }
}
