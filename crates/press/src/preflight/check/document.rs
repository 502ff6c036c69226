//! Faults of the file as a whole: its number of pages, and differing page sizes.

use std::collections::BTreeMap;

use kurbo::Size;

use crate::preflight::places::tenths;
use crate::preflight::{FaultKind, PrintDemands, PrintFault};
use base::diagnostic::Severity;

/// Greatest difference of sizes that count as the same, in points.
const SAME: f64 = 0.3;
/// Most sizes that are counted; more are a fault of every page.
const MOST_SIZES: usize = 64;

/// Creates a fault of the whole file.
pub fn file_fault(kind: FaultKind, severity: Severity, message: impl Into<String>) -> PrintFault {
    PrintFault { page: None, place: None, kind, severity, message: message.into() }
}

pub fn check_count(pages: usize, demands: &PrintDemands, faults: &mut Vec<PrintFault>) {
    // A single page is a cover or a sheet, which nobody binds.
    if pages == 1 {
        return;
    }
    let words = format!("the file has {pages} pages");
    let wrong = [
        demands
            .least_pages
            .filter(|least| pages < *least)
            .map(|least| format!("at least {least} are required")),
        demands
            .most_pages
            .filter(|most| pages > *most)
            .map(|most| format!("at most {most} can be bound")),
        demands
            .multiple
            .filter(|multiple| !pages.is_multiple_of((*multiple).max(1)))
            .map(|multiple| format!("the number must be a multiple of {multiple}")),
    ];
    for why in wrong.into_iter().flatten() {
        faults.push(file_fault(FaultKind::PageCount, Severity::Error, format!("{words}; {why}")));
    }
}

/// Reports pages whose trim differs from that of most; the sizes are given by page number.
pub fn check_trims(trims: &BTreeMap<u32, Size>, faults: &mut Vec<PrintFault>) {
    let same =
        |a: Size, b: Size| (a.width - b.width).abs() < SAME && (a.height - b.height).abs() < SAME;
    // Files have few sizes: each page is compared with the sizes alone.
    let mut sizes: Vec<(Size, usize)> = Vec::new();
    for trim in trims.values() {
        match sizes.iter().position(|(size, _)| same(*size, *trim)) {
            Some(nth) => sizes[nth].1 += 1,
            None if sizes.len() < MOST_SIZES => sizes.push((*trim, 1)),
            None => {}
        }
    }
    // The first of the most frequent sizes.
    let Some((usual, _)) = sizes.iter().rev().max_by_key(|(_, count)| *count) else { return };
    for (page, trim) in trims.iter().filter(|(_, trim)| !same(**trim, *usual)) {
        let message = format!(
            "the page is {} after it is cut, and most pages are {}",
            size_words(*trim),
            size_words(*usual)
        );
        let mut fault = file_fault(FaultKind::TrimDiffers, Severity::Error, message);
        fault.page = Some(*page);
        faults.push(fault);
    }
}

/// Returns a size in points as words: "148 x 210 mm".
pub fn size_words(size: Size) -> String {
    format!("{} x {} mm", tenths(size.width), tenths(size.height))
}
