//! A floor plan: a map of squares with walls, doors and terrain, figures that cover several spaces,
//! the route of a figure, and lines of sight. Lines differ by weight and pattern as well as by
//! colour, so that the plan can be read in grey.

mod figure;
mod key;
mod lines;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::super::step::{discs_width, draw_discs};
use super::super::text::SmallType;
use super::hexagon::{SpaceGround, draw_ground, draw_place};
use super::key_place::{KeyNeeds, MapWithKey, place_key};
use super::{HexMap, HexMark};
use crate::drawing::{Area, Canvas, Point, Size, Stroke, TextAlign, pt};
use figure::{draw_label, draw_token};
use key::{draw_plan_key, plan_key, widest_plan_entry};
use lines::{draw_hit, draw_routes, draw_sights};

/// Least width of a space, in points: two signs of the smallest type fit.
const NARROWEST: f64 = 13.5;
/// Greatest width of a space, in points.
const WIDEST: f64 = 24.0;
/// Greatest height of a plan without its key, in points, unless its spaces would be too narrow.
const HIGHEST: f64 = 150.0;
/// Room at the left and at the top for coordinates, in points.
const EDGE: f64 = 12.0;
/// Room at the right and below for the outer walls, in points.
const FRAME: f64 = 1.5;
/// Length of the grid lines beyond a side where the map continues, in points.
const RUN_OUT: f64 = 5.0;

/// A side of one space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SpaceSide {
    /// Row of the space.
    pub row: i32,
    /// Column of the space.
    pub column: i32,
    /// Side.
    pub side: FloorSide,
}

/// The contents of a floor plan besides its spaces.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FloorPlan {
    /// Spaces with terrain.
    pub terrain: Vec<FloorTerrain>,
    /// Edges that are not open, and open ones that were doors.
    pub edges: Vec<FloorEdge>,
    /// Sides of spaces at which the map continues.
    pub open: Vec<SpaceSide>,
    /// Figures.
    pub figures: Vec<FloorFigure>,
    /// Routes of figures.
    pub routes: Vec<FloorRoute>,
    /// Lines of sight: `x0, y0, x1, y1` in half sides, from the corner of row 0 and column 0.
    pub sights: Vec<[i32; 4]>,
    /// Point at which the line of sight is stopped, in half sides.
    pub hit: Option<[i32; 2]>,
    /// Names of the route, the line of sight, and the point where it is stopped.
    pub names: [String; 3],
}

/// The route of a figure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FloorRoute {
    /// Middles of the figure along its way: columns and rows.
    pub middles: Vec<(f64, f64)>,
    /// Discs of the steps in which it moved, if the picture shows several steps.
    pub discs: Vec<String>,
}

/// Terrain of one space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FloorTerrain {
    /// Row.
    pub row: i32,
    /// Column.
    pub column: i32,
    /// Word of the data for it.
    pub word: String,
    /// Printed name.
    pub name: String,
}

/// One of the four sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FloorSide {
    /// Left.
    Left,
    /// Above.
    Above,
    /// Right.
    Right,
    /// Below.
    Below,
}

/// An edge of a space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FloorEdge {
    /// Row of the space.
    pub row: i32,
    /// Column of the space.
    pub column: i32,
    /// Side.
    pub side: FloorSide,
    /// Word of the data for it; `open` for a door that is open now.
    pub word: String,
    /// Printed name.
    pub name: String,
    /// True if it changed.
    pub strong: bool,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FloorFigure {
    /// Row of its top left space.
    pub row: i32,
    /// Column of its top left space.
    pub column: i32,
    /// Columns that it covers.
    pub across: u8,
    /// Rows that it covers.
    pub down: u8,
    /// One or two signs.
    pub label: String,
    /// Printed name.
    pub name: String,
    /// Number of the player who owns it; `None` for things.
    pub owner: Option<usize>,
    /// Mark.
    pub mark: HexMark,
    /// True if it came or moved.
    pub strong: bool,
    /// Discs of the steps in which something happens to it.
    pub discs: Vec<String>,
}

impl FloorPlan {
    /// True if a figure covers the space at a column and a row.
    fn covers(&self, column: i32, row: i32) -> bool {
        let within =
            |at: i32, first: i32, count: u8| (first..first + i32::from(count)).contains(&at);
        self.figures.iter().any(|figure| {
            within(column, figure.column, figure.across) && within(row, figure.row, figure.down)
        })
    }

    /// Returns every printed text, to be changed.
    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let terrain = self.terrain.iter_mut().map(|one| &mut one.name);
        let edges = self.edges.iter_mut().map(|one| &mut one.name);
        let figures = self.figures.iter_mut().flat_map(|one| [&mut one.label, &mut one.name]);
        terrain.chain(edges).chain(figures).chain(&mut self.names)
    }
}

/// The places of a plan's spaces.
struct FloorGrid {
    pitch: f64,
    /// Length of the grid lines beyond each side.
    run: f64,
    rows: RangeInclusive<i32>,
    columns: RangeInclusive<i32>,
}

impl FloorGrid {
    fn of(map: &HexMap, room: f64) -> Self {
        let bounds = |numbers: &mut dyn Iterator<Item = i32>| {
            let first = numbers.next().unwrap_or_default();
            numbers.fold(first..=first, |all, n| n.min(*all.start())..=n.max(*all.end()))
        };
        let rows = bounds(&mut map.hexes.iter().map(|hex| hex.row));
        let columns = bounds(&mut map.hexes.iter().map(|hex| hex.column));
        let (across, down) = (span_of(&columns), span_of(&rows));
        let goes_on = map.floor.as_ref().is_some_and(|plan| !plan.open.is_empty());
        let run = if goes_on { RUN_OUT } else { 0.0 };
        let pitch = ((room - EDGE - FRAME - 2.0 * run) / across).min(HIGHEST / down);
        let pitch = pitch.clamp(NARROWEST, WIDEST);
        Self { pitch, run, rows, columns }
    }

    fn width(&self) -> f64 {
        EDGE + span_of(&self.columns) * self.pitch + FRAME + 2.0 * self.run
    }

    fn height(&self) -> f64 {
        EDGE + span_of(&self.rows) * self.pitch + FRAME + 2.0 * self.run
    }

    /// Returns a corner: the top left one of a space at a column and a row.
    fn corner(&self, column: f64, row: f64, at: Point) -> Point {
        let right = column - f64::from(*self.columns.start());
        let down = row - f64::from(*self.rows.start());
        let first = EDGE + self.run;
        pt(at.x + first + right * self.pitch, at.y + first + down * self.pitch)
    }

    /// Returns the area of a space.
    fn space(&self, column: i32, row: i32, at: Point) -> Area {
        let Point { x, y } = self.corner(column.into(), row.into(), at);
        Area { x, y, width: self.pitch, height: self.pitch }
    }

    /// Returns the area of a figure's token.
    fn token(&self, figure: &FloorFigure, at: Point) -> Area {
        let Point { x, y } = self.corner(figure.column.into(), figure.row.into(), at);
        let (width, height) = (f64::from(figure.across), f64::from(figure.down));
        Area { x, y, width: width * self.pitch, height: height * self.pitch }.grown(-1.8)
    }

    /// Returns the two ends of a side of a space.
    fn side(&self, own: SpaceSide, at: Point) -> [Point; 2] {
        let (column, row) = (f64::from(own.column), f64::from(own.row));
        let ends = match own.side {
            FloorSide::Left => [(column, row), (column, row + 1.0)],
            FloorSide::Above => [(column, row), (column + 1.0, row)],
            FloorSide::Right => [(column + 1.0, row), (column + 1.0, row + 1.0)],
            FloorSide::Below => [(column, row + 1.0), (column + 1.0, row + 1.0)],
        };
        ends.map(|(column, row)| self.corner(column, row, at))
    }
}

/// Returns the number of spaces from the first to the last.
fn span_of(numbers: &RangeInclusive<i32>) -> f64 {
    f64::from(numbers.end() - numbers.start()) + 1.0
}

/// Returns the least width of a plan, in points.
pub(crate) fn least_width(map: &HexMap) -> f64 {
    FloorGrid::of(map, 0.0).width()
}

/// Returns the size of a plan in at most `room` points.
pub(crate) fn plan_size(map: &HexMap, plan: &FloorPlan, room: f64) -> Size {
    with_key(map, plan, &FloorGrid::of(map, room), room).size
}

/// Returns a plan with its key in `room` points.
fn with_key(map: &HexMap, plan: &FloorPlan, grid: &FloorGrid, room: f64) -> MapWithKey {
    let height = |width| plan_key(map, plan, width).height;
    let needs = KeyNeeds { widest: widest_plan_entry(map, plan), least_below: 150.0, height };
    place_key(Size::new(grid.width(), grid.height()), room, &needs)
}

/// Draws a plan with its top left corner at `at`.
pub(crate) fn draw_plan(map: &HexMap, plan: &FloorPlan, at: Point, room: f64, canvas: &mut Canvas) {
    let grid = FloorGrid::of(map, room);
    for side in &plan.open {
        draw_open_side(side.side, grid.side(*side, at), canvas);
    }
    draw_spaces(map, plan, &grid, at, canvas);
    draw_coordinates(&grid, at, canvas);
    for edge in &plan.edges {
        let own = SpaceSide { row: edge.row, column: edge.column, side: edge.side };
        draw_edge(&edge.word, edge.strong, grid.side(own, at), canvas);
    }
    for figure in &plan.figures {
        draw_token(figure, grid.token(figure, at), canvas);
    }
    draw_routes(plan, &grid, at, canvas);
    draw_sights(plan, &grid, at, canvas);
    for figure in &plan.figures {
        draw_label(figure, grid.token(figure, at).middle(), canvas);
    }
    draw_hit(plan, &grid, at, canvas);
    draw_all_discs(plan, &grid, at, canvas);
    let placed = with_key(map, plan, &grid, room);
    let key = plan_key(map, plan, placed.key_width);
    draw_plan_key(map, key, at + placed.key, canvas);
}

/// Draws the numbers of the steps on figures, and at the ends of routes.
fn draw_all_discs(plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    for figure in &plan.figures {
        let token = grid.token(figure, at);
        let right = token.middle().x + discs_width(&figure.discs);
        draw_discs(&figure.discs, pt(right, token.bottom() + 1.8), canvas);
    }
    for route in &plan.routes {
        let Some((column, row)) = route.middles.last() else { continue };
        let end = grid.corner(*column, *row, at);
        let right = pt(end.x + discs_width(&route.discs) / 2.0, end.y);
        draw_discs(&route.discs, right, canvas);
    }
}

fn draw_spaces(map: &HexMap, plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let mut hexes: Vec<_> = map.hexes.iter().collect();
    hexes.sort_by_key(|hex| hex.mark);
    for hex in &hexes {
        let ground = SpaceGround { tall: grid.pitch / 2.0, square: true };
        draw_ground(hex.mark, grid.space(hex.column, hex.row, at).middle(), ground, canvas);
    }
    for terrain in &plan.terrain {
        draw_terrain(&terrain.word, grid.space(terrain.column, terrain.row, at), canvas);
    }
    for hex in &hexes {
        if let Some(place) = hex.place.filter(|_| !plan.covers(hex.column, hex.row)) {
            draw_place(map, place, grid.space(hex.column, hex.row, at).middle(), canvas);
        }
    }
}

/// Draws letters of columns above, and numbers of rows at the left.
fn draw_coordinates(grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let half = 0.5;
    let first_row = f64::from(*grid.rows.start());
    let first_column = f64::from(*grid.columns.start());
    for column in grid.columns.clone() {
        let Point { x, .. } = grid.corner(f64::from(column) + half, first_row, at);
        let style = SmallType::regular("ink", TextAlign::Center);
        canvas.small_line(&column_letters(column), pt(x, at.y + 8.0), style);
    }
    for row in grid.rows.clone() {
        let Point { x, y } = grid.corner(first_column, f64::from(row) + half, at);
        let x = x - grid.run;
        let style = SmallType::regular("ink", TextAlign::Right);
        canvas.small_line(&row.to_string(), pt(x - 3.0, y + 2.5), style);
    }
}

/// Returns the letters of a column, from 1: `A` to `Z`, then `AA`.
fn column_letters(column: i32) -> String {
    let mut letters = Vec::new();
    let mut left = u32::try_from(column).unwrap_or(0);
    while left > 0 {
        letters.push(char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Draws terrain: hatched if it is hard to enter, filled if it blocks, a dashed frame if it cannot
/// be entered.
fn draw_terrain(word: &str, area: Area, canvas: &mut Canvas) {
    let Area { x, y, width, height } = area;
    match word {
        "blocking" => canvas.rect(area.grown(-0.8), 0.0, "grey", Stroke::solid(1.0, "ink")),
        "impassable" => {
            canvas.outlined_rect(area.grown(-2.2), 1.0, Stroke::dashed(1.0, "ink"));
        }
        _ => {
            for part in [0.25, 0.5, 0.75, 1.0] {
                let from = pt(x + 1.0, y + height * part - 1.0);
                let to = pt(x + width * part - 1.0, y + 1.0);
                canvas.line(from, to, Stroke::solid(0.6, "blue"));
            }
        }
    }
}

/// Draws a side where the map continues: a strip of paper, and lines that break off.
fn draw_open_side(side: FloorSide, [from, to]: [Point; 2], canvas: &mut Canvas) {
    let (right, down) = match side {
        FloorSide::Left => (-1.0, 0.0),
        FloorSide::Above => (0.0, -1.0),
        FloorSide::Right => (1.0, 0.0),
        FloorSide::Below => (0.0, 1.0),
    };
    let out = |end: Point, far: f64| pt(end.x + right * far, end.y + down * far);
    canvas.filled_rect(Area::between(from, out(to, RUN_OUT)), 0.0, "paper");
    for end in [from, to] {
        for (near, far) in [(0.0, 2.4), (3.4, RUN_OUT)] {
            canvas.line(out(end, near), out(end, far), Stroke::solid(0.5, "rule"));
        }
    }
}

/// Draws an edge: a wall is a thick line, a door a bar between two stubs, an open door two halves
/// of a bar pushed aside, an edge that blocks a striped bar, any other a dashed line.
fn draw_edge(word: &str, strong: bool, [from, to]: [Point; 2], canvas: &mut Canvas) {
    let along = |part: f64| pt(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    match word {
        "wall" => canvas.line(from, to, Stroke::solid(2.2, "ink")),
        "door" => {
            canvas.line(from, along(0.2), Stroke::solid(2.2, "ink"));
            canvas.line(along(0.8), to, Stroke::solid(2.2, "ink"));
            draw_leaf(along(0.2), along(0.8), strong, canvas);
        }
        "open" => {
            draw_leaf(from, along(0.22), strong, canvas);
            draw_leaf(along(0.78), to, strong, canvas);
        }
        "blocking" => draw_stripes(from, to, canvas),
        _ => {
            canvas.line(from, to, Stroke::solid(2.4, "paper"));
            canvas.line(from, to, Stroke::dashed(1.6, "ink"));
        }
    }
}

/// Draws a bar of a door; strong if it was opened or closed.
fn draw_leaf(from: Point, to: Point, strong: bool, canvas: &mut Canvas) {
    let outline = if strong { Stroke::solid(1.3, "rust") } else { Stroke::solid(0.8, "ink") };
    canvas.rect(Area::between(from, to).grown(1.6), 0.8, "amber", outline);
}

/// Draws a bar of paper with an outline and stripes across.
fn draw_stripes(from: Point, to: Point, canvas: &mut Canvas) {
    let bar = Area::between(from, to).grown(1.5);
    canvas.rect(bar, 0.0, "paper", Stroke::solid(0.6, "ink"));
    let length = bar.width.max(bar.height);
    let stripes = (length / 3.4).round().max(1.0);
    for stripe in 0..stripes as u32 {
        let far = (f64::from(stripe) + 0.5) * length / stripes;
        let (one, other) = match bar.width > bar.height {
            true => (pt(bar.x + far - 0.9, bar.bottom()), pt(bar.x + far + 0.9, bar.y)),
            false => (pt(bar.x, bar.y + far + 0.9), pt(bar.right(), bar.y + far - 0.9)),
        };
        canvas.line(one, other, Stroke::solid(0.9, "ink"));
    }
}
