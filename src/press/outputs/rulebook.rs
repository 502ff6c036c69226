//! The rulebook on pages and as a booklet, and the flowcharts.

use std::ops::Range;

use typst_layout::PagedDocument;

use super::{OutputContext, OutputFile, PrintPages};
use crate::diagnostic::{Diagnostic, code};
use crate::press::job::PressTask;
use crate::press::paper::Paper;
use crate::press::profile::{OutputFamily, Profile};
use crate::press::{self, booklet, export};

/// A booklet has four pages on a sheet.
const ON_A_SHEET: usize = 4;

/// The rulebook on all its papers.
pub(super) fn make_rulebooks(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    let asked = press::rulebook_papers(work.book, work.sources, work.findings);
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        press::report_wide_tables(work.book, paper, work.findings);
        let multiple =
            work.profile().multiple.filter(|_| work.profile().family == OutputFamily::Print);
        let Some(pages) = typeset_filled(work, paper, multiple.unwrap_or(1)) else { continue };
        if let Some(count) = wrong_page_count(pages.pages().len(), work.profile()) {
            let hint = "choose another paper or another profile";
            work.findings.push(Diagnostic::global(code::PRINT_FILE, count).hint(hint));
        }
        files.extend(work.written(&PrintPages::whole(&pages, work.named("rulebook", nth, paper))));
    }
    files
}

/// The flowcharts on all their papers, if the book has any.
pub(super) fn make_flowcharts(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    if !press::has_charts(work.book) {
        return files;
    }
    let asked = press::chart_papers(work.book, work.sources, work.findings);
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        let Some(pages) = work.set("/templates/flowcharts.typ", paper, PressTask::Other) else {
            continue;
        };
        files
            .extend(work.written(&PrintPages::whole(&pages, work.named("flowcharts", nth, paper))));
    }
    files
}

/// The rulebook as sheets to fold and staple.
pub(super) fn make_booklet(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let (Some(half), Some(sheet)) =
        (work.profile().half.clone(), work.profile().paper.as_deref().and_then(Paper::find))
    else {
        return Vec::new();
    };
    let Some(pages) = typeset_filled(work, &half, ON_A_SHEET) else { return Vec::new() };
    let Some(bytes) = export::export_untagged(&pages, work.book, work.sources, work.findings)
    else {
        return Vec::new();
    };
    let most = work.profile().most_sheets.unwrap_or(usize::MAX);
    let fold = booklet::BookletSheet {
        width: sheet.height,
        height: sheet.width,
        creep: work.profile().creep,
        most,
    };
    let parts = booklet::split_signatures(pages.pages().len().div_ceil(ON_A_SHEET), most);
    if parts.len() > 1 {
        work.findings.push(thick_booklet(&parts, most));
    }
    match booklet::impose_booklet(bytes, pages.pages().len(), &fold, work.book) {
        Ok(bytes) => {
            vec![OutputFile { name: format!("{}.pdf", work.named("booklet", 0, "")), bytes }]
        }
        Err(error) => {
            let message = format!("the booklet can not be made: {error:#}");
            work.findings.push(Diagnostic::global(code::TYPESETTING, message));
            Vec::new()
        }
    }
}

/// Sets the rulebook with as many useful pages before its last one as its number of pages lacks of
/// a multiple.
fn typeset_filled(
    work: &mut OutputContext<'_>,
    paper: &str,
    multiple: usize,
) -> Option<PagedDocument> {
    let set = |work: &mut OutputContext<'_>, fillers| {
        work.set("/templates/main.typ", paper, PressTask::Pages { fillers })
    };
    let pages = set(work, 0)?;
    let count = pages.pages().len();
    match count.next_multiple_of(multiple) - count {
        0 => Some(pages),
        lacking => set(work, lacking),
    }
}

/// A booklet that no staple goes through comes in parts.
fn thick_booklet(parts: &[Range<usize>], most: usize) -> Diagnostic {
    let sheets: Vec<String> =
        parts.iter().map(|part| format!("{} to {}", part.start + 1, part.end)).collect();
    let (last, before) = sheets.split_last().expect("there are parts");
    let message = format!(
        "the booklet has {} sheets, more than the {most} that fold well; it comes in parts: sheets {} and {last}",
        parts.last().map_or(0, |part| part.end),
        before.join(", "),
    );
    Diagnostic::global(code::THICK_BOOKLET, message)
        .hint("fold and staple each part by itself, or choose another paper")
}

fn wrong_page_count(pages: usize, profile: &Profile) -> Option<String> {
    let few = profile.least_pages.filter(|least| pages < *least);
    let many = profile.most_pages.filter(|most| pages > *most);
    match (few, many) {
        (Some(least), _) => Some(format!(
            "the rulebook has {pages} pages; `{}` takes {least} or more",
            profile.name
        )),
        (_, Some(most)) => Some(format!(
            "the rulebook has {pages} pages; `{}` takes {most} or fewer",
            profile.name
        )),
        _ => None,
    }
}
