//! Returns the sizes of boxes and labels that hold their broken texts.

use super::super::super::figure::figure_size;
use super::super::super::{Node, NodeShape};
use super::{BrokenText, LABEL_SIZE, LINE_HEIGHT};
use crate::drawing::Size;

/// Depth of the notch of a flag, in em.
pub const FLAG_NOTCH: f64 = 0.6;
/// Length of the points of a hexagon, in em; they are flatter than those of a decision.
const HEXAGON_CUT: f64 = 0.7;
/// Least width of a box that is not round, in em.
const NARROWEST: f64 = 4.0;

/// Size and lines of a box or a label, in em.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TextBox {
    /// Width of the outline.
    pub width: f64,
    /// Height of the outline.
    pub height: f64,
    /// Length of a hexagon's points.
    pub cut: f64,
    /// Lines of words inside.
    pub lines: Vec<String>,
}

/// The outline around a text: width, height, cut.
type OutlineSize = (f64, f64, f64);

impl TextBox {
    /// Returns the box of a label.
    pub fn of_label(text: BrokenText) -> Self {
        let height = text.lines.len() as f64 * LINE_HEIGHT * LABEL_SIZE + 0.3;
        Self { width: text.width * LABEL_SIZE + 0.7, height, cut: 0.0, lines: text.lines }
    }

    /// Returns the width and height on paper.
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Returns the height of its words; 0 without any.
    pub fn words_height(&self) -> f64 {
        let worded = self.lines.iter().any(|line| !line.is_empty());
        if worded { self.lines.len() as f64 * LINE_HEIGHT } else { 0.0 }
    }

    /// Returns the box with `spare` more room in both directions.
    pub fn grown(self, spare: f64) -> Self {
        Self { width: self.width + spare, height: self.height + spare, ..self }
    }

    /// Returns the smallest outline of the node's shape that holds its text.
    pub fn of_node(node: &Node, text: BrokenText, sideways: bool) -> Self {
        let (width, height, cut) = outline_size(node.shape, &text, sideways);
        Self { width, height, cut, lines: text.lines }
    }
}

impl BrokenText {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * LINE_HEIGHT
    }

    /// Returns the width that keeps the upper left corner free for a number.
    fn numbered_width(&self) -> f64 {
        self.width + if self.lines.len() == 1 { 2.2 } else { 1.9 }
    }
}

fn outline_size(shape: NodeShape, text: &BrokenText, sideways: bool) -> OutlineSize {
    let height = text.height() + 1.0;
    let (width, height, cut) = match shape {
        NodeShape::Circle => return circle_size(text, 0.7),
        NodeShape::DoubleCircle => return circle_size(text, 1.3),
        NodeShape::Rectangle | NodeShape::Rounded => (text.numbered_width(), height, 0.0),
        NodeShape::Subroutine => (text.numbered_width() + 0.8, height, 0.0),
        NodeShape::Cylinder => (text.numbered_width(), height + 1.0, 0.0),
        NodeShape::Stadium => (stadium_width(text, height), height, 0.0),
        NodeShape::Diamond => {
            let cut = (height / 2.0).min(1.2);
            (text.width + 1.3 + 1.2 * cut, height, cut)
        }
        NodeShape::Hexagon => (text.width + 1.0 + 2.0 * HEXAGON_CUT, height, HEXAGON_CUT),
        NodeShape::LeanRight
        | NodeShape::LeanLeft
        | NodeShape::Trapezoid
        | NodeShape::InvertedTrapezoid => {
            (text.width + 1.1 + 1.6 * slant_at_height(height), height, 0.0)
        }
        NodeShape::Flag => (text.numbered_width() + 2.0 * FLAG_NOTCH, height, 0.0),
        NodeShape::Figure(figure) => {
            let words = if text.width > 0.0 { text.height() } else { 0.0 };
            let size = figure_size(figure, Size::new(text.width, words), sideways);
            return (size.width, size.height, 0.0);
        }
    };
    (width.max(NARROWEST), height, cut)
}

fn circle_size(text: &BrokenText, rim: f64) -> OutlineSize {
    let (width, tall) = (text.width, text.height());
    let across = (width * width + tall * tall).sqrt().max(1.5) + rim;
    (across, across, 0.0)
}

/// Returns the width at which the round ends do not touch the corners of the text.
fn stadium_width(text: &BrokenText, height: f64) -> f64 {
    let (radius, tall) = (height / 2.0, text.height());
    text.width + 2.0 * (radius - (radius * radius - tall * tall / 4.0).sqrt()) + 1.2
}

/// Returns the slant of the sides of a parallelogram or trapezoid of this height.
pub fn slant_at_height(height: f64) -> f64 {
    (height * 0.3).clamp(0.6, 1.1)
}
