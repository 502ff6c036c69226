//! The flowcharts, a page for each.

use typst_layout::PagedDocument;

use super::{OutputContext, PrintPages};
use crate::book::{Book, Output};
use crate::look::PageLook;
use crate::outputs::PressTask;
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::{OutputFile, chart_layout};
use base::diagnostic::Findings;
use base::source::Sources;

/// Record of the output.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Flowcharts",
    is_in: chart_layout::has_charts,
    papers: |book| &book.chart_papers,
    lacks: ("the book has no flowchart that can be drawn", "write one as a ```mermaid block"),
    template: Some(&TEMPLATE),
    ..OutputRecord::new("flowcharts", "the flowcharts", make_flowcharts)
};

/// Template of the flowcharts.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the flowcharts",
    files: &[("/templates/flowcharts.typ", include_str!("flowcharts.typ"))],
};

/// Makes the flowcharts on all their papers, if the book has any.
pub fn make_flowcharts(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    if !chart_layout::has_charts(context.book) {
        return files;
    }
    for (nth, paper) in context.papers(Output::Flowcharts).iter().enumerate() {
        let Some(pages) = context.typeset(paper, PressTask::Flowcharts) else { continue };
        let name = context.paper_file_stem("flowcharts", nth, paper);
        files.extend(context.files(&PrintPages::single_sided(&pages, name)));
    }
    files
}

/// Sets the flowcharts of `book` on `paper`, a page for each; `None` if there is an error among the findings.
pub fn typeset_flowcharts(
    book: &Book,
    paper: &str,
    look: &PageLook,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    typeset(PressJob::new(book, paper, look, PressTask::Flowcharts), sources, findings)
}
