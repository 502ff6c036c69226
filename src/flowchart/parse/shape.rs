//! How shapes are written: with brackets, or by name in `@{ shape: ... }`.

use super::super::Shape;

/// Brackets round a label.
pub(super) struct Bracket {
    pub(super) open: &'static str,
    /// How they may close, and what that is drawn as.
    pub(super) close: &'static [(&'static str, Shape)],
    /// Openers that are counted within the label, so that it ends at the right closer.
    pub(super) counted: &'static [u8],
}

const fn bracket(
    open: &'static str,
    close: &'static [(&'static str, Shape)],
    counted: &'static [u8],
) -> Bracket {
    Bracket { open, close, counted }
}

/// All brackets, longest first: Mermaid takes the longest that fits.
pub(super) const BRACKETS: &[Bracket] = &[
    bracket("(((", &[(")))", Shape::DoubleCircle)], b"("),
    bracket("((", &[("))", Shape::Circle)], b"("),
    bracket("([", &[("])", Shape::Stadium)], b"(["),
    bracket("[[", &[("]]", Shape::Subroutine)], b"["),
    bracket("[(", &[(")]", Shape::Cylinder)], b"[("),
    bracket("[/", &[("/]", Shape::LeanRight), ("\\]", Shape::Trapezoid)], b"["),
    bracket("[\\", &[("\\]", Shape::LeanLeft), ("/]", Shape::InvertedTrapezoid)], b"["),
    bracket("{{", &[("}}", Shape::Hexagon)], b"{"),
    bracket(">", &[("]", Shape::Flag)], b"["),
    RECTANGLE,
    bracket("(", &[(")", Shape::Rounded)], b"("),
    bracket("{", &[("}", Shape::Diamond)], b"{"),
];

/// The brackets of plain boxes and of titles.
pub(super) const RECTANGLE: Bracket = bracket("[", &[("]", Shape::Rectangle)], b"[");

/// Names of shapes, by what they are drawn as; the first of each is the one that messages name.
const NAMES: &[(Shape, &[&str])] = &[
    (Shape::Rectangle, &["rect", "rectangle", "proc", "process"]),
    (Shape::Rounded, &["rounded", "event"]),
    (Shape::Stadium, &["stadium", "pill", "terminal"]),
    (Shape::Subroutine, &["fr-rect", "framed-rectangle", "subproc", "subprocess", "subroutine"]),
    (Shape::Cylinder, &["cyl", "cylinder", "database", "db"]),
    (Shape::Circle, &["circle", "circ"]),
    (Shape::DoubleCircle, &["dbl-circ", "double-circle"]),
    (Shape::Diamond, &["diam", "diamond", "decision", "question"]),
    (Shape::Hexagon, &["hex", "hexagon", "prepare"]),
    (Shape::LeanRight, &["lean-r", "lean-right", "in-out"]),
    (Shape::LeanLeft, &["lean-l", "lean-left", "out-in"]),
    (Shape::Trapezoid, &["trap-b", "trapezoid", "trapezoid-bottom", "priority"]),
    (Shape::InvertedTrapezoid, &["trap-t", "inv-trapezoid", "trapezoid-top", "manual"]),
    (Shape::Flag, &["odd"]),
];

/// The shape with this name.
pub(super) fn named(name: &str) -> Option<Shape> {
    NAMES.iter().find(|(_, names)| names.contains(&name)).map(|(shape, _)| *shape)
}

/// The names for messages.
pub(super) fn known_names() -> String {
    let names: Vec<String> = NAMES
        .iter()
        .filter_map(|(_, names)| names.first())
        .map(|name| format!("`{name}`"))
        .collect();
    names.join(", ")
}
