//! Compares the order of things that both editions have. In: their earlier positions, in the later order.
//! Out: the smallest set of things that moved.

/// Returns the indices of the fewest things to move, so that the others keep their order.
pub fn moved(before: &[usize]) -> Vec<usize> {
    // The longest run of things, not necessarily neighbours, whose order stayed.
    let mut length = vec![1_usize; before.len()];
    let mut from: Vec<Option<usize>> = vec![None; before.len()];
    for at in 0..before.len() {
        for earlier in 0..at {
            if before[earlier] < before[at] && length[earlier] + 1 > length[at] {
                (length[at], from[at]) = (length[earlier] + 1, Some(earlier));
            }
        }
    }
    let mut kept = vec![false; before.len()];
    let mut next = (0..before.len()).rev().max_by_key(|at| length[*at]);
    while let Some(at) = next {
        kept[at] = true;
        next = from[at];
    }
    (0..before.len()).filter(|at| !kept[*at]).collect()
}
