//! The size of a page and its margins, for templates. In: the name of a paper, or a width and a height.
//! Out: millimetres, and the columns of the quick reference.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Dict, Str, dict, func};
use typst::syntax::Span;

use crate::paper::Paper;
use base::theme::PageMargins;

/// The paper of this name, with the margins of a theme, and with those that a print shop asks for.
#[func]
pub fn paper_named(
    span: Span,
    /// A paper, or width and height.
    name: Str,
    /// Distance from the edges of what is on every page, in millimetres.
    safe: f64,
    /// The least margin at the binding, in millimetres.
    inside: f64,
    /// Margins of the theme by name.
    margins: Dict,
) -> SourceResult<Dict> {
    let Some(paper) = Paper::find(&name) else { bail!(span, "unknown paper {name}") };
    let margin = |name: &str| margins.get(name).ok().and_then(|own| own.clone().cast::<f64>().ok());
    let own = PageMargins {
        inside: margin("inside"),
        outside: margin("outside"),
        top: margin("top"),
        bottom: margin("bottom"),
        gutter: margin("gutter"),
    };
    let paper = paper.with_margins(own).within(safe).bound(inside);
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
