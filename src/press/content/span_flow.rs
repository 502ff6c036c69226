//! Text in columns with pieces that stand over all columns. In: the parts of the text in their order.
//! Out: frames, one for each page.
//!
//! Typst lets a piece stand over all columns only as a float at an edge of the page, fills the columns
//! from the left, and knows no text above and below such a piece. Here a piece stands where it is
//! written, and the columns above it are equally high. Where a piece has no room, the text that follows
//! it fills the page first, and the piece stands on top of the next one.

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{
    Array, Content, Dict, NativeElement, Packed, StyleChain, Value, dict, func,
};
use typst::introspection::{Location, Locator, MetadataElem, Tag, TagElem, TagFlags};
use typst::layout::{
    Abs, Axes, BlockElem, ColumnsElem, Fragment, Frame, FrameItem, FrameParent, Inherit, Length,
    PlaceElem, Point, Region, Regions, Size,
};
use typst::syntax::Span;
use typst::utils::hash128;
use typst_layout::layout_fragment;

/// Between the text and a piece over all columns, in points.
const BETWEEN: f64 = 11.0;
/// Above the title of a chapter, in points.
const ABOVE_TITLE: f64 = 20.0;
/// Below the title of a chapter, in points.
const BELOW_TITLE: f64 = 8.0;
/// What must be left of a page for text to begin there, in points.
const LEAST_TEXT: f64 = 44.0;
/// Columns that are no higher than this, in points, are filled from the left: balanced they would hold
/// single lines.
const LEAST_COLUMN: f64 = 40.0;
/// How unequal columns may be, in points.
const UNEQUAL: f64 = 4.0;
/// Columns of text on more pages than this are filled from the left.
const MOST_BALANCED: usize = 24;
/// Text of more pieces than this is filled from the left: each try to balance it costs memory.
const MOST_PIECES: usize = 15_000;
/// Part of a page's height that may stay empty above a piece before the text behind it fills it.
const MOST_EMPTY: f64 = 0.08;
/// Part of a page's height that may stay empty above a piece that has room on one page.
const MOST_EMPTY_ABOVE_WHOLE: f64 = 0.17;
/// Part of a page's height that must be gained where a piece stands on the next page.
const LEAST_GAIN: f64 = 0.04;
/// The same where a chapter begins before the piece.
const LEAST_GAIN_ACROSS: f64 = 0.25;
/// The least part of a page's height that a piece takes on the first of two pages if it has room on one.
const LEAST_TORN: f64 = 0.2;
/// How many pages are tried before it is decided how a piece is set that has no room.
const PAGES_AHEAD: usize = 8;
/// What counts as less waste.
const LESS_WASTE: f64 = 0.004;
/// As how much waste a piece on two pages counts that has room on one: the square of a part of a page.
const TORN: f64 = 0.08;
/// The same of a piece on the page behind its place.
const POSTPONED: f64 = 0.004;
/// With less room than this below the title of a chapter, in points, a piece below it does not wait.
const BARE: f64 = 80.0;
/// The most pieces that wait for the next page.
const MOST_WAITING: usize = 3;
/// Part of a page's height that these may take.
const MOST_OWED: f64 = 0.96;
/// The same where another piece goes on behind them.
const MOST_TORN: f64 = 0.5;

/// Sets text in two columns, with pieces over both. A part is a dictionary: `text` of content in columns
/// (or in one, if it is `single`), or `body` of a piece with what leads to it (`lead`), whether it stays with what follows (`title`)
/// and begins a page (`new-page`),
/// and, if it may stand on the next page, what stands in its place then (`pointer`) and what above it
/// (`head`).
#[func]
pub(in crate::press) fn span_flow(
    /// Between two columns.
    gutter: Length,
    /// The parts in their order.
    parts: Array,
) -> Content {
    let data = MetadataElem::new(Value::Dict(dict! { "gutter" => gutter, "parts" => parts }));
    BlockElem::multi_layouter(Packed::new(data), compose_pages).pack()
}

/// A part of the text.
enum Part {
    /// Text in columns, or over all of them.
    Text { single: bool, body: Content },
    /// A piece over all columns.
    Piece(Piece),
}

/// A piece over all columns.
struct Piece {
    /// What leads to it, such as its heading.
    lead: Content,
    body: Content,
    /// Whether it stays with what follows.
    title: bool,
    /// Whether it begins a page.
    begins_page: bool,
    /// If it may stand on the next page: what stands in its place, and above it there.
    elsewhere: Option<(Content, Content)>,
}

impl Part {
    fn of(value: Value) -> Option<Self> {
        let part: Dict = value.cast().ok()?;
        let content = |key: &str| -> Option<Content> {
            let value = part.get(key).ok().filter(|value| **value != Value::None)?;
            value.clone().cast().ok()
        };
        let holds = |key: &str| part.get(key).is_ok_and(|value| *value == Value::Bool(true));
        if let Some(text) = content("text") {
            return Some(Self::Text { single: holds("single"), body: text });
        }
        let elsewhere = content("pointer").zip(content("head").or(Some(Content::empty())));
        Some(Self::Piece(Piece {
            lead: content("lead").unwrap_or_default(),
            body: content("body")?,
            title: holds("title"),
            begins_page: holds("new-page"),
            elsewhere,
        }))
    }
}

/// Lays out all parts; the regions are the pages.
fn compose_pages(
    data: &Packed<MetadataElem>,
    engine: &mut Engine,
    locator: Locator,
    styles: StyleChain,
    regions: Regions,
) -> SourceResult<Fragment> {
    let data: Dict = data.value.clone().cast().unwrap_or_default();
    let gutter = data.get("gutter").ok().and_then(|gutter| gutter.clone().cast().ok());
    let parts = data.get("parts").ok().and_then(|parts| parts.clone().cast::<Array>().ok());
    let parts: Vec<Part> = parts.into_iter().flatten().filter_map(Part::of).collect();
    let mut split = locator.split();
    let locators = (0..parts.len()).map(|nth| split.next(&nth)).collect();
    let gutter = gutter.unwrap_or_default();
    let mut composer = Composer { engine, styles, gutter, locators, looks_ahead: false };
    composer.compose(&parts, Sheets::new(regions))
}

/// Pages in the making.
#[derive(Clone)]
struct Sheets<'a> {
    /// The page at hand and those behind it.
    regions: Regions<'a>,
    pages: Vec<Frame>,
    /// What stands on the page at hand, and how far down.
    page: Vec<(Abs, Frame)>,
    /// Where the page at hand is free.
    top: Abs,
    /// Whether the last on the page is the title of a chapter.
    titled: bool,
    /// Pieces that come on top of later pages, each with the number of its page.
    owed: Vec<(usize, Frame)>,
    /// Whether a chapter began before these.
    across: bool,
}

impl<'a> Sheets<'a> {
    fn new(regions: Regions<'a>) -> Self {
        let (pages, page, owed) = (Vec::new(), Vec::new(), Vec::new());
        let top = Abs::zero();
        Self { regions, pages, page, top, titled: false, owed, across: false }
    }

    /// Whether nothing that has a height stands on the page.
    fn is_fresh(&self) -> bool {
        self.top <= Abs::zero()
    }

    /// Above what comes next: nothing at the top of a page.
    fn gap(&self, usual: f64) -> Abs {
        match (self.is_fresh(), self.titled) {
            (true, _) => Abs::zero(),
            (false, true) => Abs::pt(BELOW_TITLE),
            (false, false) => Abs::pt(usual),
        }
    }

    /// How much of the page at hand is free.
    fn rest(&self) -> Abs {
        self.regions.size.y - self.top
    }

    /// The next page, unless this one is empty or the last.
    fn turn(&mut self) {
        if !self.is_fresh() {
            self.turn_even_if_empty();
        }
    }

    /// A page on which nothing stands, behind all that is owed.
    fn turn_behind_all(&mut self) {
        while !self.owed.is_empty() && self.regions.may_break() {
            self.turn_even_if_empty();
        }
        self.turn();
    }

    /// The next page, with what is owed there on top.
    fn turn_even_if_empty(&mut self) {
        if !self.regions.may_break() {
            return;
        }
        self.close();
        self.regions.next();
        self.pay();
    }

    /// Puts what is owed on the page at hand.
    fn pay(&mut self) {
        let at = self.pages.len();
        let (due, later) = std::mem::take(&mut self.owed).into_iter().partition(|own| own.0 <= at);
        self.owed = later;
        for (_, piece) in due {
            self.put(piece, BETWEEN);
        }
    }

    /// Height of what is owed on a page, with what is empty below it.
    fn owed_height(&self, page: usize) -> Abs {
        let due = self.owed.iter().filter(|own| own.0 == page);
        due.map(|(_, piece)| piece.height() + Abs::pt(BETWEEN)).sum()
    }

    /// Takes the title of a chapter from the foot of the page to the next one; false if it has that page
    /// to itself already.
    fn carry_title(&mut self) -> bool {
        let at = self.page.iter().rposition(|(_, frame)| frame.height() > Abs::zero());
        let Some(at) = at.filter(|at| self.page[*at].0 > Abs::zero()) else { return false };
        let (top, title) = self.page.remove(at);
        self.top = top;
        self.turn();
        self.put(title, ABOVE_TITLE);
        self.titled = true;
        true
    }

    fn close(&mut self) {
        let mut frame = Frame::soft(Size::new(self.regions.size.x, self.top));
        for (top, part) in self.page.drain(..) {
            frame.push_frame(Point::with_y(top), part);
        }
        self.pages.push(frame);
        self.top = Abs::zero();
        self.titled = false;
    }

    fn put(&mut self, frame: Frame, gap: f64) {
        if frame.height() <= Abs::zero() {
            self.page.push((self.top, frame));
            return;
        }
        let top = self.top + self.gap(gap);
        self.top = top + frame.height();
        self.page.push((top, frame));
        self.titled = false;
    }

    /// Frames, each on the page of its slot.
    fn put_pages(&mut self, frames: Vec<Frame>, gap: f64) {
        let slots = self.slots(Abs::zero(), frames.len());
        for (nth, frame) in frames.into_iter().enumerate() {
            let page = slots.get(nth).map_or(self.pages.len() + 1, |slot| slot.page);
            while self.pages.len() < page && self.regions.may_break() {
                self.turn_even_if_empty();
            }
            self.put(frame, gap);
        }
    }

    /// Where content can go on, `gap` below what stands on the page at hand: at least so many places, and
    /// all pages on which something is owed and room is left.
    fn slots(&self, gap: Abs, count: usize) -> Vec<Slot> {
        let height = (self.rest() - gap).max(Abs::zero());
        let mut slots = vec![Slot { page: self.pages.len(), height }];
        let count = count.max(1 + self.regions.backlog.len());
        let owed = self.owed.iter().map(|own| own.0).max().unwrap_or(0);
        for page in self.pages.len() + 1.. {
            let nth = page - self.pages.len() - 1;
            let bare = self.regions.backlog.get(nth).copied().or(self.regions.last);
            let Some(bare) = bare.filter(|_| slots.len() < count || page <= owed + 1) else {
                break;
            };
            let height = bare - self.owed_height(page);
            if page > owed || height > Abs::pt(LEAST_TEXT) {
                slots.push(Slot { page, height });
            }
        }
        slots
    }

    /// Whether a piece that has no room usually stands on the next page.
    fn usually_turns(&self, frames: &[Frame], is_torn: bool) -> bool {
        let bare = self.rest() <= self.regions.full * MOST_EMPTY_ABOVE_WHOLE;
        begins_behind(frames) || is_torn && (bare || self.is_scrap(frames)) || self.is_torn_here()
    }

    /// Whether only a scrap of what does not fit would stand on the page at hand.
    fn is_scrap(&self, frames: &[Frame]) -> bool {
        frames.first().is_some_and(|first| first.height() < self.regions.full * LEAST_TORN)
    }

    /// Whether what does not fit on the page at hand would go on between pieces that are owed.
    fn is_torn_here(&self) -> bool {
        self.owed_height(self.pages.len() + 1) > self.regions.full * MOST_TORN
    }

    fn finish(mut self) -> Fragment {
        if !self.owed.is_empty() {
            self.turn_behind_all();
        }
        if self.pages.is_empty() || !self.page.is_empty() {
            self.close();
        }
        Fragment::frames(self.pages)
    }
}

/// A page with room: its number, and how much.
struct Slot {
    page: usize,
    height: Abs,
}

/// Text that waits to be set, and the number of its first part.
#[derive(Default, Clone)]
struct Waiting {
    text: Vec<Content>,
    first: usize,
    single: bool,
}

impl Waiting {
    /// Whether text with one column, or with several, can be set together with this.
    fn takes(&self, single: bool) -> bool {
        self.text.is_empty() || self.single == single
    }

    fn push(&mut self, content: Content, nth: usize) {
        if self.text.is_empty() {
            self.first = nth;
        }
        self.text.push(content);
    }
}

/// A piece over all columns among the parts of the text.
struct PiecePlace<'p> {
    piece: &'p Piece,
    /// Its number.
    nth: usize,
    parts: &'p [Part],
}

/// How a piece is set that has no room on the page at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As looks best on this page alone.
    Usual,
    /// Here as far as it has room, and the rest on the next page.
    Here,
    /// On the next page, and what is empty here stays so.
    NextPage,
    /// On top of the next page; the text behind it goes on here.
    Postponed,
    /// The page was turned for it.
    Turned,
}

/// What became of a piece.
enum PieceSet {
    /// It has room where it is written.
    HasRoom,
    /// It is set in the way that was asked for.
    Chosen,
    /// It cannot be set in this way.
    Impossible,
}

/// How far the text is set.
#[derive(Clone)]
struct Setting<'a> {
    sheets: Sheets<'a>,
    waiting: Waiting,
    /// The number of the next part.
    at: usize,
    /// What pieces on two pages, and pieces that wait for the next page, count as waste.
    blemishes: f64,
}

struct Composer<'a, 'e, 's> {
    engine: &'a mut Engine<'e>,
    styles: StyleChain<'s>,
    gutter: Length,
    locators: Vec<Locator<'a>>,
    /// Whether pages are set only to see how much they waste.
    looks_ahead: bool,
}

impl<'a> Composer<'a, '_, '_> {
    fn compose(&mut self, parts: &[Part], sheets: Sheets<'a>) -> SourceResult<Fragment> {
        let mut setting = Setting { sheets, waiting: Waiting::default(), at: 0, blemishes: 0.0 };
        while self.set_next(&mut setting, parts)? {}
        Ok(setting.sheets.finish())
    }

    /// Sets the next part; false if there is none, and everything is set.
    fn set_next(&mut self, setting: &mut Setting<'a>, parts: &[Part]) -> SourceResult<bool> {
        let nth = setting.at;
        let Some(part) = parts.get(nth) else {
            self.set_text(setting)?;
            return Ok(false);
        };
        setting.at += 1;
        match part {
            Part::Text { single, body } => {
                if !setting.waiting.takes(*single) {
                    self.set_text(setting)?;
                }
                setting.waiting.single = *single;
                setting.waiting.push(body.clone(), nth);
            }
            Part::Piece(piece) if piece.title => {
                self.set_text(setting)?;
                self.set_title(&mut setting.sheets, piece, nth)?;
            }
            Part::Piece(piece) => self.set_piece(setting, piece, nth, parts)?,
        }
        Ok(true)
    }

    /// Sets the text that waits.
    fn set_text(&mut self, setting: &mut Setting<'a>) -> SourceResult<()> {
        let (waiting, sheets) = (std::mem::take(&mut setting.waiting), &mut setting.sheets);
        if waiting.text.is_empty() {
            return Ok(());
        }
        let room = sheets.rest() - sheets.gap(BETWEEN);
        if room < Abs::pt(LEAST_TEXT) && !sheets.titled {
            sheets.turn();
        }
        let mut frames = self.columns(sheets, &waiting)?;
        while sheets.titled && begins_with_scrap(&frames) && sheets.carry_title() {
            frames = self.columns(sheets, &waiting)?;
        }
        sheets.put_pages(frames, BETWEEN);
        Ok(())
    }

    /// The title of a chapter, with room for text below it.
    fn set_title(
        &mut self,
        sheets: &mut Sheets<'a>,
        piece: &Piece,
        nth: usize,
    ) -> SourceResult<()> {
        if piece.begins_page {
            sheets.turn_behind_all();
        }
        let room = sheets.rest() - sheets.gap(ABOVE_TITLE);
        let frames = self.lay(sheets, &piece.body, nth, &[sheets.regions.full])?;
        let height = frames.first().map_or(Abs::zero(), Frame::height);
        if height + Abs::pt(BELOW_TITLE + LEAST_TEXT) > room {
            sheets.turn();
        }
        sheets.across |= !sheets.owed.is_empty();
        sheets.put_pages(frames, ABOVE_TITLE);
        sheets.titled = true;
        Ok(())
    }

    /// Sets the text that waits and a piece behind it. Where the piece has no room, each way to set it is
    /// tried, and the one is taken that wastes the least on the next pages.
    fn set_piece(
        &mut self,
        setting: &mut Setting<'a>,
        piece: &Piece,
        nth: usize,
        parts: &[Part],
    ) -> SourceResult<()> {
        let place = PiecePlace { piece, nth, parts };
        if self.looks_ahead {
            self.set_piece_by(setting, &place, Way::Usual)?;
            return Ok(());
        }
        let first = setting.sheets.pages.len();
        let mut best: Option<(f64, Setting<'a>)> = None;
        for way in [Way::Usual, Way::Here, Way::NextPage, Way::Postponed] {
            let mut tried = setting.clone();
            match self.set_piece_by(&mut tried, &place, way)? {
                PieceSet::HasRoom => {
                    *setting = tried;
                    return Ok(());
                }
                PieceSet::Chosen => {
                    let waste = self.waste_ahead(tried.clone(), first, parts)?;
                    if best.as_ref().is_none_or(|(least, _)| waste < *least - LESS_WASTE) {
                        best = Some((waste, tried));
                    }
                }
                PieceSet::Impossible => {}
            }
        }
        if let Some((_, chosen)) = best {
            *setting = chosen;
        }
        Ok(())
    }

    /// How much is wasted on a few pages from `first` on, if everything behind is set as usual.
    fn waste_ahead(
        &mut self,
        mut setting: Setting<'a>,
        first: usize,
        parts: &[Part],
    ) -> SourceResult<f64> {
        let end = first + PAGES_AHEAD;
        self.looks_ahead = true;
        while setting.sheets.pages.len() < end && self.set_next(&mut setting, parts)? {}
        self.looks_ahead = false;
        let sheets = &setting.sheets;
        let bare = |page: &Frame| 1.0 - page.height() / sheets.regions.full;
        let pages = sheets.pages.iter().take(end).skip(first);
        Ok(setting.blemishes + pages.map(|page| bare(page).max(0.0).powi(2)).sum::<f64>())
    }

    /// Sets the text that waits and a piece behind it in one way.
    fn set_piece_by(
        &mut self,
        setting: &mut Setting<'a>,
        place: &PiecePlace<'_>,
        way: Way,
    ) -> SourceResult<PieceSet> {
        let PiecePlace { piece, nth, parts } = *place;
        let mut before = setting.clone();
        let mut way = way;
        self.set_text(setting)?;
        let body = Content::sequence([piece.lead.clone(), piece.body.clone()]);
        loop {
            let sheets = &mut setting.sheets;
            let frames = self.lay_rest(sheets, &body, nth)?;
            let has_no_room = begins_behind(&frames) || self.is_lead_alone(&frames, place)?;
            let sheets = &mut setting.sheets;
            if sheets.titled && begins_with_scrap(&frames) && sheets.carry_title() {
                continue;
            }
            let full = sheets.regions.full;
            let is_torn =
                frames.len() > 1 && self.lay(sheets, &piece.body, nth, &[full])?.len() == 1;
            let may_turn = !sheets.is_fresh() || !sheets.owed.is_empty();
            let may_turn = may_turn && sheets.regions.may_break();
            let turns = match way {
                _ if frames.len() == 1 => false,
                Way::Usual => {
                    let other =
                        self.usually_postponed((before, &frames, is_torn), place, &setting.sheets)?;
                    if let Some(other) = other {
                        *setting = other;
                        return Ok(PieceSet::Chosen);
                    }
                    has_no_room || setting.sheets.usually_turns(&frames, is_torn)
                }
                Way::Postponed => {
                    let landing = sheets.pages.len() + 1;
                    let Some(other) = self.postponed(before, piece, nth, landing, parts)? else {
                        return Ok(PieceSet::Impossible);
                    };
                    *setting = other;
                    return Ok(PieceSet::Chosen);
                }
                Way::Here if has_no_room || is_torn && sheets.is_scrap(&frames) => {
                    return Ok(PieceSet::Impossible);
                }
                Way::Here => false,
                Way::NextPage if !may_turn => return Ok(PieceSet::Impossible),
                Way::NextPage => true,
                Way::Turned => {
                    if let Some(other) =
                        self.usually_postponed((before, &frames, is_torn), place, &setting.sheets)?
                    {
                        *setting = other;
                        return Ok(PieceSet::Chosen);
                    }
                    has_no_room || setting.sheets.usually_turns(&frames, is_torn)
                }
            };
            let sheets = &mut setting.sheets;
            if !turns || !may_turn {
                let had_room = frames.len() == 1 && way == Way::Usual;
                setting.blemishes += if is_torn { TORN } else { 0.0 };
                sheets.put_pages(frames, BETWEEN);
                return Ok(if had_room { PieceSet::HasRoom } else { PieceSet::Chosen });
            }
            if !(sheets.titled && sheets.carry_title()) {
                sheets.turn_even_if_empty();
            }
            before = setting.clone();
            way = Way::Turned;
        }
    }

    /// Whether of a piece that has no room only what leads to it would stand on the page at hand.
    fn is_lead_alone(&mut self, frames: &[Frame], place: &PiecePlace<'_>) -> SourceResult<bool> {
        let [first, _, ..] = frames else { return Ok(false) };
        let width = first.width();
        let pod = Region::new(Size::new(width, Abs::inf()), Axes::new(true, false)).into();
        let locator = self.locators[place.nth].relayout();
        let lead = layout_fragment(self.engine, &place.piece.lead, locator, self.styles, pod)?;
        let lead = lead.into_iter().map(|frame| frame.height()).sum::<Abs>();
        Ok(lead > Abs::zero() && first.height() < lead + Abs::pt(LEAST_TEXT / 2.0))
    }

    /// As [`Composer::postponed`] where much of the page at hand stays empty above a piece otherwise,
    /// and what follows fills it.
    fn usually_postponed(
        &mut self,
        (before, frames, is_torn): (Setting<'a>, &[Frame], bool),
        place: &PiecePlace<'_>,
        sheets: &Sheets<'a>,
    ) -> SourceResult<Option<Setting<'a>>> {
        let has_no_room = begins_behind(frames);
        let (full, used) = (sheets.regions.full, frames.first().map_or(Abs::zero(), Frame::height));
        let gap = if has_no_room { Abs::zero() } else { sheets.gap(BETWEEN) };
        let filled = if is_torn { sheets.top } else { sheets.top + gap + used };
        if full - filled <= full * MOST_EMPTY {
            return Ok(None);
        }
        let landing = sheets.pages.len() + 1;
        let other = self.postponed(before, place.piece, place.nth, landing, place.parts)?;
        let is_torn = is_torn && !has_no_room;
        let least = if is_torn { full * (1.0 - MOST_EMPTY_ABOVE_WHOLE) } else { Abs::zero() };
        Ok(other.filter(|own| own.gains(landing, filled) && own.page_height(landing) >= least))
    }

    /// As everything up to the end of the page before `landing` is set if a piece stands on top of that
    /// page; none where it cannot.
    fn postponed(
        &mut self,
        mut setting: Setting<'a>,
        piece: &Piece,
        nth: usize,
        landing: usize,
        parts: &[Part],
    ) -> SourceResult<Option<Setting<'a>>> {
        let Some((pointer, head)) = &piece.elsewhere else { return Ok(None) };
        let is_bare = setting.waiting.text.is_empty() || setting.sheets.rest() < Abs::pt(BARE);
        if setting.sheets.titled && is_bare {
            return Ok(None);
        }
        let sheets = &mut setting.sheets;
        let last = sheets.owed.last().map_or(landing, |own| own.0);
        if sheets.owed.len() >= MOST_WAITING || last != landing {
            return Ok(None);
        }
        let full = sheets.regions.full;
        let owed = sheets.owed_height(landing);
        let free = if sheets.owed.is_empty() { full } else { full * MOST_OWED - owed };
        let free = free.max(Abs::zero());
        let body = Content::sequence([head.clone(), piece.body.clone()]);
        let frames = self.lay(sheets, &body, nth, &[free, full])?;
        if frames.len() > 1 && (!sheets.owed.is_empty() || begins_behind(&frames)) {
            return Ok(None);
        }
        let (place, location) = self.logical_place(nth);
        let belonging = frames.into_iter().map(|mut frame| {
            frame.set_parent(FrameParent::new(location, Inherit::Yes));
            frame
        });
        sheets.across &= !sheets.owed.is_empty();
        sheets.owed.extend((landing..).zip(belonging));
        setting.blemishes += POSTPONED;
        if !setting.waiting.takes(false) {
            self.set_text(&mut setting)?;
        }
        setting.waiting.push(Content::sequence([piece.lead.clone(), place, pointer.clone()]), nth);
        while setting.sheets.pages.len() < landing && self.set_next(&mut setting, parts)? {}
        Ok(Some(setting))
    }

    /// Where a piece that stands on the next page is read: what marks the place in the text, and its
    /// location, to which the frames of the piece belong. It is that of a float, as only floats may stand
    /// amid a list or a paragraph of tagged pages.
    fn logical_place(&mut self, nth: usize) -> (Content, Location) {
        let mut place = Packed::new(PlaceElem::new(Content::empty()).with_float(true));
        let key = hash128(&("piece on the next page", nth));
        let mut split = self.locators[nth].relayout().split();
        let location = split.next_location(self.engine, key, Span::detached());
        place.set_location(location);
        let flags = TagFlags { introspectable: true, tagged: true };
        let tags = [Tag::Start(place.pack(), flags), Tag::End(location, key, flags)];
        (Content::sequence(tags.map(TagElem::packed)), location)
    }

    /// Text on the pages from the one at hand on, and on as many more as it needs; on the last one all
    /// columns are about equally high.
    fn columns(&mut self, sheets: &Sheets<'a>, waiting: &Waiting) -> SourceResult<Vec<Frame>> {
        let text = Content::sequence(waiting.text.iter().cloned());
        if waiting.single {
            return self.lay_rest(sheets, &text, waiting.first);
        }
        let columns = ColumnsElem::new(text).with_gutter(self.gutter.into()).pack();
        let mut best = self.lay_rest(sheets, &columns, waiting.first)?;
        let last = best.len() - 1;
        if last >= MOST_BALANCED || best.iter().map(piece_count).sum::<usize>() > MOST_PIECES {
            return Ok(best);
        }
        let height = |frames: &[Frame]| frames.last().map_or(Abs::zero(), Frame::height);
        let (mut low, mut high) = ((height(&best) / 2.0).max(Abs::pt(LEAST_COLUMN)), height(&best));
        let slots = sheets.slots(sheets.gap(BETWEEN), best.len());
        let mut bounds: Vec<Abs> = slots.iter().map(|slot| slot.height).collect();
        while last < bounds.len() && high - low > Abs::pt(UNEQUAL) {
            let tried = (low + high) / 2.0;
            bounds.truncate(last + 1);
            bounds[last] = tried;
            let frames = self.lay(sheets, &columns, waiting.first, &bounds)?;
            // What has no room in a column moves to the next one and stands out of it.
            let reach = frames.last().map_or(Abs::zero(), lowest_end);
            let fits = frames.len() <= last + 1 && reach <= tried + Abs::pt(0.1);
            if fits {
                high = height(&frames).min(tried);
                best = frames;
            } else {
                low = tried;
            }
        }
        Ok(best)
    }

    /// Content on the page at hand, below what stands there, and on those behind it.
    fn lay_rest(
        &mut self,
        sheets: &Sheets<'a>,
        content: &Content,
        nth: usize,
    ) -> SourceResult<Vec<Frame>> {
        let slots = sheets.slots(sheets.gap(BETWEEN), 1);
        let bounds: Vec<Abs> = slots.iter().map(|slot| slot.height).collect();
        self.lay(sheets, content, nth, &bounds)
    }

    /// Content on pages of these heights, and on as many more as it needs.
    fn lay(
        &mut self,
        sheets: &Sheets<'a>,
        content: &Content,
        nth: usize,
        bounds: &[Abs],
    ) -> SourceResult<Vec<Frame>> {
        let regions = Regions {
            size: Size::new(sheets.regions.size.x, bounds[0]),
            expand: Axes::new(true, false),
            full: sheets.regions.full,
            backlog: &bounds[1..],
            last: sheets.regions.last,
        };
        let locator = self.locators[nth].relayout();
        let fragment = layout_fragment(self.engine, content, locator, self.styles, regions)?;
        Ok(fragment.into_frames())
    }
}

impl Setting<'_> {
    /// Whether the page before `landing` is fuller than `filled`, enough to postpone a piece for it.
    fn gains(&self, landing: usize, filled: Abs) -> bool {
        let page = self.page_height(landing);
        let least = if self.sheets.across { LEAST_GAIN_ACROSS } else { LEAST_GAIN };
        page > filled + self.sheets.regions.full * least
    }

    /// How far the page before `landing` is filled.
    fn page_height(&self, landing: usize) -> Abs {
        self.sheets.pages.get(landing - 1).map_or(self.sheets.top, Frame::height)
    }
}

/// How many words and shapes are in a frame.
fn piece_count(frame: &Frame) -> usize {
    let count = |item: &FrameItem| match item {
        FrameItem::Group(group) => piece_count(&group.frame),
        FrameItem::Text(_) | FrameItem::Shape(..) | FrameItem::Image(..) => 1,
        FrameItem::Link(..) | FrameItem::Tag(_) => 0,
    };
    frame.items().map(|(_, item)| count(item)).sum()
}

/// How far down a frame's words, shapes and pictures reach, also those that stand out of it.
fn lowest_end(frame: &Frame) -> Abs {
    let end = |item: &FrameItem| match item {
        FrameItem::Group(group) => group.transform.ty + lowest_end(&group.frame),
        FrameItem::Shape(shape, _) => shape.geometry.bbox(None).max.y,
        FrameItem::Image(_, size, _) => size.y,
        FrameItem::Text(_) | FrameItem::Link(..) | FrameItem::Tag(_) => Abs::zero(),
    };
    frame.items().map(|(at, item)| at.y + end(item)).fold(Abs::zero(), Abs::max)
}

/// Whether of what has more than one frame hardly a line or two stand in the first.
fn begins_with_scrap(frames: &[Frame]) -> bool {
    frames.len() > 1 && frames[0].height() < Abs::pt(LEAST_TEXT)
}

/// Whether nothing of what has more than one frame stands in the first.
fn begins_behind(frames: &[Frame]) -> bool {
    frames.len() > 1 && frames[0].height() < Abs::pt(1.0)
}
