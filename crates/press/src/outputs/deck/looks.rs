//! Looks of the cards of a deck, and the marks of their words, as dictionaries that
//! `crates/press/src/outputs/deck/deck.typ` reads.

use std::sync::Arc;

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value, dict};
use typst::syntax::Span;

use crate::set::ContentBuilder;
use crate::set::values::pair_array;
use crate::set::virtual_files::picture_path;
use document::deck::{CardArt, CardBack, CardColour, DeckCard, WordMark};
use document::icons::Icon;

impl ContentBuilder<'_, '_> {
    /// Builds layout, frame, colour, icon, picture and back of a card.
    pub fn card_looks(&mut self, card: &DeckCard) -> SourceResult<Dict> {
        let style = &card.style;
        Ok(dict! {
            "layout" => style.layout.name(),
            "frame" => style.frame.name(),
            "motif" => style.motif.map(|motif| motif.name()),
            "colour" => style.colour.as_ref().map(colour_value),
            "icon" => self.optional_icon(style.icon.as_ref())?,
            "art" => style.art.as_ref().and_then(art_dict),
            "own-back" => style.back.as_ref().and_then(back_value),
        })
    }

    /// Builds the marks that are printed before words on cards.
    pub fn word_marks(&mut self, words: &[WordMark]) -> SourceResult<Array> {
        let marks = words.iter().map(|mark| {
            Ok(dict! {
                "word" => mark.word.as_str(),
                "colour" => mark.colour.as_ref().map(colour_value),
                "shape" => mark.shape.map(|shape| shape.name()),
                "icon" => self.optional_icon(mark.icon.as_ref())?,
            }
            .into_value())
        });
        marks.collect()
    }

    fn optional_icon(&mut self, icon: Option<&Arc<Icon>>) -> SourceResult<Option<Content>> {
        icon.map(|icon| self.icon(icon, Span::detached())).transpose()
    }
}

/// Returns a colour: the name of a token, or red, green and blue.
pub fn colour_value(colour: &CardColour) -> Value {
    match colour {
        CardColour::Token(name) => name.as_str().into_value(),
        CardColour::Rgb(red, green, blue) => {
            let parts = [red, green, blue].map(|part| i64::from(*part).into_value());
            parts.into_iter().collect::<Array>().into_value()
        }
    }
}

/// Returns a picture that was found, with the point of it that stays visible.
pub fn art_dict(art: &CardArt) -> Option<Dict> {
    let (x, y) = art.focus;
    Some(dict! {
        "path" => picture_path(art.file.as_ref()?),
        "ratio" => f64::from(art.ratio),
        "focus" => pair_array((f64::from(x), f64::from(y))),
    })
}

fn back_value(back: &CardBack) -> Option<Value> {
    match back {
        CardBack::Words(words) => Some(words.as_str().into_value()),
        CardBack::Picture(art) => art_dict(art).map(IntoValue::into_value),
    }
}
