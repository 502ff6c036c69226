//! Columns with nothing beside them, laid out without the flow round them. In: columns and regions. Out: the frames
//! that Typst makes of a flow that holds nothing else, with the same places in them.
//!
//! Typst remembers each layer of a layout by all that it has asked for, which for long text takes as long as the
//! layout itself: the two layers between a flow and its columns are not worth it.

use typst::comemo::Track;
use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Content, StyleChain, Target};
use typst::introspection::{Locator, LocatorLink};
use typst::layout::{
    Abs, AlignElem, BlockBody, BlockElem, ColumnsElem, FixedAlignment, Frame, Point, Regions,
};
use typst::syntax::Span;

/// Lays out columns; none for other content, and where the flow would leave a page empty.
pub(super) fn lay_columns(
    engine: &mut Engine,
    content: &Content,
    locator: &Locator,
    styles: StyleChain,
    regions: Regions,
) -> SourceResult<Option<Vec<Frame>>> {
    let rule = engine.library.rules.get(Target::Paged, content);
    let Some(rule) = rule.filter(|_| content.is::<ColumnsElem>()) else { return Ok(None) };
    if styles.resolve(AlignElem::alignment).y != FixedAlignment::Start {
        return Ok(None);
    }
    let shown = rule.apply(content, engine, styles)?;
    let block = shown.to_packed::<BlockElem>();
    let Some(BlockBody::MultiLayouter(layout)) =
        block.and_then(|block| block.body.get_ref(styles).as_ref())
    else {
        return Ok(None);
    };
    // The places of a flow, of its only block, and of what the block holds.
    let flow = LocatorLink::new(locator.track());
    let inner = Locator::link(&flow).split().next(&()).split().next(&Span::detached());
    let held = LocatorLink::new(inner.track());
    let fragment = layout.call(engine, Locator::link(&held), styles, regions)?;
    let (mut frames, mut room) = (Vec::new(), regions);
    let last = fragment.len().saturating_sub(1);
    for (nth, columns) in fragment.into_iter().enumerate() {
        let is_bare = nth < last && columns.height() <= Abs::zero();
        if is_bare || room.size.y <= Abs::pt(0.1) {
            return Ok(None);
        }
        let size = room.expand.select(room.size, columns.size().min(room.size));
        let mut frame = Frame::soft(size);
        if columns.has_baseline() {
            frame.set_baseline(columns.baseline());
        }
        frame.push_frame(Point::zero(), columns);
        frames.push(frame);
        room.next();
    }
    Ok(Some(frames))
}
