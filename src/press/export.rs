//! Finished pages as PDF, as a family of outputs wants it.

use std::num::NonZeroUsize;

use typst::foundations::Smart;
use typst::layout::PageRanges;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use super::job::Job;
use super::profile::{Family, Flip, Profile};
use super::{finish, outline};
use crate::book::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::Sources;

/// Pages, or only some of them.
pub(super) struct Pages<'a> {
    /// All of them.
    pub document: &'a PagedDocument,
    /// Those that are written, counted from 0.
    pub keep: Option<Vec<usize>>,
}

/// The PDF of pages; paper that is printed on both sides is turned over as `flip` says.
pub(super) fn pdf(
    pages: &Pages<'_>,
    book: &Book,
    (profile, flip): (&Profile, Option<Flip>),
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let mut options = options(book);
    options.page_ranges = pages.keep.as_ref().map(|keep| ranges(keep));
    let whole = pages.keep.is_none();
    let standard = match (profile.family, profile.standard.as_deref()) {
        (Family::Screen, _) if whole => PdfStandard::Ua_1,
        (_, Some("1.4")) => PdfStandard::V_1_4,
        (_, Some("1.6")) => PdfStandard::V_1_6,
        _ => PdfStandard::V_1_7,
    };
    options.standards = PdfStandards::new(&[standard]).expect("one standard stands alone");
    options.tagged = profile.family == Family::Screen && whole;
    let shapes = profile.text_as_outlines.then(|| outline::outlined(pages.document));
    let bytes = bytes(shapes.as_ref().unwrap_or(pages.document), &options, sources, findings)?;
    let finished = match profile.family {
        Family::Screen => return Some(bytes),
        Family::Home => finish::home(&bytes, flip),
        Family::Print => finish::press(&bytes, profile, findings),
    };
    finished
        .map_err(|error| findings.push(Diagnostic::global(code::TYPESETTING, format!("{error:#}"))))
        .ok()
}

/// The PDF of pages that are going to be imposed.
pub(super) fn plain(
    document: &PagedDocument,
    book: &Book,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    bytes(document, &PdfOptions { tagged: false, ..options(book) }, sources, findings)
}

fn options(book: &Book) -> PdfOptions {
    PdfOptions {
        ident: Smart::Custom(format!("rulepress {}", book.name)),
        creator: Smart::Custom(Some(concat!("rulepress ", env!("CARGO_PKG_VERSION")).into())),
        timestamp: super::date(book).map(Timestamp::new_utc),
        ..PdfOptions::default()
    }
}

fn ranges(keep: &[usize]) -> PageRanges {
    PageRanges::new(
        keep.iter().map(|nth| NonZeroUsize::new(nth + 1)).map(|page| page..=page).collect(),
    )
}

fn bytes(
    document: &PagedDocument,
    options: &PdfOptions,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    match typst_pdf::pdf(document, options) {
        Ok(bytes) => Some(bytes),
        Err(errors) => {
            let job = Job { paper: "a5".to_owned(), ..Job::default() };
            let shelf = super::shelf("/templates/main.typ", &job, sources);
            errors.iter().for_each(|error| findings.push(super::finding(error, &shelf)));
            None
        }
    }
}
