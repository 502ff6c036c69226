//! Visible content of frames: its amount, its depth, and whether it begins in the first frame.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use typst::introspection::Location;
use typst::layout::{Abs, Frame, FrameItem, Point};

use super::LEAST_TEXT;

/// Number of words and shapes in a frame.
pub fn piece_count(frame: &Frame) -> usize {
    let count = |item: &FrameItem| match item {
        FrameItem::Group(group) => piece_count(&group.frame),
        FrameItem::Text(_) | FrameItem::Shape(..) | FrameItem::Image(..) => 1,
        FrameItem::Link(..) | FrameItem::Tag(_) => 0,
    };
    frame.items().map(|(_, item)| count(item)).sum()
}

/// Depth of the words, shapes and pictures of a frame, also of those outside of it.
pub fn lowest_end(frame: &Frame) -> Abs {
    let end = |item: &FrameItem| match item {
        FrameItem::Group(group) => group.transform.ty + lowest_end(&group.frame),
        FrameItem::Shape(shape, _) => shape.geometry.bbox(None).max.y,
        FrameItem::Image(_, size, _) => size.y,
        FrameItem::Text(_) | FrameItem::Link(..) | FrameItem::Tag(_) => Abs::zero(),
    };
    frame.items().map(|(at, item)| at.y + end(item)).fold(Abs::zero(), Abs::max)
}

/// Depths of words, shapes and pictures in the left half of a frame, and in the right one.
pub fn column_depths(frame: &Frame) -> [Abs; 2] {
    let mut depths = [Abs::zero(); 2];
    deepen(frame, Point::zero(), frame.width() / 2.0, &mut depths);
    depths
}

/// Increases depths by the content of an inner frame at `at`.
fn deepen(frame: &Frame, at: Point, middle: Abs, depths: &mut [Abs; 2]) {
    for (own, item) in frame.items() {
        let at = at + *own;
        let (from, to) = match item {
            FrameItem::Group(group) => {
                let moved = Point::new(group.transform.tx, group.transform.ty);
                deepen(&group.frame, at + moved, middle, depths);
                continue;
            }
            FrameItem::Text(text) => (at, at + Point::with_x(text.width())),
            FrameItem::Shape(shape, _) => {
                let area = shape.geometry.bbox(None);
                (at + area.min, at + area.max)
            }
            FrameItem::Image(_, size, _) => (at, at + size.to_point()),
            FrameItem::Link(..) | FrameItem::Tag(_) => continue,
        };
        if from.x < middle {
            depths[0].set_max(to.y);
        }
        if to.x > middle {
            depths[1].set_max(to.y);
        }
    }
}

/// Depths of frames, by the address of their items: the same frames are on the pages of many settings, and
/// outlines take long to measure.
#[derive(Clone, Default)]
pub struct Depths {
    known: Rc<RefCell<HashMap<*const (Point, FrameItem), KnownDepths>>>,
}

/// The depths of a frame; the stored frame keeps its items at their address.
struct KnownDepths {
    _frame: Frame,
    depths: [Abs; 2],
}

impl Depths {
    /// Returns the depths of a frame left of the middle of the page, and right of it; minus infinity where it
    /// is empty.
    pub fn of(&self, frame: &Frame, middle: Abs) -> [Abs; 2] {
        let items = frame.items().as_slice().as_ptr();
        let mut known = self.known.borrow_mut();
        let known = known.entry(items).or_insert_with(|| {
            let mut depths = [-Abs::inf(); 2];
            deepen(frame, Point::zero(), middle, &mut depths);
            KnownDepths { _frame: frame.clone(), depths }
        });
        known.depths
    }
}

/// True if a mark is in a frame.
pub fn holds(frame: &Frame, mark: Location) -> bool {
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => holds(&group.frame, mark),
        FrameItem::Tag(tag) => tag.location() == mark,
        _ => false,
    })
}

/// True if content has more than one frame, and hardly a line or two in the first.
pub fn begins_with_scrap(frames: &[Frame]) -> bool {
    frames.len() > 1 && frames[0].height() < Abs::pt(LEAST_TEXT)
}

/// True if content has more than one frame, and nothing in the first.
pub fn begins_behind(frames: &[Frame]) -> bool {
    frames.len() > 1 && frames[0].height() < Abs::pt(1.0)
}
