//! The graphics state of a content stream: matrix, clip, colours, lines, text, transparency.

use std::rc::Rc;

use kurbo::{Affine, Vec2};
use lopdf::Object;

use super::colours::{Colour, ColourSpace};
use super::fonts::FontFacts;
use super::marks::Clip;

/// The paint of an area or a line.
#[derive(Debug, Clone)]
pub enum Paint<'a> {
    /// A colour.
    Plain(Rc<Colour>),
    /// A pattern, with the colour for one that has none.
    Pattern(Option<&'a Object>),
}

impl Paint<'_> {
    pub fn colour(&self) -> Option<Rc<Colour>> {
        match self {
            Self::Plain(colour) => Some(colour.clone()),
            Self::Pattern(_) => None,
        }
    }
}

/// The settings for painting areas, or lines.
#[derive(Debug, Clone)]
pub struct PaintSetting<'a> {
    pub space: Rc<ColourSpace>,
    pub paint: Paint<'a>,
    pub alpha: f64,
    pub overprints: bool,
}

/// The settings of text.
#[derive(Debug, Clone)]
pub struct TextState {
    pub font: Option<Rc<FontFacts>>,
    pub size: f64,
    pub letter_space: f64,
    pub word_space: f64,
    /// Horizontal scale of letters; 1 is unchanged.
    pub stretch: f64,
    pub leading: f64,
    pub rise: f64,
    /// 0 filled, 1 outlined, 2 both, 3 neither; 4 more for clipping.
    pub mode: i64,
    pub matrix: Affine,
    pub line: Affine,
}

/// The graphics state.
#[derive(Debug, Clone)]
pub struct GraphicsState<'a> {
    pub matrix: Affine,
    pub clip: Clip,
    pub fill: PaintSetting<'a>,
    pub stroke: PaintSetting<'a>,
    pub line_width: f64,
    pub blends: bool,
    pub is_masked: bool,
    /// True if the whole drawing is painted with transparency.
    pub is_within_transparent: bool,
    pub text: TextState,
}

impl GraphicsState<'_> {
    /// Returns the initial state of a page.
    pub fn first(matrix: Affine, clip: Clip) -> Self {
        let space = Rc::new(ColourSpace::Grey);
        let black = Colour { space: space.clone(), values: vec![0.0] };
        let paint = Paint::Plain(Rc::new(black));
        let black = PaintSetting { space, paint, alpha: 1.0, overprints: false };
        Self {
            matrix,
            clip,
            fill: black.clone(),
            stroke: black,
            line_width: 1.0,
            blends: false,
            is_masked: false,
            is_within_transparent: false,
            text: TextState {
                font: None,
                size: 0.0,
                letter_space: 0.0,
                word_space: 0.0,
                stretch: 1.0,
                leading: 0.0,
                rise: 0.0,
                mode: 0,
                matrix: Affine::IDENTITY,
                line: Affine::IDENTITY,
            },
        }
    }

    /// True if paint in this state is transparent.
    pub fn is_transparent(&self, painted: &PaintSetting<'_>) -> bool {
        painted.alpha < 0.999 || self.blends || self.is_masked || self.is_within_transparent
    }
}

/// Returns the lengths of a unit step along each axis after a matrix.
pub fn scales(matrix: Affine) -> (f64, f64) {
    let [a, b, c, d, _, _] = matrix.as_coeffs();
    (Vec2::new(a, b).hypot(), Vec2::new(c, d).hypot())
}
