//! The lines of a floor plan that are drawn over its figures: routes and lines of sight.

use super::{FloorGrid, FloorPlan, FloorRoute};
use crate::drawing::{Area, Canvas, Point, Stroke, arrow_wings, distance, point_towards, pt};

/// Longest head of an arrow, in points.
const HEAD: f64 = 6.0;

/// Draws the routes of figures.
pub fn draw_routes(plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    for route in &plan.routes {
        draw_route(route, plan, grid, at, canvas);
    }
}

/// Draws a route from its start to the edge of its figure, or to its base.
fn draw_route(
    route: &FloorRoute,
    plan: &FloorPlan,
    grid: &FloorGrid,
    at: Point,
    canvas: &mut Canvas,
) {
    let mut points: Vec<Point> =
        route.middles.iter().map(|(column, row)| grid.corner(*column, *row, at)).collect();
    let [.., before, end] = points[..] else { return };
    let walker = plan.figures.iter().find(|figure| Some(&figure.middle()) == route.middles.last());
    let reach = walker.map_or(0.0, |figure| figure.reach(grid.token(figure, at), before) + 1.4);
    let tip = point_towards(end, before, reach.min(distance(end, before) - 3.0));
    if let Some(last) = points.last_mut() {
        *last = tip;
    }
    draw_way(&points, canvas);
}

/// Draws a line that ends in the head of an arrow, on a lighter background.
pub fn draw_way(points: &[Point], canvas: &mut Canvas) {
    let ([first, ..], [.., before, tip]) = (points, points) else { return };
    let long = HEAD.min(distance(*before, *tip));
    let mut line = points.to_vec();
    if let Some(last) = line.last_mut() {
        *last = point_towards(*tip, *before, long / 2.0);
    }
    for stroke in [Stroke::solid(3.4, "paper"), Stroke::solid(1.7, "navy")] {
        canvas.path(line.clone(), 2.0, stroke);
    }
    let [one, other] = arrow_wings(*tip, *before, long, 3.2);
    canvas.polygon(vec![one, *tip, other], "navy", Stroke::solid(0.4, "paper"));
    canvas.ellipse(Area::centred_at(*first, 5.0, 5.0), "paper", Stroke::solid(1.4, "navy"));
}

/// Draws lines of sight. One along the grid has no lighter background, which would hide the edge
/// below it.
pub fn draw_sights(plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    let point = |x: i32, y: i32| grid.corner(f64::from(x) / 2.0, f64::from(y) / 2.0, at);
    for [x0, y0, x1, y1] in &plan.sights {
        let (from, to) = (point(*x0, *y0), point(*x1, *y1));
        if x0 != x1 && y0 != y1 {
            canvas.line(from, to, Stroke::solid(2.4, "paper"));
        }
        draw_sight(from, to, canvas);
    }
}

/// Draws a line of sight.
pub fn draw_sight(from: Point, to: Point, canvas: &mut Canvas) {
    canvas.line(from, to, Stroke::solid(1.1, "rust"));
}

/// Draws a cross where the line of sight is stopped.
pub fn draw_hit(plan: &FloorPlan, grid: &FloorGrid, at: Point, canvas: &mut Canvas) {
    if let Some([x, y]) = plan.hit {
        draw_cross(grid.corner(f64::from(x) / 2.0, f64::from(y) / 2.0, at), canvas);
    }
}

/// Draws a cross on a lighter background.
pub fn draw_cross(middle: Point, canvas: &mut Canvas) {
    let Point { x, y } = middle;
    for stroke in [Stroke::solid(3.2, "paper"), Stroke::solid(1.6, "rust")] {
        for by in [-1.0, 1.0] {
            let (from, to) = (pt(x - 3.2, y - 3.2 * by), pt(x + 3.2, y + 3.2 * by));
            canvas.line(from, to, stroke.clone());
        }
    }
}
