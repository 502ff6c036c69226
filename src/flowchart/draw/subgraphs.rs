//! The frames round subgraphs, and their titles.

use super::{SheetContext, centred_text, ground_at_depth};
use crate::drawing::{Canvas, Stroke, TextAlign, TextLines, TextWeight};

impl SheetContext<'_> {
    /// Draws the frames, outer before inner.
    pub(super) fn draw_subgraphs(&self, canvas: &mut Canvas) {
        let placed = &self.sheet.subgraphs;
        for (index, subgraph) in placed.iter().enumerate() {
            let middle = subgraph.area.middle();
            let around = placed[..index].iter().filter(|outer| outer.area.holds(middle)).count();
            let fill = ground_at_depth(around + 1);
            canvas.rect(subgraph.area, 3.0, fill, Stroke::solid(0.6, "rule"));
        }
    }

    /// The titles of the subgraphs, on a cleared background too, because a line may have to pass them.
    pub(super) fn draw_titles(&self, canvas: &mut Canvas) {
        let size = self.size;
        for placed in &self.sheet.subgraphs {
            let at = (placed.area.x + size * 0.8, placed.area.y + size * 1.3);
            let lines = placed.title.split('\n').map(str::to_owned).collect();
            let text = centred_text(lines, at, size, TextWeight::Bold);
            let text = TextLines { at, align: TextAlign::Left, ..text };
            self.draw_cleared_text(text, canvas);
        }
    }
}
