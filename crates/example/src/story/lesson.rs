//! Selects the steps of an example that are printed in full, those that are shortened, and those that are
//! left out of print. Scenarios name steps by the place that they cite, `#place`; if several steps cite it,
//! by their order among these, `#place (2)`.

use super::figure;
use super::steps::as_step;
use super::{Step, StepSentence, StoryEntry};
use crate::examples::Example;
use crate::fields::Located;
use crate::scenario::{Lesson, Scenario, Standing};
use crate::{facts, own_words, places, start};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use rules::Program;
use rules::engine::trace::{Trace, TraceRecord};

/// Length of a step in print.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Telling {
    /// Printed with its rules, and on a picture.
    #[default]
    Full,
    /// Printed in a few words, together with adjacent steps.
    Brief,
    /// Not printed.
    LeftOut,
}

/// Sets for each step how it is printed.
pub fn plan_lesson(
    entries: &mut [StoryEntry],
    scenario: &Scenario,
    trace: &Trace,
    program: &Program,
) {
    let cited = CitedSteps::of(entries, trace, program);
    let taught = cited.taught(scenario);
    let begins =
        scenario.lesson.from.as_ref().and_then(|from| cited.named(&from.value).first().copied());
    let left_out = cited.left_out(scenario, &taught);
    let alone = cited.all_named(&scenario.lesson.picture);
    let said: Vec<(usize, &str)> = scenario
        .lesson
        .say
        .iter()
        .filter_map(|(name, words)| {
            Some((*cited.named(&name.value).first()?, words.value.as_str()))
        })
        .collect();
    for (nth, step) in entries.iter_mut().filter_map(as_step).enumerate() {
        let own = said.iter().find(|(at, _)| *at == nth);
        step.own_words = own.map(|(_, words)| (*words).to_owned());
        step.alone = alone.contains(&nth);
        cited.leave_boxes_out(step, scenario, trace);
        step.telling = if begins.is_some_and(|from| nth < from) || left_out.contains(&nth) {
            Telling::LeftOut
        } else if taught.contains(&nth) || own.is_some() || step.alone {
            Telling::Full
        } else {
            Telling::Brief
        };
    }
}

/// The places that each step of a story cites.
struct CitedSteps<'a> {
    steps: Vec<Vec<u32>>,
    program: &'a Program,
}

impl<'a> CitedSteps<'a> {
    fn of(entries: &[StoryEntry], trace: &Trace, program: &'a Program) -> Self {
        let cited = |step: &Step| {
            let records = step.told_by(&trace.records).iter();
            records.flat_map(|record| facts::cited_places(record, program)).collect()
        };
        let steps = entries.iter().filter_map(StoryEntry::step);
        Self { steps: steps.map(cited).collect(), program }
    }

    /// Returns the indices of the steps that follow a place or something within it.
    fn following(&self, whole: u32) -> Vec<usize> {
        let follows =
            |places: &[u32]| places.iter().any(|own| places::is_within(self.program, *own, whole));
        (0..self.steps.len()).filter(|nth| follows(&self.steps[*nth])).collect()
    }

    /// Returns the steps that a scenario names `#place`, or the one that it names `#place (2)`.
    fn named(&self, written: &str) -> Vec<usize> {
        let (place, nth) = split_occurrence(written);
        let Some(place) = places::find_place(self.program, place) else { return Vec::new() };
        let all = self.following(place);
        match nth {
            None => all,
            Some(nth) => {
                nth.checked_sub(1).and_then(|nth| all.get(nth)).copied().into_iter().collect()
            }
        }
    }

    fn all_named(&self, names: &[Located<String>]) -> Vec<usize> {
        names.iter().flat_map(|name| self.named(&name.value)).collect()
    }

    /// Returns the steps that are not printed: those that are skipped by their number, and those of the
    /// others that follow nothing that the scenario teaches.
    fn left_out(&self, scenario: &Scenario, taught: &[usize]) -> Vec<usize> {
        let lesson = &scenario.lesson;
        let skipped = lesson.skip.iter().flat_map(|name| {
            let numbered = split_occurrence(&name.value).1.is_some();
            let kept = !numbered && !lesson.teaches.is_empty();
            self.named(&name.value).into_iter().filter(move |nth| !(kept && taught.contains(nth)))
        });
        skipped.collect()
    }

    /// Leaves out sentences of a step about boxes that are skipped and not taught, if the step has other
    /// sentences.
    fn leave_boxes_out(&self, step: &mut Step, scenario: &Scenario, trace: &Trace) {
        let Lesson { skip, teaches, .. } = &scenario.lesson;
        let whole = |name: &Located<String>| match split_occurrence(&name.value) {
            (place, None) => places::find_place(self.program, place),
            _ => None,
        };
        let chart = |name: &Located<String>| {
            places::find_place(self.program, split_occurrence(&name.value).0)
        };
        let skipped: Vec<u32> = skip.iter().filter_map(whole).collect();
        let taught: Vec<u32> = teaches.iter().filter_map(chart).collect();
        let is_in = |record: &TraceRecord, wholes: &[u32]| {
            record.place.is_some_and(|own| {
                wholes.iter().any(|whole| places::is_within(self.program, own, *whole))
            })
        };
        let is_left = |said: &StepSentence| {
            let records = &mut said.records.iter().map(|at| &trace.records[*at]);
            said.passes_box
                && records.all(|record| is_in(record, &skipped) && !is_in(record, &taught))
        };
        if step.sentences.iter().all(is_left) {
            return;
        }
        for said in &mut step.sentences {
            said.left_out = is_left(said);
        }
    }

    /// Returns the steps that are printed in full: those that follow what the scenario teaches. If it names
    /// nothing, those that follow the section of the example, if any does; else all.
    fn taught(&self, scenario: &Scenario) -> Vec<usize> {
        if !scenario.lesson.teaches.is_empty() {
            return self.all_named(&scenario.lesson.teaches);
        }
        let around = scenario.stands.as_ref().map(|stands| self.around(stands)).unwrap_or_default();
        if around.is_empty() { (0..self.steps.len()).collect() } else { around }
    }

    /// Returns the steps that follow the smallest section around an example which any step follows.
    fn around(&self, stands: &Standing) -> Vec<usize> {
        let place = places::find_place(self.program, &stands.anchor().value);
        let Some(place) = place.map(|place| &self.program.places[place as usize]) else {
            return Vec::new();
        };
        let mut address = place.address.as_str();
        loop {
            let whole = self.program.places.iter().position(|other| {
                other.book == place.book && other.address == address && !address.is_empty()
            });
            let steps = whole.map(|whole| self.following(whole as u32)).unwrap_or_default();
            let Some((outer, _)) = address.rsplit_once(['.', ' ']).filter(|_| steps.is_empty())
            else {
                return steps;
            };
            address = outer;
        }
    }
}

/// Splits `#place (2)` into the place and the number.
fn split_occurrence(written: &str) -> (&str, Option<usize>) {
    let inner = written.trim_end().strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let numbered = inner.and_then(|(place, nth)| Some((place, nth.parse().ok()?)));
    numbered.map_or((written, None), |(place, nth)| (place, Some(nth)))
}

/// Reports names that fit no step, own words that do not say what happened, and a section that cannot be
/// drawn.
pub fn check_lesson(example: &Example, program: &Program, findings: &mut Findings) {
    let Example { story, scenario, trace, .. } = example;
    findings.0.extend(figure::check_figure(example, program));
    let entries = &story.entries;
    let cited = CitedSteps::of(entries, trace, program);
    let lesson = &scenario.lesson;
    let said = lesson.say.iter().map(|(name, _)| name);
    let names =
        lesson.teaches.iter().chain(&lesson.from).chain(&lesson.skip).chain(&lesson.picture);
    for name in names.chain(said) {
        findings.0.extend(cited.unknown_name(name));
    }
    let steps: Vec<&Step> = entries.iter().filter_map(StoryEntry::step).collect();
    for (name, words) in &lesson.say {
        let step = cited.named(&name.value).first().map(|nth| steps[*nth]);
        if let Some(step) = step {
            let said =
                step.sentences.iter().map(|StepSentence { sentence, .. }| sentence.to_string());
            findings.0.extend(own_words::judge(
                words,
                &said.collect::<Vec<_>>().join(" ").replace('*', ""),
                trace,
                program,
            ));
        }
    }
}

impl CitedSteps<'_> {
    fn unknown_name(&self, name: &Located<String>) -> Option<Diagnostic> {
        let (place, nth) = split_occurrence(&name.value);
        let written = Located { value: place.to_owned(), span: name.span };
        let Some(found) = places::find_place(self.program, place) else {
            return Some(start::no_place(self.program, &written, |_| true));
        };
        let followers = self.following(found).len();
        match nth {
            None if followers == 0 => {
                let name = short_quote(&written.value);
                let message = format!("no step of the example follows `{name}`");
                let hint = "name a rule that the example cites; `rulepress play` shows them";
                Some(Diagnostic::at(code::SCENARIO, written.span, message).hint(hint))
            }
            Some(nth) if nth == 0 || nth > followers => Some(too_few(&written, nth, followers)),
            _ => None,
        }
    }
}

fn too_few(written: &Located<String>, nth: usize, followers: usize) -> Diagnostic {
    let name = short_quote(&written.value);
    let message = match followers {
        0 => format!("no step of the example follows `{name}`"),
        1 => format!(
            "1 step of the example follows `{name}`, so there is none with the number {nth}"
        ),
        all => format!(
            "{all} steps of the example follow `{name}`, so there is none with the number {nth}"
        ),
    };
    let hint = format!("write `{name}` alone, or a number from 1 to {}", followers.max(1));
    Diagnostic::at(code::SCENARIO, written.span, message).hint(hint)
}
