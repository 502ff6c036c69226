//! Check of the resolution of pictures at their printed size. In: the pages of an output for a printer. Out:
//! a warning for each picture that is too coarse, at the place where the book shows it.

use std::collections::BTreeMap;

use kurbo::Size;
use typst::layout::{Frame, FrameItem, Transform};
use typst::visualize::{Image as TypstImage, ImageKind};
use typst_layout::PagedDocument;

use crate::book::Book;
use crate::profile::{OutputFamily, Profile};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Span;
use document::{Block, BlockKind, InlineKind, walk};

/// Dots per inch below which a picture is reported.
const LEAST_DOTS: f64 = 200.0;
/// Dots per inch that print shops ask for.
const GOOD_DOTS: f64 = 300.0;
/// Points in an inch.
const INCH: f64 = 72.0;
/// Millimetres in a point.
const MM: f64 = 25.4 / INCH;

/// A picture as it is printed.
#[derive(Debug, Clone, Copy)]
struct PrintedPicture {
    pixels: Size,
    /// Size of the whole picture on paper, in points.
    size: Size,
}

impl PrintedPicture {
    fn dots(&self) -> f64 {
        let across = self.pixels.width / self.size.width;
        across.min(self.pixels.height / self.size.height) * INCH
    }
}

/// A place where a book shows a picture.
#[derive(Clone, Copy)]
struct ShownPicture<'b> {
    /// Its path as written.
    url: &'b str,
    span: Span,
}

/// Reports the pictures of `book` that are too coarse for paper on the pages of the file `name`.
pub fn report_coarse_pictures(
    pages: &PagedDocument,
    book: &Book,
    profile: &Profile,
    name: &str,
    findings: &mut Findings,
) {
    if profile.family == OutputFamily::Screen {
        return;
    }
    let mut coarsest: BTreeMap<&str, PrintedPicture> = BTreeMap::new();
    for page in pages.pages() {
        each_picture(&page.frame, Transform::identity(), &mut |image, size| {
            let Some((file, printed)) = coarse_picture(image, size, book) else { return };
            let known = coarsest.entry(file).or_insert(printed);
            if printed.dots() < known.dots() {
                *known = printed;
            }
        });
    }
    if coarsest.is_empty() {
        return;
    }
    let places = picture_places(book);
    for (file, printed) in coarsest {
        findings.push(too_coarse(file, name, &printed, places.get(file).copied()));
    }
}

/// Returns the file of a picture and its size in print, if it is too coarse.
fn coarse_picture<'b>(
    image: &TypstImage,
    size: Size,
    book: &'b Book,
) -> Option<(&'b str, PrintedPicture)> {
    let ImageKind::Raster(raster) = image.kind() else { return None };
    let pixels = Size::new(f64::from(raster.width()), f64::from(raster.height()));
    let printed = PrintedPicture { pixels, size };
    if printed.dots().round() >= LEAST_DOTS {
        return None;
    }
    let mut files = book.pictures.iter();
    let (file, _) = files.find(|(_, bytes)| *bytes == raster.data())?;
    Some((file, printed))
}

/// Calls `f` on each picture of a frame and of those in it, with its size in points.
fn each_picture(frame: &Frame, place: Transform, f: &mut dyn FnMut(&TypstImage, Size)) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => {
                each_picture(&group.frame, place.pre_concat(group.transform), f);
            }
            FrameItem::Image(image, size, _) => {
                let wide = place.sx.get().hypot(place.ky.get());
                let high = place.kx.get().hypot(place.sy.get());
                f(image, Size::new(size.x.to_pt() * wide, size.y.to_pt() * high));
            }
            FrameItem::Text(_) | FrameItem::Shape(..) | FrameItem::Link(..) | FrameItem::Tag(_) => {
            }
        }
    }
}

/// Returns the first place where the book shows each picture.
fn picture_places(book: &Book) -> BTreeMap<&str, ShownPicture<'_>> {
    let mut places = BTreeMap::new();
    let panels = book.sheet.iter().chain(&book.cards).flat_map(|panel| &panel.parts);
    let texts = [&book.blocks].into_iter().chain(panels.map(|part| &part.blocks));
    let texts = texts.chain(book.quick.iter().map(|entry| &entry.blocks));
    for text in texts.chain(book.footnotes.iter().map(|note| &note.blocks)) {
        add_places(text, &mut places);
    }
    places
}

fn add_places<'b>(blocks: &'b [Block], places: &mut BTreeMap<&'b str, ShownPicture<'b>>) {
    walk::each_block(blocks, &mut |block| {
        if let BlockKind::Figure(figure) = &block.kind
            && let Some(file) = &figure.image.file
        {
            let place = ShownPicture { url: &figure.image.url, span: block.span };
            places.entry(file).or_insert(place);
        }
    });
    walk::each_inline(blocks, &mut |inline| {
        if let InlineKind::Image(image) = &inline.kind
            && let Some(file) = &image.file
        {
            places.entry(file).or_insert(ShownPicture { url: &image.url, span: inline.span });
        }
    });
}

fn too_coarse(
    file: &str,
    name: &str,
    printed: &PrintedPicture,
    place: Option<ShownPicture<'_>>,
) -> Diagnostic {
    let PrintedPicture { pixels, size } = printed;
    let (wide, high) = (size.width * MM, size.height * MM);
    let written = short_quote(place.map_or(file, |place| place.url));
    let message = format!(
        "the picture `{written}` will look coarse in `{name}`: {wide:.0} x {high:.0} mm at {:.0} dpi",
        printed.dots()
    );
    let good = |pixels: f64| pixels / GOOD_DOTS * 25.4;
    let hint = format!(
        "use a file of at least {:.0} x {:.0} pixels, or print it no larger than {:.0} x {:.0} mm: its {:.0} x {:.0} pixels are good for that at {GOOD_DOTS} dpi",
        (size.width / INCH * GOOD_DOTS).ceil(),
        (size.height / INCH * GOOD_DOTS).ceil(),
        good(pixels.width),
        good(pixels.height),
        pixels.width,
        pixels.height,
    );
    let finding = match place {
        Some(place) => Diagnostic::at(code::COARSE_PICTURE, place.span, message),
        None => Diagnostic::file(code::COARSE_PICTURE, file, message),
    };
    finding.hint(hint)
}
