//! Stretches of pages in the making, upright and turned, each as the parts that `span_flow` sets: text in
//! columns, and pieces over all columns.

use typst::foundations::{Array, Content, IntoValue, NoneValue, Value, dict};
use typst::layout::{Abs, Length};

use base::source::manifest::ChapterStart;

/// Most blocks that span all columns with the piece after them: a title, and a line below it.
const MOST_LEADING: usize = 2;
/// Most blocks that move to turned pages with the title above them.
const MOST_MOVED: usize = 4;

/// The content in place of a piece that is on the next page, and the content above the piece there.
pub struct Elsewhere {
    pub pointer: Content,
    pub head: Content,
}

/// A piece in the margin, and the name of its place.
pub struct Aside {
    pub body: Content,
    pub name: String,
}

/// A piece over all columns.
pub struct SpanPiece {
    pub body: Content,
    pub elsewhere: Option<Elsewhere>,
    /// True if hardly more than a title leads to it.
    pub bare: bool,
    /// Form of the piece in a column, if it may be there just as well: it is used where less is wasted.
    pub column: Option<Content>,
    /// Form of the piece in the margin, if it may be there: it is used where there is room.
    pub aside: Option<Aside>,
    /// True if it is a table, whose head is repeated on each page.
    pub table: bool,
}

impl SpanPiece {
    pub fn new(body: Content, elsewhere: Option<Elsewhere>) -> Self {
        Self { body, elsewhere, bare: false, column: None, aside: None, table: false }
    }
}

/// A part of the text, as `span_flow` sets it.
pub enum FlowPart {
    /// Blocks in columns, or over the whole width if the text has only one.
    Text { single: bool, blocks: Vec<Content> },
    /// A piece over all columns, with the content that leads to it.
    Piece { lead: Vec<Content>, piece: SpanPiece },
    /// The title of a chapter, and the place where it begins.
    Title(Content, ChapterStart),
}

/// Pages of one kind.
struct PageRun {
    turned: bool,
    /// True if it has a margin column.
    margin: bool,
    parts: Vec<FlowPart>,
}

/// The body as stretches of pages.
pub struct PageRuns {
    runs: Vec<PageRun>,
    /// Width of the margin column in points, if there is one.
    margin: Option<f64>,
    /// True if the current chapter has the margin column.
    pub beside: bool,
    /// Number of columns of the current chapter.
    pub columns: usize,
    /// Number of blocks from the current title on; `None` if new pages began behind it.
    pub since_title: Option<usize>,
    /// True if the last block is a line that is tied to the next block.
    pub is_tied: bool,
    /// True if all blocks behind the current title are a few lines, which lead to the next block.
    pub is_lead: bool,
}

impl PageRuns {
    pub fn new(margin: Option<f64>) -> Self {
        let first = PageRun { turned: false, margin: false, parts: Vec::new() };
        Self {
            runs: vec![first],
            columns: 2,
            margin,
            beside: false,
            since_title: None,
            is_tied: false,
            is_lead: false,
        }
    }

    pub fn parts(&mut self) -> &mut Vec<FlowPart> {
        &mut self.runs.last_mut().expect("there is a run").parts
    }

    /// Returns the text at the end, behind all pieces.
    pub fn text(&mut self) -> &mut Vec<Content> {
        let one = self.columns == 1 || self.runs.last().is_some_and(|run| run.turned);
        let parts = self.parts();
        if !matches!(parts.last(), Some(FlowPart::Text { single, .. }) if *single == one) {
            parts.push(FlowPart::Text { single: one, blocks: Vec::new() });
        }
        match parts.last_mut() {
            Some(FlowPart::Text { blocks, .. }) => blocks,
            _ => unreachable!("the last part is text"),
        }
    }

    /// Appends content, in the columns of the chapter.
    pub fn push(&mut self, content: Content) {
        self.text().push(content);
        self.since_title = self.since_title.map(|count| count + 1);
    }

    /// Appends a table like [`PageRuns::push_piece`]; with no more than a line below its title, it stays
    /// there if it can.
    pub fn push_table(&mut self, body: Content, elsewhere: Option<Elsewhere>) {
        let is_bare = self.is_tied || self.since_title == Some(1);
        let piece = SpanPiece::new(body, elsewhere);
        self.push_piece(SpanPiece { bare: is_bare, table: true, ..piece });
    }

    /// Appends a piece over all columns; the title that leads to it spans them too.
    pub fn push_piece(&mut self, piece: SpanPiece) {
        let most = if self.is_lead { MOST_LEADING } else { 0 };
        let lead = self.split_off_title(most);
        self.parts().push(FlowPart::Piece { lead, piece });
        self.since_title = None;
    }

    /// Starts new pages unless the last ones have the same orientation.
    pub fn start(&mut self, turned: bool) {
        let margin = self.beside && !turned;
        if self.runs.last().is_some_and(|run| (run.turned, run.margin) != (turned, margin)) {
            self.runs.push(PageRun { turned, margin, parts: Vec::new() });
            self.since_title = None;
        }
    }

    /// Starts new pages like [`PageRuns::start`]; the current title and a few blocks below it move there with
    /// the content they lead to.
    pub fn start_with_title(&mut self, turned: bool) {
        let moved = self.split_off_title(MOST_MOVED);
        self.start(turned);
        if !moved.is_empty() {
            self.text().extend(moved);
        }
    }

    /// Takes the current title and the blocks below it from the end, if there are no more than `most` blocks.
    fn split_off_title(&mut self, most: usize) -> Vec<Content> {
        let Some(count) = self.since_title.filter(|count| *count <= most) else {
            return Vec::new();
        };
        let text = self.text();
        let at = text.len().saturating_sub(count);
        text.split_off(at)
    }

    /// Notes that the next content is a title.
    pub fn mark_title(&mut self) {
        self.since_title = Some(0);
        self.is_lead = true;
    }

    /// Returns the stretches as the templates read them.
    pub fn into_array(self) -> Array {
        let full = self.runs.into_iter().filter(|run| !run.parts.is_empty());
        full.map(|PageRun { turned, margin, parts }| {
            let parts: Array = parts.into_iter().map(part_value).collect();
            let margin = self.margin.filter(|_| margin).map(|wide| Length::from(Abs::pt(wide)));
            dict! { "turned" => turned, "width" => NoneValue, "margin" => margin, "parts" => parts }
                .into_value()
        })
        .collect()
    }
}

/// Returns a part as `span_flow` reads it.
fn part_value(part: FlowPart) -> Value {
    match part {
        FlowPart::Text { single, blocks } => {
            dict! { "text" => Content::sequence(blocks), "single" => single }
        }
        FlowPart::Title(body, start) => {
            dict! { "body" => body, "title" => true, "new-page" => start == ChapterStart::NewPage }
        }
        FlowPart::Piece { lead, piece } => {
            let (aside, name) = piece.aside.map(|own| (own.body, own.name)).unzip();
            let (pointer, head) = piece.elsewhere.map(|own| (own.pointer, own.head)).unzip();
            dict! {
                "lead" => Content::sequence(lead), "body" => piece.body, "column" => piece.column,
                "pointer" => pointer, "head" => head, "bare" => piece.bare, "table" => piece.table,
                "aside" => aside, "name" => name,
            }
        }
    }
    .into_value()
}
