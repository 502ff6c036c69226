//! Upright boxes on a page. In: a size or a box, and its transform. Out: the box round it.

use typst::layout::{Point, Rect, Size, Transform};

/// Returns the box round a size at the origin, after a transform.
pub fn page_box(size: Size, transform: Transform) -> Rect {
    moved_box(Rect::from_pos_size(Point::zero(), size), transform)
}

/// Returns the box round a box that is moved and turned.
pub fn moved_box(own: Rect, transform: Transform) -> Rect {
    let (min, max) = (own.min, own.max);
    let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    let corners = corners.map(|corner| corner.transform(transform));
    let lowest = corners.into_iter().fold(corners[0], Point::min);
    Rect::new(lowest, corners.into_iter().fold(corners[0], Point::max))
}

/// Returns the part that two boxes have in common, if any.
pub fn common_box(one: Rect, other: Rect) -> Option<Rect> {
    let (min, max) = (one.min.max(other.min), one.max.min(other.max));
    (min.x < max.x && min.y < max.y).then(|| Rect::new(min, max))
}
