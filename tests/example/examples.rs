//! All examples of a book: accepted, moved, stale, their places, and the files that accepting them
//! writes.

use std::path::Path;

use rulepress::cli::Exit;
use rulepress::diagnostic::Findings;
use rulepress::engine::trace::{Outcome, Start, Trace};
use rulepress::example::acceptance::Acceptance;
use rulepress::example::examples::{self, Example, ExampleContext};
use rulepress::example::folder::{self, ScenarioFile, TodoOpening};
use rulepress::rules::Program;
use rulepress::source::{SourceId, Sources, Span};

use super::check;
use super::fixture::{StandIn, book, program, sample, snapshot, sources};
use crate::common::Folder;

const SCENARIO: &str =
    "title = \"Paying\"\nfills = \"#example-cards\"\nplay = \"#activate-cards\"\n";

fn play(_: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
    let mut trace = sample();
    trace.records.retain(|record| record.verb != "bounce");
    Ok(starts.iter().map(|_| trace.clone()).collect())
}

/// Reads and plays the folder.
fn played(folder: &Folder) -> (Vec<ScenarioFile>, Vec<Example>, Findings) {
    let (mut sources, mut findings) = (sources(), Findings::default());
    let files = folder::read_scenarios(folder.path(), &mut sources, &mut findings);
    let examples = judged(&files, &sources, &program(), &mut findings);
    (files, examples, findings)
}

fn judged(
    files: &[ScenarioFile],
    sources: &Sources,
    program: &Program,
    findings: &mut Findings,
) -> Vec<Example> {
    let openings =
        [TodoOpening { anchor: "example-cards".to_owned(), span: Span::new(SourceId(0), 0..4) }];
    let book = ExampleContext { openings: &openings, ..book(program, sources) };
    examples::play_scenarios(files, &book, &StandIn(play), findings)
}

fn codes(findings: &Findings) -> Vec<&'static str> {
    findings.0.iter().map(|finding| finding.code.name).collect()
}

#[test]
fn accepting_makes_an_example_equal() {
    let folder = Folder::with("example-accepting", "paying.toml", SCENARIO);
    let (files, found, findings) = played(&folder);
    assert_eq!(codes(&findings), ["unaccepted-example"]);
    assert_eq!((Exit::after(&findings), Exit::after_locked(&findings)), (Exit::Done, Exit::Stale));
    for (file, text) in examples::accepted_traces(&files, &found) {
        std::fs::write(&file.trace, text).expect("a trace can be written");
    }
    let (files, found, findings) = played(&folder);
    assert_eq!(codes(&findings), Vec::<&str>::new());
    assert_eq!(found[0].state, Acceptance::Accepted);
    assert_eq!(examples::accepted_traces(&files, &found), Vec::new());
}

#[test]
fn a_changed_trace_is_stale_and_a_renumbered_one_has_moved() {
    let folder = Folder::with("example-changed", "paying.toml", SCENARIO);
    let (files, found, _) = played(&folder);
    let accepted = examples::accepted_traces(&files, &found).remove(0).1;
    folder.write("paying.trace", accepted.replace("5.5 step 1 ", "5.4 step 9 "));
    let (_, found, findings) = played(&folder);
    assert_eq!(
        (codes(&findings), found[0].state.clone()),
        (vec!["moved-example"], Acceptance::Moved)
    );
    assert_eq!((Exit::after(&findings), Exit::after_locked(&findings)), (Exit::Done, Exit::Stale));
    folder.write("paying.trace", accepted.replace("Dream Fairy  ", "Weaponsmith  "));
    let (_, _, findings) = played(&folder);
    assert_eq!(codes(&findings), ["stale-example"]);
    let message =
        "the example `paying` is stale: step 2: paid with Dream Fairy instead of Weaponsmith";
    assert_eq!(findings.0[0].message, message);
    assert_eq!(Exit::after(&findings), Exit::Stale);
    folder.write("paying.trace", "no trace\n");
    assert_eq!(codes(&played(&folder).2), ["trace-file"]);
}

#[test]
fn two_examples_at_one_place_and_a_trace_alone() {
    let folder = Folder::with("example-doubled", "a.toml", SCENARIO);
    folder.write("b.toml", SCENARIO);
    folder.write("c.trace", "");
    folder.write("notes.md", "not read");
    let (_, found, findings) = played(&folder);
    assert_eq!(
        codes(&findings),
        ["orphan-trace", "doubled-example", "unaccepted-example", "unaccepted-example"]
    );
    assert_eq!(found.len(), 2);
}

#[test]
fn an_example_with_errors_is_not_accepted() {
    let folder = Folder::new("example-errors");
    folder.write("a.toml", format!("{SCENARIO}[expect]\nfacts = [\"automa.hand is empty\"]\n"));
    let (files, found, findings) = played(&folder);
    assert_eq!(codes(&findings), ["unmet-expectation"]);
    assert_eq!(found[0].state, Acceptance::Wrong);
    assert!(examples::accepted_traces(&files, &found).is_empty());
}

#[test]
fn a_scenario_that_is_not_understood_is_not_accepted() {
    let folder = Folder::new("example-not-understood");
    folder.write("a.toml", format!("{SCENARIO}seed = \"seven\"\n"));
    let (files, found, findings) = played(&folder);
    assert_eq!(codes(&findings), ["scenario"]);
    assert_eq!(found[0].state, Acceptance::Wrong);
    assert!(examples::accepted_traces(&files, &found).is_empty());
}

#[test]
fn the_table_before_the_play_is_told() {
    let folder = Folder::new("example-opening");
    folder.write(
        "a.toml",
        format!("{SCENARIO}[position.automa]\nfield = [\"Weaponsmith | rested | damage 2\"]\nhand = [\"Dream Fairy\"]\nmemory = []\n"),
    );
    let (mut sources, mut findings) = (sources(), Findings::default());
    let files = folder::read_scenarios(folder.path(), &mut sources, &mut findings);
    let program = program();
    let book = book(&program, &sources);
    let laid = |_: &Program, starts: &[Start]| -> Result<Vec<Trace>, Vec<Outcome>> {
        let mut start = snapshot(&[
            ("automa.field", &["Weaponsmith"]),
            ("automa.hand", &["Dream Fairy"]),
            ("automa.memory", &[]),
            ("automa.deck", &["Savage Slash"]),
        ]);
        start.names = [
            ("automa.field", "Field"),
            ("automa.hand", "Automa Hand"),
            ("automa.memory", "Memory"),
        ]
        .map(|(key, name)| (key.to_owned(), name.to_owned()))
        .into();
        let pieces = |zone: &str| start.zones[zone][0].clone();
        let (mut ally, mut hidden) = (pieces("automa.field"), pieces("automa.hand"));
        ally.flags.push("rested".to_owned());
        ally.counters.insert("damage".to_owned(), 2);
        hidden.face_up = false;
        start.zones.insert("automa.field".to_owned(), vec![ally]);
        start.zones.insert("automa.hand".to_owned(), vec![hidden]);
        Ok(starts.iter().map(|_| Trace { start: Some(start.clone()), ..sample() }).collect())
    };
    let found = examples::play_scenarios(&files, &book, &StandIn(laid), &mut findings);
    let lines: String = found[0].opening.iter().map(|line| format!("{line}\n")).collect();
    assert!(!lines.contains("Dream Fairy") && !lines.contains("Savage Slash"), "{lines}");
    check("opening.txt", &lines);
}

#[test]
fn files_that_are_no_text() {
    let folder = Folder::new("example-bytes");
    std::fs::write(folder.path().join("a.toml"), [0xff, 0xfe, 0]).expect("a file can be written");
    let (files, _, findings) = played(&folder);
    assert_eq!((files.len(), codes(&findings)), (0, vec!["not-text"]));
    let (mut sources, mut findings) = (sources(), Findings::default());
    assert!(
        folder::read_scenarios(Path::new("no/such/folder"), &mut sources, &mut findings).is_empty()
    );
    assert!(
        folder::read_scenario_file(Path::new("no/such/file.toml"), &mut sources, &mut findings)
            .is_none()
    );
    assert_eq!(codes(&findings), ["unreadable"]);
}

#[test]
fn openings_of_a_text() {
    let folder = Folder::new("example-openings");
    folder.write(
        "book.md",
        "TODO\n\n# A {#a}\n\n## Example {#example-a}\n\nTODO\n\n- item\n\n  TODO\n\n# B\n\nText.\n",
    );
    let mut findings = Findings::default();
    let (_, manuscript) = rulepress::document::load(&folder.path().join("book.md"), &mut findings)
        .expect("it is there");
    let found: Vec<String> = folder::todo_openings(&manuscript.document)
        .into_iter()
        .map(|opening| opening.anchor)
        .collect();
    assert_eq!(found, ["example-a", "example-a"]);
}

#[test]
fn a_limit_comes_before_all_else() {
    let mut findings = Findings::default();
    let text = SCENARIO;
    let mut sources = sources();
    let source = sources.add("a.toml", text);
    let file = ScenarioFile {
        name: "a".into(),
        source,
        accepted: None,
        trace: "a.trace".into(),
        seed: None,
    };
    let program = program();
    let openings =
        [TodoOpening { anchor: "example-cards".to_owned(), span: Span::new(SourceId(0), 0..4) }];
    let book = ExampleContext { openings: &openings, ..book(&program, &sources) };
    let limit = |program: &Program, starts: &[Start]| -> Result<Vec<Trace>, Vec<Outcome>> {
        let limited =
            |trace| Trace { outcome: Outcome::Limit { what: "time".to_owned() }, ..trace };
        Ok(play(program, starts)?.into_iter().map(limited).collect())
    };
    examples::play_scenarios(&[file], &book, &StandIn(limit), &mut findings);
    assert_eq!((codes(&findings), Exit::after(&findings)), (vec!["rules-limit"], Exit::Limit));
}
