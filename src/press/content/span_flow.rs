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
    PlaceElem, Point, Regions, Size,
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
        let content = |key: &str| -> Option<Content> { part.get(key).ok()?.clone().cast().ok() };
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
    let mut composer = Composer { engine, styles, gutter, locators };
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

/// How far the text is set.
#[derive(Clone)]
struct Setting<'a> {
    sheets: Sheets<'a>,
    waiting: Waiting,
    /// The number of the next part.
    at: usize,
}

struct Composer<'a, 'e, 's> {
    engine: &'a mut Engine<'e>,
    styles: StyleChain<'s>,
    gutter: Length,
    locators: Vec<Locator<'a>>,
}

impl<'a> Composer<'a, '_, '_> {
    fn compose(&mut self, parts: &[Part], sheets: Sheets<'a>) -> SourceResult<Fragment> {
        let mut setting = Setting { sheets, waiting: Waiting::default(), at: 0 };
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
        if sheets.titled && begins_behind(&frames) && sheets.carry_title() {
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

    /// Sets the text that waits and a piece behind it. If much of a page stays empty above the piece,
    /// and what follows fills it, the piece stands on top of the next page.
    fn set_piece(
        &mut self,
        setting: &mut Setting<'a>,
        piece: &Piece,
        nth: usize,
        parts: &[Part],
    ) -> SourceResult<()> {
        let mut before = setting.clone();
        self.set_text(setting)?;
        let body = Content::sequence([piece.lead.clone(), piece.body.clone()]);
        loop {
            let sheets = &mut setting.sheets;
            let frames = self.lay_rest(sheets, &body, nth)?;
            let has_no_room = begins_behind(&frames);
            if has_no_room && sheets.titled && sheets.carry_title() {
                continue;
            }
            let (full, used) =
                (sheets.regions.full, frames.first().map_or(Abs::zero(), Frame::height));
            let gap = if has_no_room { Abs::zero() } else { sheets.gap(BETWEEN) };
            let above = sheets.top;
            let is_torn = frames.len() > 1 && self.lay(sheets, &body, nth, &[full])?.len() == 1;
            let filled = if is_torn { above } else { above + gap + used };
            if frames.len() > 1 && full - filled > full * MOST_EMPTY {
                let landing = setting.sheets.pages.len() + 1;
                let other = self.postponed(before, piece, nth, landing, parts)?;
                let least = if is_torn && !has_no_room {
                    full * (1.0 - MOST_EMPTY_ABOVE_WHOLE)
                } else {
                    Abs::zero()
                };
                let other = other.filter(|other| {
                    other.gains(landing, filled) && other.page_height(landing) >= least
                });
                if let Some(other) = other {
                    *setting = other;
                    return Ok(());
                }
            }
            let sheets = &mut setting.sheets;
            let stays_whole = is_torn && full - above <= full * MOST_EMPTY_ABOVE_WHOLE;
            let turns = has_no_room || stays_whole || frames.len() > 1 && sheets.is_torn_here();
            let may_turn = !sheets.is_fresh() || !sheets.owed.is_empty();
            if !turns || !may_turn || !sheets.regions.may_break() {
                sheets.put_pages(frames, BETWEEN);
                return Ok(());
            }
            sheets.turn_even_if_empty();
            before = setting.clone();
        }
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
        let sheets = &mut setting.sheets;
        let last = sheets.owed.last().map_or(landing, |own| own.0);
        if sheets.owed.len() >= MOST_WAITING || last != landing {
            return Ok(None);
        }
        let full = sheets.regions.full;
        let free = (full * MOST_OWED - sheets.owed_height(landing)).max(Abs::zero());
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
            let fits = frames.len() <= last + 1 && height(&frames) <= tried + Abs::pt(0.5);
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

/// Whether nothing of what has more than one frame stands in the first.
fn begins_behind(frames: &[Frame]) -> bool {
    frames.len() > 1 && frames[0].height() < Abs::pt(1.0)
}
