//! The columns of a play mat: as wide as asked for, but none narrower than its words while there is
//! room.

use super::super::LEAST_TYPE;
use super::super::text::longest_word;
use super::{BETWEEN, PlayMat, RIM, SIDES};

/// The narrowest column.
const NARROWEST: f64 = 12.0;

/// Whether no word of a mat of this width has to be divided.
pub fn mat_fits(mat: &PlayMat, width: f64) -> bool {
    needed_widths(mat).iter().sum::<f64>() <= width - 2.0 * RIM
}

/// The width that the longest word in each column needs.
fn needed_widths(mat: &PlayMat) -> Vec<f64> {
    let mut needed = vec![NARROWEST; mat.columns.len()];
    for field in mat.fields.iter().filter(|field| field.across == 1) {
        let own = longest_word(&field.name, LEAST_TYPE) + SIDES + BETWEEN + 0.5;
        needed[field.column] = needed[field.column].max(own);
    }
    needed
}

/// Widths of the columns of a mat of this width.
pub(super) fn column_widths(mat: &PlayMat, width: f64) -> Vec<f64> {
    let (room, needed) = (width - 2.0 * RIM, needed_widths(mat));
    let whole: f64 = needed.iter().sum();
    if whole >= room {
        return needed.iter().map(|need| need * room / whole).collect();
    }
    let mut fixed = vec![false; needed.len()];
    loop {
        let shares = column_shares(mat, &needed, &fixed, room);
        match (0..needed.len()).find(|at| !fixed[*at] && shares[*at] < needed[*at]) {
            Some(at) => fixed[at] = true,
            None => return shares,
        }
    }
}

/// What each column gets when the fixed ones are as wide as they need and the others share the rest
/// as asked for.
fn column_shares(mat: &PlayMat, needed: &[f64], fixed: &[bool], room: f64) -> Vec<f64> {
    let sum_where = |widths: &[f64], wanted: bool| -> f64 {
        widths.iter().zip(fixed).filter(|(_, fixed)| **fixed == wanted).map(|(w, _)| w).sum()
    };
    let left = room - sum_where(needed, true);
    let asked = sum_where(&mat.columns, false).max(f64::MIN_POSITIVE);
    let share = |at: usize| if fixed[at] { needed[at] } else { mat.columns[at] / asked * left };
    (0..needed.len()).map(share).collect()
}
