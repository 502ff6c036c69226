//! Size and margins of a page, for templates. In: the name of a paper, or a width and a height. Out:
//! millimetres, and the number of columns of the quick reference.

use typst::diag::{SourceResult, bail};
use typst::foundations::{Dict, Str, dict, func};
use typst::syntax::Span;

use crate::paper::Paper;
use base::theme::PageMargins;

/// Returns the paper of this name, with the margins of a theme, and with those of a print shop.
#[func]
pub fn paper_named(
    span: Span,
    /// Name of a paper, or width and height.
    name: Str,
    /// Least distance of the elements on every page from its edges, in millimetres.
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
