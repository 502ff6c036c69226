//! What holds in every play of the first game: 300 games from 300 seeds, and all examples of its book.

mod costs;
mod reach;
mod replay;

use std::sync::OnceLock;

use rulepress::diagnostic::Findings;
use rulepress::document;
use rulepress::engine::trace::{Act, Outcome, Record, Seen, Start, Thing, Trace};
use rulepress::example::game::{self, Game, Place};
use rulepress::example::{examples, narrate, places, player, start};
use rulepress::rules::host::Machine;

use crate::common::{root, rulepress};

/// Games, each from a seed of its own.
const GAMES: u64 = 300;
/// Turns of each.
const TURNS: u32 = 4;

/// The book with its games and examples.
struct Played {
    game: Game,
    machine: Machine,
    /// By seed, from 0.
    games: Vec<Trace>,
    examples: Vec<Trace>,
}

/// Plays everything once for all tests.
fn played() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let path = root().join("content/wind-lorraine");
        let mut findings = Findings::default();
        let (mut sources, manuscript) = document::load(&path, &mut findings).expect("the book is there");
        let game = game::load(&manuscript, &mut sources, &Place::of(&path), &mut findings).expect("it can be played");
        let machine = Machine::load(&game.program).expect("its rules hold");
        let games = (0..GAMES).map(|seed| machine.play(&begin(&game, seed))).collect();
        let examples = examples::play(&game.files, &game.book(&sources), &player::here, &mut findings);
        let examples: Vec<Trace> = examples.into_iter().map(|example| example.trace).collect();
        assert!(!examples.is_empty(), "the book has examples");
        Played { game, machine, games, examples }
    })
}

/// A game from a seed.
fn begin(game: &Game, seed: u64) -> Start {
    let play = places::function(&game.program, "#turn").expect("a turn can be played");
    Start { play, seed, seeded: true, repeat: TURNS, ..start::opening(&game.program) }
}

/// Every play with a name for it.
fn all() -> impl Iterator<Item = (String, &'static Trace)> {
    let games = played().games.iter().enumerate().map(|(seed, trace)| (format!("seed {seed}"), trace));
    let examples = played().examples.iter().enumerate().map(|(nth, trace)| (format!("example {nth}"), trace));
    games.chain(examples)
}

#[test]
fn games_end_well() {
    for (name, trace) in all() {
        let well = matches!(trace.outcome, Outcome::Finished | Outcome::Over { .. } | Outcome::Stopped);
        assert!(well, "{name}: {:?}", trace.outcome);
        assert!(!trace.records.is_empty(), "{name}: nothing happens");
    }
    let differ = played().games.windows(2).filter(|two| two[0].end.digest != two[1].end.digest).count();
    assert!(differ as u64 == GAMES - 1, "seeds make no difference");
}

#[test]
fn same_seed_same_trace() {
    let Played { game, machine, games, .. } = played();
    let again = Machine::load(&game.program).expect("its rules hold");
    std::thread::scope(|scope| {
        for (nth, machine) in [machine, machine, &again, &again].into_iter().enumerate() {
            scope.spawn(move || {
                for seed in (0..GAMES).filter(|seed| nth % 2 == 0 || seed % 3 == 0) {
                    let trace = machine.play(&begin(game, seed));
                    assert!(trace == games[seed as usize], "thread {nth}: seed {seed} plays otherwise");
                    let glance = machine.glance(&begin(game, seed));
                    assert_eq!((glance.outcome, glance.reached), (trace.outcome, trace.reached), "seed {seed}");
                    assert_eq!(glance.events as usize, trace.records.len(), "seed {seed}");
                }
            });
        }
    });
}

#[test]
fn through_the_command() {
    let arguments = ["simulate", "content/wind-lorraine", "--games", "300", "--turns", "3", "--format", "json"];
    let ran = rulepress(root(), &arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    let told: serde_json::Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!(told["games"], 300);
    let outcomes = told["outcomes"].as_array().expect("it lists the outcomes");
    for outcome in outcomes {
        assert!(["finished", "over"].map(Into::into).contains(&outcome["outcome"]), "{outcome}");
    }
}

/// A name that the reader may not know stands in no sentence, whatever the record itself says of it.
#[test]
fn no_sentence_names_a_hidden_card() {
    let game = &played().game;
    let mut hidden = 0;
    for (name, trace) in all() {
        let real = replay::names(trace);
        let told = narrate::narrate(trace, &game.program, &game.words);
        for told in &told.told {
            let record = &trace.records[told.record];
            let (shown, unseen): (Vec<&Thing>, Vec<&Thing>) =
                pieces(&record.act).into_iter().partition(|piece| piece.seen && record.seen == Seen::All);
            let sentence = told.sentence.to_string();
            for piece in unseen {
                hidden += 1;
                let card = real[&piece.id];
                let also_shown = shown.iter().any(|shown| real[&shown.id] == card);
                assert!(also_shown || !sentence.contains(card), "{name}: `{sentence}` names `{card}`");
            }
        }
    }
    assert!(hidden > 1_000, "cards are hidden, but only {hidden} times");
}

/// What is drawn from a deck that lies face-down is seen by nobody.
#[test]
fn drawn_cards_are_hidden() {
    for (name, trace) in all() {
        for record in trace.records.iter().filter(|record| record.verb == "draw") {
            let Act::Move { from, piece, .. } = &record.act else { continue };
            assert_eq!(from.key, "automa.deck", "{name}");
            assert!(record.seen == Seen::Nobody && !piece.seen, "{name}: everybody sees {}", piece.name);
        }
    }
}

/// The pieces that an act is about, players left out.
fn pieces(act: &Act) -> Vec<&Thing> {
    let named: Vec<&Thing> = match act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => vec![piece],
        Act::Count { of, .. } => vec![of],
        Act::Check { things, .. } | Act::Note { things, .. } => things.iter().collect(),
        Act::Pick { excluded, lines, chosen, .. } => {
            let counted = lines.iter().flat_map(|line| line.kept.iter().chain(&line.dropped));
            let named = counted.map(|(thing, _)| thing).chain(excluded.iter().map(|(thing, _)| thing));
            named.chain(chosen).collect()
        }
        _ => Vec::new(),
    };
    named.into_iter().filter(|thing| thing.owner.is_some()).collect()
}

/// Whether a record is one of this verb about a piece; which.
fn about<'t>(record: &'t Record, verb: &str) -> Option<&'t Thing> {
    (record.verb == verb).then(|| pieces(&record.act).first().copied()).flatten()
}
