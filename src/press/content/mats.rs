//! The play area of a book as a mat that fills a page; `templates/playmat.typ` is its other half.

use typst::diag::{SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Array, Dict, IntoValue, Str, Value, dict, func};
use typst::syntax::Span;

use super::charts::drawing_value;
use crate::book::Book;
use crate::document::{BlockKind, plain_text, walk};
use crate::picture::{PlayMat, mat};
use crate::press::job::PressTask;
use crate::press::paper::Paper;
use crate::press::tiles::Tiles;
use crate::press::tokens::MM;

/// From the edge of the page to the mat, in points: what home printers leave free.
const MARGIN: f64 = 24.0;

/// The first play area of a book, with its caption.
pub(in crate::press) fn first_play_mat(book: &Book) -> Option<(PlayMat, String)> {
    let mut found = None;
    walk::each_block(&book.blocks, &mut |block| {
        if let (None, BlockKind::Table(table)) = (&found, &block.kind) {
            found = table.play_mat(&block.attributes).map(|mat| (mat, plain_text(&table.caption)));
        }
    });
    found
}

/// The mat of the book at `path` on its turned page; `title` is the room above it in points.
#[func]
pub(in crate::press) fn load_mat(
    engine: &mut Engine,
    /// Virtual path of the job.
    path: Str,
    /// Height that the title takes, in points.
    title: f64,
) -> SourceResult<Dict> {
    let job = super::read_job(engine, &path)?;
    let (Some(sheet), Some((own, caption))) = (Paper::find(&job.paper), first_play_mat(&job.book))
    else {
        bail!(Span::detached(), "there is no play area, or no paper {}", job.paper);
    };
    let tiles = if let PressTask::Mat(tiles) = &job.task { *tiles } else { None };
    let margin = if tiles.is_some() { 0.0 } else { MARGIN };
    let (width, height) = tiles.map_or((sheet.height, sheet.width), |tiles| tiles.whole());
    let (width, height) = (width * MM, height * MM);
    let size = mat::MatSize::page(&own, width - 2.0 * margin, height - 2.0 * margin - title - 6.0);
    let authors: Array = job.book.authors.iter().map(|name| name.as_str().into_value()).collect();
    Ok(dict! {
        "title" => job.book.title.as_str(),
        "authors" => authors,
        "language" => job.book.language.as_str(),
        "date" => super::date_value(&job.book),
        "caption" => caption,
        "width" => width,
        "height" => height,
        "margin" => margin,
        "tiles" => tiles.map_or(Value::None, |tiles| tiles_value(&tiles).into_value()),
        "drawing" => drawing_value(&mat::draw_mat(&own, &size)),
    })
}

fn tiles_value(tiles: &Tiles) -> Dict {
    let place = |((column, row), (x, y)): ((usize, usize), (f64, f64))| {
        dict! { "column" => column as i64, "row" => row as i64, "x" => x, "y" => y }.into_value()
    };
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
        "places" => tiles.places().into_iter().map(place).collect::<Array>(),
    }
}
