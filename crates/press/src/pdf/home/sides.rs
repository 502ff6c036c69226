//! Sides of sheets in a finished PDF. In: a PDF whose pages alternate between fronts and backs, or are fronts
//! alone. Out: the same pages turned, moved and scaled for a printer, in one file or in two.

use anyhow::{Context, Result};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use super::passes::Passes;
use super::printer::{Correction, Printer, SheetSide};
use crate::pdf::finish::{duplex_name, load_document, operand_number, save_document};
use crate::profile::FlipEdge;
use crate::set::design::MM;

/// Entries of a catalogue that refer to pages, some of which a pass lacks.
const NAMES_PAGES: [&[u8]; 6] =
    [b"Outlines", b"Dests", b"Names", b"PageMode", b"OpenAction", b"PageLabels"];

/// Settings for printing the sheets of a PDF.
#[derive(Debug, Clone)]
pub struct SheetPrint<'a> {
    /// Side of the sheets for each page, counted from 0: even numbers are fronts.
    pub numbers: Vec<usize>,
    /// The edge for which the backs are laid out; `None` if sheets have one side.
    pub laid: Option<FlipEdge>,
    /// The edge over which the sheets are turned.
    pub flip: FlipEdge,
    /// Offset of backs on their pages, to the right and down, in millimetres.
    pub offset: (f64, f64),
    /// The printer, if it was measured.
    pub printer: Option<&'a Printer>,
    /// Its paper feed, if it prints one side at a time.
    pub passes: Option<Passes>,
}

/// A PDF to be printed, and the end of its name.
pub struct PrintFile {
    pub suffix: &'static str,
    pub bytes: Vec<u8>,
}

/// A matrix as PDF writes it.
type Matrix = [f64; 6];

impl SheetPrint<'_> {
    /// Makes the PDF as it is printed: one file, or one for fronts and one for backs.
    pub fn files(&self, bytes: Vec<u8>) -> Result<Vec<PrintFile>> {
        let passes = self.passes.filter(|_| self.numbers.iter().any(|number| number % 2 == 1));
        if passes.is_none() && !self.changes_pages() {
            return Ok(vec![PrintFile { suffix: "", bytes }]);
        }
        let mut document = load_document(&bytes)?;
        let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
        for (page, number) in pages.iter().zip(&self.numbers) {
            let is_front = number.is_multiple_of(2);
            let side = if is_front { SheetSide::Front } else { SheetSide::Back };
            self.put_right(&mut document, *page, side)?;
        }
        let Some(passes) = passes else {
            self.set_duplex(&mut document, self.laid.map(|_| self.flip))?;
            return Ok(vec![PrintFile { suffix: "", bytes: save_document(document)? }]);
        };
        let mut files = Vec::new();
        for (suffix, side) in [("-1-fronts", SheetSide::Front), ("-2-backs", SheetSide::Back)] {
            let mut document = document.clone();
            let order = self.pass_order(&mut document, &pages, side, passes)?;
            keep_pages(&mut document, order)?;
            self.set_duplex(&mut document, None)?;
            files.push(PrintFile { suffix, bytes: save_document(document)? });
        }
        Ok(files)
    }

    fn changes_pages(&self) -> bool {
        self.printer.is_some()
            || self.offset != (0.0, 0.0)
            || self.laid.is_some_and(|laid| laid != self.flip)
    }

    /// Returns the pages of one side in the order of printing; a sheet without a back has a blank page, so
    /// that the number of sheets stays the same.
    fn pass_order(
        &self,
        document: &mut Document,
        pages: &[ObjectId],
        side: SheetSide,
        passes: Passes,
    ) -> Result<Vec<ObjectId>> {
        let mut sheets: Vec<usize> = self.numbers.iter().map(|number| number / 2).collect();
        sheets.dedup();
        let order = match side {
            SheetSide::Front => (0..sheets.len()).collect(),
            SheetSide::Back => passes.back_order(sheets.len()),
        };
        let first = *pages.first().context("the finished PDF has no page")?;
        let mut ordered = Vec::new();
        for nth in order {
            let number = 2 * sheets[nth] + usize::from(side == SheetSide::Back);
            match self.numbers.iter().position(|own| *own == number) {
                Some(at) => ordered.push(pages[at]),
                None => ordered.push(blank_page(document, first)?),
            }
        }
        Ok(ordered)
    }

    /// Corrects a page for the printer.
    fn put_right(&self, document: &mut Document, id: ObjectId, side: SheetSide) -> Result<()> {
        let (left, bottom, wide, high) = media_box(document, id)?;
        let mut matrix = [1.0, 0.0, 0.0, 1.0, -left, -bottom];
        if side == SheetSide::Back && self.laid.is_some_and(|laid| laid != self.flip) {
            matrix = after(matrix, [-1.0, 0.0, 0.0, -1.0, wide, high]);
        }
        if side == SheetSide::Back {
            matrix = after(matrix, [1.0, 0.0, 0.0, 1.0, self.offset.0 * MM, -self.offset.1 * MM]);
        }
        let (mut wide, mut high) = (wide, high);
        // Viewers turn wide pages one way or the other; a correction needs a known one.
        if (self.printer.is_some() || self.passes.is_some()) && wide > high {
            matrix = after(matrix, [0.0, 1.0, -1.0, 0.0, high, 0.0]);
            (wide, high) = (high, wide);
        }
        let correct = self.printer.map(|printer| printer.correction(side, self.flip));
        matrix = after(matrix, about_middle(correct.unwrap_or(Correction::NONE), wide, high));
        if matrix == [1.0, 0.0, 0.0, 1.0, 0.0, 0.0] {
            return Ok(());
        }
        wrap_content(document, id, matrix)?;
        let page = document.get_dictionary_mut(id)?;
        for key in [b"CropBox".as_slice(), b"BleedBox", b"TrimBox", b"ArtBox"] {
            page.remove(key);
        }
        page.set("MediaBox", Object::Array([0.0, 0.0, wide, high].map(number).to_vec()));
        Ok(())
    }

    /// Sets how the sheets are turned over, or that they have one side.
    fn set_duplex(&self, document: &mut Document, flip: Option<FlipEdge>) -> Result<()> {
        let catalog = document.catalog_mut().context("the finished PDF has no catalogue")?;
        let wishes = catalog.get_mut(b"ViewerPreferences").and_then(Object::as_dict_mut);
        let wishes = wishes.context("the finished PDF asks for nothing")?;
        wishes.set("Duplex", flip.map_or("Simplex", duplex_name));
        Ok(())
    }
}

/// Returns the matrix of a correction on a page of this width and height, in points.
fn about_middle(correction: Correction, wide: f64, high: f64) -> Matrix {
    let Correction { scale: (across, down), shift: (right, below) } = correction;
    let still = |length: f64, scale: f64| length / 2.0 * (1.0 - scale);
    [across, 0.0, 0.0, down, still(wide, across) + right * MM, still(high, down) - below * MM]
}

/// Returns the matrix of two transforms, `first` and `then`.
fn after(first: Matrix, then: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = first;
    let along = |x: f64, y: f64| (then[0] * x + then[2] * y, then[1] * x + then[3] * y);
    let ((a, b), (c, d), (e, f)) = (along(a, b), along(c, d), along(e, f));
    [a, b, c, d, e + then[4], f + then[5]]
}

fn number(value: f64) -> Object {
    Object::Real(value as f32)
}

/// Returns left, bottom, width and height of a page, in points.
fn media_box(document: &Document, id: ObjectId) -> Result<(f64, f64, f64, f64)> {
    let page = document.get_dictionary(id)?;
    let sides = page.get(b"MediaBox").and_then(Object::as_array).context("a page has no size")?;
    let sides: Vec<f64> = sides.iter().filter_map(operand_number).collect();
    let [left, bottom, right, top] = sides[..] else { anyhow::bail!("a page has no size") };
    Ok((left, bottom, right - left, top - bottom))
}

/// Draws the content of a page through a matrix.
fn wrap_content(document: &mut Document, id: ObjectId, matrix: Matrix) -> Result<()> {
    let before = document.get_dictionary(id)?.get(b"Contents").ok().cloned();
    let numbers = matrix.map(|value| format!("{value:.5}")).join(" ");
    let begin = Stream::new(dictionary! {}, format!("q {numbers} cm\n").into_bytes());
    let end = Stream::new(dictionary! {}, b"\nQ".to_vec());
    let (begin, end) = (document.add_object(begin), document.add_object(end));
    let inner = match before {
        Some(Object::Array(parts)) => parts,
        Some(part) => vec![part],
        None => Vec::new(),
    };
    let mut contents = vec![Object::Reference(begin)];
    contents.extend(inner);
    contents.push(Object::Reference(end));
    document.get_dictionary_mut(id)?.set("Contents", contents);
    Ok(())
}

/// Adds an empty page as large as another one.
fn blank_page(document: &mut Document, like: ObjectId) -> Result<ObjectId> {
    let like = document.get_dictionary(like)?;
    let mut page = dictionary! { "Type" => "Page", "Resources" => Dictionary::new() };
    page.set("MediaBox", like.get(b"MediaBox")?.clone());
    Ok(document.add_object(page))
}

/// Keeps these pages, in this order, and removes entries that refer to others.
fn keep_pages(document: &mut Document, pages: Vec<ObjectId>) -> Result<()> {
    let root = document.catalog()?.get(b"Pages").and_then(Object::as_reference)?;
    let kids: Vec<Object> = pages.iter().copied().map(Object::Reference).collect();
    for page in &pages {
        let page = document.get_dictionary_mut(*page)?;
        page.set("Parent", root);
        page.remove(b"Annots");
        page.remove(b"StructParents");
    }
    let tree = document.get_dictionary_mut(root)?;
    tree.set("Count", kids.len() as i64);
    tree.set("Kids", kids);
    let catalog = document.catalog_mut().context("the finished PDF has no catalogue")?;
    for key in NAMES_PAGES {
        catalog.remove(key);
    }
    document.prune_objects();
    Ok(())
}
