//! Columns filled with lines and blocks. In: these in their order, and the room on the pages. Out: frames, one for each page.
//!
//! The rules are those of Typst's own flow: space gives way at the edges of a column and to stronger space beside it, lines
//! that belong together stay in one column, and what is sticky stays with what follows.

use std::rc::Rc;

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::introspection::Tag;
use typst::layout::{Abs, Axes, Dir, Frame, FrameItem, Point, Regions, Size};

use super::children::{Child, FlowBlock, Line, Weakness};

/// The columns of a page.
#[derive(Clone, Copy)]
pub(super) struct PageColumns {
    pub(super) count: usize,
    /// The width of each.
    pub(super) width: Abs,
    /// Between two of them.
    pub(super) gutter: Abs,
    /// Where the first one stands: on the left, or on the right.
    pub(super) dir: Dir,
}

/// Fills the columns of pages; the regions are the pages.
pub(super) fn fill_pages<'a>(
    engine: &mut Engine,
    children: &[&Child<'a>],
    columns: PageColumns,
    regions: Regions,
) -> SourceResult<Vec<Frame>> {
    let heights = std::iter::once(&regions.size.y).chain(regions.backlog);
    let each = heights.flat_map(|height| std::iter::repeat_n(*height, columns.count));
    let backlog: Vec<Abs> = each.skip(1).collect();
    let mut room = Regions {
        size: Size::new(columns.width, regions.size.y),
        expand: Axes::new(true, false),
        backlog: &backlog,
        ..regions
    };
    let mut rest = Rest { next: 0, broken: None, tags: Vec::new() };
    let mut pages = Vec::new();
    let mut height = regions;
    loop {
        let mut filled = Vec::new();
        for _ in 0..columns.count {
            filled.push(fill_column(engine, children, &mut rest, room)?);
            room.next();
            // Parts of a height are parts of a page's, in each column.
            room.full = regions.full;
        }
        pages.push(join_columns(filled, columns, height.size));
        height.next();
        if rest.is_done(children) {
            return Ok(pages);
        }
    }
}

/// A page of columns beside each other, no higher than its room.
fn join_columns(filled: Vec<Frame>, columns: PageColumns, room: Size) -> Frame {
    if columns.count == 1 {
        return filled.into_iter().next().unwrap_or_default();
    }
    let height = filled.iter().map(Frame::height).fold(Abs::zero(), Abs::max);
    let mut beside = Frame::hard(Size::new(room.x, height));
    if let Some(first) = filled.first().filter(|first| first.has_baseline()) {
        beside.set_baseline(first.baseline());
    }
    let mut offset = Abs::zero();
    for column in filled {
        let end = offset + column.width();
        let x = if columns.dir == Dir::RTL { room.x - end } else { offset };
        offset = end + columns.gutter;
        beside.push_frame(Point::with_x(x), column);
    }
    let mut page = Frame::soft(Size::new(room.x, height.min(room.y)));
    if beside.has_baseline() {
        page.set_baseline(beside.baseline());
    }
    page.push_frame(Point::zero(), beside);
    page
}

/// What is not set yet.
#[derive(Clone)]
struct Rest<'a> {
    /// The number of the next child.
    next: usize,
    /// A block that broke, and the number of its next frame.
    broken: Option<(Rc<[Frame]>, usize)>,
    /// Marks that stand at the next line or block.
    tags: Vec<&'a Tag>,
}

impl Rest<'_> {
    fn is_done(&self, children: &[&Child]) -> bool {
        self.next >= children.len() && self.broken.is_none()
    }
}

/// A column with as much of the rest as it has room for.
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
    /// What is left of it, and what follows it.
    room: Regions<'r>,
    items: Vec<Item<'a>>,
    /// What was not set yet before the last sticky blocks, and how many items stood above them.
    sticky: Option<(Rest<'a>, usize)>,
    /// Whether sticky blocks may move to the next column: those on top of a column find no more room there.
    may_move: Option<bool>,
}

enum Item<'a> {
    Tag(&'a Tag),
    Space(Abs, Weakness),
    Frame(Frame),
}

impl<'a> Column<'a, '_> {
    /// Puts as much of the rest as there is room for; true if the column ends here whatever room it has.
    fn fill(
        &mut self,
        engine: &mut Engine,
        children: &[&Child<'a>],
        rest: &mut Rest<'a>,
    ) -> SourceResult<bool> {
        if let Some((frames, nth)) = rest.broken.take() {
            if self.room.is_full() {
                rest.broken = Some((frames, nth));
                return Ok(false);
            }
            self.put(frames[nth].clone(), false, rest);
            if nth + 1 < frames.len() {
                rest.broken = Some((frames, nth + 1));
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

    /// Whether a line stands here, with all lines that belong to it unless these have no room in the next column either.
    fn has_room_for(&self, line: &Line) -> bool {
        let is_high = !self.room.size.y.fits(line.frame.height()) && self.room.may_progress();
        let next = self.room.iter().nth(1);
        let is_parted =
            !self.room.size.y.fits(line.need) && next.is_some_and(|next| next.y.fits(line.need));
        !is_high && !is_parted
    }

    /// Puts a block, or as much of it as has room; false if the column ends with it or before it.
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
            rest.next += 1;
            rest.broken = Some((frames, 1));
            return Ok(false);
        }
        Ok(true)
    }

    /// Puts a frame below what stands here.
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

    /// Puts space below what stands here, in place of weaker space, unless it gives way itself.
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
            // On top of a column there is none.
            _ => {}
        }
    }

    /// The column as a frame, without weak space at its end, no higher than its room.
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

/// Whether a frame holds nothing, but perhaps frames that hold nothing.
fn is_hollow(frame: &Frame) -> bool {
    frame
        .items()
        .all(|(_, item)| matches!(item, FrameItem::Group(group) if is_hollow(&group.frame)))
}

/// Whether weak space looks beyond an item for what it stands below.
fn gives_way(item: &Item) -> bool {
    matches!(item, Item::Tag(_) | Item::Space(_, Weakness::None))
}
