//! Small books that are played.

use rulepress::diagnostic::{self, Findings, Severity};
use rulepress::document;
use rulepress::engine::trace::{Start, Trace};
use rulepress::example::{narrate, places, trace_file};
use rulepress::rules::{self, ForeignRules, Program, host::LoadedRules};

use crate::common::Folder;

/// A book of one text, with its modules.
pub(super) fn book(folder: &Folder, text: &str, modules: &[(&str, &str)]) {
    folder.write("own/book.toml", "title = \"Cards\"\nsources = [\"rules.md\"]\n");
    folder.write("own/rules.md", text);
    for (name, module) in modules {
        folder.write(&format!("own/rules/{name}.star"), module);
    }
}

/// Returns the rules of a book, and the findings in them.
pub(super) fn load(folder: &Folder) -> (Program, String) {
    loaded(folder, "own", None)
}

/// The rules of a book for the text `theirs.md`.
pub(super) fn load_foreign(folder: &Folder) -> (Program, String) {
    let bindings = Some(folder.path().join("theirs.toml"));
    loaded(folder, "theirs.md", Some(&ForeignRules { rules: folder.path().join("own"), bindings }))
}

fn loaded(folder: &Folder, text: &str, foreign: Option<&ForeignRules>) -> (Program, String) {
    let mut findings = Findings::default();
    let (mut sources, manuscript) =
        document::load(&folder.path().join(text), &mut findings).expect("it is there");
    let program = rules::load_program(&manuscript, &mut sources, &mut findings, foreign)
        .expect("it has rules");
    findings.0.retain(|finding| finding.code.severity != Severity::Note);
    findings.sort();
    (program, diagnostic::findings_text(&findings, &sources, false))
}

/// Plays the function at a place.
pub(super) fn play(program: &Program, place: &str, until: Option<&str>) -> Trace {
    let machine = LoadedRules::load(program).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let play = places::find_function(program, place).expect("a rule is bound there");
    let until = until.map(|until| places::find_place(program, until).expect("it is a place"));
    machine.play(&Start { play, until, ..Start::default() })
}

/// Returns the events with their verbs and citations.
pub(super) fn lines(program: &Program, trace: &Trace) -> Vec<String> {
    let told = narrate::narrate(trace, program, &words());
    let file = trace_file::trace_file_of("", trace, program, &told);
    file.lines
        .iter()
        .map(|line| format!("{} {} {} {}", line.verb, line.what, line.at, line.cite))
        .collect()
}

/// The sentences, each behind the address it cites.
pub(super) fn told(program: &Program, trace: &Trace) -> Vec<String> {
    let told = narrate::narrate(trace, program, &words()).sentences;
    let address =
        |record: usize| trace.records[record].place.map(|place| places::address_of(program, place));
    told.iter()
        .map(|told| format!("{}: {}", address(told.record).unwrap_or_default(), told.sentence))
        .collect()
}

fn words() -> narrate::Lexicon {
    narrate::Lexicon::english()
}
