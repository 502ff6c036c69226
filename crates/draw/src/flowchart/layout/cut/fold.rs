//! Folds a long part into columns side by side. In: a part that runs down. Out: one sheet with its
//! levels in two or three columns, and a line from the foot of each column to the head of the next;
//! nothing if more than one line would have to lead there.

use std::rc::Rc;

use super::super::super::{ChartDirection, ChartSheet, PlacedEdge};
use super::super::part_layout::{OrderedPart, PartLayout};
use super::super::parts::ChartPart;
use super::super::routing::straighten_corners;
use super::super::transform::{shift_sheet, trim_sheet};
use super::{LayoutAttempt, LayoutCache, NodeSet, PartCutting};
use crate::drawing::{Point, pt};

/// Gap between two columns, where a line leads up, in em.
const COLUMN_GAP: f64 = 2.4;
/// Least height of the lowest column, as a part of the highest.
const LEAST_EVEN: f64 = 0.6;
/// Most columns.
const MOST_COLUMNS: usize = 3;

impl LayoutCache<'_> {
    /// Returns a part in two columns and in three, as far as it can be folded.
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
    /// Lays out the levels between these folds, each group in its column.
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

/// A place to fold a part: below a level that only one line leaves downwards.
#[derive(Clone, Copy)]
struct Fold {
    level: usize,
    /// Index of the line.
    edge: usize,
}

impl OrderedPart {
    /// Returns the folds that make `count` columns most even; `feet` is the lower edge of each
    /// level.
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

    /// Returns the fold below a level, if exactly one line crosses it and runs down.
    fn fold_below(&self, level: usize) -> Option<Fold> {
        let above = |vertex: usize| self.ranks.level[vertex] <= level;
        let mut across = self.part.edges.iter().filter(|edge| above(edge.from) != above(edge.to));
        let (only, more) = (across.next()?, across.next());
        (more.is_none() && above(only.from)).then_some(Fold { level, edge: only.edge })
    }
}

/// Adds a column to the right of a sheet, and joins the two ends of the line that leads to it.
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

/// Removes the line that ends at a ringed letter from a sheet, and returns it with the place of the
/// letter.
fn take_loose_end(sheet: &mut ChartSheet, edge: usize) -> Option<(Point, PlacedEdge)> {
    let ring = sheet.connectors.iter().position(|own| own.edge == edge)?;
    let line = sheet.edges.iter().position(|own| own.edge == edge)?;
    Some((sheet.connectors.remove(ring).at, sheet.edges.remove(line)))
}
