//! The rules that hold each place. In: the rules of a book. Out: the state of a passage, and the function
//! that carries it out.

use std::collections::{BTreeMap, BTreeSet};

use super::PassageState;
use example::command::Reached;
use rules::Program;

/// The rules that hold each place.
#[derive(Default)]
pub struct Holders {
    functions: BTreeMap<u32, Vec<u32>>,
    /// Places of lists and charts that rules read.
    read: BTreeSet<u32>,
    ways: BTreeMap<u32, Vec<u32>>,
}

impl Holders {
    pub fn of(program: &Program) -> Self {
        let mut holders = Self::default();
        for (index, function) in (0u32..).zip(&program.functions) {
            for place in &function.places {
                holders.functions.entry(*place).or_default().push(index);
            }
        }
        holders.read.extend(program.lists.iter().map(|list| list.place));
        for chart in &program.charts {
            holders.read.insert(chart.place);
            for own in &chart.boxes {
                let ways = own.way..own.way + own.ways();
                holders.ways.entry(own.place).or_default().extend(ways.clone());
                holders.ways.entry(chart.place).or_default().extend(ways);
            }
        }
        for list in &program.lists {
            for item in &list.items {
                holders.read.insert(item.place);
            }
        }
        holders
    }

    /// Returns the state of the passage of these places.
    pub fn state(
        &self,
        places: &BTreeSet<u32>,
        examples: &Reached,
        games: &Reached,
    ) -> PassageState {
        let is_carried = |place: &u32| {
            self.functions.contains_key(place)
                || self.read.contains(place)
                || self.ways.contains_key(place)
        };
        if places.iter().any(|place| self.is_reached(*place, examples)) {
            PassageState::Shown
        } else if places.iter().any(|place| self.is_reached(*place, games)) {
            PassageState::Played
        } else if places.iter().any(is_carried) {
            PassageState::Carried
        } else {
            PassageState::Unheld
        }
    }

    fn is_reached(&self, place: u32, reach: &Reached) -> bool {
        let numbers = |all: &BTreeMap<u32, Vec<u32>>| all.get(&place).cloned().unwrap_or_default();
        reach.cited.contains_key(&place)
            || reach.lines.contains_key(&place)
            || numbers(&self.functions).iter().any(|one| reach.functions.contains_key(one))
            || numbers(&self.ways).iter().any(|one| reach.ways.contains_key(one))
    }

    /// Returns the first function that carries out one of these places.
    pub fn function(&self, places: &BTreeSet<u32>, program: &Program) -> Option<String> {
        let first = places.iter().find_map(|place| self.functions.get(place)?.first())?;
        Some(function_words(program, *first))
    }
}

/// Names a function: `rules/turn.star:40 bury`.
pub fn function_words(program: &Program, index: u32) -> String {
    let function = &program.functions[index as usize];
    let module = program.modules.get(function.module as usize);
    let path = module.map_or("", |module| module.path.as_str());
    format!("{path}:{} {}", function.line, function.name)
}
