//! A piece that has no room on the page at hand: the ways to set it, and the one that wastes the least of
//! the next pages.

use std::ops::Range;

use typst::diag::SourceResult;
use typst::foundations::{Content, IntoValue, Packed, Str};
use typst::introspection::{Location, Tag, TagElem, TagFlags};
use typst::layout::{Abs, Axes, Frame, FrameParent, Inherit, PlaceElem, Region, Size};
use typst::syntax::Span;
use typst::utils::hash128;
use typst_layout::layout_fragment;

use super::frames::{begins_behind, begins_with_scrap};
use super::sheets::{MOST_EMPTY_ABOVE_WHOLE, Sheets};
use super::{BETWEEN, Composer, LEAST_TEXT, Part, Piece, Setting};

/// Part of a page's height that may stay empty above a piece before the text behind it fills it.
const MOST_EMPTY: f64 = 0.08;
/// Part of a page's height that must be gained where a piece stands on the next page.
const LEAST_GAIN: f64 = 0.04;
/// The same where a chapter begins before the piece.
const LEAST_GAIN_ACROSS: f64 = 0.25;
/// How many pages are tried before it is decided how a piece is set that has no room.
const PAGES_AHEAD: usize = 14;
/// What counts as less waste.
const LESS_WASTE: f64 = 0.004;
/// As how much waste a piece on two pages counts that has room on one: the square of a part of a page.
const TORN: f64 = 0.08;
/// The same of a piece on the page behind its place.
const POSTPONED: f64 = 0.004;
/// The same where nothing but a title would stay at its place.
const TITLE_ALONE: f64 = 0.12;
/// With less room than this below the title of a chapter, in points, a piece below it does not wait.
const BARE: f64 = 80.0;
/// How many pages behind the one at hand a piece stands at most.
const MOST_LATE: usize = 2;
/// The most pieces that wait for the next page.
const MOST_WAITING: usize = 3;
/// Part of a page's height that these may take.
const MOST_OWED: f64 = 0.96;

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

/// The ways that are tried, the one first that is taken if none is better.
const WAYS: [Way; 4] = [Way::Usual, Way::Here, Way::NextPage, Way::Postponed];

/// A way in which a piece can be set.
struct TriedWay<'a> {
    /// Its number.
    number: usize,
    /// The piece set so.
    setting: Setting<'a>,
    /// What follows set as usual, as far as it was followed.
    ahead: Setting<'a>,
    /// How much is wasted so far.
    waste: f64,
    /// Whether it was followed far enough.
    is_done: bool,
}

impl<'a> TriedWay<'a> {
    fn new(number: usize, setting: Setting<'a>, first: usize) -> Self {
        let (ahead, waste) = (setting.clone(), setting.waste(first..first + PAGES_AHEAD));
        Self { number, setting, ahead, waste, is_done: false }
    }
}

/// The way to follow next: the one that wastes the least so far, if it may be better than all that were
/// followed far enough.
fn most_promising<'t, 'a>(tried: &'t mut [TriedWay<'a>]) -> Option<&'t mut TriedWay<'a>> {
    let done = tried.iter().filter(|own| own.is_done).map(|own| own.waste);
    let most = done.fold(f64::INFINITY, f64::min) + LESS_WASTE;
    let open = tried.iter_mut().filter(|own| !own.is_done && own.waste <= most);
    open.min_by(|one, other| one.waste.total_cmp(&other.waste))
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

impl<'a> Composer<'a, '_, '_> {
    /// Sets the text that waits and a piece behind it. Where the piece has no room, each way to set it is
    /// tried, and the one is taken that wastes the least on the next pages.
    pub(super) fn set_piece(
        &mut self,
        setting: &mut Setting<'a>,
        piece: &Piece,
        nth: usize,
        parts: &[Part],
    ) -> SourceResult<()> {
        let place = PiecePlace { piece, nth, parts };
        if self.looks_ahead || self.is_first_round() {
            self.set_piece_by(setting, &place, Way::Usual)?;
            return Ok(());
        }
        let standing = setting.standing(nth);
        if let Some(known) = self.known_setting(setting, &place, &standing)? {
            *setting = known;
            return Ok(());
        }
        let first = setting.sheets.pages.len();
        let mut tried: Vec<TriedWay<'a>> = Vec::new();
        for (number, way) in WAYS.into_iter().enumerate() {
            let mut own = setting.clone();
            match self.set_piece_by(&mut own, &place, way)? {
                PieceSet::HasRoom => {
                    *setting = own;
                    return Ok(());
                }
                PieceSet::Chosen if tried.iter().all(|other| !other.setting.stands_as(&own)) => {
                    tried.push(TriedWay::new(number, own, first));
                }
                PieceSet::Chosen | PieceSet::Impossible => {}
            }
        }
        if let Some(TriedWay { number, setting: chosen, .. }) =
            self.least_waste(tried, first, parts)?
        {
            *setting = chosen;
            self.take_way(setting, &standing, number);
        }
        Ok(())
    }

    /// As the round before set a piece where the pages stood as they do, if it can be set so.
    fn known_setting(
        &mut self,
        setting: &Setting<'a>,
        place: &PiecePlace<'_>,
        standing: &Str,
    ) -> SourceResult<Option<Setting<'a>>> {
        let number = self.rounds.as_ref().and_then(|rounds| rounds.known_way(standing));
        let Some((number, way)) = number.and_then(|own| Some((own, *WAYS.get(own)?))) else {
            return Ok(None);
        };
        let mut known = setting.clone();
        let PieceSet::Chosen = self.set_piece_by(&mut known, place, way)? else { return Ok(None) };
        self.take_way(&mut known, standing, number);
        Ok(Some(known))
    }

    /// Keeps the way that was taken where the pages stood so.
    fn take_way(&mut self, setting: &mut Setting<'a>, standing: &Str, number: usize) {
        setting.taken.insert(standing.clone(), number.into_value());
        if let Some(rounds) = &mut self.rounds {
            rounds.keep(standing, number);
        }
    }

    /// That of these ways which wastes the least on a few pages from `first` on, if everything behind is
    /// set as usual. The one that wastes the least so far is followed first: most are never followed far.
    fn least_waste(
        &mut self,
        mut tried: Vec<TriedWay<'a>>,
        first: usize,
        parts: &[Part],
    ) -> SourceResult<Option<TriedWay<'a>>> {
        if tried.len() < 2 {
            return Ok(tried.pop());
        }
        self.looks_ahead = true;
        while let Some(next) = most_promising(&mut tried) {
            let pages = first..first + PAGES_AHEAD;
            next.is_done = next.ahead.sheets.pages.len() >= pages.end
                || !self.set_next(&mut next.ahead, parts)?;
            next.waste = next.ahead.waste(pages);
        }
        self.looks_ahead = false;
        let better = |best: TriedWay<'a>, own: TriedWay<'a>| {
            if own.waste < best.waste - LESS_WASTE { own } else { best }
        };
        Ok(tried.into_iter().reduce(better))
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
            let is_bare = sheets.titled && !sheets.is_title_movable();
            if !turns || !may_turn || is_bare {
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
        if place.piece.bare {
            return Ok(None);
        }
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
    /// page, or of the one behind it where what points to the piece would stand below it otherwise; none
    /// where it cannot.
    fn postponed(
        &mut self,
        mut setting: Setting<'a>,
        piece: &Piece,
        nth: usize,
        landing: usize,
        parts: &[Part],
    ) -> SourceResult<Option<Setting<'a>>> {
        let Some((pointer, head)) = &piece.elsewhere else { return Ok(None) };
        let before = setting.clone();
        if setting.sheets.titled && !setting.has_text_below_title(landing) {
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
        setting.blemishes += if piece.bare { TITLE_ALONE } else { POSTPONED };
        if !setting.waiting.takes(false) {
            self.set_text(&mut setting)?;
        }
        setting.waiting.push(Content::sequence([piece.lead.clone(), place, pointer.clone()]), nth);
        while setting.sheets.pages.len() < landing && self.set_next(&mut setting, parts)? {}
        if setting.sheets.holds_before(location, landing) {
            return Ok(Some(setting));
        }
        if landing > before.sheets.pages.len() + MOST_LATE {
            return Ok(None);
        }
        self.postponed(before, piece, nth, landing + 1, parts)
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
}

impl Setting<'_> {
    /// How much is wasted on those of these pages that are full.
    fn waste(&self, pages: Range<usize>) -> f64 {
        let bare = |page: &Frame| 1.0 - page.height() / self.sheets.regions.full;
        let pages = self.sheets.pages.iter().take(pages.end).skip(pages.start);
        self.blemishes + pages.map(|page| bare(page).max(0.0).powi(2)).sum::<f64>()
    }

    /// Whether what follows is set alike behind both, and both waste as much.
    fn stands_as(&self, other: &Self) -> bool {
        let waiting = |own: &Self| (own.at, own.waiting.first, own.waiting.text.len());
        self.blemishes == other.blemishes
            && waiting(self) == waiting(other)
            && self.sheets.stand_as(&other.sheets)
    }

    /// Whether text that waits has room below the title of its chapter, which is taken to the page before
    /// `landing` if the text begins there.
    fn has_text_below_title(&mut self, landing: usize) -> bool {
        let is_carried = self.sheets.rest() < Abs::pt(BARE)
            && self.sheets.pages.len() + 1 < landing
            && self.sheets.carry_title();
        !self.waiting.text.is_empty() && (is_carried || self.sheets.rest() >= Abs::pt(BARE))
    }

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
