//! Boxes of charts, and their exits, that no example walks.

use super::{CoveredPart, MissingRule, Reached, ReachedBy};
use crate::example::places;
use crate::rules::{BoxProgram, ChartProgram, Program};

/// The boxes, and the exits of those that have several.
pub(super) fn covered_boxes_and_exits(program: &Program, reached: &Reached) -> [CoveredPart; 2] {
    let mut boxes = CoveredPart { name: "boxes of charts", all: 0, missing: Vec::new() };
    let mut exits = CoveredPart { name: "exits of charts", all: 0, missing: Vec::new() };
    for own in own_charts(program).flat_map(|chart| &chart.boxes) {
        let walked = |way: u32| reached.ways.contains(&(own.way + way));
        boxes.all += 1;
        if !(0..own.ways()).any(walked) {
            boxes.missing.push(missing_ways(program, own, &own.label, (0..own.ways()).collect()));
        }
        for (way, exit) in (0u32..).zip(&own.exits).filter(|_| own.exits.len() > 1) {
            exits.all += 1;
            if !walked(way) {
                exits.missing.push(missing_ways(
                    program,
                    own,
                    &format!("\"{}\"", exit.label),
                    vec![way],
                ));
            }
        }
    }
    [boxes, exits]
}

/// The charts of the text that is played; a book that it uses has its own examples.
pub(super) fn own_charts(program: &Program) -> impl Iterator<Item = &ChartProgram> {
    let own = |chart: &&ChartProgram| {
        program.places.get(chart.place as usize).is_none_or(|place| place.book.is_none())
    };
    program.charts.iter().filter(own)
}

/// What is missing of a box: its ways out, counted from its first.
fn missing_ways(program: &Program, own: &BoxProgram, what: &str, ways: Vec<u32>) -> MissingRule {
    let by = ReachedBy::Ways(ways.into_iter().map(|way| own.way + way).collect());
    let (address, anchor) = (
        places::address_of(program, own.place),
        format!("#{}", places::key_of(program, own.place)),
    );
    MissingRule { address, anchor, function: what.to_owned(), by, seed: None }
}
