//! An example or a drawing alone, set with `crates/press/templates/figure.typ`.

use typst::comemo::Tracked;
use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Content, Context, Dict, Str, dict, func};

use super::charts::drawing_dict;
use super::values::front_matter;
use super::{ContentBuilder, TextRoom, read_job};
use crate::job::PressTask;

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
