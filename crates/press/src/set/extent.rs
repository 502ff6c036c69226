//! How large content is, for templates that try sizes of type. In: content and a width. Out: its
//! width and height.
//!
//! Typst's own `measure` gives what it measures the places of the same content on the pages, which
//! are others in each round of the layout, so that every round measures everything anew. What is
//! measured here has no place of its own: later rounds remember it.

use typst::comemo::Tracked;
use typst::diag::{At, SourceResult};
use typst::engine::Engine;
use typst::foundations::{Content, Context, Dict, Resolve, Smart, Target, TargetElem, dict, func};
use typst::introspection::Locator;
use typst::layout::{Abs, Axes, Length, Region};
use typst::syntax::Span;

/// The width and the height of content that is set in a room of this width.
#[func]
pub fn extent(
    engine: &mut Engine,
    context: Tracked<Context>,
    span: Span,
    /// Width of the room; as wide as the content where it is left out.
    #[named]
    #[default(Smart::Auto)]
    width: Smart<Length>,
    /// The content that is measured.
    content: Content,
) -> SourceResult<Dict> {
    let styles = context.styles().at(span)?;
    let width = width.resolve(styles).unwrap_or(Abs::inf());
    let room = Region::new(Axes::new(width, Abs::inf()), Axes::splat(false));
    let paged = TargetElem::target.set(Target::Paged).wrap();
    let layout = engine.library.routines.layout_frame;
    let frame = layout(engine, &content, Locator::root(), styles.chain(&paged), room)?;
    Ok(dict! { "width" => frame.width(), "height" => frame.height() })
}
