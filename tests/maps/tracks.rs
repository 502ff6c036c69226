//! Tracks with room for few.

use std::sync::Arc;

use rulepress::engine::{
    CardId, Components, Counter, CounterHolder, CounterId, Game, GameBuffers, GameCard, GameState,
    KernelError, PieceId, TrackLimit, ZoneId,
};

use super::zone;

const LEVEL: CounterId = CounterId(0);

/// Two markers of one track, and one of another; the top level, 3, has room for one.
fn game() -> Game {
    let parts = Arc::new(Components {
        zones: vec![zone("board")],
        counters: vec![Counter { name: "level".to_owned(), least: 0, most: Some(3) }],
        cards: ["north", "south"].map(|name| Arc::new(GameCard::new(0, name, Vec::new()))).into(),
        limits: vec![TrackLimit { counter: LEVEL, level: 3, most: 1 }],
        ..Components::default()
    });
    let mut game = Game::new(parts.clone(), GameState::new(&parts, 1), GameBuffers::default());
    for card in [0, 0, 1] {
        game.make_piece(CardId(card), ZoneId(0), None).expect("there is room");
    }
    game
}

#[test]
fn a_level_with_room_for_one_takes_one_of_each_track() {
    let mut game = game();
    game.advance(PieceId(0), LEVEL, 3, Some("climb")).expect("the first has room");
    game.advance(PieceId(1), LEVEL, 2, None).expect("lower levels have room");
    assert!(!game.has_room(PieceId(1), LEVEL, 3) && game.has_room(PieceId(2), LEVEL, 3));
    let refused = game.advance(PieceId(1), LEVEL, 1, None);
    assert_eq!(
        refused,
        Err(KernelError::wrong("there is no room for another marker of `north` on level 3"))
    );
    assert_eq!(game.count(CounterHolder::Piece(PieceId(1)), LEVEL), 2, "nothing happened");
    game.advance(PieceId(2), LEVEL, 3, None).expect("another track has its own room");
    game.advance(PieceId(0), LEVEL, -1, None).expect("it can go back");
    game.advance(PieceId(1), LEVEL, 1, None).expect("now there is room");
}

#[test]
fn a_track_ends() {
    let mut game = game();
    assert!(!game.has_room(PieceId(0), LEVEL, 4) && !game.has_room(PieceId(0), LEVEL, -1));
    let refused = game.advance(PieceId(0), LEVEL, 4, None);
    assert_eq!(
        refused,
        Err(KernelError::wrong("`level` of `north` would be 4, but it is at most 3"))
    );
    assert!(game.has_room(PieceId(0), LEVEL, 0), "a marker has room where it stands");
}
