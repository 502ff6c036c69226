//! Gazer: whole games by the plan of the book, checked against its rules record by record; games in
//! which everything is chosen at random; and which rules and cards all of them reach.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::OnceLock;

use rulepress::diagnostic::Findings;
use rulepress::document;
use rulepress::engine::trace::{Act, NamedSubject, Outcome, SeatChoice, Start, Trace, TraceRecord};
use rulepress::example::game::{self, BookLocation, PlayableBook};
use rulepress::example::{examples, places, start};
use rulepress::rules::Role;
use rulepress::rules::executor::InProcess;
use rulepress::rules::host::LoadedRules;

use crate::common::{Folder, game_with_positions, root};

/// Whole games, each from a seed of its own.
const GAMES: u64 = 250;
/// Games in which every choice is made at random.
const RANDOM: u64 = 60;
/// The rule that plays a whole game.
const WHOLE: &str = "#turns-and-phases";
const PHASES: [&str; 5] =
    ["Beginning phase", "Refresh phase", "Plan phase", "Draft phase", "Action phase"];

/// Functions that nothing reaches, with the reason: `module function`.
const UNREACHED: &[(&str, &str)] =
    &[("setup.star starting_cards", "it makes the pieces, before a play begins")];

/// A book that can be played, with its examples and positions played.
struct Book {
    game: PlayableBook,
    machine: LoadedRules,
    games: Vec<Trace>,
    told: Vec<Trace>,
}

fn load(path: &Path) -> (PlayableBook, LoadedRules) {
    let mut findings = Findings::default();
    let (mut sources, manuscript) = document::load(path, &mut findings).expect("the book is there");
    let game = game::load_game(&manuscript, &mut sources, &BookLocation::of(path), &mut findings)
        .expect("it can be played");
    let machine = LoadedRules::load(&game.program).expect("its rules hold");
    (game, machine)
}

fn begin(game: &PlayableBook, seed: u64) -> Start {
    let play = places::find_function(&game.program, WHOLE).expect("a whole game can be played");
    Start { play, seed, seeded: true, ..start::game_start(&game.program) }
}

/// Everything is played once for all tests.
fn book() -> &'static Book {
    static PLAYED: OnceLock<Book> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let (sources, game) = game_with_positions("gazer");
        let mut findings = Findings::default();
        let machine = LoadedRules::load(&game.program).expect("its rules hold");
        let told = examples::play_scenarios(
            &game.files,
            &game.context(&sources),
            &InProcess,
            &mut findings,
        );
        let told = told.into_iter().map(|told| told.trace).collect();
        let games = (0..GAMES).map(|seed| machine.play(&begin(&game, seed))).collect();
        Book { game, machine, games, told }
    })
}

fn games() -> impl Iterator<Item = (usize, &'static Trace)> {
    book().games.iter().enumerate()
}

/// The things that a note is about.
fn noted<'t>(record: &'t TraceRecord, verb: &str) -> Option<(&'t [NamedSubject], &'t [i64])> {
    match &record.act {
        Act::Note { things, numbers } if record.verb == verb => Some((things, numbers)),
        _ => None,
    }
}

/// The column of a card.
fn cell<'b>(book: &'b Book, name: &str, column: &str) -> &'b str {
    let data = book
        .game
        .program
        .data
        .iter()
        .find(|data| data.path == "cards.csv")
        .expect("the book has cards");
    let at = data.columns.iter().position(|other| other == column).expect("there is such a column");
    data.rows.iter().find(|row| row[0] == name).map_or("", |row| row[at].as_str())
}

#[test]
fn games_end_with_a_winner_whose_opponent_has_no_life() {
    let mut won: BTreeMap<&str, usize> = BTreeMap::new();
    for (seed, trace) in games() {
        let Outcome::Over { winner: Some(winner), .. } = &trace.outcome else {
            panic!("seed {seed}: {:?}", trace.outcome)
        };
        *won.entry(winner).or_default() += 1;
        for (name, key) in [("Ada", "ada.player"), ("Ben", "ben.player")] {
            let life = trace.end.zones[key][0].counters.get("life").copied().unwrap_or(0);
            assert_eq!(
                life > 0,
                name == winner,
                "seed {seed}: {name} has {life} life, and {winner} wins"
            );
        }
        assert!((8..=80).contains(&trace.end.turn), "seed {seed}: {} turns", trace.end.turn);
    }
    assert!(won.values().all(|games| *games * 4 > GAMES as usize), "{won:?}");
}

#[test]
fn cards_are_those_of_the_box() {
    let book = book();
    for (seed, trace) in games() {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        let mut ids = BTreeSet::new();
        for piece in trace.end.zones.values().flatten() {
            *count.entry(piece.name.as_str()).or_default() += 1;
            assert!(ids.insert(piece.id), "seed {seed}: {} lies in two places", piece.name);
        }
        for (name, number) in count {
            let copies: usize = cell(book, name, "Copies").parse().unwrap_or(1);
            let more = if cell(book, name, "Element") == "Base" { 2 * 2 } else { 0 };
            assert_eq!(number, copies + more, "seed {seed}: {name}");
        }
    }
}

/// A damaged minion with Warm Up untaps Water Bearer, which heals it, and the device that damages it.
#[test]
fn a_combination_without_an_end_is_left() {
    let book = book();
    let trace = book.machine.play(&begin(&book.game, 309714));
    assert!(matches!(trace.outcome, Outcome::Over { .. }), "{:?}", trace.outcome);
}

#[test]
fn three_and_four_play_until_one_is_left() {
    let book = book();
    for (seats, seed) in [3, 4].into_iter().flat_map(|seats| (0..25).map(move |seed| (seats, seed)))
    {
        let start = Start { players: SeatChoice::Count(seats), ..begin(&book.game, seed) };
        let trace = book.machine.play(&start);
        let Outcome::Over { winner: Some(winner), .. } = &trace.outcome else {
            panic!("{seats} players, seed {seed}: {:?}", trace.outcome)
        };
        let bodies = trace.end.zones.iter().filter(|(key, _)| key.ends_with(".player"));
        let alive: Vec<&str> = bodies
            .flat_map(|(_, pieces)| pieces)
            .filter(|piece| piece.counters.get("life").is_some_and(|life| *life > 0))
            .map(|piece| piece.name.as_str())
            .collect();
        assert_eq!(alive, [winner.as_str()], "{seats} players, seed {seed}");
        let bots = trace.end.zones.values().flatten().filter(|piece| piece.name == "Bot").count();
        assert_eq!(bots, 10 + 2 * seats as usize, "{seats} players, seed {seed}");
    }
}

#[test]
fn turns_alternate_and_have_all_phases() {
    for (seed, trace) in games() {
        let mut last: Option<&str> = None;
        let mut phase = PHASES.len();
        for record in &trace.records {
            match &record.act {
                Act::Turn { player, .. } => {
                    assert_ne!(
                        last.replace(player),
                        Some(player.as_str()),
                        "seed {seed}: {player} twice"
                    );
                    assert_eq!(
                        phase,
                        PHASES.len(),
                        "seed {seed}: the turn before stopped in phase {phase}"
                    );
                    phase = 0;
                }
                Act::Phase { name } => {
                    assert_eq!(name, PHASES[phase], "seed {seed}");
                    phase += 1;
                }
                _ => {}
            }
        }
    }
}

/// Each card is paid with exactly its cost, no energy outlasts its phase, and life only falls.
#[test]
fn energy_and_life_are_accounted_for() {
    let book = book();
    let mut paid = 0;
    for (seed, trace) in games() {
        let mut energy: BTreeMap<&str, i64> = BTreeMap::new();
        let mut storms: BTreeMap<u32, &str> = BTreeMap::new();
        let mut due: Option<(&str, i64)> = None;
        for record in &trace.records {
            if let Act::Phase { name } = &record.act {
                assert!(
                    energy.values().all(|left| *left == 0),
                    "seed {seed}: energy left over before the {name}"
                );
            }
            if let Act::Move { piece, to, .. } = &record.act {
                storms.remove(&piece.id);
                if piece.name == "Gathering Storm" && to.key.ends_with(".spells") {
                    storms.insert(piece.id, if to.key.starts_with("ada") { "Ada" } else { "Ben" });
                }
            }
            if let Some(([by, card], [cost])) = noted(record, "play") {
                let printed: i64 =
                    cell(book, &card.name, "Cost").parse().expect("a card has a cost");
                let cheaper = storms.values().filter(|player| **player == by.name).count() as i64;
                let spell = cell(book, &card.name, "Type") == "Spell";
                let expected = if spell { (printed - cheaper).max(0) } else { printed };
                assert_eq!(*cost, expected, "seed {seed}: {}", card.name);
                due = (*cost > 0).then_some((by.name.as_str(), *cost));
            }
            let Act::Count { of, counter, was, now } = &record.act else { continue };
            match counter.as_str() {
                "energy" => {
                    assert_eq!(
                        energy.insert(of.name.as_str(), *now).unwrap_or(0),
                        *was,
                        "seed {seed}: energy jumps"
                    );
                    match record.verb.as_str() {
                        "gain energy" => assert!(now > was, "seed {seed}"),
                        "lose energy" => assert_eq!(*now, 0, "seed {seed}"),
                        _ => {
                            assert_eq!(
                                due.take(),
                                Some((of.name.as_str(), was - now)),
                                "seed {seed}: {}",
                                record.verb
                            );
                            paid += 1;
                        }
                    }
                }
                "life" => assert!(
                    now < was && record.verb == "lose life" && *now >= 0,
                    "seed {seed}: {was} to {now}"
                ),
                _ => {}
            }
        }
    }
    assert!(paid > 5_000, "only {paid} cards were paid");
}

/// In an Action phase each target is attacked once, and each attacker has one defender at most,
/// which was untapped.
#[test]
fn attacks_keep_their_limits() {
    let (mut attacks, mut defended) = (0, 0);
    for (seed, trace) in games() {
        let mut attacked: BTreeSet<&str> = BTreeSet::new();
        let mut devices: BTreeSet<u32> = BTreeSet::new();
        let mut met: BTreeSet<u32> = BTreeSet::new();
        let mut tapped: BTreeSet<u32> = BTreeSet::new();
        for record in &trace.records {
            match &record.act {
                Act::Phase { .. } => {
                    attacked.clear();
                    devices.clear();
                }
                Act::Flag { piece, flag, on } if flag == "tapped" => {
                    if *on {
                        tapped.insert(piece.id)
                    } else {
                        tapped.remove(&piece.id)
                    };
                }
                Act::Move { piece, to, .. } if !to.key.ends_with(".minions") => {
                    devices.remove(&piece.id);
                }
                _ => {}
            }
            if let Some(([_, target], _)) = noted(record, "attack") {
                assert_eq!(record.phase.as_deref(), Some("Action phase"), "seed {seed}");
                let player = ["Ada", "Ben"].contains(&target.name.as_str());
                let first =
                    if player { attacked.insert(&target.name) } else { devices.insert(target.id) };
                assert!(first, "seed {seed}: {} is attacked twice", target.name);
                met.clear();
                attacks += 1;
            }
            if let Some(([defender, attacker], _)) = noted(record, "defend") {
                assert!(
                    met.insert(attacker.id),
                    "seed {seed}: {} has two defenders",
                    attacker.name
                );
                assert!(
                    !tapped.contains(&defender.id),
                    "seed {seed}: {} defends tapped",
                    defender.name
                );
                assert_ne!(attacker.name, "Winged Terror", "seed {seed}: it flies");
                defended += 1;
            }
        }
    }
    assert!(attacks > 2_000 && defended > 500, "{attacks} attacks, {defended} defenders");
}

/// One card is drafted in each Draft phase, and the row is full again.
#[test]
fn the_draft_phase_drafts_one_card() {
    for (seed, trace) in games() {
        let mut drafted = 0;
        for record in &trace.records {
            if matches!(record.act, Act::Phase { .. }) {
                drafted = 0;
            }
            drafted += usize::from(
                noted(record, "draft").is_some() && record.phase.as_deref() == Some("Draft phase"),
            );
            assert!(drafted <= 1, "seed {seed}, turn {}: {drafted} cards", record.turn);
        }
        assert_eq!(trace.end.zones["rift.row"].len(), 4, "seed {seed}");
    }
}

/// Without the plan everything is chosen at random: no state that the rules allow breaks them, and
/// games still end.
#[test]
fn random_choices_break_nothing() {
    let folder = Folder::new("gazer-random");
    for file in walkdir::WalkDir::new(root().join("content/gazer")).into_iter().flatten() {
        if !file.file_type().is_file() {
            continue;
        }
        let below =
            file.path().strip_prefix(root()).expect("it lies below").to_string_lossy().into_owned();
        let bytes = std::fs::read(file.path()).expect("it can be read");
        let text = String::from_utf8(bytes).expect("it is text");
        let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("#@ answer")).collect();
        folder.write(&below, kept.join("\n") + "\n");
    }
    let (game, machine) = load(&folder.path().join("content/gazer"));
    for seed in 0..RANDOM {
        let glance = machine.count_game(&begin(&game, seed));
        assert!(
            matches!(glance.outcome, Outcome::Over { .. }),
            "seed {seed}: {:?}",
            glance.outcome
        );
    }
}

#[test]
fn every_rule_and_card_is_reached() {
    let book = book();
    let program = &book.game.program;
    let opening = start::game_start(program);
    let setup = opening.setup.map(|play| book.machine.play(&Start { play, ..opening }));
    let traces = book.games.iter().chain(&book.told).chain(&setup);
    let reached: BTreeSet<u32> = traces.flat_map(|trace| trace.reached.iter().copied()).collect();
    let listed: BTreeMap<&str, &str> = UNREACHED.iter().copied().collect();
    let mut missing = Vec::new();
    for (at, function) in (0u32..).zip(&program.functions) {
        let before = matches!(function.role, Some(Role::Make | Role::Ready | Role::Legal));
        if before || function.places.is_empty() && function.role.is_none() {
            continue;
        }
        let file =
            program.modules[function.module as usize].path.rsplit('/').next().unwrap_or_default();
        let name = format!("{file} {}", function.name);
        if reached.contains(&at) == listed.contains_key(name.as_str()) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "not reached, or listed although reached: {missing:#?}");
    assert!(listed.values().all(|reason| !reason.is_empty()));
}
