//! The frame of a part: its ground, whose it is, its title, and how many pieces lie there.

use super::text::{break_words, small_lines, words_width};
use super::{LEAST_TYPE, PartContent, PicturePart, PictureTone, cards, dice, map, sign, tally};
use crate::drawing::{Area, DrawingItem, Stroke, TextAlign, TextWeight};

/// Between the edge of a part and what lies in it.
const PAD: f64 = 4.0;
/// Height of a line of the title.
const TITLE: f64 = 8.6;
/// The grounds of the zones, in the order of `sets.zones` in tokens.toml.
pub(super) const GROUNDS: [&str; 5] = ["sky", "cream", "sage", "amber", "blue"];

/// A part with its place.
#[derive(Debug, Clone)]
pub(super) struct FramedPart {
    pub area: Area,
}

/// "3 → 5", or how many lie there.
fn piece_count(part: &PicturePart) -> String {
    match (part.was, part.now) {
        (Some(was), Some(now)) => format!("{was} → {now}"),
        (_, Some(now)) => now.to_string(),
        _ => String::new(),
    }
}

/// Room that the sign of the owner takes before the title.
fn owner_room(part: &PicturePart) -> f64 {
    if part.owner.is_some() { 10.0 } else { 0.0 }
}

fn piece_count_width(part: &PicturePart) -> f64 {
    let count = piece_count(part);
    if count.is_empty() { 0.0 } else { words_width(&count, LEAST_TYPE, TextWeight::Bold) + 8.0 }
}

/// What lies in a part: width and height in at most `width` points.
fn content_size(part: &PicturePart, width: f64) -> (f64, f64) {
    match &part.kind {
        PartContent::Cards(own) => cards::cards_size(own, width),
        PartContent::Tally(own) => tally::tally_size(own),
        PartContent::Dice(own) => dice::dice_size(own, width),
        PartContent::Map(own) => map::map_size(own, width),
    }
}

/// The title in lines of a part that is `width` points wide inside.
fn part_title_lines(part: &PicturePart, width: f64) -> Vec<String> {
    break_words(
        &part.title,
        LEAST_TYPE,
        TextWeight::Bold,
        (width - owner_room(part) - piece_count_width(part)).max(30.0),
    )
}

/// The width of a part whose content is `width` points wide.
pub(super) fn framed_width(width: f64) -> f64 {
    width + 2.0 * PAD
}

/// Width and height of a part in at most `width` points.
pub(super) fn framed_size(part: &PicturePart, width: f64) -> (f64, f64) {
    let room = width - 2.0 * PAD;
    let (wide_content, high) = content_size(part, room);
    let whole = owner_room(part)
        + words_width(&part.title, LEAST_TYPE, TextWeight::Bold)
        + 1.0
        + piece_count_width(part);
    // A title wraps rather than make a narrow part more than half as wide again.
    let longest = part
        .title
        .split_whitespace()
        .map(|word| words_width(word, LEAST_TYPE, TextWeight::Bold))
        .fold(0.0, f64::max);
    let least = owner_room(part) + longest + 1.0 + piece_count_width(part);
    let inner = wide_content
        .max(whole.min((wide_content * 1.5).max(64.0)))
        .max(least)
        .min(room.max(wide_content));
    let lines = part_title_lines(part, inner).len().max(1) as f64;
    (inner + 2.0 * PAD, lines * TITLE + high + 2.0 * PAD + 3.0)
}

/// Draws a part into `area`.
pub(super) fn draw_framed_part(part: &PicturePart, area: Area, items: &mut Vec<DrawingItem>) {
    let fill =
        if part.tone == PictureTone::Pale { "faint" } else { GROUNDS[part.ground % GROUNDS.len()] };
    let stroke = match part.tone {
        PictureTone::Strong => Stroke::solid(1.1, "navy"),
        tone => Stroke::solid(0.6, tone.ink()),
    };
    items.push(DrawingItem::Rect {
        area: area.grown(-0.5),
        radius: 3.4,
        fill: Some(fill.into()),
        stroke: Some(stroke),
    });
    let inner = area.width - 2.0 * PAD;
    let lines = part_title_lines(part, inner);
    let (x, y) = (area.x + PAD, area.y + PAD);
    if let Some(player) = part.owner {
        sign::draw_owner(player, (x + 3.6, y + 4.0), items);
    }
    let down = lines.len().max(1) as f64 * TITLE;
    items.push(small_lines(
        lines,
        (x + owner_room(part), y + 6.4),
        TextWeight::Bold,
        "ink",
        TextAlign::Left,
    ));
    let number = piece_count(part);
    if !number.is_empty() {
        let at = (area.right() - PAD, y + 6.4);
        items.push(super::text::small_line(&number, at, TextWeight::Bold, "ink", TextAlign::Right));
    }
    let at = (x, y + down + 3.0);
    match &part.kind {
        PartContent::Cards(own) => cards::draw_cards(own, at, inner, part.tone, items),
        PartContent::Tally(own) => tally::draw_tally(own, at, items),
        PartContent::Dice(own) => dice::draw_dice(own, at, inner, items),
        PartContent::Map(own) => map::draw_map(own, at, inner, items),
    }
}
