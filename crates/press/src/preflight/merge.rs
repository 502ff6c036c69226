//! Faults of one kind that lie side by side are one: the lines of a paragraph, the rules of a table.

use super::{FaultKind, PrintFault};

/// So near faults are one, in millimetres.
const NEAR: f64 = 5.0;
/// So many earlier faults are compared.
const COMPARED: usize = 64;
/// No more faults of a file are kept.
const MOST: usize = 20_000;

/// Sorts faults by page and unites those of one kind that lie side by side.
pub fn merge_faults(mut faults: Vec<PrintFault>) -> Vec<PrintFault> {
    // Stable: faults of a page stay in the order in which it is painted.
    faults.sort_by_key(|fault| (fault.page, fault.severity, fault.kind));
    let mut merged: Vec<PrintFault> = Vec::new();
    for fault in faults {
        let from = merged.len().saturating_sub(COMPARED);
        let near = merged[from..].iter().rposition(|earlier| belong_together(earlier, &fault));
        match (near, fault.place) {
            (Some(near), Some(place)) => {
                let near = &mut merged[from + near];
                near.place = near.place.map(|before| before.union(place));
            }
            _ if merged.len() < MOST => merged.push(fault),
            _ => break,
        }
    }
    merged
}

fn belong_together(one: &PrintFault, other: &PrintFault) -> bool {
    // Pictures and ends of the paint are told one by one.
    let is_single = matches!(
        one.kind,
        FaultKind::CoarsePicture | FaultKind::RgbPicture | FaultKind::BleedNotPainted
    );
    let same = (one.page, one.kind, one.severity) == (other.page, other.kind, other.severity);
    let near = one.place.zip(other.place).is_some_and(|(a, b)| a.distance(b) < NEAR);
    same && near && (!is_single || one.place == other.place)
}
