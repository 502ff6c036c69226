//! Amounts of a player, line by line, with the amounts before.

use super::TallyAmount;
use super::dice::{draw_icon, icon_area};
use super::step::{discs_width, draw_discs};
use super::text::{SmallType, bold_width};
use crate::drawing::{Area, Canvas, Point, Size, Stroke, TextAlign, pt};

/// Height of a line, in points.
const LINE: f64 = 11.0;
/// Width and height of the field of an icon, in points; its outlines take three quarters.
const ICON: f64 = 11.4;
/// Distance between a name and its amount, in points.
const BETWEEN: f64 = 8.0;

impl TallyAmount {
    /// Returns "3 → 5", or the amount alone.
    fn change(&self) -> String {
        self.was.map_or_else(|| self.now.to_string(), |was| format!("{was} → {}", self.now))
    }

    fn width(&self) -> f64 {
        self.icon_room()
            + bold_width(&self.name)
            + BETWEEN
            + bold_width(&self.change())
            + self.disc_room()
    }

    /// Returns the room for its icon before the name.
    fn icon_room(&self) -> f64 {
        if self.icon.is_empty() { 0.0 } else { ICON + 0.6 }
    }

    /// Returns the room for its discs after the amount.
    fn disc_room(&self) -> f64 {
        if self.discs.is_empty() { 0.0 } else { discs_width(&self.discs) + 3.0 }
    }

    fn style(&self, align: TextAlign) -> SmallType {
        if self.was.is_some() {
            SmallType::bold("ink", align)
        } else {
            SmallType::regular("grey", align)
        }
    }

    fn draw(&self, line: Area, canvas: &mut Canvas) {
        if self.was.is_some() {
            canvas.rect(line, 2.0, "paper", Stroke::solid(1.3, "rust"));
        }
        let (left, right, base) = (line.x + 3.0, line.right() - 3.0, line.y + 7.8);
        draw_discs(&self.discs, pt(right + 1.0, line.middle().y), canvas);
        let right = right - self.disc_room();
        let ink = if self.was.is_some() { "ink" } else { "grey" };
        draw_icon(&self.icon, icon_area(pt(left - 1.2, line.middle().y), ICON), ink, canvas);
        let left = left + self.icon_room();
        canvas.small_line(&self.name, pt(left, base), self.style(TextAlign::Left));
        canvas.small_line(&self.change(), pt(right, base), self.style(TextAlign::Right));
    }
}

/// Returns the size of the amounts.
pub fn tally_size(amounts: &[TallyAmount]) -> Size {
    let width = amounts.iter().map(TallyAmount::width).fold(40.0, f64::max);
    Size::new(width + 6.0, amounts.len() as f64 * LINE + 2.0)
}

/// Draws the amounts with their top left corner at `at`.
pub fn draw_tally(amounts: &[TallyAmount], at: Point, canvas: &mut Canvas) {
    let Size { width, .. } = tally_size(amounts);
    for (nth, amount) in amounts.iter().enumerate() {
        let y = at.y + nth as f64 * LINE;
        amount.draw(Area { x: at.x, y, width, height: LINE - 0.6 }, canvas);
    }
}
