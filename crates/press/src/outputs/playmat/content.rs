//! The play area of a book as a mat that fills a page, set with `crates/press/src/outputs/playmat/playmat.typ`.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Array, Dict, IntoValue, Value, dict};
use typst::syntax::Span;

use crate::outputs::playmat::mat::{self, MARGIN, MatPages, TITLE_HEIGHT, first_play_mat};
use crate::outputs::playmat::tiles::Tiles;
use crate::set::Reading;
use crate::set::charts::drawing_dict;
use crate::set::design::MM;

/// The mat of a book on its pages.
pub fn mat_dict(reading: Reading<'_, '_>, pages: &MatPages) -> SourceResult<Dict> {
    let book = &reading.job.book;
    let Some((mat, caption)) = first_play_mat(book) else {
        bail!(Span::detached(), "there is no play area");
    };
    let (width, height) = match pages {
        MatPages::Whole(width, height) => (*width, *height),
        MatPages::Glued(tiles) => tiles.whole(),
    };
    let drawing = mat::draw_play_mat(&mat, mat::card_of_mat(book), pages);
    Ok(dict! {
        "caption" => caption,
        "width" => width * MM,
        "height" => height * MM,
        "margin" => MARGIN,
        "title-height" => TITLE_HEIGHT,
        "tiles" => pages.tiles().map(tiles_dict),
        "drawing" => drawing_dict(&drawing),
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
