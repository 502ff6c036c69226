//! Words in pictures: broken into lines that fit, and placed so that they do not stick out.

use super::LEAST_TYPE;
use crate::drawing::{Canvas, Point, TextAlign, TextLines, TextWeight, pt};

/// Distance from baseline to baseline of the smallest type, in points.
pub const LINE_STEP: f64 = 7.9;

/// Style of words in the smallest type.
#[derive(Clone, Copy)]
pub struct SmallType {
    weight: TextWeight,
    colour: &'static str,
    align: TextAlign,
}

impl SmallType {
    pub fn bold(colour: &'static str, align: TextAlign) -> Self {
        Self { weight: TextWeight::Bold, colour, align }
    }

    pub fn regular(colour: &'static str, align: TextAlign) -> Self {
        Self { weight: TextWeight::Regular, colour, align }
    }
}

impl Canvas {
    /// Prints lines of the smallest type, the first baseline at `at`.
    pub fn small_lines(&mut self, lines: Vec<String>, at: Point, style: SmallType) {
        let SmallType { weight, colour, align } = style;
        let (width, colour) = (weight.longest(&lines, LEAST_TYPE), colour.into());
        let (step, size) = (LINE_STEP, LEAST_TYPE);
        self.text(TextLines { at, width, lines, step, size, weight, colour, align });
    }

    /// Prints one line of the smallest type.
    pub fn small_line(&mut self, words: &str, at: Point, style: SmallType) {
        self.small_lines(vec![words.to_owned()], at, style);
    }

    /// Prints one bold line of the smallest type, centred around `middle`.
    pub fn small_sign(&mut self, words: &str, middle: Point, colour: &'static str) {
        let at = pt(middle.x, middle.y + 2.45);
        self.small_line(words, at, SmallType::bold(colour, TextAlign::Center));
    }
}

/// Returns the width of bold words of the smallest type.
pub fn bold_width(words: &str) -> f64 {
    TextWeight::Bold.text_width(words, LEAST_TYPE)
}

/// Returns the width of regular words of the smallest type.
pub fn regular_width(words: &str) -> f64 {
    TextWeight::Regular.text_width(words, LEAST_TYPE)
}

/// Returns the width of the longest word in bold type of `size`.
pub fn longest_word(words: &str, size: f64) -> f64 {
    words.split_whitespace().map(|word| TextWeight::Bold.text_width(word, size)).fold(0.0, f64::max)
}

/// Breaks bold words of `size` into lines of at most `width` points; a word that is wider is
/// divided with a hyphen.
pub fn break_bold(words: &str, size: f64, width: f64) -> Vec<String> {
    let fits = |line: &str| TextWeight::Bold.text_width(line, size) <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace().flat_map(|word| divide_word(word, &fits)) {
        match lines.last_mut().filter(|line| fits(&format!("{line} {word}"))) {
            Some(line) => *line += &format!(" {word}"),
            None => lines.push(word),
        }
    }
    lines
}

/// Divides a word into pieces that fit.
fn divide_word(word: &str, fits: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = word.to_owned();
    while !fits(&rest) && rest.chars().count() > 2 {
        let letters: Vec<char> = rest.chars().collect();
        let count = piece_length(&letters, fits);
        pieces.push(with_hyphen(&letters[..count]));
        rest = letters[count..].iter().collect();
    }
    pieces.push(rest);
    pieces
}

/// Returns the number of letters of a word before its hyphen: as many as fit, but never so that two
/// letters alone are left at its end, which read badly.
fn piece_length(letters: &[char], fits: &dyn Fn(&str) -> bool) -> usize {
    let fitting = |count: &usize| fits(&with_hyphen(&letters[..*count]));
    let most = (1..letters.len()).rev().find(fitting).unwrap_or(1);
    if letters.len() - most < 3 && most > 3 { letters.len() - 3 } else { most }
}

fn with_hyphen(letters: &[char]) -> String {
    letters.iter().chain(['-'].iter()).collect()
}
