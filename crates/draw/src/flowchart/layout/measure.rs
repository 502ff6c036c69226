//! Breaks and measures the texts of a chart. In: texts and a width. Out: lines of even length, and
//! the sizes of the boxes around them. All lengths here and in the passes that follow are in em
//! (multiples of the type size), because a layout only scales with its type.

mod boxes;

use super::super::{Chart, Node};

pub use boxes::{FLAG_NOTCH, TextBox, slant_at_height};

/// Distance between two baselines.
pub const LINE_HEIGHT: f64 = 1.18;
/// Type size of labels as a part of that of boxes.
const LABEL_SIZE: f64 = 0.9;
/// Height of a subgraph's title row.
pub const TITLE_HEIGHT: f64 = 1.5;
/// Width of bold words as a multiple of that of regular words.
pub const BOLDER: f64 = 1.08;
/// Precision at which the least width for a number of lines is found.
const EVENNESS: f64 = 0.1;

/// Width of text: (text, size in points) -> points.
pub type TextMeasure<'a> = &'a dyn Fn(&str, f64) -> f64;

/// Widths at which texts are broken, and the way to measure them.
#[derive(Clone, Copy)]
pub struct TextBreaking<'a> {
    /// Preferred width of lines.
    pub width: f64,
    /// Greatest width of a line.
    pub limit: f64,
    /// Extra size of boxes beyond their texts.
    pub spare: f64,
    /// True if lines come from the left or the right.
    pub sideways: bool,
    /// Measures the width of text.
    pub measure: TextMeasure<'a>,
}

/// Broken text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BrokenText {
    lines: Vec<String>,
    /// Width of the longest line.
    width: f64,
}

/// Every text of a chart, measured and broken at one width.
#[derive(Debug, Clone, Default)]
pub struct MeasuredChart {
    /// Boxes, by node.
    pub nodes: Vec<TextBox>,
    /// Labels, by edge.
    pub labels: Vec<Option<TextBox>>,
    /// Widths of the titles as printed on later sheets, by subgraph.
    pub titles: Vec<f64>,
    /// Widths of the titles as printed on the first sheet, by subgraph.
    pub first_titles: Vec<f64>,
}

/// The words of a text with their widths, so that breaking them again at another width needs no
/// measuring.
struct MeasuredWords {
    paragraphs: Vec<Vec<(String, f64)>>,
    space: f64,
}

/// Breaks and measures all texts of a chart.
pub fn measure_chart(chart: &Chart, breaking: TextBreaking) -> MeasuredChart {
    let narrow = breaking.narrowed();
    let label = |text: &String| TextBox::of_label(narrow.break_text(text));
    let title = |title: &str| {
        let widths = title.split('\n').map(|line| (breaking.measure)(line, 1.0) * BOLDER);
        widths.fold(0.0, f64::max)
    };
    let subgraphs = chart.subgraphs.iter();
    let continued = subgraphs.clone().map(|subgraph| title(&continued_title(&subgraph.title)));
    let nodes = chart.nodes.iter();
    let sized = |node: &Node| {
        let text = breaking.break_text(&node.label);
        TextBox::of_node(node, text, breaking.sideways).grown(breaking.spare)
    };
    MeasuredChart {
        nodes: nodes.map(sized).collect(),
        labels: chart.edges.iter().map(|edge| edge.label.as_ref().map(label)).collect(),
        titles: continued.collect(),
        first_titles: subgraphs.map(|subgraph| title(&subgraph.title)).collect(),
    }
}

/// Returns the extra height of a subgraph's title beyond one line.
pub fn further_lines(title: &str) -> f64 {
    title.matches('\n').count() as f64 * LINE_HEIGHT
}

/// Returns the title of a chart or of a subgraph on a later sheet.
pub fn continued_title(title: &str) -> String {
    format!("{title} (continued)")
}

impl TextBreaking<'_> {
    /// Returns the breaking for the labels of lines, which are narrower.
    fn narrowed(self) -> Self {
        let narrow = (self.width * 0.8).clamp(6.0, 11.0).min(self.limit);
        Self { width: narrow / LABEL_SIZE, ..self }
    }

    /// Returns the lines of a text.
    pub fn break_lines(&self, text: &str) -> Vec<String> {
        self.break_text(text).lines
    }

    /// Breaks text into as few lines as the width allows, then evens them out.
    fn break_text(&self, text: &str) -> BrokenText {
        let words = self.measure_words(text);
        let count = words.fill_lines(self.width).len();
        let (mut low, mut high) = (0.0, self.width.min(self.limit));
        while high - low > EVENNESS {
            let middle = (low + high) / 2.0;
            if words.fill_lines(middle).len() <= count { high = middle } else { low = middle }
        }
        let lines = words.fill_lines(high);
        let width = lines.iter().map(|line| (self.measure)(line, 1.0)).fold(0.0, f64::max);
        BrokenText { lines, width }
    }

    fn measure_words(&self, text: &str) -> MeasuredWords {
        let space = (self.measure)(" ", 1.0);
        let paragraphs = text
            .split('\n')
            .map(|line| line.split_whitespace().flat_map(|word| self.measure_word(word)).collect())
            .collect();
        MeasuredWords { paragraphs, space }
    }

    /// Returns a word with its width, in pieces if the word alone is wider than the limit.
    fn measure_word(&self, word: &str) -> Vec<(String, f64)> {
        let whole = self.measured(word.to_owned());
        if whole.1 <= self.limit {
            return vec![whole];
        }
        self.split_long_word(word).into_iter().map(|piece| self.measured(piece)).collect()
    }

    fn measured(&self, text: String) -> (String, f64) {
        let width = (self.measure)(&text, 1.0);
        (text, width)
    }

    fn split_long_word(&self, word: &str) -> Vec<String> {
        let mut pieces = vec![];
        let mut piece = String::new();
        for letter in word.chars() {
            piece.push(letter);
            if (self.measure)(&piece, 1.0) > self.limit && piece.chars().count() > 1 {
                piece.pop();
                pieces.push(std::mem::replace(&mut piece, letter.to_string()));
            }
        }
        pieces.push(piece);
        pieces
    }
}

impl MeasuredWords {
    /// Returns the lines, each with as many words as fit into `width`.
    fn fill_lines(&self, width: f64) -> Vec<String> {
        self.paragraphs.iter().flat_map(|words| self.fill_paragraph(words, width)).collect()
    }

    fn fill_paragraph(&self, words: &[(String, f64)], width: f64) -> Vec<String> {
        let mut lines = vec![];
        let (mut line, mut used) = (String::new(), 0.0);
        for (word, wide) in words {
            if line.is_empty() {
                (line, used) = (word.clone(), *wide);
            } else if used + self.space + wide <= width {
                line = line + " " + word;
                used += self.space + wide;
            } else {
                lines.push(std::mem::replace(&mut line, word.clone()));
                used = *wide;
            }
        }
        lines.push(line);
        lines
    }
}
