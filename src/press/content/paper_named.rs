//! The size of a page and its margins, for templates. In: the name of a paper, or a width and a height.
//! Out: millimetres, and the columns of the quick reference.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Dict, Str, dict, func};
use typst::syntax::Span;

use crate::press::paper::Paper;

/// The paper of this name, without what a theme changes of its margins.
#[func]
pub(in crate::press) fn paper_named(span: Span, name: Str) -> SourceResult<Dict> {
    let Some(paper) = Paper::find(&name) else { bail!(span, "unknown paper {name}") };
    Ok(dict! {
        "width" => paper.width,
        "height" => paper.height,
        "inside" => paper.inside,
        "outside" => paper.outside,
        "top" => paper.top,
        "bottom" => paper.bottom,
        "gutter" => paper.gutter,
        "quick" => paper.quick,
    })
}
