//! The checks. In: the boxes and the marks of each page, and the demands. Out: faults.

mod colours;
mod document;
mod edges;
mod lines;
mod pages;
mod pictures;
mod safe;
mod standard;
mod text;

use std::collections::BTreeMap;

use kurbo::{Insets, Rect};
use lopdf::{Dictionary, ObjectId};

use super::boxes::{MM, PageBoxes};
use super::content::marks::Mark;
use super::content::{PageContent, Reading, read_page};
use super::pdf::PdfFile;
use super::places::PageArea;
use super::{FaultKind, PdfX, PrintDemands, PrintFault};
use base::diagnostic::Severity;

/// Most pages of a file that are checked.
const MOST_PAGES: usize = 20_000;

/// Checks every page and the file; returns the number of pages, and the faults.
pub fn check_file(pdf: &PdfFile, bytes: &[u8], demands: &PrintDemands) -> (usize, Vec<PrintFault>) {
    let pages: Vec<ObjectId> = pdf.document.page_iter().take(MOST_PAGES).collect();
    let mut faults = Vec::new();
    document::check_count(pages.len(), demands, &mut faults);
    standard::check_standard(pdf, bytes, demands, &mut faults);
    let reading = Reading::default();
    let mut trims = BTreeMap::new();
    for (number, id) in (1..).zip(&pages) {
        let Ok(page) = pdf.document.get_dictionary(*id) else { continue };
        let boxes = PageBoxes::of(pdf, page, demands.trim);
        trims.insert(number, boxes.trim.size());
        let content = read_page(pdf, page, &boxes, &reading);
        let (boxes, content, faults) = (&boxes, &content, &mut faults);
        check_page(&mut PageView { number, pdf, page, boxes, content, demands, faults });
    }
    document::check_trims(&trims, &mut faults);
    (pages.len(), faults)
}

fn check_page(view: &mut PageView<'_>) {
    pages::check_boxes(view);
    pages::check_whole(view);
    pages::check_annotations(view);
    colours::check_colours(view);
    text::check_text(view);
    pictures::check_pictures(view);
    lines::check_lines(view);
    safe::check_safe(view);
    edges::check_bleed(view);
}

/// A page, and the list of its faults.
struct PageView<'a> {
    number: u32,
    pdf: &'a PdfFile,
    page: &'a Dictionary,
    boxes: &'a PageBoxes,
    content: &'a PageContent,
    demands: &'a PrintDemands,
    faults: &'a mut Vec<PrintFault>,
}

impl<'a> PageView<'a> {
    fn error(&mut self, kind: FaultKind, area: Option<Rect>, message: impl Into<String>) {
        self.add(kind, Severity::Error, area, message);
    }

    fn warn(&mut self, kind: FaultKind, area: Option<Rect>, message: impl Into<String>) {
        self.add(kind, Severity::Warning, area, message);
    }

    fn add(
        &mut self,
        kind: FaultKind,
        severity: Severity,
        area: Option<Rect>,
        message: impl Into<String>,
    ) {
        let (page, message) = (Some(self.number), message.into());
        let place = area.map(|area| PageArea::of(area.intersect(self.boxes.media)));
        self.faults.push(PrintFault { page, place, kind, severity, message });
    }

    /// Returns the bleed that is asked for, in points: left, right, top, bottom.
    fn bleed(&self) -> [f64; 4] {
        self.demands.bleed.of_page(self.number).map(|length| length * MM)
    }

    /// Returns the area that is printed: the page with its bleed.
    fn printed(&self) -> Rect {
        let [left, right, top, bottom] = self.bleed();
        self.boxes.trim + Insets::new(left, top, right, bottom)
    }

    /// Returns the marks that are printed, in the order in which they are painted.
    fn marks(&self) -> Vec<&'a Mark> {
        let printed = self.printed();
        let content = self.content;
        content.marks.iter().filter(|mark| touches(mark.area, printed)).collect()
    }

    /// Returns the severity of what a print standard forbids.
    fn severity(&self) -> Severity {
        if self.demands.standard.is_some() { Severity::Error } else { Severity::Warning }
    }

    fn is_x1a(&self) -> bool {
        self.demands.standard == Some(PdfX::X1a)
    }
}

/// True if two areas overlap; a line without width counts.
fn touches(one: Rect, other: Rect) -> bool {
    one.x0 < other.x1 && one.x1 > other.x0 && one.y0 < other.y1 && one.y1 > other.y0
        || one.area() == 0.0 && other.contains(one.center())
}
