//! The drawing model: shapes, words and links in points from the top left corner.
//!
//! Rendered as SVG by `svg.rs` and natively by `crates/press/src/set/drawing.typ`, whose head describes the
//! same fields.

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
    /// Points.
    pub width: f64,
    /// Points.
    pub height: f64,
    /// In the order in which they are painted.
    pub items: Vec<DrawingItem>,
    /// What the picture says, in words.
    pub alt: String,
}

/// A colour token of `crates/base/tokens.toml`, such as `ink`.
pub type Colour = Cow<'static, str>;

/// One thing on a drawing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawingItem {
    /// A rectangle; `radius` rounds its corners.
    Rect {
        /// Its extent, in the middle of the outline.
        area: Area,
        /// Points.
        radius: f64,
        /// Inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// A circle or an ellipse.
    Ellipse {
        /// Its extent, in the middle of the outline.
        area: Area,
        /// Inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// A closed shape with straight sides.
    Polygon {
        /// Its corners.
        points: Vec<Point>,
        /// Inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// An open line with corners.
    Path {
        /// Beginning, corners, end.
        points: Vec<Point>,
        /// How far its corners are rounded, in points.
        radius: f64,
        /// The line.
        stroke: Stroke,
    },
    /// A shape with bent sides, or a bent line.
    Curve {
        /// The first one is [`CurveMove::To`].
        moves: Vec<CurveMove>,
        /// Inside.
        fill: Option<Colour>,
        /// Outline.
        stroke: Option<Stroke>,
    },
    /// Words.
    Text(TextLines),
    /// A place to click on, over what is painted there.
    Link {
        /// Its extent.
        area: Area,
        /// Where it leads.
        target: DrawingTarget,
        /// What it says to those who do not see it.
        text: String,
    },
}

/// A piece of a [`DrawingItem::Curve`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CurveMove {
    /// Begins there.
    To(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(Point, Point, Point),
    /// Back to the beginning.
    Close,
}

/// Lines of words, one below the other, never broken again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TextLines {
    /// Where `align` holds the first line, on its baseline.
    pub at: Point,
    /// Points that the words may take; nothing is cut off if they take more.
    pub width: f64,
    /// As broken.
    pub lines: Vec<String>,
    /// From baseline to baseline, in points.
    pub step: f64,
    /// Type size in points.
    pub size: f64,
    /// How strong.
    pub weight: TextWeight,
    /// Of the letters.
    pub colour: Colour,
    /// Which part of each line stands at `at`.
    pub align: TextAlign,
}

/// How strong letters are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextWeight {
    /// 400
    #[default]
    Regular,
    /// 700
    Bold,
}

/// Which part of a line of text stands at its place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextAlign {
    /// Its left end.
    Left,
    /// Its middle.
    #[default]
    Center,
    /// Its right end.
    Right,
}

/// How a line is painted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// Points.
    pub width: f64,
    /// Whether it is broken.
    pub dash: DashStyle,
    /// Of the line.
    pub colour: Colour,
}

/// Whether a line is broken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DashStyle {
    /// Not broken.
    #[default]
    Solid,
    /// Dashes of 4 widths with gaps of 3, butt ends.
    Dashed,
    /// Round dots as wide as the line, 2.6 widths from middle to middle.
    Dotted,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrawingTarget {
    /// An anchor of the book, without `#`.
    Anchor(String),
    /// An address on the network.
    Url(String),
}
