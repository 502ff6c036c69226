//! Bars of a report as small pictures; their words are beside them. Colours are custom properties of CSS.

use std::fmt::Write;

use super::{BalancedBound, ChoiceOption};
use draw::drawing::Area;

/// Width of every picture, in its own units.
const WIDE: f64 = 240.0;

/// Draws how often an option was taken of the times that it was offered.
pub fn option_bar(option: &ChoiceOption) -> String {
    let share = option.taken as f64 / option.offered.max(1) as f64;
    let mut out = open_svg(10.0);
    rect(Area { x: 0.0, y: 1.0, width: WIDE, height: 8.0 }, "rule", &mut out);
    rect(Area { x: 0.0, y: 1.0, width: WIDE * share, height: 8.0 }, "steel", &mut out);
    out + "</svg>"
}

/// Draws the bound as a band, the measured value as a point and its interval as a line; `None` without a
/// value.
pub fn bound_bar(bound: &BalancedBound) -> Option<String> {
    let [value, low, high] = bound.value?;
    let (from, to) = scale_of(bound, low, high);
    let x = |number: f64| ((number - from) / (to - from)).clamp(0.0, 1.0) * (WIDE - 8.0) + 4.0;
    let mut out = open_svg(22.0);
    rect(Area { x: 4.0, y: 10.5, width: WIDE - 8.0, height: 1.0 }, "grey", &mut out);
    let [least, most] = bound.bound;
    let (band, end) = (least.map_or(4.0, x), most.map_or(WIDE - 4.0, x));
    let width = (end - band).max(1.0);
    rect(Area { x: band, y: 4.0, width, height: 14.0 }, "tint", &mut out);
    for end in [least, most].into_iter().flatten() {
        rect(Area { x: x(end) - 0.75, y: 2.0, width: 1.5, height: 18.0 }, "navy", &mut out);
    }
    let colour = if bound.verdict == "broken" { "rust" } else { "ink" };
    let width = (x(high) - x(low)).max(1.0);
    rect(Area { x: x(low), y: 10.0, width, height: 2.0 }, colour, &mut out);
    let _ = write!(out, r#"<circle cx="{:.1}" cy="11" r="4" fill="var(--{colour})"/>"#, x(value));
    Some(out + "</svg>")
}

/// Returns the ends of the scale for a bound: 0 and 1 for a share, otherwise the bound and the interval with
/// some margin.
fn scale_of(bound: &BalancedBound, low: f64, high: f64) -> (f64, f64) {
    if bound.is_share {
        return (0.0, 1.0);
    }
    let ends = bound.bound.into_iter().flatten().chain([low, high]);
    let (least, most) = ends.fold((low, high), |(a, b), end| (a.min(end), b.max(end)));
    let room = ((most - least) * 0.25).max(0.5);
    (least - room, most + room)
}

fn open_svg(high: f64) -> String {
    format!(
        r#"<svg class="bar" viewBox="0 0 {WIDE} {high}" preserveAspectRatio="none" aria-hidden="true" focusable="false">"#
    )
}

fn rect(area: Area, colour: &str, out: &mut String) {
    let Area { x, y, width, height } = area;
    if width > 0.0 {
        let _ = write!(
            out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="var(--{colour})"/>"#
        );
    }
}
