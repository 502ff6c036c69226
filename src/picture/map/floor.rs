//! A floor plan: a map of squares with walls, doors and terrain, figures that cover several spaces,
//! the route that one took, and lines of sight. What a line means is told by its weight and pattern
//! besides its colour, so that it can be read in grey.

mod key;

use serde::{Deserialize, Serialize};

use super::super::sign::{SignShape, owner_colour};
use super::super::text::SmallType;
use super::hexagon::{draw_ground, draw_place, ink_on};
use super::{HexMap, HexMark};
use crate::drawing::{Area, Canvas, Point, Stroke, TextAlign, arrow_wings};
use key::PlanKey;

/// A space is never less wide than this, in points: two signs of the smallest type fit in.
const NARROWEST: f64 = 13.5;
/// A space is never wider than this.
const WIDEST: f64 = 24.0;
/// The highest plan without its key, unless its spaces would be too narrow.
const HIGHEST: f64 = 150.0;
/// Room at the left and at the top for coordinates.
const EDGE: f64 = 12.0;
/// Room at the right and below for the outer walls.
const FRAME: f64 = 1.5;

/// What a floor plan has besides its spaces.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FloorPlan {
    /// Spaces with terrain.
    pub terrain: Vec<FloorTerrain>,
    /// Edges that are not open, and open ones that were a door.
    pub edges: Vec<FloorEdge>,
    /// Who stands there.
    pub figures: Vec<FloorFigure>,
    /// The spaces of the route that one took, as middles: columns and rows.
    pub route: Vec<(f64, f64)>,
    /// Lines of sight: `x0, y0, x1, y1` in half sides, from the corner of row 0 and column 0.
    pub sights: Vec<[i32; 4]>,
    /// Where the line of sight is stopped, in half sides.
    pub hit: Option<[i32; 2]>,
    /// What the route and the line of sight are called.
    pub names: [String; 2],
}

/// Terrain of one space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FloorTerrain {
    /// Row.
    pub row: i32,
    /// Column.
    pub column: i32,
    /// The word of the data for it.
    pub word: String,
    /// Printed name.
    pub name: String,
}

/// A side of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Its column.
    pub column: i32,
    /// Which of its sides.
    pub side: FloorSide,
    /// The word of the data for it; `open` for a door that is open now.
    pub word: String,
    /// Printed name.
    pub name: String,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FloorFigure {
    /// Row of its top left space.
    pub row: i32,
    /// Column of its top left space.
    pub column: i32,
    /// Columns that it covers as it stands.
    pub across: u8,
    /// Rows that it covers as it stands.
    pub down: u8,
    /// One or two signs.
    pub label: String,
    /// Printed name.
    pub name: String,
    /// The number of the player it belongs to; none for things.
    pub owner: Option<usize>,
    /// How it is marked.
    pub mark: HexMark,
    /// Whether it came or moved.
    pub strong: bool,
}

impl FloorPlan {
    /// Whether a figure covers the space at a column and a row.
    fn covers(&self, (column, row): (i32, i32)) -> bool {
        let within =
            |at: i32, first: i32, count: u8| (first..first + i32::from(count)).contains(&at);
        self.figures.iter().any(|figure| {
            within(column, figure.column, figure.across) && within(row, figure.row, figure.down)
        })
    }

    /// Every text that is printed, to be changed.
    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let terrain = self.terrain.iter_mut().map(|one| &mut one.name);
        let edges = self.edges.iter_mut().map(|one| &mut one.name);
        let figures = self.figures.iter_mut().flat_map(|one| [&mut one.label, &mut one.name]);
        terrain.chain(edges).chain(figures).chain(&mut self.names)
    }
}

/// Where the spaces of a plan stand.
struct FloorGrid {
    pitch: f64,
    rows: (i32, i32),
    columns: (i32, i32),
}

impl FloorGrid {
    fn of(map: &HexMap, room: f64) -> Self {
        let bounds = |numbers: &mut dyn Iterator<Item = i32>| {
            numbers.fold((i32::MAX, i32::MIN), |(least, most), n| (least.min(n), most.max(n)))
        };
        let rows = bounds(&mut map.hexes.iter().map(|hex| hex.row));
        let columns = bounds(&mut map.hexes.iter().map(|hex| hex.column));
        let (across, down) = (span_of(columns), span_of(rows));
        let pitch = ((room - EDGE - FRAME) / across).min(HIGHEST / down);
        let pitch = pitch.clamp(NARROWEST, WIDEST);
        Self { pitch, rows, columns }
    }

    fn width(&self) -> f64 {
        EDGE + span_of(self.columns) * self.pitch + FRAME
    }

    fn height(&self) -> f64 {
        EDGE + span_of(self.rows) * self.pitch + FRAME
    }

    /// A corner: the top left one of a space at a column and a row.
    fn corner(&self, column: f64, row: f64, at: Point) -> Point {
        let right = column - f64::from(self.columns.0);
        let down = row - f64::from(self.rows.0);
        (at.0 + EDGE + right * self.pitch, at.1 + EDGE + down * self.pitch)
    }

    /// A rectangle of spaces.
    fn area(&self, (column, row): (i32, i32), (across, down): (u8, u8), at: Point) -> Area {
        let (x, y) = self.corner(column.into(), row.into(), at);
        Area { x, y, width: f64::from(across) * self.pitch, height: f64::from(down) * self.pitch }
    }

    /// The two ends of a side of a space.
    fn side(&self, edge: &FloorEdge, at: Point) -> (Point, Point) {
        let (column, row) = (f64::from(edge.column), f64::from(edge.row));
        let ends = match edge.side {
            FloorSide::Left => ((column, row), (column, row + 1.0)),
            FloorSide::Above => ((column, row), (column + 1.0, row)),
            FloorSide::Right => ((column + 1.0, row), (column + 1.0, row + 1.0)),
            FloorSide::Below => ((column, row + 1.0), (column + 1.0, row + 1.0)),
        };
        (self.corner(ends.0.0, ends.0.1, at), self.corner(ends.1.0, ends.1.1, at))
    }
}

fn span_of((first, last): (i32, i32)) -> f64 {
    if first > last { 1.0 } else { f64::from(last - first) + 1.0 }
}

/// How narrow a plan can be drawn, in points.
pub(super) fn least_width(map: &HexMap) -> f64 {
    FloorGrid::of(map, 0.0).width()
}

/// Width and height that a plan takes in at most `room` points.
pub(super) fn plan_size(map: &HexMap, plan: &FloorPlan, room: f64) -> (f64, f64) {
    let grid = FloorGrid::of(map, room);
    let width = grid.width().max(room.min(150.0));
    (width, grid.height() + PlanKey::of(map, plan, width).height)
}

/// Draws a plan with its top left corner at `at`.
pub(super) fn draw_plan(map: &HexMap, plan: &FloorPlan, at: Point, room: f64, canvas: &mut Canvas) {
    let grid = FloorGrid::of(map, room);
    draw_spaces(map, plan, &grid, at, canvas);
    draw_coordinates(&grid, at, canvas);
    for edge in &plan.edges {
        draw_edge(&edge.word, grid.side(edge, at), canvas);
    }
    draw_route(plan, &grid, at, canvas);
    for figure in &plan.figures {
        let size = (figure.across, figure.down);
        let area = grid.area((figure.column, figure.row), size, at);
        draw_figure(figure, area.grown(-1.8), canvas);
    }
    draw_sights(plan, &grid, at, canvas);
    let width = grid.width().max(room.min(150.0));
    PlanKey::of(map, plan, width).draw(map, (at.0, at.1 + grid.height()), canvas);
}

fn draw_spaces(map: &HexMap, plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let mut hexes: Vec<_> = map.hexes.iter().collect();
    hexes.sort_by_key(|hex| hex.mark);
    for hex in &hexes {
        let area = grid.area((hex.column, hex.row), (1, 1), at);
        draw_ground(hex.mark, area.middle(), (grid.pitch / 2.0, true), canvas);
    }
    for terrain in &plan.terrain {
        let area = grid.area((terrain.column, terrain.row), (1, 1), at);
        draw_terrain(&terrain.word, area, canvas);
    }
    for hex in &hexes {
        if let Some(place) = hex.place.filter(|_| !plan.covers((hex.column, hex.row))) {
            draw_place(map, place, grid.area((hex.column, hex.row), (1, 1), at).middle(), canvas);
        }
    }
}

/// Letters of columns above, numbers of rows at the left.
fn draw_coordinates(grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let half = 0.5;
    for column in grid.columns.0..=grid.columns.1 {
        let (x, _) = grid.corner(f64::from(column) + half, grid.rows.0.into(), at);
        let style = SmallType::regular("ink", TextAlign::Center);
        canvas.small_line(&column_letters(column), (x, at.1 + 8.0), style);
    }
    for row in grid.rows.0..=grid.rows.1 {
        let (_, y) = grid.corner(grid.columns.0.into(), f64::from(row) + half, at);
        let style = SmallType::regular("ink", TextAlign::Right);
        canvas.small_line(&row.to_string(), (at.0 + EDGE - 3.0, y + 2.5), style);
    }
}

/// The letters of a column, from 1: `A` to `Z`, then `AA`.
fn column_letters(column: i32) -> String {
    let mut letters = Vec::new();
    let mut left = u32::try_from(column).unwrap_or(0);
    while left > 0 {
        letters.push(char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Terrain: hatched if it is hard to enter, filled if it blocks, a dashed frame if nobody enters it.
fn draw_terrain(word: &str, area: Area, canvas: &mut Canvas) {
    let Area { x, y, width, height } = area;
    match word {
        "blocking" => canvas.rect(area.grown(-0.8), 0.0, "grey", Stroke::solid(1.0, "ink")),
        "impassable" => {
            canvas.outlined_rect(area.grown(-2.2), 1.0, Stroke::dashed(1.0, "ink"));
        }
        _ => {
            for part in [0.25, 0.5, 0.75, 1.0] {
                let from = (x + 1.0, y + height * part - 1.0);
                let to = (x + width * part - 1.0, y + 1.0);
                canvas.line(from, to, Stroke::solid(0.6, "blue"));
            }
        }
    }
}

/// An edge: a wall is a thick line, a door a bar between two stubs, an open door the stubs alone.
fn draw_edge(word: &str, (from, to): (Point, Point), canvas: &mut Canvas) {
    let along = |part: f64| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
    match word {
        "wall" => canvas.line(from, to, Stroke::solid(2.2, "ink")),
        "door" | "open" => {
            canvas.line(from, along(0.2), Stroke::solid(2.2, "ink"));
            canvas.line(along(0.8), to, Stroke::solid(2.2, "ink"));
            if word == "door" {
                let (one, other) = (along(0.2), along(0.8));
                let bar = Area {
                    x: one.0.min(other.0) - 1.6,
                    y: one.1.min(other.1) - 1.6,
                    width: (other.0 - one.0).abs() + 3.2,
                    height: (other.1 - one.1).abs() + 3.2,
                };
                canvas.rect(bar, 0.8, "amber", Stroke::solid(0.8, "ink"));
            }
        }
        "blocking" => {
            let (right, down) = if from.0 == to.0 { (1.2, 0.0) } else { (0.0, 1.2) };
            for by in [-1.0, 1.0] {
                let beside = |(x, y): Point| (x + right * by, y + down * by);
                canvas.line(beside(from), beside(to), Stroke::solid(1.0, "rust"));
            }
        }
        _ => canvas.line(from, to, Stroke::dashed(1.6, "rust")),
    }
}

fn draw_route(plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let points: Vec<Point> =
        plan.route.iter().map(|(column, row)| grid.corner(*column, *row, at)).collect();
    let ([first, ..], [.., before, last]) = (points.as_slice(), points.as_slice()) else { return };
    let (first, before, last) = (*first, *before, *last);
    canvas.path(points.clone(), 2.0, Stroke::solid(1.7, "navy"));
    canvas.filled_polygon(arrow_head(before, last), "navy");
    let dot = Area::centred_at(first, 5.0, 5.0);
    canvas.ellipse(dot, "paper", Stroke::solid(1.4, "navy"));
}

/// The corners of an arrow's head.
fn arrow_head(before: Point, tip: Point) -> Vec<Point> {
    let [one, other] = arrow_wings(tip, before, 6.0, 3.2);
    vec![one, tip, other]
}

fn draw_sights(plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let point = |x: i32, y: i32| grid.corner(f64::from(x) / 2.0, f64::from(y) / 2.0, at);
    for [x0, y0, x1, y1] in &plan.sights {
        canvas.line(point(*x0, *y0), point(*x1, *y1), Stroke::solid(0.9, "rust"));
    }
    if let Some([x, y]) = plan.hit {
        let (x, y) = point(x, y);
        for by in [-1.0, 1.0] {
            let stroke = Stroke::solid(1.5, "rust");
            canvas.line((x - 3.2, y - 3.2 * by), (x + 3.2, y + 3.2 * by), stroke);
        }
    }
}

/// A figure: a token with its signs; things are hexagons. Sides differ by the shape of the token.
fn draw_figure(figure: &FloorFigure, area: Area, canvas: &mut Canvas) {
    let outline = match (figure.mark, figure.strong) {
        (HexMark::Chosen, _) => Stroke::solid(2.0, "rust"),
        (HexMark::Possible, _) => Stroke::solid(1.1, "navy"),
        (_, true) => Stroke::solid(1.4, "rust"),
        (HexMark::Plain | HexMark::Range, false) => Stroke::solid(0.6, "ink"),
    };
    let fill = figure.owner.map_or("paper", owner_colour);
    match figure.owner {
        None => {
            let size = area.width.min(area.height).min(13.0);
            SignShape::Hexagon.draw(area.middle(), size, (fill, outline), canvas);
        }
        Some(owner) if owner % 2 == 0 => canvas.rect(area, 2.4, fill, outline),
        Some(_) => canvas.ellipse(area, fill, outline),
    }
    canvas.small_sign(&figure.label, area.middle(), ink_on(fill));
}
