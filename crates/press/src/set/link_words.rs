//! Names of links for screen readers. In: a link. Out: the link, named by its words, or by the heading it
//! leads to.
//!
//! Typst names a link to a place that is not a heading by its page. All text round such links would be laid
//! out again whenever the place moves to another page.

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Content, NativeElement, Packed, Selector, StyleChain};
use typst::introspection::QueryFirstIntrospection;
use typst::model::{Destination, HeadingElem, LinkElem, LinkMarker};

/// Shows a link.
pub fn show_link(
    elem: &Packed<LinkElem>,
    engine: &mut Engine,
    styles: StyleChain,
) -> SourceResult<Content> {
    let span = elem.span();
    let dest = elem.dest.resolve_early(engine, span)?;
    let words = match dest {
        Destination::Location(location) => {
            let place = QueryFirstIntrospection(Selector::Location(location), span);
            let place = engine.introspect(place);
            let is_heading = place.is_some_and(|place| place.is::<HeadingElem>());
            Some(elem.body.plain_text()).filter(|words| !is_heading && !words.trim().is_empty())
        }
        Destination::Url(_) | Destination::Position(_) => None,
    };
    let words = match words {
        Some(words) => words,
        None => dest.alt_text(engine, styles, span)?,
    };
    let marker = LinkMarker::new(elem.body.clone(), Some(words)).pack().spanned(span);
    Ok(marker.set(LinkElem::current, Some(dest)))
}
