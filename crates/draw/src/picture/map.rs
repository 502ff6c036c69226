//! A map of hexes or squares: the place and the pieces on each space, the extent of a range, the
//! spaces that could be chosen, and those that were. Places and pieces differ by letter, mark and
//! shape as well as by colour.

pub mod floor;
mod floor_data;
mod hexagon;
mod key;
mod key_place;
mod parts;
mod place;
mod place_mark;
mod scale;

use serde::{Deserialize, Serialize};

use super::text::SmallType;
use crate::drawing::{Canvas, Drawing, Point, Size, TextAlign, pt};
pub use floor::FloorPlan;
pub use floor_data::FloorData;
use key_place::{KeyNeeds, MapWithKey};
pub use place::{MapPlace, PlaceColour, map_places};
use scale::{EDGE, HexGrid};

/// A map, or a part of one.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct HexMap {
    /// Spaces, in reading order.
    pub hexes: Vec<MapHexagon>,
    /// Kinds of places.
    pub places: Vec<MapPlace>,
    /// Kinds of pieces: a letter or two, and the name.
    pub pieces: Vec<(String, String)>,
    /// Names of the players, by number.
    pub players: Vec<String>,
    /// True if its spaces are squares, in whole columns; otherwise they are hexes.
    pub squares: bool,
    /// True if a space is no wider than its signs and coordinates need.
    pub small: bool,
    /// Meanings of the marks: in range, possible, chosen; empty if no hex has the mark.
    pub marks: [String; 3],
    /// Further contents of a map of squares: walls, doors, terrain, figures, routes, lines of
    /// sight.
    pub floor: Option<Box<FloorPlan>>,
}

/// One hex.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MapHexagon {
    /// Row.
    pub row: i32,
    /// Column, in half hexes.
    pub column: i32,
    /// Its place: index into [`HexMap::places`].
    pub place: Option<usize>,
    /// Pieces on it.
    pub pieces: Vec<StandingPiece>,
    /// Mark.
    pub mark: HexMark,
    /// Discs of the steps in which it is chosen or something is put there.
    pub discs: Vec<String>,
}

/// A piece on a hex.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StandingPiece {
    /// Index into [`HexMap::pieces`].
    pub kind: usize,
    /// Number of the player who owns it.
    pub owner: Option<usize>,
    /// True if it came or changed.
    pub strong: bool,
}

/// Mark of a hex.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum HexMark {
    /// No mark.
    #[default]
    Plain,
    /// In range.
    Range,
    /// Could be chosen.
    Possible,
    /// Was chosen.
    Chosen,
}

impl HexMap {
    /// Returns its least width, in points.
    pub fn least_width(&self) -> f64 {
        match &self.floor {
            Some(_) => floor::least_width(self),
            None => HexGrid::of(self, 0.0).width(),
        }
    }

    /// True if it shows the number of a step, a route, or a line of sight.
    pub fn is_numbered(&self) -> bool {
        let shows = |floor: &FloorPlan| {
            let numbered = floor.figures.iter().any(|figure| !figure.discs.is_empty());
            let walked = floor.routes.iter().any(|route| route.middles.len() > 1);
            numbered || walked || !floor.sights.is_empty()
        };
        let floor = self.floor.as_deref().is_some_and(shows);
        floor || self.hexes.iter().any(|hex| !hex.discs.is_empty())
    }

    /// Returns every printed text, to be changed.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let places = self.places.iter_mut().flat_map(|place| [&mut place.letter, &mut place.name]);
        let pieces = self.pieces.iter_mut().flat_map(|(letter, name)| [letter, name]);
        let kinds = places.chain(pieces);
        let floor = self.floor.iter_mut().flat_map(|floor| floor.texts_mut());
        kinds.chain(&mut self.players).chain(&mut self.marks).chain(floor)
    }
}

/// Draws a map as a separate figure, at most `room` points wide.
pub fn draw_map_figure(map: &HexMap, room: f64, alt: String) -> Drawing {
    let Size { width, height } = map_size(map, room);
    let mut canvas = Canvas::default();
    draw_map(map, pt(0.0, 0.0), room, &mut canvas);
    canvas.into_drawing(width, height, alt)
}

/// Returns the size of a map in at most `room` points.
pub(crate) fn map_size(map: &HexMap, room: f64) -> Size {
    if let Some(plan) = &map.floor {
        return floor::plan_size(map, plan, room);
    }
    with_key(map, &HexGrid::of(map, room), room).size
}

/// Returns a map with its key in `room` points.
fn with_key(map: &HexMap, grid: &HexGrid, room: f64) -> MapWithKey {
    let height = |width| key::map_key(map, width).height;
    let needs = KeyNeeds { widest: key::widest_map_entry(map), least_below: 120.0, height };
    key_place::place_key(Size::new(grid.width(), grid.height()), room, &needs)
}

/// Draws a map with its top left corner at `at`.
pub(crate) fn draw_map(map: &HexMap, at: Point, room: f64, canvas: &mut Canvas) {
    if let Some(plan) = &map.floor {
        return floor::draw_plan(map, plan, at, room, canvas);
    }
    let grid = HexGrid::of(map, room);
    draw_hexagons(map, at, &grid, canvas);
    if grid.edge > 0.0 {
        draw_rows(at, &grid, canvas);
        draw_columns(map, at, &grid, canvas);
    }
    let placed = with_key(map, &grid, room);
    let key = key::map_key(map, placed.key_width);
    key::draw_map_key(map, key, at + placed.key, canvas);
}

/// Draws the hexes, strongly marked ones last, because their outlines cover their neighbours.
fn draw_hexagons(map: &HexMap, at: Point, grid: &HexGrid, canvas: &mut Canvas) {
    let mut hexes: Vec<&MapHexagon> = map.hexes.iter().collect();
    hexes.sort_by_key(|hex| hex.mark);
    for hex in &hexes {
        let middle = grid.middle_on_page(hex, at);
        hexagon::draw_ground(hex.mark, middle, grid.ground(), canvas);
    }
    for hex in &hexes {
        hexagon::draw_content(map, hex, grid.middle_on_page(hex, at), grid, canvas);
    }
}

/// Draws the numbers of the rows at the left.
fn draw_rows(at: Point, grid: &HexGrid, canvas: &mut Canvas) {
    let style = SmallType::regular("ink", TextAlign::Right);
    for row in grid.rows.0..=grid.rows.1 {
        let middle = grid.middle(row, grid.columns.0);
        let place = pt(at.x + EDGE - 3.0, at.y + middle.y + 2.5);
        canvas.small_line(&row.to_string(), place, style);
    }
}

/// Draws the numbers of the columns at the top, odd and even ones on separate lines.
fn draw_columns(map: &HexMap, at: Point, grid: &HexGrid, canvas: &mut Canvas) {
    let style = SmallType::regular("ink", TextAlign::Center);
    let is_used = |column: &i32| map.hexes.iter().any(|hex| hex.column == *column);
    for column in (grid.columns.0..=grid.columns.1).filter(is_used) {
        let middle = grid.middle(grid.rows.0, column);
        let up = if grid.squares || column % 2 == 0 { 8.0 } else { 16.5 };
        canvas.small_line(&column.to_string(), at + pt(middle.x, up), style);
    }
}
