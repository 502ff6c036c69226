//! Parts of a floor plan that are added to the picture of a map: walls, doors and terrain in their present
//! state, figures with the spaces they cover, the route of a step and its line of sight.

use std::collections::BTreeSet;

use super::map::{Arrival, MapWindow};
use super::replay::LyingPiece;
use draw::picture::joined_disc;
use draw::picture::map::floor::{FloorEdge, FloorFigure, FloorPlan, FloorRoute, FloorSide};
use draw::picture::map::{FloorData, HexMark, MapHexagon};
use rules::engine::Elimination;
use rules::engine::Hex;
use rules::engine::trace::{Act, NamedSubject, TraceRecord};

/// The word of an edge that can be opened and closed.
const DOOR: &str = "door";
/// The word of an open door.
const OPEN: &str = "open";
/// Number of records before a line of sight in which the choice of its target is searched.
const CHOICE: usize = 6;

/// Adds a row of card data to a floor plan, if it has walls, doors or terrain.
pub fn add_floor_row(floor: &mut Option<FloorData>, titles: &[String], cells: &[String]) {
    let mut told = floor.take().unwrap_or_default();
    told.add_rows(titles, [cells]);
    *floor = (!told.is_empty()).then_some(told);
}

/// Returns the plan of the spaces that a window shows.
pub fn floor_plan(floor: &FloorData, window: &MapWindow<'_>, hexes: &[MapHexagon]) -> FloorPlan {
    let shown: BTreeSet<(i32, i32)> = hexes.iter().map(|hex| (hex.row, hex.column)).collect();
    let step = &window.told[window.told.len() - window.step..];
    let words = &window.scene.words;
    let (sights, hit) = last_sight(window, step);
    let name = |word: &str| match word {
        OPEN => words.phrase("map-open", "open door").to_owned(),
        _ => words.name(word).to_owned(),
    };
    // The word of an edge in its present state.
    let present = |one: &str, other: &str, declared| {
        let key = (one.to_owned(), other.to_owned());
        match window.table.edges.get(&key).map(String::as_str) {
            Some("") if declared == DOOR => OPEN,
            Some(word) => word,
            None => declared,
        }
    };
    let mut edges = floor.edges(&shown, present, name);
    mark_changed_edges(window, step, &mut edges);
    FloorPlan {
        terrain: floor.terrain(&shown, name),
        open: floor.open_sides(&shown, &edges),
        edges,
        figures: shown_figures(window, hexes),
        routes: shown_routes(window, step),
        sights,
        hit,
        names: [
            words.phrase("map-route", "way").to_owned(),
            words.phrase("map-sight", "line of sight").to_owned(),
            words.phrase("map-hit", "stopped here").to_owned(),
        ],
    }
}

/// Returns the figures on the shown spaces.
fn shown_figures(window: &MapWindow<'_>, shown: &[MapHexagon]) -> Vec<FloorFigure> {
    let (possible, chosen) = told_choice(window);
    let mut figures: Vec<FloorFigure> = Vec::new();
    for LyingPiece { zone, piece, .. } in window.table.lying_pieces() {
        let space = piece.space.as_deref();
        let Some(hex) = space.and_then(|space| window.field.hex_of(space)) else { continue };
        let size = piece.size.turned(piece.rotation);
        let covers = |one: &MapHexagon| {
            let (down, across) = (one.row - hex.row, one.column - hex.column);
            (0..i32::from(size.down)).contains(&down)
                && (0..i32::from(size.across)).contains(&across)
        };
        if !shown.iter().any(covers) {
            continue;
        }
        let name = window.scene.printed_copy(piece.id, &piece.name);
        let mark = match piece.id {
            id if Some(id) == chosen => HexMark::Chosen,
            id if possible.contains(&id) => HexMark::Possible,
            _ => HexMark::Plain,
        };
        figures.push(FloorFigure {
            row: hex.row,
            column: hex.column,
            across: size.across,
            down: size.down,
            label: free_label(&name, &figures),
            name,
            owner: window.scene.side_of(zone, piece),
            mark,
            strong: window.has_put(piece),
            discs: window.discs_on(piece),
        });
    }
    add_arrivals(window, &mut figures);
    figures.sort_by_key(|figure| figure.owner.is_some());
    figures
}

/// Adds the figures that come onto the map in numbered steps, at their first spaces.
fn add_arrivals(window: &MapWindow<'_>, figures: &mut Vec<FloorFigure>) {
    for Arrival { step, piece, zone, hex, size } in window.arrivals() {
        let name = window.scene.printed_copy(piece.id, &piece.name);
        figures.push(FloorFigure {
            row: hex.row,
            column: hex.column,
            across: size.across,
            down: size.down,
            label: free_label(&name, figures),
            name,
            owner: window.scene.owner_of(zone),
            mark: HexMark::Plain,
            strong: true,
            discs: joined_disc(&[step]),
        });
    }
}

/// Marks the edges that a step changed.
fn mark_changed_edges(window: &MapWindow<'_>, step: &[TraceRecord], edges: &mut [FloorEdge]) {
    for record in step {
        let Act::Edge { one, other, .. } = &record.act else { continue };
        let ends = [one, other].map(|end| window.field.hex_of(&end.name));
        let [Some(one), Some(other)] = ends else { continue };
        for edge in edges.iter_mut() {
            let (row, column) = (edge.row, edge.column);
            let beyond = match edge.side {
                FloorSide::Left => Hex { row, column: column - 1 },
                FloorSide::Above => Hex { row: row - 1, column },
                FloorSide::Right => Hex { row, column: column + 1 },
                FloorSide::Below => Hex { row: row + 1, column },
            };
            let sides = [Hex { row, column }, beyond];
            edge.strong |= sides.contains(&one) && sides.contains(&other);
        }
    }
}

/// Returns a label that no other figure has: the first letter of the name with its number, with the initial
/// of its second word, alone, with a later letter of the name, or with a counted number.
fn free_label(name: &str, known: &[FloorFigure]) -> String {
    if let Some(own) = known.iter().find(|figure| figure.name == name) {
        return own.label.clone();
    }
    let is_free = |label: &String| !known.iter().any(|figure| figure.label == *label);
    let mut letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let number = name.chars().last().filter(char::is_ascii_digit);
    let numbered = number.map(|number| format!("{first}{number}"));
    let initials = name.split_whitespace().nth(1).and_then(|word| word.chars().next());
    let initials = initials.map(|second| format!("{first}{second}"));
    let longer = letters.map(|second| format!("{first}{second}"));
    let counted = (2..).map(|number| format!("{first}{number}"));
    let all =
        numbered.into_iter().chain(initials).chain([first.clone()]).chain(longer).chain(counted);
    all.into_iter().find(is_free).unwrap_or(first)
}

/// Returns the last line of sight of a step on this map.
fn last_sight(window: &MapWindow<'_>, step: &[TraceRecord]) -> (Vec<[i32; 4]>, Option<[i32; 2]>) {
    let is_here =
        |end: &NamedSubject| window.field.is_space(end) || window.field.holds(end, window.table);
    let told = told_records(window, step).into_iter().rev().find_map(|record| match &record.act {
        Act::Sight { from, to, lines, hit, .. } if is_here(from) || is_here(to) => Some((
            lines.iter().filter(|[x0, y0, x1, y1]| (x0, y0) != (x1, y1)).copied().collect(),
            *hit,
        )),
        _ => None,
    });
    told.unwrap_or_default()
}

/// Returns the records of a step, or those of all numbered steps.
fn told_records<'a>(window: &MapWindow<'a>, step: &'a [TraceRecord]) -> Vec<&'a TraceRecord> {
    if window.steps.is_empty() {
        return step.iter().collect();
    }
    let numbered = window.steps.iter();
    numbered.flat_map(|step| step.told_by(window.told)).collect()
}

/// Returns the last route of a step, or those of all numbered steps.
fn shown_routes(window: &MapWindow<'_>, step: &[TraceRecord]) -> Vec<FloorRoute> {
    if window.steps.is_empty() {
        let middles = last_route(window, step);
        return vec![FloorRoute { middles, discs: Vec::new() }];
    }
    let routes = window.steps.iter().map(|step| {
        let middles = last_route(window, step.told_by(window.told));
        FloorRoute { middles, discs: joined_disc(&[step.number]) }
    });
    routes.filter(|route| route.middles.len() > 1).collect()
}

/// Returns the centres of the spaces on the last route of a step on this map.
fn last_route(window: &MapWindow<'_>, step: &[TraceRecord]) -> Vec<(f64, f64)> {
    let told = step.iter().rev().find_map(|record| match &record.act {
        Act::Walk { piece, route, to, .. } if window.field.is_space(to) => {
            Some((piece.id, route.iter().map(String::as_str).collect()))
        }
        Act::Stand { piece, space, .. } if window.field.is_space(space) => {
            Some((piece.id, leap_route(window, piece.id, &space.name)?))
        }
        _ => None,
    });
    let Some((walker, route)) = told else { return Vec::new() };
    let walker = window.table.find(walker).map(|own| own.piece);
    let size = walker.map(|piece| piece.size.turned(piece.rotation)).unwrap_or_default();
    let middle = |hex: Hex| {
        let (right, down) = (f64::from(size.across) / 2.0, f64::from(size.down) / 2.0);
        (f64::from(hex.column) + right, f64::from(hex.row) + down)
    };
    let route: Vec<&str> = route;
    route.into_iter().filter_map(|space| window.field.hex_of(space)).map(middle).collect()
}

/// Returns the route of a figure that is put elsewhere on the map: straight from its present space.
fn leap_route<'a>(window: &'a MapWindow<'_>, figure: u32, to: &'a str) -> Option<Vec<&'a str>> {
    let from = window.table.find(figure)?.piece.space.as_deref()?;
    (from != to && window.field.hex_of(from).is_some()).then(|| vec![from, to])
}

/// Returns the numbers of the pieces that could be chosen recently, and of the chosen one.
fn told_choice(window: &MapWindow<'_>) -> (BTreeSet<u32>, Option<u32>) {
    let from = window.told.len().saturating_sub(window.step + CHOICE);
    for record in window.told[from..].iter().rev().filter(|_| window.step > 0) {
        let Act::Pick { lines, chosen, .. } = &record.act else { continue };
        let things = lines.iter().flat_map(Elimination::compared).chain(chosen);
        let possible = things.filter(|thing| !window.scene.is_space(thing));
        let possible = possible.map(|thing| thing.id).collect();
        return (possible, chosen.as_ref().map(|thing| thing.id));
    }
    Default::default()
}
