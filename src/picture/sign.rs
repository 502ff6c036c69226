//! Signs: players and tokens, told apart by shape and letter besides colour.

use std::collections::BTreeMap;

use super::text::{small_line, words_width};
use super::{CardToken, LEAST_TYPE};
use crate::drawing::{Area, DrawingItem, Point, Stroke, TextAlign, TextWeight};

/// The colours of the players, in the order of `sets.players` in tokens.toml.
pub const OWNER_COLOURS: [&str; 6] = ["teal", "gold", "maroon", "lichen", "indigo", "brown"];
/// The shapes of tokens and players, in the order they are given out.
pub const SIGN_SHAPES: [&str; 6] = ["circle", "square", "triangle", "diamond", "hexagon", "star"];

/// Room of the shape of a token, in points.
const TOKEN: f64 = 9.4;

/// A closed shape round a middle.
pub(super) fn sign_shape(
    kind: usize,
    middle: Point,
    size: f64,
    fill: &'static str,
    stroke: Stroke,
) -> DrawingItem {
    let stroke = Some(stroke);
    let half = size / 2.0;
    match SIGN_SHAPES[kind % SIGN_SHAPES.len()] {
        "circle" => DrawingItem::Ellipse {
            area: Area::centred_at(middle, size, size),
            fill: Some(fill.into()),
            stroke,
        },
        "square" => {
            let area = Area::centred_at(middle, size * 0.92, size * 0.92);
            DrawingItem::Rect { area, radius: 0.0, fill: Some(fill.into()), stroke }
        }
        name => {
            let points = sign_corners(name)
                .into_iter()
                .map(|(x, y)| (middle.0 + x * half, middle.1 + y * half))
                .collect();
            DrawingItem::Polygon { points, fill: Some(fill.into()), stroke }
        }
    }
}

/// The corners of a shape in a square from -1 to 1.
fn sign_corners(name: &str) -> Vec<Point> {
    let turn = |count: usize, first: f64, reach: &dyn Fn(usize) -> f64| {
        let corner = |at: usize| {
            let angle = (first + at as f64 * 360.0 / count as f64).to_radians();
            (reach(at) * angle.cos(), reach(at) * angle.sin())
        };
        (0..count).map(corner).collect()
    };
    match name {
        "triangle" => vec![(0.0, -1.05), (1.15, 0.95), (-1.15, 0.95)],
        "diamond" => vec![(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)],
        "hexagon" => turn(6, 0.0, &|_| 1.1),
        _ => turn(10, -90.0, &|at| if at % 2 == 0 { 1.25 } else { 0.62 }),
    }
}

/// The sign of a player.
pub(super) fn draw_owner(player: usize, middle: Point, items: &mut Vec<DrawingItem>) {
    draw_sized_owner(player, middle, 6.4, items);
}

/// The sign of a player as large as is asked for.
pub(super) fn draw_sized_owner(
    player: usize,
    middle: Point,
    size: f64,
    items: &mut Vec<DrawingItem>,
) {
    let colour = OWNER_COLOURS[player % OWNER_COLOURS.len()];
    items.push(sign_shape(player, middle, size, colour, Stroke::solid(size * 0.095, "ink")));
}

/// How wide a token is.
pub(super) fn token_width(token: &CardToken) -> f64 {
    let letter = words_width(&token.letter, LEAST_TYPE, TextWeight::Bold).max(TOKEN - 3.0) + 3.0;
    letter
        + token.amount.map_or(0.0, |amount| {
            words_width(&amount.to_string(), LEAST_TYPE, TextWeight::Bold) + 1.2
        })
}

/// Draws a token whose left end is at `x` and whose middle is at `y`.
pub(super) fn draw_token(
    token: &CardToken,
    (x, y): Point,
    ink: &'static str,
    items: &mut Vec<DrawingItem>,
) {
    let (line_colour, ink) = if token.strong { ("rust", "ink") } else { (ink, ink) };
    let stroke = Stroke::solid(if token.strong { 1.3 } else { 0.6 }, line_colour);
    let room = words_width(&token.letter, LEAST_TYPE, TextWeight::Bold).max(TOKEN - 3.0) + 3.0;
    let middle = (x + room / 2.0, y);
    match token.amount {
        Some(_) => items.push(sign_shape(token.kind, middle, TOKEN, "paper", stroke)),
        None => items.push(pennant_outline(Area::centred_at(middle, room, TOKEN), stroke)),
    }
    items.push(small_line(
        &token.letter,
        (middle.0, y + 2.45),
        TextWeight::Bold,
        ink,
        TextAlign::Center,
    ));
    if let Some(amount) = token.amount {
        let at = (x + room + 1.0, y + 2.45);
        items.push(small_line(&amount.to_string(), at, TextWeight::Bold, ink, TextAlign::Left));
    }
}

/// The shape of a flag: a rectangle that is pointed at its right.
fn pennant_outline(area: Area, stroke: Stroke) -> DrawingItem {
    let (right, middle) = (area.right() - 0.4, area.middle().1);
    let points = vec![
        (area.x + 0.4, area.y),
        (right - 1.6, area.y),
        (right + 1.4, middle),
        (right - 1.6, area.bottom()),
        (area.x + 0.4, area.bottom()),
    ];
    DrawingItem::Polygon { points, fill: Some("cream".into()), stroke: Some(stroke) }
}

/// Says below a picture what its letters stand for; gives the height with it.
pub(super) fn draw_legend(
    entries: &[(CardToken, String)],
    width: f64,
    height: f64,
    items: &mut Vec<DrawingItem>,
) -> f64 {
    if entries.is_empty() {
        return height;
    }
    let (mut x, mut y) = (0.0, height + 9.0);
    for (sign, name) in entries {
        let sign = CardToken { amount: sign.amount.map(|_| 0), strong: false, ..sign.clone() };
        let room = token_width(&CardToken { amount: None, ..sign.clone() }) + 3.0;
        let wide = room + words_width(name, LEAST_TYPE, TextWeight::Regular) + 8.0;
        if x > 0.0 && x + wide > width {
            (x, y) = (0.0, y + 11.5);
        }
        let mut drawn = Vec::new();
        draw_token(&sign, (x, y), "ink", &mut drawn);
        // The amount is left out: only the sign is explained.
        drawn.truncate(2);
        items.extend(drawn);
        items.push(small_line(
            name,
            (x + room, y + 2.45),
            TextWeight::Regular,
            "grey",
            TextAlign::Left,
        ));
        x += wide;
    }
    y + 6.0
}

/// A letter for each name: its first one, and as many more as tell it from those before it.
pub fn assign_letters<'n>(
    names: impl Iterator<Item = (&'n str, &'n str)>,
) -> BTreeMap<String, String> {
    let mut letters: BTreeMap<String, String> = BTreeMap::new();
    for (name, printed) in names {
        let plain: Vec<char> = printed.chars().filter(|c| c.is_alphanumeric()).collect();
        let free = |letter: &String| !letters.values().any(|known| known == letter);
        let pair = |second: &char| format!("{}{second}", plain[0].to_uppercase());
        let first = plain.first().map(|c| c.to_uppercase().to_string());
        let longer = plain.iter().skip(1).map(pair);
        let numbered = (2..)
            .map(|number| format!("{}{number}", first.clone().unwrap_or_else(|| "?".to_owned())));
        let chosen = first.clone().into_iter().chain(longer).chain(numbered).find(free);
        letters.insert(name.to_owned(), chosen.unwrap_or_default());
    }
    letters
}
