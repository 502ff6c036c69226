//! The play area of a book as a mat that fills a page, set with `templates/playmat.typ`.

use typst::diag::{SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Array, Dict, IntoValue, Str, Value, dict, func};
use typst::syntax::Span;

use super::charts::drawing_dict;
use super::values::front_matter;
use super::{job_paper, read_job};
use crate::picture::mat::{self, MatSize};
use crate::press::job::PressTask;
use crate::press::playmat::first_play_mat;
use crate::press::tiles::Tiles;
use crate::press::tokens::MM;

/// From the edge of the page to the mat, in points: what home printers leave free.
const MARGIN: f64 = 24.0;
/// Between the title and the mat, in points.
const BELOW_TITLE: f64 = 6.0;

/// The mat of the book at `path` on its turned page; `title` is the room above it in points.
#[func]
pub(in crate::press) fn load_mat(
    engine: &mut Engine,
    /// Virtual path of the job.
    path: Str,
    /// Height that the title takes, in points.
    title: f64,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let paper = job_paper(&job)?;
    let (PressTask::Playmat(tiles), Some((mat, caption))) = (&job.task, first_play_mat(&job.book))
    else {
        bail!(Span::detached(), "there is no play area");
    };
    let margin = if tiles.is_some() { 0.0 } else { MARGIN };
    let (width, height) = tiles.map_or((paper.height, paper.width), |tiles| tiles.whole());
    let (width, height) = (width * MM, height * MM);
    let size =
        MatSize::page(&mat, width - 2.0 * margin, height - 2.0 * margin - title - BELOW_TITLE);
    Ok(front_matter(&job)
        + dict! {
            "caption" => caption,
            "width" => width,
            "height" => height,
            "margin" => margin,
            "tiles" => tiles.as_ref().map(tiles_dict),
            "drawing" => drawing_dict(&mat::draw_mat(&mat, &size)),
        })
}

/// The sheets that a mat is glued together of; lengths are millimetres.
fn tiles_dict(tiles: &Tiles) -> Dict {
    let (wide, high) = tiles.shown();
    dict! {
        "width" => tiles.width,
        "height" => tiles.height,
        "edge" => tiles.edge,
        "wide" => wide,
        "high" => high,
        "overlap" => tiles.overlap,
        "across" => tiles.across as i64,
        "down" => tiles.down as i64,
        "places" => tiles.places().into_iter().map(tile_value).collect::<Array>(),
    }
}

/// Column and row of a sheet, and the corner of the mat where it begins.
fn tile_value(((column, row), (x, y)): ((usize, usize), (f64, f64))) -> Value {
    dict! { "column" => column as i64, "row" => row as i64, "x" => x, "y" => y }.into_value()
}
