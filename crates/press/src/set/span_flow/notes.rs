//! Notes at the feet of pages. In: frames of text. Out: the room that their notes take below it.
//!
//! Typst sets the notes below a page after its layout, in the room that is left.

use std::cell::RefCell;
use std::collections::HashMap;
use std::iter::Sum;
use std::ops::Add;
use std::rc::Rc;

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{NativeElement, Packed, StyleChain};
use typst::introspection::{Location, Locator, Tag};
use typst::layout::{Abs, Axes, Frame, FrameItem, Point, Region, Regions, Size};
use typst::model::{FootnoteElem, FootnoteEntry};
use typst_layout::{layout_fragment, layout_frame};

/// Height of a note, in points, from which it may continue at the foot of the next page.
const MOST_WHOLE: f64 = 70.0;
/// Least height of its part on the page of its mark, in points.
const LEAST_BEGUN: f64 = 30.0;
/// Greatest part of a page's height that notes claim; the rest continues at the foot of the next page.
const MOST_CLAIMED: f64 = 0.66;
/// Height that a note in two parts may gain, in points: lines that belong together move to the second one.
const PARTED: f64 = 16.0;

/// Room for text and the notes that it refers to.
#[derive(Clone, Copy, PartialEq)]
pub struct Room {
    /// Greatest height of the text.
    pub text: Abs,
    /// Greatest height of the text with its notes.
    pub whole: Abs,
    /// True if other notes are on the page, below the line that separates them from the text.
    pub noted: bool,
}

impl Room {
    /// Creates a room of this height on a page without other notes.
    pub fn of(height: Abs) -> Self {
        Self { text: height, whole: height, noted: false }
    }
}

/// The heights of notes on a page, each with the space above it.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct NoteHeights {
    all: Abs,
    last: Abs,
}

impl NoteHeights {
    pub fn is_none(self) -> bool {
        self.all <= Abs::zero()
    }

    /// Returns the part of the notes from the page before that continues.
    pub fn carried(height: Abs) -> Self {
        Self { all: height, last: Abs::zero() }
    }
}

impl Add for NoteHeights {
    type Output = Self;

    fn add(self, behind: Self) -> Self {
        let last = if behind.is_none() { self.last } else { behind.last };
        Self { all: self.all + behind.all, last }
    }
}

impl Sum for NoteHeights {
    fn sum<I: Iterator<Item = Self>>(each: I) -> Self {
        each.fold(Self::default(), Add::add)
    }
}

/// The notes of a book that were found in frames.
#[derive(Clone)]
pub struct Notes(Rc<NoteSizes>);

struct NoteSizes {
    /// Size of a page between its margins.
    page: Size,
    /// Height of the line above the notes of a page, with the space above it.
    line: Abs,
    /// Space above each note.
    gap: Abs,
    /// Heights by note, with the notes that it refers to.
    heights: RefCell<HashMap<Location, NoteHeights>>,
    /// Notes of frames, by the address of their items.
    frames: RefCell<HashMap<*const (Point, FrameItem), NotedFrame>>,
}

/// The notes of a frame; the stored frame keeps its items at their address.
struct NotedFrame {
    _frame: Frame,
    notes: NoteHeights,
}

impl Notes {
    /// Prepares notes that are set below text with these styles on such pages.
    pub fn below(engine: &mut Engine, styles: StyleChain, page: Size) -> SourceResult<Self> {
        let line = styles.get_cloned(FootnoteEntry::separator);
        let region = Region::new(page, Axes::new(true, false));
        let line = layout_frame(engine, &line, Locator::root(), styles, region)?;
        Ok(Self(Rc::new(NoteSizes {
            page,
            line: styles.resolve(FootnoteEntry::clearance) + line.height(),
            gap: styles.resolve(FootnoteEntry::gap),
            heights: RefCell::default(),
            frames: RefCell::default(),
        })))
    }

    /// Measures the notes that frames refer to.
    pub fn measure<'f>(
        &self,
        engine: &mut Engine,
        styles: StyleChain,
        frames: impl IntoIterator<Item = &'f Frame>,
    ) -> SourceResult<NoteHeights> {
        let mut found = Vec::new();
        frames.into_iter().for_each(|frame| find_notes(frame, &mut found));
        let mut sum = NoteHeights::default();
        for note in found {
            sum = sum + self.height_of(engine, styles, note)?;
        }
        Ok(sum)
    }

    fn height_of(
        &self,
        engine: &mut Engine,
        styles: StyleChain,
        note: &Packed<FootnoteElem>,
    ) -> SourceResult<NoteHeights> {
        let Some(location) = note.location() else { return Ok(NoteHeights::default()) };
        if let Some(known) = self.0.heights.borrow().get(&location) {
            return Ok(*known);
        }
        // A note that refers to itself counts once.
        self.0.heights.borrow_mut().insert(location, NoteHeights::default());
        let entry = FootnoteEntry::new(note.clone()).pack().spanned(note.span());
        let entry = entry.located(location.variant(1));
        let room = Regions {
            size: Size::new(self.0.page.x, Abs::inf()),
            expand: Axes::new(true, false),
            full: self.0.page.y,
            backlog: &[],
            last: None,
        };
        let locator = Locator::synthesize(location);
        let frames = layout_fragment(engine, &entry, locator, styles, room)?.into_frames();
        let own = self.0.gap + frames.iter().map(Frame::height).sum::<Abs>();
        let inner = self.measure(engine, styles, &frames)?;
        let heights = NoteHeights { all: own, last: own } + inner;
        self.0.heights.borrow_mut().insert(location, heights);
        Ok(heights)
    }

    /// Returns the heights of the notes that a frame refers to, if they are measured already.
    pub fn of(&self, frame: &Frame) -> NoteHeights {
        let items = frame.items().as_slice().as_ptr();
        let mut known = self.0.frames.borrow_mut();
        let known = known.entry(items).or_insert_with(|| {
            let mut found = Vec::new();
            find_notes(frame, &mut found);
            let heights = self.0.heights.borrow();
            let height = |note: &&Packed<FootnoteElem>| heights.get(&note.location()?).copied();
            let notes = found.iter().filter_map(height).sum();
            NotedFrame { _frame: frame.clone(), notes }
        });
        known.notes
    }

    /// Returns the height of notes, with the line above them unless others are on the page.
    pub fn need(&self, notes: NoteHeights, noted: bool) -> Abs {
        match notes.is_none() {
            true => Abs::zero(),
            false => notes.all + if noted { Abs::zero() } else { self.0.line },
        }
    }

    /// Returns the part of that height that must be on the page of the text; the rest continues at the foot
    /// of the next page.
    pub fn claim(&self, notes: NoteHeights, noted: bool) -> Abs {
        let need = self.need(notes, noted);
        let parted = notes.last > Abs::pt(MOST_WHOLE);
        let later = if parted { notes.last - Abs::pt(LEAST_BEGUN) } else { Abs::zero() };
        (need - later).min(self.0.page.y * MOST_CLAIMED)
    }

    /// Returns the height of the notes that continue at the foot of the next page, if those of a page need
    /// `need` and have `room` below the text.
    pub fn carried(&self, need: Abs, room: Abs) -> Abs {
        if room.fits(need) {
            return Abs::zero();
        }
        need - room.max(Abs::zero()) + self.0.gap + Abs::pt(PARTED)
    }

    /// Returns the height of a page between its margins.
    pub fn page_height(&self) -> Abs {
        self.0.page.y
    }
}

/// Finds the notes whose marks are in a frame.
fn find_notes<'f>(frame: &'f Frame, found: &mut Vec<&'f Packed<FootnoteElem>>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => find_notes(&group.frame, found),
            FrameItem::Tag(Tag::Start(element, _)) => {
                found.extend(element.to_packed::<FootnoteElem>().filter(|note| !note.is_ref()));
            }
            _ => {}
        }
    }
}
