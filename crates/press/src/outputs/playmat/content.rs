//! The play area of a book as a mat that fills a page, set with `crates/press/src/outputs/playmat/playmat.typ`.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Array, Dict, IntoValue, dict};
use typst::syntax::Span;

use crate::outputs::playmat::mat::{self, MARGIN, MatPages, TITLE_HEIGHT, first_play_mat};
use crate::outputs::playmat::tiles::{TilePlace, Tiles};
use crate::set::Reading;
use crate::set::charts::drawing_dict;
use crate::set::design::MM;

/// Builds the mat of a book on its pages.
pub fn mat_dict(reading: Reading<'_, '_>, pages: &MatPages) -> SourceResult<Dict> {
    let book = &reading.job.book;
    let Some((mat, caption)) = first_play_mat(book) else {
        bail!(Span::detached(), "there is no play area");
    };
    let size = pages.size();
    let drawing = mat::draw_play_mat(&mat, mat::card_of_mat(book), pages);
    Ok(dict! {
        "caption" => caption,
        "width" => size.width * MM,
        "height" => size.height * MM,
        "margin" => MARGIN,
        "title-height" => TITLE_HEIGHT,
        "tiles" => pages.tiles().map(tiles_dict),
        "drawing" => drawing_dict(&drawing),
    })
}

/// Returns the sheets that are glued together to a mat; lengths are in millimetres.
fn tiles_dict(tiles: &Tiles) -> Dict {
    let shown = tiles.shown();
    let place = |place: TilePlace| {
        let TilePlace { column, row, x, y } = place;
        dict! { "column" => column as i64, "row" => row as i64, "x" => x, "y" => y }.into_value()
    };
    dict! {
        "width" => tiles.sheet.width,
        "height" => tiles.sheet.height,
        "edge" => tiles.edge,
        "wide" => shown.width,
        "high" => shown.height,
        "overlap" => tiles.overlap,
        "across" => tiles.across as i64,
        "down" => tiles.down as i64,
        "places" => tiles.places().map(place).collect::<Array>(),
    }
}
