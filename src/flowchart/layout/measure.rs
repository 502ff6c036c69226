//! In: texts and a width. Out: lines of even length, and how large a box must be to hold them. All
//! lengths here and in the passes that follow are in em (multiples of the type size), because a
//! layout only scales with its type.

use crate::flowchart::{Chart, Node, Shape};

/// From one base line to the next.
pub(super) const LEAD: f64 = 1.18;
/// Size of a line's label against a box's.
pub(super) const LABEL: f64 = 0.9;
/// Height of a frame's title row.
pub(super) const TITLE: f64 = 1.5;

/// How wide text is: (text, size in points) -> points.
pub type Measure<'a> = &'a dyn Fn(&str, f64) -> f64;

/// Broken text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Text {
    /// Its lines.
    pub lines: Vec<String>,
    /// Of the longest line.
    pub width: f64,
}

/// What a box or a label takes up.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Extent {
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
pub(super) struct Sizes {
    /// By node.
    pub boxes: Vec<Extent>,
    /// By edge.
    pub labels: Vec<Option<Extent>>,
    /// Widths of the titles by group.
    pub titles: Vec<f64>,
}

/// A text's words with their widths, so that breaking it again at another width measures nothing.
struct Words {
    paragraphs: Vec<Vec<(String, f64)>>,
    space: f64,
}

/// Breaks all texts of the chart at about `width`; no line gets longer than `limit`.
pub(super) fn sizes(chart: &Chart, width: f64, limit: f64, measure: Measure) -> Sizes {
    let narrow = (width * 0.8).clamp(6.0, 11.0).min(limit);
    let label = |text: &String| label(wrap(text, narrow / LABEL, limit, measure));
    Sizes {
        boxes: chart
            .nodes
            .iter()
            .map(|node| outline(node, wrap(&node.label, width, limit, measure)))
            .collect(),
        labels: chart.edges.iter().map(|edge| edge.label.as_ref().map(label)).collect(),
        titles: chart
            .groups
            .iter()
            .map(|group| measure(&format!("{} (continued)", group.title), 1.0) * 1.08)
            .collect(),
    }
}

/// Breaks text into as few lines as `width` allows, then evens them out.
pub(super) fn wrap(text: &str, width: f64, limit: f64, measure: Measure) -> Text {
    let words = words(text, limit, measure);
    let count = fill(&words, width).len();
    let (mut low, mut high) = (0.0, width.min(limit));
    while high - low > 0.1 {
        let middle = (low + high) / 2.0;
        if fill(&words, middle).len() <= count { high = middle } else { low = middle }
    }
    let lines = fill(&words, high);
    let width = lines.iter().map(|line| measure(line, 1.0)).fold(0.0, f64::max);
    Text { lines, width }
}

fn words(text: &str, limit: f64, measure: Measure) -> Words {
    let paragraph =
        |line: &str| line.split_whitespace().flat_map(|word| split(word, limit, measure)).collect();
    Words { paragraphs: text.split('\n').map(paragraph).collect(), space: measure(" ", 1.0) }
}

/// A word, in pieces if it alone is wider than `limit`.
fn split(word: &str, limit: f64, measure: Measure) -> Vec<(String, f64)> {
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

fn fill(words: &Words, width: f64) -> Vec<String> {
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

fn label(text: Text) -> Extent {
    let height = text.lines.len() as f64 * LEAD * LABEL + 0.3;
    Extent { width: text.width * LABEL + 0.7, height, cut: 0.0, lines: text.lines }
}

/// The smallest outline of the node's shape that its text fits, with the upper left corner kept
/// free for a number.
fn outline(node: &Node, text: Text) -> Extent {
    let tall = text.lines.len() as f64 * LEAD;
    let numbered = text.width + if text.lines.len() == 1 { 2.2 } else { 1.9 };
    let (mut height, mut cut) = (tall + 1.0, 0.0);
    let width = match node.shape {
        Shape::Rectangle | Shape::Rounded => numbered,
        Shape::Subroutine => numbered + 0.8,
        Shape::Cylinder => {
            height += 1.0;
            numbered
        }
        Shape::Stadium => {
            let radius = height / 2.0;
            text.width + 2.0 * (radius - (radius * radius - tall * tall / 4.0).sqrt()) + 1.2
        }
        Shape::Circle | Shape::DoubleCircle => {
            let rim = if node.shape == Shape::Circle { 0.7 } else { 1.3 };
            height = (text.width * text.width + tall * tall).sqrt().max(1.5) + rim;
            height
        }
        Shape::Diamond | Shape::Hexagon => {
            cut = (height / 2.0).min(1.2);
            text.width + 1.3 + 1.2 * cut
        }
        Shape::LeanRight | Shape::LeanLeft | Shape::Trapezoid | Shape::InvertedTrapezoid => {
            text.width + 1.1 + 1.6 * skew(height)
        }
        Shape::Flag => numbered + 2.0 * NOTCH,
    };
    let least = if matches!(node.shape, Shape::Circle | Shape::DoubleCircle) { 0.0 } else { 4.0 };
    Extent { width: width.max(least), height, cut, lines: text.lines }
}

/// How deep a flag's end is cut.
pub(super) const NOTCH: f64 = 0.6;

/// How far the slanted sides of a parallelogram or trapezoid of this height lean.
pub(super) fn skew(height: f64) -> f64 {
    (height * 0.3).clamp(0.6, 1.1)
}
