//! Draws one box: its shape and its words.

use super::super::figure::{Figure, FigurePaint, FigureShape};
use super::super::{NodeShape, PlacedNode};
use super::outline::{corner_radius, lid_height, node_outline, on_paper, placed_figure};
use super::{SheetContext, centred_text};
use crate::drawing::{Area, Canvas, CurveMove, Point, QUARTER, Stroke, TextLines, TextWeight, pt};
use base::theme::file::ChartStyle;

impl SheetContext<'_> {
    /// Draws a box with its words.
    pub fn draw_node(&self, placed: &PlacedNode, canvas: &mut Canvas) {
        let shape = self.shape(placed.node);
        let paint = NodePaint::of(self, placed);
        let words = paint.words;
        paint.draw_shape(shape, placed, self.size, canvas);
        let mut middle = placed.area.middle();
        if shape == NodeShape::Cylinder {
            middle.y += lid_height(&placed.area, self.size) / 2.0;
        }
        if let NodeShape::Figure(figure) = shape {
            let text = placed_figure(figure, placed, self.size).text;
            middle = pt(placed.area.x + text.x * self.size, placed.area.y + text.y * self.size);
        }
        let text = centred_text(placed.lines.clone(), middle, self.size, TextWeight::Regular);
        let on_ink = shape == NodeShape::Figure(FigureShape::Fork);
        let colour = if on_ink { "paper" } else { words }.into();
        if placed.lines.iter().any(|line| !line.is_empty()) {
            canvas.text(TextLines { colour, ..text });
        }
    }
}

/// The fill, the outline and the words of a box.
struct NodePaint {
    fill: &'static str,
    stroke: Stroke,
    words: &'static str,
}

impl NodePaint {
    fn of(context: &SheetContext, placed: &PlacedNode) -> Self {
        let node = placed.node;
        let (shape, width) = (context.shape(node), context.border_width(node));
        // A box differs in colour from its background.
        let other =
            if context.ground_at(placed.area.middle()) == "paper" { "faint" } else { "paper" };
        let (fill, line, words) = match (context.is_marked(node), context.marks.style) {
            (true, _) => ("blush", "rust", "ink"),
            (false, ChartStyle::Plain) => plain_paint(shape),
            (false, ChartStyle::Solid) => solid_paint(shape, other),
            (false, ChartStyle::Round) => round_paint(shape, other),
        };
        Self { fill, stroke: Stroke::solid(width, line), words }
    }

    fn draw_shape(self, shape: NodeShape, placed: &PlacedNode, size: f64, canvas: &mut Canvas) {
        let area = placed.area;
        match shape {
            NodeShape::Rectangle | NodeShape::Rounded | NodeShape::Stadium => {
                canvas.rect(area, corner_radius(shape, &area, size), self.fill, self.stroke)
            }
            NodeShape::Subroutine => {
                let bar = self.stroke.with_width(0.7);
                canvas.rect(area, 0.8, self.fill, self.stroke);
                for x in [area.x + size * 0.35, area.right() - size * 0.35] {
                    canvas.line(pt(x, area.y), pt(x, area.bottom()), bar.clone());
                }
            }
            NodeShape::Cylinder => self.draw_cylinder(&area, size, canvas),
            NodeShape::Circle => canvas.ellipse(area, self.fill, self.stroke),
            NodeShape::DoubleCircle => {
                let inner = area.grown(-2.2 - self.stroke.width / 2.0);
                canvas.ellipse(area, self.fill, self.stroke.clone());
                canvas.ellipse(inner, self.fill, self.stroke);
            }
            NodeShape::Hexagon => self.draw_hexagon(placed, size, canvas),
            NodeShape::Diamond
            | NodeShape::LeanRight
            | NodeShape::LeanLeft
            | NodeShape::Trapezoid
            | NodeShape::InvertedTrapezoid
            | NodeShape::Flag => {
                canvas.polygon(node_outline(shape, placed, size), self.fill, self.stroke)
            }
            NodeShape::Figure(figure) => self.draw_figure(figure, placed, size, canvas),
        }
    }

    fn draw_figure(self, shape: FigureShape, placed: &PlacedNode, size: f64, canvas: &mut Canvas) {
        let Figure { behind, outline, paint, strokes, dots, .. } =
            placed_figure(shape, placed, size);
        let place = |points: Vec<Point>| on_paper(points, &placed.area, size);
        let thin = self.stroke.with_width(0.7);
        let ink = self.stroke.colour.clone();
        for outline in behind {
            canvas.polygon(place(outline), self.fill, self.stroke.clone());
        }
        match paint {
            FigurePaint::Outlined => canvas.polygon(place(outline), self.fill, self.stroke),
            FigurePaint::Solid => canvas.filled_polygon(place(outline), ink.clone()),
            FigurePaint::Bare => {}
        }
        for points in strokes {
            canvas.path(place(points), 0.0, thin.clone());
        }
        for outline in dots {
            canvas.filled_polygon(place(outline), ink.clone());
        }
    }

    /// Draws a hexagon with a bar across each of its ends, which distinguishes it from a decision.
    fn draw_hexagon(self, placed: &PlacedNode, size: f64, canvas: &mut Canvas) {
        let area = &placed.area;
        let bar = self.stroke.with_width(0.7);
        canvas.polygon(node_outline(NodeShape::Hexagon, placed, size), self.fill, self.stroke);
        for x in [area.x + placed.cut, area.right() - placed.cut] {
            canvas.line(pt(x, area.y), pt(x, area.bottom()), bar.clone());
        }
    }

    /// Draws a drum: the body with its round bottom, then the rim of its lid.
    fn draw_cylinder(self, area: &Area, size: f64, canvas: &mut Canvas) {
        let deep = lid_height(area, size) / 2.0;
        let (top, bottom) = (area.y + deep, area.bottom() - deep);
        let start = CurveMove::To(pt(area.x, top));
        let rim = self.stroke.with_width(0.7);
        let mut body = vec![start];
        body.extend(half_ellipse(area, top, -deep, 1.0));
        body.push(CurveMove::Line(pt(area.right(), bottom)));
        body.extend(half_ellipse(area, bottom, deep, -1.0));
        body.push(CurveMove::Close);
        canvas.curve(body, self.fill, self.stroke);
        let [left, right] = half_ellipse(area, top, deep, 1.0);
        canvas.outlined_curve(vec![start, left, right], rim);
    }
}

/// Colours of the fill, the outline and the words.
type BoxColours = (&'static str, &'static str, &'static str);

/// Returns the colours of plain boxes: white with black outlines; decisions have a pale ground.
fn plain_paint(shape: NodeShape) -> BoxColours {
    if shape == NodeShape::Diamond { ("tint", "ink", "ink") } else { ("paper", "ink", "ink") }
}

/// Returns the colours of solid boxes: decisions and ends are filled, with light words; other boxes
/// have the fill `other`.
fn solid_paint(shape: NodeShape, other: &'static str) -> BoxColours {
    if shape == NodeShape::Diamond {
        ("navy", "navy", "paper")
    } else if shape == NodeShape::Stadium {
        ("ink", "ink", "paper")
    } else if matches!(shape, NodeShape::Figure(_)) {
        plain_paint(shape)
    } else {
        (other, "navy", "ink")
    }
}

/// Returns the colours of round boxes: coloured outlines, decisions on a pale ground, ends without
/// a fill; other boxes have the fill `other`.
fn round_paint(shape: NodeShape, other: &'static str) -> BoxColours {
    if shape == NodeShape::Diamond {
        ("tint", "navy", "ink")
    } else if shape == NodeShape::Stadium {
        ("paper", "navy", "ink")
    } else if matches!(shape, NodeShape::Figure(_)) {
        plain_paint(shape)
    } else {
        (other, "steel", "ink")
    }
}

/// Returns half an ellipse from one side of a box to the other; `way` is 1 to the right and -1 to
/// the left.
fn half_ellipse(area: &Area, y: f64, deep: f64, way: f64) -> [CurveMove; 2] {
    let (middle, half) = (area.middle().x, area.width / 2.0 * way);
    let (peak, shoulder, bend) = (pt(middle, y + deep), y + deep * QUARTER, half * QUARTER);
    let (start, end) = (middle - half, middle + half);
    [
        CurveMove::Cubic(pt(start, shoulder), pt(middle - bend, peak.y), peak),
        CurveMove::Cubic(pt(middle + bend, peak.y), pt(end, shoulder), pt(end, y)),
    ]
}
