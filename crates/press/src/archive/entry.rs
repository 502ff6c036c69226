//! A file of an archive: its content, the sizes of its pages, the number of copies to order, and the result
//! of preflight.

use image::ImageReader;
use lopdf::{Document, Object, ObjectId};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Cursor;

use crate::OutputFile;
use crate::book::Output;
use crate::preflight::{grouped_faults, preflight};
use crate::profile::{OutputFamily, Profile};
use crate::set::design::MM;
use base::diagnostic::Severity;
use base::size::Size;

/// Dots per inch, if a profile names no number.
const DOTS: u32 = 300;
/// Millimetres in an inch.
const INCH: f64 = 25.4;

/// A file of an archive.
#[derive(Debug, Serialize)]
pub struct FileEntry {
    /// Its path in the archive.
    pub file: String,
    /// The part of the game it belongs to, by its name for `--only`.
    pub part: &'static str,
    /// Its content, in words.
    pub holds: String,
    /// Number of the page that it shows, where each page is a picture.
    pub page: Option<usize>,
    /// Number of copies to order for one copy of the game.
    pub copies: usize,
    /// Number of pieces made from one copy: cards, tokens, boxes.
    pub pieces: Option<usize>,
    /// The kind of the pieces.
    pub kind: Option<&'static str>,
    /// Number of its pages; a picture is one.
    pub pages: Option<usize>,
    /// The sizes of its pages after they are cut, in millimetres, each once.
    pub trim_mm: Vec<[f64; 2]>,
    /// The size of a picture.
    pub pixels: Option<[u32; 2]>,
    /// Dots per inch of a picture.
    pub dots_an_inch: Option<u32>,
    /// A note for the person who orders, if there is one.
    pub note: Option<String>,
    /// The result of its check.
    pub check: FileCheck,
    /// Its size, in bytes.
    pub bytes: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// The check of a file.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct FileCheck {
    /// The program that checked it; `None` if nothing did.
    pub by: Option<&'static str>,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Messages of the errors and warnings.
    pub faults: Vec<String>,
}

impl FileEntry {
    /// Builds the entry of a file.
    pub fn of(output: Output, file: &OutputFile, profile: &Profile) -> Self {
        let digest = Sha256::digest(&file.bytes);
        let holds = &file.holds;
        let entry = Self {
            file: file.name.clone(),
            part: output.name(),
            holds: holds.what.clone().unwrap_or_else(|| output.name().to_owned()),
            page: holds.page,
            copies: holds.copies,
            pieces: holds.pieces.map(|(count, _)| count),
            kind: holds.pieces.map(|(_, kind)| kind),
            pages: None,
            trim_mm: Vec::new(),
            pixels: None,
            dots_an_inch: None,
            note: holds.note.clone(),
            check: FileCheck::default(),
            bytes: file.bytes.len(),
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        match file.name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("pdf") => entry.with_pages(file, output, profile),
            Some("png") => entry.with_pixels(file, profile),
            _ => entry,
        }
    }

    /// True if both files are pages in the same folder, with the same copies, size and check.
    pub fn is_page_beside(&self, other: &Self) -> bool {
        let folder =
            |entry: &Self| entry.file.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        self.page.is_some()
            && other.page.is_some()
            && folder(self) == folder(other)
            && (self.copies, &self.pixels) == (other.copies, &other.pixels)
            && self.check == other.check
    }

    fn with_pages(mut self, file: &OutputFile, output: Output, profile: &Profile) -> Self {
        if let Ok(document) = Document::load_mem(&file.bytes) {
            let pages = document.get_pages();
            self.pages = Some(pages.len());
            for size in pages.into_values().filter_map(|page| trim_of(&document, page)) {
                if !self.trim_mm.contains(&size) {
                    self.trim_mm.push(size);
                }
            }
        }
        self.check = pdf_check(file, output, profile);
        self
    }

    fn with_pixels(mut self, file: &OutputFile, profile: &Profile) -> Self {
        let reader = ImageReader::new(Cursor::new(&file.bytes)).with_guessed_format();
        let Some((width, height)) = reader.ok().and_then(|it| it.into_dimensions().ok()) else {
            return self;
        };
        let dots = profile.dpi.unwrap_or(DOTS);
        let trim = [width, height]
            .map(|side| rounded(f64::from(side) / f64::from(dots) * INCH - 2.0 * profile.bleed));
        (self.pages, self.pixels, self.dots_an_inch) = (Some(1), Some([width, height]), Some(dots));
        self.trim_mm = vec![trim];
        self.check = picture_check(trim, file);
        self
    }
}

/// Rounds a length to tenths of a millimetre.
fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

/// Width and height of a page after it is cut, in millimetres.
fn trim_of(document: &Document, page: ObjectId) -> Option<[f64; 2]> {
    let fields = document.get_dictionary(page).ok()?;
    let area = fields.get(b"TrimBox").or_else(|_| fields.get(b"MediaBox")).ok()?;
    let sides = document.dereference(area).ok()?.1.as_array().ok()?;
    let side = |nth: usize| {
        let side = sides.get(nth)?;
        Object::as_float(side).ok().map(f64::from)
    };
    let size = [side(2)? - side(0)?, side(3)? - side(1)?];
    Some(size.map(|side| rounded(side / MM)))
}

/// The result of preflight for a PDF under its profile.
fn pdf_check(file: &OutputFile, output: Output, profile: &Profile) -> FileCheck {
    let by = Some("rulepress preflight");
    let is_bound = output == Output::Rulebook;
    let mut demands = profile.demands(is_bound);
    demands.trim = None;
    if !is_bound {
        (demands.multiple, demands.least_pages, demands.most_pages) = (None, None, None);
    }
    if profile.family != OutputFamily::Print {
        return FileCheck::default();
    }
    match preflight(&file.bytes, &demands) {
        Ok(report) => FileCheck {
            by,
            errors: report.count(Severity::Error),
            warnings: report.count(Severity::Warning),
            faults: grouped_faults(&report.faults).iter().flat_map(|group| group.words()).collect(),
        },
        Err(error) => FileCheck { by, errors: 1, warnings: 0, faults: vec![error.to_string()] },
    }
}

/// Compares the size of a picture with the trim that it shows, where that is known.
fn picture_check(trim: [f64; 2], file: &OutputFile) -> FileCheck {
    let Some(Size { width, height }) = file.holds.trim else { return FileCheck::default() };
    let by = Some("its size in pixels");
    let is_right = (trim[0] - width).abs() <= 0.2 && (trim[1] - height).abs() <= 0.2;
    let fault =
        format!("it is {} x {} mm after it is cut, not {width} x {height} mm", trim[0], trim[1]);
    let faults = if is_right { Vec::new() } else { vec![fault] };
    FileCheck { by, errors: faults.len(), warnings: 0, faults }
}
