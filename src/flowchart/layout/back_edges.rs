//! In: ordered layers. Out: the same with the lines that run back up or loop, each beside the boxes
//! it joins, on the way with the fewest crossings.

use super::layers::{EdgeRoute, LayerItemKind, LayeredGraph};
use super::parts::ChartPart;
use super::sides::BoxSide;

/// Puts all lines that run back into the layers, short ones first.
pub(super) fn insert_back_edges(grid: &mut LayeredGraph, part: &ChartPart) {
    let mut routes: Vec<usize> =
        (0..grid.routes.len()).filter(|&route| grid.routes[route].back).collect();
    let reach = |route: &usize| {
        let wire = part.edges[grid.routes[*route].edge];
        grid.items[wire.from].layer - grid.items[wire.to].layer
    };
    routes.sort_by_key(|route| (reach(route), *route));
    for route in routes {
        let wire = part.edges[grid.routes[route].edge];
        let ways = cheapest_slots(grid, part, wire.from, wire.to);
        insert_route(grid, route, (wire.from, wire.to), &ways);
    }
}

/// The cheapest slot in each layer from the box entered (`to`, above) to the box left (`from`,
/// below).
fn cheapest_slots(grid: &LayeredGraph, part: &ChartPart, from: usize, to: usize) -> Vec<usize> {
    let (top, bottom) = (grid.items[to].layer, grid.items[from].layer);
    let places = grid.places_in_layers();
    let slots = |layer: usize| grid.layers[layer].len() + 1;
    let cost = |layer: usize, slot: usize| {
        let group = grid.passed_subgraph(from, to, layer);
        let inner = slot > 0 && slot < grid.layers[layer].len();
        let mut cost = if slot_keeps_subgraphs(grid, layer, slot, group) { 0.0 } else { 1e6 }
            + if inner { 0.02 } else { 0.0 };
        cost += 0.001 * (slots(layer) - 1 - slot) as f64;
        cost += if inner && separates_tied_edge(grid, part, (layer, slot), (from, to)) {
            1.6
        } else {
            0.0
        };
        for (end, links) in [(from, &grid.down), (to, &grid.up)] {
            if layer == grid.items[end].layer {
                cost += tie_cost(grid, part, (end, places[end]), slot, links);
            }
        }
        cost
    };
    let mut table: Vec<Vec<(f64, usize)>> =
        vec![(0..slots(top)).map(|slot| (cost(top, slot), 0)).collect()];
    for layer in top + 1..=bottom {
        let last = &table[table.len() - 1];
        let crossed = crossing_costs(grid, &places, layer - 1);
        let step = |slot: usize| {
            let ways = last
                .iter()
                .enumerate()
                .map(|(above, (cost, _))| (cost + crossed(above, slot), above));
            let (least, above) = ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0));
            (least + cost(layer, slot), above)
        };
        let row = (0..slots(layer)).map(step).collect();
        table.push(row);
    }
    trace_slots(&table)
}

/// Whether a slot lies between a foreign box and a line that is tied to its side.
fn separates_tied_edge(
    grid: &LayeredGraph,
    part: &ChartPart,
    (layer, slot): (usize, usize),
    (from, to): (usize, usize),
) -> bool {
    let (a, b) = (grid.layers[layer][slot - 1], grid.layers[layer][slot]);
    let tied = |vertex: usize, item: usize| {
        vertex < part.vertices.len()
            && vertex != from
            && vertex != to
            && is_back_edge_end(grid, part, item, vertex)
    };
    tied(a, b) || tied(b, a)
}

/// Reads the cheapest way from the last row of the table back to the first.
fn trace_slots(table: &[Vec<(f64, usize)>]) -> Vec<usize> {
    let last = table[table.len() - 1].iter().enumerate();
    let mut slot = last.min_by(|a, b| a.1.0.total_cmp(&b.1.0)).map_or(0, |(slot, _)| slot);
    let mut ways = vec![slot];
    for row in table[1..].iter().rev() {
        slot = row[slot].1;
        ways.push(slot);
    }
    ways.reverse();
    ways
}

/// How many links a line crosses from one slot below `layer` to another: (slot above, slot below)
/// -> links.
fn crossing_costs<'a>(
    grid: &'a LayeredGraph,
    places: &'a [usize],
    layer: usize,
) -> impl Fn(usize, usize) -> f64 + 'a {
    let links: Vec<(usize, usize)> = grid.layers[layer]
        .iter()
        .flat_map(|&item| grid.down[item].iter().map(move |&below| (places[item], places[below])))
        .collect();
    let width = grid.layers[layer + 1].len() + 1;
    let mut table = vec![0.0; (grid.layers[layer].len() + 1) * width];
    for (index, count) in table.iter_mut().enumerate() {
        let (above, below) = (index / width, index % width);
        *count = links.iter().filter(|link| (link.0 < above) != (link.1 < below)).count() as f64;
    }
    move |above, below| table[above * width + below]
}

/// What it costs to tie a slot to a box in its layer: nothing beside it, else a detour below or
/// above it.
fn tie_cost(
    grid: &LayeredGraph,
    part: &ChartPart,
    (end, place): (usize, usize),
    slot: usize,
    links: &[Vec<usize>],
) -> f64 {
    let layer = &grid.layers[grid.items[end].layer];
    let between = if slot <= place { &layer[slot..place] } else { &layer[place + 1..slot] };
    if between.len() < 2 && between.iter().all(|&item| is_back_edge_end(grid, part, item, end)) {
        return 0.3 * between.len() as f64;
    }
    let far = between.iter().map(|&item| links[item].len() as f64 + 0.1).sum::<f64>();
    1.5 + far
}

/// Whether an item is the end of a line that runs back from or to this box, and not of a loop.
fn is_back_edge_end(grid: &LayeredGraph, part: &ChartPart, item: usize, end: usize) -> bool {
    let (LayerItemKind::Bend(wire) | LayerItemKind::Label(wire)) = grid.items[item].kind else {
        return false;
    };
    let wire = part.edges[wire];
    let (from, to) = (wire.from, wire.to);
    from != to
        && grid.items[from].layer >= grid.items[to].layer
        && ((from == end && grid.down[item].is_empty()) || (to == end && grid.up[item].is_empty()))
}

/// Whether an item of `group` may stand in a slot without tearing a frame apart.
fn slot_keeps_subgraphs(
    grid: &LayeredGraph,
    layer: usize,
    slot: usize,
    group: Option<usize>,
) -> bool {
    let items = &grid.layers[layer];
    let own: &[usize] = group.map_or(&[], |group| &grid.enclosing[group]);
    let left = slot.checked_sub(1).map_or(&[][..], |left| grid.enclosing_of(items[left]));
    let right = items.get(slot).map_or(&[][..], |&right| grid.enclosing_of(right));
    let torn = left.iter().any(|group| right.contains(group) && !own.contains(group));
    let beside = |group: &usize| {
        let empty = !items.iter().any(|&item| grid.enclosing_of(item).contains(group));
        empty || left.contains(group) || right.contains(group)
    };
    !torn && own.iter().all(beside)
}

fn insert_route(grid: &mut LayeredGraph, route: usize, (from, to): (usize, usize), ways: &[usize]) {
    let EdgeRoute { edge: wire, .. } = grid.routes[route];
    let (top, bottom) = (grid.items[to].layer, grid.items[from].layer);
    let label = bottom.saturating_sub(1).max(top);
    let mut items: Vec<usize> = vec![];
    for (layer, &slot) in (top..=bottom).zip(ways) {
        let kind =
            if layer == label { LayerItemKind::Label(wire) } else { LayerItemKind::Bend(wire) };
        let item = grid.add_item(kind, layer, grid.passed_subgraph(from, to, layer));
        grid.layers[layer].pop();
        grid.layers[layer].insert(slot, item);
        if let Some(&above) = items.last() {
            grid.link_items(above, item);
        }
        items.push(item);
    }
    grid.routes[route].items = items;
}

/// On which side of a box the end of a line that runs back is tied to it: beside it if nothing
/// stands between, else below the box it leaves (`Bottom`) or above the box it enters (`Top`).
pub(super) fn back_edge_side(
    grid: &LayeredGraph,
    part: &ChartPart,
    places: &[usize],
    route: &EdgeRoute,
    leaving: bool,
) -> BoxSide {
    let wire = part.edges[route.edge];
    let end = if leaving { wire.from } else { wire.to };
    let item = if leaving { route.items[route.items.len() - 1] } else { route.items[0] };
    let layer = &grid.layers[grid.items[end].layer];
    let (low, high) = (places[item].min(places[end]), places[item].max(places[end]));
    let between = &layer[low + 1..high];
    let labelled = wire.from == wire.to && wire.label;
    let beside =
        between.len() < 2 && between.iter().all(|&item| is_back_edge_end(grid, part, item, end));
    match (beside && !labelled, places[item] < places[end], leaving) {
        (true, true, _) => BoxSide::Left,
        (true, false, _) => BoxSide::Right,
        (false, _, true) => BoxSide::Bottom,
        (false, _, false) => BoxSide::Top,
    }
}

/// How many ends of lines that run back are not beside their boxes.
pub(super) fn count_detours(grid: &LayeredGraph, part: &ChartPart) -> usize {
    let places = grid.places_in_layers();
    let back = grid.routes.iter().filter(|route| route.back);
    let detour = |route: &EdgeRoute, leaving| {
        matches!(
            back_edge_side(grid, part, &places, route, leaving),
            BoxSide::Top | BoxSide::Bottom
        ) as usize
    };
    back.map(|route| detour(route, true) + detour(route, false)).sum()
}
