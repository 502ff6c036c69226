//! Content that is laid out once, wherever it is placed. In: content and the rest of a page. Out: the frames
//! that Typst makes of it there.
//!
//! Typst caches a layout by its room. There are many ways to set a page, each with another room; but content
//! that fits is laid out as if the page had no end, and that layout is always the same.

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{
    Content, NativeElement, Packed, Resolve, SequenceElem, Smart, StyleChain, Value, func,
};
use typst::introspection::{Locator, MetadataElem};
use typst::layout::{
    Abs, Axes, BlockBody, BlockElem, Fragment, Frame, Length, PageElem, Regions, Rel, Sides, Size,
    Sizing, VElem,
};
use typst::text::SpaceElem;
use typst_layout::layout_fragment;

/// Least room beyond the height of content that counts as enough, in points, so that rounding does not
/// matter.
pub const LEAST_LEFT: f64 = 0.01;

/// Greatest part of a page's height for content that stays whole: notes need their part too.
const MOST_KEPT: f64 = 0.8;

/// Sets the body, which breaks if it does not fit.
#[func]
pub fn laid_once(body: Content) -> Content {
    marked(BlockElem::multi_layouter(held(body), lay_breaking))
}

/// Sets a list, which breaks if it does not fit; a tight one is `above` below the paragraph before it.
#[func]
pub fn laid_once_list(above: Option<Length>, list: Content) -> Content {
    let list = laid_once(list);
    match above {
        Some(above) => VElem::new(above.into()).with_weak(true).with_attach(true).pack() + list,
        None => list,
    }
}

/// Sets the body on one page. If it does not fit, it moves to the next page, even from a page with little
/// room left by floats; a body about as high as a page breaks.
#[func]
pub fn kept(body: Content) -> Content {
    marked(BlockElem::multi_layouter(held(body), lay_whole))
}

/// Returns the mark of a block that is laid out once; it is invisible.
fn mark() -> Sides<Option<Rel<Length>>> {
    Sides::splat(Some(Rel::zero()))
}

fn marked(block: BlockElem) -> Content {
    block.with_outset(mark()).pack()
}

/// True if a block is the same wherever it fits: it is laid out once, or contains only such blocks.
pub fn is_laid_once(block: &Packed<BlockElem>, styles: StyleChain) -> bool {
    if block.height.get(styles) != Sizing::Auto {
        return false;
    }
    let body = match block.body.get_ref(styles) {
        Some(BlockBody::Content(body)) => body,
        Some(BlockBody::MultiLayouter(_)) => return *block.outset.as_option() == Some(mark()),
        _ => return false,
    };
    let is_held = |part: &Content| {
        part.is::<SpaceElem>()
            || part.to_packed::<BlockElem>().is_some_and(|inner| is_laid_once(inner, styles))
    };
    match body.to_packed::<SequenceElem>() {
        Some(parts) => parts.children.iter().all(is_held),
        None => is_held(body),
    }
}

fn held(body: Content) -> Packed<MetadataElem> {
    Packed::new(MetadataElem::new(Value::Content(body)))
}

fn body_of(held: &Packed<MetadataElem>) -> Content {
    held.value.clone().cast().unwrap_or_default()
}

fn lay_breaking(
    held: &Packed<MetadataElem>,
    engine: &mut Engine,
    locator: Locator,
    styles: StyleChain,
    regions: Regions,
) -> SourceResult<Fragment> {
    let body = body_of(held);
    let endless = lay_endless(engine, &body, &locator, styles, regions)?;
    match endless.as_slice() {
        [frame] if has_room(frame, regions) => Ok(endless),
        _ => layout_fragment(engine, &body, locator, styles, regions),
    }
}

fn lay_whole(
    held: &Packed<MetadataElem>,
    engine: &mut Engine,
    locator: Locator,
    styles: StyleChain,
    regions: Regions,
) -> SourceResult<Fragment> {
    let body = body_of(held);
    let endless = lay_endless(engine, &body, &locator, styles, regions)?;
    let [frame] = endless.as_slice() else { return Ok(endless) };
    if frame.height() > text_height(styles) * MOST_KEPT {
        let broken = layout_fragment(engine, &body, locator.relayout(), styles, regions)?;
        // A picture does not break.
        if broken.iter().filter(|frame| !frame.is_empty()).count() > 1 {
            return Ok(broken);
        }
    }
    if regions.size.y.fits(frame.height()) || !regions.may_progress() {
        return Ok(endless);
    }
    let bare = Frame::soft(Size::new(frame.width(), Abs::zero()));
    Ok(Fragment::frames(vec![bare, frame.clone()]))
}

/// Lays out the body as if its page had no end.
fn lay_endless(
    engine: &mut Engine,
    body: &Content,
    locator: &Locator,
    styles: StyleChain,
    regions: Regions,
) -> SourceResult<Fragment> {
    let room = Regions {
        size: Size::new(regions.size.x, Abs::inf()),
        expand: Axes::new(regions.expand.x, false),
        full: text_height(styles),
        backlog: &[],
        last: None,
    };
    layout_fragment(engine, body, locator.relayout(), styles, room)
}

/// Returns the height of a page between its margins, of which the body may take parts; the height of the
/// regions differs in each column.
fn text_height(styles: StyleChain) -> Abs {
    let Smart::Custom(height) = styles.resolve(PageElem::height) else { return Abs::inf() };
    let margin = styles.get(PageElem::margin).unwrap_or_default().sides;
    let side = |side: Option<Smart<Rel<Length>>>| -> Abs {
        side.and_then(Smart::custom).unwrap_or_default().resolve(styles).relative_to(height)
    };
    height - side(margin.top) - side(margin.bottom)
}

fn has_room(frame: &Frame, regions: Regions) -> bool {
    frame.height() + Abs::pt(LEAST_LEFT) <= regions.size.y
}
