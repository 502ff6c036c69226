//! Measures questions about a square map: distances, lines of sight and routes on 30 x 30 spaces
//! with walls, terrain and figures. For comparison, also searches the same map plainly, step by
//! step through all spaces, without regard to walls.
//!
//! `cargo bench -- grid`; with `smoke` one short round each. The least of several rounds counts.
//! Needs Linux: CPU time comes from `/proc`.

use std::hint::black_box;
use std::sync::Arc;

use rulepress::engine::{
    CardCell, CardColumn, CardId, CardTable, Components, Footprint, Game, GameBuffers, GameCard,
    GameState, MapEdges, MapPlacement, MapRow, MapWord, PieceId, PieceSize, SpaceId, SpaceWords,
    Stops, WalkOrder, Zone, ZoneId, ZoneOrder, ZoneSight,
};

use crate::common::{Arguments, thread_time};

/// Rows and columns of the map.
const SIDE: i64 = 30;
/// The columns of its data.
const COLUMNS: [&str; 4] = ["space", "terrain", "right", "below"];
/// Number of figures in the way.
const FIGURES: usize = 12;
/// CPU milliseconds of a round at least.
const ROUND: f64 = 60.0;
/// Pairs of places that are asked about.
const PAIRS: usize = 512;

pub(crate) fn bench(arguments: Arguments) {
    let smoke = arguments.smoke;
    let rounds = if smoke { 1 } else { 7 };
    let mut dice = Dice(7);
    let mut game = game();
    let places: Vec<Footprint> = (0..PAIRS).map(|_| single(&mut dice)).collect();
    let blocked: Vec<Footprint> = (0..FIGURES).map(|_| single(&mut dice)).collect();
    let parts = Arc::clone(&game.parts);
    let plain = least(rounds, || places[..64].iter().map(|at| searched(&parts, at.space)).sum());
    let base = plain / 64.0;

    println!("{SIDE} x {SIDE} spaces                   a second   / plain search");
    row("plain search", base, base);
    let pairs: Vec<(Footprint, Footprint)> =
        (0..PAIRS).map(|at| (places[at], places[(at * 37 + 11) % PAIRS])).collect();
    let per = |time: f64| time / PAIRS as f64;
    for (name, two) in [("sight by one line", false), ("sight by two lines", true)] {
        let time = least(rounds, || {
            pairs.iter().filter(|pair| game.is_in_sight(pair.0, pair.1, &blocked, two)).count()
        });
        row(name, per(time), base);
    }
    let time = least(rounds, || {
        pairs.iter().filter_map(|(one, other)| game.distance(*one, *other)).sum::<u32>() as usize
    });
    row("distance", per(time), base);
    let walks = [
        ("routes of 6 points", (1, 1), 6),
        ("routes over the map", (1, 1), 90),
        ("2 x 3, 6 points", (2, 3), 6),
    ];
    for (name, (across, down), points) in walks {
        let order = WalkOrder {
            points,
            extra: vec![(word(&game, "difficult"), 1)],
            through: blocked.iter().map(|place| (*place, 1)).collect(),
            ends: blocked.clone(),
            turn: Some(1),
            ..WalkOrder::default()
        };
        let size = PieceSize::of(across, down).expect("it is small");
        let starts: Vec<SpaceId> = places.iter().map(|place| place.space).collect();
        let time = least(rounds, || walked(&mut game, &starts[..64], size, &order));
        row(name, time / 64.0, base);
    }
}

/// A line of the table: milliseconds of one question.
fn row(name: &str, time: f64, base: f64) {
    println!("{name:24} {:20.0}   {:14.3}", 1_000.0 / time, time / base);
}

/// The least CPU milliseconds of several rounds.
fn least(rounds: usize, mut work: impl FnMut() -> usize) -> f64 {
    black_box(work());
    let times = (0..rounds).map(|_| {
        let (begin, mut count) = (thread_time(), 0.0);
        // The clock is coarse: each round repeats the work.
        while thread_time() - begin < ROUND {
            for _ in 0..8 {
                black_box(work());
            }
            count += 8.0;
        }
        (thread_time() - begin) / count
    });
    times.fold(f64::INFINITY, f64::min).max(1e-6)
}

/// Routes from some spaces; gives how many places can be come to.
fn walked(game: &mut Game, starts: &[SpaceId], size: PieceSize, order: &WalkOrder) -> usize {
    let mut found = 0;
    for start in starts {
        if game
            .stand_piece(PieceId(0), MapPlacement { zone: ZoneId(0), space: *start, size }, None)
            .is_ok()
        {
            found += game.walks(PieceId(0), order).expect("it stands on the map").len();
        }
        game.log.clear();
    }
    found
}

/// A search of all spaces, step by step, without any walls.
fn searched(parts: &Components, from: SpaceId) -> usize {
    let mut far = vec![u32::MAX; parts.spaces.len()];
    let mut queue = vec![from];
    far[usize::from(from.0)] = 0;
    let mut at = 0;
    while let Some(space) = queue.get(at).copied() {
        at += 1;
        for next in &parts.space(space).around {
            if far[usize::from(next.0)] == u32::MAX {
                far[usize::from(next.0)] = far[usize::from(space.0)] + 1;
                queue.push(*next);
            }
        }
    }
    queue.len()
}

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn single(dice: &mut Dice) -> Footprint {
    Footprint::of_space(SpaceId(dice.below((SIDE * SIDE) as usize) as u16))
}

fn word(game: &Game, name: &str) -> u8 {
    let grid = game.parts.grid_of(SpaceId(0)).expect("the map has edges");
    grid.word_number(name).expect("it is known")
}

/// A game with one piece on a map of rooms: walls in lines with gaps, and some terrain.
fn game() -> Game {
    let mut dice = Dice(3);
    let column = |title: &&str| CardColumn {
        title: (*title).to_owned(),
        key: (*title).to_owned(),
        whole: false,
        gaps: true,
    };
    let zone = Zone {
        key: "field".to_owned(),
        name: "field".to_owned(),
        owner: None,
        order: ZoneOrder::Row,
        up: true,
        sight: ZoneSight::All,
        active: false,
    };
    let table =
        CardTable { path: "m.csv".to_owned(), columns: COLUMNS.iter().map(column).collect() };
    let mut parts = Components { zones: vec![zone], tables: vec![table], ..Components::default() };
    let mut places = Vec::new();
    for (row, column) in (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column))) {
        let wall = |line: i64, dice: &mut Dice| match (line % 6 == 5, dice.below(4)) {
            (true, 0) => "door",
            (true, 1 | 2) => "wall",
            _ => "",
        };
        let terrain = ["difficult", "blocking", "", "", "", "", "", "", "", ""][dice.below(10)];
        let (right, below) = (wall(column, &mut dice), wall(row, &mut dice));
        let name = format!("{row}-{column}");
        let cells = [&name, terrain, right, below].map(|word| CardCell::Text(word.into()));
        places.push(MapRow { card: CardId(parts.cards.len() as u32), row, column });
        parts.cards.push(Arc::new(GameCard::new(0, &name, cells.to_vec())));
    }
    let all = Stops::MOVE.and(Stops::COUNT).and(Stops::SIGHT);
    let stops = [("wall", all), ("door", all), ("blocking", all), ("difficult", Stops::NOTHING)];
    let stops = stops.map(|(word, stops)| MapWord { word: word.to_owned(), stops });
    let words = |parts: &Components, card: CardId| {
        let word = |key| parts.cell(card, key).map(CardCell::text).unwrap_or_default();
        SpaceWords { terrain: word("terrain"), right: word("right"), below: word("below") }
    };
    let edges = MapEdges { stops: &stops, words: &words };
    parts.add_square_map(&places, true, &edges).expect("it is a map");
    let parts = Arc::new(parts);
    let mut game = Game::new(parts.clone(), GameState::new(&parts, 1), GameBuffers::default());
    game.make_piece(CardId(0), ZoneId(0), None).expect("there is room");
    game
}
