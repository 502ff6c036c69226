//! The Emperor on his maps: whole missions, the conditions of a map at every moment, and the page
//! of the source, unchanged, played by the rules of our book.

mod source;

use std::collections::{BTreeMap, BTreeSet};

use rulepress::diagnostic::Findings;
use rulepress::document;
use rulepress::engine::trace::{Act, Outcome, PieceState, Start, Trace};
use rulepress::example::game::{self, BookLocation};
use rulepress::example::{places, start};
use rulepress::rules::host::LoadedRules;

use crate::common::root;

/// Missions of each kind, each from a seed of its own.
const GAMES: u64 = 60;
/// Rules that begin a whole mission, with the endings that they can have.
const MISSIONS: [(&str, &[&str]); 4] = [
    (
        "#aftermath",
        &["all terminals are destroyed", "all heroes are wounded", "the rounds are over"],
    ),
    ("#depot", &DEPOT),
    ("#later-mission", &DEPOT),
    ("#last-mission", &DEPOT),
];
const DEPOT: [&str; 4] = [
    "both generators are destroyed",
    "the alarm is raised",
    "all heroes are wounded",
    "the rounds are over",
];
/// Zones of the pieces with spaces of their own: Imperial figures and the Rebels.
const FIGURES: [&str; 2] = ["emperor.groups", "rebels.heroes"];

/// Plays missions from all seeds, and shows each trace.
fn each_mission(mut show: impl FnMut(&str, &[&str], &Trace)) {
    let book = root().join("content/imperial-assault");
    let mut findings = Findings::default();
    let (mut sources, manuscript) = document::load(&book, &mut findings).expect("it is there");
    let location = BookLocation::of(&book);
    let game = game::load_game(&manuscript, &mut sources, &location, &mut findings)
        .expect("it can be played");
    let machine = LoadedRules::load(&game.program).expect("its rules hold");
    for (anchor, endings) in MISSIONS {
        let play = places::find_function(&game.program, anchor).expect("it can be played");
        for seed in 1..=GAMES {
            let start = Start { play, seed, seeded: true, ..start::game_start(&game.program) };
            show(&format!("{anchor}, seed {seed}"), endings, &machine.play(&start));
        }
    }
}

/// Returns the spaces that a piece covers, as columns and rows; none if it is on none.
fn covered(piece: &PieceState) -> Vec<(u32, u32)> {
    let Some(space) = &piece.space else { return Vec::new() };
    let split = space.find(|sign: char| sign.is_ascii_digit()).expect("a space has a row");
    let (letters, row) = (&space[..split], space[split..].parse::<u32>().expect("a number"));
    let column = letters.bytes().fold(0, |all, letter| all * 26 + u32::from(letter - b'A') + 1);
    let size = piece.size.turned(piece.rotation);
    let right = 0..u32::from(size.across);
    right
        .flat_map(|right| (0..u32::from(size.down)).map(move |down| (column + right, row + down)))
        .collect()
}

#[test]
fn missions_come_to_their_ends_and_keep_their_pieces() {
    let mut reached: BTreeMap<String, usize> = BTreeMap::new();
    each_mission(|name, endings, trace| {
        let Outcome::Over { reason, .. } = &trace.outcome else {
            panic!("{name}: {:?}", trace.outcome)
        };
        assert!(endings.contains(&reason.as_str()), "{name}: {reason}");
        *reached.entry(reason.clone()).or_default() += 1;
        let pieces: Vec<&PieceState> = trace.end.zones.values().flatten().collect();
        let ids: BTreeSet<u32> = pieces.iter().map(|piece| piece.id).collect();
        assert_eq!(ids, (0..pieces.len() as u32).collect(), "{name}: each piece lies at one place");
        let threat = trace.end.zones["emperor.dials"].iter();
        let threat = threat.filter_map(|dial| dial.counters.get("threat")).copied();
        assert!(threat.into_iter().all(|threat| (0..=20).contains(&threat)), "{name}");
    });
    for ending in MISSIONS.iter().flat_map(|(_, endings)| *endings) {
        assert!(reached.contains_key(*ending), "no mission ends so: {ending}");
    }
}

#[test]
fn no_two_figures_stand_on_one_space() {
    each_mission(|name, _, trace| {
        let mut taken: BTreeMap<(u32, u32), &str> = BTreeMap::new();
        let figures = FIGURES.iter().flat_map(|zone| &trace.end.zones[*zone]);
        for piece in figures {
            for space in covered(piece) {
                let other = taken.insert(space, &piece.name);
                assert_eq!(other, None, "{name}: {} at {space:?}", piece.name);
            }
        }
    });
}

#[test]
fn nobody_walks_farther_than_it_has_points_or_through_walls() {
    let mut walks = 0;
    each_mission(|name, _, trace| {
        for record in &trace.records {
            let Act::Walk { route, cost, .. } = &record.act else { continue };
            walks += 1;
            assert!(*cost as usize + 1 >= route.len(), "{name}: {route:?} for {cost}");
            assert!(*cost <= 8, "{name}: {cost} points");
        }
    });
    assert!(walks > 1000, "{walks} walks");
}
