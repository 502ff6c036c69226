//! What a content stream sets before it paints: matrix, clip, colours, lines, text, transparency.

use std::rc::Rc;

use kurbo::{Affine, Vec2};
use lopdf::Object;

use super::colours::{Colour, ColourSpace};
use super::fonts::FontFacts;
use super::marks::Clip;

/// What an area is painted with.
#[derive(Debug, Clone)]
pub enum Paint<'a> {
    /// A colour.
    Plain(Rc<Colour>),
    /// A pattern, with the colour of one that has none.
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

/// How text is set.
#[derive(Debug, Clone)]
pub struct TextState {
    pub font: Option<Rc<FontFacts>>,
    pub size: f64,
    pub letter_space: f64,
    pub word_space: f64,
    /// Width of letters, 1 as they are.
    pub stretch: f64,
    pub leading: f64,
    pub rise: f64,
    /// 0 filled, 1 outlined, 2 both, 3 neither; 4 more if it clips.
    pub mode: i64,
    pub matrix: Affine,
    pub line: Affine,
}

/// The graphics state.
#[derive(Debug, Clone)]
pub struct GraphicsState<'a> {
    pub matrix: Affine,
    pub clip: Clip,
    pub fill_space: Rc<ColourSpace>,
    pub stroke_space: Rc<ColourSpace>,
    pub fill: Paint<'a>,
    pub stroke: Paint<'a>,
    pub line_width: f64,
    pub fill_alpha: f64,
    pub stroke_alpha: f64,
    pub blends: bool,
    pub is_masked: bool,
    /// Whether all of this drawing is painted as something transparent.
    pub is_within_transparent: bool,
    pub overprints_fill: bool,
    pub overprints_stroke: bool,
    pub text: TextState,
}

impl GraphicsState<'_> {
    /// The state that a page begins with.
    pub fn first(matrix: Affine, clip: Clip) -> Self {
        let black = Rc::new(Colour::new(ColourSpace::Grey, vec![0.0]));
        Self {
            matrix,
            clip,
            fill_space: black.space.clone(),
            stroke_space: black.space.clone(),
            fill: Paint::Plain(black.clone()),
            stroke: Paint::Plain(black),
            line_width: 1.0,
            fill_alpha: 1.0,
            stroke_alpha: 1.0,
            blends: false,
            is_masked: false,
            is_within_transparent: false,
            overprints_fill: false,
            overprints_stroke: false,
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

    /// Whether what is filled lets something through.
    pub fn is_fill_transparent(&self) -> bool {
        self.fill_alpha < 0.999 || self.blends || self.is_masked || self.is_within_transparent
    }

    /// The same of lines.
    pub fn is_stroke_transparent(&self) -> bool {
        self.stroke_alpha < 0.999 || self.blends || self.is_masked || self.is_within_transparent
    }

    /// The width of a line in points of the page.
    pub fn real_line_width(&self) -> f64 {
        self.line_width * least_scale(self.matrix)
    }
}

/// How long a step is in the direction that a matrix makes shortest.
pub fn least_scale(matrix: Affine) -> f64 {
    let [a, b, c, d, _, _] = matrix.as_coeffs();
    Vec2::new(a, b).hypot().min(Vec2::new(c, d).hypot())
}
