//! In: a part, its order, and sizes. Out: one sheet in em with the part drawn on it.

use super::draw::{Pads, draw};
use super::grid::{Grid, Kind, grid};
use super::inherit::inherit;
use super::measure::{Sizes, TITLE};
use super::order::{order, score};
use super::parts::{Part, part};
use super::place::{Scene, place};
use super::ports::{bodies, settle};
use super::rank::{Ranks, again, rank};
use super::turn::{clip, trim, turn};
use crate::flowchart::{Chart, Direction, Sheet};
use std::collections::BTreeSet;

/// Room between a frame and what stands in it.
const PAD: f64 = 0.8;

/// What does not depend on sizes: levels and order.
#[derive(Debug, Clone, Default)]
pub(super) struct Skeleton {
    /// The part.
    pub part: Part,
    /// Its levels.
    pub ranks: Ranks,
    /// Its layers, in order.
    pub grid: Grid,
}

/// A part, drawn in em.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawn {
    /// Boxes and lines.
    pub sheet: Sheet,
    /// How far each level reaches, measured the way the chart runs.
    pub feet: Vec<f64>,
}

/// How far the two boxes of a piece of the main path may be out of line and still look aligned.
const ALIGNED: f64 = 0.1;

/// Ranks and orders an uncut part.
pub(super) fn skeleton(chart: &Chart, part: Part) -> Skeleton {
    let ranks = rank(chart, &part);
    let mut skeleton = Skeleton::ordered(chart, part, ranks);
    if score(&skeleton.grid, &skeleton.part) != (0, 0) {
        let Skeleton { part, mut ranks, .. } = skeleton;
        again(chart, &part, &mut ranks);
        skeleton = Skeleton::ordered(chart, part, ranks);
    }
    skeleton
}

/// Places and draws a part.
pub(super) fn lay(
    chart: &Chart,
    skeleton: &Skeleton,
    sizes: &Sizes,
    direction: Direction,
) -> Drawn {
    let (part, grid) = (&skeleton.part, &skeleton.grid);
    let level = direction.is_level();
    let bodies = bodies(chart, part, grid, sizes, direction);
    let label = |wire: &super::parts::Wire| {
        let extent = sizes.labels[wire.edge].as_ref().filter(|_| wire.label)?;
        Some(if level { (extent.height, extent.width) } else { (extent.width, extent.height) })
    };
    let labels: Vec<Option<(f64, f64)>> = part.wires.iter().map(label).collect();
    let least: Vec<f64> = sizes.titles.iter().map(|title| title + 2.0 * PAD).collect();
    let none = vec![0.0; least.len()];
    let scene = Scene {
        chart,
        part,
        grid,
        bodies: &bodies,
        labels: &labels,
        pads: (if level { TITLE + 0.3 } else { PAD }, PAD),
        titles: if level { &none } else { &least },
    };
    let columns = place(&scene);
    let ports = settle(part, grid, &bodies, &columns.x);
    let (above, below) = match direction {
        Direction::Down => (TITLE + 0.3, PAD),
        Direction::Up => (PAD, TITLE + 0.3),
        _ => (PAD, PAD),
    };
    let pads = Pads { above, below, least: if level { least.clone() } else { none.clone() } };
    let mut drawing = draw(&scene, &columns, &ports, &pads, direction);
    write(&mut drawing.sheet, sizes);
    clip(chart, &mut drawing.sheet);
    trim(&mut drawing.sheet);
    turn(&mut drawing.sheet, direction);
    Drawn { sheet: drawing.sheet, feet: drawing.feet }
}

/// Puts the labels' lines in, and the frames into the order outer before inner.
fn write(sheet: &mut Sheet, sizes: &Sizes) {
    for track in &mut sheet.tracks {
        if let (Some(label), Some(extent)) = (&mut track.label, &sizes.labels[track.edge]) {
            label.1.clone_from(&extent.lines);
        }
    }
    sheet.frames.sort_by_key(|frame| frame.group);
}

/// How many straight lines run between two boxes that are not quite in line; less is better.
pub(super) fn askew(sheet: &Sheet) -> usize {
    let near = |a: f64, b: f64| (ALIGNED..6.0).contains(&(a - b).abs());
    let middle = |at: (f64, f64)| {
        let rects = sheet.boxes.iter().map(|placed| placed.rect);
        let mut hit =
            rects.filter(|rect| (rect.x - 0.6..=rect.x + rect.width + 0.6).contains(&at.0));
        let rect = hit.find(|rect| (rect.y - 0.6..=rect.y + rect.height + 0.6).contains(&at.1))?;
        Some((rect.x + rect.width / 2.0, rect.y + rect.height / 2.0))
    };
    let straight = sheet.tracks.iter().filter(|track| track.points.len() == 2);
    let off = |points: &[(f64, f64)]| match (middle(points[0]), middle(points[1])) {
        (Some(a), Some(b)) if points[0].0 == points[1].0 => near(a.0, b.0),
        (Some(a), Some(b)) => near(a.1, b.1),
        _ => false,
    };
    straight.filter(|track| off(&track.points)).count()
}

/// How many corners a sheet's lines have; less is better.
pub(super) fn bends(sheet: &Sheet) -> usize {
    sheet.tracks.iter().map(|track| track.points.len().saturating_sub(2)).sum()
}

impl Skeleton {
    fn ordered(chart: &Chart, part: Part, ranks: Ranks) -> Self {
        let grid = order(grid(chart, &part, &ranks), &part, &ranks);
        Skeleton { part, ranks, grid }
    }

    /// The piece of this part that these boxes make up.
    pub(super) fn piece(&self, chart: &Chart, nodes: &BTreeSet<usize>) -> Self {
        let part = part(chart, nodes);
        let ranks = inherit(chart, &part, (&self.part, &self.ranks));
        Self::ordered(chart, part, ranks)
    }

    /// How many lines would be cut below each level.
    pub(super) fn crossing(&self, level: usize) -> usize {
        let wires = self.part.wires.iter();
        wires
            .filter(|wire| {
                (self.ranks.level[wire.from] <= level) != (self.ranks.level[wire.to] <= level)
            })
            .count()
    }

    /// Place of each vertex in its layer, for cutting a part that is too wide.
    pub(super) fn place(&self, vertex: usize) -> usize {
        let layer = &self.grid.layers[self.grid.items[vertex].layer];
        layer
            .iter()
            .position(|&item| self.grid.items[item].kind == Kind::Vertex(vertex))
            .unwrap_or(0)
    }
}
