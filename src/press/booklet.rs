//! Booklets: the pages of a finished rulebook, two on each side of a sheet, in the order that
//! folding puts right.

use std::ops::Range;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use krilla::Document;
use krilla::geom::{Size, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::pdf::{Pdf, PdfDocument};

use super::finish;
use super::profile::FlipEdge;
use super::tokens::MM;
use crate::book::Book;

/// The paper of a booklet as it is printed, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BookletSheet {
    /// Width of the open sheet.
    pub width: f64,
    /// Height of the open sheet.
    pub height: f64,
    /// Thickness of the paper: each sheet inside another moves its pages so far to the fold.
    pub creep: f64,
    /// Sheets that can be stapled together.
    pub most: usize,
}

/// The sides of the sheets for so many pages, a multiple of 4: left and right page of each, counted
/// from 0.
pub fn page_order(pages: usize) -> Vec<[usize; 2]> {
    let sides = |sheet: usize| {
        let (first, last) = (2 * sheet, pages - 1 - 2 * sheet);
        [[last, first], [first + 1, last - 1]]
    };
    (0..pages / 4).flat_map(sides).collect()
}

/// The parts of a booklet of so many sheets, none thicker than `most` and all about equally thick.
pub fn split_signatures(sheets: usize, most: usize) -> Vec<Range<usize>> {
    let count = sheets.div_ceil(most.max(1));
    (0..count).map(|nth| nth * sheets / count..(nth + 1) * sheets / count).collect()
}

/// Lays the pages of a PDF onto sheets, part by part; the last places stay empty if there are too
/// few.
pub(super) fn impose_booklet(
    bytes: Vec<u8>,
    pages: usize,
    fold: &BookletSheet,
    book: &Book,
) -> Result<Vec<u8>> {
    let pdf = Pdf::new(Arc::new(bytes)).map_err(|error| anyhow!("{error:?}"))?;
    let pdf = PdfDocument::new(Arc::new(pdf));
    let (wide, high) = ((fold.width * MM) as f32, (fold.height * MM) as f32);
    let half = Size::from_wh(wide / 2.0, high).context("the sheet has no size")?;
    let mut document = Document::new();
    document.set_metadata(booklet_metadata(book));
    let sides = split_signatures(pages.div_ceil(4), fold.most).into_iter().flat_map(|part| {
        let before = 4 * part.start;
        page_order(4 * part.len())
            .into_iter()
            .map(move |side| side.map(|page| page + before))
            .enumerate()
    });
    for (nth, side) in sides {
        let settings = PageSettings::from_wh(wide, high).context("the sheet has no size")?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let inwards = (fold.creep * MM) as f32 * (nth / 2) as f32;
        for (place, number) in side.iter().enumerate().filter(|(_, number)| **number < pages) {
            let right = if place == 0 { inwards } else { wide / 2.0 - inwards };
            surface.push_transform(&Transform::from_translate(right, 0.0));
            surface.draw_pdf_page(&pdf, half, *number);
            surface.pop();
        }
        surface.finish();
        page.finish();
    }
    let bytes = document.finish().map_err(|error| anyhow!("{error:?}"))?;
    finish::finish_for_home(&bytes, Some(FlipEdge::Short))
}

fn booklet_metadata(book: &Book) -> Metadata {
    let metadata = Metadata::new()
        .title(format!("{}: booklet", book.title))
        .authors(book.authors.clone())
        .language(book.language.clone())
        .creator(concat!("rulepress ", env!("CARGO_PKG_VERSION")).to_owned())
        .document_id(format!("rulepress {} booklet", book.name));
    match book.date {
        Some((year, month, day)) => {
            let date = DateTime::new(u16::try_from(year).unwrap_or_default()).month(month).day(day);
            metadata.creation_date(
                date.hour(0).minute(0).second(0).utc_offset_hour(0).utc_offset_minute(0),
            )
        }
        None => metadata,
    }
}
