//! Search for the best pages: if pieces do not fit, several ways to set them are followed side by side, and
//! the pages that waste the least are taken.

use typst::diag::SourceResult;

use super::ways::PiecePlace;
use super::{Composer, Part, Setting};

/// Most settings of one text that are followed.
const MOST_FOLLOWED: usize = 3;
/// Greatest excess of the cost of a setting over that of the best one of the same text, in pages.
const MOST_BEHIND: f64 = 0.3;
/// Waste that counts for a piece behind the title of the next chapter.
const IN_NEXT_CHAPTER: f64 = 0.06;
/// Waste of an empty page besides its height; columns that are partly bare count by the mean of their
/// squares.
const BARE_PAGE: f64 = 2.0;

impl<'a> Composer<'a, '_, '_> {
    /// Sets all parts, in the way that wastes the least.
    pub fn search(&mut self, begin: Setting<'a>, parts: &[Part]) -> SourceResult<Setting<'a>> {
        let (mut open, mut done) = (vec![begin], Vec::new());
        // The setting that is least far continues, so that others of the same text can be compared with it.
        while let Some(nth) = (0..open.len()).min_by_key(|nth| open[*nth].at) {
            let next = open.remove(nth);
            if next.at > parts.len() {
                done.push(next);
            } else {
                let mut steps = self.steps(next, parts)?;
                steps.iter_mut().for_each(Setting::check_promises);
                open.extend(steps);
                keep_best(&mut open);
            }
        }
        let best = done
            .into_iter()
            .reduce(|one, other| if other.cost() < one.cost() { other } else { one });
        Ok(best.expect("one setting is always followed to its end"))
    }

    /// Returns all settings that a setting may become with its next part.
    fn steps(
        &mut self,
        mut setting: Setting<'a>,
        parts: &[Part],
    ) -> SourceResult<Vec<Setting<'a>>> {
        let nth = setting.at;
        let is_title = matches!(parts.get(nth), Some(Part::Piece(piece)) if piece.title);
        if is_title && !setting.sheets.owed.is_empty() {
            setting.blemishes += IN_NEXT_CHAPTER;
        }
        if let Some(Part::Piece(piece)) = parts.get(nth)
            && !piece.title
            && !self.is_first_round()
        {
            setting.at += 1;
            let place = PiecePlace { piece, nth };
            if self.set_aside(&mut setting, &place)? {
                return Ok(vec![setting]);
            }
            return self.ways_on(&setting, &place);
        }
        if !self.set_next(&mut setting, parts)? {
            setting.at = parts.len() + 1;
        }
        Ok(vec![setting])
    }
}

/// Keeps a few settings of the same text, those with the least cost, and of equal ones the first.
fn keep_best(open: &mut Vec<Setting<'_>>) {
    open.sort_by(|one, other| {
        one.text().cmp(&other.text()).then(one.cost().total_cmp(&other.cost()))
    });
    let mut kept: Vec<Setting<'_>> = Vec::new();
    for own in open.drain(..) {
        let same = kept.iter().filter(|other| other.text() == own.text());
        let is_told = same.clone().any(|other| other.goes_on_as(&own));
        let is_behind = same.clone().any(|other| own.cost() > other.cost() + MOST_BEHIND);
        if same.count() < MOST_FOLLOWED && !is_told && !is_behind {
            kept.push(own);
        }
    }
    *open = kept;
}

impl Setting<'_> {
    /// Identifies the text that is set, and the text that waits.
    pub fn text(&self) -> (usize, usize, usize) {
        (self.at, self.waiting.first(), self.waiting.len())
    }

    /// Returns the number of used pages, plus the waste on them.
    fn cost(&self) -> f64 {
        let (sheets, full) = (&self.sheets, self.sheets.regions.full);
        let owed: f64 = sheets.owed.iter().map(|(_, piece)| piece.height() / full).sum();
        let used = sheets.pages.len() as f64 + sheets.top / full + owed;
        used + BARE_PAGE * sheets.wasted + self.blemishes
    }
}
