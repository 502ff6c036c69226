//! Words in pictures: broken into lines that fit, and set so that nothing stands out.

use super::LEAST_TYPE;
use crate::drawing::{Colour, DrawingItem, Point, TextAlign, TextLines, TextWeight};
use crate::font::{self, Face};

/// From baseline to baseline of the smallest type, in points.
pub(super) const LINE_STEP: f64 = 7.9;

/// The width of words in points.
pub(super) fn words_width(words: &str, size: f64, weight: TextWeight) -> f64 {
    font::text_width(words, weight_face(weight)) * size
}

fn weight_face(weight: TextWeight) -> Face {
    if weight == TextWeight::Bold { Face::Bold } else { Face::Body }
}

/// `words` in lines of at most `width` points; a word that is wider is divided with a hyphen.
pub(super) fn break_words(words: &str, size: f64, weight: TextWeight, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace().flat_map(|word| divide_word(word, size, weight, width)) {
        let joined = lines.last().map(|line| format!("{line} {word}"));
        match joined.filter(|line| words_width(line, size, weight) <= width) {
            Some(line) => *lines.last_mut().expect("a line was joined") = line,
            None => lines.push(word),
        }
    }
    lines
}

/// A word in pieces of at most `width` points.
fn divide_word(word: &str, size: f64, weight: TextWeight, width: f64) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = word.to_owned();
    while words_width(&rest, size, weight) > width && rest.chars().count() > 2 {
        let letters: Vec<char> = rest.chars().collect();
        let fits = |count: &usize| {
            let piece: String = letters[..*count].iter().chain(['-'].iter()).collect();
            words_width(&piece, size, weight) <= width
        };
        let most = (1..letters.len()).rev().find(fits).unwrap_or(1);
        // Two letters alone at the end of a word read badly.
        let count = if letters.len() - most < 3 && most > 3 { letters.len() - 3 } else { most };
        pieces.push(letters[..count].iter().chain(['-'].iter()).collect());
        rest = letters[count..].iter().collect();
    }
    pieces.push(rest);
    pieces
}

/// Lines of the smallest type, the first baseline at `at`.
pub(super) fn small_lines(
    lines: Vec<String>,
    at: Point,
    weight: TextWeight,
    colour: &'static str,
    align: TextAlign,
) -> DrawingItem {
    let width = lines.iter().map(|line| words_width(line, LEAST_TYPE, weight)).fold(0.0, f64::max);
    DrawingItem::Text(TextLines {
        at,
        width,
        lines,
        step: LINE_STEP,
        size: LEAST_TYPE,
        weight,
        colour: Colour::from(colour),
        align,
    })
}

/// One line of the smallest type.
pub(super) fn small_line(
    words: &str,
    at: Point,
    weight: TextWeight,
    colour: &'static str,
    align: TextAlign,
) -> DrawingItem {
    small_lines(vec![words.to_owned()], at, weight, colour, align)
}
