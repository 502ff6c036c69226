//! A map of hexes: what lies on each, whose pieces stand there, how far a range reaches, what could
//! be chosen and what was. What lies there and who stands there is told by letter and shape besides
//! colour.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::LEAST_TYPE;
use super::sign::{OWNER_COLOURS, sign_shape};
use super::text::{small_line, words_width};
use crate::drawing::{Area, Drawing, DrawingItem, Point, Stroke, TextAlign, TextWeight};

/// A hex that is less wide than this has its coordinates at the edge of the map, in points.
const ROOMY: f64 = 27.5;
/// A hex is never less wide than this, for its signs would cover one another; the map is wider
/// then.
const NARROWEST: f64 = 19.0;
/// The highest map without its legend, and how high for its width: with it and with what stands
/// above, it fits a page.
const HIGHEST: (f64, f64) = (205.0, 0.62);
/// The widest hex.
const WIDEST: f64 = 33.0;
/// Room at the edge for a coordinate.
const EDGE: f64 = 12.0;
/// Height of a line of the legend.
const LINE: f64 = 12.0;
/// What the sign of a place is filled with, in the order in which kinds of places come up.
const FILLS: [&str; 9] =
    ["sky", "amber", "blush", "cream", "sage", "blue", "tint", "lichen", "rule"];

/// A map, or a part of one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HexMap {
    /// As one reads.
    pub hexes: Vec<MapHexagon>,
    /// Kinds of places: a letter or two, and the name.
    pub places: Vec<(String, String)>,
    /// Kinds of pieces: a letter or two, and the name.
    pub pieces: Vec<(String, String)>,
    /// Names of the players, by number.
    pub players: Vec<String>,
    /// What the marks mean: in range, possible, chosen; empty where no hex has the mark.
    pub marks: [String; 3],
}

/// One hex.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MapHexagon {
    /// Row.
    pub row: i32,
    /// Column, in half hexes.
    pub column: i32,
    /// What lies there: index into [`HexMap::places`].
    pub place: Option<usize>,
    /// What stands there.
    pub pieces: Vec<StandingPiece>,
    /// How it is marked.
    pub mark: HexMark,
}

/// A piece on a hex.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StandingPiece {
    /// Index into [`HexMap::pieces`].
    pub kind: usize,
    /// The number of the player it belongs to.
    pub owner: Option<usize>,
    /// Whether it came or changed.
    pub strong: bool,
}

/// How a hex is marked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum HexMark {
    /// Not at all.
    #[default]
    Plain,
    /// It is in range.
    Range,
    /// It could be chosen.
    Possible,
    /// It was chosen.
    Chosen,
}

impl HexMap {
    /// How narrow it can be drawn, in points.
    pub fn least_width(&self) -> f64 {
        HexGrid::of(self, 0.0).width()
    }

    /// Every text that is printed, to be changed.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let kinds = self
            .places
            .iter_mut()
            .chain(&mut self.pieces)
            .flat_map(|(letter, name)| [letter, name]);
        kinds.chain(&mut self.players).chain(&mut self.marks)
    }
}

/// Where hexes stand on a drawing.
struct HexGrid {
    /// Width of a hex.
    pitch: f64,
    /// Room at the left and top for coordinates; none when they stand in the hexes.
    edge: f64,
    rows: (i32, i32),
    columns: (i32, i32),
}

impl HexGrid {
    fn of(map: &HexMap, room: f64) -> Self {
        let bounds = |numbers: &dyn Fn(&MapHexagon) -> i32| {
            let numbers: Vec<i32> = map.hexes.iter().map(numbers).collect();
            (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0))
        };
        let (rows, columns) = (bounds(&|hex| hex.row), bounds(&|hex| hex.column));
        let across = f64::from(columns.1 - columns.0) / 2.0 + 1.0;
        let down = (f64::from(rows.1 - rows.0) * 1.5 + 2.0) / 3.0f64.sqrt();
        let widest = WIDEST.min(HIGHEST.0.max(room * HIGHEST.1) / down);
        let pitch = (room / across).min(widest);
        let edge = if pitch < ROOMY { EDGE } else { 0.0 };
        Self { pitch: ((room - edge) / across).min(widest).max(NARROWEST), edge, rows, columns }
    }

    /// From the middle of a hex to its upper corner.
    fn tall(&self) -> f64 {
        self.pitch / 3.0f64.sqrt()
    }

    fn middle(&self, row: i32, column: i32) -> Point {
        let right = f64::from(column - self.columns.0) / 2.0 + 0.5;
        let top = if self.edge > 0.0 { 2.0 * EDGE - 4.0 } else { 0.0 };
        (
            self.edge + right * self.pitch,
            top + self.tall() * (1.0 + 1.5 * f64::from(row - self.rows.0)),
        )
    }

    fn width(&self) -> f64 {
        self.middle(0, self.columns.1).0 + self.pitch / 2.0
    }

    fn height(&self) -> f64 {
        self.middle(self.rows.1, 0).1 + self.tall()
    }
}

/// Draws a map as a figure of its own, at most `room` points wide.
pub fn draw_map_figure(map: &HexMap, room: f64, alt: String) -> Drawing {
    let (width, height) = map_size(map, room);
    let mut items = Vec::new();
    draw_map(map, (0.0, 0.0), room, &mut items);
    Drawing { width, height, items, alt }
}

/// Width and height that a map takes in at most `room` points.
pub(super) fn map_size(map: &HexMap, room: f64) -> (f64, f64) {
    let frame = HexGrid::of(map, room);
    (
        frame.width().max(room.min(120.0)),
        frame.height() + map_legend(map, frame.width().max(room.min(120.0)), None),
    )
}

/// Draws a map with its top left corner at `at`.
pub(super) fn draw_map(map: &HexMap, at: Point, room: f64, items: &mut Vec<DrawingItem>) {
    let frame = HexGrid::of(map, room);
    let mut hexes: Vec<&MapHexagon> = map.hexes.iter().collect();
    // A strong outline lies over its neighbours.
    hexes.sort_by_key(|hex| hex.mark);
    let middle = |hex: &MapHexagon| {
        let (x, y) = frame.middle(hex.row, hex.column);
        (at.0 + x, at.1 + y)
    };
    for hex in &hexes {
        draw_hexagon(hex, middle(hex), &frame, items);
    }
    for hex in &hexes {
        draw_hexagon_content(map, hex, middle(hex), &frame, items);
    }
    if frame.edge > 0.0 {
        draw_coordinates(map, at, &frame, items);
    }
    let width = frame.width().max(room.min(120.0));
    map_legend(map, width, Some(((at.0, at.1 + frame.height()), items)));
}

/// The six corners round a middle.
fn hexagon_corners((x, y): Point, tall: f64) -> Vec<Point> {
    let half = tall * 3.0f64.sqrt() / 2.0;
    [
        (0.0, -tall),
        (half, -tall / 2.0),
        (half, tall / 2.0),
        (0.0, tall),
        (-half, tall / 2.0),
        (-half, -tall / 2.0),
    ]
    .map(|(right, down)| (x + right, y + down))
    .to_vec()
}

fn draw_hexagon(hex: &MapHexagon, middle: Point, frame: &HexGrid, items: &mut Vec<DrawingItem>) {
    let (fill, stroke, inset) = match hex.mark {
        HexMark::Plain => ("paper", Stroke::solid(0.5, "rule"), 0.0),
        HexMark::Range => ("tint", Stroke::solid(0.5, "rule"), 0.0),
        HexMark::Possible => ("tint", Stroke::solid(1.2, "navy"), 1.0),
        HexMark::Chosen => ("paper", Stroke::solid(2.4, "rust"), 1.4),
    };
    let points = hexagon_corners(middle, frame.tall() - inset);
    items.push(DrawingItem::Polygon { points, fill: Some(fill.into()), stroke: Some(stroke) });
    if hex.mark == HexMark::Chosen {
        let points = hexagon_corners(middle, frame.tall() - 4.2);
        items.push(DrawingItem::Polygon {
            points,
            fill: None,
            stroke: Some(Stroke::solid(0.7, "rust")),
        });
    }
}

/// What lies on a hex, what stands there, and its coordinates.
fn draw_hexagon_content(
    map: &HexMap,
    hex: &MapHexagon,
    (x, y): Point,
    frame: &HexGrid,
    items: &mut Vec<DrawingItem>,
) {
    let roomy = frame.edge == 0.0;
    let worth = hex.place.is_some() || hex.mark >= HexMark::Possible || !hex.pieces.is_empty();
    let middle = if roomy && worth { y - frame.tall() * 0.27 } else { y };
    if roomy && worth {
        let name = format!("{}-{}", hex.row, hex.column);
        items.push(small_line(
            &name,
            (x, y + frame.tall() * 0.64),
            TextWeight::Regular,
            "ink",
            TextAlign::Center,
        ));
    }
    // What belongs to nobody covers what lies below it.
    let place = hex.place.filter(|_| hex.pieces.iter().all(|piece| piece.owner.is_some()));
    let mut spots = sign_spots(usize::from(place.is_some()) + hex.pieces.len(), roomy).into_iter();
    let mut next = || spots.next().map_or((x, middle), |(right, down)| (x + right, middle + down));
    if let Some(place) = place {
        draw_place_sign(map, place, next(), items);
    }
    for piece in &hex.pieces {
        draw_piece_sign(map, piece, next(), items);
    }
}

/// Where so many signs stand round the middle of a hex: side by side where there is room, else so
/// that they just do not cover one another.
fn sign_spots(signs: usize, roomy: bool) -> Vec<Point> {
    match (signs, roomy) {
        (0 | 1, _) => vec![(0.0, 0.0)],
        (2, true) => vec![(-6.2, 0.0), (6.2, 0.0)],
        (2, false) => vec![(-3.7, -4.7), (3.7, 4.7)],
        _ => vec![(-5.9, -4.2), (5.9, -4.2), (0.0, 5.9)],
    }
}

fn draw_place_sign(map: &HexMap, place: usize, (x, y): Point, items: &mut Vec<DrawingItem>) {
    let fill = Some(FILLS[place % FILLS.len()].into());
    let area = Area::centred_at((x, y), 12.0, 12.0);
    items.push(DrawingItem::Ellipse { area, fill, stroke: Some(Stroke::solid(0.6, "ink")) });
    let letter = map.places.get(place).map_or("", |(letter, _)| letter.as_str());
    items.push(small_line(letter, (x, y + 2.45), TextWeight::Bold, "ink", TextAlign::Center));
}

fn draw_piece_sign(
    map: &HexMap,
    piece: &StandingPiece,
    (x, y): Point,
    items: &mut Vec<DrawingItem>,
) {
    let fill = piece.owner.map_or("paper", |owner| OWNER_COLOURS[owner % OWNER_COLOURS.len()]);
    let ink = if ["gold", "lichen", "paper"].contains(&fill) { "ink" } else { "paper" };
    let stroke = if piece.strong { Stroke::solid(1.6, "rust") } else { Stroke::solid(0.6, "ink") };
    items.push(sign_shape(piece.owner.unwrap_or(4), (x, y), 11.0, fill, stroke));
    let letter = map.pieces.get(piece.kind).map_or("", |(letter, _)| letter.as_str());
    items.push(small_line(letter, (x, y + 2.45), TextWeight::Bold, ink, TextAlign::Center));
}

/// Rows at the left, columns at the top, the odd ones and the even ones on lines of their own.
fn draw_coordinates(map: &HexMap, at: Point, frame: &HexGrid, items: &mut Vec<DrawingItem>) {
    for row in frame.rows.0..=frame.rows.1 {
        let (_, y) = frame.middle(row, frame.columns.0);
        let place = (at.0 + EDGE - 3.0, at.1 + y + 2.5);
        items.push(small_line(
            &row.to_string(),
            place,
            TextWeight::Regular,
            "ink",
            TextAlign::Right,
        ));
    }
    for column in frame.columns.0..=frame.columns.1 {
        if map.hexes.iter().all(|hex| hex.column != column) {
            continue;
        }
        let (x, _) = frame.middle(frame.rows.0, column);
        let up = if column % 2 == 0 { 8.0 } else { 16.5 };
        items.push(small_line(
            &column.to_string(),
            (at.0 + x, at.1 + up),
            TextWeight::Regular,
            "ink",
            TextAlign::Center,
        ));
    }
}

/// Draws what letters and marks mean below the map, if there is a place for it; gives its height.
fn map_legend(map: &HexMap, width: f64, place: Option<(Point, &mut Vec<DrawingItem>)>) -> f64 {
    let entries = legend_entries(map);
    let (mut x, mut y) = (0.0, LINE);
    let mut laid = Vec::new();
    for (name, entry) in entries {
        let room = 16.0 + words_width(&name, LEAST_TYPE, TextWeight::Regular) + 7.0;
        if x > 0.0 && x + room > width {
            (x, y) = (0.0, y + LINE + 1.5);
        }
        laid.push((name, entry, (x, y)));
        x += room;
    }
    let height = if laid.is_empty() { 0.0 } else { y + LINE * 0.6 };
    if let Some(((left, top), items)) = place {
        for (name, entry, (x, y)) in laid {
            entry.draw(map, (left + x + 7.0, top + y), items);
            items.push(small_line(
                &name,
                (left + x + 16.0, top + y + 2.5),
                TextWeight::Regular,
                "ink",
                TextAlign::Left,
            ));
        }
    }
    height
}

/// What the legend explains: every place, piece and mark that is drawn, the pieces of each player
/// apart.
fn legend_entries(map: &HexMap) -> Vec<(String, LegendEntry)> {
    let mut entries: Vec<(String, LegendEntry)> = Vec::new();
    for (kind, (_, name)) in map.places.iter().enumerate() {
        if map.hexes.iter().any(|hex| hex.place == Some(kind)) {
            entries.push((name.clone(), LegendEntry::Place(kind)));
        }
    }
    for (kind, (_, name)) in map.pieces.iter().enumerate() {
        let all = map.hexes.iter().flat_map(|hex| &hex.pieces).filter(|piece| piece.kind == kind);
        let owners: BTreeSet<Option<usize>> = all.map(|piece| piece.owner).collect();
        entries.extend(owners.into_iter().map(|owner| {
            let player = owner.and_then(|owner| map.players.get(owner));
            (
                player.map_or_else(|| name.clone(), |player| format!("{name} ({player})")),
                LegendEntry::Piece(kind, owner),
            )
        }));
    }
    let marks = [HexMark::Range, HexMark::Possible, HexMark::Chosen];
    let marks = map.marks.iter().zip(marks).filter(|(name, _)| !name.is_empty());
    entries.extend(marks.map(|(name, mark)| (name.clone(), LegendEntry::Mark(mark))));
    entries
}

/// What a line of the legend explains.
enum LegendEntry {
    Place(usize),
    Piece(usize, Option<usize>),
    Mark(HexMark),
}

impl LegendEntry {
    fn draw(&self, map: &HexMap, at: Point, items: &mut Vec<DrawingItem>) {
        match *self {
            Self::Place(kind) => draw_place_sign(map, kind, at, items),
            Self::Piece(kind, owner) => {
                draw_piece_sign(map, &StandingPiece { kind, owner, strong: false }, at, items)
            }
            Self::Mark(mark) => {
                let frame = HexGrid { pitch: 11.5, edge: 1.0, rows: (0, 0), columns: (0, 0) };
                draw_hexagon(&MapHexagon { mark, ..MapHexagon::default() }, at, &frame, items);
            }
        }
    }
}
