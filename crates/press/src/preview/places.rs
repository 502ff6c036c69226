//! Places of the text of the author on the pages. In: pages whose words carry their places. Out: a page and
//! boxes round the words; for a place that is not printed, those next to it.

use typst::World;
use typst::layout::{Frame, FrameItem, Point, Transform};
use typst::text::TextItem;
use typst_layout::{Page, PagedDocument};

use super::PageBox;
use crate::look::PageLook;
use crate::set::spans::author_span;
use crate::set::world::PressWorld;
use base::source::Span;
use base::theme::BookTheme;

/// Words on a page that come from a place of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct PrintedPlace {
    /// The page, from 0, counted through all documents.
    pub page: usize,
    /// Boxes round the words.
    pub boxes: Vec<PageBox>,
    /// True if it is the place itself, false if it is only next to it.
    pub exact: bool,
}

/// Returns the first printed words of `place` in these documents; if there are none, the words before it in
/// the text, or else behind it.
pub fn find_place<'d>(
    documents: impl IntoIterator<Item = &'d PagedDocument>,
    place: Span,
) -> Option<PrintedPlace> {
    let world = PressWorld::new("/templates/main.typ", &PageLook::default(), &BookTheme::default());
    let mut search = PlaceSearch { place, world: &world, page: 0, exact: None, near: None };
    for page in documents.into_iter().flat_map(PagedDocument::pages) {
        search.frame(page, &page.frame, Transform::identity());
        search.page += 1;
    }
    search.exact.or(search.near.map(|(_, near)| near))
}

struct PlaceSearch<'w> {
    place: Span,
    world: &'w dyn World,
    page: usize,
    exact: Option<PrintedPlace>,
    /// The words printed next to the place, and their distance from it.
    near: Option<(u32, PrintedPlace)>,
}

impl PlaceSearch<'_> {
    fn frame(&mut self, page: &Page, frame: &Frame, transform: Transform) {
        for (position, item) in frame.items() {
            match item {
                FrameItem::Group(group) => {
                    let moved = Transform::translate(position.x, position.y);
                    let inner = transform.pre_concat(moved).pre_concat(group.transform);
                    self.frame(page, &group.frame, inner);
                }
                FrameItem::Text(text) => self.text(page, text, *position, transform),
                FrameItem::Shape(..)
                | FrameItem::Image(..)
                | FrameItem::Link(..)
                | FrameItem::Tag(_) => {}
            }
        }
    }

    fn text(&mut self, page: &Page, text: &TextItem, start: Point, transform: Transform) {
        let mut x = start.x;
        let mut found: Option<(Point, Point)> = None;
        let mut nearest: Option<u32> = None;
        for glyph in &text.glyphs {
            let end = x + glyph.x_advance.at(text.size);
            if let Some(away) = self.distance(glyph.span.0, glyph.span.1) {
                nearest = Some(nearest.map_or(away, |known| known.min(away)));
                if away == 0 {
                    let from = found.map_or(Point::new(x, start.y), |(from, _)| from);
                    found = Some((from, Point::new(end, start.y)));
                }
            }
            x = end;
        }
        let area = |from: Point, to: Point| {
            text_box(page, text, from.transform(transform), to.transform(transform))
        };
        if let Some((from, to)) = found {
            let page = self.page;
            let new = || PrintedPlace { page, boxes: Vec::new(), exact: true };
            let place = self.exact.get_or_insert_with(new);
            if place.page == page {
                place.boxes.push(area(from, to));
            }
        } else if let Some(away) = nearest
            && self.near.as_ref().is_none_or(|(known, _)| away < *known)
        {
            let boxes = vec![area(start, Point::new(x, start.y))];
            self.near = Some((away, PrintedPlace { page: self.page, boxes, exact: false }));
        }
    }

    /// Returns the distance of a letter from the place, if it comes from the same text: 0 inside; letters
    /// behind the place count as farther than those before it.
    fn distance(&self, span: typst::syntax::Span, offset: u16) -> Option<u32> {
        let span = author_span(span, self.world).filter(|span| span.source == self.place.source)?;
        let at = span.start + u32::from(offset);
        let end = self.place.end.max(self.place.start + 1);
        if at >= end {
            return Some((at - end).saturating_mul(4).saturating_add(4));
        }
        Some(self.place.start.saturating_sub(at))
    }
}

/// Returns the box round letters between two points of their line.
fn text_box(page: &Page, text: &TextItem, from: Point, to: Point) -> PageBox {
    let (width, height) = (page.frame.width().to_pt(), page.frame.height().to_pt());
    let size = text.size.to_pt();
    let (left, right) = (from.x.to_pt().min(to.x.to_pt()), from.x.to_pt().max(to.x.to_pt()));
    let (top, bottom) = (from.y.to_pt().min(to.y.to_pt()), from.y.to_pt().max(to.y.to_pt()));
    [left / width, (top - 0.8 * size) / height, right / width, (bottom + 0.25 * size) / height]
        .map(|part| part as f32)
}
