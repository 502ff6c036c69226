//! Icons as lines that take the colour and the size of the text round them.

use kurbo::{BezPath, PathEl};
use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value as Typst};
use typst::syntax::Span;
use typst::text::TextElem;

use super::ContentBuilder;
use crate::document::icons;

impl ContentBuilder<'_, '_> {
    /// The icon of this name, or its name.
    pub(super) fn icon(&mut self, name: &str, span: Span) -> SourceResult<Content> {
        let Some(icon) = icons::find_icon(name) else {
            return Ok(TextElem::packed(format!(":{name}:")));
        };
        let moves: Array = icon.paths.iter().flat_map(|path| icon_moves(path)).collect();
        self.hook("icon", vec![icon.says.as_str().into_value(), moves.into_value()], span)
    }
}

/// The moves of a path as `templates/drawing.typ` draws them.
fn icon_moves(path: &str) -> Vec<Typst> {
    let path = BezPath::from_svg(path).expect("the bundled icons are well formed");
    let spot = |point: kurbo::Point| -> Typst {
        [point.x, point.y].into_iter().map(IntoValue::into_value).collect::<Array>().into_value()
    };
    let step = |kind: &str, to: Typst| -> Typst {
        let mut step = Dict::new();
        step.insert(kind.into(), to);
        step.into_value()
    };
    let cubic = |a, b, c| {
        step("cubic", [spot(a), spot(b), spot(c)].into_iter().collect::<Array>().into_value())
    };
    let mut at = kurbo::Point::ZERO;
    let mut out = Vec::new();
    for element in path.elements() {
        out.push(match *element {
            PathEl::MoveTo(to) => step("to", spot(to)),
            PathEl::LineTo(to) => step("line", spot(to)),
            PathEl::QuadTo(by, to) => cubic(at.lerp(by, 2.0 / 3.0), to.lerp(by, 2.0 / 3.0), to),
            PathEl::CurveTo(a, b, to) => cubic(a, b, to),
            PathEl::ClosePath => "close".into_value(),
        });
        at = element.end_point().unwrap_or(at);
    }
    out
}
