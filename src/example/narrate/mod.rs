//! An example in words. In: a trace and the sentences of a language (`templates/words/`). Out:
//! headings and numbered sentences in parts, each with what it cites; no name that the reader may
//! not know is in them.

mod fill;
mod fold;
mod opening;
mod pick_slots;
mod sentence;
mod tags;
mod template;
mod slots;
mod lexicon;

use std::collections::BTreeSet;

use serde::Serialize;

pub use lexicon::Lexicon;
pub use opening::opening_sentences;
pub use sentence::{Citation, Sentence, SentencePart};

use super::{places, toml_key};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{nearest_name, short_quote};
use crate::engine::trace::{Act, Outcome, Trace, TraceRecord};
use crate::rules::Program;
use crate::source::SourceId;
use slots::{SlotValues, ZoneOwners};
use template::Template;

/// An example as it is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Narration {
    /// In order.
    pub sentences: Vec<NarratedSentence>,
    /// How it ends; empty when nothing is to be said.
    pub end: Sentence,
}

/// A heading or a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NarratedSentence {
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
    pub fn step_number(&self, record: usize) -> Option<u32> {
        let at = self.sentences.binary_search_by_key(&record, |told| told.record).ok()?;
        self.sentences[at].number
    }
}

/// Tells a trace.
pub fn narrate(trace: &Trace, program: &Program, words: &Lexicon) -> Narration {
    let teller = Narrator::new(trace, program, words);
    let mut told = Vec::new();
    let mut number = 0;
    for (at, record) in trace.records.iter().enumerate() {
        let Some(sentence) = teller.sentence(record) else { continue };
        let heading =
            matches!(record.act, Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. });
        number += u32::from(!heading);
        told.push(NarratedSentence {
            record: at,
            number: (!heading).then_some(number),
            sentence,
            citation: if heading { None } else { Citation::of(record, program) },
        });
    }
    Narration { sentences: told, end: teller.ending(&trace.outcome) }
}

/// A finding for every verb of `traces` that `words` has no sentence for; `own` is the book's own
/// file of words.
pub fn unknown_verbs(
    traces: &[Trace],
    words: &Lexicon,
    own: Option<SourceId>,
    findings: &mut Findings,
) {
    let records = traces.iter().flat_map(|trace| &trace.records);
    let unknown: BTreeSet<&str> = records
        .filter(|record| !is_heading(record))
        .map(|r| r.verb.as_str())
        .filter(|v| !words.knows(v))
        .collect();
    for verb in unknown {
        let verb = short_quote(verb);
        let message = format!("the verb `{verb}` has no sentence");
        let finding = match own {
            Some(source) => {
                Diagnostic::at(code::UNKNOWN_VERB, lexicon::whole_file(source), message)
            }
            None => Diagnostic::global(code::UNKNOWN_VERB, message),
        };
        let hint =
            format!("write under [verbs] of rules/words.toml: {} = \"...\"", toml_key(&verb));
        findings.push(match nearest_name(&verb, words.verbs()) {
            Some(meant) => finding.hint(format!("did you mean `{meant}`?")).hint(hint),
            None => finding.hint(hint),
        });
    }
}

/// Headings need no verb.
fn is_heading(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. })
}

/// What is needed to tell one trace.
pub(in crate::example) struct Narrator<'a> {
    words: &'a Lexicon,
    program: &'a Program,
    table: ZoneOwners<'a>,
}

impl Narrator<'_> {
    /// What is said of a record; none when it is not told.
    fn sentence(&self, record: &TraceRecord) -> Option<Sentence> {
        let values = slots::record_slots(record, self);
        let template = self.template(record, &tags::record_tags(record), &values)?;
        let sentence = fill::fill_template(template, &values, self, record);
        (!sentence.parts.is_empty()).then_some(sentence)
    }

    /// The template for a record: of its question, its verb, or what the kernel did.
    fn template(
        &self,
        record: &TraceRecord,
        tags: &BTreeSet<&str>,
        values: &SlotValues<'_>,
    ) -> Option<&Template> {
        let kind = tags::kernel_verb(&record.act);
        let template = match &record.act {
            Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. } => {
                self.words.headings.get(kind)?.choose(tags, values)?
            }
            act => {
                let question = match act {
                    Act::Ask { question, .. } | Act::Check { question, .. } => {
                        self.question_variants(question)
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
    fn question_variants(&self, question: &str) -> Option<&lexicon::TemplateVariants> {
        let before = question.split_once(':').map_or(question, |(before, _)| before.trim());
        self.words.questions.get(question).or_else(|| self.words.questions.get(before))
    }

    fn ending(&self, outcome: &Outcome) -> Sentence {
        let tags = tags::outcome_tags(outcome);
        let variants = self.words.outcomes.get(super::outcome::outcome_word(outcome));
        let values = slots::outcome_slots(outcome);
        let template = variants.and_then(|variants| variants.choose(&tags, &values));
        template.map_or_else(Sentence::default, |template| {
            fill::fill_template(template, &values, self, &slots::empty_record())
        })
    }

    /// What the reader calls a place.
    fn address(&self, place: u32) -> String {
        places::address_of(self.program, place)
    }
}
