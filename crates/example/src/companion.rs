//! A game at the reader's own table. In: `[companion]` of book.toml. Out: the rule that is played, the zones
//! that are really on the table and those that the page keeps; findings about rules and zones that do not
//! exist.

use std::collections::BTreeSet;

use serde::Serialize;

use super::fields::did_you_mean;
use super::places;
use super::start::game_start;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::companion::CompanionFields;
use base::source::{SourceId, Span};
use rules::Program;
use rules::engine::trace::{Decider, Deciders, Start, Trace};
use rules::executor::Executor;
use toml::Spanned;

/// Settings of a book for a game at the table.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Companion {
    /// Introduction for a player who begins.
    pub words: String,
    /// Anchor of the rule that is played; none for the rule that always plays whole games.
    pub play: Option<String>,
    /// Keys of the zones that are really on the table.
    pub real: Vec<String>,
    /// Keys of the zones that the page keeps.
    pub kept: Vec<String>,
    /// Names of flags and counters that are shown although they are hidden elsewhere.
    pub marks: Vec<String>,
}

impl Companion {
    /// Reads the settings of book.toml.
    pub fn of(fields: &CompanionFields) -> Self {
        let keys =
            |zones: &[Spanned<String>]| zones.iter().map(|key| key.get_ref().clone()).collect();
        Self {
            words: fields.words.clone(),
            play: fields.play.as_ref().map(|play| play.get_ref().clone()),
            real: keys(&fields.real),
            kept: keys(&fields.kept),
            marks: keys(&fields.marks),
        }
    }
}

/// Checks `[companion]` of the book.toml `file`: its rule, and zones that no game of the rules has. For them
/// a game is played up to its first question.
pub(crate) fn check_companion(
    fields: &CompanionFields,
    file: SourceId,
    program: &Program,
    executor: &dyn Executor,
    findings: &mut Findings,
) {
    if let Some(play) = &fields.play
        && places::find_function(program, play.get_ref()).is_none()
    {
        findings.push(no_rule(play, file, program));
    }
    let mut known = BTreeSet::new();
    for key in fields.real.iter().chain(&fields.kept) {
        if !known.insert(key.get_ref()) {
            let message = format!("the zone `{}` is listed twice here", short_quote(key.get_ref()));
            let hint = "list the zone once: under `real` if it is on the table, under `kept` if the page keeps it";
            findings.push(at(key, file, message).hint(hint));
        }
    }
    let Some(trace) = trace_of_start(program, executor) else { return };
    findings.0.extend(unknown_marks(fields, file, &trace));
    let zones: Vec<&str> = trace.table.iter().map(|zone| zone.key.as_str()).collect();
    for key in fields.real.iter().chain(&fields.kept) {
        if !zones.is_empty() && !zones.contains(&key.get_ref().as_str()) {
            let message = format!("unknown zone `{}`", short_quote(key.get_ref()));
            let hint = did_you_mean(key.get_ref(), zones.iter().copied());
            let hint =
                hint.unwrap_or_else(|| "name zones by their keys: \"automa.deck\"".to_owned());
            findings.push(at(key, file, message).hint(hint));
        }
    }
}

/// Returns marks that the rules declare neither as a flag nor as a counter.
fn unknown_marks(fields: &CompanionFields, file: SourceId, trace: &Trace) -> Vec<Diagnostic> {
    let known = || trace.names.flags.iter().chain(&trace.names.counters);
    let unknown = fields.marks.iter().filter(|mark| !known().any(|name| name == mark.get_ref()));
    let finding = |mark: &Spanned<String>| {
        let message = format!("no flag or counter is called `{}`", short_quote(mark.get_ref()));
        let hint = did_you_mean(mark.get_ref(), known().map(String::as_str));
        let hint = hint.unwrap_or_else(|| "name one that the rules declare".to_owned());
        at(mark, file, message).hint(hint)
    };
    unknown.map(finding).collect()
}

fn at(value: &Spanned<String>, file: SourceId, message: String) -> Diagnostic {
    Diagnostic::at(code::BOOK_FILE, Span::new(file, value.span()), message)
}

fn no_rule(play: &Spanned<String>, file: SourceId, program: &Program) -> Diagnostic {
    let name = short_quote(play.get_ref());
    let message =
        format!("no rule of the book is called `{name}`, so nothing can be played at the table");
    let meant =
        places::place_meant(program, play.get_ref(), |place| places::is_bound(program, place));
    let hint = format!("bind a function to the rule: write `#@ {name}` above its `def`");
    at(play, file, message).hint(meant.unwrap_or(hint))
}

/// Plays a game at the table up to its first question, which is asked of a person.
fn trace_of_start(program: &Program, executor: &dyn Executor) -> Option<Trace> {
    let play = program.functions.len().checked_sub(1)? as u32;
    let play = program.bindings.first().map_or(play, |binding| binding.function);
    let deciders = Deciders { nobody: Decider::Person, ..Deciders::default() };
    let start =
        Start { at_table: true, seeded: true, seed: 1, play, deciders, ..game_start(program) };
    executor.play(program, &[start]).ok()?.into_iter().next()
}
