//! The margin column of a page: pieces beside the text, each next to the place where it is written, or as
//! near to it as the others allow.

use typst::diag::SourceResult;
use typst::foundations::{Content, Label, NativeElement, Str, Value};
use typst::introspection::MetadataElem;
use typst::layout::{
    Abs, Axes, Fragment, Frame, FrameItem, FrameParent, Inherit, Point, Region, Size,
};
use typst::utils::PicoStr;
use typst_layout::layout_fragment;

use super::text::Stead;
use super::ways::PiecePlace;
use super::{BETWEEN, Composer, Setting};

/// Greatest part of the height of a page for a piece in the margin.
const MOST_HIGH: f64 = 0.94;
/// Most pages between the place of a piece and the piece.
const MOST_BEHIND: usize = 1;

/// The margin column.
#[derive(Clone, Copy)]
pub struct MarginColumn {
    /// Its width.
    pub width: Abs,
    /// Gap between it and the text.
    pub gutter: Abs,
}

/// The pieces in the margin of the pages.
#[derive(Clone, Default)]
pub struct Asides {
    placed: Vec<Aside>,
    /// Page up to which the margin is filled.
    page: usize,
    top: Abs,
    used: Abs,
}

/// A piece in the margin: its number, its page, its upper edge, and its content.
#[derive(Clone)]
struct Aside {
    nth: usize,
    page: usize,
    top: Abs,
    frame: Frame,
}

/// A place on a page, with its depth.
#[derive(Clone, Copy)]
struct Spot {
    page: usize,
    top: Abs,
}

impl Asides {
    /// Returns the place of a piece of this height that is written at `written`, on a page of the height
    /// `full`.
    fn place(&self, height: Abs, written: Spot, full: Abs) -> Spot {
        let page = self.page.max(written.page);
        let (taken, used) =
            if page == self.page { (self.top, self.used) } else { (Abs::zero(), Abs::zero()) };
        if used + height > full {
            return Spot { page: page + 1, top: Abs::zero() };
        }
        let wanted = if page == written.page { written.top.max(taken) } else { taken };
        Spot { page, top: wanted.min(full - height) }
    }

    /// Puts a piece at a place; those above it on its page move up as far as it needs.
    fn put(&mut self, nth: usize, frame: Frame, Spot { page, top }: Spot) {
        let between = Abs::pt(BETWEEN);
        let mut foot = top;
        for above in self.placed.iter_mut().rev().take_while(|own| own.page == page) {
            above.top = above.top.min(foot - between - above.frame.height());
            foot = above.top;
        }
        let used = if page == self.page { self.used } else { Abs::zero() };
        self.used = used + frame.height() + between;
        (self.page, self.top) = (page, top + frame.height() + between);
        self.placed.push(Aside { nth, page, top, frame });
    }

    /// Returns the number of the last piece that is behind all pages with text.
    pub fn last_behind(&self, pages: &[Frame]) -> Option<usize> {
        let count = pages.iter().rposition(is_drawn).map_or(0, |last| last + 1);
        self.placed.iter().rfind(|own| own.page >= count).map(|own| own.nth)
    }

    /// True if the rest of the text has the same margin beside it.
    pub fn stand_as(&self, other: &Self) -> bool {
        (self.page, self.top, self.used) == (other.page, other.top, other.used)
    }

    /// Moves pieces in the margin above the notes of the pages, whose heights are `feet`.
    pub fn above(mut self, feet: &[Abs], full: Abs) -> Self {
        let mut last = None;
        for own in self.placed.iter_mut().rev() {
            let foot = feet.get(own.page).copied().unwrap_or_default();
            if foot <= Abs::zero() {
                continue;
            }
            let behind = last.filter(|(page, _)| *page == own.page);
            let low = behind.map_or(full - foot, |(_, top): (usize, Abs)| top - Abs::pt(BETWEEN));
            own.top = own.top.min(low - own.frame.height()).max(Abs::zero());
            last = Some((own.page, own.top));
        }
        self
    }

    /// Returns the pages with the pieces beside their text.
    pub fn beside(self, pages: Fragment, margin: MarginColumn) -> Fragment {
        let pages = pages.into_frames();
        let main = pages.first().map_or(Abs::zero(), Frame::width);
        let width = main + margin.gutter + margin.width;
        let mut whole: Vec<Frame> = pages
            .into_iter()
            .map(|page| {
                let mut frame = Frame::soft(Size::new(width, page.height()));
                frame.push_frame(Point::zero(), page);
                frame
            })
            .collect();
        for Aside { page, top, frame, .. } in self.placed {
            let Some(own) = whole.get_mut(page) else { continue };
            own.push_frame(Point::new(main + margin.gutter, top), frame);
        }
        Fragment::frames(whole)
    }
}

impl<'a> Composer<'a, '_, '_> {
    /// Sets the text that waits, and a piece in the margin beside its end; returns false if the piece may not
    /// be there or does not fit near its place.
    pub fn set_aside(
        &mut self,
        setting: &mut Setting<'a>,
        place: &PiecePlace<'_>,
    ) -> SourceResult<bool> {
        let Some((aside, margin)) = place.piece.aside.as_ref().zip(self.margin) else {
            return Ok(false);
        };
        if self.across.contains(&place.nth) {
            return Ok(false);
        }
        let pod = Region::new(Size::new(margin.width, Abs::inf()), Axes::new(true, false));
        let locator = self.locators[place.nth].relayout();
        let frames = layout_fragment(self.engine, &aside.body, locator, self.styles, pod.into())?;
        let [mut frame]: [Frame; 1] = match frames.into_frames().try_into() {
            Ok(frames) => frames,
            Err(_) => return Ok(false),
        };
        let full = setting.sheets.regions.full;
        if frame.height() > full * MOST_HIGH {
            return Ok(false);
        }
        let mut own = setting.clone();
        let (tags, location) = self.logical_place(place.nth);
        let mark = || Content::sequence([place.piece.lead.clone(), aside.mark(), tags]);
        // A title that leads to the piece stays with the text behind it.
        if place.piece.lead.is_empty() {
            self.wait(&mut own.waiting, (place.nth, Stead::Aside), mark);
            self.set_text(&mut own)?;
        } else {
            self.set_text(&mut own)?;
            self.wait(&mut own.waiting, (place.nth, Stead::Aside), mark);
        }
        own.waiting.single = true;
        let written = Spot { page: own.sheets.pages.len(), top: own.sheets.top };
        let at = own.asides.place(frame.height(), written, full - own.sheets.foot());
        if at.page > written.page + MOST_BEHIND {
            return Ok(false);
        }
        let notes = self.notes.measure(self.engine, self.styles, [&frame])?;
        own.sheets.beside.push((at.page, notes));
        frame.set_parent(FrameParent::new(location, Inherit::Yes));
        own.asides.put(place.nth, frame, at);
        *setting = own;
        Ok(true)
    }
}

/// True if a frame contains anything besides marks.
fn is_drawn(frame: &Frame) -> bool {
    frame.items().any(|(_, item)| match item {
        FrameItem::Group(group) => is_drawn(&group.frame),
        FrameItem::Text(_) | FrameItem::Shape(..) | FrameItem::Image(..) => true,
        FrameItem::Link(..) | FrameItem::Tag(_) => false,
    })
}

/// The form of a piece in the margin.
pub struct AsidePiece {
    pub body: Content,
    /// The name of the place where it is written.
    pub name: Option<Str>,
}

impl AsidePiece {
    /// Returns the mark of the place where it is written.
    fn mark(&self) -> Content {
        let Some(name) = &self.name else { return Content::empty() };
        let label = Label::new(PicoStr::intern("example-rule")).expect("the name is not empty");
        MetadataElem::new(Value::Str(name.clone())).pack().labelled(label)
    }
}
