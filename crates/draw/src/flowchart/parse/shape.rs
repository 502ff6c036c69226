//! The notations of shapes: brackets, or a name in `@{ shape: ... }`.

use super::super::{FigureShape, NodeShape};

/// Brackets around a label.
pub struct LabelBracket {
    pub open: &'static str,
    /// Possible closers, with the shapes that they make.
    pub close: &'static [(&'static str, NodeShape)],
    /// Openers that are counted within the label, so that it ends at the right closer.
    pub counted: &'static [u8],
}

const fn label_bracket(
    open: &'static str,
    close: &'static [(&'static str, NodeShape)],
    counted: &'static [u8],
) -> LabelBracket {
    LabelBracket { open, close, counted }
}

/// All brackets, longest first: Mermaid takes the longest that fits.
pub const BRACKETS: &[LabelBracket] = &[
    label_bracket("(((", &[(")))", NodeShape::DoubleCircle)], b"("),
    label_bracket("((", &[("))", NodeShape::Circle)], b"("),
    label_bracket("([", &[("])", NodeShape::Stadium)], b"(["),
    label_bracket("[[", &[("]]", NodeShape::Subroutine)], b"["),
    label_bracket("[(", &[(")]", NodeShape::Cylinder)], b"[("),
    label_bracket("[/", &[("/]", NodeShape::LeanRight), ("\\]", NodeShape::Trapezoid)], b"["),
    label_bracket(
        "[\\",
        &[("\\]", NodeShape::LeanLeft), ("/]", NodeShape::InvertedTrapezoid)],
        b"[",
    ),
    label_bracket("{{", &[("}}", NodeShape::Hexagon)], b"{"),
    label_bracket(">", &[("]", NodeShape::Flag)], b"["),
    RECTANGLE,
    label_bracket("(", &[(")", NodeShape::Rounded)], b"("),
    label_bracket("{", &[("}", NodeShape::Diamond)], b"{"),
];

/// Brackets of plain boxes and of titles.
pub const RECTANGLE: LabelBracket = label_bracket("[", &[("]", NodeShape::Rectangle)], b"[");

const fn figure(shape: FigureShape) -> NodeShape {
    NodeShape::Figure(shape)
}

/// Names of shapes; messages use the first name of each.
const NAMES: &[(NodeShape, &[&str])] = &[
    (NodeShape::Rectangle, &["rect", "rectangle", "proc", "process"]),
    (NodeShape::Rounded, &["rounded", "event"]),
    (NodeShape::Stadium, &["stadium", "pill", "terminal"]),
    (
        NodeShape::Subroutine,
        &["fr-rect", "framed-rectangle", "subproc", "subprocess", "subroutine"],
    ),
    (NodeShape::Cylinder, &["cyl", "cylinder", "database", "db"]),
    (NodeShape::Circle, &["circle", "circ"]),
    (NodeShape::DoubleCircle, &["dbl-circ", "double-circle"]),
    (NodeShape::Diamond, &["diam", "diamond", "decision", "question"]),
    (NodeShape::Hexagon, &["hex", "hexagon", "prepare"]),
    (NodeShape::LeanRight, &["lean-r", "lean-right", "in-out"]),
    (NodeShape::LeanLeft, &["lean-l", "lean-left", "out-in"]),
    (NodeShape::Trapezoid, &["trap-b", "trapezoid", "trapezoid-bottom", "priority"]),
    (NodeShape::InvertedTrapezoid, &["trap-t", "inv-trapezoid", "trapezoid-top", "manual"]),
    (NodeShape::Flag, &["odd"]),
    (figure(FigureShape::Text), &["text"]),
    (figure(FigureShape::Card), &["notch-rect", "card", "notched-rectangle"]),
    (
        figure(FigureShape::LinedProcess),
        &["lin-rect", "lin-proc", "lined-process", "lined-rectangle", "shaded-process"],
    ),
    (
        figure(FigureShape::DividedProcess),
        &["div-rect", "div-proc", "divided-process", "divided-rectangle"],
    ),
    (figure(FigureShape::WindowPane), &["win-pane", "internal-storage", "window-pane"]),
    (
        figure(FigureShape::TaggedProcess),
        &["tag-rect", "tag-proc", "tagged-process", "tagged-rectangle"],
    ),
    (figure(FigureShape::Processes), &["st-rect", "processes", "procs", "stacked-rectangle"]),
    (figure(FigureShape::ManualInput), &["sl-rect", "manual-input", "sloped-rectangle"]),
    (figure(FigureShape::LoopLimit), &["notch-pent", "loop-limit", "notched-pentagon"]),
    (figure(FigureShape::Delay), &["delay", "half-rounded-rectangle"]),
    (figure(FigureShape::Display), &["curv-trap", "curved-trapezoid", "display"]),
    (figure(FigureShape::StoredData), &["bow-rect", "bow-tie-rectangle", "stored-data"]),
    (figure(FigureShape::PaperTape), &["flag", "paper-tape"]),
    (figure(FigureShape::Document), &["doc", "document"]),
    (figure(FigureShape::LinedDocument), &["lin-doc", "lined-document"]),
    (figure(FigureShape::TaggedDocument), &["tag-doc", "tagged-document"]),
    (figure(FigureShape::Documents), &["docs", "documents", "st-doc", "stacked-document"]),
    (figure(FigureShape::LyingCylinder), &["h-cyl", "das", "horizontal-cylinder"]),
    (figure(FigureShape::Disk), &["lin-cyl", "disk", "lined-cylinder"]),
    (figure(FigureShape::DataStore), &["datastore", "data-store"]),
    (figure(FigureShape::Triangle), &["tri", "extract", "triangle"]),
    (figure(FigureShape::FlippedTriangle), &["flip-tri", "flipped-triangle", "manual-file"]),
    (figure(FigureShape::Brace), &["brace", "brace-l", "comment"]),
    (figure(FigureShape::RightBrace), &["brace-r"]),
    (figure(FigureShape::Braces), &["braces"]),
    (figure(FigureShape::Cloud), &["cloud"]),
    (figure(FigureShape::Bang), &["bang"]),
    (figure(FigureShape::Start), &["sm-circ", "small-circle", "start"]),
    (figure(FigureShape::Stop), &["fr-circ", "framed-circle", "stop"]),
    (figure(FigureShape::Junction), &["f-circ", "filled-circle", "junction"]),
    (figure(FigureShape::Summary), &["cross-circ", "crossed-circle", "summary"]),
    (figure(FigureShape::Fork), &["fork", "join"]),
    (figure(FigureShape::Hourglass), &["hourglass", "collate"]),
    (figure(FigureShape::Bolt), &["bolt", "com-link", "lightning-bolt"]),
];

/// Returns the shape with this name.
pub fn shape_named(name: &str) -> Option<NodeShape> {
    NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(shape, _)| *shape)
}

/// Returns the names of all shapes, for messages.
pub fn known_shape_names() -> String {
    let names: Vec<String> = NAMES
        .iter()
        .filter_map(|(_, names)| names.first())
        .map(|name| format!("`{name}`"))
        .collect();
    names.join(", ")
}
