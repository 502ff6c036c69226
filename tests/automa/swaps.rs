//! The printed list is the program: swapping two lines changes the play, and makes exactly those
//! examples stale whose explanation names the lines.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulepress::diagnostic::{Findings, Severity};
use rulepress::document;
use rulepress::engine::trace::Act;
use rulepress::example::acceptance::Acceptance;
use rulepress::example::examples::{self, Example};
use rulepress::example::folder;
use rulepress::example::game::{self, BookLocation};
use rulepress::rules::executor::InProcess;

use super::{begin, book, load, project, readings};
use crate::common::root;

/// The most games that are tried to see a difference.
const TRIES: u64 = 400;
/// Two lines that no game ever compares, and the position that does.
const BY_POSITION: (&str, &str) = ("faction-institute", "institute-before-stepping-back");
/// Two lines whose order cannot matter: a player who could do both could go back from a research
/// lab, whose line comes before them.
const NEVER: &str = "faction-station";
/// The faction that chooses by a list of its own, and the question for which it is the answer.
const OWN_LIST: [&str; 3] = ["faction-", "Which faction does the Automa play", "Firaks"];

/// Anchors of the lines of every list, in printed order.
fn lists() -> Vec<Vec<String>> {
    let program = &readings()[0].game.program;
    let anchor = |place: u32| {
        program.places[place as usize].anchor.clone().expect("each line has an anchor")
    };
    let lists =
        program.lists.iter().map(|list| list.items.iter().map(|item| anchor(item.place)).collect());
    lists.filter(|list: &Vec<String>| list.len() > 1).collect()
}

/// Returns every two consecutive lines.
fn pairs() -> Vec<[String; 2]> {
    lists()
        .iter()
        .flat_map(|list| {
            list.windows(2).map(|two| [two[0].clone(), two[1].clone()]).collect::<Vec<_>>()
        })
        .collect()
}

/// Lets two lines of a chapter change places; the numbers before them stay. Gives the chapter as it
/// was.
fn swap(book: &Path, pair: &[String; 2]) -> (PathBuf, String) {
    let chapters =
        std::fs::read_dir(book).expect("it is there").flatten().map(|entry| entry.path());
    for chapter in
        chapters.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
    {
        let text = std::fs::read_to_string(&chapter).expect("it can be read");
        let find = |anchor: &str| {
            text.lines().find(|line| {
                line.contains(&format!("{{#{anchor}}}")) || line.contains(&format!("{{#{anchor} "))
            })
        };
        let (Some(one), Some(two)) = (find(&pair[0]), find(&pair[1])) else { continue };
        let words = |line: &str| line.split_once(". ").expect("it is numbered").1.to_owned();
        let swapped = text
            .replacen(&words(one), "\u{1}", 1)
            .replacen(&words(two), &words(one), 1)
            .replacen('\u{1}', &words(two), 1);
        std::fs::write(&chapter, swapped).expect("it can be written");
        return (chapter, text);
    }
    panic!("no chapter has {pair:?}");
}

/// The examples of a book that is played from its folder.
fn examples(book: &Path) -> Vec<Example> {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = document::load(book, &mut findings).expect("the book is there");
    let game = game::load_game(&manuscript, &mut sources, &BookLocation::of(book), &mut findings)
        .expect("it can be played");
    examples::play_scenarios(&game.files, &game.context(&sources), &InProcess, &mut findings)
}

/// Names of the examples in which the explanation of a choice names one of these lines.
fn naming(examples: &[Example], pair: &[String; 2]) -> BTreeSet<String> {
    let program = &readings()[0].game.program;
    let named = |place: u32| {
        program.places[place as usize].anchor.as_ref().is_some_and(|anchor| pair.contains(anchor))
    };
    let names = |example: &&Example| {
        example.trace.records.iter().any(
                |record| matches!(&record.act, Act::Pick { lines, .. } if lines.iter().any(|line| named(line.place))),
            )
    };
    examples.iter().filter(names).map(|example| example.scenario.name.clone()).collect()
}

#[test]
fn swapped_lines_make_their_examples_stale_and_no_others() {
    let folder = project("automa-stale");
    let book = book(&folder);
    let before = examples(&book);
    assert!(
        before.iter().all(|example| example.state == Acceptance::Accepted),
        "the book agrees with its examples"
    );
    let mut told = 0;
    for pair in pairs() {
        let (chapter, text) = swap(&book, &pair);
        // One whose expected facts do not hold any more is stale too.
        let stale =
            |example: &&Example| matches!(example.state, Acceptance::Stale(_) | Acceptance::Wrong);
        let stale: BTreeSet<String> =
            examples(&book).iter().filter(stale).map(|e| e.scenario.name.clone()).collect();
        assert_eq!(stale, naming(&before, &pair), "{pair:?}");
        told += stale.len();
        std::fs::write(chapter, text).expect("it can be written");
    }
    assert!(told > 8, "{told}");
}

/// Two lines that change places play otherwise in some game.
#[test]
fn swapped_lines_change_play() {
    let folder = project("automa-swaps");
    let book = book(&folder);
    let (game, machine) = load(&book);
    let mut idle = Vec::new();
    for pair in pairs() {
        let (chapter, text) = swap(&book, &pair);
        let (swapped, other) = load(&book);
        let differs = |seed: u64| {
            let ends = [(&game, &machine), (&swapped, &other)].map(|(game, machine)| {
                let mut start = begin(game, seed);
                if pair[0].starts_with(OWN_LIST[0]) {
                    start.answers.insert(OWN_LIST[1].to_owned(), OWN_LIST[2].to_owned());
                }
                machine.play(&start).end.digest
            });
            ends[0] != ends[1]
        };
        let different = if pair[0] == BY_POSITION.0 {
            fails(&book, BY_POSITION.1)
        } else {
            (0..TRIES).any(differs)
        };
        if !different {
            idle.push(pair.clone());
        }
        std::fs::write(chapter, text).expect("it can be written");
    }
    let idle: Vec<&str> = idle.iter().map(|pair: &[String; 2]| pair[0].as_str()).collect();
    assert_eq!(idle, [NEVER], "these make no difference to the line below them");
}

/// True if a position no longer comes out as worked out.
fn fails(book: &Path, position: &str) -> bool {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = document::load(book, &mut findings).expect("the book is there");
    let mut game =
        game::load_game(&manuscript, &mut sources, &BookLocation::of(book), &mut findings)
            .expect("it can be played");
    let path = root().join(format!("tests/cases/positions/gaia-project/{position}.toml"));
    game.files =
        folder::read_scenario_file(&path, &mut sources, &mut findings).into_iter().collect();
    assert_eq!(findings.count(Severity::Error), 0, "the position can be read");
    let played = game.play_scenarios(&sources, &InProcess, &mut findings);
    played.len() == 1 && findings.count(Severity::Error) > 0
}
