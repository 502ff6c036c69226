//! Flowcharts. In: the text of a Mermaid block. Out: a graph with all its boxes, lines and labels;
//! then boxes and lines on sheets of a given size, and their drawings.

pub mod layout;

mod chart;
mod figure;
mod finding;
mod parse;
mod exits;
mod cycles;
mod flow_order;
mod lint;
mod print;
mod excerpt;
mod sheet;
mod describe;
mod draw;

pub use chart::{
    Chart, ChartDirection, Edge, EdgeEnd, EdgeHead, EdgeStyle, Node, NodeShape, Subgraph,
};
pub use describe::describe_chart;
pub use draw::{ChartMarks, DrawnSheet, draw_sheet, draw_sheet_with_boxes};
pub use excerpt::chart_excerpt;
pub use exits::{NodeExit, node_exits, start_node};
pub use figure::FigureShape;
pub use finding::{ChartFinding, TextEdit, apply_fixes};
pub use flow_order::box_numbers;
pub use lint::{ChartedSection, lint_chart, prose_exits};
pub use parse::parse_chart;
pub use print::print_chart;
pub use sheet::{
    ChartLayout, ChartSheet, Connector, PlacedEdge, PlacedLabel, PlacedNode, PlacedSubgraph,
    Segment,
};
