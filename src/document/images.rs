//! Pictures: each is found below the root, is whole and has alternative text, or is reported and printed as its words.

use std::collections::BTreeMap;
use std::io::Cursor;

use image::ImageReader;
use typst::foundations::Bytes;
use typst::visualize::SvgImage;

use super::{BlockKind, Document, Image, InlineKind, walk};
use crate::diagnostic::{Code, Diagnostic, Findings, code};
use crate::source::{self, MAX_FILE, Refusal, Sources, Span};

/// The most pixels a picture may have: an A3 page at 600 dpi.
const MAX_PIXELS: u64 = 70_000_000;
/// Drawings nested deeper than this are not drawn.
const MAX_SVG_DEPTH: usize = 200;

/// The bytes of all pictures, by their path below the root.
pub type Pictures = BTreeMap<String, Bytes>;

/// Finds all pictures of `document`.
pub(super) fn resolve(document: &mut Document, sources: &Sources, findings: &mut Findings) -> Pictures {
    let mut pass = Pass { sources, findings, pictures: Pictures::new(), ratios: BTreeMap::new() };
    let Document { blocks, footnotes, .. } = document;
    for list in std::iter::once(blocks).chain(footnotes.iter_mut().map(|note| &mut note.blocks)) {
        walk::blocks_mut(list, &mut |block| {
            if let BlockKind::Figure(figure) = &mut block.kind {
                pass.image(&mut figure.image, block.span);
            }
        });
        walk::inlines_mut(list, &mut |inline| {
            if let InlineKind::Image(image) = &mut inline.kind {
                pass.image(image, inline.span);
            }
        });
    }
    pass.pictures
}

struct Pass<'a> {
    sources: &'a Sources,
    findings: &'a mut Findings,
    pictures: Pictures,
    ratios: BTreeMap<String, f32>,
}

impl Pass<'_> {
    fn image(&mut self, image: &mut Image, span: Span) {
        if image.alt.trim().is_empty() {
            let message = format!("the picture `{}` has no alternative text", shorten(&image.url));
            let hint = "say between the square brackets what is to be seen";
            self.findings.push(Diagnostic::at(code::NO_ALTERNATIVE, span, message).hint(hint));
            image.alt = image
                .url
                .rsplit('/')
                .next()
                .filter(|_| !image.url.starts_with("data:"))
                .unwrap_or("picture")
                .to_owned();
        }
        match self.load(&image.url, span) {
            Ok((path, ratio)) => {
                image.file = Some(path);
                image.ratio = ratio;
            }
            Err((code, why)) => {
                let message = format!("the picture `{}` is not shown: {why}", shorten(&image.url));
                self.findings
                    .push(Diagnostic::at(code, span, message).hint("its alternative text is printed in a frame"));
            }
        }
    }

    /// The path of a picture and its width over its height.
    fn load(&mut self, url: &str, span: Span) -> Result<(String, f32), (Code, String)> {
        if url.contains("://") || url.starts_with("data:") || url.starts_with("//") {
            return Err((code::REMOTE, "only files beside the text are read".into()));
        }
        let from = &self.sources.get(span.source).path;
        let path = source::relative(from, url).ok_or((code::OUTSIDE_ROOT, Refusal::Outside.to_string()))?;
        if let Some(ratio) = self.ratios.get(&path) {
            return Ok((path, *ratio));
        }
        let bytes = self.sources.read(&path, MAX_FILE).map_err(|refusal| {
            let code = if refusal == Refusal::Outside { code::OUTSIDE_ROOT } else { code::LOST_IMAGE };
            (code, refusal.to_string())
        })?;
        let ratio = measure(&bytes).map_err(|why| (code::LOST_IMAGE, why))?;
        self.pictures.insert(path.clone(), Bytes::new(bytes));
        self.ratios.insert(path.clone(), ratio);
        Ok((path, ratio))
    }
}

fn shorten(url: &str) -> String {
    if url.chars().count() <= 80 { url.to_owned() } else { url.chars().take(79).chain(['…']).collect() }
}

/// Width over height of a picture that can be read to its end.
fn measure(bytes: &[u8]) -> Result<f32, String> {
    let (width, height) = if image::guess_format(bytes).is_ok() { raster(bytes)? } else { vector(bytes)? };
    if width > 0.0 && height > 0.0 { Ok(width / height) } else { Err("it has no size".into()) }
}

fn raster(bytes: &[u8]) -> Result<(f32, f32), String> {
    let reader = || ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|e| e.to_string());
    let (width, height) = reader()?.into_dimensions().map_err(|e| e.to_string())?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!("{width} x {height} pixels are more than can be printed"));
    }
    reader()?.decode().map_err(|e| e.to_string())?;
    Ok((width as f32, height as f32))
}

fn vector(bytes: &[u8]) -> Result<(f32, f32), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is no PNG, JPEG, GIF, WebP or SVG")?;
    if !text.contains("<svg") {
        return Err("it is no PNG, JPEG, GIF, WebP or SVG".into());
    }
    if depth(text) > MAX_SVG_DEPTH {
        return Err(format!("its elements are nested deeper than {MAX_SVG_DEPTH}"));
    }
    let image = SvgImage::new(Bytes::from_string(text.to_owned())).map_err(|e| format!("{e:?}"))?;
    Ok((image.width() as f32, image.height() as f32))
}

/// How deep the elements of an XML text are nested, at least.
fn depth(text: &str) -> usize {
    let (mut now, mut most) = (0usize, 0usize);
    for part in text.split('<').skip(1) {
        match part.as_bytes().first() {
            Some(b'/') => now = now.saturating_sub(1),
            Some(b'!' | b'?') | None => {}
            Some(_) if part.split('>').next().is_some_and(|tag| tag.ends_with('/')) => {}
            Some(_) => now += 1,
        }
        most = most.max(now);
    }
    most
}
