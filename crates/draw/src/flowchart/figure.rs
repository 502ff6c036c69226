//! The figures of Mermaid's newer shapes. In: a shape, and the extent of a box or of the words in
//! it. Out: the size of the box, its outline, the lines in it, and the place of its words; all in
//! em from the upper left corner of the box.

mod curves;
mod parts;
mod signs;
mod size;

use crate::drawing::{Point, Size};

pub use size::figure_size;

/// A shape that is written by name: `A@{ shape: doc }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureShape {
    /// `text`: words without an outline.
    Text,
    /// `notch-rect`
    Card,
    /// `lin-rect`
    LinedProcess,
    /// `div-rect`
    DividedProcess,
    /// `win-pane`
    WindowPane,
    /// `tag-rect`
    TaggedProcess,
    /// `st-rect`
    Processes,
    /// `sl-rect`
    ManualInput,
    /// `notch-pent`
    LoopLimit,
    /// `delay`
    Delay,
    /// `curv-trap`
    Display,
    /// `bow-rect`
    StoredData,
    /// `flag`
    PaperTape,
    /// `doc`
    Document,
    /// `lin-doc`
    LinedDocument,
    /// `tag-doc`
    TaggedDocument,
    /// `docs`
    Documents,
    /// `h-cyl`
    LyingCylinder,
    /// `lin-cyl`
    Disk,
    /// `datastore`
    DataStore,
    /// `tri`
    Triangle,
    /// `flip-tri`
    FlippedTriangle,
    /// `brace`
    Brace,
    /// `brace-r`
    RightBrace,
    /// `braces`
    Braces,
    /// `cloud`
    Cloud,
    /// `bang`
    Bang,
    /// `sm-circ`: a start.
    Start,
    /// `fr-circ`: a stop.
    Stop,
    /// `f-circ`: a junction.
    Junction,
    /// `cross-circ`: a summary.
    Summary,
    /// `fork`, also a join.
    Fork,
    /// `hourglass`: a collation.
    Hourglass,
    /// `bolt`: a link of communication.
    Bolt,
}

/// Paint of a figure's outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigurePaint {
    /// Filled and outlined.
    Outlined,
    /// In ink.
    Solid,
    /// Not painted.
    Bare,
}

/// The drawing of a box.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Closed outlines behind it, the hindmost first.
    pub behind: Vec<Vec<Point>>,
    /// Closed outline.
    pub outline: Vec<Point>,
    /// Paint of the outline.
    pub paint: FigurePaint,
    /// Lines in it or beside it.
    pub strokes: Vec<Vec<Point>>,
    /// Smaller closed outlines in ink.
    pub dots: Vec<Vec<Point>>,
    /// Middle of its words.
    pub text: Point,
}

/// A side from which a line comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approach {
    /// From above.
    Top,
    /// From below.
    Bottom,
    /// From the left.
    Left,
    /// From the right.
    Right,
}

impl FigureShape {
    /// True if it is a small sign, whose words are printed below it, and which has no words unless
    /// its author wrote some.
    pub fn is_sign(self) -> bool {
        self.meaning().is_some()
    }

    /// True if it is a sign that is as wide as high.
    pub fn is_round_sign(self) -> bool {
        self.is_sign() && self != FigureShape::Fork
    }

    /// Returns the meaning of a sign that has no words; `None` for other shapes.
    pub fn meaning(self) -> Option<&'static str> {
        use FigureShape::*;
        match self {
            Start => Some("(start)"),
            Stop => Some("(stop)"),
            Junction => Some("(junction)"),
            Summary => Some("(summary)"),
            Fork => Some("(fork or join)"),
            Hourglass => Some("(collation)"),
            Bolt => Some("(communication)"),
            Text | Card | LinedProcess | DividedProcess | WindowPane | TaggedProcess
            | Processes | ManualInput | LoopLimit | Delay | Display | StoredData | PaperTape
            | Document | LinedDocument | TaggedDocument | Documents | LyingCylinder | Disk
            | DataStore | Triangle | FlippedTriangle | Brace | RightBrace | Braces | Cloud
            | Bang => None,
        }
    }

    /// Draws the figure in a box of a size, with words of a height in it.
    pub fn drawn_in(self, size: Size, words: f64) -> Figure {
        parts::figure_parts(self, size, words)
    }
}

impl Figure {
    /// Returns a plain outline with its words in the middle.
    fn plain(outline: Vec<Point>, text: Point) -> Self {
        let paint = FigurePaint::Outlined;
        Self { behind: vec![], outline, paint, strokes: vec![], dots: vec![], text }
    }

    /// Returns all closed outlines that a line may end on.
    pub fn outlines(&self) -> impl Iterator<Item = &Vec<Point>> {
        self.behind.iter().chain([&self.outline])
    }

    /// Returns the span, away from its ends, on which the outline can be met: by lines from above
    /// or below if `level` is false, otherwise by lines from a side.
    pub fn reach(&self, shape: FigureShape, level: bool) -> (f64, f64) {
        let along = |point: &Point| if level { point.y } else { point.x };
        let places = self.outlines().flatten().map(along);
        let (low, high) =
            places.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
        let round = if matches!(shape, FigureShape::Cloud | FigureShape::Bang) {
            0.22
        } else if !level && matches!(shape, FigureShape::Triangle | FigureShape::FlippedTriangle) {
            0.2
        } else if shape.is_round_sign() {
            0.1
        } else {
            0.0
        };
        let margin = (high - low) * round;
        (low + margin, high - margin)
    }

    /// Distance inside a box at which a line from a side, at a place along that side, first meets
    /// the outline; 0 if it does not.
    pub fn inset(&self, from: Approach, at: f64, size: Size) -> f64 {
        let level = matches!(from, Approach::Left | Approach::Right);
        let meetings = self.outlines().flat_map(|outline| curves::crossings(outline, at, level));
        let depths = meetings.map(|place| match from {
            Approach::Top | Approach::Left => place,
            Approach::Bottom => size.height - place,
            Approach::Right => size.width - place,
        });
        let first = depths.fold(f64::MAX, f64::min);
        if first == f64::MAX { 0.0 } else { first.max(0.0) }
    }
}
