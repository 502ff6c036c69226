//! Another text is played: its places are cited, and missing places are reported.

use rulepress::rules::{ForeignRules, Program};

use super::book::{Read, folder, read, shown, with};
use crate::common::Folder;

const MODULE: &str = "\
#@ #draw-phase \"Draw {=draw} cards\"
def draw(): pass

#@ #draw-phase 2.1
def this(): pass

#@ #choose
def choose(): pass

#@ #best-weapon #best-power most
def power(): pass

#@ #best-weapon 2 least
def left(): pass
";

const THEIRS: &str =
    "# Rules\n\n## Drawing {#drawing}\n\nYou draw.\n\n1. Look.\n2. Pick one:\n   1. This one.\n";

fn play(theirs: &str, bindings: Option<&str>) -> (Folder, Read) {
    let (folder, _) = with(&[("book/rules/turn.star", MODULE)]);
    folder.write("elsewhere/theirs.md", theirs);
    let file = bindings.map(|text| {
        folder.write("maps/map.toml", text);
        folder.path().join("maps/map.toml")
    });
    let foreign = ForeignRules { rules: folder.path().join("book"), bindings: file };
    let read = read(&folder.path().join("elsewhere/theirs.md"), Some(&foreign));
    (folder, read)
}

fn told(read: &Read) -> Vec<String> {
    read.findings.0.iter().map(|finding| shown(finding, &read.sources)).collect()
}

/// Addresses that each function cites.
fn cited(program: &Program) -> Vec<Vec<String>> {
    let cite = |at: &u32| {
        let place = &program.places[*at as usize];
        match &place.book {
            Some(book) => format!("{book} {}", place.address),
            None => place.address.clone(),
        }
    };
    program.functions.iter().map(|f| f.places.iter().map(cite).collect()).collect()
}

#[test]
fn places_are_mapped() {
    let map = "[places]\n\"#draw-phase\" = \"#drawing\"\n\"#choose\" = \"#drawing 2\"\n\"#best-weapon\" = \"\"\n[words]\n\"#draw-phase\" = \"You draw\"\n";
    let (_folder, read) = play(THEIRS, Some(map));
    assert_eq!(told(&read), [""; 0]);
    let program = read.program.expect("it is whole");
    assert_eq!((program.book.as_str(), program.reading.as_str()), ("theirs", "document"));
    assert_eq!(
        cited(&program),
        [
            vec!["1"],
            vec!["1 step 2.1"],
            vec!["1 step 2"],
            vec!["Small 1.2 step 1"],
            vec!["Small 1.2 step 2"]
        ]
    );
    assert_eq!(program.lists[0].anchor, "best-weapon");
    assert_eq!(program.places[program.lists[0].place as usize].book.as_deref(), Some("Small"));
}

#[test]
fn what_does_not_fit_is_told() {
    let map = "reading = \"corrected\"\n[places]\n\"#draw-fase\" = \"#drawing\"\n\"#draw-phase\" = \"#draving\"\n\"#best-weapon\" = \"\"\n\"choose\" = \"#drawing\"\n";
    let (_folder, read) = play(THEIRS, Some(map));
    let told = told(&read);
    let wanted = [
        "map.toml:6:1-9 bindings-file: `choose` is not an anchor; write an anchor",
        "map.toml:3:1-13 dangling-binding: the rules' own book has no place `#draw-fase`; did you mean `#draw-phase`?",
        "map.toml:4:17-27 dangling-binding: the played text has no place `#draving`; did you mean `#drawing`?",
        "turn.star:1:4-15 unmapped-place: the played text has no place `#draw-phase`; write \"#draw-phase\" = \"#their-place\" under [places], or \"#draw-phase\" = \"\" if it has none",
        "turn.star:4:4-15 unmapped-place: the played text has no place `#draw-phase 2.1`; write",
        "turn.star:7:4-11 unmapped-place: the played text has no place `#choose`; write",
    ];
    for wanted in wanted {
        assert!(told.iter().any(|told| told.starts_with(wanted)), "{wanted}\n{told:#?}");
    }
    assert_eq!(told.len(), wanted.len(), "{told:#?}");
    assert_eq!(read.program.map(|program| program.reading).as_deref(), Some("corrected"));
}

#[test]
fn same_anchors_need_no_map() {
    let (_folder, read) = play(
        "# A\n\n## Draw phase\n\n1. x\n2. y\n   1. z\n\n## Best weapon\n\n1. p\n2. q\n\n# Choose\n",
        None,
    );
    let told = told(&read);
    assert!(
        told.len() == 1
            && told[0].contains("unmapped-place: the played text has no place `#best-power`"),
        "{told:#?}"
    );
    let program = read.program.expect("it is whole");
    assert_eq!(
        cited(&program),
        [
            vec!["1.1"],
            vec!["1.1 step 2.1"],
            vec!["2"],
            vec!["Small 1.2 step 1"],
            vec!["1.2 step 2"]
        ]
    );
}

#[test]
fn a_broken_map_and_a_lost_book_are_told() {
    let (_folder, broken) = play(THEIRS, Some("[place]\n"));
    assert!(
        told(&broken)[0].starts_with("map.toml:1:2-7 bindings-file: unknown key `place`"),
        "{:?}",
        told(&broken)
    );
    let folder = folder(&[("theirs.md", THEIRS)]);
    let foreign = ForeignRules { rules: folder.path().join("nothing"), bindings: None };
    let read = read(&folder.path().join("theirs.md"), Some(&foreign));
    assert!(told(&read)[0].starts_with("nothing unreadable: cannot read"), "{:?}", told(&read));
    assert!(read.program.is_none());
}

#[test]
fn words_say_which_sentence_is_quoted() {
    let theirs = THEIRS.replace("You draw.", "You look first. You draw then. You stop.");
    let map = "[places]\n\"#draw-phase\" = \"#drawing\"\n\"#choose\" = \"#drawing\"\n\"#best-weapon\" = \"\"\n[words]\n\"#choose\" = \"draw then\"\n";
    let (_folder, read) = play(&theirs, Some(map));
    assert_eq!(told(&read), [""; 0]);
    let program = read.program.expect("it is whole");
    let text = |function: usize| {
        let place = program.functions[function].places[0];
        program.places[place as usize].text.trim().to_owned()
    };
    assert_eq!(text(2), "You draw then.", "only the sentence with the words");
    assert!(text(0).starts_with("You look first."), "a place without words keeps its text");
    assert_eq!(cited(&program)[2], ["1"], "it has the address of its place");
}

#[test]
fn lost_words_of_theirs_are_told() {
    let map = "[places]\n\"#draw-phase\" = \"#drawing\"\n\"#choose\" = \"\"\n\"#best-weapon\" = \"\"\n[words]\n\"#draw-phase 2.1\" = \"That one\"\n";
    let (_folder, read) = play(THEIRS, Some(map));
    assert_eq!(
        told(&read),
        [
            "map.toml:6:21-31 lost-quote: \"That one\" is not at `#drawing/2.1`; the text there is \"This one.\""
        ]
    );
}
