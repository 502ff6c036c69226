//! Pictures of pixels. In: their dictionary and bytes. Out: size, colours, compression, and the most
//! ink in them.

use std::rc::Rc;

use lopdf::{Dictionary, Object, Stream};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace as JpegColours;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::colours::{Colour, ColourSpace, read_space};
use super::lexer::{NamedOperand, Operand};
use crate::preflight::pdf::PdfFile;

/// Most pixels of a picture whose ink is measured.
const MOST_PIXELS: usize = 16 << 20;
/// Number of pixels that are sampled, evenly over the picture.
const SAMPLED: usize = 400_000;
/// Part of the sampled pixels that may have more ink: single dark dots do no harm.
const SPARE: f64 = 0.0005;

/// The known facts about a picture.
#[derive(Debug, Clone)]
pub struct PictureFacts {
    pub width: f64,
    pub height: f64,
    pub bits: u32,
    /// Colour space; `None` for a stencil, which is painted in the current colour, and if none is named.
    pub space: Option<Rc<ColourSpace>>,
    pub is_stencil: bool,
    /// True if parts of it are partly transparent.
    pub is_transparent: bool,
    pub is_jpx: bool,
    pub is_lzw: bool,
    /// The most ink in per cent, if the pixels are known.
    pub ink: Option<f64>,
}

impl PictureFacts {
    /// Reads the facts about a picture.
    pub fn read(pdf: &PdfFile, stream: &Stream, resources: Option<&Dictionary>) -> Self {
        let fields = &stream.dict;
        let filters = stream.filters().unwrap_or_default();
        let side = |key: &[u8]| pdf.number(fields, key).unwrap_or_default().max(0.0);
        let is_stencil = pdf
            .entry(fields, b"ImageMask")
            .is_some_and(|mask| matches!(mask, Object::Boolean(true)));
        let space = fields.get(b"ColorSpace").ok().filter(|_| !is_stencil);
        let mut facts = Self {
            width: side(b"Width"),
            height: side(b"Height"),
            bits: if is_stencil { 1 } else { side(b"BitsPerComponent").clamp(0.0, 32.0) as u32 },
            space: space.map(|space| read_space(pdf, space, resources)),
            is_stencil,
            is_transparent: pdf.fields(fields, b"SMask").is_some() || side(b"SMaskInData") > 0.0,
            is_jpx: filters.contains(&b"JPXDecode".as_slice()),
            is_lzw: filters.contains(&b"LZWDecode".as_slice()),
            ink: None,
        };
        facts.ink = facts.measure_ink(pdf, stream, &filters);
        facts
    }

    /// Reads an inline picture, whose keys and colour space may be abbreviated.
    pub fn inline(pdf: &PdfFile, fields: &[NamedOperand], resources: Option<&Dictionary>) -> Self {
        let find = |long: &[u8], short: &[u8]| {
            let mut all = fields.iter();
            all.find(|field| field.name == long || field.name == short).map(|field| &field.value)
        };
        let number = |long: &[u8], short: &[u8]| {
            find(long, short).and_then(Operand::number).unwrap_or_default()
        };
        let is_stencil = find(b"ImageMask", b"IM") == Some(&Operand::Truth(true));
        let space = find(b"ColorSpace", b"CS").filter(|_| !is_stencil).map(object_of);
        let filter = find(b"Filter", b"F").map(|filter| format!("{:?}", object_of(filter)));
        Self {
            width: number(b"Width", b"W").max(0.0),
            height: number(b"Height", b"H").max(0.0),
            bits: if is_stencil {
                1
            } else {
                number(b"BitsPerComponent", b"BPC").clamp(0.0, 32.0) as u32
            },
            space: space.map(|space| read_space(pdf, &space, resources)),
            is_stencil,
            is_transparent: false,
            is_jpx: false,
            is_lzw: filter.is_some_and(|filter| filter.contains("LZW")),
            ink: None,
        }
    }

    /// Returns the most ink of a picture in CMYK, from its pixels.
    fn measure_ink(&self, pdf: &PdfFile, stream: &Stream, filters: &[&[u8]]) -> Option<f64> {
        let space = self.space.as_ref()?;
        let pixels = (self.width as usize).checked_mul(self.height as usize)?;
        let counts = matches!(
            space.base(),
            ColourSpace::Cmyk | ColourSpace::ProfiledCmyk | ColourSpace::Inks(_)
        );
        if !counts || self.bits != 8 || pixels == 0 || pixels > MOST_PIXELS {
            return None;
        }
        let bytes = match filters {
            [b"DCTDecode"] => jpeg_inks(&stream.content)?,
            _ => pdf.unpack(stream)?,
        };
        let is_turned = pdf
            .list(&stream.dict, b"Decode")
            .is_some_and(|range| pdf.numbers(range).starts_with(&[1.0, 0.0]));
        most_ink(&bytes, space, is_turned)
    }
}

/// Returns the inks of a JPEG as they are stored.
fn jpeg_inks(bytes: &[u8]) -> Option<Vec<u8>> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(JpegColours::CMYK);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().ok()?;
    let info = decoder.info()?;
    let pixels = usize::from(info.width) * usize::from(info.height);
    let is_cmyk = decoder.input_colorspace() == Some(JpegColours::CMYK);
    if info.components != 4 || !is_cmyk || pixels > MOST_PIXELS {
        return None;
    }
    decoder.decode().ok()
}

fn most_ink(bytes: &[u8], space: &Rc<ColourSpace>, is_turned: bool) -> Option<f64> {
    let count = space.components();
    if count == 0 || bytes.len() < count {
        return None;
    }
    let is_palette = matches!(space.as_ref(), ColourSpace::Palette(..));
    let part = |byte: u8| match (is_palette, is_turned) {
        (true, _) => f64::from(byte),
        (false, true) => 1.0 - f64::from(byte) / 255.0,
        (false, false) => f64::from(byte) / 255.0,
    };
    let step = (bytes.len() / count / SAMPLED).max(1);
    let sampled = bytes.chunks_exact(count).step_by(step);
    let mut totals: Vec<f64> = sampled
        .filter_map(|pixel| {
            let values = pixel.iter().map(|byte| part(*byte)).collect();
            Some(Colour { space: space.clone(), values }.inks()?.total())
        })
        .collect();
    let spare = (totals.len() as f64 * SPARE) as usize;
    totals.sort_unstable_by(|a, b| b.total_cmp(a));
    totals.get(spare).copied()
}

/// Returns an operand as an object of the file.
pub fn object_of(operand: &Operand) -> Object {
    match operand {
        Operand::Number(number) => Object::Real(*number as f32),
        Operand::Name(name) => Object::Name(name.clone()),
        Operand::Text(text) => Object::string_literal(text.clone()),
        Operand::List(list) => Object::Array(list.iter().map(object_of).collect()),
        Operand::Truth(truth) => Object::Boolean(*truth),
        Operand::Fields(_) | Operand::Null => Object::Null,
    }
}
