//! Pictures: each is found below the root, is whole and has alternative text, or is reported and
//! printed as its words.

mod svg;

use std::collections::BTreeMap;
use std::io::Cursor;

use image::ImageReader;
use typst::foundations::Bytes;
use typst::visualize::SvgImage;

use crate::diagnostic::{Code, Diagnostic, Findings, code, short_quote};
use crate::document::{Block, BlockKind, Document, Image, Inline, InlineKind, walk};
use crate::source::{self, MAX_FILE, Refusal, Sources, Span};

/// The most pixels a picture may have: an A3 page at 600 dpi.
const MAX_PIXELS: u64 = 70_000_000;
/// The most bytes all pictures together may have once they are decoded: the press holds them all at
/// once.
const MAX_DECODED: u64 = 2 << 30;
/// The most bytes of all picture files together.
const MAX_PICTURES: u64 = 4 * MAX_FILE;
/// The most different pictures a book may have.
const MAX_COUNT: usize = 10_000;

/// The bytes of all pictures, by their path below the root.
pub type Pictures = BTreeMap<String, Bytes>;

/// What to do about a picture without alternative text.
const ALT_HINT: &str =
    "say what is to be seen: ![a board with five zones](board.png) or <img alt=\"...\">";
/// Why a file is not shown that is none of these.
const UNKNOWN_FORMAT: &str = "it is no PNG, JPEG, GIF, WebP or SVG";
/// What to do about a picture that is not shown.
const HINT: &str = "name a PNG, JPEG, GIF, WebP or SVG file in this folder; until then its alternative text is printed";

/// Finds all pictures of `document`.
pub(super) fn resolve_images(
    document: &mut Document,
    sources: &Sources,
    findings: &mut Findings,
) -> Pictures {
    let mut pass = ImagePass {
        sources,
        findings,
        pictures: Pictures::new(),
        seen: BTreeMap::new(),
        decoded: 0,
        stored: 0,
    };
    document.bodies_mut().for_each(|blocks| pass.blocks(blocks));
    pass.pictures
}

/// The name of a picture in [`Pictures`] and its width over its height, or why it is not shown.
type FoundPicture = Result<(String, f32), (Code, String)>;

struct ImagePass<'a> {
    sources: &'a Sources,
    findings: &'a mut Findings,
    pictures: Pictures,
    /// What was looked at, by path.
    seen: BTreeMap<String, FoundPicture>,
    /// Bytes of all pictures once they are decoded.
    decoded: u64,
    /// Bytes of all picture files.
    stored: u64,
}

impl ImagePass<'_> {
    fn blocks(&mut self, blocks: &mut [Block]) {
        walk::each_block_mut(blocks, &mut |block| self.block(block));
        walk::each_inline_mut(blocks, &mut |inline| self.inline(inline));
    }

    fn block(&mut self, block: &mut Block) {
        if let BlockKind::Figure(figure) = &mut block.kind {
            self.image(&mut figure.image, block.span);
        }
    }

    fn inline(&mut self, inline: &mut Inline) {
        if let InlineKind::Image(image) = &mut inline.kind {
            self.image(image, inline.span);
        }
    }

    fn image(&mut self, image: &mut Image, span: Span) {
        self.require_alternative(image, span);
        match self.load(&image.url, span) {
            Ok((path, ratio)) => {
                image.file = Some(path);
                image.ratio = ratio;
            }
            Err(why) => self.findings.push(hidden_picture(&image.url, why, span)),
        }
    }

    fn require_alternative(&mut self, image: &mut Image, span: Span) {
        if image.alt.trim().is_empty() {
            self.findings.push(no_alternative(&image.url, span));
            file_name(&image.url).clone_into(&mut image.alt);
        }
    }

    /// The path of a picture and its width over its height.
    fn load(&mut self, url: &str, span: Span) -> FoundPicture {
        if is_remote(url) {
            return Err((code::REMOTE, "only files beside the text are read".into()));
        }
        let from = &self.sources.get(span.source).path;
        let path = source::relative_path(from, url)
            .ok_or((code::OUTSIDE_ROOT, Refusal::Outside.to_string()))?;
        self.read_once(path)
    }

    fn read_once(&mut self, path: String) -> FoundPicture {
        if !self.seen.contains_key(&path) {
            let found = self.read(&path);
            self.seen.insert(path.clone(), found);
        }
        self.seen[&path].clone()
    }

    /// Reads a picture for the first time.
    fn read(&mut self, path: &str) -> FoundPicture {
        let bytes = self.sources.read(path, MAX_FILE).map_err(refused_picture)?;
        let size = measure_picture(&bytes).map_err(|why| (code::LOST_IMAGE, why))?;
        let stored = bytes.len() as u64;
        if !self.has_room_for(&size, stored) {
            let why = "together with the pictures before it, it is larger than one book may hold";
            return Err((code::LOST_IMAGE, why.into()));
        }
        self.decoded += size.decoded;
        self.stored += stored;
        let name = name_with_kind(path, size.kinds);
        self.pictures.insert(name.clone(), Bytes::new(bytes));
        Ok((name, size.ratio()))
    }

    fn has_room_for(&self, size: &PictureSize, stored: u64) -> bool {
        self.decoded + size.decoded <= MAX_DECODED
            && self.stored + stored <= MAX_PICTURES
            && self.pictures.len() < MAX_COUNT
    }
}

fn hidden_picture(url: &str, (code, why): (Code, String), span: Span) -> Diagnostic {
    let message = format!("the picture `{}` is not shown: {why}", short_quote(url));
    Diagnostic::at(code, span, message).hint(HINT)
}

fn no_alternative(url: &str, span: Span) -> Diagnostic {
    let message = format!("the picture `{}` has no alternative text", short_quote(url));
    Diagnostic::at(code::NO_ALTERNATIVE, span, message).hint(ALT_HINT)
}

fn is_remote(url: &str) -> bool {
    url.contains("://") || is_data(url) || url.starts_with("//")
}

/// Whether a picture stands in its address.
fn is_data(url: &str) -> bool {
    url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

fn refused_picture(refusal: Refusal) -> (Code, String) {
    let code = if refusal == Refusal::Outside { code::OUTSIDE_ROOT } else { code::LOST_IMAGE };
    (code, refusal.to_string())
}

/// What a picture without alternative text is called: its file.
fn file_name(url: &str) -> &str {
    if is_data(url) { "picture" } else { url.rsplit('/').next().unwrap_or("picture") }
}

/// `path` with an extension that says what the picture is: the press goes by it.
fn name_with_kind(path: &str, kinds: &[&str]) -> String {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end).to_lowercase();
    if kinds.contains(&end.as_str()) { path.to_owned() } else { format!("{path}.{}", kinds[0]) }
}

/// The size of a picture.
struct PictureSize {
    /// The extensions it may have.
    kinds: &'static [&'static str],
    width: f32,
    height: f32,
    /// Bytes of its pixels.
    decoded: u64,
}

impl PictureSize {
    fn of_drawing(image: &SvgImage, decoded: u64) -> Self {
        let (width, height) = (image.width() as f32, image.height() as f32);
        Self { kinds: &["svg"], width, height, decoded }
    }

    /// Its width over its height.
    fn ratio(&self) -> f32 {
        self.width / self.height
    }

    fn has_area(&self) -> bool {
        self.ratio().is_finite() && self.ratio() > 0.0
    }
}

/// The size of a picture that can be read to its end.
fn measure_picture(bytes: &[u8]) -> Result<PictureSize, String> {
    let size = if image::guess_format(bytes).is_ok() {
        measure_raster(bytes)?
    } else {
        measure_svg(bytes)?
    };
    if size.has_area() { Ok(size) } else { Err("it has no size".into()) }
}

fn measure_raster(bytes: &[u8]) -> Result<PictureSize, String> {
    let (width, height) = raster_reader(bytes)?.into_dimensions().map_err(|e| e.to_string())?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!("{width} x {height} pixels are more than can be printed"));
    }
    let kinds = raster_kinds(bytes)?;
    let picture = raster_reader(bytes)?.decode().map_err(|e| e.to_string())?;
    Ok(PictureSize {
        kinds,
        width: width as f32,
        height: height as f32,
        decoded: picture.as_bytes().len() as u64,
    })
}

fn raster_reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, String> {
    ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| e.to_string())
}

/// The extensions that a picture may have.
fn raster_kinds(bytes: &[u8]) -> Result<&'static [&'static str], String> {
    match raster_reader(bytes)?.format() {
        Some(format) => Ok(format.extensions_str()),
        None => Err(UNKNOWN_FORMAT.to_owned()),
    }
}

fn measure_svg(bytes: &[u8]) -> Result<PictureSize, String> {
    let text = svg_text(bytes)?;
    let decoded = decoded_inside(text)?;
    Ok(PictureSize::of_drawing(&parse_drawing(text)?, decoded))
}

fn svg_text(bytes: &[u8]) -> Result<&str, &'static str> {
    let text = std::str::from_utf8(bytes).ok();
    text.filter(|text| text.contains("<svg")).ok_or(UNKNOWN_FORMAT)
}

/// Bytes of the pixels of all pictures in a drawing.
fn decoded_inside(text: &str) -> Result<u64, String> {
    let pictures = svg::check_svg(text)?;
    pictures.iter().map(|picture| decoded_inner(picture)).sum()
}

fn decoded_inner(picture: &[u8]) -> Result<u64, String> {
    let size = measure_raster(picture).map_err(|why| format!("a picture in it: {why}"))?;
    Ok(size.decoded)
}

fn parse_drawing(text: &str) -> Result<SvgImage, String> {
    SvgImage::new(Bytes::from_string(text.to_owned())).map_err(|e| format!("{e:?}"))
}
