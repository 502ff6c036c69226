//! Icons as lines that take the colour and the size of the text round them.

use kurbo::{BezPath, PathEl, Point};
use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value};
use typst::syntax::Span;
use typst::text::TextElem;

use super::ContentBuilder;
use super::values::pair_array;
use crate::document::icons;

impl ContentBuilder<'_, '_> {
    /// The icon of this name, or its name.
    pub(super) fn icon(&mut self, name: &str, span: Span) -> SourceResult<Content> {
        let Some(icon) = icons::find_icon(name) else {
            return Ok(TextElem::packed(format!(":{name}:")));
        };
        let moves: Array = icon.paths.iter().flat_map(|path| icon_moves(path)).collect();
        self.hooks.icon(&icon.says, moves, span)
    }
}

/// The moves of a path as `templates/drawing.typ` draws them.
fn icon_moves(path: &str) -> Vec<Value> {
    let path = BezPath::from_svg(path).expect("the bundled icons are well formed");
    let mut at = Point::ZERO;
    let mut out = Vec::new();
    for element in path.elements() {
        out.push(icon_move(*element, at));
        at = element.end_point().unwrap_or(at);
    }
    out
}

/// A move of a path from a point.
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
