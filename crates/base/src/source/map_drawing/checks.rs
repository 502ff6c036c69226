//! Checks the spaces of a drawing: every edge leads to a space or ends the map, and every mark can be
//! reached.

use std::collections::BTreeSet;

use super::{ABOVE, BELOW, DOOR, LEFT, MapDrawing, Place, RIGHT, WALL};

impl MapDrawing {
    /// Reports open edges without a space behind, and doors that lead nowhere.
    pub fn check_borders(&mut self) {
        let mut faults = Vec::new();
        for (place, space) in &self.spaces {
            for (side, edge) in space.edges.iter().enumerate() {
                let is_way = edge.word.is_empty() || edge.word == DOOR;
                if is_way
                    && !self.beyond(*place, side).is_some_and(|to| self.spaces.contains_key(&to))
                {
                    faults.push((edge.range.clone(), self.border_words(*place, side, &edge.word)));
                }
            }
        }
        for (range, message) in faults {
            let hint = "draw a wall there, `|` or `-`, or a space beyond it: `.`";
            self.fault(range, message, hint);
        }
    }

    fn border_words(&self, place: Place, side: usize, word: &str) -> String {
        let name = self.name(place);
        let place = ["above", "on the left of", "on the right of", "below"][side];
        match word {
            "" => format!("the open edge {place} {name} leads to no space"),
            word => format!("the {word} {place} {name} leads to no space"),
        }
    }

    /// Returns the place beyond an edge, if it is in the drawing.
    fn beyond(&self, place: Place, side: usize) -> Option<Place> {
        let Place { row, column } = place;
        match side {
            ABOVE => Some(Place { row: row.checked_sub(1)?, column }),
            LEFT => Some(Place { row, column: column.checked_sub(1)? }),
            RIGHT => Some(Place { row, column: column + 1 }),
            BELOW => Some(Place { row: row + 1, column }),
            _ => None,
        }
    }

    /// Reports spaces with marks that cannot be reached from the largest part of the map.
    pub fn check_ways(&mut self) {
        let mut parts: Vec<BTreeSet<Place>> = Vec::new();
        let mut left: BTreeSet<Place> = self.spaces.keys().copied().collect();
        while let Some(first) = left.pop_first() {
            parts.push(self.take_part(first, &mut left));
        }
        let largest = parts.iter().map(BTreeSet::len).max().unwrap_or(0);
        let Some(main) = parts.iter().position(|part| part.len() == largest) else { return };
        parts.remove(main);
        for place in parts.into_iter().flatten() {
            let space = &self.spaces[&place];
            if !space.mark.is_empty() {
                let message = format!("no way leads to {}, which has a mark", self.name(place));
                let hint = "open an edge, or draw a door: `D`";
                self.fault(space.range.clone(), message, hint);
            }
        }
    }

    /// Returns the spaces connected with one; only walls separate them.
    fn take_part(&self, first: Place, left: &mut BTreeSet<Place>) -> BTreeSet<Place> {
        let (mut part, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(place) = open.pop() {
            let edges = self.spaces[&place].edges.iter().enumerate();
            let ways = edges.filter(|(_, edge)| edge.word != WALL);
            for next in ways.filter_map(|(side, _)| self.beyond(place, side)) {
                if left.remove(&next) {
                    part.insert(next);
                    open.push(next);
                }
            }
        }
        part
    }
}
