//! Finds the line at which a part splits best. In: a part. Out: the vertices on one side of the
//! most even cut through at most one line. One walk through the part (Tarjan) finds all such lines.

use super::super::parts::ChartPart;

/// Marks the vertices that stay connected to the first one after the most even cut through one
/// line, or through none if the part is already in pieces. `None` if less than a quarter would be
/// on one side.
pub fn most_even_cut(part: &ChartPart) -> Option<Vec<bool>> {
    let walk = PartWalk::through(part);
    let count = part.vertices.len();
    let reached = walk.order.len();
    if reached < count {
        let inside = (0..count).map(|vertex| walk.place[vertex] != UNSEEN).collect();
        return (reached.min(count - reached) * 4 >= count).then_some(inside);
    }
    let bridges = walk.bridges();
    let even = |bridge: &Bridge| bridge.size.min(count - bridge.size);
    let wide = bridges.into_iter().filter(|bridge| even(bridge) * 4 >= count);
    let best = wide.min_by_key(|bridge| (std::cmp::Reverse(even(bridge)), bridge.edge))?;
    let below = walk.place[best.vertex]..walk.place[best.vertex] + best.size;
    Some((0..count).map(|vertex| !below.contains(&walk.place[vertex])).collect())
}

const UNSEEN: usize = usize::MAX;

/// A line whose removal splits a part, the vertex behind it, and the number of vertices behind the
/// line.
struct Bridge {
    edge: usize,
    vertex: usize,
    size: usize,
}

/// A line at a vertex.
#[derive(Clone, Copy)]
struct WalkTie {
    edge: usize,
    /// Vertex at its other end.
    other: usize,
}

/// A depth-first walk through everything connected to the first vertex.
struct PartWalk {
    /// Vertices in the order of the walk.
    order: Vec<usize>,
    /// Place in the order, by vertex.
    place: Vec<usize>,
    /// Line through which the walk entered the vertex, and the vertex it came from, by vertex.
    entry: Vec<Option<WalkTie>>,
    /// Earliest place that the vertex is tied to by a line other than its entry, by vertex.
    back: Vec<usize>,
}

impl PartWalk {
    fn through(part: &ChartPart) -> Self {
        let count = part.vertices.len();
        let mut ties = vec![vec![]; count];
        for (index, edge) in part.edges.iter().enumerate() {
            ties[edge.from].push(WalkTie { edge: index, other: edge.to });
            ties[edge.to].push(WalkTie { edge: index, other: edge.from });
        }
        let (place, entry) = (vec![UNSEEN; count], vec![None; count]);
        let mut walk = Self { order: vec![], place, entry, back: vec![UNSEEN; count] };
        if count > 0 {
            walk.walk_from_first(&ties);
        }
        walk
    }

    fn walk_from_first(&mut self, ties: &[Vec<WalkTie>]) {
        let mut stack = vec![(0, 0)];
        self.meet(0, None);
        while let Some((vertex, next)) = stack.pop() {
            let Some(&WalkTie { edge, other }) = ties[vertex].get(next) else { continue };
            stack.push((vertex, next + 1));
            if self.place[other] == UNSEEN {
                self.meet(other, Some(WalkTie { edge, other: vertex }));
                stack.push((other, 0));
            } else if self.entry[vertex].is_none_or(|entry| entry.edge != edge) {
                self.back[vertex] = self.back[vertex].min(self.place[other]);
            }
        }
    }

    fn meet(&mut self, vertex: usize, entry: Option<WalkTie>) {
        self.place[vertex] = self.order.len();
        self.entry[vertex] = entry;
        self.order.push(vertex);
    }

    /// Returns all lines that are the only tie between the vertices before and behind them.
    fn bridges(&self) -> Vec<Bridge> {
        let mut size = vec![1; self.place.len()];
        let mut earliest = self.back.clone();
        let mut bridges = vec![];
        for &vertex in self.order.iter().rev() {
            let Some(WalkTie { edge, other: above }) = self.entry[vertex] else { continue };
            if earliest[vertex] >= self.place[vertex] {
                bridges.push(Bridge { edge, vertex, size: size[vertex] });
            }
            size[above] += size[vertex];
            earliest[above] = earliest[above].min(earliest[vertex]);
        }
        bridges
    }
}
