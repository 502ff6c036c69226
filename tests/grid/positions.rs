//! Positions that say spaces, sizes, rotations and edges, and the table that follows from a trace.

use std::collections::BTreeMap;

use rulepress::engine::trace::{PlacedCard, ZoneLayout};
use rulepress::engine::{
    Game, PieceId, PieceSize, lay_out_edges, lay_out_position, table_snapshot, trace_records,
};
use rulepress::example::story::TableState;

use super::{game_on, place, space, stand};

const ROOMS: &str = "\
+---+---+---+
| .   . D . |
+   +   +   +
| .   .   . |
+---+---+---+
";

fn laid(card: PlacedCard) -> [ZoneLayout; 1] {
    [ZoneLayout { zone: "field".to_owned(), cards: vec![card] }]
}

fn placed(at: &str, size: Option<PieceSize>, rotation: u16) -> PlacedCard {
    let (name, space) = ("A1".to_owned(), Some(at.to_owned()));
    PlacedCard { name, space, size, rotation, ..PlacedCard::default() }
}

fn covered(game: &Game) -> String {
    let place = game.footprint(PieceId(0)).expect("it stands on the map");
    let spaces = game.parts.covered_spaces(place).into_iter();
    spaces.map(|id| game.parts.space_name(id).to_owned()).collect::<Vec<_>>().join(" ")
}

#[test]
fn positions_say_size_and_rotation() {
    let mut game = game_on(ROOMS);
    let size = PieceSize::of(2, 1);
    lay_out_position(&mut game, &laid(placed("A1", size, 0)), &BTreeMap::new()).expect("it fits");
    assert_eq!(covered(&game), "A1 B1");
    let mut game = game_on(ROOMS);
    lay_out_position(&mut game, &laid(placed("C1", size, 90)), &BTreeMap::new()).expect("it fits");
    assert_eq!(covered(&game), "C1 C2");
    let state = &table_snapshot(&game).zones["field"][0];
    assert_eq!((state.size, state.rotation), (PieceSize { across: 2, down: 1 }, 90));
    let fault =
        lay_out_position(&mut game_on(ROOMS), &laid(placed("C1", size, 0)), &BTreeMap::new());
    let message = fault.expect_err("the map ends there").message;
    assert_eq!(message, "`A1` on C1 would cover 2 x 1 spaces, which the map does not have there");
}

#[test]
fn positions_open_doors() {
    let mut game = game_on(ROOMS);
    let (one, other) = (place(&game, "B1"), place(&game, "C1"));
    assert_eq!(game.distance(one, other), Some(2));
    let before = table_snapshot(&game).digest;
    lay_out_edges(&mut game, &["B1-C1 open".to_owned()]).expect("it is an edge");
    assert_eq!(game.distance(one, other), Some(1));
    let opened = table_snapshot(&game);
    assert_eq!((opened.edges[0].one.as_str(), opened.edges[0].word.as_str()), ("B1", ""));
    assert_ne!(opened.digest, before);
    lay_out_edges(&mut game, &["C1-B1 door".to_owned()]).expect("it is an edge");
    assert_eq!(table_snapshot(&game).digest, before, "as the data says");
    let says = |entry: &str| {
        let fault = lay_out_edges(&mut game_on(ROOMS), &[entry.to_owned()]);
        fault.expect_err("it is none").message
    };
    assert_eq!(says("B1 C1 open"), "`B1 C1 open` does not name an edge of a map");
    assert_eq!(says(&"-".repeat(9_000)).len(), 9_000 + "`` does not name an edge of a map".len());
    let twice = |entries: [&str; 2]| {
        lay_out_edges(&mut game_on(ROOMS), &entries.map(str::to_owned))
            .map_err(|fault| fault.message)
    };
    assert_eq!(
        twice(["A1-B1 wall", "B1-A1 open"]),
        Err("`B1-A1 open` contradicts `A1-B1 wall`: it is the same edge".to_owned())
    );
    assert_eq!(twice(["A1-B1 wall", "B1-A1 wall"]), Ok(()), "the same twice");
    assert_eq!(says("A1-C1 open"), "`A1-C1 open` is impossible: A1 and C1 are not adjacent");
}

#[test]
fn tables_follow_from_traces() {
    let mut game = game_on(ROOMS);
    let piece = stand(&mut game, "A1 2x1");
    let mut table = TableState::default().lying_as(&table_snapshot(&game));
    game.log.clear();
    let (one, other) = (space(&game, "C1"), space(&game, "B1"));
    game.set_edge(one, other, "", None).expect("it is an edge");
    let order = rulepress::engine::WalkOrder { points: 3, turn: Some(1), ..Default::default() };
    let walks = game.walks(piece, &order).expect("it stands on the map");
    let last = (0..walks.len()).find(|nth| walks.stop(*nth).rotation == 90).expect("it turns");
    game.walk_piece(piece, &walks, last, None).expect("it stands there");
    game.step_piece(piece, space(&game, "C1"), None, None).expect("there is room");
    for record in trace_records(&game, |_| None) {
        table.apply(&record.act);
    }
    let now = table_snapshot(&game).zones;
    assert!(table.zones().eq(now.iter().map(|(key, pieces)| (key.as_str(), pieces.as_slice()))));
    assert_eq!(table.edges[&("B1".to_owned(), "C1".to_owned())], "");
    assert_eq!(covered(&game), "C1 C2");
}

#[test]
fn what_is_taken_back_takes_edges_back() {
    let mut game = game_on(ROOMS);
    let (one, other) = (space(&game, "B1"), space(&game, "C1"));
    let before = game.checkpoint();
    game.set_edge(one, other, "", None).expect("it is an edge");
    game.roll_back(before, "no reason").expect("there is room");
    assert_eq!(game.edge_word(one, other), Ok("door"));
    let (one, other) = (place(&game, "B1"), place(&game, "C1"));
    assert_eq!(game.distance(one, other), Some(2));
}
