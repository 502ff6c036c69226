//! Pictures. Each is found below the root, is complete and has alternative text, or is reported and printed
//! as its words.

mod colour;
mod effects;
pub mod hidden;
mod limits;
pub mod named;
mod raster;
pub mod svg;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

use typst::foundations::Bytes;
use typst::visualize::SvgImage;

use super::deck::{CardArt, CardBack, Deck};
use super::token::{GameToken, TokenSide};
use crate::{Block, BlockKind, Document, Image, InlineKind, NaturalSize, walk};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::{self, MAX_FILE, Sources, Span, decode_percent};
use effects::BitmapCost;
use hidden::HiddenReason;
use limits::{DECODED_FOR_STORED, FREE_DECODED, MAX_DECODED, MAX_TOTAL_WORK};
use raster::measure_raster;
use svg::CheckedSvg;

/// Most bytes of all picture files together.
const MAX_PICTURES: u64 = 4 * MAX_FILE;
/// Most different pictures of a book.
const MAX_COUNT: usize = 10_000;

/// Bytes of all pictures, by their paths below the root.
pub type Pictures = BTreeMap<String, Bytes>;

/// Hint about a picture without alternative text.
const ALT_HINT: &str =
    "say what the picture shows: ![a board with five zones](board.png) or <img alt=\"...\">";
/// Reason for hiding a file of another format.
const UNKNOWN_FORMAT: &str = "it is not a PNG, JPEG, GIF, WebP or SVG file";
/// Reason for hiding a picture without width or height.
const NO_SIZE: &str = "it has no size";

/// Finds all pictures of `document`.
pub fn resolve_images(
    document: &mut Document,
    sources: &Sources,
    findings: &mut Findings,
) -> Pictures {
    let mut pass = ImagePass::new(sources, findings);
    document.bodies_mut().for_each(|blocks| pass.blocks(blocks));
    pass.pictures
}

/// Finds the pictures of the cards of decks. A card whose picture cannot be shown has none.
pub fn resolve_deck_art(
    decks: &mut [Deck],
    sources: &Sources,
    findings: &mut Findings,
) -> Pictures {
    let mut pass = ImagePass::new(sources, findings);
    let mut told = BTreeSet::new();
    for card in decks.iter_mut().flat_map(|deck| &mut deck.cards) {
        if let Some(art) = &mut card.style.art {
            pass.card_art(art, card.count, &mut told);
        }
        if let Some(CardBack::Picture(art)) = &mut card.style.back {
            pass.card_art(art, card.count, &mut told);
        }
        card.style.art.take_if(|art| art.file.is_none());
        let lost =
            |back: &mut CardBack| matches!(back, CardBack::Picture(art) if art.file.is_none());
        card.style.back.take_if(lost);
    }
    pass.pictures
}

/// Finds the pictures of tokens. A side whose picture cannot be shown has only its colour.
pub fn resolve_token_art(
    tokens: &mut [GameToken],
    sources: &Sources,
    findings: &mut Findings,
) -> Pictures {
    let mut pass = ImagePass::new(sources, findings);
    let mut told = BTreeSet::new();
    for token in tokens {
        for side in [&mut token.face, &mut token.back] {
            let Some(art) = side.picture_mut() else { continue };
            pass.card_art(art, token.count, &mut told);
            if art.file.is_none() {
                *side = TokenSide::Plain;
            }
        }
    }
    pass.pictures
}

/// A picture that was read.
#[derive(Clone)]
struct ReadPicture {
    /// Name in [`Pictures`].
    name: String,
    size: NaturalSize,
    /// Work of drawing it once, in nanoseconds.
    work: f64,
}

/// A picture, or the reason why it is not shown.
type FoundPicture = Result<ReadPicture, HiddenReason>;

struct ImagePass<'a> {
    sources: &'a Sources,
    findings: &'a mut Findings,
    pictures: Pictures,
    /// Pictures read so far, by path.
    seen: BTreeMap<String, FoundPicture>,
    /// Bytes of all pictures once they are decoded.
    decoded: u64,
    /// Bytes of all picture files.
    stored: u64,
    /// Work of drawing all of them, each as often as it is shown, in nanoseconds.
    work: f64,
}

impl<'a> ImagePass<'a> {
    fn new(sources: &'a Sources, findings: &'a mut Findings) -> Self {
        Self {
            sources,
            findings,
            pictures: Pictures::new(),
            seen: BTreeMap::new(),
            decoded: 0,
            stored: 0,
            work: 0.0,
        }
    }
}

impl ImagePass<'_> {
    /// Finds the picture of a card that is printed `copies` times. A picture that is not shown is reported
    /// once.
    fn card_art(&mut self, art: &mut CardArt, copies: usize, told: &mut BTreeSet<String>) {
        let found = self.load(&art.url, art.span);
        let shown = found.and_then(|picture| {
            let work = picture.work * copies as f64;
            self.show(ReadPicture { work, ..picture })
        });
        match shown {
            Ok(picture) => {
                art.ratio = picture.size.width / picture.size.height;
                art.file = Some(picture.name);
            }
            Err(reason) if told.insert(art.url.clone()) => {
                self.findings.push(reason.card_finding(&art.url, art.span));
            }
            Err(_) => {}
        }
    }

    fn blocks(&mut self, blocks: &mut [Block]) {
        walk::each_block_mut(blocks, &mut |block| {
            if let BlockKind::Figure(figure) = &mut block.kind {
                self.image(&mut figure.image, block.span);
            }
        });
        walk::each_inline_mut(blocks, &mut |inline| {
            if let InlineKind::Image(image) = &mut inline.kind {
                self.image(image, inline.span);
            }
        });
    }

    fn image(&mut self, image: &mut Image, span: Span) {
        let is_named = name_unnamed(image);
        match self.load(&image.url, span).and_then(|picture| self.show(picture)) {
            Ok(picture) => {
                let unnamed = (!is_named).then(|| {
                    let message = format!(
                        "the picture `{}` has no alternative text",
                        short_quote(&image.url)
                    );
                    Diagnostic::at(code::NO_ALTERNATIVE, span, message).hint(ALT_HINT)
                });
                self.findings.0.extend(unnamed);
                image.file = Some(picture.name);
                image.natural = picture.size;
            }
            Err(reason) => self.findings.push(reason.finding(&image.url, is_named, span)),
        }
    }

    /// Counts the work of showing a picture: a raster picture is held once however often it is shown, a
    /// drawing is drawn each time.
    fn show(&mut self, picture: ReadPicture) -> FoundPicture {
        if self.work + picture.work > MAX_TOTAL_WORK {
            let why = "this drawing and the drawings before it take too much time to draw";
            return Err(HiddenReason::drawing(why));
        }
        self.work += picture.work;
        Ok(picture)
    }

    /// Loads the picture at an address.
    fn load(&mut self, url: &str, span: Span) -> FoundPicture {
        if is_remote(url) {
            return Err(HiddenReason::remote());
        }
        let from = &self.sources.get(span.source).path;
        let path = source::relative_path(from, url).ok_or_else(HiddenReason::outside)?;
        let path = self.file_meant(from, url).unwrap_or(path);
        let found = self.read_once(path, span);
        found.map_err(|reason| if source::is_absolute(url) { reason.of_absolute() } else { reason })
    }

    /// Returns the path that an address means if the address itself is no path: `my%20board.png`,
    /// `board.png?raw=true`, `board.png#gh-light-mode-only`.
    fn file_meant(&self, from: &str, url: &str) -> Option<String> {
        let is_there = |url: &str| {
            source::relative_path(from, url).filter(|path| self.sources.real_path(path).is_ok())
        };
        if is_there(url).is_some() {
            return None;
        }
        let bare = url.split(['?', '#']).next().unwrap_or(url);
        is_there(&decode_percent(url)).or_else(|| is_there(&decode_percent(bare)))
    }

    fn read_once(&mut self, path: String, span: Span) -> FoundPicture {
        if !self.seen.contains_key(&path) {
            let found = self.read(&path, span);
            self.seen.insert(path.clone(), found);
        }
        self.seen[&path].clone()
    }

    /// Reads a picture for the first time; `span` is its place.
    fn read(&mut self, path: &str, span: Span) -> FoundPicture {
        let bytes = self.sources.read(path, MAX_FILE).map_err(HiddenReason::refused)?;
        let MeasuredPicture { size, changed, lost } = measure_picture(&bytes)?;
        let stored = bytes.len() as u64;
        if !self.has_room_for(&size, stored) {
            let why = "this picture and the pictures before it are larger than a book may hold";
            return Err(HiddenReason::raster(why));
        }
        self.decoded += size.decoded;
        self.stored += stored;
        let shown = self.sources.shown_path(path);
        self.findings.0.extend(lost.first().map(|c| lost_letters(&shown, *c, &lost, span)));
        let name = name_with_kind(path, size.kinds);
        self.pictures.insert(name.clone(), Bytes::new(changed.unwrap_or(bytes)));
        Ok(ReadPicture { name, size: size.natural(), work: size.work })
    }

    fn has_room_for(&self, size: &PictureSize, stored: u64) -> bool {
        let stored = self.stored + stored;
        let room = (FREE_DECODED + DECODED_FOR_STORED * stored).min(MAX_DECODED);
        self.decoded + size.decoded <= room
            && stored <= MAX_PICTURES
            && self.pictures.len() < MAX_COUNT
    }
}

/// Returns the finding about characters of a drawing that are printed as their codes.
fn lost_letters(path: &str, first: char, lost: &[char], span: Span) -> Diagnostic {
    let (picture, code) = (short_quote(path), first as u32);
    let message = match lost.len() {
        1 => format!(
            "no bundled font has U+{code:04X} in the picture `{picture}`; its code is printed"
        ),
        count => format!(
            "no bundled font has {count} letters of the picture `{picture}`, such as U+{code:04X}; their codes are printed instead"
        ),
    };
    Diagnostic::at(code::MISSING_GLYPH, span, message)
        .hint("write another word, or save the drawing with its text as outlines")
}

/// Gives a picture without alternative text the name of its file. Returns whether it had alternative text.
fn name_unnamed(image: &mut Image) -> bool {
    let is_named = !image.alt.trim().is_empty();
    if !is_named {
        file_name(&image.url).clone_into(&mut image.alt);
    }
    is_named
}

fn is_remote(url: &str) -> bool {
    url.contains("://") || is_data(url) || url.starts_with("//")
}

/// Reports whether an address holds the picture itself.
fn is_data(url: &str) -> bool {
    url.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Returns the words for a picture without alternative text: the name of its file.
fn file_name(url: &str) -> &str {
    if is_data(url) { "picture" } else { url.rsplit('/').next().unwrap_or("picture") }
}

/// Returns `path` with an extension of the picture's format, which the press relies on.
fn name_with_kind(path: &str, kinds: &[&str]) -> String {
    let end = path.rsplit_once('.').map_or("", |(_, end)| end).to_lowercase();
    if kinds.contains(&end.as_str()) { path.to_owned() } else { format!("{path}.{}", kinds[0]) }
}

/// The size of a picture.
struct PictureSize {
    /// Extensions that its file may have.
    kinds: &'static [&'static str],
    /// Width, in pixels of 1/96 inch.
    width: f32,
    height: f32,
    /// True if it is a drawing without a size of its own.
    open: bool,
    /// Bytes of its pixels.
    decoded: u64,
    /// Work of drawing it once, in nanoseconds.
    work: f64,
}

/// Points of a pixel.
const PIXEL: f32 = 0.75;

impl PictureSize {
    fn natural(&self) -> NaturalSize {
        NaturalSize { width: self.width * PIXEL, height: self.height * PIXEL, open: self.open }
    }

    fn has_area(&self) -> bool {
        let ratio = self.width / self.height;
        ratio.is_finite() && ratio > 0.0
    }
}

/// A picture that can be shown.
struct MeasuredPicture {
    size: PictureSize,
    /// The file as it is shown, if that differs: a drawing with codes instead of some letters, or a raster
    /// picture with converted colours.
    changed: Option<Vec<u8>>,
    /// Letters replaced by codes.
    lost: Vec<char>,
}

/// Measures a picture that can be read to its end.
fn measure_picture(bytes: &[u8]) -> Result<MeasuredPicture, HiddenReason> {
    if image::guess_format(bytes).is_ok() {
        let mut size = measure_raster(bytes).map_err(HiddenReason::raster)?;
        if !size.has_area() {
            return Err(HiddenReason::raster(NO_SIZE));
        }
        let changed = colour::in_srgb(bytes);
        if changed.as_deref().is_some_and(|changed| changed.starts_with(raster::PNG)) {
            size.kinds = &["png"];
        }
        return Ok(MeasuredPicture { size, changed, lost: Vec::new() });
    }
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|text| text.contains("<svg"))
        .ok_or_else(|| HiddenReason::file(UNKNOWN_FORMAT))?;
    measure_svg(text).map_err(HiddenReason::drawing)
}

fn measure_svg(text: &str) -> Result<MeasuredPicture, String> {
    let checked = svg::check_svg(text)?;
    let inside: Result<Vec<u64>, String> =
        checked.pictures.iter().map(|picture| decoded_inner(picture)).collect();
    let drawing = parse_drawing(&checked.text)?;
    let bitmaps = check_effects(&drawing, &checked)?;
    let size = PictureSize {
        kinds: &["svg"],
        width: drawing.width() as f32,
        height: drawing.height() as f32,
        open: checked.open,
        decoded: inside?.iter().sum::<u64>() + bitmaps.kept as u64,
        work: bitmaps.work,
    };
    if !size.has_area() {
        return Err(NO_SIZE.to_owned());
    }
    let changed = (!checked.lost.is_empty()).then(|| checked.text.into_owned().into_bytes());
    Ok(MeasuredPicture { size, changed, lost: checked.lost })
}

fn decoded_inner(picture: &[u8]) -> Result<u64, String> {
    let size = measure_raster(picture).map_err(|why| format!("a picture in the drawing: {why}"))?;
    Ok(size.decoded)
}

/// Parses a drawing. The press gives no reason for a failure, but the parser that it uses does.
fn parse_drawing(text: &str) -> Result<SvgImage, String> {
    SvgImage::new(Bytes::from_string(text.to_owned())).map_err(|_| {
        let error = words::parse_without_words(text).err();
        hidden::drawing_fault(error.as_ref())
    })
}

/// Returns the cost of the bitmaps of a drawing, including those of its words.
fn check_effects(drawing: &SvgImage, checked: &CheckedSvg<'_>) -> Result<BitmapCost, String> {
    if !checked.has_words || !words::has_effects(&checked.text) {
        return effects::check_effects(drawing.tree());
    }
    let tree = words::parse_with_words(&checked.text);
    effects::check_effects(&tree.map_err(|error| hidden::drawing_fault(Some(&error)))?)
}
