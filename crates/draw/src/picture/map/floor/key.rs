//! The key of a floor plan: everything on it, each kind once.

use super::super::super::text::bold_width;
use super::super::hexagon::{SpaceGround, draw_ground, draw_place};
use super::super::key::{KeyRows, drawn_places, named_marks, widest_entry};
use super::super::{HexMap, HexMark};
use super::lines::{draw_cross, draw_sight, draw_way};
use super::{FloorFigure, FloorPlan, draw_edge, draw_label, draw_terrain, draw_token};
use crate::drawing::{Area, Canvas, Point, Stroke, pt};

/// Width of a sign of the key with the room beside it, in points.
const SIGN: f64 = 18.0;

/// An entry of the key.
pub enum PlanEntry<'a> {
    Place(usize),
    Figure(&'a FloorFigure),
    Terrain(&'a str),
    Edge(&'a str),
    Route,
    Sight,
    Hit,
    Mark(HexMark),
}

/// Returns the key of a plan in at most `width` points.
pub fn plan_key<'a>(map: &'a HexMap, plan: &'a FloorPlan, width: f64) -> KeyRows<PlanEntry<'a>> {
    KeyRows::of(plan_entries(map, plan), SIGN, width)
}

/// Returns the width of the widest entry of the key of a plan.
pub fn widest_plan_entry(map: &HexMap, plan: &FloorPlan) -> f64 {
    widest_entry(&plan_entries(map, plan), SIGN)
}

/// Draws a key with its top left corner at a point.
pub fn draw_plan_key(map: &HexMap, key: KeyRows<PlanEntry>, at: Point, canvas: &mut Canvas) {
    key.draw(at, canvas, |entry, left, canvas| {
        entry.draw(map, pt(left.x + SIGN / 2.0 - 1.0, left.y), canvas)
    });
}

/// Returns everything on the plan, each kind once.
fn plan_entries<'a>(map: &'a HexMap, plan: &'a FloorPlan) -> Vec<(String, PlanEntry<'a>)> {
    let mut entries: Vec<(String, PlanEntry<'a>)> = Vec::new();
    entries.extend(drawn_places(map).map(|(name, kind)| (name, PlanEntry::Place(kind))));
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
    entries.extend(named_marks(map).map(|(name, mark)| (name, PlanEntry::Mark(mark))));
    entries
}

impl PlanEntry<'_> {
    fn draw(&self, map: &HexMap, at: Point, canvas: &mut Canvas) {
        let square = Area::centred_at(at, 12.0, 11.0);
        let (from, to) = (pt(at.x - 6.5, at.y), pt(at.x + 5.5, at.y));
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
            Self::Edge(word) => draw_edge(word, false, [from, to], canvas),
            Self::Route => draw_way(&[pt(from.x + 1.0, at.y), to], canvas),
            Self::Sight => draw_sight(from, to, canvas),
            Self::Hit => draw_cross(at, canvas),
            Self::Mark(mark) => {
                draw_ground(*mark, at, SpaceGround { tall: 5.75, square: true }, canvas)
            }
        }
    }
}
