//! Sheets of tokens as the dictionary that `crates/press/src/outputs/tokens/token-sheet.typ` reads.

use typst::diag::SourceResult;
use typst::foundations::{Array, Dict, IntoValue, Value, dict};

use crate::outputs::deck::looks::{art_dict, colour_value};
use crate::outputs::tokens::TokenSheets;
use crate::outputs::tokens::outline::{token_outline, word_room};
use crate::outputs::tokens::packing::TokenPlace;
use crate::set::icons::path_moves;
use crate::set::values::{arrays, lines_array, pair_array, size_array};
use crate::set::{ContentBuilder, Reading};
use document::token::{GameToken, TokenSide};

/// Builds the sheets of tokens of a book with the hooks of the template.
pub fn tokens_dict(reading: Reading<'_, '_>, sheets: &TokenSheets) -> SourceResult<Dict> {
    let job = reading.job;
    let mut builder = reading.builder()?;
    let tokens = job.book.tokens.iter().map(|token| builder.token(token, sheets));
    let tokens = tokens.collect::<SourceResult<Array>>()?;
    let place = |place: &TokenPlace| {
        dict! { "token" => place.token as i64, "x" => place.x, "y" => place.y }.into_value()
    };
    let laid = |sheet: &Vec<TokenPlace>| sheet.iter().map(place).collect::<Array>();
    Ok(dict! {
        "tokens" => tokens,
        "width" => sheets.page.width,
        "height" => sheets.page.height,
        "bleed" => sheets.bleed,
        "edge" => sheets.edge,
        "fronts" => arrays(sheets.fronts.iter().map(laid)),
        "backs" => arrays(sheets.backs.iter().map(laid)),
        "turned" => sheets.turned,
        "offset" => pair_array(sheets.offset),
        "flip" => sheets.flip.map(|flip| flip.name()),
        "fold" => sheets.fold,
        "lines" => sheets.lines,
        "notes" => sheets.notes,
        "apart" => sheets.apart,
        "marks" => arrays(sheets.marks.iter().map(|marks| lines_array(marks))),
    })
}

impl ContentBuilder<'_, '_> {
    /// Builds a kind of token: its outline, its ground, the room for words, and both sides.
    fn token(&mut self, token: &GameToken, sheets: &TokenSheets) -> SourceResult<Value> {
        let outline = |over: f64| -> Array {
            path_moves(&token_outline(token.shape, token.size, over)).into_iter().collect()
        };
        let room = word_room(token.shape, token.size, sheets.safe);
        let room = room.map(|room| {
            [room.x0, room.y0, room.width(), room.height()].into_iter().map(IntoValue::into_value)
        });
        Ok(dict! {
            "name" => token.name.as_str(),
            "size" => size_array(token.size),
            "outline" => outline(0.0),
            "ground" => outline(sheets.bleed),
            "room" => room.map(|room| room.collect::<Array>()),
            "colour" => token.colour.as_ref().map(colour_value),
            "face" => self.token_side(&token.face)?,
            "back" => self.token_side(&token.back)?,
        }
        .into_value())
    }

    fn token_side(&mut self, side: &TokenSide) -> SourceResult<Dict> {
        let (words, art) = match side {
            TokenSide::Plain => (None, None),
            TokenSide::Words(words) => (Some(self.inlines(words)?), None),
            TokenSide::Picture(art) => (None, art_dict(art)),
        };
        Ok(dict! { "words" => words, "art" => art })
    }
}
