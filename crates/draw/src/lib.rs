//! The drawings of rulepress, independent of pages.
//!
//! * [`drawing`] is the model of all drawings; it is rendered as SVG here, and natively in
//!   `drawing.typ` of the press.
//! * [`picture`] draws the table of a game: zones with their cards, amounts, dice, the play mat.
//! * [`flowchart`] reads Mermaid charts, lays them out for print and draws them.

pub mod drawing;
pub mod flowchart;
pub mod picture;
