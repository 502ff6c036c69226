//! Pieces that do not fit on the current page: the ways to set them, and the choice of the one that wastes
//! the least of the next pages.

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

/// Penalty for each page that a piece takes beyond the fewest pages that could hold it. The unit is the unused
/// part of a page: twice its square counts.
const TORN: f64 = 0.3;
/// Penalty for each such page of a table.
const TORN_TABLE: f64 = 0.15;
/// Penalty for a piece that does not fit on a page and continues below another piece.
const AROUND: f64 = 0.25;
/// Penalty for a piece that is printed on the page after its place in the text.
const POSTPONED: f64 = 0.004;
/// Penalty for such a piece if only a title would stay at its place in the text.
const TITLE_ALONE: f64 = 0.12;
/// Penalty for such a piece if its pointer is not on the page before it.
const PARTED: f64 = 5.0;
/// Height below the title of a chapter, in points: with less room, a piece there does not wait.
const BARE: f64 = 80.0;
/// Most pieces that wait for the next page.
const MOST_WAITING: usize = 3;
/// Greatest part of a page's height for these.
const MOST_OWED: f64 = 0.96;

/// A piece over all columns among the parts of the text.
pub struct PiecePlace<'p> {
    pub piece: &'p Piece,
    /// Its number.
    pub nth: usize,
}

/// A way to set a piece that does not fit on the current page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// In a column, inside the text.
    Column,
    /// As is best for this page alone.
    Usual,
    /// At the top of the next page; the text behind it continues here.
    Postponed,
    /// Like `Postponed`, one page later.
    Later,
    /// Like `Postponed`, from the next page on.
    PostponedThere,
    /// On a new page that was begun for it.
    Turned,
}

/// The ways that are tried; the first one wins if none is better.
const WAYS: [Way; 5] = [Way::Column, Way::Usual, Way::Postponed, Way::Later, Way::PostponedThere];

/// The result of setting a piece.
enum PieceSet {
    /// It fits at its place.
    HasRoom,
    /// It is set in the way that was asked for.
    Chosen,
    /// It cannot be set in this way.
    Impossible,
}

impl<'a> Composer<'a, '_, '_> {
    /// Sets the text that waits and a piece behind it in the usual way.
    pub fn set_piece(
        &mut self,
        setting: &mut Setting<'a>,
        place: &PiecePlace<'_>,
    ) -> SourceResult<()> {
        let way = if place.piece.column.is_some() { Way::Column } else { Way::Usual };
        self.set_piece_by(setting, place, way)?;
        Ok(())
    }

    /// Returns all settings with the text that waits and a piece behind it: one for each way if the piece
    /// does not fit.
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

    /// Sets a piece as in the round before, if the pages are the same and it is possible.
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
                    // A piece that is owed to an earlier page is there already.
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

    /// Lays out a piece on the current page, below its content, and on those behind it. A piece that fits is
    /// laid out once, wherever it is.
    fn lay_piece(
        &mut self,
        sheets: &Sheets<'a>,
        body: &Content,
        nth: usize,
    ) -> SourceResult<Vec<Frame>> {
        // The layout without an end is used wherever it fits.
        self.lay(sheets, body, nth, &[Room::of(Abs::inf())])?;
        self.lay_rest(sheets, body, nth)
    }

    /// Lets a piece wait with the text, to be set in a column, if it may be there.
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

    /// Height of the content that leads to a piece, if the piece does not fit on the current page.
    fn lead_height(&mut self, frames: &[Frame], place: &PiecePlace<'_>) -> SourceResult<Abs> {
        let [first, _, ..] = frames else { return Ok(Abs::zero()) };
        let pod = Region::new(Size::new(first.width(), Abs::inf()), Axes::new(true, false)).into();
        let locator = self.locators[place.nth].relayout();
        let lead = layout_fragment(self.engine, &place.piece.lead, locator, self.styles, pod)?;
        Ok(lead.into_iter().map(|frame| frame.height()).sum())
    }

    /// Lets the pointer to a piece wait with the text, and owes the piece to the page `landing`; `None` if it
    /// cannot be there.
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

    /// Returns the reading position of a piece on the next page: a mark for the place in the text, and its
    /// location, to which the frames of the piece belong. The mark is that of a float, because only floats
    /// may be inside a list or a paragraph of tagged pages.
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
    /// Counts pointers that are not on the page before their piece, as soon as that is known.
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

    /// True if the rest of the text is set alike behind both.
    pub fn goes_on_as(&self, other: &Self) -> bool {
        let promised = |own: &Self| -> Vec<(Location, usize)> {
            own.promises.iter().map(|own| (own.pointer, own.landing)).collect()
        };
        self.text() == other.text()
            && promised(self) == promised(other)
            && self.asides.stand_as(&other.asides)
            && self.sheets.go_on_as(&other.sheets)
    }

    /// True if the rest of the text is set alike behind both, and both waste the same.
    pub fn stands_as(&self, other: &Self) -> bool {
        self.blemishes == other.blemishes
            && self.text() == other.text()
            && self.asides.stand_as(&other.asides)
            && self.sheets.stand_as(&other.sheets)
    }

    /// True if waiting text fits below the title of its chapter, which moves to the page before `landing` if
    /// the text begins there.
    fn has_text_below_title(&mut self, landing: usize) -> bool {
        let is_carried = self.sheets.rest() < Abs::pt(BARE)
            && self.sheets.pages.len() + 1 < landing
            && self.sheets.carry_title();
        !self.waiting.is_empty() && (is_carried || self.sheets.rest() >= Abs::pt(BARE))
    }
}
