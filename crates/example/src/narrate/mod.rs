//! An example in words. In: a trace and the sentences of a language (`crates/example/words/`). Out: headings
//! and numbered sentences in parts, each with its citation, without names that are hidden from the reader.

mod asks;
mod copies;
mod fill;
mod fold;
mod opening;
mod owners;
mod pick_slots;
mod sentence;
mod tags;
mod template;
mod slots;
mod lexicon;

use std::collections::BTreeSet;

use serde::Serialize;

pub use asks::AskedQuestion;
pub(crate) use fold::handled_piece;
pub use lexicon::Lexicon;
pub(crate) use opening::named_card_count;
pub use opening::opening_sentences;
pub(crate) use sentence::is_name_known;
pub use sentence::{Citation, CitedRuling, Sentence, SentencePart};

use super::outcome::outcome_word;
use super::{places, toml_key};
use base::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::SourceId;
use copies::CopyCounter;
use lexicon::TemplateVariants;
use rules::Program;
use rules::engine::trace::{Act, Outcome, Trace, TraceRecord};
use slots::{SlotValues, ZoneOwners};
use template::Template;

/// An example in sentences.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Narration {
    /// Its sentences, in order.
    pub sentences: Vec<NarratedSentence>,
    /// Its ending; empty if nothing needs to be said.
    pub end: Sentence,
}

/// A heading or a step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NarratedSentence {
    /// Index in [`Trace::records`].
    pub record: usize,
    /// Number of the step, from 1; none for a heading.
    pub number: Option<u32>,
    /// Its words.
    pub sentence: Sentence,
    /// The rule it follows; none for a heading.
    pub citation: Option<Citation>,
}

impl Narration {
    /// Returns the number of the step that narrates a record, if one does.
    pub fn step_number(&self, record: usize) -> Option<u32> {
        let at = self.sentences.binary_search_by_key(&record, |told| told.record).ok()?;
        self.sentences[at].number
    }
}

/// Narrates a trace.
pub fn narrate(trace: &Trace, program: &Program, words: &Lexicon) -> Narration {
    let teller = Narrator::new(trace, program, words);
    let mut copies = CopyCounter::before(trace);
    let mut sentences = Vec::new();
    let mut steps = 0;
    for (at, record) in trace.records.iter().enumerate() {
        let sentence = teller.sentence(record).map(|mut sentence| {
            copies.name_copy(record, words, &mut sentence);
            sentence
        });
        copies.apply(record);
        let Some(sentence) = sentence else { continue };
        let (number, citation) = if is_heading(record) {
            (None, None)
        } else {
            steps += 1;
            (Some(steps), Citation::of(record, program))
        };
        sentences.push(NarratedSentence { record: at, number, sentence, citation });
    }
    Narration { sentences, end: teller.ending(&trace.outcome) }
}

/// Reports every verb of `traces` that has no sentence in `words`; `own` is the book's own file of words.
pub fn unknown_verbs(
    traces: &[Trace],
    words: &Lexicon,
    own: Option<SourceId>,
    findings: &mut Findings,
) {
    let verbs = traces.iter().flat_map(|trace| {
        let told = trace.records.iter().filter(|record| !is_heading(record));
        told.map(|record| record.verb.as_str())
    });
    let unknown: BTreeSet<&str> = verbs.filter(|verb| !words.knows(verb)).collect();
    findings.0.extend(unknown.into_iter().map(|verb| unknown_verb(verb, words, own)));
}

fn unknown_verb(verb: &str, words: &Lexicon, own: Option<SourceId>) -> Diagnostic {
    let verb = short_quote(verb);
    let message = format!("the verb `{verb}` has no sentence");
    let mut finding = Diagnostic::global(code::UNKNOWN_VERB, message);
    finding.span = own.map(|source| base::source::Span::new(source, 0..0));
    let meant = nearest_name(&verb, words.verbs());
    finding.hints.extend(meant.map(|meant| format!("did you mean `{meant}`?")));
    let key = toml_key(&verb);
    finding.hint(format!("write under [verbs] of rules/words.toml: {key} = \"...\""))
}

/// Returns whether a record is a heading, which needs no verb.
fn is_heading(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. })
}

/// Narrates the records of one trace.
pub struct Narrator<'a> {
    words: &'a Lexicon,
    program: &'a Program,
    table: ZoneOwners<'a>,
}

impl Narrator<'_> {
    /// Returns the sentence of a record, without words that say which of several copies it means; none if it
    /// has none.
    pub fn sentence(&self, record: &TraceRecord) -> Option<Sentence> {
        let values = slots::record_slots(record, self);
        self.filled_sentence(record, &values)
    }

    /// Returns the sentence for a record with these values; none if it has none.
    fn filled_sentence(&self, record: &TraceRecord, values: &SlotValues<'_>) -> Option<Sentence> {
        let template = self.template(record, values)?;
        let sentence = fill::fill_template(template, values, self, record);
        (!sentence.parts.is_empty()).then_some(sentence)
    }

    /// Returns the template for a record: of its question, its verb, or its act.
    fn template(&self, record: &TraceRecord, values: &SlotValues<'_>) -> Option<&Template> {
        let (tags, mut variants) = (tags::record_tags(record), self.record_variants(record));
        let template = variants.find_map(|variants| variants.choose(&tags, values))?;
        (!template.is_mute()).then_some(template)
    }

    fn record_variants(&self, record: &TraceRecord) -> impl Iterator<Item = &TemplateVariants> {
        let kind = record.act.name();
        let variants = if is_heading(record) {
            [self.words.headings.get(kind), None, None]
        } else {
            let question = self.question_variants(&record.act);
            [question, self.words.verbs.get(&record.verb), self.words.verbs.get(kind)]
        };
        variants.into_iter().flatten()
    }

    /// Returns the sentences for a question, by all its words or by those before the colon.
    fn question_variants(&self, act: &Act) -> Option<&TemplateVariants> {
        let (Act::Ask { question, .. } | Act::Check { question, .. }) = act else { return None };
        let questions = &self.words.questions;
        questions.get(question).or_else(|| questions.get(slots::split_question(question).0))
    }

    fn ending(&self, outcome: &Outcome) -> Sentence {
        let tags = tags::outcome_tags(outcome);
        let values = slots::outcome_slots(outcome);
        let variants = self.words.outcomes.get(outcome_word(outcome));
        match variants.and_then(|variants| variants.choose(&tags, &values)) {
            Some(template) => fill::fill_template(template, &values, self, &slots::empty_record()),
            None => Sentence::default(),
        }
    }

    /// Returns the address of a place, as readers see it.
    fn address(&self, place: u32) -> String {
        places::address_of(self.program, place)
    }
}
