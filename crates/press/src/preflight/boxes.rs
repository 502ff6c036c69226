//! The boxes of a page. In: its dictionary. Out: its trim, and a matrix to points from the top left of the
//! trim, as the page is seen.

use kurbo::{Affine, Rect, Vec2};
use lopdf::Dictionary;

use super::demands::PageTrim;
use super::pdf::PdfFile;

/// Points in a millimetre.
pub const MM: f64 = 72.0 / 25.4;
/// Greatest difference of boxes that count as the same, in points.
const SAME: f64 = 0.3;
/// Most parents of a page that are searched.
const MOST_PARENTS: usize = 64;
/// Size of a page that gives none: American Letter.
const LETTER: Rect = Rect::new(0.0, 0.0, 612.0, 792.0);

/// The boxes of a page in points, from the top left of the trim, downwards.
#[derive(Debug, Clone)]
pub struct PageBoxes {
    /// Transform from the coordinates of the content of the page.
    pub to_page: Affine,
    pub media: Rect,
    pub bleed: Option<Rect>,
    pub trim: Rect,
    /// True if the page itself gives its trim.
    pub has_trim: bool,
    pub user_unit: f64,
    /// Degrees by which the page is turned.
    pub rotate: i64,
}

/// Returns an entry of a page, or of one of its parents.
pub fn inherited<'a>(pdf: &'a PdfFile, page: &'a Dictionary, key: &[u8]) -> Option<&'a Dictionary> {
    let mut at = page;
    for _ in 0..MOST_PARENTS {
        if pdf.entry(at, key).is_some() {
            return Some(at);
        }
        at = pdf.fields(at, b"Parent")?;
    }
    None
}

impl PageBoxes {
    /// Reads the boxes of a page. If it gives no trim, the trim is `wanted` in its middle.
    pub fn of(pdf: &PdfFile, page: &Dictionary, wanted: Option<PageTrim>) -> Self {
        let own = |key: &[u8]| pdf.rect(page, key).filter(|area| area.area() > 1.0);
        let passed = |key: &[u8]| {
            inherited(pdf, page, key)
                .and_then(|at| pdf.rect(at, key))
                .filter(|area| area.area() > 1.0)
        };
        let media = passed(b"MediaBox").unwrap_or(LETTER);
        let crop = passed(b"CropBox").map_or(media, |crop| crop.intersect(media));
        let user_unit = pdf.number(page, b"UserUnit").filter(|unit| *unit > 0.0).unwrap_or(1.0);
        let said = own(b"TrimBox").or_else(|| own(b"ArtBox"));
        let trim = said.or_else(|| middle_of(media, wanted?, user_unit)).unwrap_or(crop);
        let rotate = inherited(pdf, page, b"Rotate").and_then(|at| pdf.number(at, b"Rotate"));
        let rotate = (rotate.unwrap_or_default() as i64).rem_euclid(360) / 90 * 90;
        let to_page = page_matrix(trim, user_unit, rotate);
        Self {
            to_page,
            media: to_page.transform_rect_bbox(media),
            bleed: own(b"BleedBox").map(|bleed| to_page.transform_rect_bbox(bleed)),
            trim: to_page.transform_rect_bbox(trim),
            has_trim: said.is_some(),
            user_unit,
            rotate,
        }
    }

    /// Returns the room beyond the trim: left, right, top and bottom, in points.
    pub fn room(&self) -> [f64; 4] {
        let outer = self.bleed.unwrap_or(self.media);
        let trim = self.trim;
        [trim.x0 - outer.x0, outer.x1 - trim.x1, trim.y0 - outer.y0, outer.y1 - trim.y1]
    }

    /// True if the trim is inside the bleed box, and that inside the media box.
    pub fn nest(&self) -> bool {
        let bleed = self.bleed.unwrap_or(self.media);
        lies_in(self.trim, bleed) && lies_in(bleed, self.media)
    }
}

fn lies_in(inner: Rect, outer: Rect) -> bool {
    let outer = outer.inflate(SAME, SAME);
    inner.x0 >= outer.x0 && inner.y0 >= outer.y0 && inner.x1 <= outer.x1 && inner.y1 <= outer.y1
}

/// Returns a trim in the middle of a page that has room for it.
fn middle_of(media: Rect, wanted: PageTrim, user_unit: f64) -> Option<Rect> {
    let size = Vec2::new(wanted.width, wanted.height) * (MM / user_unit);
    let fits = size.x <= media.width() + SAME && size.y <= media.height() + SAME;
    fits.then(|| Rect::from_center_size(media.center(), (size.x, size.y)))
}

/// Returns the matrix from the content of a page to points from the top left of its trim, as it is seen.
fn page_matrix(trim: Rect, unit: f64, rotate: i64) -> Affine {
    let (width, height) = (trim.width(), trim.height());
    let turned = match rotate {
        90 => Affine::new([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]),
        180 => Affine::new([-1.0, 0.0, 0.0, 1.0, width, 0.0]),
        270 => Affine::new([0.0, -1.0, -1.0, 0.0, height, width]),
        _ => Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, height]),
    };
    Affine::scale(unit) * turned * Affine::translate((-trim.x0, -trim.y0))
}
