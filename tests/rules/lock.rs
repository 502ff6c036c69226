//! rules.lock: confirmed rules are silent; changes are reported, and nothing else.

use rulepress::diagnostic::Findings;
use rulepress::rules::lock;

use super::book::{PROSE, Read, read, shown, with};
use crate::common::Folder;

const MODULE: &str = "\
#@ #draw-phase \"Draw {=draw} cards\"
def draw():
    # four
    return 4

#@ #choose
def choose(): return \"this\"

#@ card \"Dream Fairy\" enter
def fairy(): pass
";

/// A book whose rules are confirmed as they are.
fn confirmed() -> Folder {
    let (folder, read) = with(&[("book/rules/turn.star", MODULE)]);
    folder.write(
        "book/rules.lock",
        lock::confirmed_lock(read.program.as_ref().expect("it is whole")),
    );
    folder
}

fn compared(folder: &Folder) -> Vec<String> {
    let Read { mut sources, manuscript, program, .. } = read(&folder.path().join("book"), None);
    let mut findings = Findings::default();
    lock::check_lock(&program.expect("it is whole"), &manuscript, &mut sources, &mut findings);
    findings.0.iter().map(|finding| shown(finding, &sources)).collect()
}

/// Checks the findings after a change of the prose and of the rules.
#[track_caller]
fn check(prose: &str, module: &str, wanted: &[&str]) {
    let folder = confirmed();
    folder.write("book/turn.md", prose);
    folder.write("book/rules/turn.star", module);
    let told = compared(&folder);
    assert_eq!(told.len(), wanted.len(), "{told:#?}");
    for (told, wanted) in told.iter().zip(wanted) {
        assert!(told.starts_with(wanted), "{told}");
    }
}

#[test]
fn it_is_a_sorted_list() {
    let folder = confirmed();
    let text = folder.text("book/rules.lock");
    let lines: Vec<_> =
        text.lines().map(|line| line.split("  ").take(2).collect::<Vec<_>>().join("  ")).collect();
    assert_eq!(
        lines[1..],
        [
            "#choose  rules/turn.star:choose",
            "  Choose:",
            "#draw-phase  rules/turn.star:draw",
            "  Draw {=draw} cards from \"your\" deck - left to right.",
            "cards.csv/Dream Fairy  rules/turn.star:fairy",
            "  Dream Fairy | Draw a card.",
            "=draw  4"
        ]
    );
    assert_eq!(compared(&folder), [""; 0]);
}

#[test]
fn what_changes_nothing_is_silent() {
    check(&PROSE.replace("[4]{=draw}", "[5]{=draw}"), MODULE, &[]);
    check(
        &PROSE
            .replace("“your” deck — left to", "\"your\"\ndeck – left\nto")
            .replace("*order*", "order"),
        MODULE,
        &[],
    );
    check(&PROSE.replace("An empty deck ends", "No card left ends"), MODULE, &[]);
    check(&PROSE.replace("1. This.", "1. Those."), MODULE, &[]);
    check(
        PROSE,
        &MODULE
            .replace("    # four\n", "\n    # 4\n\n")
            .replace("    return 4", "      return   4 # yes"),
        &[],
    );
}

#[test]
fn a_changed_sentence_is_told() {
    let told = "turn.star:1:1-36 unconfirmed-rule: the sentence at `#draw-phase` changed, but the function `draw` did not; the text there is \"Draw {=draw} cards from my deck - left to right.\"; check that";
    check(&PROSE.replace("“your”", "my"), MODULE, &[told]);
    check(
        &PROSE.replace("Choose:", "Choose now:"),
        MODULE,
        &["turn.star:6:1-11 unconfirmed-rule: the sentence at `#choose` changed"],
    );
}

#[test]
fn a_changed_function_is_told() {
    check(
        PROSE,
        &MODULE.replace("return 4", "return 5"),
        &[
            "turn.star:1:1-36 changed-rule: the function `draw` has changed since it was confirmed for `#draw-phase`",
        ],
    );
    check(
        &PROSE.replace("Choose:", "Take:"),
        &MODULE.replace("\"this\"", "\"that\""),
        &["turn.star:6:1-11 changed-rule: the function `choose`"],
    );
}

#[test]
fn what_was_never_confirmed_is_told() {
    let more = format!("{MODULE}\n#@ #other b\ndef more(): pass\n");
    check(
        PROSE,
        &more,
        &[
            "turn.star:12:1-12 unconfirmed-rule: the function `more` was never confirmed for `#second`",
        ],
    );
    let (folder, _) = with(&[("book/rules/turn.star", MODULE)]);
    assert_eq!(
        compared(&folder),
        [
            "rules.lock unconfirmed-rule: no rule of this book was ever confirmed; read each rule beside its sentence, then run `rulepress accept`"
        ]
    );
}

#[test]
fn numbers_of_a_card_are_no_sentence() {
    let folder = confirmed();
    folder.write("book/cards.csv", "Card,Reserve cost,Effect\nDream Fairy,3,Draw a card.\n");
    assert_eq!(compared(&folder), [""; 0]);
    folder.write("book/cards.csv", "Card,Reserve cost,Effect\nDream Fairy,3,Draw two cards.\n");
    let told = compared(&folder);
    assert!(
        told.len() == 1 && told[0].contains("the sentence at `cards.csv/Dream Fairy` changed"),
        "{told:?}"
    );
}

#[test]
fn a_broken_line_is_told() {
    let folder = confirmed();
    let path = folder.path().join("book/rules.lock");
    let text = std::fs::read_to_string(&path)
        .expect("it was written")
        .replace("#choose  ", "<<<<<<< #choose ");
    folder.write("book/rules.lock", &text);
    let told = compared(&folder);
    assert!(
        told[0].starts_with("rules.lock:2:1-")
            && told[0].contains("lock-file: this line of rules.lock cannot be read"),
        "{told:?}"
    );
    assert!(told.len() == 2 && told[1].contains("`choose` was never confirmed"), "{told:?}");
}
