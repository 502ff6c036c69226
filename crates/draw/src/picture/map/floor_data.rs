//! Floor plans as data. In: rows with the columns `Row`, `Column`, `Terrain`, `Right` and `Below`.
//! Out: the terrain and the edges of the visible spaces.

use std::collections::{BTreeMap, BTreeSet};

use super::floor::{FloorEdge, FloorSide, FloorTerrain, SpaceSide};

/// Columns of the data of a floor plan.
const COLUMNS: [&str; 5] = ["Row", "Column", "Terrain", "Right", "Below"];
/// Word of an edge that ends a map.
const WALL: &str = "wall";

/// A row and a column.
type Place = (i32, i32);

/// The words of a space: its name, its terrain, the edge at its right, the edge below it.
#[derive(Debug, Clone, Default)]
struct SpaceWords {
    name: String,
    terrain: String,
    right: String,
    below: String,
}

/// Floor plans by row and column.
#[derive(Debug, Clone, Default)]
pub struct FloorData(BTreeMap<Place, SpaceWords>);

impl FloorData {
    /// Adds the spaces of rows under `titles`, if these have the columns of a floor plan.
    pub fn add_rows<R: AsRef<[String]>>(
        &mut self,
        titles: &[String],
        rows: impl IntoIterator<Item = R>,
    ) {
        let at = COLUMNS.map(|title| titles.iter().position(|own| own == title));
        let [Some(row), Some(column), terrain, right, below] = at else { return };
        if right.or(below).is_none() {
            return;
        }
        for cells in rows {
            let cells = cells.as_ref();
            let cell = |at: usize| cells.get(at).map(|cell| cell.trim()).unwrap_or_default();
            let word = |at: Option<usize>| at.map(cell).unwrap_or_default().to_owned();
            if let (Ok(row), Ok(column)) = (cell(row).parse(), cell(column).parse()) {
                let (terrain, right, below) = (word(terrain), word(right), word(below));
                let name = word(Some(0));
                self.0.insert((row, column), SpaceWords { name, terrain, right, below });
            }
        }
    }

    /// True if it has no spaces.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the terrain of the shown spaces; `name` prints a word.
    pub fn terrain(
        &self,
        shown: &BTreeSet<Place>,
        name: impl Fn(&str) -> String,
    ) -> Vec<FloorTerrain> {
        let spaces = self
            .0
            .iter()
            .filter(|(place, words)| shown.contains(place) && !words.terrain.is_empty());
        let terrain = spaces.map(|((row, column), words)| FloorTerrain {
            row: *row,
            column: *column,
            word: words.terrain.clone(),
            name: name(&words.terrain),
        });
        terrain.collect()
    }

    /// Returns the edges of the shown spaces that are not open. `present` returns the present word
    /// of the edge between two spaces, from their names and the word in the data; `name` prints a
    /// word.
    pub fn edges<'a>(
        &'a self,
        shown: &BTreeSet<Place>,
        present: impl Fn(&str, &str, &'a str) -> &'a str,
        name: impl Fn(&str) -> String,
    ) -> Vec<FloorEdge> {
        let mut edges = Vec::new();
        for ((row, column), words) in self.0.iter().filter(|(place, _)| shown.contains(place)) {
            let mut add = |side: FloorSide, word: &str| {
                if !word.is_empty() {
                    let (row, column, name) = (*row, *column, name(word));
                    let word = word.to_owned();
                    edges.push(FloorEdge { row, column, side, word, name, strong: false });
                }
            };
            for (side, before) in
                [(FloorSide::Left, (*row, column - 1)), (FloorSide::Above, (row - 1, *column))]
            {
                let word = match self.0.get(&before) {
                    None => WALL,
                    // An edge between two shown spaces comes with the other space.
                    Some(_) if shown.contains(&before) => "",
                    Some(other) => {
                        let beside = side == FloorSide::Left;
                        let declared = if beside { &other.right } else { &other.below };
                        present(&other.name, &words.name, declared)
                    }
                };
                add(side, word);
            }
            for (side, beyond, declared) in [
                (FloorSide::Right, (*row, column + 1), &words.right),
                (FloorSide::Below, (row + 1, *column), &words.below),
            ] {
                let beyond = self.0.get(&beyond);
                let word =
                    beyond.map_or(WALL, |beyond| present(&words.name, &beyond.name, declared));
                add(side, word);
            }
        }
        edges
    }

    /// Returns the sides of the shown spaces at which the map continues without a wall.
    pub fn open_sides(&self, shown: &BTreeSet<Place>, edges: &[FloorEdge]) -> Vec<SpaceSide> {
        sides_towards(shown, edges, |beyond| self.0.contains_key(&beyond))
    }
}

/// Returns the sides of the shown spaces that lead without a wall to spaces that exist but are not
/// shown.
pub fn sides_towards(
    shown: &BTreeSet<Place>,
    edges: &[FloorEdge],
    is_there: impl Fn(Place) -> bool,
) -> Vec<SpaceSide> {
    let walls = edges.iter().filter(|edge| edge.word == WALL);
    let side = |edge: &FloorEdge| SpaceSide { row: edge.row, column: edge.column, side: edge.side };
    let walls: BTreeSet<SpaceSide> = walls.map(side).collect();
    let mut open = Vec::new();
    for (row, column) in shown {
        for (side, beyond, facing) in [
            (FloorSide::Left, (*row, column - 1), FloorSide::Right),
            (FloorSide::Above, (row - 1, *column), FloorSide::Below),
            (FloorSide::Right, (*row, column + 1), FloorSide::Left),
            (FloorSide::Below, (row + 1, *column), FloorSide::Above),
        ] {
            let here = SpaceSide { row: *row, column: *column, side };
            let there = SpaceSide { row: beyond.0, column: beyond.1, side: facing };
            let is_walled = walls.contains(&here) || walls.contains(&there);
            if !is_walled && !shown.contains(&beyond) && is_there(beyond) {
                open.push(here);
            }
        }
    }
    open
}
