//! The frame of a part: its ground, whose it is, its title, and how many pieces lie there.

use super::words::{broken, small, wide};
use super::{Kind, LEAST, Part, Tone, cards, dice, map, sign, tally};
use crate::drawing::{Align, Area, Item, Stroke, Weight};

/// Between the edge of a part and what lies in it.
const PAD: f64 = 4.0;
/// Height of a line of the title.
const TITLE: f64 = 8.6;
/// The grounds of the zones, in the order of `sets.zones` in tokens.toml.
pub(super) const GROUNDS: [&str; 5] = ["sky", "cream", "sage", "amber", "blue"];

/// A part with its place.
#[derive(Debug, Clone)]
pub(super) struct Framed {
    pub area: Area,
}

/// "3 → 5", or how many lie there.
fn count(part: &Part) -> String {
    match (part.was, part.now) {
        (Some(was), Some(now)) => format!("{was} → {now}"),
        (_, Some(now)) => now.to_string(),
        _ => String::new(),
    }
}

/// Room that the sign of the owner takes before the title.
fn before(part: &Part) -> f64 {
    if part.owner.is_some() { 10.0 } else { 0.0 }
}

fn count_width(part: &Part) -> f64 {
    let count = count(part);
    if count.is_empty() { 0.0 } else { wide(&count, LEAST, Weight::Bold) + 8.0 }
}

/// What lies in a part: width and height in at most `width` points.
fn content(part: &Part, width: f64) -> (f64, f64) {
    match &part.kind {
        Kind::Cards(own) => cards::size(own, width),
        Kind::Tally(own) => tally::size(own),
        Kind::Dice(own) => dice::size(own, width),
        Kind::Map(own) => map::size(own, width),
    }
}

/// The title in lines of a part that is `width` points wide inside.
fn title(part: &Part, width: f64) -> Vec<String> {
    broken(&part.title, LEAST, Weight::Bold, (width - before(part) - count_width(part)).max(30.0))
}

/// The width of a part whose content is `width` points wide.
pub(super) fn around(width: f64) -> f64 {
    width + 2.0 * PAD
}

/// Width and height of a part in at most `width` points.
pub(super) fn size(part: &Part, width: f64) -> (f64, f64) {
    let room = width - 2.0 * PAD;
    let (wide_content, high) = content(part, room);
    let whole = before(part) + wide(&part.title, LEAST, Weight::Bold) + 1.0 + count_width(part);
    // A title wraps rather than make a narrow part more than half as wide again.
    let longest = part
        .title
        .split_whitespace()
        .map(|word| wide(word, LEAST, Weight::Bold))
        .fold(0.0, f64::max);
    let least = before(part) + longest + 1.0 + count_width(part);
    let inner = wide_content
        .max(whole.min((wide_content * 1.5).max(64.0)))
        .max(least)
        .min(room.max(wide_content));
    let lines = title(part, inner).len().max(1) as f64;
    (inner + 2.0 * PAD, lines * TITLE + high + 2.0 * PAD + 3.0)
}

/// Draws a part into `area`.
pub(super) fn draw(part: &Part, area: Area, items: &mut Vec<Item>) {
    let fill = if part.tone == Tone::Pale { "faint" } else { GROUNDS[part.ground % GROUNDS.len()] };
    let stroke = match part.tone {
        Tone::Strong => Stroke::solid(1.1, "navy"),
        tone => Stroke::solid(0.6, tone.ink()),
    };
    items.push(Item::Rect {
        area: area.grown(-0.5),
        radius: 3.4,
        fill: Some(fill.into()),
        stroke: Some(stroke),
    });
    let inner = area.width - 2.0 * PAD;
    let lines = title(part, inner);
    let (x, y) = (area.x + PAD, area.y + PAD);
    if let Some(player) = part.owner {
        sign::owner(player, (x + 3.6, y + 4.0), items);
    }
    let down = lines.len().max(1) as f64 * TITLE;
    items.push(small(lines, (x + before(part), y + 6.4), Weight::Bold, "ink", Align::Left));
    let number = count(part);
    if !number.is_empty() {
        let at = (area.right() - PAD, y + 6.4);
        items.push(super::words::line(&number, at, Weight::Bold, "ink", Align::Right));
    }
    let at = (x, y + down + 3.0);
    match &part.kind {
        Kind::Cards(own) => cards::draw(own, at, inner, part.tone, items),
        Kind::Tally(own) => tally::draw(own, at, items),
        Kind::Dice(own) => dice::draw(own, at, inner, items),
        Kind::Map(own) => map::draw(own, at, inner, items),
    }
}
