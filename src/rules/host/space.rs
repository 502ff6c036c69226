//! What rules can ask of maps and their spaces.

use starlark::environment::{GlobalsBuilder, MethodsBuilder};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::{Value, ValueLike};

use super::context::{component_name, with_declarations, with_play, with_play_untracked};
use super::fault::rules_error;
use super::table::list_values;
use super::values::{Piece, Row, Space};
use crate::engine::{CardCell, CardId, Components, SpaceId};

/// The row of card data that tells of a space.
pub(super) fn space_card(space: SpaceId) -> CardId {
    let played = with_play_untracked(|play| play.game.parts.space(space).card);
    played
        .or_else(|| with_declarations(|draft| Ok(draft.parts.space(space).card)).ok())
        .unwrap_or(CardId(0))
}

/// The spaces of a list: spaces, and pieces that stand on one.
fn listed_spaces<'v>(
    list: Value<'v>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<SpaceId>> {
    let mut found = Vec::new();
    for value in list_values(list, eval)? {
        found.extend(space_of_value(value)?);
    }
    Ok(found)
}

/// A space, or that on which a piece stands.
fn space_of_value(value: Value<'_>) -> starlark::Result<Option<SpaceId>> {
    if let Some(space) = value.downcast_ref::<Space>() {
        return Ok(Some(space.id()));
    }
    match value.downcast_ref::<Piece>() {
        Some(piece) => with_play(|play| Ok(play.game.state.piece(piece.id()).space)),
        None => Err(rules_error(
            format!("a place on a map is a space or a piece, not a `{}`", value.get_type()),
            None,
        )),
    }
}

/// A whole number of a row.
fn map_coordinate(parts: &Components, card: CardId, column: &str) -> starlark::Result<i64> {
    match parts.cell(card, column) {
        Some(CardCell::Int(number)) => Ok(*number),
        _ => {
            let message =
                format!("`{}` has no whole number under `{column}`", parts.card(card).name);
            Err(rules_error(message, Some("a map needs the columns `Row` and `Column`".to_owned())))
        }
    }
}

#[starlark_module]
pub(super) fn map_functions(builder: &mut GlobalsBuilder) {
    /// Declares a map of hexes, a space for each row of card data; gives its spaces as one reads
    /// them.
    fn hex_map<'v>(
        #[starlark(require = pos)] rows: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Space>> {
        let mut cards = Vec::new();
        for value in list_values(rows, eval)? {
            let row = value.downcast_ref::<Row>();
            cards.push(
                row.ok_or_else(|| rules_error("a map is made of rows of card data", None))?.id(),
            );
        }
        with_declarations(|draft| {
            let place = |card: &CardId| {
                Ok((
                    *card,
                    map_coordinate(&draft.parts, *card, "row")?,
                    map_coordinate(&draft.parts, *card, "column")?,
                ))
            };
            let places = cards.iter().map(place).collect::<starlark::Result<Vec<_>>>()?;
            let made = draft.parts.add_map(&places).map_err(|why| rules_error(why, None))?;
            Ok(made.into_iter().map(Space::new).collect())
        })
    }

    /// Steps from a space or piece to the nearest of others; None when there is none.
    fn nearest<'v>(
        #[starlark(require = pos)] from: Value<'v>,
        #[starlark(require = pos)] others: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneOr<i64>> {
        let (Some(from), others) = (space_of_value(from)?, listed_spaces(others, eval)?) else {
            return Ok(NoneOr::None);
        };
        with_play(|play| {
            Ok(NoneOr::from_option(play.game.parts.nearest_distance(from, &others).map(i64::from)))
        })
    }

    /// Steps between two spaces or pieces; None when one of them is on no map or on another.
    fn distance<'v>(
        #[starlark(require = pos)] one: Value<'v>,
        #[starlark(require = pos)] other: Value<'v>,
    ) -> starlark::Result<NoneOr<i64>> {
        let (Some(one), Some(other)) = (space_of_value(one)?, space_of_value(other)?) else {
            return Ok(NoneOr::None);
        };
        with_play(|play| {
            Ok(NoneOr::from_option(play.game.parts.distance(one, other).map(i64::from)))
        })
    }

    /// The spaces at most so many steps from any of these spaces or pieces, as one reads.
    fn within<'v>(
        #[starlark(require = pos)] from: Value<'v>,
        #[starlark(require = pos)] range: i64,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Space>> {
        let from = listed_spaces(from, eval)?;
        let range = u32::try_from(range.max(-1) + 1).unwrap_or(u32::MAX);
        let Some(range) = range.checked_sub(1) else { return Ok(Vec::new()) };
        with_play(|play| {
            Ok(play.game.parts.spaces_within(&from, range).into_iter().map(Space::new).collect())
        })
    }

    /// The groups that hang together of these spaces or pieces, each as one reads.
    fn regions<'v>(
        #[starlark(require = pos)] of: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Vec<Space>>> {
        let of = listed_spaces(of, eval)?;
        let all = |region: Vec<SpaceId>| region.into_iter().map(Space::new).collect();
        with_play(|play| Ok(play.game.parts.regions(&of).into_iter().map(all).collect()))
    }
}

#[starlark_module]
pub(super) fn space_methods(builder: &mut MethodsBuilder) {
    /// What it is called.
    #[starlark(attribute)]
    fn name(this: &Space) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.space_name(id).to_owned()))
    }

    /// Its number as one reads the map, from the top left corner.
    #[starlark(attribute)]
    fn reading_order(this: &Space) -> starlark::Result<i64> {
        Ok(i64::from(this.id().0))
    }

    /// The spaces around it, as one reads.
    #[starlark(attribute)]
    fn around(this: &Space) -> starlark::Result<Vec<Space>> {
        with_play(|play| {
            Ok(play.game.parts.space(this.id()).around.iter().map(|id| Space::new(*id)).collect())
        })
    }

    /// The pieces that stand on it.
    #[starlark(attribute)]
    fn standing(this: &Space) -> starlark::Result<Vec<Piece>> {
        with_play(|play| {
            Ok(play.game.state.pieces_on(this.id()).into_iter().map(Piece::new).collect())
        })
    }
}
