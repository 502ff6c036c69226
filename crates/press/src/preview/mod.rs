//! Pages that are shown and not written. In: a book and a kind of output. Out: its pages, drawings
//! of them, what changed on them, and where a place of the text stands.

mod changes;
mod fingerprint;
mod places;

use typst_layout::Page;

pub use super::outputs::LaidPages;
use super::outputs::{self, OutputContext};
use super::{PrintRequest, raster};
use crate::book::{Book, Output};
pub use crate::set::typeset::keep_typst_memory;
use base::diagnostic::Findings;
use base::source::Sources;
pub use changes::{PageLines, changed_boxes};
pub use fingerprint::page_fingerprint;
pub use places::{PrintedPlace, find_place};

/// A box on a page: left, top, right and bottom as parts of its width and height.
pub type PageBox = [f32; 4];

/// Sets one output of `book` on its first paper; nothing where it has none, or where an error is
/// among the findings.
pub fn lay_out(
    book: &Book,
    output: Output,
    request: &PrintRequest<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<LaidPages> {
    let mut laid = Vec::new();
    let kept = Some(&mut laid);
    outputs::make_files(output, OutputContext { book, request, sources, findings, kept });
    laid
}

/// The outputs that are shown, where a book has them, besides the rulebook.
pub const SHOWN: [Output; 5] =
    [Output::Sheet, Output::Cards, Output::Deck, Output::Flowcharts, Output::Playmat];

/// The outputs of `book` that have pages to show, the rulebook first.
pub fn shown_outputs(book: &Book) -> Vec<Output> {
    let others = SHOWN.into_iter().filter(|output| (output.record().is_in)(book));
    std::iter::once(Output::Rulebook).chain(others).collect()
}

/// A page as SVG.
pub fn draw_page(page: &Page) -> Vec<u8> {
    raster::page_svg(page).into_bytes()
}
