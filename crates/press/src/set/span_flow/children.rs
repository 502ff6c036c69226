//! Text as lines and blocks. In: content and the size of a column. Out: the sequence of lines and blocks in
//! columns, each laid out once, however often columns are filled with it.
//!
//! Typst lays out all text again for each height of its columns, and setting pages tries many heights. The
//! lines and blocks are always the same; only their places differ.

use std::cell::RefCell;
use std::rc::Rc;

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Content, Packed, Resolve, Smart, StyleChain};
use typst::introspection::{Locator, SplitLocator, Tag, TagElem};
use typst::layout::{
    Abs, AlignElem, Axes, BlockElem, ColbreakElem, FixedAlignment, Frame, Length, Ratio, Regions,
    Rel, Size, Sizing, Spacing, VElem,
};
use typst::model::{ParElem, ParbreakElem};
use typst::routines::{Arenas, FragmentKind, RealizationKind};
use typst::text::TextElem;
use typst::utils::Numeric;
use typst_layout::layout_fragment;

use super::super::laid_once::{LEAST_LEFT, is_laid_once};
use super::laid::Laid;
use super::notes::Room;

/// Height of a region in which each line fits, in points.
const TALL: f64 = 1e5;
/// Distance of lines, in points, so large that no two of them fit in that height.
const APART: f64 = 1e6;

/// A child of text in columns.
pub enum Child<'a> {
    /// A mark of an element with a location.
    Tag(&'a Tag),
    /// Space, which may be a part of the height of the page.
    Space(Rel<Abs>, Weakness),
    /// A line of a paragraph.
    Line(Line),
    /// A block.
    Block(FlowBlock<'a>),
    /// The end of a column; a weak one has no effect in an empty column.
    Break { weak: bool },
}

/// Weakness of space beside other space: the less weak one stays, and of two equal ones the larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weakness {
    /// Always stays, also at the edge of a column.
    None,
    /// Space that a template asks for.
    Asked,
    /// Space that is set for a block.
    OfBlock,
    /// Space round every paragraph and block.
    Usual,
    /// Space between lines.
    Leading,
}

/// A line of a paragraph.
pub struct Line {
    pub frame: Frame,
    /// Height of all lines that stay together with it in a column.
    pub need: Abs,
}

/// A block.
pub struct FlowBlock<'a> {
    content: &'a Content,
    styles: StyleChain<'a>,
    locator: Locator<'a>,
    /// True if it stays with the next block.
    pub sticky: bool,
    pub breakable: bool,
    known: RefCell<KnownBlock>,
}

/// Known layouts of a block.
#[derive(Default)]
struct KnownBlock {
    /// Layout where it fits.
    whole: Option<Rc<[Frame]>>,
    /// True if that layout is the same wherever it fits; of some blocks this is unknown before they are laid
    /// out.
    once: Option<bool>,
    /// Layouts in rooms that it filled, and whether there was more room behind them.
    broken: Vec<(bool, Laid)>,
}

impl FlowBlock<'_> {
    /// Lays the block out from the current place on, as one frame for each region that it takes.
    pub fn lay(&self, engine: &mut Engine, regions: Regions) -> SourceResult<Rc<[Frame]>> {
        let mut known = self.known.borrow_mut();
        let KnownBlock { whole, once, broken } = &mut *known;
        if !self.breakable || *once == Some(true) {
            let whole = match whole {
                Some(whole) => whole,
                None => whole.insert(self.lay_in(engine, endless(regions))?),
            };
            if !self.breakable || has_room(whole, regions) {
                return Ok(Rc::clone(whole));
            }
        }
        let rooms = |nth: usize| regions.iter().nth(nth).map(|room| Room::of(room.y));
        let goes_on = regions.may_progress();
        let mut alike = broken.iter().filter(|(other, _)| *other == goes_on);
        if let Some(laid) = alike.find_map(|(_, laid)| laid.frames_in(&rooms)) {
            return Ok(laid);
        }
        let laid = self.lay_in(engine, regions)?;
        if once.is_none() && has_room(&laid, regions) {
            // A block that fills its room is higher than without an end.
            let endless = self.lay_in(engine, endless(regions))?;
            *once = Some(height_of(&endless) == height_of(&laid));
            *whole = Some(endless);
        }
        broken.push((goes_on, Laid::new(Rc::clone(&laid), &rooms, None)));
        Ok(laid)
    }

    fn lay_in(&self, engine: &mut Engine, regions: Regions) -> SourceResult<Rc<[Frame]>> {
        let locator = self.locator.relayout();
        let laid = layout_fragment(engine, self.content, locator, self.styles, regions)?;
        Ok(laid.into_frames().into())
    }
}

fn height_of(frames: &[Frame]) -> Abs {
    frames.iter().map(Frame::height).sum()
}

/// True if a block fits whole in the first of the regions.
fn has_room(frames: &[Frame], regions: Regions) -> bool {
    matches!(frames, [frame] if frame.height() + Abs::pt(LEAST_LEFT) <= regions.size.y)
}

/// Returns the first of the regions as if it had no end.
fn endless(regions: Regions) -> Regions<'static> {
    let size = Size::new(regions.size.x, Abs::inf());
    Regions { size, backlog: &[], last: None, ..regions }
}

/// Collects the children of content for columns of the width of `base`, on pages of its height; `None` if it
/// contains elements that only Typst can place, such as floats.
pub fn collect<'a>(
    engine: &mut Engine,
    arenas: &'a Arenas,
    content: &Content,
    locator: Locator<'a>,
    styles: StyleChain<'a>,
    base: Size,
) -> SourceResult<Option<Vec<Child<'a>>>> {
    // With it, all text is a paragraph, even if there is no other.
    let content = Content::sequence([content.clone(), ParbreakElem::shared().clone()]);
    let content: &'a Content = arenas.content.alloc(content);
    let mut kind = FragmentKind::Block;
    let mut places = locator.split();
    let realize = engine.library.routines.realize;
    let kind = RealizationKind::Fragment { kind: &mut kind };
    let found = realize(kind, engine, &mut places, arenas, content, styles)?;
    let places = places.next(&()).split();
    let mut collector = Collector { places, base, children: Vec::new() };
    for (element, styles) in found {
        if !collector.take(engine, element, styles)? {
            return Ok(None);
        }
    }
    Ok(Some(collector.children))
}

struct Collector<'a> {
    places: SplitLocator<'a>,
    base: Size,
    children: Vec<Child<'a>>,
}

impl<'a> Collector<'a> {
    /// Takes the next element; returns false if only Typst can place it.
    fn take(
        &mut self,
        engine: &mut Engine,
        element: &'a Content,
        styles: StyleChain<'a>,
    ) -> SourceResult<bool> {
        if let Some(mark) = element.to_packed::<TagElem>() {
            self.children.push(Child::Tag(&mark.tag));
        } else if let Some(space) = element.to_packed::<VElem>() {
            let Spacing::Rel(amount) = space.amount else { return Ok(false) };
            let weak = space.weak.get(styles);
            let weakness = if weak { Weakness::Asked } else { Weakness::None };
            self.children.push(Child::Space(amount.resolve(styles), weakness));
        } else if let Some(end) = element.to_packed::<ColbreakElem>() {
            self.children.push(Child::Break { weak: end.weak.get(styles) });
        } else if styles.resolve(AlignElem::alignment).y != FixedAlignment::Start {
            return Ok(false);
        } else if let Some(paragraph) = element.to_packed::<ParElem>() {
            return self.take_paragraph(engine, paragraph, styles);
        } else if let Some(block) = element.to_packed::<BlockElem>() {
            return Ok(self.take_block(element, block, styles));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Takes the lines of a paragraph, with the space round it.
    fn take_paragraph(
        &mut self,
        engine: &mut Engine,
        paragraph: &'a Packed<ParElem>,
        styles: StyleChain<'a>,
    ) -> SourceResult<bool> {
        // The indent of its first line depends on the element before it.
        if !paragraph.first_line_indent.get(styles).amount().is_zero() {
            return Ok(false);
        }
        let place = self.places.next(&paragraph.span());
        let frames = self.lay_lines(engine, paragraph, place, styles)?;
        let leading = paragraph.leading.resolve(styles);
        let needs = needs_of_lines(&frames, leading, styles);
        let around = paragraph.spacing.resolve(styles);
        self.children.push(Child::Space(around.into(), Weakness::Usual));
        for (nth, (frame, need)) in frames.into_iter().zip(needs).enumerate() {
            if nth > 0 {
                self.children.push(Child::Space(leading.into(), Weakness::Leading));
            }
            self.children.push(Child::Line(Line { frame, need }));
        }
        self.children.push(Child::Space(around.into(), Weakness::Usual));
        Ok(true)
    }

    /// Lays out the lines of a paragraph, so far apart that each has a region of its own.
    fn lay_lines(
        &self,
        engine: &mut Engine,
        paragraph: &Packed<ParElem>,
        place: Locator<'a>,
        styles: StyleChain<'a>,
    ) -> SourceResult<Vec<Frame>> {
        let mut apart = paragraph.clone();
        apart.leading.set(Length::from(Abs::pt(APART)));
        let regions = Regions {
            size: Size::new(self.base.x, Abs::pt(TALL)),
            expand: Axes::new(true, false),
            full: self.base.y,
            backlog: &[],
            last: Some(Abs::pt(TALL)),
        };
        let lines = layout_fragment(engine, &apart.pack(), place, styles, regions)?.into_frames();
        let is_bare = lines.iter().all(|line| line.is_empty() && line.height().is_zero());
        Ok(if is_bare { Vec::new() } else { lines })
    }

    /// Takes a block, with the space round it; returns false if it takes a share of the height of a page.
    fn take_block(
        &mut self,
        element: &'a Content,
        block: &'a Packed<BlockElem>,
        styles: StyleChain<'a>,
    ) -> bool {
        let space = |asked: Smart<Spacing>| match asked {
            Smart::Auto => {
                Some(Child::Space(styles.resolve(ParElem::spacing).into(), Weakness::Usual))
            }
            Smart::Custom(Spacing::Rel(amount)) => {
                Some(Child::Space(amount.resolve(styles), Weakness::OfBlock))
            }
            Smart::Custom(Spacing::Fr(_)) => None,
        };
        let has_share = matches!(block.height.get(styles), Sizing::Fr(_));
        let around = space(block.above.get(styles)).zip(space(block.below.get(styles)));
        let Some((above, below)) = around.filter(|_| !has_share) else { return false };
        let once = is_laid_once(block, styles).then_some(true);
        self.children.push(above);
        self.children.push(Child::Block(FlowBlock {
            content: element,
            styles,
            locator: self.places.next(&element.span()),
            sticky: block.sticky.get(styles),
            breakable: block.breakable.get(styles),
            known: RefCell::new(KnownBlock { once, ..KnownBlock::default() }),
        }));
        self.children.push(below);
        true
    }
}

/// Returns for each line the height of all lines that stay with it: the first and the last line of a
/// paragraph are never alone, and three lines stay together.
fn needs_of_lines(lines: &[Frame], leading: Abs, styles: StyleChain) -> Vec<Abs> {
    let costs = styles.get(TextElem::costs);
    let count = lines.len();
    let keeps = |cost: Ratio, other: usize| {
        cost > Ratio::zero() && lines.get(other).is_some_and(|line| !line.is_empty())
    };
    let keeps_first = count >= 2 && keeps(costs.orphan(), 1);
    let keeps_last = count >= 2 && keeps(costs.widow(), count - 2);
    let height = |nth: usize| lines[nth].height();
    let need = |nth: usize| match nth {
        0 if count == 3 && keeps_first && keeps_last => {
            height(0) + leading + height(1) + leading + height(2)
        }
        0 if keeps_first => height(0) + leading + height(1),
        _ if keeps_last && nth >= 2 && nth + 2 == count => height(nth) + leading + height(nth + 1),
        _ => height(nth),
    };
    (0..count).map(need).collect()
}
