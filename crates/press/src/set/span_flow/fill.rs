//! Fills columns with lines and blocks. In: the lines and blocks in their order, and the room on the pages.
//! Out: frames, one for each page.
//!
//! The rules are those of the flow of Typst: space disappears at the edges of a column and beside stronger
//! space, lines that belong together stay in one column, and sticky blocks stay with the next one.

use std::rc::Rc;

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::StyleChain;
use typst::introspection::Tag;
use typst::layout::{Abs, Axes, Dir, Frame, FrameItem, Point, Regions, Size};
use typst::utils::hash128;

use super::children::{Child, FlowBlock, Line, Weakness};
use super::notes::{NoteHeights, Notes, Room};

/// Least reduction of the height of text that makes room for notes, in points.
const LEAST_GAIN: f64 = 6.0;

/// The columns of a page.
#[derive(Clone, Copy)]
pub struct PageColumns {
    pub count: usize,
    /// Width of each column.
    pub width: Abs,
    /// Width of all columns.
    pub whole: Abs,
    /// Gap between two columns.
    pub gutter: Abs,
    /// Direction of the columns: from the left or from the right.
    pub dir: Dir,
}

/// The room on the pages that are filled.
pub struct PageRooms<'r> {
    /// Room on the first pages.
    pub first: &'r [Room],
    /// Height of each page behind them, if there are more.
    pub last: Option<Abs>,
    /// Height of a page, of which blocks may take parts.
    pub full: Abs,
}

impl PageRooms<'_> {
    /// Returns the pages as regions of this width, the first of which have these heights.
    pub fn regions<'r>(&self, width: Abs, heights: &'r [Abs]) -> Regions<'r> {
        Regions {
            size: Size::new(width, heights[0]),
            expand: Axes::new(true, false),
            full: self.full,
            backlog: &heights[1..],
            last: self.last,
        }
    }

    fn get(&self, nth: usize) -> Room {
        let last = self.last.map(Room::of).or(self.first.last().copied());
        self.first.get(nth).copied().or(last).expect("there is a page")
    }
}

/// Pages of columns.
pub struct FilledPages {
    pub pages: Vec<Frame>,
    /// Height of each page with its notes, if there are any.
    pub needs: Option<Vec<Abs>>,
}

/// The children that pages are filled with, and the settings.
#[derive(Clone, Copy)]
pub struct Filling<'f, 'a> {
    pub children: &'f [&'f Child<'a>],
    pub columns: PageColumns,
    pub notes: &'f Notes,
    /// Styles of the pages, to measure notes.
    pub styles: StyleChain<'f>,
}

impl<'a> Filling<'_, 'a> {
    /// Fills the columns of pages.
    pub fn fill_pages(self, engine: &mut Engine, rooms: &PageRooms) -> SourceResult<FilledPages> {
        let mut rest = Rest { next: 0, broken: None, tags: Vec::new() };
        let (mut pages, mut needs, mut is_noted) = (Vec::new(), Vec::new(), false);
        let mut carried = NoteHeights::default();
        while !rest.is_done(self.children) || pages.is_empty() {
            let mut room = rooms.get(pages.len());
            if !carried.is_none() {
                room.whole -= self.notes.need(carried, room.noted);
                room.text.set_min(room.whole);
                room.noted = true;
            }
            let filled =
                self.fill_page(engine, &rest, PageRoom { rooms, nth: pages.len(), room })?;
            let need = self.notes.need(filled.notes, room.noted);
            let page = join_columns(filled.columns, self.columns, room.text);
            carried = NoteHeights::carried(self.notes.carried(need, room.whole - page.height()));
            is_noted |= filled.is_noted;
            needs.push(page.height() + need);
            pages.push(page);
            rest = filled.rest;
        }
        Ok(FilledPages { pages, needs: is_noted.then_some(needs) })
    }

    /// Fills the columns of a page as far as the text fits there with its notes.
    fn fill_page(
        self,
        engine: &mut Engine,
        rest: &Rest<'a>,
        page: PageRoom,
    ) -> SourceResult<FilledPage<'a>> {
        let Room { text, whole, noted } = page.room;
        let full = self.fill_to(engine, rest, page, text)?;
        let claim = |filled: &FilledPage| self.notes.claim(filled.notes, noted);
        let has_room = |filled: &FilledPage| filled.height() + claim(filled) <= whole;
        if has_room(&full) {
            return Ok(full);
        }
        // Text that makes room for the notes takes some of them along, so the reduction is more than
        // necessary. Most text that fits ends between `low` and `high`.
        let mut low = (whole - claim(&full)).max(Abs::zero());
        let mut best = self.fill_to(engine, rest, page, low)?;
        let mut high = text.min(whole - claim(&best));
        let mut tried = high;
        while high - low > Abs::pt(LEAST_GAIN) {
            let filled = self.fill_to(engine, rest, page, tried)?;
            if has_room(&filled) {
                (low, best) = (tried, filled);
            } else {
                high = tried;
            }
            tried = (low + high) / 2.0;
        }
        best.is_noted = true;
        // Text that does not fit with its notes on a whole page does not fit on a later one either.
        let is_stuck = best.rest.is_at(rest) && page.is_whole();
        Ok(if is_stuck { full } else { best })
    }

    /// Fills the columns of a page down to a height.
    fn fill_to(
        self,
        engine: &mut Engine,
        rest: &Rest<'a>,
        page: PageRoom,
        height: Abs,
    ) -> SourceResult<FilledPage<'a>> {
        let Self { children, columns, .. } = self;
        let count = columns.count;
        let behind = (page.nth + 1..page.rooms.first.len()).map(|nth| page.rooms.first[nth].text);
        let behind = behind.flat_map(|height| std::iter::repeat_n(height, count));
        let backlog: Vec<Abs> = std::iter::repeat_n(height, count - 1).chain(behind).collect();
        let mut room = Regions {
            size: Size::new(columns.width, height),
            expand: Axes::new(true, false),
            full: page.rooms.full,
            backlog: &backlog,
            last: page.rooms.last,
        };
        let (mut filled, mut rest) = (Vec::new(), rest.clone());
        for _ in 0..count {
            filled.push(fill_column(engine, children, &mut rest, room)?);
            room.next();
            // Relative heights refer to the height of the page, in each column.
            room.full = page.rooms.full;
        }
        let notes = self.notes.measure(engine, self.styles, &filled)?;
        Ok(FilledPage { columns: filled, rest, notes, is_noted: !notes.is_none() })
    }
}

/// Room on a page, and on those behind it.
#[derive(Clone, Copy)]
struct PageRoom<'r> {
    rooms: &'r PageRooms<'r>,
    nth: usize,
    room: Room,
}

impl PageRoom<'_> {
    /// True if the next page has no more room.
    fn is_whole(&self) -> bool {
        self.rooms.get(self.nth + 1).whole <= self.room.whole
    }
}

/// A filled page.
struct FilledPage<'a> {
    columns: Vec<Frame>,
    /// The children that do not fit on it.
    rest: Rest<'a>,
    notes: NoteHeights,
    /// True if notes were found while it was filled, on it or behind it.
    is_noted: bool,
}

impl FilledPage<'_> {
    fn height(&self) -> Abs {
        self.columns.iter().map(Frame::height).fold(Abs::zero(), Abs::max)
    }
}

/// Joins columns beside each other to a page, no higher than its room.
fn join_columns(filled: Vec<Frame>, columns: PageColumns, room: Abs) -> Frame {
    if columns.count == 1 {
        return filled.into_iter().next().unwrap_or_default();
    }
    let height = filled.iter().map(Frame::height).fold(Abs::zero(), Abs::max);
    let mut beside = Frame::hard(Size::new(columns.whole, height));
    if let Some(first) = filled.first().filter(|first| first.has_baseline()) {
        beside.set_baseline(first.baseline());
    }
    let mut offset = Abs::zero();
    for column in filled {
        let end = offset + column.width();
        let x = if columns.dir == Dir::RTL { columns.whole - end } else { offset };
        offset = end + columns.gutter;
        beside.push_frame(Point::with_x(x), column);
    }
    let mut page = Frame::soft(Size::new(columns.whole, height.min(room)));
    if beside.has_baseline() {
        page.set_baseline(beside.baseline());
    }
    page.push_frame(Point::zero(), beside);
    page
}

/// The children that are not set yet.
#[derive(Clone)]
struct Rest<'a> {
    /// Index of the next child.
    next: usize,
    /// A block that broke.
    broken: Option<BrokenBlock>,
    /// Marks before the next line or block.
    tags: Vec<&'a Tag>,
}

/// A block that continues in the next column.
#[derive(Clone)]
struct BrokenBlock {
    /// Its index.
    nth: usize,
    frames: Rc<[Frame]>,
    /// Room of each column that it has filled.
    filled: Vec<Abs>,
}

impl BrokenBlock {
    /// Takes other frames, unless they differ in the columns that are filled already.
    fn take(&mut self, frames: Rc<[Frame]>) {
        let filled = 0..self.filled.len();
        let is_same = |nth: usize| hash128(&frames[nth]) == hash128(&self.frames[nth]);
        if frames.len() > filled.end && filled.into_iter().all(is_same) {
            self.frames = frames;
        }
    }
}

impl Rest<'_> {
    /// True if the same amount is set as in `other`.
    fn is_at(&self, other: &Self) -> bool {
        let filled = |own: &Self| own.broken.as_ref().map_or(0, |broken| broken.filled.len());
        (self.next, filled(self)) == (other.next, filled(other))
    }

    fn is_done(&self, children: &[&Child]) -> bool {
        self.next >= children.len() && self.broken.is_none()
    }
}

/// Fills a column with as much of the rest as fits.
fn fill_column<'a>(
    engine: &mut Engine,
    children: &[&Child<'a>],
    rest: &mut Rest<'a>,
    room: Regions,
) -> SourceResult<Frame> {
    let mut column = Column { room, items: Vec::new(), sticky: None, may_move: None };
    let is_ended = column.fill(engine, children, rest)?;
    if is_ended {
        column.take_tags(rest);
    } else if let Some((at, count)) = column.sticky.take() {
        *rest = at;
        column.items.truncate(count);
    }
    Ok(column.finish(room.size))
}

/// A column in the making.
struct Column<'a, 'r> {
    /// Room that is left in it, and the columns behind it.
    room: Regions<'r>,
    items: Vec<Item<'a>>,
    /// The children that were not set before the last sticky blocks, and the number of items above those.
    sticky: Option<(Rest<'a>, usize)>,
    /// True if sticky blocks may move to the next column; at the top of a column they would find no more room
    /// there.
    may_move: Option<bool>,
}

enum Item<'a> {
    Tag(&'a Tag),
    Space(Abs, Weakness),
    Frame(Frame),
}

impl<'a> Column<'a, '_> {
    /// Adds as much of the rest as fits; returns true if the column ends here whatever room it has.
    fn fill(
        &mut self,
        engine: &mut Engine,
        children: &[&Child<'a>],
        rest: &mut Rest<'a>,
    ) -> SourceResult<bool> {
        if let Some(mut broken) = rest.broken.take() {
            if self.room.is_full() {
                rest.broken = Some(broken);
                return Ok(false);
            }
            let (nth, room) = (broken.filled.len(), self.room.size.y);
            self.lay_on(engine, children, &mut broken)?;
            self.put(broken.frames[nth].clone(), false, rest);
            if nth + 1 < broken.frames.len() {
                broken.filled.push(room);
                rest.broken = Some(broken);
                return Ok(false);
            }
        }
        while let Some(child) = children.get(rest.next) {
            match child {
                Child::Tag(tag) => rest.tags.push(tag),
                Child::Space(amount, weakness) => {
                    self.put_space(amount.relative_to(self.room.full), *weakness);
                }
                Child::Line(line) => {
                    if !self.has_room_for(line) {
                        return Ok(false);
                    }
                    self.put(line.frame.clone(), false, rest);
                }
                Child::Block(block) => {
                    if !self.put_block(engine, block, rest)? {
                        return Ok(false);
                    }
                }
                Child::Break { weak } => {
                    if self.room.may_break() && !(*weak && self.items.is_empty()) {
                        rest.next += 1;
                        return Ok(true);
                    }
                }
            }
            rest.next += 1;
        }
        Ok(rest.is_done(children))
    }

    /// True if a line fits with all lines that belong to it, or if these do not fit in the next column
    /// either.
    fn has_room_for(&self, line: &Line) -> bool {
        let is_high = !self.room.size.y.fits(line.frame.height()) && self.room.may_progress();
        let next = self.room.iter().nth(1);
        let is_parted =
            !self.room.size.y.fits(line.need) && next.is_some_and(|next| next.y.fits(line.need));
        !is_high && !is_parted
    }

    /// Adds a block, or as much of it as fits; returns false if the column ends with it or before it.
    fn put_block(
        &mut self,
        engine: &mut Engine,
        block: &FlowBlock<'a>,
        rest: &mut Rest<'a>,
    ) -> SourceResult<bool> {
        if block.breakable && self.room.is_full() {
            return Ok(false);
        }
        let frames = block.lay(engine, self.room)?;
        let room = self.room.size.y;
        let first = &frames[0];
        let is_behind = match block.breakable {
            true => is_hollow(first) && !frames.iter().all(is_hollow),
            false => !self.room.size.y.fits(first.height()),
        };
        if is_behind && self.room.may_progress() {
            return Ok(false);
        }
        self.put(first.clone(), block.sticky, rest);
        if frames.len() > 1 {
            rest.broken = Some(BrokenBlock { nth: rest.next, frames, filled: vec![room] });
            rest.next += 1;
            return Ok(false);
        }
        Ok(true)
    }

    /// Lays out a broken block for the columns that it has filled, for this one and those behind it.
    fn lay_on(
        &self,
        engine: &mut Engine,
        children: &[&Child<'a>],
        broken: &mut BrokenBlock,
    ) -> SourceResult<()> {
        let Child::Block(block) = children[broken.nth] else { return Ok(()) };
        let behind = std::iter::once(&self.room.size.y).chain(self.room.backlog);
        let backlog: Vec<Abs> = broken.filled[1..].iter().chain(behind).copied().collect();
        let size = Size::new(self.room.size.x, broken.filled[0]);
        broken.take(block.lay(engine, Regions { size, backlog: &backlog, ..self.room })?);
        Ok(())
    }

    /// Adds a frame below the content so far.
    fn put(&mut self, frame: Frame, sticky: bool, rest: &mut Rest<'a>) {
        if sticky {
            let may_move = *self.may_move.get_or_insert(self.room.may_progress());
            if may_move && self.sticky.is_none() {
                self.sticky = Some((rest.clone(), self.items.len()));
            }
        } else if !is_hollow(&frame) {
            (self.sticky, self.may_move) = (None, None);
        }
        self.room.size.y -= frame.height();
        self.take_tags(rest);
        self.items.push(Item::Frame(frame));
    }

    fn take_tags(&mut self, rest: &mut Rest<'a>) {
        self.items.extend(rest.tags.drain(..).map(Item::Tag));
    }

    /// Adds space below the content so far, in place of weaker space, unless it is the weaker one itself.
    fn put_space(&mut self, amount: Abs, weakness: Weakness) {
        if weakness == Weakness::None {
            self.room.size.y -= amount;
            self.items.push(Item::Space(amount, weakness));
            return;
        }
        match self.items.iter_mut().rev().find(|item| !gives_way(item)) {
            Some(Item::Frame(_)) => {
                self.room.size.y -= amount;
                self.items.push(Item::Space(amount, weakness));
            }
            Some(Item::Space(other, own))
                if weakness < *own || weakness == *own && amount > *other =>
            {
                self.room.size.y -= amount - *other;
                (*other, *own) = (amount, weakness);
            }
            // There is no weak space at the top of a column.
            _ => {}
        }
    }

    /// Returns the column as a frame, without weak space at its end, no higher than its room.
    fn finish(mut self, room: Size) -> Frame {
        let last = self.items.iter().rposition(|item| !gives_way(item));
        if let Some(last) = last.filter(|last| matches!(self.items[*last], Item::Space(..))) {
            self.items.remove(last);
        }
        let height: Abs = self.items.iter().map(Item::height).sum();
        let mut column = Frame::soft(Size::new(room.x, height.min(room.y)));
        let (mut y, mut is_first) = (Abs::zero(), true);
        for item in self.items {
            let height = item.height();
            match item {
                Item::Tag(tag) => column.push(Point::with_y(y), FrameItem::Tag(tag.clone())),
                Item::Space(..) => {}
                Item::Frame(frame) => {
                    if is_first && frame.has_baseline() {
                        column.set_baseline(y + frame.baseline());
                    }
                    is_first = false;
                    column.push_frame(Point::with_y(y), frame);
                }
            }
            y += height;
        }
        column
    }
}

impl Item<'_> {
    fn height(&self) -> Abs {
        match self {
            Self::Tag(_) => Abs::zero(),
            Self::Space(amount, _) => *amount,
            Self::Frame(frame) => frame.height(),
        }
    }
}

/// True if a frame is empty, or contains only empty frames.
fn is_hollow(frame: &Frame) -> bool {
    frame
        .items()
        .all(|(_, item)| matches!(item, FrameItem::Group(group) if is_hollow(&group.frame)))
}

/// True if weak space ignores an item when it looks for its neighbour above.
fn gives_way(item: &Item) -> bool {
    matches!(item, Item::Tag(_) | Item::Space(_, Weakness::None))
}
