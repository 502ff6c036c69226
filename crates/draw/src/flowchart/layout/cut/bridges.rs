//! Finds the line at which a part falls apart best. In: a part. Out: the vertices on one side of the
//! most even cut through at most one line. One walk through the part (Tarjan) finds all such lines.

use super::super::parts::ChartPart;

/// The vertices that hang together with the first when a part is cut most evenly through one line,
/// or through none where it falls apart by itself; `None` where less than a quarter would be on one
/// side.
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

/// A line without which a part falls apart, the vertex behind it, and how many hang on that.
struct Bridge {
    edge: usize,
    vertex: usize,
    size: usize,
}

/// A line at a vertex.
#[derive(Clone, Copy)]
struct WalkTie {
    edge: usize,
    /// The vertex at its other end.
    other: usize,
}

/// A walk through all that hangs together with the first vertex, deep before wide.
struct PartWalk {
    /// Vertices as they are met.
    order: Vec<usize>,
    /// By vertex: its place in the order.
    place: Vec<usize>,
    /// By vertex: the line that it was met through, and where that came from.
    entry: Vec<Option<WalkTie>>,
    /// By vertex: the earliest place that it is tied to by another line than its entry.
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

    /// All lines of which nothing behind them is tied to anything before them.
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
