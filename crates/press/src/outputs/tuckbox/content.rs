//! The nets of tuck boxes as the dictionary that `crates/press/src/outputs/tuckbox/tuckbox.typ` reads.

use typst::comemo::Tracked;
use typst::diag::{SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Array, Context, Dict, IntoValue, Str, dict, func};
use typst::syntax::Span;

use crate::outputs::PressTask;
use crate::set::values::{arrays, front_matter, pair_array};
use crate::set::{ContentBuilder, read_job};

/// Builds the boxes for the deck of a job with the hooks of the template.
#[func]
pub fn load_boxes(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// The template's functions by name.
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let PressTask::TuckBox { deck, sheet } = &job.task else {
        bail!(Span::detached(), "there is no box");
    };
    let Some(deck) = job.book.decks.get(*deck) else {
        bail!(Span::detached(), "there is no deck");
    };
    let count: usize = deck.cards.iter().map(|card| card.count).sum();
    let side = |side: crate::outputs::tuckbox::net::BoxSide| {
        let area: Array = side.area.into_iter().map(IntoValue::into_value).collect();
        dict! { "name" => side.name, "area" => area }.into_value()
    };
    let sides: Array = sheet.net.sides().into_iter().map(side).collect();
    let folds = sheet.net.folds().into_iter();
    let words = ContentBuilder::new(engine, context, hooks, &job)?.cover_dict()?;
    Ok(front_matter(&job)
        + words
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
