//! The causes of differing examples. In: the examples that differ, and the changes of the book. Out: each
//! example with its cause: when played without that change, it is as it was. If it cannot be played, the
//! rules that it cites show the cause.

use std::collections::BTreeMap;

use super::examples::same_play;
use super::{Change, ExampleChange, How, Subject};
use crate::pipeline::PlayedBook;
use example::examples::Example;
use example::game::PlayableBook;
use example::narrate::{Narration, narrate};
use example::scenario::Scenario;
use example::trace_file::{TraceFile, trace_file_of};
use rules::engine::trace::Trace;
use rules::executor::Executor;
use rules::{CardData, Program};

/// Maximum number of changes that are taken back one by one; with more, the citations of examples decide.
const MOST_PLAYED: usize = 12;

/// The plays of examples in the earlier edition.
#[derive(Clone, Copy)]
pub struct EarlierPlays<'a> {
    /// The earlier rules, or what is known of them.
    pub program: &'a Program,
    /// Returns the play of an example, by the name of its scenario.
    pub named: &'a dyn Fn(&str) -> Option<&'a TraceFile>,
    /// True if these rules played them, so that only the changes can make them differ.
    pub is_whole: bool,
}

/// A search for the changes that make examples differ.
pub struct CauseSearch<'a> {
    /// The plays of the earlier edition.
    pub earlier: EarlierPlays<'a>,
    /// The later edition.
    pub new: &'a PlayedBook,
    /// Its rules.
    pub rules: &'a PlayableBook,
    /// Plays examples again.
    pub executor: &'a dyn Executor,
}

impl CauseSearch<'_> {
    /// Adds every example that differs to the change that makes it differ; returns those without a known
    /// cause.
    pub fn attribute(
        &self,
        open: Vec<ExampleChange>,
        changes: &mut [Change],
    ) -> Vec<ExampleChange> {
        if open.is_empty() {
            return open;
        }
        let causes: Vec<usize> =
            (0..changes.len()).filter(|at| can_play_otherwise(&changes[*at])).collect();
        if let ([only], true) = (causes.as_slice(), self.earlier.is_whole) {
            // Nothing else can make them differ.
            let proved = open.into_iter().map(|example| ExampleChange { proved: true, ..example });
            changes[*only].examples.extend(proved);
            return Vec::new();
        }
        let mut waiting = open;
        if causes.len() <= MOST_PLAYED {
            for at in &causes {
                waiting = self.prove(waiting, &mut changes[*at]);
            }
        }
        waiting.retain(|example| {
            let cites = cited_places(&example.name, self.earlier, self.new);
            let cause =
                causes.iter().find(|at| cites.iter().any(|cite| is_cited(&changes[**at], cite)));
            match cause {
                Some(at) => changes[*at].examples.push(example.clone()),
                None => return true,
            }
            false
        });
        waiting
    }

    /// Adds to a change the examples that are as before without it; returns the others.
    fn prove(&self, waiting: Vec<ExampleChange>, change: &mut Change) -> Vec<ExampleChange> {
        let all = &self.new.examples;
        let named = |name: &str| all.iter().find(|example| example.scenario.name == name);
        let examples: Vec<&Example> = waiting.iter().filter_map(|open| named(&open.name)).collect();
        let before = self.earlier.program;
        let plays = play_without(&examples, change, before, self.rules, self.executor);
        let mut left = Vec::new();
        for open in waiting {
            let played = plays.iter().find(|played| played.name == open.name);
            let is_cause = (self.earlier.named)(&open.name)
                .zip(played)
                .is_some_and(|(was, played)| same_play(was, &played.file, Some(&self.rules.words)));
            match is_cause {
                true => change.examples.push(ExampleChange { proved: true, ..open }),
                false => left.push(open),
            }
        }
        left
    }
}

/// True if a change can alter a play or its sentences. A reworded sentence cannot, if its function stays the
/// same.
fn can_play_otherwise(change: &Change) -> bool {
    match change.subject {
        Subject::Reading
        | Subject::Value
        | Subject::Chart
        | Subject::Card
        | Subject::Data
        | Subject::Module
        | Subject::Used
        | Subject::Wording
        | Subject::List => true,
        Subject::Book
        | Subject::Rule
        | Subject::Table
        | Subject::Brief
        | Subject::Term
        | Subject::Example
        | Subject::Unexplained => !change.functions.is_empty(),
    }
}

/// The play of an example without one change.
pub struct OtherPlay {
    /// The name of its scenario.
    name: String,
    /// The trace of that play.
    pub file: TraceFile,
    /// The sentences of that play.
    pub told: Narration,
}

/// Plays examples by the later rules with one change taken back; returns nothing if that is not possible.
pub fn play_without(
    examples: &[&Example],
    change: &Change,
    before: &Program,
    rules: &PlayableBook,
    executor: &dyn Executor,
) -> Vec<OtherPlay> {
    let Some(program) = program_without(change, before, &rules.program) else { return Vec::new() };
    let starts: Vec<_> = examples.iter().map(|example| example.start.clone()).collect();
    let Ok(traces) = executor.play(&program, &starts) else { return Vec::new() };
    let other = |(example, trace): (&&Example, Trace)| {
        let told = narrate(&trace, &program, &rules.words);
        let Scenario { name, title, .. } = &example.scenario;
        let file = trace_file_of(&title.value, &trace, &program, &told);
        OtherPlay { name: name.clone(), file, told }
    };
    examples.iter().zip(traces).map(other).collect()
}

/// Returns the later rules with one change taken back, if that is possible.
fn program_without(change: &Change, old: &Program, new: &Program) -> Option<Program> {
    let mut program = new.clone();
    match change.subject {
        Subject::Value => {
            let was = old.values.iter().find(|(name, _)| *name == change.name)?;
            let value = program.values.iter_mut().find(|(name, _)| *name == change.name)?;
            value.1.clone_from(&was.1);
        }
        Subject::Card | Subject::Data => {
            let file = &change.new.as_ref().or(change.old.as_ref())?.file;
            let was = old.data.iter().find(|data| data.path == *file)?;
            let data = program.data.iter_mut().find(|data| data.path == *file)?;
            take_back_row(change, was, data)?;
        }
        Subject::List => take_back_order(change, old, &mut program)?,
        Subject::Reading => program.reading.clone_from(&old.reading),
        _ => return None,
    }
    Some(program)
}

/// Restores the earlier content of a row, or the earlier rows of a file.
fn take_back_row(change: &Change, was: &CardData, data: &mut CardData) -> Option<()> {
    let column = |columns: &[String], name: &str| columns.iter().position(|own| own == name);
    let is_row = |row: &Vec<String>, name: &str| row.iter().any(|cell| cell.trim() == name);
    match change.how {
        How::Changed if change.parts.iter().all(|part| part.name != "column") => {
            let before = was.rows.iter().find(|row| is_row(row, &change.name))?;
            let row = data.rows.iter_mut().find(|row| is_row(row, &change.name))?;
            for part in &change.parts {
                let from = column(&was.columns, &part.name)?;
                let to = column(&data.columns, &part.name)?;
                row.get_mut(to)?.clone_from(before.get(from)?);
            }
        }
        How::Added => data.rows.retain(|row| !is_row(row, &change.name)),
        How::Removed => {
            let at = was.rows.iter().position(|row| is_row(row, &change.name))?;
            if was.columns != data.columns {
                return None;
            }
            data.rows.insert(at.min(data.rows.len()), was.rows[at].clone());
        }
        _ => data.clone_from(was),
    }
    Some(())
}

/// Restores the earlier order of a list that rules compare by.
fn take_back_order(change: &Change, old: &Program, program: &mut Program) -> Option<()> {
    let anchor = change.anchor.as_ref()?;
    let function = |program: &Program, at: u32| {
        program.functions.get(at as usize).map(|function| function.name.clone())
    };
    let was = old.lists.iter().find(|list| list.anchor == *anchor)?;
    let order: BTreeMap<String, usize> = was
        .items
        .iter()
        .enumerate()
        .filter_map(|(nth, item)| Some((function(old, item.function)?, nth)))
        .collect();
    let at = program.lists.iter().position(|list| list.anchor == *anchor)?;
    let mut items = program.lists[at].items.clone();
    let rank = |program: &Program, item: u32| {
        function(program, item).and_then(|name| order.get(&name).copied()).unwrap_or(usize::MAX)
    };
    items.sort_by_key(|item| rank(program, item.function));
    program.lists[at].items = items;
    Some(())
}

/// Returns the citations of an example, before and after: anchors, and rows of data as `cards.csv/Name`.
fn cited_places(name: &str, earlier: EarlierPlays<'_>, new: &PlayedBook) -> Vec<String> {
    let now = new.examples.iter().find(|example| example.scenario.name == name);
    let played = (earlier.named)(name).into_iter().chain(now.map(|example| &example.played));
    let mut cites = Vec::new();
    for file in played {
        for line in &file.lines {
            cites.extend(
                line.cite
                    .split('@')
                    .skip(1)
                    .map(|cite| cite.trim_end_matches([' ', '<', ';']).trim().to_owned()),
            );
        }
    }
    cites.sort_unstable();
    cites.dedup();
    cites
}

/// True if a citation of an example is about the subject of a change.
fn is_cited(change: &Change, cite: &str) -> bool {
    let place = cite.split('/').next().unwrap_or(cite);
    let file = change.new.as_ref().or(change.old.as_ref()).map(|place| place.file.as_str());
    match change.subject {
        Subject::Card | Subject::Data => {
            Some(place) == file && cite.ends_with(&format!("/{}", change.name))
        }
        _ => {
            let mut anchors = change.functions.iter().flat_map(|function| &function.anchors);
            change.anchor.as_deref() == Some(place) || anchors.any(|anchor| anchor == place)
        }
    }
}
