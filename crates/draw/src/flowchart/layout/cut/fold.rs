//! Folds a long part into columns side by side. In: a part that runs down. Out: one sheet on which its
//! levels stand in two or three columns, and a line leads from the foot of each column to the head of the
//! next; nothing where more than one line would have to.

use std::rc::Rc;

use super::super::super::{ChartDirection, ChartSheet, PlacedEdge};
use super::super::part_layout::{OrderedPart, PartLayout};
use super::super::parts::ChartPart;
use super::super::routing::straighten_corners;
use super::super::transform::{shift_sheet, trim_sheet};
use super::{LayoutAttempt, LayoutCache, NodeSet, PartCutting};
use crate::drawing::{Point, pt};

/// Between two columns, where a line leads up.
const COLUMN_GAP: f64 = 2.4;
/// How high the lowest column must be, as a part of the highest one.
const LEAST_EVEN: f64 = 0.6;
/// The most columns.
const MOST_COLUMNS: usize = 3;

impl LayoutCache<'_> {
    /// A part in two columns, and in three, where it can be folded so.
    pub fn fold_part(&mut self, part: &ChartPart, attempt: &LayoutAttempt) -> Vec<ChartSheet> {
        if attempt.direction != ChartDirection::Down {
            return Vec::new();
        }
        let (whole, layout) = self.lay_out_whole(part, attempt);
        let mut cutting = PartCutting { cache: self, whole: &whole, attempt };
        let folds = (2..=MOST_COLUMNS).filter_map(|count| {
            let folds = whole.even_folds(&layout.feet, count)?;
            cutting.lay_out_columns(&folds)
        });
        folds.collect()
    }
}

impl PartCutting<'_, '_> {
    /// The levels between these folds, each in its column.
    fn lay_out_columns(&mut self, folds: &[Fold]) -> Option<ChartSheet> {
        let column_of = |vertex: usize| {
            folds.iter().filter(|fold| self.whole.ranks.level[vertex] > fold.level).count()
        };
        let mut columns = vec![NodeSet::new(); folds.len() + 1];
        for (vertex, kind) in self.whole.part.vertices.iter().enumerate() {
            columns[column_of(vertex)].extend(kind.node());
        }
        let layouts: Vec<_> =
            columns.into_iter().map(|nodes| self.lay_out_piece(nodes).1).collect();
        let heights = || layouts.iter().map(|layout| layout.sheet.height);
        if heights().fold(f64::MAX, f64::min) < heights().fold(0.0, f64::max) * LEAST_EVEN {
            return None;
        }
        let mut joined = layouts[0].sheet.clone();
        for (fold, layout) in folds.iter().zip(&layouts[1..]) {
            joined = add_column(joined, layout, fold.edge)?;
        }
        trim_sheet(&mut joined);
        Some(joined)
    }
}

/// Where a part may be folded: below a level that only one line leaves downwards.
#[derive(Clone, Copy)]
struct Fold {
    level: usize,
    /// The line.
    edge: usize,
}

impl OrderedPart {
    /// The folds that make so many columns most even; `feet` says how far each level reaches.
    fn even_folds(&self, feet: &[f64], count: usize) -> Option<Vec<Fold>> {
        let folds: Vec<Fold> =
            (0..feet.len().saturating_sub(1)).filter_map(|level| self.fold_below(level)).collect();
        let total = *feet.last()?;
        let nearest = |nth: usize| {
            let aim = total * nth as f64 / count as f64;
            let off = |fold: &&Fold| (feet[fold.level] - aim).abs();
            folds.iter().min_by(|a, b| off(a).total_cmp(&off(b))).copied()
        };
        let chosen: Vec<Fold> = (1..count).map(nearest).collect::<Option<_>>()?;
        chosen.is_sorted_by(|a, b| a.level < b.level).then_some(chosen)
    }

    /// The fold below a level, if one line crosses it, and that runs down.
    fn fold_below(&self, level: usize) -> Option<Fold> {
        let above = |vertex: usize| self.ranks.level[vertex] <= level;
        let mut across = self.part.edges.iter().filter(|edge| above(edge.from) != above(edge.to));
        let (only, more) = (across.next()?, across.next());
        (more.is_none() && above(only.from)).then_some(Fold { level, edge: only.edge })
    }
}

/// Puts a column right of those that stand, and joins the two ends of the line that leads to it.
fn add_column(mut sheet: ChartSheet, layout: &Rc<PartLayout>, edge: usize) -> Option<ChartSheet> {
    let mut column = layout.sheet.clone();
    let is_framed = |own: usize| sheet.subgraphs.iter().any(|placed| placed.subgraph == own);
    if column.subgraphs.iter().any(|placed| is_framed(placed.subgraph)) {
        return None;
    }
    let up = sheet.width + COLUMN_GAP / 2.0;
    shift_sheet(&mut column, pt(sheet.width + COLUMN_GAP, 0.0));
    let (foot, leaving) = take_loose_end(&mut sheet, edge)?;
    let (head, entering) = take_loose_end(&mut column, edge)?;
    let bridge = [foot, pt(up, foot.y), pt(up, head.y), head];
    let points = leaving.points.into_iter().chain(bridge).chain(entering.points);
    let points = straighten_corners(points.collect());
    let label = leaving.label.or(entering.label);
    sheet.edges.push(PlacedEdge { edge, points, label, ends: (true, true) });
    sheet.width += COLUMN_GAP + column.width;
    sheet.height = sheet.height.max(column.height);
    sheet.subgraphs.extend(column.subgraphs);
    sheet.nodes.extend(column.nodes);
    sheet.edges.extend(column.edges);
    sheet.connectors.extend(column.connectors);
    Some(sheet)
}

/// Takes from a sheet the line that ends at a ringed letter there, and the place of the letter.
fn take_loose_end(sheet: &mut ChartSheet, edge: usize) -> Option<(Point, PlacedEdge)> {
    let ring = sheet.connectors.iter().position(|own| own.edge == edge)?;
    let line = sheet.edges.iter().position(|own| own.edge == edge)?;
    Some((sheet.connectors.remove(ring).at, sheet.edges.remove(line)))
}
