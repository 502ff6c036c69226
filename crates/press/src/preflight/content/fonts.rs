//! Fonts. In: the dictionary of a font. Out: the widths and the meanings of its letters, and whether it is
//! embedded.

use std::collections::HashMap;

use lopdf::{Dictionary, Object};

use super::lexer::{Lexer, Operand};
use super::standard_widths::standard_width;
use crate::preflight::pdf::{PdfFile, as_fields, as_number};

/// Most entries of a table of widths or of meanings that are read.
const MOST_ENTRIES: usize = 70_000;

/// The sort of the letters of a font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FontSort {
    /// A byte for each letter.
    Simple,
    /// Two bytes for each letter.
    Composite,
    /// Letters are drawings in the file.
    Drawn,
    /// Letters are pictures.
    Pictures,
}

/// The known facts about a font.
#[derive(Debug)]
pub struct FontFacts {
    /// Its name, without the prefix of a subset.
    pub name: String,
    pub sort: FontSort,
    pub is_embedded: bool,
    /// Height above and depth below the baseline, for a size of 1.
    pub ascent: f64,
    pub descent: f64,
    /// True if lines run downwards.
    pub is_vertical: bool,
    widths: HashMap<u32, f64>,
    usual_width: f64,
    /// Meanings of letters, by their codes.
    meanings: HashMap<u32, String>,
}

impl FontFacts {
    /// Reads the facts about a font.
    pub fn read(pdf: &PdfFile, font: &Dictionary) -> Self {
        match pdf.name(font, b"Subtype") {
            Some(b"Type0") => Self::composite(pdf, font),
            Some(b"Type3") => Self::drawn(pdf, font),
            _ => Self::simple(pdf, font),
        }
    }

    fn named(pdf: &PdfFile, font: &Dictionary, sort: FontSort) -> Self {
        let name = pdf.name(font, b"BaseFont").or_else(|| pdf.name(font, b"Name"));
        let name = String::from_utf8_lossy(name.unwrap_or(b"without a name")).into_owned();
        let name = match name.split_once('+') {
            Some((tag, rest)) if tag.len() == 6 => rest.to_owned(),
            _ => name,
        };
        Self {
            name,
            sort,
            is_embedded: false,
            ascent: 0.75,
            descent: -0.2,
            is_vertical: false,
            widths: HashMap::new(),
            usual_width: 0.5,
            meanings: meanings(pdf, font),
        }
    }

    fn simple(pdf: &PdfFile, font: &Dictionary) -> Self {
        let mut facts = Self::named(pdf, font, FontSort::Simple);
        let descriptor = pdf.fields(font, b"FontDescriptor");
        facts.describe(pdf, descriptor);
        match pdf.list(font, b"Widths") {
            Some(widths) => {
                facts.usual_width = descriptor
                    .and_then(|fields| pdf.number(fields, b"MissingWidth"))
                    .unwrap_or(0.0)
                    / 1000.0;
                facts.take_widths(pdf, font, widths, 0.001);
            }
            None => {
                let standard = (32..256).map(|code| (code, standard_width(&facts.name, code)));
                facts.widths = standard.collect();
            }
        }
        facts
    }

    fn take_widths(&mut self, pdf: &PdfFile, font: &Dictionary, widths: &[Object], unit: f64) {
        let first = pdf.number(font, b"FirstChar").unwrap_or_default().max(0.0) as u32;
        for (code, width) in (first..256).zip(pdf.numbers(widths)) {
            self.widths.insert(code, width * unit);
        }
    }

    fn drawn(pdf: &PdfFile, font: &Dictionary) -> Self {
        let mut facts = Self::named(pdf, font, FontSort::Drawn);
        facts.is_embedded = true;
        facts.usual_width = 0.0;
        let matrix = pdf
            .matrix(font, b"FontMatrix")
            .map_or([0.001, 0.0, 0.0, 0.001, 0.0, 0.0], |matrix| matrix.as_coeffs());
        if let Some(widths) = pdf.list(font, b"Widths") {
            facts.take_widths(pdf, font, widths, matrix[0]);
        }
        if let Some(area) = pdf.rect(font, b"FontBBox").filter(|area| area.height() > 0.0) {
            let (one, other) = (area.y0 * matrix[3], area.y1 * matrix[3]);
            facts.ascent = one.max(other).clamp(0.1, 1.5);
            facts.descent = one.min(other).clamp(-0.5, 0.0);
        }
        if draws_pictures(pdf, font) {
            facts.sort = FontSort::Pictures;
        }
        facts
    }

    fn composite(pdf: &PdfFile, font: &Dictionary) -> Self {
        let mut facts = Self::named(pdf, font, FontSort::Composite);
        let encoding = pdf.name(font, b"Encoding").unwrap_or_default();
        facts.is_vertical = encoding.ends_with(b"-V");
        let below = pdf
            .list(font, b"DescendantFonts")
            .and_then(|fonts| as_fields(pdf.find(fonts.first()?)?));
        let Some(below) = below else { return facts };
        facts.describe(pdf, pdf.fields(below, b"FontDescriptor"));
        facts.usual_width = pdf.number(below, b"DW").unwrap_or(1000.0) / 1000.0;
        if let Some(widths) = pdf.list(below, b"W") {
            facts.take_composite_widths(pdf, widths);
        }
        facts
    }

    /// Reads widths in the forms `first [w w w]` and `first last w`.
    fn take_composite_widths(&mut self, pdf: &PdfFile, list: &[Object]) {
        let mut items = list.iter().filter_map(|item| pdf.find(item));
        while let (Some(first), Some(second)) = (items.next().and_then(as_number), items.next()) {
            let first = first.max(0.0) as u32;
            if let Object::Array(widths) = second {
                let widths = pdf.numbers(widths);
                self.widths.extend((first..).zip(widths.into_iter().map(|width| width / 1000.0)));
            } else if let (Some(last), Some(width)) =
                (as_number(second), items.next().and_then(as_number))
            {
                let last = (last.max(0.0) as u32).min(first.saturating_add(65_535));
                self.widths.extend((first..=last).map(|code| (code, width / 1000.0)));
            }
            if self.widths.len() > MOST_ENTRIES {
                return;
            }
        }
    }

    /// Reads from its descriptor whether it is embedded, and the height of its letters.
    fn describe(&mut self, pdf: &PdfFile, descriptor: Option<&Dictionary>) {
        let Some(descriptor) = descriptor else { return };
        let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
        self.is_embedded = files.iter().any(|key| pdf.fields(descriptor, key).is_some());
        let measure = |key: &[u8]| pdf.number(descriptor, key).map(|height| height / 1000.0);
        let heights = [measure(b"CapHeight"), measure(b"Ascent")];
        let height = heights.into_iter().flatten().find(|height| *height > 0.1);
        // Letters seldom reach the ascent, and accents do not count.
        self.ascent = height.unwrap_or(0.75).clamp(0.3, 0.8);
        self.descent = measure(b"Descent").unwrap_or(-0.2).clamp(-0.3, 0.0);
    }

    /// Returns the letters of a text: code, and width for a size of 1.
    pub fn letters<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (u32, f64)> + 'a {
        let bytes = if self.sort == FontSort::Composite { 2 } else { 1 };
        text.chunks(bytes).map(|code| {
            let code = code.iter().fold(0, |code, byte| code << 8 | u32::from(*byte));
            (code, self.widths.get(&code).copied().unwrap_or(self.usual_width))
        })
    }

    /// Returns the meaning of a letter, as far as the file gives it.
    pub fn meaning(&self, code: u32) -> Option<String> {
        if let Some(meaning) = self.meanings.get(&code) {
            return Some(meaning.clone());
        }
        let is_plain = self.sort == FontSort::Simple && (32..127).contains(&code);
        char::from_u32(code).filter(|_| is_plain).map(String::from)
    }

    /// True if a letter is a blank.
    pub fn is_blank(&self, code: u32) -> bool {
        match self.meaning(code) {
            Some(meaning) => meaning.chars().all(char::is_whitespace),
            None => self.sort == FontSort::Simple && code == 32,
        }
    }
}

/// True if the drawings of a font contain pictures.
fn draws_pictures(pdf: &PdfFile, font: &Dictionary) -> bool {
    let procedures = pdf.fields(font, b"CharProcs");
    let mut first = procedures.into_iter().flat_map(Dictionary::iter).take(8);
    first.any(|(_, procedure)| {
        let stream = pdf.find(procedure).and_then(|procedure| procedure.as_stream().ok());
        let content = stream.and_then(|stream| pdf.unpack(stream)).unwrap_or_default();
        let mut lexer = Lexer::new(&content);
        std::iter::from_fn(|| lexer.next_operation())
            .take(64)
            .any(|one| matches!(one.operator, b"BI" | b"Do"))
    })
}

/// Returns the meanings of the codes of a font, from its `ToUnicode` map.
fn meanings(pdf: &PdfFile, font: &Dictionary) -> HashMap<u32, String> {
    let map = pdf.entry(font, b"ToUnicode").and_then(|map| map.as_stream().ok());
    let Some(content) = map.and_then(|map| pdf.unpack(map)) else { return HashMap::new() };
    let mut all = HashMap::new();
    let mut lexer = Lexer::new(&content);
    while let Some(operation) = lexer.next_operation() {
        match operation.operator {
            b"endbfchar" => {
                let pairs = operation.operands.chunks_exact(2);
                all.extend(
                    pairs.filter_map(|pair| Some((code_of(&pair[0])?, unicode_of(&pair[1])?))),
                );
            }
            b"endbfrange" => take_ranges(&operation.operands, &mut all),
            _ => {}
        }
        if all.len() > MOST_ENTRIES {
            break;
        }
    }
    all
}

fn code_of(operand: &Operand) -> Option<u32> {
    let bytes = operand.text().filter(|bytes| bytes.len() <= 4)?;
    Some(bytes.iter().fold(0, |code, byte| code << 8 | u32::from(*byte)))
}

fn unicode_of(operand: &Operand) -> Option<String> {
    let units: Vec<u16> = operand
        .text()?
        .chunks_exact(2)
        .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
        .collect();
    Some(String::from_utf16_lossy(&units))
}

fn take_ranges(operands: &[Operand], all: &mut HashMap<u32, String>) {
    for range in operands.chunks_exact(3) {
        let (Some(first), Some(last)) = (code_of(&range[0]), code_of(&range[1])) else { continue };
        let last = last.min(first.saturating_add(65_535));
        if let Operand::List(meanings) = &range[2] {
            let meanings = meanings.iter().filter_map(unicode_of);
            all.extend((first..=last).zip(meanings));
        } else if let Some(start) = unicode_of(&range[2]).and_then(|text| text.chars().next()) {
            let next =
                |nth: u32| char::from_u32(u32::from(start).checked_add(nth)?).map(String::from);
            all.extend((first..=last).filter_map(|code| Some((code, next(code - first)?))));
        }
    }
}
