//! Finds cycles. In: a directed graph. Out: the vertices that lead to each other (strong components,
//! by Kosaraju's method), and those of them that nothing leads out of.

/// The vertices of each closed cycle.
pub fn closed_cycles(ways: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let components = strong_components(ways).into_iter();
    components.filter(|component| is_closed(ways, component)).collect()
}

/// The vertices that lead to each other, in order.
pub fn strong_components(ways: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let back = reversed(ways);
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

fn reversed(ways: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); ways.len()];
    for (from, tos) in ways.iter().enumerate() {
        tos.iter().for_each(|to| back[*to].push(from));
    }
    back
}

/// All vertices, each behind those that it leads to.
fn finishing_order(ways: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; ways.len()];
    let mut done = Vec::new();
    for vertex in 0..ways.len() {
        visit_depth_first(ways, vertex, &mut seen, &mut done);
    }
    done
}

/// Adds all that can be reached from `start` to `done`, each vertex behind those that it leads to.
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

/// Whether a way leads on from each vertex, and none out of the component.
fn is_closed(ways: &[Vec<usize>], component: &[usize]) -> bool {
    let goes_on = component.iter().any(|vertex| !ways[*vertex].is_empty());
    goes_on && component.iter().all(|vertex| leads_into(&ways[*vertex], component))
}

fn leads_into(ways: &[usize], component: &[usize]) -> bool {
    ways.iter().all(|to| component.binary_search(to).is_ok())
}
