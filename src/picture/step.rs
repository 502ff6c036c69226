//! The numbers of steps on what they are about: a disc as at the step in the text.

use super::text::bold_width;
use crate::drawing::{Area, Canvas, Point, Stroke};

/// Height of a disc, in points.
pub(super) const DISC: f64 = 9.6;
/// How far a disc stands out below what it is on.
pub(super) const OUT: f64 = 5.4;
/// The most numbers on one disc.
const MOST: usize = 3;

/// The numbers in a few signs: "2", "2, 5", "2–4".
pub(super) fn step_words(steps: &[u32]) -> String {
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

/// How wide the disc of these steps is; 0 without steps.
pub(super) fn disc_width(steps: &[u32]) -> f64 {
    if steps.is_empty() { 0.0 } else { (bold_width(&step_words(steps)) + 5.4).max(DISC) }
}

/// Draws the disc of these steps with the middle of its right end at a point.
pub(super) fn draw_steps(steps: &[u32], (right, y): Point, canvas: &mut Canvas) {
    if steps.is_empty() {
        return;
    }
    let width = disc_width(steps);
    let disc = Area { x: right - width, y: y - DISC / 2.0, width, height: DISC };
    canvas.rect(disc, DISC / 2.0, "navy", Stroke::solid(0.9, "paper"));
    canvas.small_sign(&step_words(steps), disc.middle(), "paper");
}
