//! Draws the frames around subgraphs, and their titles.

use super::super::PlacedSubgraph;
use super::{SheetContext, centred_text, ground_at_depth};
use crate::drawing::{Area, Canvas, Stroke, TextAlign, TextLines, TextWeight, pt};

/// Distance of a title from the side of its frame, in type sizes.
const SIDE: f64 = 0.8;
/// Distance of a title from a line beside it, in points.
const BESIDE: f64 = 4.0;

impl SheetContext<'_> {
    /// Draws the frames, outer before inner.
    pub fn draw_subgraphs(&self, canvas: &mut Canvas) {
        let placed = &self.sheet.subgraphs;
        for (index, subgraph) in placed.iter().enumerate() {
            let middle = subgraph.area.middle();
            let around = placed[..index].iter().filter(|outer| outer.area.holds(middle)).count();
            let fill = ground_at_depth(around + 1);
            canvas.rect(subgraph.area, 3.0, fill, Stroke::solid(0.6, "rule"));
        }
    }

    /// Draws the titles of the subgraphs beside the lines that pass them. Each has a cleared
    /// background, because it may have to be printed over a line.
    pub fn draw_titles(&self, canvas: &mut Canvas) {
        for placed in &self.sheet.subgraphs {
            let left = self.title_at(placed, placed.area.x + self.size * SIDE);
            let text = self.title_at(placed, self.free_title_side(placed, &left));
            self.draw_cleared_text(text, canvas);
        }
    }

    /// Returns the title of a subgraph with its left side at `x`.
    fn title_at(&self, placed: &PlacedSubgraph, x: f64) -> TextLines {
        let at = pt(x, placed.area.y + self.size * 1.3);
        let lines = placed.title.split('\n').map(str::to_owned).collect();
        let text = centred_text(lines, at, self.size, TextWeight::Bold);
        TextLines { at, align: TextAlign::Left, ..text }
    }

    /// Returns the leftmost side at which no line passes the title, or its present side if there is
    /// none.
    fn free_title_side(&self, placed: &PlacedSubgraph, title: &TextLines) -> f64 {
        let last = placed.area.right() - self.size * SIDE - title.width;
        let passing = self.lines_beside(title, placed.area);
        let is_free = |side: f64| {
            passing.iter().all(|line| line.right() <= side || side + title.width <= line.x)
        };
        let behind = passing.iter().map(Area::right).filter(|side| *side <= last);
        let mut sides: Vec<f64> = behind.filter(|side| *side >= title.at.x).collect();
        sides.sort_by(f64::total_cmp);
        std::iter::once(title.at.x).chain(sides).find(|side| is_free(*side)).unwrap_or(title.at.x)
    }

    /// Returns the extents of the lines that pass through the row of a title in a frame.
    fn lines_beside(&self, title: &TextLines, frame: Area) -> Vec<Area> {
        let rows: Vec<Area> = title.ink_areas().collect();
        let Some(top) = rows.iter().map(|row| row.y).reduce(f64::min) else { return Vec::new() };
        let foot = rows.iter().map(Area::bottom).fold(top, f64::max);
        let row = Area { y: top, height: foot - top, ..frame };
        let drawn = self.sheet.edges.iter().filter(|placed| self.chart.is_drawn(placed.edge));
        let pieces = drawn.flat_map(|placed| placed.segments());
        let pieces = pieces.map(|piece| piece.area().grown(BESIDE));
        pieces.filter(|piece| piece.shared(&row) > 0.0).collect()
    }
}
