//! Compares the examples of two editions. In: both, as they were played. Out: the difference of each, and the
//! first step that differs. Numbers of places do not count.

use std::collections::BTreeMap;

use similar::DiffOp;

use super::manifest::flatten;
use super::review::{StepLine, event_lines, line_runs, told_steps};
use super::{
    Change, ChangePlace, ExampleChange, ExampleDifference, How, PartChange, StepDifference, Subject,
};
use base::source::{SourceId, Sources};
use example::compare::{Comparison, compare_traces};
use example::examples::Example;
use example::folder::ScenarioFile;
use example::narrate::Lexicon;
use example::outcome::can_be_expected;
use example::scenario::Scenario;
use example::trace_file::TraceFile;

/// The examples of an edition, with its texts.
#[derive(Clone, Copy)]
pub struct PlayedExamples<'a> {
    pub examples: &'a [Example],
    pub sources: &'a Sources,
    pub words: Option<&'a Lexicon>,
    /// The files of its scenarios, including those that cannot be played.
    pub files: &'a [ScenarioFile],
}

/// Changes of the examples.
#[derive(Default)]
pub struct ExampleChanges {
    /// Examples that are new, gone, or whose scenario changed.
    pub changes: Vec<Change>,
    /// Examples that differ for other reasons, by name.
    pub open: Vec<ExampleChange>,
}

/// Compares the examples of two editions.
pub fn example_changes(old: PlayedExamples<'_>, new: PlayedExamples<'_>) -> ExampleChanges {
    let mut before: BTreeMap<&str, &Example> =
        old.examples.iter().map(|example| (example.scenario.name.as_str(), example)).collect();
    let mut all = ExampleChanges::default();
    for example in new.examples {
        let place = Some(new.place(example.scenario.source));
        let Some(was) = before.remove(example.scenario.name.as_str()) else {
            let change = Change { new: place, ..example_change(example, How::Added) };
            all.changes.push(change);
            continue;
        };
        let difference = compare_examples(was, example, new.words);
        let parts = scenario_parts(was, old.sources, example, new.sources);
        match (parts.is_empty(), difference) {
            (true, None) => {}
            (true, Some(difference)) => all.open.push(difference),
            (false, difference) => all.changes.push(Change {
                old: Some(old.place(was.scenario.source)),
                new: place,
                parts,
                examples: difference.into_iter().collect(),
                ..example_change(example, How::Changed)
            }),
        }
    }
    for example in before.into_values() {
        let name = &example.scenario.name;
        if new.files.iter().any(|file| file.name == *name) {
            let change = changed_example(&example.scenario, ExampleDifference::Unplayable);
            let note = Some("its scenario cannot be read".to_owned());
            all.open.push(ExampleChange { note, ..change });
            continue;
        }
        let place = Some(old.place(example.scenario.source));
        all.changes.push(Change { old: place, ..example_change(example, How::Removed) });
    }
    all
}

impl PlayedExamples<'_> {
    fn place(self, scenario: SourceId) -> ChangePlace {
        scenario_place(scenario, self.sources)
    }
}

/// Returns the place of a scenario.
fn scenario_place(scenario: SourceId, sources: &Sources) -> ChangePlace {
    let path = &sources.get(scenario).path;
    let name = path.rsplit('/').next().unwrap_or(path);
    ChangePlace { file: format!("examples/{name}"), line: 1, ..ChangePlace::default() }
}

fn example_change(example: &Example, how: How) -> Change {
    Change {
        subject: Subject::Example,
        how,
        name: example.scenario.name.clone(),
        anchor: None,
        ..Change::default()
    }
}

/// Returns the change of an example whose scenario differs, or `None`.
pub fn scenario_change(
    old: &Example,
    before: &Sources,
    new: &Example,
    after: &Sources,
) -> Option<Change> {
    let parts = scenario_parts(old, before, new, after);
    (!parts.is_empty()).then(|| Change {
        old: Some(scenario_place(old.scenario.source, before)),
        new: Some(scenario_place(new.scenario.source, after)),
        parts,
        ..example_change(new, How::Changed)
    })
}

/// Returns the keys of a scenario that differ.
fn scenario_parts(
    old: &Example,
    before: &Sources,
    new: &Example,
    after: &Sources,
) -> Vec<PartChange> {
    let (was, is) = (&before.get(old.scenario.source).text, &after.get(new.scenario.source).text);
    if was == is {
        return Vec::new();
    }
    let keys = |text: &str| {
        let mut found = BTreeMap::new();
        if let Ok(table) = text.parse::<toml::Table>() {
            flatten("", &toml::Value::Table(table), &mut found);
        }
        found
    };
    let (was, is) = (keys(was), keys(is));
    let names: std::collections::BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let differing = names.into_iter().filter(|name| was.get(*name) != is.get(*name));
    let part = |name: &String| PartChange {
        name: name.clone(),
        old: was.get(name).cloned(),
        new: is.get(name).cloned(),
    };
    differing.map(part).collect()
}

/// Returns the difference of an example, or `None`.
pub fn compare_examples(
    old: &Example,
    new: &Example,
    words: Option<&Lexicon>,
) -> Option<ExampleChange> {
    let (before, after) = (told_lines(old), told_lines(new));
    let compared = compare_plays(&old.played, &new.played, words);
    let is_told_the_same =
        before.iter().map(|line| &line.text).eq(after.iter().map(|line| &line.text));
    let what = match &compared {
        Comparison::Stale(_) if !can_be_expected(&new.trace.outcome) => {
            let note = Some(new.played.outcome.clone());
            let change = changed_example(&new.scenario, ExampleDifference::Unplayable);
            return Some(ExampleChange { note, ..change });
        }
        Comparison::Stale(_) if old.played.outcome != new.played.outcome => {
            ExampleDifference::Outcome
        }
        Comparison::Stale(_) if old.played.lines == new.played.lines => ExampleDifference::Table,
        Comparison::Stale(_) => ExampleDifference::Steps,
        Comparison::Equal | Comparison::Moved(_) if is_told_the_same => return None,
        Comparison::Equal | Comparison::Moved(_) => ExampleDifference::Words,
    };
    let first = match what {
        ExampleDifference::Table => None,
        _ => first_difference(&before, &after).or_else(|| {
            let events = |file| event_lines(file).collect::<Vec<_>>();
            first_difference(&events(&old.played), &events(&new.played))
        }),
    };
    Some(ExampleChange { first, ..changed_example(&new.scenario, what) })
}

/// Returns the change of an example, with its kind of difference and no details yet.
fn changed_example(scenario: &Scenario, what: ExampleDifference) -> ExampleChange {
    let (name, title) = (scenario.name.clone(), scenario.title.value.clone());
    ExampleChange { name, title, what, first: None, note: None, proved: false }
}

/// True if the same happens in two plays; the numbers of places do not count.
pub fn same_play(old: &TraceFile, new: &TraceFile, words: Option<&Lexicon>) -> bool {
    !matches!(compare_plays(old, new, words), Comparison::Stale(_))
}

fn compare_plays(old: &TraceFile, new: &TraceFile, words: Option<&Lexicon>) -> Comparison {
    let titled =
        |file: &TraceFile| TraceFile { book: String::new(), title: String::new(), ..file.clone() };
    let standard = Lexicon::default();
    let words = words.unwrap_or(&standard);
    compare_traces(&titled(old), &titled(new), words)
}

/// Returns the lines of an example; the set-up of the table has number 0.
fn told_lines(example: &Example) -> Vec<StepLine> {
    let opening = example.opening.iter();
    let opening =
        opening.map(|sentence| StepLine { number: Some(0), text: sentence.plain_words() });
    let end = Some(example.told.end.plain_words()).filter(|end| !end.is_empty());
    let end = end.map(|text| StepLine { number: None, text });
    opening.chain(told_steps(&example.told)).chain(end).collect()
}

/// Returns the first line that differs. If as many lines are gone as are new, each is paired with the one
/// that replaced it.
fn first_difference(old: &[StepLine], new: &[StepLine]) -> Option<StepDifference> {
    let runs = line_runs(old, new);
    let first = runs.into_iter().find(|run| !matches!(run, DiffOp::Equal { .. }))?;
    let (was, is) = (&old[first.old_range()], &new[first.new_range()]);
    let (lines, at) = match is.is_empty() {
        false => (new, first.new_range().start),
        true => (old, first.old_range().start),
    };
    let text = |lines: &[StepLine]| lines.first().map(|line| line.text.clone());
    // A line without a number belongs to the step before it.
    let step = lines[..=at].iter().rev().find_map(|line| line.number).unwrap_or(0);
    Some(StepDifference { step, old: text(was), new: text(is) })
}
