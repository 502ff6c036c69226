//! Finished pages as PDF for a family of outputs.

use std::num::NonZeroUsize;

use anyhow::Result;
use typst::diag::SourceDiagnostic;
use typst::foundations::{Datetime, Smart};
use typst::layout::PageRanges;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards, Timestamp};

use crate::book::Book;
use crate::pdf::cut_lines::CutLines;
use crate::pdf::finish::{self, JoinedPdf, PressFinish};
use crate::pdf::letter_shapes;
use crate::profile::{FlipEdge, OutputFamily, Profile};
use crate::set::typeset::typst_finding;
use base::diagnostic::{Diagnostic, Findings, code};

/// All pages of a document, or some of them.
pub struct PageSelection<'a> {
    /// The document.
    pub document: &'a PagedDocument,
    /// The edge over which paper is turned that is printed on both sides.
    pub flip: Option<FlipEdge>,
    /// True if they are bound as a book, whose first page is a right one.
    pub bound: bool,
    /// Indices of the pages to write, from 0; `None` for all.
    pub keep: Option<Vec<usize>>,
    /// Lines along which a print shop cuts pieces out of them.
    pub cut: Option<CutLines>,
    /// Number of pages of the same output before them.
    pub before: usize,
}

impl<'a> PageSelection<'a> {
    /// Selects all pages.
    pub fn all(document: &'a PagedDocument) -> Self {
        Self { document, flip: None, bound: false, keep: None, cut: None, before: 0 }
    }

    /// True if no page is written.
    pub(crate) fn is_empty(&self) -> bool {
        self.keep.as_ref().is_some_and(Vec::is_empty)
    }

    /// True if a page is written.
    pub(crate) fn holds(&self, nth: usize) -> bool {
        self.keep.as_ref().is_none_or(|keep| keep.contains(&nth))
    }
}

/// Returns the PDF of pages. The same pages give the same bytes.
pub fn export_pdf(
    pages: &PageSelection<'_>,
    book: &Book,
    profile: &Profile,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let whole = pages.keep.is_none();
    let options = PdfOptions {
        page_ranges: pages.keep.as_ref().map(|keep| page_ranges(keep)),
        ..profile_options(book, profile, whole)
    };
    let bytes = plain_pdf(pages.document, options, profile, findings)?;
    let cut = pages.cut.as_ref().map(|cut| match &pages.keep {
        Some(keep) => cut.kept(keep),
        None => cut.clone(),
    });
    let how = PressFinish { profile, is_bound: pages.bound, cut: cut.as_ref() };
    or_finding(finish_pdf(bytes, &how, pages.flip, findings), findings)
}

fn plain_pdf(
    document: &PagedDocument,
    options: PdfOptions,
    profile: &Profile,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let shapes = profile.text_as_outlines.then(|| letter_shapes::outline_pages(document));
    claimed_pdf(shapes.as_ref().unwrap_or(document), options, findings)
}

fn or_finding<T>(made: Result<T>, findings: &mut Findings) -> Option<T> {
    let report = |error| {
        findings.push(Diagnostic::global(code::TYPESETTING, format!("{error:#}")));
    };
    made.map_err(report).ok()
}

/// A PDF whose pages are set in parts.
#[derive(Default)]
pub(crate) struct PartedPdf {
    joined: JoinedPdf,
    /// True if a finding already says why the file does not claim PDF/UA.
    is_unclaimed: bool,
}

impl PartedPdf {
    /// Adds the pages of a part; `None` after a finding.
    pub(crate) fn add(
        &mut self,
        document: &PagedDocument,
        book: &Book,
        profile: &Profile,
        findings: &mut Findings,
    ) -> Option<()> {
        let options = profile_options(book, profile, true);
        let mut own = Findings::default();
        let bytes = plain_pdf(document, options, profile, &mut own);
        let told = self.is_unclaimed;
        self.is_unclaimed |= own.0.iter().any(|finding| finding.code == code::ACCESSIBILITY);
        own.0.retain(|finding| !told || finding.code != code::ACCESSIBILITY);
        findings.0.append(&mut own.0);
        or_finding(self.joined.add(&bytes?), findings)
    }

    /// Returns the whole PDF, finished for its printer.
    pub(crate) fn finish(
        self,
        profile: &Profile,
        flip: Option<FlipEdge>,
        findings: &mut Findings,
    ) -> Option<Vec<u8>> {
        let bytes = or_finding(self.joined.finish(), findings)?;
        let how = PressFinish { profile, is_bound: false, cut: None };
        let finished = finish_pdf(bytes, &how, flip, findings);
        or_finding(finished, findings)
    }
}

/// Adds the demands of printers to a PDF.
fn finish_pdf(
    bytes: Vec<u8>,
    how: &PressFinish<'_>,
    flip: Option<FlipEdge>,
    findings: &mut Findings,
) -> Result<Vec<u8>> {
    match how.profile.family {
        OutputFamily::Screen => Ok(bytes),
        OutputFamily::Home => finish::finish_for_home(&bytes, flip),
        OutputFamily::Print => finish::finish_for_press(&bytes, how, findings),
    }
}

/// Returns the PDF of pages that are going to be imposed.
pub(crate) fn export_untagged(
    document: &PagedDocument,
    book: &Book,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    pdf_bytes(document, &PdfOptions { tagged: false, ..pdf_options(book) }, findings)
}

/// Returns the options: PDF/UA-1 for all pages on a screen, else the version that a profile asks for.
fn profile_options(book: &Book, profile: &Profile, whole: bool) -> PdfOptions {
    let tagged = profile.family == OutputFamily::Screen && whole;
    let standard = match profile.standard.version() {
        _ if tagged => PdfStandard::Ua_1,
        "1.4" => PdfStandard::V_1_4,
        "1.6" => PdfStandard::V_1_6,
        _ => PdfStandard::V_1_7,
    };
    let standards = PdfStandards::new(&[standard]).expect("one stands alone");
    PdfOptions { standards, tagged, ..pdf_options(book) }
}

fn pdf_options(book: &Book) -> PdfOptions {
    PdfOptions {
        ident: Smart::Custom(format!("rulepress {}", book.name)),
        creator: Smart::Custom(Some(concat!("rulepress ", env!("CARGO_PKG_VERSION")).into())),
        timestamp: midnight(book).map(Timestamp::new_utc),
        ..PdfOptions::default()
    }
}

/// Returns midnight of the date of the book; a book without a date is undated, so that its bytes are the same
/// on any day.
fn midnight(book: &Book) -> Option<Datetime> {
    let (year, month, day) = book.date?;
    Datetime::from_ymd_hms(year, month, day, 0, 0, 0)
}

fn page_ranges(keep: &[usize]) -> PageRanges {
    let pages = keep.iter().map(|nth| NonZeroUsize::new(nth + 1));
    PageRanges::new(pages.map(|page| page..=page).collect())
}

/// Returns a PDF that claims to follow its standard; if a detail breaks PDF/UA, the same PDF without the
/// claim, and a warning that names the detail.
fn claimed_pdf(
    document: &PagedDocument,
    options: PdfOptions,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let errors = match typst_pdf::pdf(document, &options) {
        Ok(bytes) => return Some(bytes),
        Err(errors) => errors,
    };
    let plain = PdfOptions { standards: PdfStandards::default(), ..options };
    let bytes = pdf_bytes(document, &plain, findings)?;
    findings.0.extend(errors.first().map(|error| broken_standard(error, errors.len())));
    Some(bytes)
}

fn broken_standard(error: &SourceDiagnostic, count: usize) -> Diagnostic {
    let more = if count == 1 { String::new() } else { format!(", and {} more details", count - 1) };
    let message = format!("the PDF does not claim PDF/UA: {}{more}", error.message);
    Diagnostic::global(code::ACCESSIBILITY, message)
        .hint("the PDF can be read and printed; a screen reader may have trouble with this detail")
}

fn pdf_bytes(
    document: &PagedDocument,
    options: &PdfOptions,
    findings: &mut Findings,
) -> Option<Vec<u8>> {
    let report = |error: &SourceDiagnostic| findings.push(typst_finding(error, None));
    typst_pdf::pdf(document, options).map_err(|errors| errors.iter().for_each(report)).ok()
}
