//! The rulebook on pages and as a booklet, and the flowcharts.

use std::ops::Range;

use typst_layout::PagedDocument;

use super::{File, Print, Work};
use crate::diagnostic::{Diagnostic, code};
use crate::press::job::Task;
use crate::press::profile::{Family, Profile};
use crate::press::{self, booklet, export, paper};

/// A booklet has four pages on a sheet.
const ON_A_SHEET: usize = 4;

/// The rulebook on all its papers.
pub(super) fn rulebooks(work: &mut Work<'_>) -> Vec<File> {
    let mut files = Vec::new();
    let asked = press::papers(work.book, work.sources, work.findings);
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        press::placed_elsewhere(work.book, paper, work.findings);
        let multiple = work.profile().multiple.filter(|_| work.profile().family == Family::Print);
        let Some(pages) = filled(work, paper, multiple.unwrap_or(1)) else { continue };
        if let Some(count) = wrong_count(pages.pages().len(), work.profile()) {
            let hint = "choose another paper or another profile";
            work.findings.push(Diagnostic::global(code::PRINT_FILE, count).hint(hint));
        }
        files.extend(work.written(&Print::whole(&pages, work.named("rulebook", nth, paper))));
    }
    files
}

/// The flowcharts on all their papers, if the book has any.
pub(super) fn flowcharts(work: &mut Work<'_>) -> Vec<File> {
    let mut files = Vec::new();
    if !press::has_charts(work.book) {
        return files;
    }
    let asked = press::chart_papers(work.book, work.sources, work.findings);
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        let Some(pages) = work.set("/templates/flowcharts.typ", paper, Task::Other) else {
            continue;
        };
        files.extend(work.written(&Print::whole(&pages, work.named("flowcharts", nth, paper))));
    }
    files
}

/// The rulebook as sheets to fold and staple.
pub(super) fn booklet(work: &mut Work<'_>) -> Vec<File> {
    let (Some(half), Some(sheet)) =
        (work.profile().half.clone(), work.profile().paper.as_deref().and_then(paper::find))
    else {
        return Vec::new();
    };
    let Some(pages) = filled(work, &half, ON_A_SHEET) else { return Vec::new() };
    let Some(bytes) = export::plain(&pages, work.book, work.sources, work.findings) else {
        return Vec::new();
    };
    let most = work.profile().most_sheets.unwrap_or(usize::MAX);
    let fold = booklet::Fold {
        width: sheet.height,
        height: sheet.width,
        creep: work.profile().creep,
        most,
    };
    let parts = booklet::parts(pages.pages().len().div_ceil(ON_A_SHEET), most);
    if parts.len() > 1 {
        work.findings.push(thick(&parts, most));
    }
    match booklet::impose(bytes, pages.pages().len(), &fold, work.book) {
        Ok(bytes) => vec![File { name: format!("{}.pdf", work.named("booklet", 0, "")), bytes }],
        Err(error) => {
            let message = format!("the booklet can not be made: {error:#}");
            work.findings.push(Diagnostic::global(code::TYPESETTING, message));
            Vec::new()
        }
    }
}

/// Sets the rulebook with as many useful pages before its last one as its number of pages lacks of
/// a multiple.
fn filled(work: &mut Work<'_>, paper: &str, multiple: usize) -> Option<PagedDocument> {
    let set = |work: &mut Work<'_>, fillers| {
        work.set("/templates/main.typ", paper, Task::Pages { fillers })
    };
    let pages = set(work, 0)?;
    let count = pages.pages().len();
    match count.next_multiple_of(multiple) - count {
        0 => Some(pages),
        lacking => set(work, lacking),
    }
}

/// A booklet that no staple goes through comes in parts.
fn thick(parts: &[Range<usize>], most: usize) -> Diagnostic {
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

fn wrong_count(pages: usize, profile: &Profile) -> Option<String> {
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
