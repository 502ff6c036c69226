//! Pages that are shown and not written. In: a book and a kind of output. Out: its pages, drawings of them,
//! the changes on them, and the places on them of the text.

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

/// Sets one output of `book` on its first paper; empty if the book has none, or if there is an error among
/// the findings.
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

/// The outputs besides the rulebook that are shown, if a book has them.
pub const SHOWN: [Output; 5] =
    [Output::Sheet, Output::Cards, Output::Deck, Output::Flowcharts, Output::Playmat];

/// Returns the outputs of `book` that have pages to show, the rulebook first.
pub fn shown_outputs(book: &Book) -> Vec<Output> {
    let others = SHOWN.into_iter().filter(|output| (output.record().is_in)(book));
    std::iter::once(Output::Rulebook).chain(others).collect()
}

/// Returns a page as SVG.
pub fn draw_page(page: &Page) -> Vec<u8> {
    raster::page_svg(page).into_bytes()
}
