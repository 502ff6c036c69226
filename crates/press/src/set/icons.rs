//! Icons as lines or shapes that take the colour and the size of the text round them.

use kurbo::{BezPath, PathEl, Point};
use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value};
use typst::syntax::Span;

use super::ContentBuilder;
use super::values::pair_array;
use document::icons::{self, Icon};

impl ContentBuilder<'_, '_> {
    /// Draws an icon in a line: its shapes, each as a path, or all its lines as one shape.
    pub fn icon(&mut self, icon: &Icon, span: Span) -> SourceResult<Content> {
        let outline = &icon.outline;
        let moves = |path: &String| {
            let path = BezPath::from_svg(path).expect("outlines of icons are well formed");
            path_moves(&path).into_iter().collect::<Array>()
        };
        let shapes: Array = if outline.filled {
            outline.paths.iter().map(|path| moves(path).into_value()).collect()
        } else {
            let lines: Array = outline.paths.iter().flat_map(moves).collect();
            [lines.into_value()].into_iter().collect()
        };
        self.hooks.icon(icon, shapes, span)
    }

    /// Draws a bundled icon.
    pub fn bundled_icon(&mut self, name: &str) -> SourceResult<Content> {
        match icons::find_icon(name) {
            Some(icon) => self.icon(icon, Span::detached()),
            None => Ok(Content::empty()),
        }
    }
}

/// Returns the segments of a path as templates draw them.
pub fn path_moves(path: &BezPath) -> Vec<Value> {
    let mut at = Point::ZERO;
    let mut out = Vec::new();
    for element in path.elements() {
        out.push(icon_move(*element, at));
        at = element.end_point().unwrap_or(at);
    }
    out
}

/// Returns a segment of a path from a point.
fn icon_move(element: PathEl, from: Point) -> Value {
    match element {
        PathEl::MoveTo(to) => move_dict("to", point_value(to)),
        PathEl::LineTo(to) => move_dict("line", point_value(to)),
        PathEl::QuadTo(by, to) => cubic_dict(from.lerp(by, 2.0 / 3.0), to.lerp(by, 2.0 / 3.0), to),
        PathEl::CurveTo(a, b, to) => cubic_dict(a, b, to),
        PathEl::ClosePath => "close".into_value(),
    }
}

fn cubic_dict(a: Point, b: Point, to: Point) -> Value {
    move_dict("cubic", [a, b, to].into_iter().map(point_value).collect::<Array>().into_value())
}

fn move_dict(kind: &str, to: Value) -> Value {
    [(kind.into(), to)].into_iter().collect::<Dict>().into_value()
}

fn point_value(point: Point) -> Value {
    pair_array((point.x, point.y)).into_value()
}
