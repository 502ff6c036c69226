//! One picture of its own size: an example that was played, or the picture of one of its steps.

use super::job::{PressJob, PressTask};
use super::look::PageLook;
use super::raster;
use super::typeset::typeset;
use crate::book::Book;
use base::diagnostic::Findings;
use base::source::Sources;
use draw::drawing::Drawing;

/// The paper whose text is as wide as the picture of an example.
const PAPER: &str = "a5";
/// Dots an inch of a picture of dots.
const DOTS: u32 = 200;

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureFormat {
    /// A picture of dots.
    Png,
    /// A drawing.
    Svg,
}

/// Draws `drawing`, or else the blocks of `book`; findings say what cannot be drawn.
pub fn draw_figure(
    book: &Book,
    drawing: Option<Drawing>,
    format: FigureFormat,
    (sources, findings): (&Sources, &mut Findings),
) -> Option<Vec<u8>> {
    let job = PressJob::new(book, PAPER, &PageLook::default(), PressTask::Figure(drawing));
    let document = typeset(job, sources, findings)?;
    let page = document.pages().first()?;
    Some(match format {
        FigureFormat::Png => raster::page_png(page, DOTS),
        FigureFormat::Svg => raster::page_svg(page).into_bytes(),
    })
}
