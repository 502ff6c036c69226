//! Comparing traces: a mere renumbering is no difference, and differences can be read.

use rulepress::example::compare::{Comparison, compare_traces};
use rulepress::example::narrate::Lexicon;
use rulepress::example::trace_file::{TraceFile, TraceFileLine};

use super::Chance;
use super::trace_file::sample_file;

fn notes(old: &TraceFile, new: &TraceFile) -> Vec<String> {
    match compare_traces(old, new, &Lexicon::english()) {
        Comparison::Stale(notes) => notes,
        other => panic!("{other:?}"),
    }
}

/// Two long texts with a common beginning are shown from the word on in which they differ.
#[test]
fn equal_beginnings_are_cut_off() {
    let (mut old, mut new) = (sample_file(), sample_file());
    let long = |last: &str| format!("{} {last}", "Hunter keeps the closest of them;".repeat(6));
    let differs = |line: &TraceFileLine| !line.what.is_empty();
    for (file, last) in [(&mut old, "Gaarkhan"), (&mut new, "Fenn")] {
        let line = file.lines.iter_mut().find(|line| differs(line)).expect("it names something");
        line.what = long(last);
    }
    let notes = notes(&old, &new);
    assert!(notes[0].ends_with(" ... Fenn instead of ... Gaarkhan"), "{notes:?}");
}

#[test]
fn renumbering_is_moved() {
    let (old, mut new) = (sample_file(), sample_file());
    for line in &mut new.lines {
        line.number = line.number.replace("5.5 step", "6.1 step");
        line.cite = line.cite.replace("@activate-cards/2.2", "@activate-cards/3.c");
    }
    new.title = "Another title".to_owned();
    assert!(
        matches!(compare_traces(&old, &new, &Lexicon::english()), Comparison::Moved(count) if count > 3)
    );
    assert_eq!(compare_traces(&old, &old, &Lexicon::english()), Comparison::Equal);
}

#[test]
fn another_card_pays() {
    let (old, mut new) = (sample_file(), sample_file());
    new.lines[4].what = "Weaponsmith".to_owned();
    assert_eq!(notes(&old, &new), ["step 2: paid with Weaponsmith instead of Dream Fairy"]);
}

#[test]
fn steps_come_and_go() {
    let (old, mut new) = (sample_file(), sample_file());
    new.lines.remove(4);
    assert_eq!(
        notes(&old, &new),
        ["step 2 is gone: pay Dream Fairy automa.graveyard > automa.banished"]
    );
    assert_eq!(
        notes(&new, &old),
        ["step 2 is new: pay Dream Fairy automa.graveyard > automa.banished"]
    );
    new.lines.drain(5..8);
    let found = notes(&old, &new);
    assert_eq!(found[1], "steps 4 to 6 are gone", "{found:?}");
}

#[test]
fn where_why_and_how_it_ends() {
    let (old, mut new) = (sample_file(), sample_file());
    new.lines[4].at = "automa.hand > automa.banished".to_owned();
    new.lines[5].cite = "@activate-fails".to_owned();
    new.outcome = "finished".to_owned();
    new.lines.remove(3);
    assert_eq!(
        notes(&old, &new),
        [
            "after step 1 this is gone: check can be paid: Savage Slash yes",
            "step 2: paid with Dream Fairy: `automa.hand > automa.banished` instead of `automa.graveyard > automa.banished`",
            "step 3: paid with (Weaponsmith): cites @activate-fails instead of @activate-cards",
            "it ends `finished` instead of `stopped`",
        ]
    );
}

#[test]
fn only_the_table_differs() {
    let (old, mut new) = (sample_file(), sample_file());
    new.end = "0".to_owned();
    assert_eq!(notes(&old, &new), ["every step is the same, but the table at the end differs"]);
}

fn random_lines(chance: &mut Chance, count: u64) -> Vec<TraceFileLine> {
    let line = |chance: &mut Chance| {
        let verb = *chance.of(&["pay", "draw", "move"]);
        let what = *chance.of(&["A", "B", "C", "D"]);
        let number = *chance.of(&["", "1", "2 step 1"]);
        let (at, cite) = (*chance.of(&["x", "y"]), *chance.of(&["@a/1", "@a/2", "@b"]));
        TraceFileLine::new([number, verb, what, at, cite])
    };
    (0..count).map(|_| line(chance)).collect()
}

/// Equal only to itself, moved only when the events are the same, and never without words for a
/// difference.
#[test]
fn comparing_holds_for_any_traces() {
    let mut chance = Chance(7);
    let words = Lexicon::english();
    for _ in 0..3_000 {
        let file = |chance: &mut Chance| {
            let count = chance.below(12);
            TraceFile { lines: random_lines(chance, count), ..TraceFile::default() }
        };
        let old = file(&mut chance);
        let mut new = if chance.below(3) == 0 { file(&mut chance) } else { old.clone() };
        for _ in 0..chance.below(3) {
            let at = chance.below(new.lines.len() as u64 + 1) as usize;
            if chance.below(2) == 0 {
                new.lines.insert(at, random_lines(&mut chance, 1).remove(0));
            } else if at < new.lines.len() {
                new.lines.remove(at);
            }
        }
        let section = |cite: &str| cite.split('/').next().unwrap_or_default().to_owned();
        let events = |file: &TraceFile| -> Vec<_> {
            let event = |line: &TraceFileLine| {
                (line.verb.clone(), line.what.clone(), line.at.clone(), section(&line.cite))
            };
            file.lines.iter().map(event).collect()
        };
        match compare_traces(&old, &new, &words) {
            Comparison::Equal => assert_eq!(old, new),
            Comparison::Moved(count) => {
                assert_eq!(events(&old), events(&new));
                assert!(count > 0 && old != new);
            }
            Comparison::Stale(notes) => {
                assert_ne!(events(&old), events(&new));
                assert!(
                    !notes.is_empty() && notes.iter().all(|note| !note.ends_with(": ")),
                    "{notes:?}"
                );
                assert!(matches!(compare_traces(&new, &old, &words), Comparison::Stale(_)));
            }
        }
    }
}

#[test]
fn long_traces_take_bounded_time() {
    let mut chance = Chance(9);
    let old = TraceFile { lines: random_lines(&mut chance, 50_000), ..TraceFile::default() };
    let new = TraceFile { lines: random_lines(&mut chance, 50_000), ..TraceFile::default() };
    let found = notes(&old, &new);
    assert!(found.last().is_some_and(|last| last.starts_with("and ")), "{:?}", found.last());
}
