//! Properties of every play: in 300 whole games of each book from 300 seeds, in the examples of the
//! books, and in the positions.

mod costs;
mod hidden;
mod marks;
mod reach;
mod replay;
mod timing;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rulepress::diagnostic::Findings;
use rulepress::engine::trace::{
    Act, NamedSubject, NamedVisibility, Outcome, Start, Trace, TraceRecord,
};
use rulepress::example::game::PlayableBook;
use rulepress::example::{examples, places, start};
use rulepress::rules::executor::{CountedGame, InProcess};
use rulepress::rules::host::LoadedRules;

use crate::common::{game_with_positions, root, rulepress};

/// Whole games of each book, each from a seed of its own.
const GAMES: u64 = 300;
/// Threads that play.
const THREADS: u64 = 4;

/// A book, and the loaded parts of it that are played.
struct Book {
    name: &'static str,
    /// The rule that plays a whole game.
    whole: &'static str,
    /// Keys of the zones of each player.
    players: [(&'static str, &'static str); 2],
    /// Number of every card of a data file that the two players have together.
    packs: &'static [(&'static str, usize)],
    /// True if Floating Memory pays reserve costs too.
    floats: bool,
    game: PlayableBook,
    machine: LoadedRules,
    /// Cards of all data files, as columns by name.
    cards: BTreeMap<String, Card>,
}

/// Cells of a card by the title of the column.
type Card = BTreeMap<String, String>;

/// A property of a play; returns the number of times it was tested, or the fault.
type Property = fn(&Book, &Trace) -> Result<usize, String>;

/// Properties of every play.
const PROPERTIES: [(&str, Property); 8] = [
    ("every card lies in one place", replay::moves),
    ("costs are paid exactly", costs::paid),
    ("no sentence names a hidden card", hidden::sentences),
    ("drawn cards are hidden", hidden::draws),
    ("damage changes by damage, healing and leaving", marks::damage),
    ("durability goes in combat or by its card", marks::durability),
    ("turns alternate", timing::turns),
    ("slow cards wait for the main phase", timing::slow_cards),
];

/// Results of one play.
struct Look {
    /// `grand-archive, seed 3`
    name: String,
    outcome: Outcome,
    turns: u32,
    digest: String,
    reached: Vec<u32>,
    walked: Vec<u32>,
    /// In the order of [`PROPERTIES`].
    found: Vec<Result<usize, String>>,
}

/// A book with the looks at its plays.
struct Played {
    book: Book,
    /// Games, by seed from 0.
    games: Vec<Look>,
    examples: Vec<Look>,
}

/// Plays everything once for all tests; of each play only a look at it stays.
fn played() -> &'static [Played; 2] {
    static PLAYED: OnceLock<[Played; 2]> = OnceLock::new();
    PLAYED.get_or_init(|| {
        [
            play(
                "grand-archive",
                "#starting-the-game",
                [("Player A", "a"), ("Player B", "b")],
                &[("cards.csv", 2)],
                false,
            ),
            play(
                "wind-lorraine",
                "#turns-alternate",
                [("Automa", "automa"), ("You", "you")],
                &[("cards.csv", 2), ("opponent.csv", 1)],
                true,
            ),
        ]
    })
}

fn play(
    name: &'static str,
    whole: &'static str,
    players: [(&'static str, &'static str); 2],
    packs: &'static [(&'static str, usize)],
    floats: bool,
) -> Played {
    let (sources, game) = game_with_positions(name);
    let mut findings = Findings::default();
    let machine = LoadedRules::load(&game.program).expect("its rules hold");
    let told =
        examples::play_scenarios(&game.files, &game.context(&sources), &InProcess, &mut findings);
    let cards = game.program.data.iter().flat_map(|data| {
        let card = |row: &Vec<String>| -> Card {
            data.columns.iter().cloned().zip(row.iter().cloned()).collect()
        };
        data.rows.iter().map(move |row| (row[0].clone(), card(row)))
    });
    let book = Book { name, whole, players, packs, floats, cards: cards.collect(), game, machine };
    let look = |told: &examples::Example| book.look(&told.scenario.title.value, &told.trace);
    let examples = told.iter().map(look).collect();
    Played { games: book.games(), examples, book }
}

impl Book {
    /// A whole game from a seed.
    fn begin(&self, seed: u64) -> Start {
        let program = &self.game.program;
        let play = places::find_function(program, self.whole).expect("a whole game can be played");
        Start { play, seed, seeded: true, ..start::game_start(program) }
    }

    /// Plays the whole games.
    fn games(&self) -> Vec<Look> {
        let part = |thread: u64| -> Vec<(u64, Look)> {
            let seeds = (0..GAMES).filter(move |seed| seed % THREADS == thread);
            seeds
                .map(|seed| {
                    (
                        seed,
                        self.look(&format!("seed {seed}"), &self.machine.play(&self.begin(seed))),
                    )
                })
                .collect()
        };
        let mut games: Vec<(u64, Look)> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..THREADS).map(|thread| scope.spawn(move || part(thread))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("nothing panics")).collect()
        });
        games.sort_by_key(|(seed, _)| *seed);
        games.into_iter().map(|(_, look)| look).collect()
    }

    fn look(&self, name: &str, trace: &Trace) -> Look {
        Look {
            name: format!("{}, {name}", self.name),
            outcome: trace.outcome.clone(),
            turns: trace.end.turn,
            digest: trace.end.digest.clone(),
            reached: trace.reached.clone(),
            walked: trace.walked.clone(),
            found: PROPERTIES.iter().map(|(_, property)| property(self, trace)).collect(),
        }
    }

    /// The key of a zone of a player: `a.hand`.
    fn zone(&self, player: &str, zone: &str) -> String {
        let key =
            self.players.iter().find(|(name, _)| *name == player).map_or(player, |(_, key)| key);
        format!("{key}.{zone}")
    }
}

/// That a property held in every play, and was put to the test so often in the games and examples
/// of each book.
fn holds(property: &str, least: usize) {
    let at = PROPERTIES.iter().position(|(name, _)| *name == property).expect("it is a property");
    for Played { book, games, examples } in played() {
        let mut tested = 0;
        for look in games.iter().chain(examples) {
            match &look.found[at] {
                Ok(times) => tested += times,
                Err(wrong) => panic!("{property}: {}: {wrong}", look.name),
            }
        }
        assert!(tested >= least, "{property}: tested only {tested} times in {}", book.name);
    }
}

#[test]
fn every_card_lies_in_one_place() {
    holds("every card lies in one place", 20_000);
}

#[test]
fn costs_are_paid_exactly() {
    holds("costs are paid exactly", 3_000);
}

#[test]
fn no_sentence_names_a_hidden_card() {
    holds("no sentence names a hidden card", 3_000);
}

#[test]
fn drawn_cards_are_hidden() {
    holds("drawn cards are hidden", 3_000);
}

#[test]
fn damage_changes_by_damage_healing_and_leaving() {
    holds("damage changes by damage, healing and leaving", 3_000);
}

#[test]
fn durability_goes_in_combat_or_by_its_card() {
    holds("durability goes in combat or by its card", 1_000);
}

#[test]
fn turns_belong_to_each_player_in_turn() {
    holds("turns alternate", 2_000);
}

#[test]
fn slow_cards_wait_for_the_main_phase() {
    holds("slow cards wait for the main phase", 3_000);
}

/// The checks work: a trace that was changed is refused.
#[test]
fn a_changed_trace_is_refused() {
    for Played { book, .. } in played() {
        let played = book.machine.play(&book.begin(1));
        let refused = |property: &str, verb: &str, change: fn(&mut Vec<TraceRecord>, usize)| {
            let mut trace = played.clone();
            let at =
                trace.records.iter().position(|record| record.verb == verb).expect("it happens");
            change(&mut trace.records, at);
            let (_, check) =
                PROPERTIES.iter().find(|(name, _)| *name == property).expect("it is a property");
            assert!(
                check(book, &trace).is_err(),
                "{}, {property}: another `{verb}` is not seen",
                book.name
            );
        };
        let twice =
            |records: &mut Vec<TraceRecord>, at: usize| records.insert(at, records[at].clone());
        refused("every card lies in one place", "draw", twice);
        refused("costs are paid exactly", "pay", |records, at| {
            "lay".clone_into(&mut records[at].verb)
        });
        refused("drawn cards are hidden", "draw", |records, at| {
            records[at].seen = NamedVisibility::All
        });
        refused("damage changes by damage, healing and leaving", "damage", twice);
        refused("durability goes in combat or by its card", "wear", twice);
        refused("turns alternate", "turn", twice);
        refused("slow cards wait for the main phase", "push", twice);
    }
}

#[test]
fn games_end_with_a_winner() {
    for Played { book, games, .. } in played() {
        let mut lost: BTreeMap<&str, usize> = BTreeMap::new();
        let mut other = 0;
        for look in games {
            match &look.outcome {
                Outcome::Over { winner, loser, reason } => {
                    assert!(!reason.is_empty(), "{}: no reason is told", look.name);
                    match (winner, loser) {
                        (None, None) => other += 1,
                        (Some(winner), _) => {
                            let rival = book
                                .players
                                .iter()
                                .find(|(name, _)| *name != winner.as_str())
                                .expect("there are two");
                            *lost.entry(rival.0).or_default() += 1;
                        }
                        (None, Some(loser)) => *lost.entry(loser.as_str()).or_default() += 1,
                    }
                }
                Outcome::Gap { question, .. } if !question.is_empty() => other += 1,
                outcome => panic!("{}: {outcome:?}", look.name),
            }
        }
        assert!(other * 100 <= games.len() * 2, "{}: {other} games have no winner", book.name);
        for (player, _) in book.players {
            let lost = lost.get(player).copied().unwrap_or_default();
            assert!(lost * 4 >= games.len(), "{}: {player} loses only {lost} games", book.name);
        }
    }
}

#[test]
fn games_have_plausible_lengths() {
    for Played { book, games, .. } in played() {
        for look in games {
            assert!((4..=200).contains(&look.turns), "{}: {} turns", look.name, look.turns);
        }
        let digests: BTreeSet<&str> = games.iter().map(|look| look.digest.as_str()).collect();
        assert_eq!(digests.len(), games.len(), "{}: seeds make no difference", book.name);
        let lengths: BTreeSet<u32> = games.iter().map(|look| look.turns).collect();
        assert!(lengths.len() > 5, "{}: all games last as long", book.name);
    }
}

#[test]
fn examples_end_well() {
    for look in played().iter().flat_map(|played| &played.examples) {
        let well =
            matches!(look.outcome, Outcome::Finished | Outcome::Over { .. } | Outcome::Stopped);
        assert!(well, "{}: {:?}", look.name, look.outcome);
    }
}

/// A seed gives the same trace in any thread, by rules that were loaded again, and in a short look.
#[test]
fn same_seed_same_trace() {
    for Played { book, games, .. } in played() {
        let again = &LoadedRules::load(&book.game.program).expect("its rules hold");
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                scope.spawn(move || {
                    for seed in [thread, 10 + thread / 2, 20, 30 + thread] {
                        let start = book.begin(seed);
                        let trace = again.play(&start);
                        assert!(
                            trace == book.machine.play(&start),
                            "{}: seed {seed} plays otherwise",
                            book.name
                        );
                        assert_eq!(
                            trace.end.digest, games[seed as usize].digest,
                            "{}: seed {seed}",
                            book.name
                        );
                        let glance = again.count_game(&start);
                        let metrics = glance.metrics.clone();
                        let told = CountedGame { metrics, ..CountedGame::of_trace(seed, trace) };
                        assert_eq!(glance, told, "seed {seed}");
                    }
                });
            }
        });
    }
}

#[test]
fn through_the_command() {
    for Played { book, .. } in played() {
        let content = format!("content/{}", book.name);
        let arguments =
            ["simulate", &content, "--play", book.whole, "--games", "40", "--format", "json"];
        let ran = rulepress(root(), &arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
        let told = ran.json();
        assert_eq!(told["games"], 40);
        let outcomes = told["outcomes"].as_array().expect("it lists the outcomes");
        assert!(outcomes.len() >= 2, "both sides win: {}", ran.stdout);
        for outcome in outcomes {
            assert_eq!(outcome["outcome"], "over", "{outcome}");
        }
    }
}

/// The pieces that an act is about, players left out.
fn pieces(act: &Act) -> Vec<&NamedSubject> {
    let named: Vec<&NamedSubject> = match act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => vec![piece],
        Act::Count { of, .. } => vec![of],
        Act::Check { things, .. } | Act::Note { things, .. } => things.iter().collect(),
        Act::Pick { excluded, lines, chosen, .. } => {
            let counted = lines.iter().flat_map(|line| line.kept.iter().chain(&line.dropped));
            let named =
                counted.map(|(thing, _)| thing).chain(excluded.iter().map(|(thing, _)| thing));
            named.chain(chosen).collect()
        }
        Act::Ask { about, among, .. } => about.iter().chain(among).collect(),
        _ => Vec::new(),
    };
    named.into_iter().filter(|thing| thing.owner.is_some()).collect()
}

/// Returns the piece of a record with this verb.
fn about<'t>(record: &'t TraceRecord, verb: &str) -> Option<&'t NamedSubject> {
    (record.verb == verb).then(|| pieces(&record.act).first().copied()).flatten()
}
