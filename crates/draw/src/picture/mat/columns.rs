//! The columns of a play mat: as wide as their author asked, but not narrower than their words
//! while there is room.

use super::super::LEAST_TYPE;
use super::super::text::longest_word;
use super::{BETWEEN, PlayMat, RIM, SIDES};

/// Least width of a column, in points.
const NARROWEST: f64 = 12.0;

/// True if a mat of this width divides no word.
pub fn mat_fits(mat: &PlayMat, width: f64) -> bool {
    needed_widths(mat).iter().sum::<f64>() <= width - 2.0 * RIM
}

/// Returns the width that the longest word in each column needs.
fn needed_widths(mat: &PlayMat) -> Vec<f64> {
    let mut needed = vec![NARROWEST; mat.columns.len()];
    for field in mat.fields.iter().filter(|field| field.across == 1) {
        needed[field.column] =
            needed[field.column].max(longest_word(&field.name, LEAST_TYPE) + SIDES + BETWEEN + 0.5);
    }
    needed
}

/// Returns the widths of the columns of a mat of this width.
pub fn column_widths(mat: &PlayMat, width: f64) -> Vec<f64> {
    let (room, needed) = (width - 2.0 * RIM, needed_widths(mat));
    let whole: f64 = needed.iter().sum();
    if whole >= room {
        return needed.iter().map(|need| need * room / whole).collect();
    }
    shared_room(&needed, &mat.columns, room)
}

/// Shares `room` in proportion to `asked`; a part that would be less than `least` is exactly that.
pub fn shared_room(least: &[f64], asked: &[f64], room: f64) -> Vec<f64> {
    let mut fixed = vec![false; least.len()];
    loop {
        let sum = |parts: &[f64], wanted: bool| -> f64 {
            let counted = parts.iter().zip(&fixed).filter(|(_, own)| **own == wanted);
            counted.map(|(part, _)| part).sum()
        };
        let (left, whole) = (room - sum(least, true), sum(asked, false).max(f64::MIN_POSITIVE));
        let share = |at: usize| if fixed[at] { least[at] } else { asked[at] / whole * left };
        let shares: Vec<f64> = (0..least.len()).map(share).collect();
        match (0..least.len()).find(|at| !fixed[*at] && shares[*at] < least[*at]) {
            Some(at) => fixed[at] = true,
            None => return shares,
        }
    }
}
