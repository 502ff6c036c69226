//! Text in columns with pieces over all columns. In: the parts of the text in their order. Out: frames, one
//! for each page.
//!
//! Typst lets a piece span all columns only as a float at an edge of the page, fills the columns from the
//! left, and cannot set text above and below such a piece. Here a piece is set where it is written, and the
//! columns above it are equally high. If a piece does not fit, the text behind it fills the page first, and
//! the piece is at the top of the next one.

mod asides;
mod children;
mod columns;
mod fill;
mod frames;
mod laid;
mod notes;
mod parts;
mod rounds;
mod search;
mod sheets;
mod tail;
mod text;
mod ways;

use std::collections::{BTreeSet, HashMap};

use typst::comemo::{Tracked, TrackedMut};
use typst::diag::{At, EcoString, SourceResult};
use typst::engine::{Engine, Route};
use typst::foundations::{
    Array, Content, Context, Dict, NativeElement, Packed, Repr, Resolve, Smart, StyleChain, Value,
    func, ty,
};
use typst::introspection::{Location, Locator, MetadataElem};
use typst::layout::{
    Abs, Axes, BlockElem, ColbreakElem, Fragment, Frame, Length, PageElem, Regions, Size,
};
use typst::routines::Arenas;
use typst::syntax::Span;
use typst::text::TextElem;
use typst::utils::{LazyHash, hash128};
use typst_layout::layout_fragment;

use asides::{Asides, MarginColumn};
use fill::PageRooms;
use frames::begins_with_scrap;
use laid::Laid;
use notes::{NoteHeights, Notes, Room};
use parts::{Part, Piece};
use rounds::Rounds;
use sheets::Sheets;
use text::{Stead, Texts, Waiting};
use ways::PiecePlace;

/// Gap between the text and a piece over all columns, in points.
const BETWEEN: f64 = 11.0;
/// Gap above the title of a chapter, in points.
const ABOVE_TITLE: f64 = 20.0;
/// Gap above the title of a chapter that would not fit otherwise, in points.
const LEAST_ABOVE_TITLE: f64 = 13.0;
/// Gap below the title of a chapter, in points.
const BELOW_TITLE: f64 = 8.0;
/// Least height on a page in which text begins, in points.
const LEAST_TEXT: f64 = 34.0;

/// Sets text in two columns, with pieces over both. A part is a dictionary of one of three kinds.
///
/// A part with `text` is content in columns, or in one column if it is `single`; if it is `closed`, the next
/// text begins below it.
///
/// A part with `body` is a piece. Its other entries are the content that leads to it (`lead`), and whether it
/// stays with the next part (`title`), begins a page (`new-page`), has hardly more than a title before it
/// (`bare`) and is a `table`. A piece that may be on the next page has the content in its place (`pointer`)
/// and above it there (`head`). A piece that may be in a column has that form (`column`). A piece that may be
/// in the margin has that form (`aside`) and the name of its place (`name`).
///
/// The last part may be a `tail`: content with pages of its own, which begins below the text if that saves a
/// page.
///
/// The pages are set before Typst places them. Typst would set all of them again for each page with notes.
#[func]
pub fn span_flow(
    engine: &mut Engine,
    context: Tracked<Context>,
    span: Span,
    /// Gap between two columns.
    gutter: Length,
    /// Width of the margin column, if there is one.
    margin: Option<Length>,
    /// The parts in their order.
    parts: Array,
) -> SourceResult<Content> {
    let (styles, location) = (context.styles().at(span)?, context.location().at(span)?);
    let regions = Regions::repeat(page_area(styles), Axes::splat(true));
    let locator = Locator::synthesize(location);
    // Typst determines the nesting of the pages at each layer, and each layer caches it for all layers round
    // it: there are fewer of them if the pages count as the outermost.
    let mut own = Engine {
        world: engine.world,
        library: engine.library,
        introspector: engine.introspector,
        traced: engine.traced,
        sink: TrackedMut::reborrow_mut(&mut engine.sink),
        route: Route::root(),
    };
    let flow = Flow { gutter, margin, parts };
    let pages = compose_pages(&mut own, locator, styles, regions, flow)?;
    let each = pages.into_iter().map(page_block).enumerate();
    Ok(Content::sequence(each.flat_map(|(nth, page)| {
        let end = (nth > 0).then(|| ColbreakElem::new().pack());
        end.into_iter().chain([page])
    })))
}

/// The size of a page between its margins.
fn page_area(styles: StyleChain) -> Size {
    let length = |length: Smart<Abs>| length.unwrap_or(Abs::inf());
    let (width, height) = (styles.resolve(PageElem::width), styles.resolve(PageElem::height));
    let size = Size::new(length(width), length(height));
    let margin = styles.get(PageElem::margin).unwrap_or_default().sides;
    let margin = margin.map(|side| side.and_then(Smart::custom).unwrap_or_default());
    size - margin.resolve(styles).relative_to(size).sum_by_axis()
}

/// A finished page.
#[ty]
#[derive(Debug, Clone, PartialEq, Hash)]
struct SetPage(LazyHash<Frame>);

impl Repr for SetPage {
    fn repr(&self) -> EcoString {
        "set-page".into()
    }
}

/// Returns a finished page as a block.
fn page_block(page: Frame) -> Content {
    let page = Packed::new(MetadataElem::new(Value::dynamic(SetPage(LazyHash::new(page)))));
    let block = BlockElem::single_layouter(page, |page, _, _, _, _| {
        let page: Option<SetPage> = page.value.clone().cast().ok();
        Ok((*page.expect("it is set").0).clone())
    });
    block.pack()
}

/// The parts of a text, with the gap between two columns and the width of the margin column.
struct Flow {
    gutter: Length,
    margin: Option<Length>,
    parts: Array,
}

/// Lays out all parts; the regions are the pages.
fn compose_pages(
    engine: &mut Engine,
    locator: Locator,
    styles: StyleChain,
    regions: Regions,
    Flow { gutter, margin, parts }: Flow,
) -> SourceResult<Fragment> {
    let notes = Notes::below(engine, styles, Size::new(regions.size.x, regions.full))?;
    let wide = |length: Length| length.at(styles.resolve(TextElem::size));
    let margin = margin.map(|width| MarginColumn { width: wide(width), gutter: wide(gutter) });
    let mut regions = regions;
    if let Some(margin) = margin {
        regions.size.x = (regions.size.x - margin.width - margin.gutter).max(Abs::zero());
    }
    let parts: Vec<Part> = parts.into_iter().filter_map(Part::of).collect();
    let mut split = locator.split();
    let locators = (0..parts.len()).map(|nth| split.next(&nth)).collect();
    let across = BTreeSet::new();
    let has_pieces = parts.iter().any(|part| matches!(part, Part::Piece(piece) if !piece.title));
    let rounds = has_pieces.then(|| Rounds::read(engine, &mut split));
    let (arenas, texts) = (Arenas::default(), Texts::default());
    let (laid, feet, ends) = (HashMap::new(), HashMap::new(), HashMap::new());
    let gutter = gutter.resolve(styles);
    let mut composer = Composer {
        engine,
        styles,
        gutter,
        margin,
        across,
        locators,
        rounds,
        arenas: &arenas,
        texts,
        laid,
        feet,
        ends,
        notes: notes.clone(),
    };
    composer.compose(&parts, Sheets::new(regions, notes))
}

/// The promise that the pointer to a piece is on the page before it.
#[derive(Clone)]
struct Promise {
    /// Location of its pointer.
    pointer: Location,
    /// Number of the page of the piece.
    landing: usize,
    /// Number of pages that were searched for it.
    seen: usize,
}

/// A state of the text while it is set.
#[derive(Clone)]
struct Setting<'a> {
    sheets: Sheets<'a>,
    waiting: Waiting,
    /// Index of the next part.
    at: usize,
    /// Waste of pieces on two pages, and of pieces that wait for the next page.
    blemishes: f64,
    /// Pointers to pieces that are owed, and the pages of these.
    promises: Vec<Promise>,
    /// The pieces in the margin.
    asides: Asides,
    /// The ways that were taken, and the feet of columns, by the state of the pages.
    taken: Dict,
}

/// Content on pages, with the notes of each.
struct NotedFrames {
    frames: Vec<Frame>,
    notes: Vec<NoteHeights>,
}

struct Composer<'a, 'e, 'w> {
    engine: &'e mut Engine<'w>,
    styles: StyleChain<'a>,
    /// Gap between two columns.
    gutter: Abs,
    margin: Option<MarginColumn>,
    /// Numbers of the pieces that would have a page to themselves in the margin.
    across: BTreeSet<usize>,
    locators: Vec<Locator<'a>>,
    /// The record of the round before, if there are pieces.
    rounds: Option<Rounds>,
    /// Storage of the content of the texts.
    arenas: &'a Arenas,
    /// The texts that were collected in this round.
    texts: Texts<'a>,
    /// The layouts of this round, by content: settings that are followed side by side ask for the same ones
    /// repeatedly.
    laid: HashMap<u128, Vec<Laid>>,
    /// Depth of the columns of a text that fits on one page, by its content.
    feet: HashMap<u128, Abs>,
    /// Last page and depth of the columns of a text on several pages, by the content of that page when its
    /// left column is filled first.
    ends: HashMap<u128, (Frame, Abs)>,
    notes: Notes,
}

impl<'a> Composer<'a, '_, '_> {
    fn compose(&mut self, parts: &[Part], sheets: Sheets<'a>) -> SourceResult<Fragment> {
        let (waiting, taken) = (Waiting::default(), Dict::new());
        let (promises, asides) = (Vec::new(), Asides::default());
        let begin = Setting { sheets, waiting, at: 0, blemishes: 0.0, promises, asides, taken };
        loop {
            let setting = self.search(begin.clone(), parts)?;
            let (pages, feet) = setting.sheets.finish();
            let Some(margin) = self.margin else {
                return Ok(self.told(setting.taken, pages));
            };
            // No page is made for its margin alone.
            let Some(last) = setting.asides.last_behind(pages.as_slice()) else {
                let asides = setting.asides.above(&feet, self.notes.page_height());
                return Ok(self.told(setting.taken, asides.beside(pages, margin)));
            };
            self.across.insert(last);
        }
    }

    /// Returns the pages with the record for the next round.
    fn told(&self, taken: Dict, pages: Fragment) -> Fragment {
        match &self.rounds {
            Some(rounds) => rounds.tell(taken, pages),
            None => pages,
        }
    }

    /// Sets the next part; returns false if everything is set.
    fn set_next(&mut self, setting: &mut Setting<'a>, parts: &[Part]) -> SourceResult<bool> {
        let nth = setting.at;
        let Some(part) = parts.get(nth) else {
            self.set_text(setting)?;
            return Ok(false);
        };
        setting.at += 1;
        match part {
            Part::Text { single, closed, body } => {
                if !setting.waiting.takes(*single) {
                    self.set_text(setting)?;
                }
                setting.waiting.single = *single;
                self.wait(&mut setting.waiting, (nth, Stead::Text), || body.clone());
                if *closed {
                    self.set_text(setting)?;
                }
            }
            Part::Tail(body) => {
                self.set_text(setting)?;
                self.set_tail(&mut setting.sheets, body, nth)?;
            }
            Part::Piece(piece) if piece.title => {
                self.set_text(setting)?;
                self.set_title(&mut setting.sheets, piece, nth)?;
            }
            Part::Piece(piece) => {
                let place = PiecePlace { piece, nth };
                if !self.set_aside(setting, &place)? {
                    self.set_piece(setting, &place)?;
                }
            }
        }
        Ok(true)
    }

    /// True if these pages only show the next round on which page each element is.
    fn is_first_round(&self) -> bool {
        self.rounds.as_ref().is_some_and(|rounds| rounds.is_first)
    }

    /// Sets the text that waits.
    fn set_text(&mut self, setting: &mut Setting<'a>) -> SourceResult<()> {
        let (waiting, sheets) = (std::mem::take(&mut setting.waiting), &mut setting.sheets);
        if waiting.is_empty() {
            return Ok(());
        }
        let room = sheets.rest() - sheets.gap(BETWEEN);
        if room < Abs::pt(LEAST_TEXT) && !sheets.titled {
            sheets.turn();
        }
        let mut frames = self.columns(setting, &waiting)?;
        while setting.sheets.titled && begins_with_scrap(&frames) && setting.sheets.carry_title() {
            frames = self.columns(setting, &waiting)?;
        }
        setting.sheets.put_pages(frames, BETWEEN);
        Ok(())
    }

    /// Sets the title of a chapter, with room for text below it.
    fn set_title(
        &mut self,
        sheets: &mut Sheets<'a>,
        piece: &Piece,
        nth: usize,
    ) -> SourceResult<()> {
        if piece.begins_page {
            sheets.turn_behind_all();
        }
        let frames = self.lay(sheets, &piece.body, nth, &[Room::of(sheets.regions.full)])?;
        let height = frames.first().map_or(Abs::zero(), Frame::height);
        let notes = frames.first().map(|frame| self.notes.of(frame)).unwrap_or_default();
        let foot = self.notes.need(notes, sheets.is_noted());
        let least = height + Abs::pt(BELOW_TITLE + LEAST_TEXT) + foot;
        let has_room = |above: &f64| least <= sheets.rest() - sheets.gap(*above);
        let above = [ABOVE_TITLE, LEAST_ABOVE_TITLE].into_iter().find(has_room);
        if above.is_none() {
            sheets.turn();
        }
        sheets.put_pages(frames, above.unwrap_or(ABOVE_TITLE));
        sheets.titled = true;
        Ok(())
    }

    /// Lays out content on the current page, below its content, and on those behind it.
    fn lay_rest(
        &mut self,
        sheets: &Sheets<'a>,
        content: &Content,
        nth: usize,
    ) -> SourceResult<Vec<Frame>> {
        let rooms = sheets.rooms(sheets.gap(BETWEEN), 1);
        self.lay(sheets, content, nth, &rooms)
    }

    /// Lays out content on pages with these rooms, and on as many more as it needs.
    fn lay(
        &mut self,
        sheets: &Sheets<'a>,
        content: &Content,
        nth: usize,
        rooms: &[Room],
    ) -> SourceResult<Vec<Frame>> {
        let Regions { last, full, .. } = sheets.regions;
        let rooms = PageRooms { first: rooms, last, full };
        self.lay_based(content, nth, sheets.regions.size.x, &rooms)
    }

    /// Lays out content of this width on such pages; it takes `full` of the rooms for the height of a whole
    /// page.
    fn lay_based(
        &mut self,
        content: &Content,
        nth: usize,
        width: Abs,
        rooms: &PageRooms,
    ) -> SourceResult<Vec<Frame>> {
        let PageRooms { first, last, full } = *rooms;
        let key = hash128(&(content, nth, full));
        let room = |nth: usize| first.get(nth).copied().or(last.map(Room::of));
        if let Some(frames) = self.known_frames(key, &room) {
            return Ok(frames);
        }
        let mut heights: Vec<Abs> = first.iter().map(|room| room.text).collect();
        let mut laid = self.lay_noted(content, nth, rooms.regions(width, &heights))?;
        let is_noted = laid.notes.iter().any(|notes| !notes.is_none());
        let mut tries = first.len() + laid.frames.len() + 1;
        // Content makes room for its notes page by page, and takes those of later pages along.
        while is_noted && let Some(short) = self.first_short(&laid, &heights, &room) {
            if tries == 0 {
                let asked: Vec<Abs> = first.iter().map(|room| room.text).collect();
                laid = self.lay_noted(content, nth, rooms.regions(width, &asked))?;
                break;
            }
            tries -= 1;
            for (page, notes) in laid.notes.iter().enumerate().skip(short) {
                let Some(room) = room(page) else { break };
                let height = room.text.min(room.whole - self.notes.claim(*notes, room.noted));
                heights.resize(heights.len().max(page + 1), room.text);
                heights[page] = height.max(Abs::zero());
            }
            laid = self.lay_noted(content, nth, rooms.regions(width, &heights))?;
        }
        let NotedFrames { frames, notes } = laid;
        let need = |(frame, notes): (&Frame, &NoteHeights)| {
            frame.height() + self.notes.need(*notes, false)
        };
        let needs = is_noted.then(|| frames.iter().zip(&notes).map(need).collect());
        self.laid.entry(key).or_default().push(Laid::new(frames.as_slice().into(), &room, needs));
        Ok(frames)
    }

    /// Lays out content on pages, with the notes of each.
    fn lay_noted(
        &mut self,
        content: &Content,
        nth: usize,
        regions: Regions,
    ) -> SourceResult<NotedFrames> {
        let locator = self.locators[nth].relayout();
        let laid = layout_fragment(self.engine, content, locator, self.styles, regions)?;
        let frames = laid.into_frames();
        let notes =
            frames.iter().map(|frame| self.notes.measure(self.engine, self.styles, [frame]));
        Ok(NotedFrames { notes: notes.collect::<SourceResult<_>>()?, frames })
    }

    /// Returns the first page that has no room for its notes and can make some.
    fn first_short(
        &self,
        laid: &NotedFrames,
        heights: &[Abs],
        room: &impl Fn(usize) -> Option<Room>,
    ) -> Option<usize> {
        let mut each = laid.frames.iter().zip(&laid.notes).enumerate();
        let short = each.find(|(nth, (frame, notes))| {
            let Some(room) = room(*nth) else { return false };
            let free = room.whole - self.notes.claim(**notes, room.noted);
            let height = heights.get(*nth).copied().unwrap_or(room.text);
            !notes.is_none() && !free.fits(frame.height()) && height > free.max(Abs::zero())
        });
        short.map(|(nth, _)| nth)
    }

    /// Returns the frames that are laid out already, on pages with these rooms.
    fn known_frames(
        &self,
        key: u128,
        rooms: &impl Fn(usize) -> Option<Room>,
    ) -> Option<Vec<Frame>> {
        let known = self.laid.get(&key)?;
        Some(known.iter().find_map(|known| known.frames_in(rooms))?.to_vec())
    }
}
