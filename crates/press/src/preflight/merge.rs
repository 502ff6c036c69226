//! Merges neighbouring faults of one kind: the lines of a paragraph, the rules of a table.

use super::{FaultKind, PrintFault};

/// Greatest distance of faults that are merged, in millimetres.
const NEAR: f64 = 5.0;
/// Most earlier faults that each is compared with.
const COMPARED: usize = 64;
/// Most faults of a file that are kept.
const MOST: usize = 20_000;

/// Sorts faults by page and merges neighbouring ones of one kind.
pub fn merge_faults(mut faults: Vec<PrintFault>) -> Vec<PrintFault> {
    // The sort is stable: faults of a page stay in the order of painting.
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
    // Faults of pictures and of ends of paint stay separate.
    let is_single = matches!(
        one.kind,
        FaultKind::CoarsePicture | FaultKind::RgbPicture | FaultKind::BleedNotPainted
    );
    let same = (one.page, one.kind, one.severity) == (other.page, other.kind, other.severity);
    let near = one.place.zip(other.place).is_some_and(|(a, b)| a.distance(b) < NEAR);
    same && near && (!is_single || one.place == other.place)
}
