//! The nets of tuck boxes as the dictionary that `crates/press/src/outputs/tuckbox/tuckbox.typ` reads.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Array, Dict, IntoValue, dict};
use typst::syntax::Span;

use crate::outputs::tuckbox::BoxSheet;
use crate::set::Reading;
use crate::set::values::{lines_array, points_array, size_array};

/// Builds the boxes for a deck with the hooks of the template.
pub fn boxes_dict(reading: Reading<'_, '_>, deck: usize, sheet: &BoxSheet) -> SourceResult<Dict> {
    let job = reading.job;
    let Some(deck) = job.book.decks.get(deck) else {
        bail!(Span::detached(), "there is no deck");
    };
    let count: usize = deck.cards.iter().map(|card| card.count).sum();
    let side = |side: crate::outputs::tuckbox::net::BoxSide| {
        let area: Array = side.area.into_iter().map(IntoValue::into_value).collect();
        dict! { "name" => side.name, "area" => area }.into_value()
    };
    let sides: Array = sheet.net.sides().into_iter().map(side).collect();
    let words = reading.builder()?.cover_dict()?;
    Ok(words
        + dict! {
            "deck" => deck.title.as_str(),
            "count" => count as i64,
            "boxes" => sheet.boxes as i64,
            "width" => sheet.page.width,
            "height" => sheet.page.height,
            "apart" => sheet.apart,
            "lines" => sheet.lines,
            "net" => size_array(sheet.net.net()),
            "sides" => sides,
            "outline" => points_array(&sheet.net.outline()),
            "folds" => lines_array(&sheet.net.folds()),
        })
}
