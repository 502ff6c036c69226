//! Finds cycles. In: a directed graph. Out: the vertices that lead to each other (strong
//! components, by Kosaraju's method), and those cycles that have no way out.

/// Returns the vertices of each closed cycle: one that has ways inside it, and no way out of it.
pub fn closed_cycles(ways: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut components = strong_components(ways);
    components.retain(|component| {
        let goes_on = component.iter().any(|vertex| !ways[*vertex].is_empty());
        let mut targets = component.iter().flat_map(|vertex| &ways[*vertex]);
        goes_on && targets.all(|to| component.binary_search(to).is_ok())
    });
    components
}

/// Returns the groups of vertices that lead to each other, in order.
pub fn strong_components(ways: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); ways.len()];
    for (from, tos) in ways.iter().enumerate() {
        tos.iter().for_each(|to| back[*to].push(from));
    }
    let mut seen = vec![false; ways.len()];
    let mut components = Vec::new();
    for vertex in finishing_order(ways).into_iter().rev() {
        let mut component = Vec::new();
        visit_depth_first(&back, vertex, &mut seen, &mut component);
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// Returns all vertices, each after those that it leads to.
fn finishing_order(ways: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; ways.len()];
    let mut done = Vec::new();
    for vertex in 0..ways.len() {
        visit_depth_first(ways, vertex, &mut seen, &mut done);
    }
    done
}

/// Adds everything that can be reached from `start` to `done`, each vertex after those that it
/// leads to.
fn visit_depth_first(ways: &[Vec<usize>], start: usize, seen: &mut [bool], done: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut open = vec![(start, 0)];
    while let Some((vertex, next)) = open.pop() {
        let Some(&to) = ways[vertex].get(next) else {
            done.push(vertex);
            continue;
        };
        open.push((vertex, next + 1));
        if !std::mem::replace(&mut seen[to], true) {
            open.push((to, 0));
        }
    }
}
