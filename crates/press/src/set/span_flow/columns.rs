//! Text in columns that are about equally high on its last page.

use typst::diag::SourceResult;
use typst::foundations::Str;
use typst::layout::{Abs, Dir, Frame};
use typst::text::TextElem;
use typst::utils::hash128;

use super::frames::{column_depths, lowest_end, piece_count};
use super::notes::Room;
use super::rounds::Foot;
use super::sheets::Sheets;
use super::{BETWEEN, Composer, Setting, Waiting};

/// Height of columns, in points, up to which they are filled from the left: balanced, they would contain
/// single lines.
const LEAST_COLUMN: f64 = 40.0;
/// Height that columns may have beyond their need, in points.
const UNEQUAL: f64 = 4.0;
/// Approximate distance of two lines, in points.
const LINE: f64 = 11.0;
/// Most pages of text whose columns are balanced; longer text is filled from the left.
const MOST_BALANCED: usize = 24;
/// Most pieces of text whose columns are balanced, because each try costs memory; longer text is filled from
/// the left.
const MOST_PIECES: usize = 15_000;

impl<'a> Composer<'a, '_, '_> {
    /// Sets text on the pages from the current one on, and on as many more as it needs; on the last one, all
    /// columns are about equally high. In the first round, they are filled from the left.
    pub fn columns(
        &mut self,
        setting: &mut Setting<'a>,
        waiting: &Waiting,
    ) -> SourceResult<Vec<Frame>> {
        if waiting.single || self.is_first_round() {
            return self.lay_text_on(&setting.sheets, waiting);
        }
        let standing: Str = format!("columns {}", setting.standing(waiting.first())).into();
        let known = self.rounds.as_ref().and_then(|rounds| rounds.known_foot(&standing));
        let again = match known {
            Some(foot) => self.columns_to(&setting.sheets, waiting, foot)?.ok(),
            None => None,
        };
        let is_known =
            |frames: &Vec<Frame>| known.is_some_and(|foot| frames.len() == foot.page + 1);
        let (frames, foot) = match again.filter(is_known) {
            Some(frames) => (frames, known),
            None => self.even_columns(&setting.sheets, waiting)?,
        };
        if let Some(foot) = foot {
            setting.taken.insert(standing, foot.value());
        }
        Ok(frames)
    }

    /// Returns columns that are about equally high on the last page, and the depth at which they end; no
    /// depth for text that is too long for that.
    fn even_columns(
        &mut self,
        sheets: &Sheets<'a>,
        waiting: &Waiting,
    ) -> SourceResult<(Vec<Frame>, Option<Foot>)> {
        let text = hash128(waiting);
        // Text that fits on one page has the same height wherever it begins.
        let slot = sheets.rooms(sheets.gap(BETWEEN), 1)[0].text;
        let foot = self.feet.get(&text).filter(|depth| **depth <= slot);
        if let Some(foot) = foot.map(|depth| Foot { page: 0, depth: *depth })
            && let Ok(frames) = self.columns_to(sheets, waiting, foot)?
        {
            return Ok((frames, Some(foot)));
        }
        let mut frames = self.lay_text_on(sheets, waiting)?;
        let last = frames.len() - 1;
        if last >= MOST_BALANCED || frames.iter().map(piece_count).sum::<usize>() > MOST_PIECES {
            return Ok((frames, None));
        }
        // The same is true for the rest of a text on its last page.
        let rest = hash128(&(text, &frames[last]));
        if let Some((end, depth)) = self.ends.get(&rest).filter(|_| last > 0) {
            frames[last] = end.clone();
            return Ok((frames, Some(Foot { page: last, depth: *depth })));
        }
        let (frames, depth) = self.balanced(sheets, waiting, frames)?;
        if last == 0 {
            self.feet.insert(text, depth);
        } else {
            self.ends.insert(rest, (frames[last].clone(), depth));
        }
        Ok((frames, Some(Foot { page: last, depth })))
    }

    /// Returns the lowest possible columns on the last page of text, and the depth that they may reach.
    fn balanced(
        &mut self,
        sheets: &Sheets<'a>,
        waiting: &Waiting,
        full: Vec<Frame>,
    ) -> SourceResult<(Vec<Frame>, Abs)> {
        let last = full.len() - 1;
        // The text fits if columns end at `high`, and does not if they end at `low`.
        let (mut low, mut high) = (Abs::pt(LEAST_COLUMN), last_height(&full));
        // Mean depth of both columns.
        let depths = full.last().map(column_depths).unwrap_or_default();
        let mut guess = depths.into_iter().sum::<Abs>() / 2.0 + Abs::pt(LINE / 2.0);
        let (mut best, mut foot) = (full, high);
        while high - low > Abs::pt(UNEQUAL) && !best.last().is_some_and(|last| self.is_least(last))
        {
            let tried = guess.min(high - Abs::pt(UNEQUAL)).max(low);
            match self.columns_to(sheets, waiting, Foot { page: last, depth: tried })? {
                Ok(frames) => {
                    (high, foot) = (last_height(&frames).min(tried), tried);
                    // The next lower columns, if there are any, are found just above these.
                    guess = high;
                    best = frames;
                }
                Err(lacking) => {
                    low = tried;
                    guess = low + lacking;
                }
            }
        }
        Ok((best, foot))
    }

    /// Sets columns that end at a foot; if the text does not fit, returns about how much higher they must be.
    fn columns_to(
        &mut self,
        sheets: &Sheets<'a>,
        waiting: &Waiting,
        foot: Foot,
    ) -> SourceResult<Result<Vec<Frame>, Abs>> {
        let Foot { page: last, depth } = foot;
        let mut rooms = sheets.rooms(sheets.gap(BETWEEN), last + 1);
        rooms.truncate(last + 1);
        let Some(room) = rooms.get_mut(last) else { return Ok(Err(Abs::inf())) };
        *room = Room { text: depth, whole: room.whole.max(depth), ..*room };
        let frames = self.lay_text(sheets, waiting, &rooms)?;
        // Text that does not fit in a column moves to the next one and reaches out of it.
        let out = frames.last().map_or(Abs::zero(), lowest_end) - depth;
        if frames.len() <= last + 1 && out <= Abs::pt(0.1) {
            return Ok(Ok(frames));
        }
        let behind: Abs = frames.iter().skip(last + 1).flat_map(column_depths).sum();
        Ok(Err(out.max(behind / 2.0).max(Abs::pt(UNEQUAL))))
    }

    /// True if no line can move from the first column to the second one to make the higher one lower.
    fn is_least(&self, frame: &Frame) -> bool {
        let [left, right] = column_depths(frame);
        let is_reversed = self.styles.resolve(TextElem::dir) == Dir::RTL;
        let (first, second) = if is_reversed { (right, left) } else { (left, right) };
        first <= second + Abs::pt(LINE)
    }
}

fn last_height(frames: &[Frame]) -> Abs {
    frames.last().map_or(Abs::zero(), Frame::height)
}
