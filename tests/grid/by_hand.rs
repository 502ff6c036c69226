//! Distances, sight and routes that were worked out by hand from the rules of a game with walls.

use rulepress::engine::{Footprint, Game, PieceSize, WalkOrder};

use super::{game_on, place, reached, space, stand, word};

/// Two rooms with a door between them; E3 is blocking, E4 impassable, B3 difficult.
const ROOMS: &str = "\
+---+---+---+---+---+---+
| .   .   . | .   .   . |
+   +   +   +   +   +   +
| .   .   . D .   .   . |
+   +   +   +   +---+   +
| .   ~   . | . | #   . |
+   +   +   +   +   +   +
| .   .   . | .   :   . |
+---+---+---+---+---+---+
";

fn steps(game: &mut Game, one: &str, other: &str) -> Option<u32> {
    let (one, other) = (place(game, one), place(game, other));
    let there = game.distance(one, other);
    assert_eq!(there, game.distance(other, one), "the same back");
    there
}

fn open_door(game: &mut Game) {
    let (one, other) = (space(game, "C2"), space(game, "D2"));
    game.set_edge(one, other, "", Some("open")).expect("it is an edge");
}

/// True if two lines of sight between two places are free, past blocking things on some other
/// places.
fn sees(game: &mut Game, (one, other): (&str, &str), blocked: &[&str]) -> bool {
    let (from, to) = (place(game, one), place(game, other));
    let blocked: Vec<Footprint> = blocked.iter().map(|at| place(game, at)).collect();
    game.is_in_sight(from, to, &blocked, true)
}

fn sees_by_one(game: &mut Game, (one, other): (&str, &str), blocked: &[&str]) -> bool {
    let (from, to) = (place(game, one), place(game, other));
    let blocked: Vec<Footprint> = blocked.iter().map(|at| place(game, at)).collect();
    game.is_in_sight(from, to, &blocked, false)
}

#[test]
fn distances_are_counted_round_walls() {
    let mut game = game_on(ROOMS);
    assert_eq!(steps(&mut game, "A1", "C1"), Some(2));
    assert_eq!(steps(&mut game, "A1", "C4"), Some(3), "along diagonals, difficult or not");
    assert_eq!(steps(&mut game, "C1", "D1"), None, "a wall and a shut door");
    assert_eq!(steps(&mut game, "A1", "A1"), Some(0));
    open_door(&mut game);
    assert_eq!(steps(&mut game, "C2", "D2"), Some(1), "through the open door");
    assert_eq!(steps(&mut game, "C1", "D2"), Some(1), "round the end of the wall");
    assert_eq!(steps(&mut game, "C1", "D1"), Some(2), "the wall itself stays");
    assert_eq!(steps(&mut game, "C4", "D4"), Some(4), "C3 D2 D3 D4");
    assert_eq!(steps(&mut game, "E2", "E4"), Some(2), "by F3, not through the blocking space");
    assert_eq!(steps(&mut game, "E3", "F3"), Some(1), "from the blocking space itself");
    assert_eq!(steps(&mut game, "D3", "F4"), Some(2), "the impassable space is counted through");
}

#[test]
fn corners_touch_unless_both_ways_round_are_shut() {
    let mut game = game_on(ROOMS);
    assert_eq!(steps(&mut game, "D2", "E3"), Some(3), "a diagonal pair of walls: D3 E4 E3");
    assert_eq!(steps(&mut game, "E2", "D3"), Some(1), "across the same corner, in the open");
    assert_eq!(steps(&mut game, "D4", "E3"), Some(1), "round the end of the wall, by E4");
    assert_eq!(steps(&mut game, "E2", "E3"), Some(2), "a wall between them, and F3 beside it");
}

#[test]
fn large_pieces_count_from_their_nearest_space() {
    let mut game = game_on(ROOMS);
    assert_eq!(steps(&mut game, "A1 2x2", "C4"), Some(2), "from B2 by B3 or C3");
    assert_eq!(steps(&mut game, "A1 2x3", "C3"), Some(1));
    assert_eq!(steps(&mut game, "A1 2x2", "B2"), Some(0), "it stands there");
    open_door(&mut game);
    assert_eq!(steps(&mut game, "B1 2x2", "D1 2x2"), Some(1), "through the door");
}

#[test]
fn sight_is_two_lines_to_a_side() {
    let mut game = game_on(ROOMS);
    assert!(sees(&mut game, ("A1", "C4"), &[]), "nothing between them");
    assert!(!sees(&mut game, ("C1", "D1"), &[]), "a wall");
    assert!(!sees(&mut game, ("A2", "F2"), &[]), "a shut door");
    assert!(sees(&mut game, ("F2", "F4"), &[]));
    assert!(sees(&mut game, ("D4", "F4"), &[]), "impassable terrain is looked across");
    open_door(&mut game);
    assert!(sees(&mut game, ("A2", "F2"), &[]), "through the open door");
    assert!(sees(&mut game, ("C1", "D1"), &[]), "round the end of the wall, from its corner");
    assert!(!sees(&mut game, ("A2", "F2"), &["D2"]), "somebody stands in the door");
    assert!(sees(&mut game, ("C2", "D2"), &["C2", "D2"]), "neighbours, whoever stands there");
}

#[test]
fn one_line_is_not_enough() {
    let mut game = game_on(ROOMS);
    // From D3 one may look along the wall below E2 to the upper corners of F3, and along the lower
    // edge of E3 to its lower corners: each time both lie on one line.
    assert!(sees_by_one(&mut game, ("D3", "F3"), &[]));
    assert!(!sees(&mut game, ("D3", "F3"), &[]));
    // From D2 two corners of E3 are seen, which lie opposite each other.
    assert!(sees_by_one(&mut game, ("D2", "E3"), &[]));
    assert!(!sees(&mut game, ("D2", "E3"), &[]));
}

#[test]
fn corners_stop_lines_if_they_are_shut() {
    let open = "+---+---+---+\n| .   .   . |\n+   +   +   +\n| .   .   . |\n+   +   +   +\n| .   .   . |\n+---+---+---+\n";
    let mut game = game_on(open);
    // From the corners beside A1 one line each passes B2, to corners of C3 that lie opposite.
    assert!(!sees(&mut game, ("A1", "C3"), &["B2"]), "a figure in the middle of the diagonal");
    assert!(!sees(&mut game, ("A2", "C2"), &["B2"]), "a figure between them in the row");
    assert!(sees(&mut game, ("A1", "C2"), &["B2"]), "from the upper corners of A1 past it");
    assert!(sees(&mut game, ("A1", "B2"), &["A2", "B1"]), "neighbours at a corner");
    assert!(!sees(&mut game, ("A1", "C3"), &["A2", "B1", "B2"]), "shut in by three");
    assert!(!sees(&mut game, ("A1", "C3"), &["B1", "A2"]), "two that meet at a corner");
    assert!(!sees(&mut game, ("A2", "C2"), &["B1", "B2", "B3"]), "a row of three");
    assert!(sees(&mut game, ("A2", "C2"), &["B3"]), "past what stands beside the row");
}

#[test]
fn lines_along_the_grid_need_one_free_side_at_each_edge() {
    let open = "+---+---+---+---+---+\n| .   .   .   .   . |\n+   +   +   +   +   +\n| .   .   .   .   . |\n+---+---+---+---+---+\n";
    let mut game = game_on(open);
    // Between the rows: past B2 above it, past D1 below it, and on either side of C between them.
    assert!(sees_by_one(&mut game, ("A1", "E1"), &["B2", "D1"]), "never both at one edge");
    assert!(sees_by_one(&mut game, ("E1", "A1"), &["B2", "D1"]), "and back");
    assert!(!sees_by_one(&mut game, ("A1", "E1"), &["C1", "C2"]), "both at one edge");
    assert!(!sees_by_one(&mut game, ("A1", "E1"), &["B2", "C1"]), "two that meet at a corner");
    let walls = "+---+---+---+---+---+\n| .   . | .   .   . |\n+   +   +   +   +   +\n| .   .   . | .   . |\n+---+---+---+---+---+\n";
    assert!(sees_by_one(&mut game_on(walls), ("A1", "E1"), &[]), "walls that end at the line");
    let one = walls.replace("| .   .   . | .   . |", "| .   . | .   .   . |");
    assert!(!sees_by_one(&mut game_on(&one), ("A1", "E1"), &[]), "one wall across it");
}

#[test]
fn sight_is_from_any_space_of_a_large_piece() {
    let mut game = game_on(ROOMS);
    open_door(&mut game);
    assert!(!sees(&mut game, ("C4", "F2"), &[]), "the door is too narrow from here");
    assert!(sees(&mut game, ("A4", "F2"), &[]), "from the upper left corner of A4");
    assert!(sees(&mut game, ("B3 2x2", "F2"), &[]), "its upper spaces look through the door");
    assert!(sees(&mut game, ("F2", "A2 2x3"), &[]), "and is seen");
    assert!(!sees(&mut game, ("A2", "F2"), &["C1 1x2"]), "a large piece blocks with each space");
}

#[test]
fn routes_pay_for_terrain_and_for_foes() {
    let mut game = game_on(ROOMS);
    stand(&mut game, "A1");
    let mut order = WalkOrder { points: 4, ..WalkOrder::default() };
    order.extra.push((word(&game, "difficult"), 1));
    let all = reached(&mut game, &order);
    let told = |name: &str| all[name].clone();
    assert_eq!(told("A1"), (0, 1, "A1".to_owned()));
    assert_eq!(told("B3"), (3, 2, "A1 A2 B3".to_owned()), "by A2 or B2, and 2 for the last step");
    assert_eq!(told("B4"), (3, 3, "A1 A2 A3 B4".to_owned()), "round the difficult space");
    assert_eq!(told("C3"), (2, 1, "A1 B2 C3".to_owned()));
    assert!(!all.contains_key("D2"), "the door is shut");
    assert_eq!(all.len(), 12);

    let foe = place(&game, "B2");
    order.through.push((foe, 1));
    order.ends.push(foe);
    let all = reached(&mut game, &order);
    assert_eq!(all["C3"], (3, 2, "A1 B1 C2 C3".to_owned()), "through the foe, or round it");
    assert!(!all.contains_key("B2"), "nobody ends there");
    order.barred.push(foe);
    assert_eq!(reached(&mut game, &order)["C3"], (3, 1, "A1 B1 C2 C3".to_owned()));
}

#[test]
fn terrain_that_stops_is_entered_by_those_who_are_free_of_it() {
    let mut game = game_on(ROOMS);
    stand(&mut game, "D4");
    let mut order = WalkOrder { points: 2, ..WalkOrder::default() };
    assert!(!reached(&mut game, &order).contains_key("E4"));
    order.free_of.push(word(&game, "impassable"));
    let all = reached(&mut game, &order);
    assert_eq!(all["E4"], (1, 1, "D4 E4".to_owned()));
    assert_eq!(all["F3"], (2, 1, "D4 E4 F3".to_owned()));
    assert!(!all.contains_key("E3"), "blocking is another word");
}

#[test]
fn large_pieces_go_straight_and_turn() {
    let mut game = game_on(ROOMS);
    stand(&mut game, "A1 2x2");
    let mut order = WalkOrder { points: 4, turn: Some(1), ..WalkOrder::default() };
    order.extra.push((word(&game, "difficult"), 1));
    let all = reached(&mut game, &order);
    assert_eq!(all["B1"], (1, 1, "A1 B1".to_owned()));
    assert_eq!(all["B2"], (3, 2, "A1 B1 B2".to_owned()), "never diagonally, and B3 is difficult");
    assert!(all.keys().all(|name| !name.contains('@')), "a square need not turn");
    assert!(!all.contains_key("C1"), "a wall would go through it");

    stand(&mut game, "A1 2x1");
    let order = WalkOrder { points: 1, turn: Some(1), ..WalkOrder::default() };
    let all: Vec<String> = reached(&mut game, &order).into_keys().collect();
    assert_eq!(all, ["A1", "A1@90", "A2", "B1", "B1@90"]);
    let still = WalkOrder { points: 1, ..WalkOrder::default() };
    assert_eq!(reached(&mut game, &still).len(), 3, "without turns");

    stand(&mut game, "A1 2x3");
    let all: Vec<String> = reached(&mut game, &order).into_keys().collect();
    assert_eq!(all, ["A1", "A1@90", "A2", "A2@90", "B1"], "it keeps half of its spaces");
}

#[test]
fn what_hangs_over_the_border_is_cut_off() {
    let mut game = game_on(ROOMS);
    let piece = stand(&mut game, "E1 2x1");
    game.state.piece_mut(piece).size = PieceSize::of(16, 16).expect("it is the largest");
    let place = game.footprint(piece).expect("it stands on the map");
    assert_eq!(game.parts.covered_spaces(place).len(), 8, "E1 to F4");
    let other = Footprint::of_space(space(&game, "D4"));
    assert_eq!(game.distance(place, other), Some(1));
    assert!(game.is_in_sight(place, other, &[place, other], true));
    let order = WalkOrder { points: 9, turn: Some(1), ..WalkOrder::default() };
    assert_eq!(reached(&mut game, &order).len(), 1, "it cannot go anywhere");
    game.state.piece_mut(piece).size = PieceSize::of(16, 1).expect("it is long");
    assert_eq!(reached(&mut game, &order).len(), 1);
}
