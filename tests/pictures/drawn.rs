//! Drawings stay within their bounds, in legible type, and show zones, owners and changes without
//! colour.

use rulepress::drawing::{Area, Drawing, DrawingItem, TextWeight};
use rulepress::example::story::StoryEntry;
use rulepress::font::{self, Face};
use rulepress::picture::{self, Picture};

use super::played;

/// Widths in points: a telephone, a column, half a box, a box on A5, on A4.
const WIDTHS: [f64; 5] = [140.0, 164.0, 236.0, 320.0, 500.0];

fn pictures() -> Vec<&'static Picture> {
    let examples = played().iter().flat_map(|read| &read.examples);
    let steps = |entry: &'static StoryEntry| match entry {
        StoryEntry::Step(step) => step.picture.as_ref(),
        StoryEntry::Heading(_) => None,
    };
    examples
        .flat_map(|example| {
            example.story.position.iter().chain(example.story.entries.iter().filter_map(steps))
        })
        .collect()
}

/// Returns the areas of the letters of a text.
fn words(drawing: &Drawing) -> Vec<(Area, &str, f64)> {
    let mut words = Vec::new();
    for item in &drawing.items {
        let DrawingItem::Text(text) = item else { continue };
        let face = if text.weight == TextWeight::Bold { Face::Bold } else { Face::Body };
        for (nth, line) in text.lines.iter().enumerate() {
            let width = font::text_width(line, face) * text.size;
            let back = match text.align {
                rulepress::drawing::TextAlign::Left => 0.0,
                rulepress::drawing::TextAlign::Center => width / 2.0,
                rulepress::drawing::TextAlign::Right => width,
            };
            let y = text.at.y + nth as f64 * text.step - text.size * 0.7;
            words.push((
                Area { x: text.at.x - back, y, width, height: text.size * 0.9 },
                line.as_str(),
                text.size,
            ));
        }
    }
    words
}

#[test]
fn nothing_stands_out_and_nothing_is_too_small() {
    for picture in pictures() {
        for width in WIDTHS {
            let drawing = picture::draw_picture(picture, width);
            let room = width.max(picture.least_width());
            assert!(
                drawing.width <= room + 1.5,
                "{} points in {width}: {}",
                drawing.width,
                picture.alt
            );
            let bounds =
                Area { x: -0.6, y: -0.6, width: drawing.width + 1.2, height: drawing.height + 1.2 };
            for (area, line, size) in words(&drawing) {
                assert!(size >= 7.0, "`{line}` in {size} points");
                assert!(
                    bounds.shared(&area) >= area.width * area.height - 0.01,
                    "`{line}` stands out: {}",
                    picture.alt
                );
            }
            for item in &drawing.items {
                if let DrawingItem::Rect { area, .. } | DrawingItem::Ellipse { area, .. } = item {
                    assert!(
                        bounds.holds(area.top_left()) && bounds.holds(area.bottom_right()),
                        "{area:?}"
                    );
                }
            }
        }
    }
}

/// No word covers another.
#[test]
fn no_words_overlap() {
    for picture in pictures() {
        for width in WIDTHS {
            let drawing = picture::draw_picture(picture, width);
            let words = words(&drawing);
            for (at, (area, line, _)) in words.iter().enumerate() {
                for (other, second, _) in &words[..at] {
                    assert!(
                        area.shared(other) < 0.5,
                        "`{line}` lies over `{second}` at {width}: {}",
                        picture.alt
                    );
                }
            }
        }
    }
}

/// Changes have an outline more than twice as wide as the rest, and a card that left a broken one:
/// no colour is needed.
#[test]
fn changes_are_told_by_their_outlines() {
    for picture in pictures() {
        let drawing = picture::draw_picture(picture, 320.0);
        for item in &drawing.items {
            let DrawingItem::Rect { stroke: Some(stroke), .. } = item else { continue };
            if stroke.colour == "rust" {
                let broken = stroke.dash != rulepress::drawing::DashStyle::Solid;
                assert!(broken || stroke.width >= 1.2, "a change in a line of {}", stroke.width);
            } else if is_zone_edge(&stroke.colour) {
                let changes = picture.parts.iter().any(|part| part.tone.is_strong());
                let most = if changes { 2.0 } else { 1.2 };
                assert!(stroke.width <= most, "an edge of {}", stroke.width);
            } else {
                assert!(stroke.width <= 1.1, "a line of {} that tells no change", stroke.width);
            }
        }
    }
}

/// True if a colour is that of a player, or of the edges of unowned zones.
fn is_zone_edge(colour: &str) -> bool {
    colour == "grey" || picture::OWNER_COLOURS.contains(&colour)
}

/// The edge of a zone has the colour of its owner, and is grey without an owner.
#[test]
fn the_edge_of_a_zone_is_its_owners() {
    let mut found = 0;
    for picture in pictures() {
        let drawing = picture::draw_picture(picture, 320.0);
        for part in &picture.parts {
            let colour = part.owner.map_or("grey", |owner| picture::OWNER_COLOURS[owner % 6]);
            let edge = if part.tone.is_strong() { 2.0 } else { 1.2 };
            let has_edge = drawing.items.iter().any(|item| {
                let DrawingItem::Rect { stroke: Some(stroke), .. } = item else { return false };
                stroke.colour == colour && (stroke.width - edge).abs() < 1e-9
            });
            assert!(has_edge, "{}: no edge in {colour}", part.title);
            found += usize::from(part.owner.is_some());
        }
    }
    assert!(found > 100, "zones belong to players: {found}");
}

/// The colours, as tokens.toml gives them.
fn colour(token: &str) -> [f64; 3] {
    let tokens: toml::Table = toml::from_str(include_str!("../../crates/base/tokens.toml"))
        .expect("the tokens are well formed");
    let hex = tokens["colour"][token]["screen"].as_str().expect("a colour has a screen value");
    let part = |at: usize| {
        f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("it is hexadecimal")) / 255.0
    };
    [part(1), part(3), part(5)]
        .map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) })
}

/// Changes of linear colours in sight without one kind of cone (Machado, Oliveira and Fernandes
/// 2009, full strength).
const SIGHTS: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
];

fn luminance(colour: [f64; 3], sight: &[[f64; 3]; 3]) -> f64 {
    let seen =
        sight.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0));
    0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
}

fn contrast(a: &str, b: &str, sight: &[[f64; 3]; 3]) -> f64 {
    let (a, b) = (luminance(colour(a), sight), luminance(colour(b), sight));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// In every sight, and so in grey, the outline of a change differs from its background, and words
/// are legible.
#[test]
fn every_sight_tells_changes_and_words() {
    for (nth, sight) in SIGHTS.iter().enumerate() {
        for ground in ["sky", "cream", "sage", "amber", "blue", "faint", "paper"] {
            let change = contrast("rust", ground, sight);
            assert!(change >= 2.5, "rust on {ground}: {change:.2} in sight {nth}");
            assert!(contrast("ink", ground, sight) >= 7.0, "words on {ground} in sight {nth}");
        }
        assert!(contrast("grey", "faint", sight) >= 4.5, "pale words in sight {nth}");
        assert!(
            contrast("paper", "navy", sight) >= 4.5 && contrast("paper", "steel", sight) >= 3.0
        );
    }
    // Players and counters differ by shape: no two of the first six are alike.
    let shapes: std::collections::BTreeSet<_> =
        rulepress::source::deck_style::MarkShape::ALL.iter().collect();
    assert_eq!(shapes.len(), picture::OWNER_COLOURS.len());
}

/// A picture that is parted loses no word, and each drawing is as low as asked for unless it is one
/// shelf.
#[test]
fn a_parted_picture_is_whole() {
    let mut parted = 0;
    for picture in pictures() {
        for width in WIDTHS {
            let whole = picture::draw_picture(picture, width);
            let sorted = |drawings: &[Drawing]| {
                let mut all: Vec<String> =
                    drawings.iter().flat_map(words).map(|(_, line, _)| line.to_owned()).collect();
                all.sort_unstable();
                all
            };
            let drawings = picture::draw_picture_sheets(picture, width, 200.0);
            let shelves = picture::draw_picture_sheets(picture, width, 0.0);
            assert_eq!(sorted(&drawings), sorted(std::slice::from_ref(&whole)), "{}", picture.alt);
            let highest = shelves.iter().map(|shelf| shelf.height).fold(200.0, f64::max);
            assert!(
                drawings.iter().all(|drawing| drawing.height <= highest + 1e-6),
                "{}",
                picture.alt
            );
            assert!(
                drawings.len() == 1 || whole.height > 200.0,
                "parted without need: {}",
                picture.alt
            );
            assert_eq!(drawings[0].alt, picture.alt);
            assert!(
                drawings[1..]
                    .iter()
                    .all(|drawing| !drawing.alt.is_empty() && drawing.alt != picture.alt)
            );
            parted += usize::from(drawings.len() > 1);
        }
    }
    assert!(parted > 20, "only {parted} pictures are parted");
}
