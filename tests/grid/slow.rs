//! The rules of maps with walls once more, slowly and plainly: each step and each line is looked at
//! by itself, distances are relaxed until nothing changes, and routes are walked one by one.

use std::collections::{BTreeMap, BTreeSet};

use super::{STOPS, drawn_rows};

/// Column and row.
pub(super) type Cell = (i64, i64);

/// A map by its cells and the edges between them.
pub(super) struct SlowMap {
    pub(super) terrain: BTreeMap<Cell, String>,
    edges: BTreeMap<(Cell, Cell), String>,
    pub(super) names: BTreeMap<Cell, String>,
}

/// The question about a walk.
#[derive(Default)]
pub(super) struct SlowWalk {
    pub(super) points: u32,
    pub(super) size: (i64, i64),
    pub(super) turn: Option<u32>,
    pub(super) difficult: u32,
    pub(super) through: BTreeMap<Cell, u32>,
    pub(super) barred: BTreeSet<Cell>,
    pub(super) ends: BTreeSet<Cell>,
    pub(super) free_of: Vec<&'static str>,
}

/// Row, column and whether it is turned: so that routes compare as one reads.
pub(super) type Place = (i64, i64, bool);

/// The cheapest routes to a place: cost, steps over corners, the first route, and their number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SlowStop {
    pub(super) cost: u32,
    pub(super) corners: u32,
    pub(super) route: Vec<Place>,
    pub(super) ways: u64,
}

fn stops(word: &str, what: &str) -> bool {
    STOPS.iter().any(|(known, stopped)| *known == word && stopped.split(' ').any(|one| one == what))
}

/// The cells of a rectangle.
pub(super) fn rectangle((x, y): Cell, (across, down): (i64, i64)) -> Vec<Cell> {
    (0..down).flat_map(|row| (0..across).map(move |column| (x + column, y + row))).collect()
}

impl SlowMap {
    pub(super) fn of(drawing: &str) -> Self {
        let (_, rows) = drawn_rows(drawing);
        let mut map =
            Self { terrain: BTreeMap::new(), edges: BTreeMap::new(), names: BTreeMap::new() };
        for row in rows {
            let number = |at: usize| row[at].parse::<i64>().expect("it is a number");
            let (x, y) = (number(2), number(1));
            map.names.insert((x, y), row[0].clone());
            map.terrain.insert((x, y), row[3].clone());
            map.edges.insert(((x, y), (x + 1, y)), row[4].clone());
            map.edges.insert(((x, y), (x, y + 1)), row[5].clone());
        }
        map
    }

    fn edge(&self, one: Cell, other: Cell) -> &str {
        self.edges.get(&(one.min(other), one.max(other))).map_or("", String::as_str)
    }

    fn edge_is_open(&self, one: Cell, other: Cell, what: &str, free_of: &[&str]) -> bool {
        let word = self.edge(one, other);
        free_of.contains(&word) || !stops(word, what)
    }

    fn inside_is_open(&self, cell: Cell, what: &str, free_of: &[&str]) -> bool {
        let word = self.terrain.get(&cell);
        word.is_some_and(|word| free_of.contains(&word.as_str()) || !stops(word, what))
    }

    /// True if a walk may go from a cell to one beside it: over the edge, or one way around the
    /// corner.
    fn is_step(&self, from: Cell, to: Cell, what: &str, free_of: &[&str]) -> bool {
        if !self.terrain.contains_key(&to) || from == to {
            return false;
        }
        if from.0 == to.0 || from.1 == to.1 {
            return self.edge_is_open(from, to, what, free_of);
        }
        [(from.0, to.1), (to.0, from.1)].into_iter().any(|by| {
            self.inside_is_open(by, what, free_of)
                && self.edge_is_open(from, by, what, free_of)
                && self.edge_is_open(by, to, what, free_of)
        })
    }

    fn around((x, y): Cell) -> impl Iterator<Item = Cell> {
        (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (x + dx, y + dy)))
    }

    /// Steps from some cells to all, relaxed until nothing changes.
    pub(super) fn distances(&self, from: Cell) -> BTreeMap<Cell, u32> {
        let mut found = BTreeMap::from([(from, 0)]);
        loop {
            let before = found.clone();
            for (cell, steps) in &before {
                if *cell != from && !self.inside_is_open(*cell, "count", &[]) {
                    continue;
                }
                for next in
                    Self::around(*cell).filter(|next| self.is_step(*cell, *next, "count", &[]))
                {
                    let known = found.entry(next).or_insert(steps + 1);
                    *known = (*known).min(steps + 1);
                }
            }
            if found == before {
                return found;
            }
        }
    }

    /// The least steps between two rectangles.
    pub(super) fn distance(&self, one: &[Cell], other: &[Cell]) -> Option<u32> {
        one.iter()
            .flat_map(|cell| {
                let found = self.distances(*cell);
                other.iter().filter_map(move |to| found.get(to).copied()).collect::<Vec<_>>()
            })
            .min()
    }

    /// True if a line or two lead from the corners of some cells to those of others.
    pub(super) fn sees(
        &self,
        (from, to): (&[Cell], &[Cell]),
        blocked: &BTreeSet<Cell>,
        two: bool,
    ) -> bool {
        if two && self.distance(from, to).is_some_and(|steps| steps <= 1) {
            return true;
        }
        let sight = SlowSight { map: self, blocked, from, to };
        let corners = |(x, y): Cell| [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let starts: BTreeSet<Cell> = from.iter().flat_map(|cell| corners(*cell)).collect();
        starts.iter().any(|start| {
            to.iter().any(|cell| {
                let ends = corners(*cell);
                let free = ends.map(|end| sight.is_free(*start, end));
                if !two {
                    return free.contains(&true);
                }
                [(0, 1), (0, 2), (1, 3), (2, 3)].into_iter().any(|(one, other)| {
                    let (a, b) = (ends[one], ends[other]);
                    let cross =
                        (a.0 - start.0) * (b.1 - start.1) - (a.1 - start.1) * (b.0 - start.0);
                    free[one] && free[other] && cross != 0
                })
            })
        })
    }

    /// All places that can be come to, by walking every route.
    pub(super) fn walks(&self, from: Place, walk: &SlowWalk) -> BTreeMap<Place, SlowStop> {
        let mut found = BTreeMap::new();
        let mut route = vec![from];
        self.walk_on(&mut route, (0, 0), walk, &mut found);
        found.retain(|(y, x, turned), _| {
            rectangle((*x, *y), walk.lies(*turned)).iter().all(|cell| !walk.ends.contains(cell))
        });
        found
    }

    fn walk_on(
        &self,
        route: &mut Vec<Place>,
        (cost, corners): (u32, u32),
        walk: &SlowWalk,
        found: &mut BTreeMap<Place, SlowStop>,
    ) {
        let here = *route.last().expect("it begins somewhere");
        let new = SlowStop { cost, corners, route: route.clone(), ways: 1 };
        match found.get_mut(&here) {
            Some(known) if known.cost < cost => return,
            Some(known) if known.cost == cost => {
                known.ways += 1;
                if (corners, &*route) < (known.corners, &known.route) {
                    (known.corners, known.route) = (corners, route.clone());
                }
            }
            _ => {
                found.insert(here, new);
            }
        }
        for (next, step, over) in self.steps(here, walk) {
            if cost + step <= walk.points {
                route.push(next);
                self.walk_on(route, (cost + step, corners + over), walk, found);
                route.pop();
            }
        }
    }

    /// Returns the places that one step leads to, with its cost and whether it crosses a corner.
    fn steps(&self, here: Place, walk: &SlowWalk) -> Vec<(Place, u32, u32)> {
        let (y, x, turned) = here;
        let old = rectangle((x, y), walk.lies(turned));
        let mut found = Vec::new();
        for (nx, ny) in Self::around((x, y)).filter(|next| *next != (x, y)) {
            let is_corner = nx != x && ny != y;
            let new = rectangle((nx, ny), walk.lies(turned));
            let by = (nx - x, ny - y);
            let is_way = match walk.size {
                (1, 1) => self.is_step((x, y), (nx, ny), "move", &walk.free_of),
                _ => {
                    !is_corner
                        && new.iter().filter(|cell| !old.contains(cell)).all(|cell| {
                            let before = (cell.0 - by.0, cell.1 - by.1);
                            self.edge_is_open(before, *cell, "move", &walk.free_of)
                        })
                }
            };
            if is_way && self.fits(&new, walk) {
                let cost = 1 + self.entry_cost(&old, &new, walk);
                found.push(((ny, nx, turned), cost, u32::from(is_corner)));
            }
        }
        if let Some(turn) = walk.turn.filter(|_| walk.size.0 != walk.size.1) {
            for ny in y - 4..=y + 4 {
                for nx in x - 4..=x + 4 {
                    let new = rectangle((nx, ny), walk.lies(!turned));
                    let kept = new.iter().filter(|cell| old.contains(cell)).count();
                    if 2 * kept >= old.len() && self.fits(&new, walk) {
                        let cost = turn + self.entry_cost(&old, &new, walk);
                        found.push(((ny, nx, !turned), cost, 0));
                    }
                }
            }
        }
        found
    }

    fn fits(&self, cells: &[Cell], walk: &SlowWalk) -> bool {
        let inside = |cell: &Cell| {
            self.inside_is_open(*cell, "move", &walk.free_of) && !walk.barred.contains(cell)
        };
        let joined = |cell: &Cell| {
            let beside = [(cell.0 + 1, cell.1), (cell.0, cell.1 + 1)];
            beside
                .into_iter()
                .filter(|other| cells.contains(other))
                .all(|other| self.edge_is_open(*cell, other, "move", &walk.free_of))
        };
        cells.iter().all(inside) && cells.iter().all(joined)
    }

    fn entry_cost(&self, old: &[Cell], new: &[Cell], walk: &SlowWalk) -> u32 {
        let entered = || new.iter().filter(|cell| !old.contains(cell));
        let minds = !walk.free_of.contains(&"difficult");
        let terrain = entered().any(|cell| minds && self.terrain[cell] == "difficult");
        let through = entered().filter_map(|cell| walk.through.get(cell)).max();
        u32::from(terrain) * walk.difficult + through.copied().unwrap_or(0)
    }
}

impl SlowWalk {
    fn lies(&self, turned: bool) -> (i64, i64) {
        if turned { (self.size.1, self.size.0) } else { self.size }
    }
}

/// A look from some cells to others.
struct SlowSight<'a> {
    map: &'a SlowMap,
    blocked: &'a BTreeSet<Cell>,
    from: &'a [Cell],
    to: &'a [Cell],
}

impl SlowSight<'_> {
    fn is_clear(&self, cell: Cell) -> bool {
        if self.from.contains(&cell) || self.to.contains(&cell) {
            return true;
        }
        self.map.inside_is_open(cell, "sight", &[]) && !self.blocked.contains(&cell)
    }

    /// True if cells around a point are connected: spreads from some, looks for others.
    fn joined(&self, (x, y): Cell, from: &[Cell], to: &[Cell]) -> bool {
        let around = [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)];
        let mut reached: BTreeSet<Cell> =
            from.iter().copied().filter(|cell| around.contains(cell)).collect();
        for _ in 0..4 {
            for cell in around {
                let beside =
                    |other: &&Cell| (other.0 - cell.0).abs() + (other.1 - cell.1).abs() == 1;
                let comes = |other: &Cell| self.map.edge_is_open(*other, cell, "sight", &[]);
                if self.is_clear(cell) && reached.iter().filter(beside).any(comes) {
                    reached.insert(cell);
                }
            }
        }
        to.iter().any(|cell| reached.contains(cell))
    }

    fn is_free(&self, from: Cell, to: Cell) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if (dx, dy) == (0, 0) {
            return self.joined(from, self.from, self.to);
        }
        if dx == 0 || dy == 0 {
            return self.is_free_along(from, to);
        }
        // All moments at which the line meets the grid, in parts of dx * dy.
        let whole = (dx * dy).abs();
        let mut moments: BTreeSet<i64> = (0..=dx.abs()).map(|n| n * dy.abs()).collect();
        moments.extend((0..=dy.abs()).map(|n| n * dx.abs()));
        let moments: Vec<i64> = moments.into_iter().collect();
        // The place at that moment, and in the middle between two moments; in parts of 2 * dx * dy.
        let at = |double: i64| (from.0 * 2 * whole + dx * double, from.1 * 2 * whole + dy * double);
        let cell_at = |double: i64| {
            let (x, y) = at(double);
            (x.div_euclid(2 * whole), y.div_euclid(2 * whole))
        };
        let cells: Vec<Cell> = moments.windows(2).map(|pair| cell_at(pair[0] + pair[1])).collect();
        if !cells.iter().all(|cell| self.is_clear(*cell)) {
            return false;
        }
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let inner = moments[1..moments.len() - 1].iter().zip(cells.windows(2));
        self.joined(from, self.from, &[first])
            && self.joined(to, &[last], self.to)
            && inner.into_iter().all(|(moment, pair)| {
                let (x, y) = at(2 * moment);
                if x % (2 * whole) == 0 && y % (2 * whole) == 0 {
                    let point = (x / (2 * whole), y / (2 * whole));
                    self.joined(point, &pair[..1], &pair[1..])
                } else {
                    self.map.edge_is_open(pair[0], pair[1], "sight", &[])
                }
            })
    }

    /// A line along the grid: past each of its edges on some of the two cells beside it, to which one
    /// comes round the point before.
    fn is_free_along(&self, from: Cell, to: Cell) -> bool {
        let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let long = (to.0 - from.0).abs() + (to.1 - from.1).abs();
        let mut reached = self.from.to_vec();
        for n in 0..long {
            let (x, y) = (from.0 + n * dx, from.1 + n * dy);
            let (left, top) = (x + dx.min(0), y + dy.min(0));
            let beside = [(left, top), (left - dy.abs(), top - dx.abs())];
            reached =
                beside.into_iter().filter(|cell| self.joined((x, y), &reached, &[*cell])).collect();
        }
        self.joined(to, &reached, self.to)
    }
}
