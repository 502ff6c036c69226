//! A single picture of its own size: a played example, or the picture of one of its steps.

use typst::diag::SourceResult;
use typst::foundations::{Content, Dict, dict};

use crate::book::Book;
use crate::look::PageLook;
use crate::outputs::{PageTemplate, PressTask};
use crate::raster;
use crate::set::charts::drawing_dict;
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::set::{Reading, TextRoom};
use base::diagnostic::Findings;
use base::source::Sources;
use draw::drawing::Drawing;

/// Template of the picture.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the picture",
    files: &[("/templates/figure.typ", include_str!("figure.typ"))],
};

/// Paper whose text is as wide as the picture of an example.
const PAPER: &str = "a5";
/// Dots per inch of a PNG picture.
const DOTS: u32 = 200;

/// The file format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureFormat {
    /// Pixels, as PNG.
    Png,
    /// A drawing, as SVG.
    Svg,
}

/// Draws `drawing`, or else the blocks of `book`; findings say what cannot be drawn.
pub fn draw_figure(
    book: &Book,
    drawing: Option<Drawing>,
    format: FigureFormat,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let job = PressJob::new(book, PAPER, &PageLook::default(), PressTask::Figure(drawing));
    let document = typeset(job, sources, findings)?;
    let page = document.pages().first()?;
    Some(match format {
        FigureFormat::Png => raster::page_png(page, DOTS),
        FigureFormat::Svg => raster::page_svg(page).into_bytes(),
    })
}

/// Returns the drawing, or else the blocks of the book in the full width of the text.
pub(crate) fn figure_dict(
    reading: Reading<'_, '_>,
    drawing: Option<&Drawing>,
) -> SourceResult<Dict> {
    let job = reading.job;
    if let Some(drawing) = drawing {
        let shown = drawing_dict(drawing);
        return Ok(
            dict! { "width" => drawing.width, "drawing" => shown, "body" => Content::empty() },
        );
    }
    let mut builder = reading.builder()?;
    let width = builder.paper.text_width();
    let room = TextRoom { width, limit: width, ..builder.room };
    let body = builder.in_room(room, |builder| builder.blocks(&job.book.blocks))?;
    let none: Option<Dict> = None;
    Ok(dict! { "width" => width, "drawing" => none, "body" => body })
}
