//! The flowcharts, a page for each.

use super::{OutputContext, OutputFile, PrintPages};
use crate::book::Output;
use crate::chart_layout;
use crate::job::PressTask;

/// The flowcharts on all their papers, if the book has any.
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
