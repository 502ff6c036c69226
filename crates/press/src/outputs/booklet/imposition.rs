//! Imposition of booklets: two pages of a finished rulebook on each side of a sheet, in the right order for
//! folding.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use anyhow::{Context, Error, Result, anyhow};
use krilla::Document;
use krilla::geom::{Size, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::page::PageSettings;
use krilla::pdf::{Pdf, PdfDocument};

use crate::book::Book;
use crate::pdf::finish;
use crate::profile::FlipEdge;
use crate::set::design::MM;

/// The paper of a booklet as it is printed, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BookletSheet {
    /// The open sheet.
    pub size: base::size::Size,
    /// Thickness of the paper: each sheet inside another moves its pages by this much towards the fold.
    pub creep: f64,
    /// Most sheets that can be stapled together.
    pub most: usize,
}

/// A side of a sheet: its left and its right page, counted from 0, and the number of sheets of its part
/// around it.
struct SheetSide {
    pages: [usize; 2],
    depth: usize,
}

/// Returns the left and right page, counted from 0, of the sides of the sheets for this number of pages, a
/// multiple of 4.
pub fn page_order(pages: usize) -> Vec<[usize; 2]> {
    let last = |first: usize| pages - 1 - first;
    let sides = |first: usize| [[last(first), first], [first + 1, last(first + 1)]];
    (0..pages / 4).flat_map(|sheet| sides(2 * sheet)).collect()
}

/// Splits this number of sheets into parts of about equal thickness, none with more than `most` sheets.
pub fn split_signatures(sheets: usize, most: usize) -> Vec<Range<usize>> {
    let count = sheets.div_ceil(most.max(1));
    (0..count).map(|nth| nth * sheets / count..(nth + 1) * sheets / count).collect()
}

/// Places the pages of a PDF on sheets, part by part; the last places stay empty if there are too few pages.
pub(crate) fn impose_booklet(
    bytes: Vec<u8>,
    pages: usize,
    sheet: &BookletSheet,
    book: &Book,
) -> Result<Vec<u8>> {
    let pdf = Pdf::new(Arc::new(bytes)).map_err(krilla_error)?;
    let pdf = PdfDocument::new(Arc::new(pdf));
    let mut document = Document::new();
    document.set_metadata(booklet_metadata(book));
    let parts = split_signatures(pages.div_ceil(4), sheet.most);
    for side in parts.into_iter().flat_map(part_sides) {
        draw_side(&mut document, &side, &pdf, pages, sheet)?;
    }
    let bytes = document.finish().map_err(krilla_error)?;
    finish::finish_for_home(&bytes, Some(FlipEdge::Short))
}

/// Wraps an error of krilla, which has no message of its own.
fn krilla_error(error: impl Debug) -> Error {
    anyhow!("{error:?}")
}

/// Converts millimetres to points.
fn points(length: f64) -> f32 {
    (length * MM) as f32
}

/// Returns the sides of the sheets of one part.
fn part_sides(part: Range<usize>) -> impl Iterator<Item = SheetSide> {
    let before = 4 * part.start;
    let sides = page_order(4 * part.len()).into_iter().enumerate();
    sides
        .map(move |(nth, side)| SheetSide { pages: side.map(|page| page + before), depth: nth / 2 })
}

/// Draws the pages of a side, moved towards the fold by the thickness of the sheets around it.
fn draw_side(
    document: &mut Document,
    side: &SheetSide,
    pdf: &PdfDocument,
    pages: usize,
    sheet: &BookletSheet,
) -> Result<()> {
    const NO_SIZE: &str = "the sheet has no size";
    let (wide, high) = (points(sheet.size.width), points(sheet.size.height));
    let half = Size::from_wh(wide / 2.0, high).context(NO_SIZE)?;
    let settings = PageSettings::from_wh(wide, high).context(NO_SIZE)?;
    let inwards = points(sheet.creep) * side.depth as f32;
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    for (number, right) in side.pages.into_iter().zip([inwards, wide / 2.0 - inwards]) {
        if number < pages {
            surface.push_transform(&Transform::from_translate(right, 0.0));
            surface.draw_pdf_page(pdf, half, number);
            surface.pop();
        }
    }
    surface.finish();
    page.finish();
    Ok(())
}

fn booklet_metadata(book: &Book) -> Metadata {
    let metadata = Metadata::new()
        .title(format!("{}: booklet", book.title))
        .authors(book.authors.clone())
        .language(book.language.clone())
        .creator(concat!("rulepress ", env!("CARGO_PKG_VERSION")).to_owned())
        .document_id(format!("rulepress {} booklet", book.name));
    let Some((year, month, day)) = book.date else { return metadata };
    let date = DateTime::new(u16::try_from(year).unwrap_or_default()).month(month).day(day);
    let midnight = date.hour(0).minute(0).second(0).utc_offset_hour(0).utc_offset_minute(0);
    metadata.creation_date(midnight)
}
