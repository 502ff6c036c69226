//! Words in pictures: broken into lines that fit, and set so that nothing stands out.

use super::LEAST;
use crate::drawing::{Align, Colour, Item, Point, Text, Weight};
use crate::font::{self, Face};

/// From baseline to baseline of the smallest type, in points.
pub(super) const STEP: f64 = 7.9;

/// The width of words in points.
pub(super) fn wide(words: &str, size: f64, weight: Weight) -> f64 {
    font::width(words, face(weight)) * size
}

fn face(weight: Weight) -> Face {
    if weight == Weight::Bold { Face::Bold } else { Face::Body }
}

/// `words` in lines of at most `width` points; a word that is wider is divided with a hyphen.
pub(super) fn broken(words: &str, size: f64, weight: Weight, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace().flat_map(|word| divided(word, size, weight, width)) {
        let joined = lines.last().map(|line| format!("{line} {word}"));
        match joined.filter(|line| wide(line, size, weight) <= width) {
            Some(line) => *lines.last_mut().expect("a line was joined") = line,
            None => lines.push(word),
        }
    }
    lines
}

/// A word in pieces of at most `width` points.
fn divided(word: &str, size: f64, weight: Weight, width: f64) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = word.to_owned();
    while wide(&rest, size, weight) > width && rest.chars().count() > 2 {
        let letters: Vec<char> = rest.chars().collect();
        let fits = |count: &usize| {
            let piece: String = letters[..*count].iter().chain(['-'].iter()).collect();
            wide(&piece, size, weight) <= width
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
pub(super) fn small(
    lines: Vec<String>,
    at: Point,
    weight: Weight,
    colour: &'static str,
    align: Align,
) -> Item {
    let width = lines.iter().map(|line| wide(line, LEAST, weight)).fold(0.0, f64::max);
    Item::Text(Text {
        at,
        width,
        lines,
        step: STEP,
        size: LEAST,
        weight,
        colour: Colour::from(colour),
        align,
    })
}

/// One line of the smallest type.
pub(super) fn line(
    words: &str,
    at: Point,
    weight: Weight,
    colour: &'static str,
    align: Align,
) -> Item {
    small(vec![words.to_owned()], at, weight, colour, align)
}
