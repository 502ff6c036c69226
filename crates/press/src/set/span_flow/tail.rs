//! Content behind the text that has pages of its own, such as short rules: it begins below the text if that
//! saves a page.

use typst::diag::SourceResult;
use typst::foundations::Content;
use typst::layout::{Abs, Frame};

use super::fill::PageRooms;
use super::frames::begins_behind;
use super::notes::Room;
use super::sheets::Sheets;
use super::{ABOVE_TITLE, Composer};

/// Least height of the tail, as a part of its height on pages of its own, if it is set closer to fit below
/// the text.
const CLOSEST: f64 = 0.8;

impl<'a> Composer<'a, '_, '_> {
    /// Sets the tail on pages of its own. If it takes several, it begins below the text if it takes no more
    /// of them that way; a single page stays whole, because readers copy it.
    pub fn set_tail(
        &mut self,
        sheets: &mut Sheets<'a>,
        body: &Content,
        nth: usize,
    ) -> SourceResult<()> {
        let apart = self.lay(sheets, body, nth, &[Room::of(sheets.regions.full)])?;
        let height: Abs = apart.iter().map(Frame::height).sum();
        let room = sheets.rest() + sheets.regions.full * apart.len().saturating_sub(1) as f64;
        let may_fit = apart.len() > 1 && height * CLOSEST < room && !self.is_first_round();
        let below = if may_fit { self.tail_below(sheets, body, nth)? } else { None };
        match below.filter(|below| below.len() <= apart.len()) {
            Some(below) => sheets.put_pages(below, ABOVE_TITLE),
            None => {
                sheets.turn_behind_all();
                sheets.put_pages(apart, ABOVE_TITLE);
            }
        }
        Ok(())
    }

    /// Sets the tail from the current page on, below the text; its content takes the room that is left there
    /// for the height of its page.
    fn tail_below(
        &mut self,
        sheets: &Sheets<'a>,
        body: &Content,
        nth: usize,
    ) -> SourceResult<Option<Vec<Frame>>> {
        let rest = sheets.rest() - sheets.gap(ABOVE_TITLE);
        if sheets.is_fresh() || !sheets.owed.is_empty() || rest <= Abs::zero() {
            return Ok(None);
        }
        let room = Room { text: rest, whole: rest, noted: sheets.is_noted() };
        let rooms = PageRooms { first: &[room], last: sheets.regions.last, full: rest };
        let frames = self.lay_based(body, nth, sheets.regions.size.x, &rooms)?;
        Ok(Some(frames).filter(|frames| !begins_behind(frames)))
    }
}
