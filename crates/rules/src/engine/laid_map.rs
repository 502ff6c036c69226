//! Maps in a position: edges that differ from the data, and zones whose pieces may not share a space.

use std::collections::BTreeMap;

use super::game::Game;
use super::ids::{PieceId, SpaceId};
use super::position::position_fault;
use super::trace::Fault;

/// Word of a position for an edge without obstacle.
const OPEN: &str = "open";
/// Longest entry for an edge, in bytes.
const LONGEST_ENTRY: usize = 200;

/// Changes the edges that a position names: `C2-D2 door`, or `C2-D2 open`.
pub fn lay_out_edges(game: &mut Game, edges: &[String]) -> Result<(), Fault> {
    let mut laid: BTreeMap<[SpaceId; 2], (&str, &str)> = BTreeMap::new();
    for entry in edges {
        let (edge, word) = lay_out_edge(game, entry)?;
        if let Some((other, first)) = laid.insert(edge, (word, entry))
            && other != word
        {
            let message = format!("`{entry}` contradicts `{first}`: it is the same edge");
            return Err(position_fault(message, Some("keep one of the two".to_owned())));
        }
    }
    Ok(())
}

/// Changes an edge, and returns its two spaces and its word.
fn lay_out_edge<'e>(game: &mut Game, entry: &'e str) -> Result<([SpaceId; 2], &'e str), Fault> {
    let Some((one, other, word)) = edge_entry(game, entry) else {
        let hint = "name two adjacent spaces of the map and what is between them: \"C2-D2 open\"";
        let message = format!("`{entry}` does not name an edge of a map");
        return Err(position_fault(message, Some(hint.to_owned())));
    };
    let word = if word == OPEN { "" } else { word };
    game.change_edge(one, other, word).map_err(|error| {
        position_fault(format!("`{entry}` is impossible: {}", error.message()), None)
    })?;
    Ok(([one.min(other), one.max(other)], word))
}

/// Returns the two spaces of an entry, and the word between them; names may contain `-` and blanks.
fn edge_entry<'e>(game: &Game, entry: &'e str) -> Option<(SpaceId, SpaceId, &'e str)> {
    let short = Some(entry).filter(|entry| entry.len() <= LONGEST_ENTRY)?;
    let space = |name: &str| game.parts.space_of_name(name.trim());
    short.match_indices('-').find_map(|(dash, _)| {
        let (one, rest) = (space(&short[..dash])?, &short[dash + 1..]);
        let mut blanks = rest.match_indices(' ');
        let (at, other) = blanks.find_map(|(at, _)| Some((at, space(&rest[..at])?)))?;
        Some((one, other, rest[at..].trim()))
    })
}

/// Refuses a piece that covers spaces which its map lacks.
pub fn check_laid_room(game: &Game, piece: PieceId) -> Result<(), Fault> {
    let Some(place) = game.footprint(piece) else { return Ok(()) };
    game.check_room(piece, place).map_err(|error| position_fault(error.message(), None))
}

/// Refuses pieces that were laid on spaces of others, in zones whose pieces may not share a space.
pub fn check_apart(game: &Game, laid: &[PieceId]) -> Result<(), Fault> {
    if game.parts.apart.is_empty() {
        return Ok(());
    }
    let is_apart = |piece: &PieceId| game.parts.apart.contains(&game.state.piece(*piece).zone);
    let before = game.state.piece_ids().filter(|piece| !laid.contains(piece));
    let all = before.chain(laid.iter().copied()).filter(is_apart);
    let mut taken: BTreeMap<SpaceId, PieceId> = BTreeMap::new();
    for piece in all {
        let place = game.footprint(piece);
        for space in place.map(|place| game.parts.covered_spaces(place)).unwrap_or_default() {
            if let Some(other) = taken.insert(space, piece) {
                let (own, other) = (game.piece_name(piece), game.piece_name(other));
                let space = game.parts.space_name(space);
                let message = format!("`{own}` is laid over `{other}`: both cover {space}");
                let hint = "move one of them: in these zones, a space holds only one piece";
                return Err(position_fault(message, Some(hint.to_owned())));
            }
        }
    }
    Ok(())
}
