//! Boxes of charts, and their exits, that no example passes.

use super::{CoveredPart, MissingRule, Reached, ReachedBy, missing_at};
use rules::{BoxProgram, ChartProgram, Program};

/// Returns the boxes, and the exits of boxes that have several.
pub fn covered_boxes_and_exits(program: &Program, reached: &Reached) -> [CoveredPart; 2] {
    let mut boxes = CoveredPart::empty("boxes of charts", "Box");
    let mut exits = CoveredPart::empty("exits of charts", "Exit");
    for own in own_charts(program).flat_map(|chart| &chart.boxes) {
        let ways = own.way..own.way + own.ways();
        boxes.all += 1;
        if !ways.clone().any(|way| reached.ways.contains_key(&way)) {
            boxes.missing.push(missing_ways(program, own, &own.label, ways.clone().collect()));
        }
        if own.exits.len() > 1 {
            exits.all += own.exits.len();
            let open = ways.zip(&own.exits).filter(|(way, _)| !reached.ways.contains_key(way));
            exits.missing.extend(open.map(|(way, exit)| {
                missing_ways(program, own, &format!("\"{}\"", exit.label), vec![way])
            }));
        }
    }
    [boxes, exits]
}

/// Returns the charts of the book that is played; a book that it uses has its own examples.
pub fn own_charts(program: &Program) -> impl Iterator<Item = &ChartProgram> {
    program.charts.iter().filter(|chart| {
        program.places.get(chart.place as usize).is_none_or(|place| place.book.is_none())
    })
}

/// Returns a missing item of a box, such as some of its exits.
fn missing_ways(program: &Program, own: &BoxProgram, what: &str, ways: Vec<u32>) -> MissingRule {
    let missing = missing_at(program, own.place, ReachedBy::Ways(ways));
    MissingRule { function: what.to_owned(), ..missing }
}
