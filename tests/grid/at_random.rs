//! Distances, sight and routes on thousands of random maps are those of the slow version.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::{Footprint, Game, MapPlacement, PieceId, PieceSize, WalkOrder};

use super::slow::{Cell, Place, SlowMap, SlowStop, SlowWalk, rectangle};
use super::{FIELD, game_on, space, word};

/// The sizes of figures, in columns and rows.
const SIZES: [(i64, i64); 6] = [(1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3)];

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    /// A number below another.
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A random drawing: gaps, walls, doors and terrain, more or less of them.
fn drawing(dice: &mut Dice) -> String {
    let (columns, rows) = (2 + dice.below(6), 2 + dice.below(5));
    let (walls, terrain) = (2 + dice.below(12), 2 + dice.below(12));
    let edge = |wall: &'static str, dice: &mut Dice| match dice.below(walls) {
        0 => dice.one_of(&[wall, wall, "D", "#", ":"]),
        _ => " ",
    };
    let mut text = String::new();
    for _ in 0..rows {
        let above: Vec<String> = (0..columns).map(|_| format!("+ {} ", edge("-", dice))).collect();
        text += &format!("{}+\n", above.concat());
        for _ in 0..columns {
            let side = edge("|", dice);
            let sign = match dice.below(terrain) {
                0 => dice.one_of(&["#", ":", "~", " "]),
                _ => ".",
            };
            text += &format!("{side} {sign} ");
        }
        text += "|\n";
    }
    text + &"+---".repeat(columns) + "+\n"
}

/// A random map both ways; none without spaces.
fn random_map(seed: u64) -> Option<(Dice, Game, SlowMap, String)> {
    let mut dice = Dice(seed * 7_919 + 1);
    let drawing = drawing(&mut dice);
    let map = SlowMap::of(&drawing);
    let size = map.terrain.len();
    (size > 1).then(|| (dice, game_on(&drawing), map, drawing))
}

fn random_cell(dice: &mut Dice, map: &SlowMap) -> Cell {
    let at = dice.below(map.terrain.len());
    *map.terrain.keys().nth(at).expect("there are so many")
}

/// A random rectangle of spaces.
fn random_block(dice: &mut Dice, map: &SlowMap) -> (Cell, (i64, i64)) {
    let (cell, size) = (random_cell(dice, map), dice.one_of(&SIZES));
    let fits = rectangle(cell, size).iter().all(|cell| map.terrain.contains_key(cell));
    (cell, if fits { size } else { (1, 1) })
}

fn footprint(game: &Game, map: &SlowMap, (cell, (across, down)): (Cell, (i64, i64))) -> Footprint {
    let size = PieceSize::of(across, down).expect("it is small");
    Footprint { space: space(game, &map.names[&cell]), size }
}

#[test]
fn distances_are_those_of_relaxation() {
    let (mut compared, mut unreached) = (0, 0);
    for seed in 0..600 {
        let Some((mut dice, mut game, map, drawing)) = random_map(seed) else { continue };
        for _ in 0..6 {
            let (one, other) = (random_block(&mut dice, &map), random_block(&mut dice, &map));
            let slow = map.distance(&rectangle(one.0, one.1), &rectangle(other.0, other.1));
            let (a, b) = (footprint(&game, &map, one), footprint(&game, &map, other));
            assert_eq!(game.distance(a, b), slow, "{one:?} {other:?}\n{drawing}");
            assert_eq!(game.touches(a, b), slow == Some(1));
            compared += 1;
            unreached += usize::from(slow.is_none());
        }
    }
    assert!(
        compared > 3_000 && unreached > 100 && unreached < compared / 2,
        "{compared} {unreached}"
    );
}

#[test]
fn sight_is_that_of_plain_geometry() {
    let (mut seen, mut unseen) = ([0; 2], [0; 2]);
    for seed in 0..3_000 {
        let Some((mut dice, mut game, map, drawing)) = random_map(seed) else { continue };
        let blocked: BTreeSet<Cell> =
            (0..dice.below(5)).map(|_| random_cell(&mut dice, &map)).collect();
        let walls: Vec<Footprint> =
            blocked.iter().map(|cell| footprint(&game, &map, (*cell, (1, 1)))).collect();
        for _ in 0..3 {
            let (one, other) = (random_block(&mut dice, &map), random_block(&mut dice, &map));
            let cells = (rectangle(one.0, one.1), rectangle(other.0, other.1));
            let (from, to) = (footprint(&game, &map, one), footprint(&game, &map, other));
            for two in [false, true] {
                let slow = map.sees((&cells.0, &cells.1), &blocked, two);
                let fast = game.is_in_sight(from, to, &walls, two);
                assert_eq!(fast, slow, "{one:?} {other:?} past {blocked:?}, two {two}\n{drawing}");
                let count = if slow { &mut seen } else { &mut unseen };
                count[usize::from(two)] += 1;
            }
            let back = game.is_in_sight(to, from, &walls, false);
            assert_eq!(back, game.is_in_sight(from, to, &walls, false), "one line leads back");
        }
    }
    assert!(seen.iter().chain(&unseen).all(|count| *count > 1_000), "{seen:?} {unseen:?}");
}

/// The spaces of a route, without the place where it only turns.
fn told_route(map: &SlowMap, route: &[Place]) -> Vec<String> {
    let mut names: Vec<String> =
        route.iter().map(|(y, x, _)| map.names[&(*x, *y)].clone()).collect();
    names.dedup();
    names
}

#[test]
fn routes_are_those_of_walking_them_all() {
    let (mut compared, mut tied, mut turned) = (0, 0, 0);
    for seed in 0..1_200 {
        let Some((mut dice, mut game, map, drawing)) = random_map(seed) else { continue };
        let (cell, size) = random_block(&mut dice, &map);
        let cells = |dice: &mut Dice| -> BTreeSet<Cell> {
            let some: BTreeSet<Cell> =
                (0..dice.below(4)).map(|_| random_cell(dice, &map)).collect();
            some.into_iter().filter(|other| !rectangle(cell, size).contains(other)).collect()
        };
        let (through, barred, ends) = (cells(&mut dice), cells(&mut dice), cells(&mut dice));
        let walk = SlowWalk {
            points: if size == (1, 1) {
                1 + dice.below(4) as u32
            } else {
                1 + dice.below(5) as u32
            },
            size,
            turn: dice.one_of(&[None, Some(1), Some(2)]),
            difficult: dice.below(3) as u32,
            through: through.iter().map(|cell| (*cell, 1)).collect(),
            barred,
            ends,
            free_of: dice
                .one_of(&[&[] as &[_], &["difficult"], &["impassable", "blocking"]])
                .to_vec(),
        };
        let slow = map.walks((cell.1, cell.0, false), &walk);
        let place = footprint(&game, &map, (cell, size));
        let all = |game: &Game, cells: &BTreeSet<Cell>| -> Vec<Footprint> {
            cells.iter().map(|cell| footprint(game, &map, (*cell, (1, 1)))).collect()
        };
        let order = WalkOrder {
            points: walk.points,
            extra: vec![(word(&game, "difficult"), walk.difficult)],
            through: all(&game, &through).into_iter().map(|place| (place, 1)).collect(),
            barred: all(&game, &walk.barred),
            ends: all(&game, &walk.ends),
            free_of: walk.free_of.iter().map(|name| word(&game, name)).collect(),
            turn: walk.turn,
        };
        let piece = PieceId(0);
        game.stand_piece(
            piece,
            MapPlacement { zone: FIELD, space: place.space, size: place.size },
            None,
        )
        .expect("it fits");
        let walks = game.walks(piece, &order).expect("it stands on the map");
        let mut fast = BTreeMap::new();
        for nth in 0..walks.len() {
            let stop = walks.stop(nth);
            let hex = game.parts.space(stop.space).hex;
            let name = |id| game.parts.space_name(id).to_owned();
            let route: Vec<String> = walks.route(nth).into_iter().map(name).collect();
            let at: Place = (hex.row.into(), hex.column.into(), stop.rotation == 90);
            fast.insert(at, (stop.cost, stop.ways, stop.corners, route));
        }
        let told =
            |stop: &SlowStop| (stop.cost, stop.ways, stop.corners, told_route(&map, &stop.route));
        let wanted: BTreeMap<Place, _> = slow.iter().map(|(at, stop)| (*at, told(stop))).collect();
        assert_eq!(fast, wanted, "seed {seed}, {size:?} from {cell:?}\n{drawing}");
        let sorted = (1..walks.len()).all(|nth| {
            let key = |nth: usize| {
                (walks.stop(nth).cost, walks.stop(nth).space, walks.stop(nth).rotation)
            };
            key(nth - 1) < key(nth)
        });
        assert!(sorted, "by cost, as one reads, by rotation");
        compared += wanted.len();
        tied += wanted.values().filter(|(_, ways, ..)| *ways > 1).count();
        turned += wanted.keys().filter(|(_, _, turned)| *turned).count();
    }
    assert!(compared > 5_000 && tied > 1_000 && turned > 300, "{compared} {tied} {turned}");
}
