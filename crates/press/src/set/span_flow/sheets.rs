//! Pages in the making: the content of the current page, its free height, and the pieces that are owed to
//! later pages.

use typst::layout::{Abs, Fragment, Frame, Point, Regions, Size};

use super::frames::{Depths, begins_behind, lowest_end};
use super::notes::{NoteHeights, Notes, Room};
use super::{ABOVE_TITLE, BELOW_TITLE, BETWEEN, LEAST_TEXT};

/// Part of a page's height that may stay empty above a piece that fits on one page.
pub const MOST_EMPTY_ABOVE_WHOLE: f64 = 0.17;
/// Least part of a page's height that a piece takes on the first of two pages if it fits on one.
const LEAST_TORN: f64 = 0.2;
/// Greatest part of a page's height for another piece above the rest of one that does not fit on a page.
const MOST_TORN: f64 = 0.5;

/// Pages in the making.
#[derive(Clone)]
pub struct Sheets<'a> {
    /// The current page and those behind it.
    pub regions: Regions<'a>,
    pub pages: Vec<Frame>,
    /// The frames of the current page, each with its depth.
    pub page: Vec<(Abs, Frame)>,
    /// Depth from which the current page is free.
    pub top: Abs,
    /// True if the last frame on the page is the title of a chapter.
    pub titled: bool,
    /// Empty parts of the finished pages: for each, the mean of the squares of its columns.
    pub wasted: f64,
    /// Pieces at the top of later pages, each with the number of its page.
    pub owed: Vec<(usize, Frame)>,
    /// Depths of the frames on the pages.
    depths: Depths,
    notes: Notes,
    /// The part of the notes of the page before that continues at the foot of the current page.
    carried: NoteHeights,
    /// Notes of the pieces in the margin, each with the number of its page: room is left for them.
    pub beside: Vec<(usize, NoteHeights)>,
    /// Height of the notes of each finished page.
    feet: Vec<Abs>,
}

impl<'a> Sheets<'a> {
    pub fn new(regions: Regions<'a>, notes: Notes) -> Self {
        Self {
            regions,
            pages: Vec::new(),
            page: Vec::new(),
            top: Abs::zero(),
            titled: false,
            wasted: 0.0,
            owed: Vec::new(),
            depths: Depths::default(),
            notes,
            carried: NoteHeights::default(),
            beside: Vec::new(),
            feet: Vec::new(),
        }
    }

    /// True if nothing with a height is on the page.
    pub fn is_fresh(&self) -> bool {
        self.top <= Abs::zero()
    }

    /// Gap above the next content; 0 at the top of a page.
    pub fn gap(&self, usual: f64) -> Abs {
        match (self.is_fresh(), self.titled) {
            (true, _) => Abs::zero(),
            (false, true) => Abs::pt(BELOW_TITLE),
            (false, false) => Abs::pt(usual),
        }
    }

    /// Returns the free height of the current page.
    pub fn rest(&self) -> Abs {
        self.regions.size.y.min(self.notes.page_height() - self.foot()) - self.top
    }

    /// Returns the notes of the current page.
    fn noted(&self) -> NoteHeights {
        let at = self.pages.len();
        let beside = self.beside.iter().filter(|own| own.0 == at).map(|own| own.1);
        let above = self.page.iter().map(|(_, frame)| self.notes.of(frame));
        std::iter::once(self.carried).chain(beside).chain(above).sum()
    }

    /// True if notes are at the foot of the current page.
    pub fn is_noted(&self) -> bool {
        !self.noted().is_none()
    }

    /// Height of the notes of the current page.
    pub fn foot(&self) -> Abs {
        self.notes.need(self.noted(), false)
    }

    /// Turns to the next page, unless this one is empty or the last.
    pub fn turn(&mut self) {
        if !self.is_fresh() {
            self.turn_even_if_empty();
        }
    }

    /// Turns to an empty page behind all that is owed.
    pub fn turn_behind_all(&mut self) {
        while !self.owed.is_empty() && self.regions.may_break() {
            self.turn_even_if_empty();
        }
        self.turn();
    }

    /// Turns to the next page, with the pieces that are owed there at its top.
    pub fn turn_even_if_empty(&mut self) {
        if !self.regions.may_break() {
            return;
        }
        self.close();
        self.regions.next();
        let at = self.pages.len();
        let (due, later) = std::mem::take(&mut self.owed).into_iter().partition(|own| own.0 <= at);
        self.owed = later;
        for (_, piece) in due {
            self.put(piece, BETWEEN);
        }
    }

    /// Total height of the pieces that were postponed to a page, with the gap below each of them.
    pub fn owed_height(&self, page: usize) -> Abs {
        let due = self.owed.iter().filter(|own| own.0 == page);
        due.map(|(_, piece)| piece.height() + Abs::pt(BETWEEN)).sum()
    }

    /// Returns the notes of the pieces that are owed to a later page, and those that continue there from the
    /// current page.
    fn owed_notes(&self, page: usize) -> NoteHeights {
        let due = self.owed.iter().filter(|own| own.0 == page);
        let beside = self.beside.iter().filter(|own| own.0 == page).map(|own| own.1);
        let is_next = page == self.pages.len() + 1;
        let carried = if is_next { self.carried_on() } else { NoteHeights::default() };
        let notes = due.map(|(_, piece)| self.notes.of(piece));
        std::iter::once(carried).chain(beside).chain(notes).sum()
    }

    /// True if notes are going to be at the foot of a later page.
    pub fn is_noted_later(&self, page: usize) -> bool {
        !self.owed_notes(page).is_none()
    }

    /// Height of the notes at the foot of a later page.
    pub fn owed_foot(&self, page: usize) -> Abs {
        self.notes.need(self.owed_notes(page), false)
    }

    /// Returns the part of the notes of the current page that does not fit there.
    fn carried_on(&self) -> NoteHeights {
        let room = self.notes.page_height() - self.top;
        NoteHeights::carried(self.notes.carried(self.foot(), room))
    }

    /// Returns the index of the title of a chapter on the page, if there is content above it.
    pub fn title_place(&self) -> Option<usize> {
        let at = self.page.iter().rposition(|(_, frame)| frame.height() > Abs::zero());
        at.filter(|at| self.page[*at].0 > Abs::zero())
    }

    /// Moves the title of a chapter from the foot of the page to the next one; returns false if it has that
    /// page to itself already.
    pub fn carry_title(&mut self) -> bool {
        let Some(at) = self.title_place() else { return false };
        let (top, title) = self.page.remove(at);
        self.top = top;
        self.turn();
        self.put(title, ABOVE_TITLE);
        self.titled = true;
        true
    }

    pub fn close(&mut self) {
        let deepest = self.deepest();
        let carried = self.carried_on();
        self.feet.push(self.foot().min(self.notes.page_height() - self.top));
        let mut frame = Frame::soft(Size::new(self.regions.size.x, self.top));
        for (top, part) in self.page.drain(..) {
            frame.push_frame(Point::with_y(top), part);
        }
        let bare = |depth: Abs| (1.0 - depth / self.regions.full).max(0.0).powi(2);
        self.wasted += deepest.map(bare).iter().sum::<f64>() / 2.0;
        self.pages.push(frame);
        self.carried = carried;
        self.top = Abs::zero();
        self.titled = false;
    }

    pub fn put(&mut self, frame: Frame, gap: f64) {
        if frame.height() <= Abs::zero() {
            self.page.push((self.top, frame));
            return;
        }
        let top = self.top + self.gap(gap);
        self.top = top + frame.height();
        self.page.push((top, frame));
        self.titled = false;
    }

    /// Puts frames on the pages of their slots.
    pub fn put_pages(&mut self, frames: Vec<Frame>, gap: f64) {
        let slots = self.slots(Abs::zero(), frames.len());
        for (nth, frame) in frames.into_iter().enumerate() {
            let page = slots.get(nth).map_or(self.pages.len() + 1, |slot| slot.page);
            while self.pages.len() < page && self.regions.may_break() {
                self.turn_even_if_empty();
            }
            self.put(frame, gap);
        }
    }

    /// Returns the places where content can continue, `gap` below the content of the current page: at least
    /// `count`, and all pages with owed pieces and free room.
    pub fn slots(&self, gap: Abs, count: usize) -> Vec<Slot> {
        let room = |height: Abs, noted: bool| Room { text: height, whole: height, noted };
        let own = room((self.rest() - gap).max(Abs::zero()), self.is_noted());
        let mut slots = vec![Slot { page: self.pages.len(), room: own }];
        let count = count.max(1 + self.regions.backlog.len());
        let owed = self.owed.iter().map(|own| own.0).max().unwrap_or(0);
        let next = self.pages.len() + 1;
        let taken = if self.is_noted_later(next) { owed.max(next) } else { owed };
        for page in self.pages.len() + 1.. {
            let nth = page - self.pages.len() - 1;
            let bare = self.regions.backlog.get(nth).copied().or(self.regions.last);
            let Some(bare) = bare.filter(|_| slots.len() < count || page <= taken + 1) else {
                break;
            };
            let notes = self.owed_notes(page);
            let height = bare - self.owed_height(page) - self.notes.need(notes, false);
            if page > owed || height > Abs::pt(LEAST_TEXT) {
                slots.push(Slot { page, room: room(height, !notes.is_none()) });
            }
        }
        slots
    }

    /// Returns the room of these places, without the numbers of their pages.
    pub fn rooms(&self, gap: Abs, count: usize) -> Vec<Room> {
        self.slots(gap, count).into_iter().map(|slot| slot.room).collect()
    }

    /// True if a piece that does not fit is usually moved to the next page.
    pub fn usually_turns(&self, frames: &[Frame], is_torn: bool, lead: Abs) -> bool {
        let full = self.regions.full;
        let owed = self.owed_height(self.pages.len() + 1);
        let is_bare = self.rest() <= full * MOST_EMPTY_ABOVE_WHOLE;
        // Only a scrap of it would be on the current page, below the content that leads to it.
        let is_scrap =
            frames.first().is_some_and(|first| first.height() - lead < full * LEAST_TORN);
        let has_no_room_behind = || {
            let slots = self.slots(Abs::zero(), frames.len());
            let mut behind = frames.iter().zip(&slots).skip(1);
            behind.any(|(own, slot)| lowest_end(own) > slot.room.text + Abs::pt(0.1))
        };
        begins_behind(frames)
            || owed > full * MOST_TORN
            || is_torn && (is_bare || is_scrap || owed > Abs::zero())
            || has_no_room_behind()
    }

    /// Returns the pages with owed pieces, and the heights of these.
    fn owed_heights(&self) -> impl Iterator<Item = (usize, Abs)> {
        self.owed.iter().map(|(page, piece)| (*page, piece.height()))
    }

    /// True if the rest of the text finds the same room on both.
    pub fn go_on_as(&self, other: &Self) -> bool {
        (self.top, self.titled, self.pages.len()) == (other.top, other.titled, other.pages.len())
            && self.foot() == other.foot()
            && self.owed_heights().eq(other.owed_heights())
            && self.deepest() == other.deepest()
    }

    /// Returns the depths of the left half of the current page, and of the right one.
    fn deepest(&self) -> [Abs; 2] {
        let mut deepest = [Abs::zero(); 2];
        for (top, part) in &self.page {
            let depths = self.depths.of(part, self.regions.size.x / 2.0);
            for (deepest, depth) in deepest.iter_mut().zip(depths) {
                deepest.set_max(*top + depth);
            }
        }
        deepest
    }

    /// True if pages, and the pieces owed to them, are as high as these.
    pub fn stand_as(&self, other: &Self) -> bool {
        let heights = |own: &Self| own.pages.iter().map(Frame::height).collect::<Vec<_>>();
        (self.top, self.titled) == (other.top, other.titled)
            && self.foot() == other.foot()
            && self.owed_heights().eq(other.owed_heights())
            && heights(self) == heights(other)
    }

    /// Returns the pages, and the height of the notes of each.
    pub fn finish(mut self) -> (Fragment, Vec<Abs>) {
        if !self.owed.is_empty() {
            self.turn_behind_all();
        }
        if self.pages.is_empty() || !self.page.is_empty() {
            self.close();
        }
        (Fragment::frames(self.pages), self.feet)
    }
}

/// A page with room: its number, and the room.
pub struct Slot {
    pub page: usize,
    pub room: Room,
}
