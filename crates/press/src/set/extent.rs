//! Size of content, for templates that try sizes of type. In: content and a width. Out: its width and height.
//!
//! `measure` of Typst gives the content the locations that it has on the pages. They differ in each round of
//! the layout, so that every round measures everything again. Content that is measured here has no location:
//! later rounds reuse the result.

use typst::comemo::Tracked;
use typst::diag::{At, SourceResult};
use typst::engine::Engine;
use typst::foundations::{Content, Context, Dict, Resolve, Smart, Target, TargetElem, dict, func};
use typst::introspection::Locator;
use typst::layout::{Abs, Axes, Length, Region};
use typst::syntax::Span;

/// Returns the width and the height of content that is set in a room of this width.
#[func]
pub fn extent(
    engine: &mut Engine,
    context: Tracked<Context>,
    span: Span,
    /// Width of the room; without it, that of the content.
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
