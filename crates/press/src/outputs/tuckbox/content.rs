//! The nets of tuck boxes as the dictionary that `crates/press/src/outputs/tuckbox/tuckbox.typ` reads.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Array, Dict, IntoValue, dict};
use typst::syntax::Span;

use crate::outputs::tuckbox::BoxSheet;
use crate::set::Reading;
use crate::set::values::{arrays, pair_array};

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
    let folds = sheet.net.folds().into_iter();
    let words = reading.builder()?.cover_dict()?;
    Ok(words
        + dict! {
            "deck" => deck.title.as_str(),
            "count" => count as i64,
            "boxes" => sheet.boxes as i64,
            "width" => sheet.page.0,
            "height" => sheet.page.1,
            "apart" => sheet.apart,
            "lines" => sheet.lines,
            "net" => pair_array(sheet.net.net()),
            "sides" => sides,
            "outline" => arrays(sheet.net.outline().into_iter().map(pair_array)),
            "folds" => arrays(folds.map(|(from, to)| arrays([from, to].into_iter().map(pair_array)))),
        })
}
