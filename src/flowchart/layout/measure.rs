//! In: texts and a width. Out: lines of even length, and how large a box must be to hold them. All
//! lengths here and in the passes that follow are in em (multiples of the type size), because a
//! layout only scales with its type.

use crate::flowchart::{Chart, Node, NodeShape};

/// From one base line to the next.
pub(super) const LINE_HEIGHT: f64 = 1.18;
/// Size of a line's label against a box's.
pub(super) const LABEL_SIZE: f64 = 0.9;
/// Height of a frame's title row.
pub(super) const TITLE_HEIGHT: f64 = 1.5;

/// How wide text is: (text, size in points) -> points.
pub type TextMeasure<'a> = &'a dyn Fn(&str, f64) -> f64;

/// Broken text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct BrokenText {
    /// Its lines.
    pub lines: Vec<String>,
    /// Of the longest line.
    pub width: f64,
}

/// What a box or a label takes up.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TextBox {
    /// Of the outline.
    pub width: f64,
    /// Of the outline.
    pub height: f64,
    /// How far a hexagon's corners are cut.
    pub cut: f64,
    /// What stands inside.
    pub lines: Vec<String>,
}

/// Every text of a chart, measured and broken at one width.
#[derive(Debug, Clone, Default)]
pub(super) struct MeasuredChart {
    /// By node.
    pub boxes: Vec<TextBox>,
    /// By edge.
    pub labels: Vec<Option<TextBox>>,
    /// Widths of the titles by group.
    pub titles: Vec<f64>,
}

/// A text's words with their widths, so that breaking it again at another width measures nothing.
struct MeasuredWords {
    paragraphs: Vec<Vec<(String, f64)>>,
    space: f64,
}

/// Breaks all texts of the chart at about `width`; no line gets longer than `limit`.
pub(super) fn measure_chart(
    chart: &Chart,
    width: f64,
    limit: f64,
    measure: TextMeasure,
) -> MeasuredChart {
    let narrow = (width * 0.8).clamp(6.0, 11.0).min(limit);
    let label = |text: &String| label_box(wrap_text(text, narrow / LABEL_SIZE, limit, measure));
    MeasuredChart {
        boxes: chart
            .nodes
            .iter()
            .map(|node| node_box(node, wrap_text(&node.label, width, limit, measure)))
            .collect(),
        labels: chart.edges.iter().map(|edge| edge.label.as_ref().map(label)).collect(),
        titles: chart
            .subgraphs
            .iter()
            .map(|group| measure(&format!("{} (continued)", group.title), 1.0) * 1.08)
            .collect(),
    }
}

/// Breaks text into as few lines as `width` allows, then evens them out.
pub(super) fn wrap_text(text: &str, width: f64, limit: f64, measure: TextMeasure) -> BrokenText {
    let words = measure_words(text, limit, measure);
    let count = fill_lines(&words, width).len();
    let (mut low, mut high) = (0.0, width.min(limit));
    while high - low > 0.1 {
        let middle = (low + high) / 2.0;
        if fill_lines(&words, middle).len() <= count { high = middle } else { low = middle }
    }
    let lines = fill_lines(&words, high);
    let width = lines.iter().map(|line| measure(line, 1.0)).fold(0.0, f64::max);
    BrokenText { lines, width }
}

fn measure_words(text: &str, limit: f64, measure: TextMeasure) -> MeasuredWords {
    let paragraph = |line: &str| {
        line.split_whitespace().flat_map(|word| split_long_word(word, limit, measure)).collect()
    };
    MeasuredWords {
        paragraphs: text.split('\n').map(paragraph).collect(),
        space: measure(" ", 1.0),
    }
}

/// A word, in pieces if it alone is wider than `limit`.
fn split_long_word(word: &str, limit: f64, measure: TextMeasure) -> Vec<(String, f64)> {
    let width = measure(word, 1.0);
    if width <= limit {
        return vec![(word.to_string(), width)];
    }
    let mut pieces = vec![];
    let mut piece = String::new();
    for letter in word.chars() {
        piece.push(letter);
        if measure(&piece, 1.0) > limit && piece.chars().count() > 1 {
            piece.pop();
            pieces.push(std::mem::replace(&mut piece, letter.to_string()));
        }
    }
    pieces.push(piece);
    pieces.into_iter().map(|piece| (piece.clone(), measure(&piece, 1.0))).collect()
}

fn fill_lines(words: &MeasuredWords, width: f64) -> Vec<String> {
    let mut lines = vec![];
    for paragraph in &words.paragraphs {
        let (mut line, mut used) = (String::new(), 0.0);
        for (word, wide) in paragraph {
            if line.is_empty() {
                (line, used) = (word.clone(), *wide);
            } else if used + words.space + wide <= width {
                line.push(' ');
                line.push_str(word);
                used += words.space + wide;
            } else {
                lines.push(std::mem::replace(&mut line, word.clone()));
                used = *wide;
            }
        }
        lines.push(line);
    }
    lines
}

fn label_box(text: BrokenText) -> TextBox {
    let height = text.lines.len() as f64 * LINE_HEIGHT * LABEL_SIZE + 0.3;
    TextBox { width: text.width * LABEL_SIZE + 0.7, height, cut: 0.0, lines: text.lines }
}

/// The smallest outline of the node's shape that its text fits, with the upper left corner kept
/// free for a number.
fn node_box(node: &Node, text: BrokenText) -> TextBox {
    let tall = text.lines.len() as f64 * LINE_HEIGHT;
    let numbered = text.width + if text.lines.len() == 1 { 2.2 } else { 1.9 };
    let (mut height, mut cut) = (tall + 1.0, 0.0);
    let width = match node.shape {
        NodeShape::Rectangle | NodeShape::Rounded => numbered,
        NodeShape::Subroutine => numbered + 0.8,
        NodeShape::Cylinder => {
            height += 1.0;
            numbered
        }
        NodeShape::Stadium => {
            let radius = height / 2.0;
            text.width + 2.0 * (radius - (radius * radius - tall * tall / 4.0).sqrt()) + 1.2
        }
        NodeShape::Circle | NodeShape::DoubleCircle => {
            let rim = if node.shape == NodeShape::Circle { 0.7 } else { 1.3 };
            height = (text.width * text.width + tall * tall).sqrt().max(1.5) + rim;
            height
        }
        NodeShape::Diamond | NodeShape::Hexagon => {
            cut = (height / 2.0).min(1.2);
            text.width + 1.3 + 1.2 * cut
        }
        NodeShape::LeanRight
        | NodeShape::LeanLeft
        | NodeShape::Trapezoid
        | NodeShape::InvertedTrapezoid => text.width + 1.1 + 1.6 * slant_at_height(height),
        NodeShape::Flag => numbered + 2.0 * FLAG_NOTCH,
    };
    let least =
        if matches!(node.shape, NodeShape::Circle | NodeShape::DoubleCircle) { 0.0 } else { 4.0 };
    TextBox { width: width.max(least), height, cut, lines: text.lines }
}

/// How deep a flag's end is cut.
pub(super) const FLAG_NOTCH: f64 = 0.6;

/// How far the slanted sides of a parallelogram or trapezoid of this height lean.
pub(super) fn slant_at_height(height: f64) -> f64 {
    (height * 0.3).clamp(0.6, 1.1)
}
