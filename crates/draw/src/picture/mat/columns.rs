//! The columns of a play mat: as wide as asked for, but none narrower than its words while there is
//! room.

use super::super::LEAST_TYPE;
use super::super::text::longest_word;
use super::{BETWEEN, MatField, PlayMat, RIM, SIDES};

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
        needed[field.column] = needed[field.column].max(needed_width(field));
    }
    needed
}

fn needed_width(field: &MatField) -> f64 {
    longest_word(&field.name, LEAST_TYPE) + SIDES + BETWEEN + 0.5
}

/// Widths of the columns of a mat of this width.
pub fn column_widths(mat: &PlayMat, width: f64) -> Vec<f64> {
    let (room, needed) = (width - 2.0 * RIM, needed_widths(mat));
    let whole: f64 = needed.iter().sum();
    if whole >= room {
        return needed.iter().map(|need| need * room / whole).collect();
    }
    shared_widths(mat, &needed, room)
}

/// Widths as asked for; a column that would be narrower than it needs is as wide as that.
fn shared_widths(mat: &PlayMat, needed: &[f64], room: f64) -> Vec<f64> {
    let mut fixed = vec![false; needed.len()];
    loop {
        let shares = column_shares(mat, needed, &fixed, room);
        match (0..needed.len()).find(|at| !fixed[*at] && shares[*at] < needed[*at]) {
            Some(at) => fixed[at] = true,
            None => return shares,
        }
    }
}

/// What each column gets when the fixed ones are as wide as they need and the others share the rest
/// as asked for.
fn column_shares(mat: &PlayMat, needed: &[f64], fixed: &[bool], room: f64) -> Vec<f64> {
    let left = room - sum_where(needed, fixed, true);
    let asked = sum_where(&mat.columns, fixed, false).max(f64::MIN_POSITIVE);
    let share = |at: usize| if fixed[at] { needed[at] } else { mat.columns[at] / asked * left };
    (0..needed.len()).map(share).collect()
}

/// The widths of all columns that are fixed, or of all others.
fn sum_where(widths: &[f64], fixed: &[bool], wanted: bool) -> f64 {
    widths.iter().zip(fixed).filter(|(_, fixed)| **fixed == wanted).map(|(w, _)| w).sum()
}
