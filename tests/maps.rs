//! Maps of hexes, tracks, exact fractions and counting in a row, in the kernel and in rules.

mod floor;
mod fractions;
mod pictures;
mod rules;
mod tracks;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rulepress::engine::trace::{Act, PlacedCard, ZoneLayout};
use rulepress::engine::{
    ASIDE, CardId, Components, Game, GameBuffers, GameCard, GameState, Hex, InsertAt, MapRow,
    MapShape, SpaceId, Zone, ZoneId, ZoneOrder, ZoneSight, lay_out_position, table_snapshot,
    trace_records,
};

const BAG: ZoneId = ZoneId(0);
const LAND: ZoneId = ZoneId(1);

fn zone(key: &str) -> Zone {
    let (key, name) = (key.to_owned(), key.to_owned());
    Zone {
        key,
        name,
        owner: None,
        order: ZoneOrder::Row,
        up: true,
        sight: ZoneSight::All,
        active: false,
    }
}

/// A field of `rows` x `columns` hexes with a hole at every hex that `hole` names, and two zones.
fn field(rows: i64, columns: i64, hole: impl Fn(i64, i64) -> bool) -> Components {
    let mut parts = Components {
        zones: [zone("bag"), zone("land"), zone(ASIDE)].into(),
        ..Components::default()
    };
    let mut places = Vec::new();
    for row in 0..rows {
        for column in (row % 2..2 * columns).step_by(2).filter(|column| !hole(row, *column)) {
            places.push(MapRow { card: CardId(parts.cards.len() as u32), row, column });
            parts.cards.push(Arc::new(GameCard::new(0, &format!("{row}-{column}"), Vec::new())));
        }
    }
    // The order of the rows of data does not matter.
    places.reverse();
    parts.add_map(&places, MapShape::Hexes).expect("it is a map");
    parts
}

fn space(parts: &Components, name: &str) -> SpaceId {
    parts.space_of_name(name).unwrap_or_else(|| panic!("no space {name}"))
}

/// Counts the steps from a space to every other space, one by one.
fn walked(parts: &Components, from: SpaceId) -> BTreeMap<SpaceId, u32> {
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(at) = next.pop_front() {
        for other in &parts.space(at).around {
            if !steps.contains_key(other) {
                steps.insert(*other, steps[&at] + 1);
                next.push_back(*other);
            }
        }
    }
    steps
}

#[test]
fn distances_are_the_steps_of_a_walk() {
    let parts = field(9, 8, |_, _| false);
    for from in (0..parts.spaces.len()).map(|at| SpaceId(at as u16)) {
        for (other, steps) in walked(&parts, from) {
            assert_eq!(parts.distance(from, other), Some(steps), "{from:?} {other:?}");
        }
    }
}

#[test]
fn what_is_in_range_is_what_can_be_walked_to() {
    let parts = field(8, 8, |_, _| false);
    let from = [space(&parts, "1-3"), space(&parts, "6-12")];
    for range in 0..6 {
        let near = |id: &SpaceId| from.iter().any(|start| walked(&parts, *start)[id] <= range);
        let wanted: Vec<SpaceId> =
            (0..parts.spaces.len()).map(|at| SpaceId(at as u16)).filter(near).collect();
        assert_eq!(parts.spaces_within(&from, range), wanted, "range {range}");
    }
    assert!(parts.spaces_within(&[], 9).is_empty());
    assert_eq!(parts.nearest_distance(space(&parts, "0-0"), &from), Some(2));
    assert_eq!(parts.nearest_distance(from[0], &[]), None);
}

#[test]
fn spaces_are_numbered_as_one_reads() {
    let parts = field(4, 3, |row, column| (row, column) == (1, 3));
    let names: Vec<&str> =
        (0..parts.spaces.len()).map(|at| parts.space_name(SpaceId(at as u16))).collect();
    let first = ["0-0", "0-2", "0-4", "1-1", "1-5", "2-0"];
    assert_eq!(names[..6], first);
    let around = |name: &str| {
        let all = &parts.space(space(&parts, name)).around;
        all.iter().map(|id| parts.space_name(*id)).collect::<Vec<_>>()
    };
    assert_eq!(around("1-1"), ["0-0", "0-2", "2-0", "2-2"], "the hole is no neighbour");
    assert_eq!(around("2-2"), ["1-1", "2-0", "2-4", "3-1", "3-3"]);
}

#[test]
fn regions_hang_together_and_do_not_touch() {
    let parts = field(7, 7, |_, _| false);
    let some: Vec<SpaceId> = (0..parts.spaces.len())
        .filter(|at| at % 5 != 2 && at % 7 != 3)
        .map(|at| SpaceId(at as u16))
        .collect();
    let regions = parts.regions(&some);
    let mut all: Vec<SpaceId> = regions.concat();
    all.sort_unstable();
    assert_eq!(all, some, "each space lies in one region");
    assert!(regions.len() > 1);
    for (at, region) in regions.iter().enumerate() {
        let apart =
            |other: &SpaceId| region.iter().all(|id| parts.distance(*id, *other) != Some(1));
        assert!(
            regions.iter().enumerate().all(|(nth, other)| nth == at || other.iter().all(apart))
        );
        let touches = |id: &SpaceId| {
            region.len() == 1 || parts.space(*id).around.iter().any(|near| region.contains(near))
        };
        assert!(region.iter().all(touches));
    }
}

#[test]
fn what_can_be_no_map_is_refused() {
    let cards = ["a", "b"].map(|name| Arc::new(GameCard::new(0, name, Vec::new()))).into();
    let mut parts = Components { cards, ..Components::default() };
    let mut add = |places: &[(u32, i64, i64)]| {
        let places: Vec<_> = places
            .iter()
            .map(|(card, row, column)| MapRow { card: CardId(*card), row: *row, column: *column })
            .collect();
        parts.add_map(&places, MapShape::Hexes).unwrap_err()
    };
    assert_eq!(add(&[(0, 1, 1), (1, 1, 1)]), "`a` and `b` are at the same place");
    assert_eq!(add(&[(0, 1, 1), (1, 2, 1)]), "`b` is between the hexes that `a` belongs to");
    assert_eq!(
        add(&[(0, i64::MAX, 1)]),
        format!("the row {} and the column 1 of `a` are too large", i64::MAX)
    );
    let many = vec![(0, 1, 1); 5_000];
    assert_eq!(add(&many), "there are more than 4096 spaces");
    assert!(Hex::at(-3, 5).is_some_and(|hex| hex.distance(Hex { row: 3, column: 5 }) == 6));
}

#[test]
fn maps_do_not_touch_one_another() {
    let mut parts = field(2, 2, |_, _| false);
    let before = parts.spaces.len();
    let again: Vec<_> = parts
        .spaces
        .iter()
        .map(|space| MapRow {
            card: space.card,
            row: space.hex.row.into(),
            column: space.hex.column.into(),
        })
        .collect();
    let second =
        parts.add_map(&again, MapShape::Hexes).expect("the same coordinates on another map");
    assert_eq!(parts.distance(SpaceId(0), second[0]), None);
    assert!(parts.spaces_within(&[SpaceId(0)], 99).iter().all(|id| usize::from(id.0) < before));
    assert!(parts.space(second[0]).around.iter().all(|id| usize::from(id.0) >= before));
}

/// A game with two pieces, the first of which is `0-0` itself.
fn game() -> Game {
    let parts = Arc::new(field(3, 3, |_, _| false));
    let mut game = Game::new(parts.clone(), GameState::new(&parts, 1), GameBuffers::default());
    for card in 0..2 {
        game.make_piece(CardId(card), BAG, None).expect("there is room");
    }
    game
}

#[test]
fn a_piece_stands_on_a_space_until_it_is_moved() {
    let mut game = game();
    let here = space(&game.parts, "1-3");
    let piece = game.state.zone(BAG)[0];
    let before = table_snapshot(&game).digest;
    game.place_on_space(piece, LAND, here, Some("build")).expect("it can stand there");
    assert_eq!(
        (game.state.pieces_on(&game.parts, here), game.state.zone(LAND).to_vec()),
        (vec![piece], vec![piece])
    );
    assert_eq!(table_snapshot(&game).zones["land"][0].space.as_deref(), Some("1-3"));
    let log = trace_records(&game, |_| None);
    let Act::Stand { from, to, space: on, .. } = &log[0].act else { panic!("{log:?}") };
    assert_eq!(
        (log[0].verb.as_str(), from.key.as_str(), to.key.as_str(), on.name.as_str()),
        ("build", "bag", "land", "1-3")
    );
    game.place_on_space(piece, LAND, here, None).expect("it stands there");
    assert_eq!(game.log.len(), 1, "what stands there already is not put there");
    let there = table_snapshot(&game).digest;
    game.place_on_space(piece, LAND, space(&game.parts, "1-1"), None).expect("it can stand there");
    assert_ne!(table_snapshot(&game).digest, there, "where it stands matters");
    game.move_piece(piece, BAG, InsertAt::First, None, None).expect("it can go back");
    assert_eq!(game.state.piece(piece).space, None);
    assert_eq!(table_snapshot(&game).digest, before);
}

#[test]
fn a_position_names_spaces() {
    let put = |at: &str| {
        let card = PlacedCard {
            name: "0-0".to_owned(),
            space: Some(at.to_owned()),
            ..PlacedCard::default()
        };
        ZoneLayout { zone: "land".to_owned(), cards: vec![card] }
    };
    let mut own = game();
    lay_out_position(&mut own, &[put("2-2")], &BTreeMap::new()).expect("there is such a space");
    assert_eq!(table_snapshot(&own).zones["land"][0].space.as_deref(), Some("2-2"));
    let fault = lay_out_position(&mut game(), &[put("2-9")], &BTreeMap::new()).unwrap_err();
    assert_eq!(fault.message, "unknown space `2-9`");
}

/// Returns the hexes whose middles are nearest to a point on the straight line between two hexes, reckoned in
/// floating point.
fn nearest_to_point(parts: &Components, ends: (Hex, Hex), part: f64) -> Vec<SpaceId> {
    let middle = |hex: Hex| (f64::from(hex.column) * 3_f64.sqrt() / 2.0, f64::from(hex.row) * 1.5);
    let (one, other) = (middle(ends.0), middle(ends.1));
    let point = (one.0 + (other.0 - one.0) * part, one.1 + (other.1 - one.1) * part);
    let far = |id: &SpaceId| {
        let (x, y) = middle(parts.space(*id).hex);
        (x - point.0).hypot(y - point.1)
    };
    let all: Vec<SpaceId> = (0..parts.spaces.len()).map(|at| SpaceId(at as u16)).collect();
    let least = all.iter().map(far).fold(f64::INFINITY, f64::min);
    all.into_iter().filter(|id| far(id) < least + 1e-9).collect()
}

#[test]
fn a_line_crosses_the_hexes_nearest_to_it() {
    let parts = field(9, 9, |_, _| false);
    let mut edges = 0;
    for one in [0_u16, 5, 30, 40, 77].map(SpaceId) {
        for other in (0..parts.spaces.len()).map(|at| SpaceId(at as u16)) {
            let steps = parts.spaces_between(one, other).expect("it is one map");
            let ends = (parts.space(one).hex, parts.space(other).hex);
            let count = ends.0.distance(ends.1);
            assert_eq!(steps.len(), count.saturating_sub(1) as usize);
            for (at, step) in (1..count).zip(&steps) {
                let point = f64::from(at) / f64::from(count);
                let mut near = nearest_to_point(&parts, ends, point);
                // Along the border of the field, the other hex of the line is outside the map.
                near.retain(|id| parts.space(*id).hex.distance(ends.0) == at);
                assert_eq!(*step, near, "{ends:?}, step {at}");
                edges += usize::from(step.len() == 2);
            }
            let mut back = parts.spaces_between(other, one).expect("it is one map");
            back.reverse();
            assert_eq!(back, steps, "the same line from its other end");
        }
    }
    assert!(edges > 20, "only {edges} lines run along an edge");
}

#[test]
fn a_line_is_blocked_where_it_cannot_pass() {
    let parts = field(5, 5, |row, column| (row, column) == (2, 6));
    let blocked =
        |names: &[&str]| -> Vec<SpaceId> { names.iter().map(|name| space(&parts, name)).collect() };
    let free = |one: &str, other: &str, names: &[&str]| {
        parts.is_line_free(space(&parts, one), space(&parts, other), &blocked(names))
    };
    assert!(free("0-2", "2-2", &["1-1"]) && free("0-2", "2-2", &["1-3"]));
    assert!(!free("0-2", "2-2", &["1-1", "1-3"]), "it runs between two that are blocked");
    assert!(!free("2-0", "2-4", &["2-2"]) && free("2-0", "2-4", &["1-1", "2-0", "2-4"]));
    assert!(free("2-4", "2-8", &[]) && free("2-4", "2-8", &["1-5"]), "a gap blocks nothing");
    assert!(free("0-0", "0-2", &["0-0", "0-2"]) && free("0-0", "0-0", &["0-0"]));
    let mut two = parts.clone();
    two.cards.push(Arc::new(GameCard::new(0, "away", Vec::new())));
    let away = [MapRow { card: CardId(two.cards.len() as u32 - 1), row: 0, column: 0 }];
    let away = two.add_map(&away, MapShape::Hexes).expect("it is a map");
    assert_eq!(two.spaces_between(SpaceId(0), away[0]), None);
    assert!(!two.is_line_free(SpaceId(0), away[0], &[]));
}

/// A field of squares, named by row and column.
fn squares(rows: i64, columns: i64, diagonal: bool) -> Components {
    let mut parts = Components::default();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let places: Vec<_> = (0..).map(CardId).zip(places).collect();
    for (_, (row, column)) in &places {
        parts.cards.push(Arc::new(GameCard::new(0, &format!("{row}-{column}"), Vec::new())));
    }
    let places: Vec<_> =
        places.into_iter().map(|(card, (row, column))| MapRow { card, row, column }).collect();
    parts.add_map(&places, MapShape::Squares { diagonal }).expect("it is a map");
    parts
}

#[test]
fn squares_touch_at_edges_and_if_told_at_corners() {
    for diagonal in [true, false] {
        let parts = squares(6, 5, diagonal);
        for from in (0..30).map(SpaceId) {
            for (other, steps) in walked(&parts, from) {
                assert_eq!(parts.distance(from, other), Some(steps), "{from:?} {other:?}");
            }
        }
    }
    let around = |parts: &Components| {
        let all = &parts.space(space(parts, "1-1")).around;
        all.iter().map(|id| parts.space_name(*id).to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(around(&squares(3, 3, true)), "0-0 0-1 0-2 1-0 1-2 2-0 2-1 2-2");
    assert_eq!(around(&squares(3, 3, false)), "0-1 1-0 1-2 2-1");
}

#[test]
fn lines_on_squares_go_from_middle_to_middle() {
    let parts = squares(5, 7, true);
    let line = |one: &str, other: &str| {
        let steps = parts.spaces_between(space(&parts, one), space(&parts, other));
        let spaces = steps.expect("it is one map").into_iter().flatten();
        spaces.map(|id| parts.space_name(id).to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("2-1", "2-5"), "2-2 2-3 2-4");
    assert_eq!(line("4-4", "1-1"), "3-3 2-2", "corners are not crossed");
    assert_eq!(line("0-0", "1-2"), "0-1 1-1");
    assert_eq!(line("0-0", "2-6"), "0-1 1-2 1-3 1-4 2-5");
    assert_eq!((line("3-3", "3-4"), line("3-3", "3-3")), (String::new(), String::new()));
}

#[test]
fn sight_on_squares_goes_from_corner_to_corner() {
    let parts = squares(5, 7, true);
    let sees = |one: &str, other: &str, blocked: &[&str]| {
        let blocked: Vec<SpaceId> = blocked.iter().map(|name| space(&parts, name)).collect();
        let there = parts.is_line_free(space(&parts, one), space(&parts, other), &blocked);
        let back = parts.is_line_free(space(&parts, other), space(&parts, one), &blocked);
        assert_eq!(there, back, "{one} {other}");
        there
    };
    assert!(sees("2-0", "2-4", &["2-2"]), "along the edge of one");
    assert!(!sees("2-0", "2-4", &["1-2", "2-2", "3-2"]), "a wall of three");
    assert!(sees("0-0", "0-4", &["0-2", "1-2"]), "along the edge of the map");
    assert!(sees("0-0", "2-4", &["0-2"]) && sees("1-1", "2-2", &["1-2", "2-1"]));
    assert!(sees("0-0", "0-6", &["0-0", "0-6"]), "the ends block nothing");
    assert!(!sees("0-0", "4-6", &["1-0", "1-1", "0-1"]), "shut in");
}
