//! One picture of its own size: an example that was played, or the picture of one of its steps.

use typst::comemo::Tracked;
use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Content, Context, Dict, Str, dict, func};

use crate::book::Book;
use crate::look::PageLook;
use crate::outputs::{PageTemplate, PressTask};
use crate::raster;
use crate::set::charts::drawing_dict;
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::set::values::front_matter;
use crate::set::{ContentBuilder, TextRoom, read_job};
use base::diagnostic::Findings;
use base::source::Sources;
use draw::drawing::Drawing;

/// How it is set.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the picture",
    files: &[("/templates/figure.typ", include_str!("figure.typ"))],
};

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

/// What the job at `path` draws: its drawing, or else the blocks of its book in the whole width of the
/// text.
#[func]
pub fn load_figure(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// The template's functions by name.
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let front = front_matter(&job);
    if let PressTask::Figure(Some(drawing)) = &job.task {
        let shown = drawing_dict(drawing);
        return Ok(front
            + dict! { "width" => drawing.width, "drawing" => shown, "body" => Content::empty() });
    }
    let mut builder = ContentBuilder::new(engine, context, hooks, &job)?;
    let width = builder.paper.text_width();
    let room = TextRoom { width, limit: width, ..builder.room };
    let body = builder.in_room(room, |builder| builder.blocks(&job.book.blocks))?;
    let none: Option<Dict> = None;
    Ok(front + dict! { "width" => width, "drawing" => none, "body" => body })
}
