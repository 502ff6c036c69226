//! The reference sheet.

use typst_layout::PagedDocument;

use super::{OutputContext, OutputFile, PrintPages};
use crate::book::Output;
use crate::changed;
use crate::export::PageSelection;
use crate::guide::Craft;
use crate::look::PageLook;
use crate::paper::Paper;
use crate::profile::FlipEdge;
use crate::sheet::typeset_sheet;
use base::diagnostic::Findings;

/// The reference sheet on all its papers.
pub fn make_sheets(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    if context.book.sheet.is_empty() {
        return files;
    }
    let look = context.look();
    for (nth, paper) in context.papers(Output::Sheet).iter().enumerate() {
        let (book, sources) = (context.book, context.sources);
        let sheet = typeset_sheet(book, paper, &look, sources, context.findings);
        let Some(document) = sheet else { continue };
        let keep = changed_sides(context, paper, &look, &document);
        let print = PrintPages {
            pages: PageSelection { keep, ..PageSelection::all(&document) },
            name: context.paper_file_stem("sheet", nth, paper),
            flip: Some(FlipEdge::Long),
            craft: Paper::find(paper)
                .map(|paper| Craft::Sheet { page: (paper.width, paper.height) }),
        };
        files.extend(context.files(&print));
    }
    files
}

/// The sides that differ from the earlier book, where one is asked about.
fn changed_sides(
    context: &OutputContext<'_>,
    paper: &str,
    look: &PageLook,
    document: &PagedDocument,
) -> Option<Vec<usize>> {
    let old = context.request.since?;
    let before = typeset_sheet(old, paper, look, context.sources, &mut Findings::default());
    Some(changed::changed_pages(document, before.as_ref()))
}
