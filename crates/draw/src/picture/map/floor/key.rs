//! The key of a floor plan: everything that it shows, each kind once.

use super::super::super::rows::RowFlow;
use super::super::super::text::{SmallType, bold_width, regular_width};
use super::super::hexagon::{draw_ground, draw_place};
use super::super::{HexMap, HexMark};
use super::lines::{draw_cross, draw_sight, draw_way};
use super::{FloorFigure, FloorPlan, draw_edge, draw_label, draw_terrain, draw_token};
use crate::drawing::{Area, Canvas, Point, Stroke, TextAlign};

/// Height of a line of the key.
const LINE: f64 = 12.0;
/// Width of a sign of the key with the room beside it.
const SIGN: f64 = 18.0;

/// What an entry of the key shows.
enum PlanEntry<'a> {
    Place(usize),
    Figure(&'a FloorFigure),
    Terrain(&'a str),
    Edge(&'a str),
    Route,
    Sight,
    Hit,
    Mark(HexMark),
}

/// The entries of a key with their places.
pub struct PlanKey<'a> {
    entries: Vec<(String, PlanEntry<'a>, Point)>,
    /// Height of all lines, in points.
    pub height: f64,
}

impl<'a> PlanKey<'a> {
    /// The key in at most `width` points.
    pub fn of(map: &'a HexMap, plan: &'a FloorPlan, width: f64) -> Self {
        let mut flow = RowFlow { at: (0.0, LINE), room: width, step: LINE + 1.5 };
        let mut entries = Vec::new();
        for (name, entry) in plan_entries(map, plan) {
            let place = flow.place_next(entry_width(&name), 0.0);
            entries.push((name, entry, place));
        }
        let height = if entries.is_empty() { 0.0 } else { flow.at.1 + LINE * 0.6 };
        Self { entries, height }
    }

    /// Width of the widest entry.
    pub fn widest_entry(map: &HexMap, plan: &FloorPlan) -> f64 {
        let entries = plan_entries(map, plan).into_iter();
        entries.map(|(name, _)| entry_width(&name)).fold(0.0, f64::max)
    }

    /// Draws it with its top left corner at a point.
    pub fn draw(&self, map: &HexMap, (left, top): Point, canvas: &mut Canvas) {
        let style = SmallType::regular("ink", TextAlign::Left);
        for (name, entry, (x, y)) in &self.entries {
            entry.draw(map, (left + x + SIGN / 2.0 - 1.0, top + y), canvas);
            canvas.small_line(name, (left + x + SIGN, top + y + 2.5), style);
        }
    }
}

fn entry_width(name: &str) -> f64 {
    SIGN + regular_width(name) + 7.0
}

/// Everything that the plan shows, each kind once.
fn plan_entries<'a>(map: &'a HexMap, plan: &'a FloorPlan) -> Vec<(String, PlanEntry<'a>)> {
    let mut entries: Vec<(String, PlanEntry<'a>)> = Vec::new();
    let places = map.places.iter().enumerate();
    let drawn = places.filter(|(kind, _)| map.hexes.iter().any(|hex| hex.place == Some(*kind)));
    entries.extend(drawn.map(|(kind, place)| (place.name.clone(), PlanEntry::Place(kind))));
    for figure in &plan.figures {
        if !entries.iter().any(|(name, _)| *name == figure.name) {
            entries.push((figure.name.clone(), PlanEntry::Figure(figure)));
        }
    }
    let mut words: Vec<(&str, bool)> = Vec::new();
    for terrain in &plan.terrain {
        if !words.contains(&(&terrain.word, false)) {
            words.push((&terrain.word, false));
            entries.push((terrain.name.clone(), PlanEntry::Terrain(&terrain.word)));
        }
    }
    for edge in plan.edges.iter().filter(|edge| edge.word != "wall") {
        if !words.contains(&(&edge.word, true)) {
            words.push((&edge.word, true));
            entries.push((edge.name.clone(), PlanEntry::Edge(&edge.word)));
        }
    }
    if plan.routes.iter().any(|route| route.middles.len() > 1) {
        entries.push((plan.names[0].clone(), PlanEntry::Route));
    }
    if !plan.sights.is_empty() {
        entries.push((plan.names[1].clone(), PlanEntry::Sight));
    }
    if plan.hit.is_some() {
        entries.push((plan.names[2].clone(), PlanEntry::Hit));
    }
    let marks = [HexMark::Range, HexMark::Possible, HexMark::Chosen];
    let named = map.marks.iter().zip(marks).filter(|(name, _)| !name.is_empty());
    entries.extend(named.map(|(name, mark)| (name.clone(), PlanEntry::Mark(mark))));
    entries
}

impl PlanEntry<'_> {
    fn draw(&self, map: &HexMap, at: Point, canvas: &mut Canvas) {
        let square = Area::centred_at(at, 12.0, 11.0);
        let ends = ((at.0 - 6.5, at.1), (at.0 + 5.5, at.1));
        match self {
            Self::Place(kind) => draw_place(map, *kind, at, canvas),
            Self::Figure(figure) => {
                let width = (bold_width(&figure.label) + 4.0).max(11.0);
                let (mark, strong, across, down) = (HexMark::Plain, false, 1, 1);
                let base = FloorFigure { mark, strong, across, down, ..(*figure).clone() };
                draw_token(&base, Area::centred_at(at, width, 11.0), canvas);
                draw_label(&base, at, canvas);
            }
            Self::Terrain(word) => {
                canvas.rect(square, 0.0, "paper", Stroke::solid(0.5, "rule"));
                draw_terrain(word, square, canvas);
            }
            Self::Edge(word) => draw_edge((word, false), ends, canvas),
            Self::Route => draw_way(&[(ends.0.0 + 1.0, at.1), ends.1], canvas),
            Self::Sight => draw_sight(ends.0, ends.1, canvas),
            Self::Hit => draw_cross(at, canvas),
            Self::Mark(mark) => draw_ground(*mark, at, (5.75, true), canvas),
        }
    }
}
