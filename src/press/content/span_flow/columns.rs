//! Text in columns that are about equally high on the last of its pages.

use typst::diag::SourceResult;
use typst::foundations::{Content, NativeElement, Str};
use typst::layout::{Abs, ColumnsElem, Frame};

use super::frames::{lowest_end, piece_count};
use super::rounds::foot_value;
use super::sheets::Sheets;
use super::{BETWEEN, Composer, Setting, Waiting};

/// Columns that are no higher than this, in points, are filled from the left: balanced they would hold
/// single lines.
const LEAST_COLUMN: f64 = 40.0;
/// How unequal columns may be, in points.
const UNEQUAL: f64 = 4.0;
/// Columns of text on more pages than this are filled from the left.
const MOST_BALANCED: usize = 24;
/// Text of more pieces than this is filled from the left: each try to balance it costs memory.
const MOST_PIECES: usize = 15_000;

impl<'a> Composer<'a, '_, '_> {
    /// Text on the pages from the one at hand on, and on as many more as it needs; on the last one all
    /// columns are about equally high. They are filled from the left in the first round.
    pub(super) fn columns(
        &mut self,
        setting: &mut Setting<'a>,
        waiting: &Waiting,
    ) -> SourceResult<Vec<Frame>> {
        let text = Content::sequence(waiting.text.iter().cloned());
        if waiting.single {
            return self.lay_rest(&setting.sheets, &text, waiting.first);
        }
        let columns = ColumnsElem::new(text).with_gutter(self.gutter.into()).pack();
        if self.is_first_round() {
            return self.lay_rest(&setting.sheets, &columns, waiting.first);
        }
        let standing: Str = format!("columns {}", setting.standing(waiting.first)).into();
        let known = self.rounds.as_ref().and_then(|rounds| rounds.known_foot(&standing));
        if let Some((last, foot)) = known
            && let Some(frames) =
                self.columns_to(&setting.sheets, &columns, waiting, (last, foot))?
            && frames.len() == last + 1
        {
            setting.taken.insert(standing, foot_value(last, foot));
            return Ok(frames);
        }
        let mut best = self.lay_rest(&setting.sheets, &columns, waiting.first)?;
        let last = best.len() - 1;
        if last >= MOST_BALANCED || best.iter().map(piece_count).sum::<usize>() > MOST_PIECES {
            return Ok(best);
        }
        let slots = setting.sheets.slots(setting.sheets.gap(BETWEEN), best.len());
        if let Some(slot) = slots.get(last) {
            setting.taken.insert(standing.clone(), foot_value(last, slot.height));
        }
        let height = |frames: &[Frame]| frames.last().map_or(Abs::zero(), Frame::height);
        let (mut low, mut high) = ((height(&best) / 2.0).max(Abs::pt(LEAST_COLUMN)), height(&best));
        while high - low > Abs::pt(UNEQUAL) {
            let tried = (low + high) / 2.0;
            match self.columns_to(&setting.sheets, &columns, waiting, (last, tried))? {
                Some(frames) => {
                    high = height(&frames).min(tried);
                    best = frames;
                    setting.taken.insert(standing.clone(), foot_value(last, tried));
                }
                None => low = tried,
            }
        }
        Ok(best)
    }

    /// Columns that end so far down on a page, `last` pages behind the one at hand; none if the text has no
    /// room there.
    fn columns_to(
        &mut self,
        sheets: &Sheets<'a>,
        columns: &Content,
        waiting: &Waiting,
        (last, foot): (usize, Abs),
    ) -> SourceResult<Option<Vec<Frame>>> {
        let slots = sheets.slots(sheets.gap(BETWEEN), last + 1);
        let mut bounds: Vec<Abs> = slots.iter().map(|slot| slot.height).take(last + 1).collect();
        let Some(bound) = bounds.get_mut(last) else { return Ok(None) };
        *bound = foot;
        let frames = self.lay(sheets, columns, waiting.first, &bounds)?;
        // What has no room in a column moves to the next one and stands out of it.
        let reach = frames.last().map_or(Abs::zero(), lowest_end);
        let fits = frames.len() <= last + 1 && reach <= foot + Abs::pt(0.1);
        Ok(fits.then_some(frames))
    }
}
