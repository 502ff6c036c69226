//! Finished pages as PDF, as a family of outputs wants it.

use std::num::NonZeroUsize;

use typst::foundations::Smart;
use typst::layout::PageRanges;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use super::job::PressJob;
use super::profile::{FlipEdge, OutputFamily, Profile};
use super::{finish, outline};
use crate::book::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::Sources;

/// Pages, or only some of them.
pub(super) struct PageSelection<'a> {
    /// All of them.
    pub document: &'a PagedDocument,
    /// Those that are written, counted from 0.
    pub keep: Option<Vec<usize>>,
}

/// The PDF of pages; paper that is printed on both sides is turned over as `flip` says.
pub(super) fn export_pdf(
    pages: &PageSelection<'_>,
    book: &Book,
    (profile, flip): (&Profile, Option<FlipEdge>),
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let mut options = pdf_options(book);
    options.page_ranges = pages.keep.as_ref().map(|keep| page_ranges(keep));
    let whole = pages.keep.is_none();
    let standard = match (profile.family, profile.standard.as_deref()) {
        (OutputFamily::Screen, _) if whole => PdfStandard::Ua_1,
        (_, Some("1.4")) => PdfStandard::V_1_4,
        (_, Some("1.6")) => PdfStandard::V_1_6,
        _ => PdfStandard::V_1_7,
    };
    options.standards = PdfStandards::new(&[standard]).expect("one standard stands alone");
    options.tagged = profile.family == OutputFamily::Screen && whole;
    let shapes = profile.text_as_outlines.then(|| outline::outline_pages(pages.document));
    let bytes = pdf_bytes(shapes.as_ref().unwrap_or(pages.document), &options, sources, findings)?;
    let finished = match profile.family {
        OutputFamily::Screen => return Some(bytes),
        OutputFamily::Home => finish::finish_for_home(&bytes, flip),
        OutputFamily::Print => finish::finish_for_press(&bytes, profile, findings),
    };
    finished
        .map_err(|error| findings.push(Diagnostic::global(code::TYPESETTING, format!("{error:#}"))))
        .ok()
}

/// The PDF of pages that are going to be imposed.
pub(super) fn export_untagged(
    document: &PagedDocument,
    book: &Book,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    pdf_bytes(document, &PdfOptions { tagged: false, ..pdf_options(book) }, sources, findings)
}

fn pdf_options(book: &Book) -> PdfOptions {
    PdfOptions {
        ident: Smart::Custom(format!("rulepress {}", book.name)),
        creator: Smart::Custom(Some(concat!("rulepress ", env!("CARGO_PKG_VERSION")).into())),
        timestamp: super::book_date(book).map(Timestamp::new_utc),
        ..PdfOptions::default()
    }
}

fn page_ranges(keep: &[usize]) -> PageRanges {
    PageRanges::new(
        keep.iter().map(|nth| NonZeroUsize::new(nth + 1)).map(|page| page..=page).collect(),
    )
}

fn pdf_bytes(
    document: &PagedDocument,
    options: &PdfOptions,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    match typst_pdf::pdf(document, options) {
        Ok(bytes) => Some(bytes),
        Err(errors) => {
            let job = PressJob { paper: "a5".to_owned(), ..PressJob::default() };
            let shelf = super::press_world("/templates/main.typ", &job, sources);
            errors.iter().for_each(|error| findings.push(super::typst_finding(error, &shelf)));
            None
        }
    }
}
