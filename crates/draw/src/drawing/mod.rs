//! The drawing model: shapes, words and links in points from the top left corner.
//!
//! `svg.rs` renders a drawing as SVG, and `crates/press/src/set/drawing.typ` renders it natively;
//! the head of that file describes the same fields.

mod area;
mod canvas;
mod corners;
mod extent;
mod icon;
mod point;
mod styles;
mod svg;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use area::Area;
pub use base::size::Size;
pub use canvas::Canvas;
pub use corners::{QUARTER, arrow_wings, distance, point_towards, rounded_corners};
pub use icon::IconOutline;
pub use point::{Point, pt};
pub use svg::{escape_markup, render_svg};

/// A picture of `width` x `height` points.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// Width, in points.
    pub width: f64,
    /// Height, in points.
    pub height: f64,
    /// Items, in the order in which they are painted.
    pub items: Vec<DrawingItem>,
    /// Alternative text.
    pub alt: String,
}

/// A colour token of `crates/base/tokens.toml`, such as `ink`.
pub type Colour = Cow<'static, str>;

/// One item of a drawing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawingItem {
    /// A rectangle; `radius` rounds its corners.
    Rect {
        /// Its extent, in the middle of the outline.
        area: Area,
        /// Radius of the corners, in points.
        radius: f64,
        /// Colour of the inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// A circle or an ellipse.
    Ellipse {
        /// Its extent, in the middle of the outline.
        area: Area,
        /// Colour of the inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// A closed shape with straight sides.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// Colour of the inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// An open line with corners.
    Path {
        /// Beginning, corners, end.
        points: Vec<Point>,
        /// Radius of the corners, in points.
        radius: f64,
        /// The line.
        stroke: Stroke,
    },
    /// A shape with curved sides, or a curve.
    Curve {
        /// Pieces; the first one is [`CurveMove::To`].
        moves: Vec<CurveMove>,
        /// Colour of the inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// Words.
    Text(TextLines),
    /// An area to click on, over the items painted there.
    Link {
        /// Its extent.
        area: Area,
        /// Target of the link.
        target: DrawingTarget,
        /// Words of the link, for readers who do not see it.
        text: String,
    },
}

/// A piece of a [`DrawingItem::Curve`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CurveMove {
    /// Begins at this point.
    To(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(Point, Point, Point),
    /// Back to the beginning.
    Close,
}

/// Lines of words, one below the other, which are not broken again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextLines {
    /// Point on the baseline of the first line that `align` refers to.
    pub at: Point,
    /// Width for the words, in points; longer lines are not cut off.
    pub width: f64,
    /// Lines, already broken.
    pub lines: Vec<String>,
    /// From baseline to baseline, in points.
    pub step: f64,
    /// Type size in points.
    pub size: f64,
    /// Weight of the letters.
    pub weight: TextWeight,
    /// Colour of the letters.
    pub colour: Colour,
    /// Part of each line that is at `at`.
    pub align: TextAlign,
}

/// Weight of letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextWeight {
    /// Regular, 400.
    #[default]
    Regular,
    /// Bold, 700.
    Bold,
}

/// Alignment: the part of a line of text that is at its point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextAlign {
    /// Left end.
    Left,
    /// Middle.
    #[default]
    Center,
    /// Right end.
    Right,
}

/// Width, dashes and colour of a line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// Width, in points.
    pub width: f64,
    /// Dashes.
    pub dash: DashStyle,
    /// Colour.
    pub colour: Colour,
}

/// Dashes of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DashStyle {
    /// Unbroken.
    #[default]
    Solid,
    /// Dashes of 4 widths with gaps of 3, butt ends.
    Dashed,
    /// Round dots as wide as the line, 2.6 widths from middle to middle.
    Dotted,
}

/// Target of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawingTarget {
    /// An anchor of the book, without `#`.
    Anchor(String),
    /// An address on the network.
    Url(String),
}
