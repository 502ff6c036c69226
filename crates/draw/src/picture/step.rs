//! The numbers of steps at the things they are about, on discs like those at the steps in the text.

use super::text::bold_width;
use crate::drawing::{Area, Canvas, Point, Stroke};

/// Height of a disc, in points.
pub const DISC: f64 = 9.6;
/// Height of the part of a disc that sticks out below its card or figure, in points.
pub const OUT: f64 = 5.4;
/// Distance between two discs, in points.
const BETWEEN: f64 = 0.8;
/// Maximum count of numbers on one disc.
const MOST: usize = 3;

/// Returns one disc for all of these steps: "2", "2, 5", "2–4"; none without steps.
pub fn joined_disc(steps: &[u32]) -> Vec<String> {
    if steps.is_empty() { Vec::new() } else { vec![step_words(steps)] }
}

/// Returns the numbers in a few characters.
fn step_words(steps: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for step in steps {
        match runs.last_mut() {
            Some((_, last)) if *last == *step || *last + 1 == *step => *last = *step,
            _ => runs.push((*step, *step)),
        }
    }
    let more = runs.len() > MOST;
    let words = runs.into_iter().take(MOST).map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    });
    let words = words.collect::<Vec<_>>().join(", ");
    if more { format!("{words} …") } else { words }
}

/// Returns the width of these discs side by side; 0 without any.
pub fn discs_width(discs: &[String]) -> f64 {
    let gaps = discs.len().saturating_sub(1) as f64 * BETWEEN;
    discs.iter().map(|words| disc_width(words)).sum::<f64>() + gaps
}

fn disc_width(words: &str) -> f64 {
    (bold_width(words) + 5.4).max(DISC)
}

/// Draws discs side by side with the middle of their right end at a point.
pub fn draw_discs(discs: &[String], end: Point, canvas: &mut Canvas) {
    let mut x = end.x - discs_width(discs);
    for words in discs {
        let width = disc_width(words);
        let disc = Area { x, y: end.y - DISC / 2.0, width, height: DISC };
        canvas.rect(disc, DISC / 2.0, "navy", Stroke::solid(0.9, "paper"));
        canvas.small_sign(words, disc.middle(), "paper");
        x += width + BETWEEN;
    }
}
