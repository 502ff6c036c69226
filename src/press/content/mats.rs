//! The play area of a book as a mat that fills a page; `templates/playmat.typ` is its other half.

use typst::diag::{SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Array, Dict, IntoValue, Str, dict, func};
use typst::syntax::Span;

use super::charts::value;
use crate::book::Book;
use crate::document::{BlockKind, plain, walk};
use crate::picture::{Mat, mat};
use crate::press::paper::{self, MM};

/// From the edge of the page to the mat, in points: what home printers leave free.
const MARGIN: f64 = 24.0;

/// The first play area of a book, with its caption.
pub(in crate::press) fn first(book: &Book) -> Option<(Mat, String)> {
    let mut found = None;
    walk::blocks(&book.blocks, &mut |block| {
        if let (None, BlockKind::Table(table)) = (&found, &block.kind) {
            found = table.play_mat(&block.attributes).map(|mat| (mat, plain(&table.caption)));
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
    let job = super::job(engine, &path)?;
    let (Some(sheet), Some((own, caption))) = (paper::find(&job.paper), first(&job.book)) else {
        bail!(Span::detached(), "there is no play area, or no paper {}", job.paper);
    };
    let (width, height) = (sheet.height * MM, sheet.width * MM);
    let size = mat::Size::page(&own, width - 2.0 * MARGIN, height - 2.0 * MARGIN - title - 6.0);
    let authors: Array = job.book.authors.iter().map(|name| name.as_str().into_value()).collect();
    Ok(dict! {
        "title" => job.book.title.as_str(),
        "authors" => authors,
        "language" => job.book.language.as_str(),
        "date" => super::date(&job.book),
        "caption" => caption,
        "width" => width,
        "height" => height,
        "margin" => MARGIN,
        "drawing" => value(&mat::draw(&own, &size)),
    })
}
