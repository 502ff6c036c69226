//! A piece that has no room on the page at hand: the ways to set it, and the one that wastes the least of
//! the next pages.

use typst::diag::SourceResult;
use typst::foundations::{Content, IntoValue, Packed, Str};
use typst::introspection::{Location, Tag, TagElem, TagFlags};
use typst::layout::{Abs, Axes, Frame, FrameParent, Inherit, PlaceElem, Region, Size};
use typst::syntax::Span;
use typst::utils::hash128;
use typst_layout::layout_fragment;

use super::frames::{begins_behind, begins_with_scrap, holds};
use super::notes::Room;
use super::sheets::Sheets;
use super::text::Stead;
use super::{BETWEEN, Composer, LEAST_TEXT, Piece, Promise, Setting};

/// As how much waste each page counts on which a piece stands beyond those that it needs: twice the square of
/// a part of a page.
const TORN: f64 = 0.3;
/// As how much waste each such page of a table counts.
const TORN_TABLE: f64 = 0.15;
/// As how much waste a piece counts that has no room on a page and goes on below another one.
const AROUND: f64 = 0.25;
/// As how much waste a piece on the page behind its place counts.
const POSTPONED: f64 = 0.004;
/// As how much waste such a piece counts where nothing but a title would stay at its place.
const TITLE_ALONE: f64 = 0.12;
/// As how much waste such a piece counts if its pointer is not on the page before it.
const PARTED: f64 = 5.0;
/// With less room than this below the title of a chapter, in points, a piece below it does not wait.
const BARE: f64 = 80.0;
/// The most pieces that wait for the next page.
const MOST_WAITING: usize = 3;
/// Part of a page's height that these may take.
const MOST_OWED: f64 = 0.96;

/// A piece over all columns among the parts of the text.
pub struct PiecePlace<'p> {
    pub piece: &'p Piece,
    /// Its number.
    pub nth: usize,
}

/// A way to set a piece that has no room on the page at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// In a column, amid the text.
    Column,
    /// As looks best on this page alone.
    Usual,
    /// On top of the next page; the text behind it goes on here.
    Postponed,
    /// As `Postponed`, one page later.
    Later,
    /// As `Postponed`, from the next page on.
    PostponedThere,
    /// The page was turned for it.
    Turned,
}

/// The ways that are tried, the one first that is taken if none is better.
const WAYS: [Way; 5] = [Way::Column, Way::Usual, Way::Postponed, Way::Later, Way::PostponedThere];

/// The result of setting a piece.
enum PieceSet {
    /// It has room where it is written.
    HasRoom,
    /// It is set in the way that was asked for.
    Chosen,
    /// It cannot be set in this way.
    Impossible,
}

impl<'a> Composer<'a, '_, '_> {
    /// Sets the text that waits and a piece behind it as usual.
    pub fn set_piece(
        &mut self,
        setting: &mut Setting<'a>,
        place: &PiecePlace<'_>,
    ) -> SourceResult<()> {
        let way = if place.piece.column.is_some() { Way::Column } else { Way::Usual };
        self.set_piece_by(setting, place, way)?;
        Ok(())
    }

    /// All that the pages may be when the text that waits and a piece behind it are set: where the piece
    /// has no room, each way to set it.
    pub fn ways_on(
        &mut self,
        setting: &Setting<'a>,
        place: &PiecePlace<'_>,
    ) -> SourceResult<Vec<Setting<'a>>> {
        let standing = setting.standing(place.nth);
        if let Some(known) = self.known_setting(setting, place, &standing)? {
            return Ok(vec![known]);
        }
        let mut set: Vec<Setting<'a>> = Vec::new();
        for (number, way) in WAYS.into_iter().enumerate() {
            let mut own = setting.clone();
            match self.set_piece_by(&mut own, place, way)? {
                PieceSet::HasRoom if set.is_empty() => return Ok(vec![own]),
                PieceSet::HasRoom | PieceSet::Chosen
                    if set.iter().all(|other| !other.stands_as(&own)) =>
                {
                    own.taken.insert(standing.clone(), number.into_value());
                    set.push(own);
                }
                PieceSet::HasRoom | PieceSet::Chosen | PieceSet::Impossible => {}
            }
        }
        Ok(set)
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
        if let PieceSet::Impossible = self.set_piece_by(&mut known, place, way)? {
            return Ok(None);
        }
        known.taken.insert(standing.clone(), number.into_value());
        Ok(Some(known))
    }

    /// Sets the text that waits and a piece behind it in one way.
    fn set_piece_by(
        &mut self,
        setting: &mut Setting<'a>,
        place: &PiecePlace<'_>,
        way: Way,
    ) -> SourceResult<PieceSet> {
        let PiecePlace { piece, nth } = *place;
        if way == Way::Column {
            return self.set_in_column(setting, place);
        }
        let before = setting.clone();
        let mut way = way;
        self.set_text(setting)?;
        let body = Content::sequence([piece.lead.clone(), piece.body.clone()]);
        loop {
            let sheets = &mut setting.sheets;
            let frames = self.lay_piece(sheets, &body, nth)?;
            let lead = self.lead_height(&frames, place)?;
            let is_alone =
                lead > Abs::zero() && frames[0].height() < lead + Abs::pt(LEAST_TEXT / 2.0);
            let has_no_room = begins_behind(&frames) || is_alone;
            let sheets = &mut setting.sheets;
            if sheets.titled && begins_with_scrap(&frames) && sheets.carry_title() {
                continue;
            }
            let full = sheets.regions.full;
            let least = match frames.len() {
                0 | 1 => frames.len(),
                _ => self.lay(sheets, &piece.body, nth, &[Room::of(full)])?.len(),
            };
            let is_torn = frames.len() > 1 && least == 1;
            let may_turn = !sheets.is_fresh() || !sheets.owed.is_empty();
            let may_turn = may_turn && sheets.regions.may_break();
            let turns = match way {
                _ if frames.len() == 1 => false,
                Way::Usual | Way::Turned => {
                    has_no_room || setting.sheets.usually_turns(&frames, is_torn, lead)
                }
                Way::Postponed | Way::Later => {
                    let landing = sheets.pages.len() + if way == Way::Later { 2 } else { 1 };
                    // What is owed to a page before that one stands there already.
                    let is_owed = before.sheets.owed.iter().any(|own| own.0 < landing);
                    let from = if is_owed { setting.clone() } else { before };
                    let Some(other) = self.postponed(from, place, landing)? else {
                        return Ok(PieceSet::Impossible);
                    };
                    *setting = other;
                    return Ok(PieceSet::Chosen);
                }
                Way::PostponedThere if !may_turn => return Ok(PieceSet::Impossible),
                Way::PostponedThere => true,
                Way::Column => unreachable!("it is set above"),
            };
            let sheets = &mut setting.sheets;
            let is_bare = sheets.titled && sheets.title_place().is_none();
            if !turns || !may_turn || is_bare {
                let had_room = frames.len() == 1 && way == Way::Usual;
                let is_around =
                    frames.len() > 1 && sheets.owed_height(sheets.pages.len() + 1) > Abs::zero();
                let torn = if piece.table { TORN_TABLE } else { TORN };
                setting.blemishes += torn * frames.len().saturating_sub(least) as f64;
                setting.blemishes += if is_around { AROUND } else { 0.0 };
                sheets.put_pages(frames, BETWEEN);
                return Ok(if had_room { PieceSet::HasRoom } else { PieceSet::Chosen });
            }
            if !(sheets.titled && sheets.carry_title()) {
                sheets.turn_even_if_empty();
            }
            if way == Way::PostponedThere {
                let (landing, from) = (setting.sheets.pages.len() + 1, setting.clone());
                let Some(other) = self.postponed(from, place, landing)? else {
                    return Ok(PieceSet::Impossible);
                };
                *setting = other;
                return Ok(PieceSet::Chosen);
            }
            way = Way::Turned;
        }
    }

    /// A piece on the page at hand, below what stands there, and on those behind it. One that has room is laid out once,
    /// wherever it stands.
    fn lay_piece(
        &mut self,
        sheets: &Sheets<'a>,
        body: &Content,
        nth: usize,
    ) -> SourceResult<Vec<Frame>> {
        // What is laid without end is taken wherever it has room.
        self.lay(sheets, body, nth, &[Room::of(Abs::inf())])?;
        self.lay_rest(sheets, body, nth)
    }

    /// Lets a piece wait with the text, to be set in a column, if it may stand there.
    fn set_in_column(
        &mut self,
        setting: &mut Setting<'a>,
        place: &PiecePlace<'_>,
    ) -> SourceResult<PieceSet> {
        let Some(column) = &place.piece.column else { return Ok(PieceSet::Impossible) };
        if !setting.waiting.takes(false) {
            self.set_text(setting)?;
        }
        setting.waiting.single = false;
        let body = || Content::sequence([place.piece.lead.clone(), column.clone()]);
        self.wait(&mut setting.waiting, (place.nth, Stead::Column), body);
        Ok(PieceSet::Chosen)
    }

    /// Height of what leads to a piece, where the piece has no room on the page at hand.
    fn lead_height(&mut self, frames: &[Frame], place: &PiecePlace<'_>) -> SourceResult<Abs> {
        let [first, _, ..] = frames else { return Ok(Abs::zero()) };
        let pod = Region::new(Size::new(first.width(), Abs::inf()), Axes::new(true, false)).into();
        let locator = self.locators[place.nth].relayout();
        let lead = layout_fragment(self.engine, &place.piece.lead, locator, self.styles, pod)?;
        Ok(lead.into_iter().map(|frame| frame.height()).sum())
    }

    /// What points to a piece waits to be set, and the piece is owed to the page `landing`; none where it
    /// cannot stand there.
    fn postponed(
        &mut self,
        mut setting: Setting<'a>,
        place: &PiecePlace<'_>,
        landing: usize,
    ) -> SourceResult<Option<Setting<'a>>> {
        let PiecePlace { piece, nth } = *place;
        let Some((pointer, head)) = &piece.elsewhere else { return Ok(None) };
        if setting.sheets.titled && !setting.has_text_below_title(landing) {
            return Ok(None);
        }
        let sheets = &mut setting.sheets;
        let last = sheets.owed.last().map_or(landing, |own| own.0);
        if sheets.owed.len() >= MOST_WAITING || landing < last {
            return Ok(None);
        }
        let full = sheets.regions.full;
        let owed = sheets.owed_height(landing) + sheets.owed_foot(landing);
        let free = if sheets.owed.is_empty() { full } else { full * MOST_OWED - owed };
        let free = free.max(Abs::zero());
        let body = Content::sequence([head.clone(), piece.body.clone()]);
        let noted = sheets.is_noted_later(landing);
        let rooms = [Room { text: free, whole: free, noted }, Room::of(full)];
        let frames = self.lay(sheets, &body, nth, &rooms)?;
        if frames.len() > 1 && (!sheets.owed.is_empty() || begins_behind(&frames)) {
            return Ok(None);
        }
        let (place, location) = self.logical_place(nth);
        let belonging = frames.into_iter().map(|mut frame| {
            frame.set_parent(FrameParent::new(location, Inherit::Yes));
            frame
        });
        sheets.owed.extend((landing..).zip(belonging));
        setting.blemishes += if piece.bare { TITLE_ALONE } else { POSTPONED };
        if !setting.waiting.takes(false) {
            self.set_text(&mut setting)?;
        }
        let body = || Content::sequence([piece.lead.clone(), place, pointer.clone()]);
        self.wait(&mut setting.waiting, (nth, Stead::Pointer), body);
        let seen = setting.sheets.pages.len();
        setting.promises.push(Promise { pointer: location, landing, seen });
        Ok(Some(setting))
    }

    /// Where a piece that stands on the next page is read: what marks the place in the text, and its
    /// location, to which the frames of the piece belong. It is that of a float, as only floats may stand
    /// amid a list or a paragraph of tagged pages.
    pub fn logical_place(&mut self, nth: usize) -> (Content, Location) {
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
    /// Counts what points to a piece and does not stand on the page before it, as soon as that is known.
    pub fn check_promises(&mut self) {
        let pages = &self.sheets.pages;
        let mut broken = 0;
        self.promises.retain_mut(|own| {
            let new = std::mem::replace(&mut own.seen, pages.len())..pages.len();
            let at = pages[new.clone()].iter().position(|page| holds(page, own.pointer));
            let at = at.map(|nth| new.start + nth);
            let is_known = at.is_some() || pages.len() >= own.landing;
            broken += usize::from(is_known && at != own.landing.checked_sub(1));
            !is_known
        });
        self.blemishes += PARTED * broken as f64;
    }

    /// True if what follows is set alike behind both.
    pub fn goes_on_as(&self, other: &Self) -> bool {
        let promised = |own: &Self| -> Vec<(Location, usize)> {
            own.promises.iter().map(|own| (own.pointer, own.landing)).collect()
        };
        self.text() == other.text()
            && promised(self) == promised(other)
            && self.asides.stand_as(&other.asides)
            && self.sheets.go_on_as(&other.sheets)
    }

    /// True if what follows is set alike behind both, and both waste as much.
    pub fn stands_as(&self, other: &Self) -> bool {
        self.blemishes == other.blemishes
            && self.text() == other.text()
            && self.asides.stand_as(&other.asides)
            && self.sheets.stand_as(&other.sheets)
    }

    /// True if text that waits has room below the title of its chapter, which is taken to the page before
    /// `landing` if the text begins there.
    fn has_text_below_title(&mut self, landing: usize) -> bool {
        let is_carried = self.sheets.rest() < Abs::pt(BARE)
            && self.sheets.pages.len() + 1 < landing
            && self.sheets.carry_title();
        !self.waiting.is_empty() && (is_carried || self.sheets.rest() >= Abs::pt(BARE))
    }
}
