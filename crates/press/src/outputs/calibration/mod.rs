//! The page that measures the offset of backs.

use typst::foundations::{Dict, dict};

use super::{OutputContext, PrintPages};
use crate::OutputFile;
use crate::outputs::PressTask;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::profile::FlipEdge;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    is_in: |book| !book.cards.is_empty() || !book.decks.is_empty(),
    lacks: ("the book has no cards to calibrate", "write cards.md, or a deck in book.toml"),
    lacks_paper: Some("the calibration needs a profile with printer paper"),
    template: Some(&TEMPLATE),
    ..OutputRecord::new(
        "calibration",
        "the page that measures how far backs are off",
        make_calibration,
    )
};

/// Template of the page.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the calibration page",
    files: &[("/templates/calibration.typ", include_str!("calibration.typ"))],
};

/// Makes the page for the paper of a printer.
pub fn make_calibration(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let profile = context.profile();
    let Some(paper) = &profile.paper else { return Vec::new() };
    if context.book.cards.is_empty() && context.book.decks.is_empty() {
        return Vec::new();
    }
    let flip = context.request.cards.flip.unwrap_or(profile.flip);
    let printer = context.request.home.printer.as_ref().map(|printer| printer.name.clone());
    let task = PressTask::Calibration { flip, printer };
    let Some(document) = context.typeset(paper, task) else { return Vec::new() };
    let name = context.file_stem("calibration");
    context.files(&PrintPages::double_sided(&document, name, flip))
}

/// Returns the edge over which paper is turned, and the printer that the page is corrected for already.
pub fn calibration_dict(flip: FlipEdge, printer: Option<&str>) -> Dict {
    dict! { "short" => flip == FlipEdge::Short, "printer" => printer }
}
