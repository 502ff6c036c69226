//! Amount of ink that pages take. In: laid-out pages. Out: for each of four inks, the area that it would
//! cover fully, in pages.
//!
//! The pages are drawn as red, green and blue pixels, as a viewer shows them, and each pixel is converted to
//! inks in the simplest way. Black is the darkness that all three colours share; cyan, magenta and yellow are
//! what each colour lacks of the remaining light. Printers mix differently, so the result compares files and
//! is no promise.

use typst_layout::{Page, PagedDocument};
use typst_render::RenderOptions;
use typst_utils::Scalar;

use base::size::Size;

/// Dots per inch in which pages are drawn: edges of letters become grey, which counts by its darkness.
const DOTS: f64 = 36.0;
/// Points in an inch.
const INCH: f64 = 72.0;

/// Ink by colour, each as the number of pages that it would cover fully.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct InkUse {
    /// Cyan.
    pub cyan: f64,
    /// Magenta.
    pub magenta: f64,
    /// Yellow.
    pub yellow: f64,
    /// Black.
    pub black: f64,
}

impl InkUse {
    /// Coverage of each ink on a page by which makers of cartridges count: ISO/IEC 19752 and 24711 measure
    /// yields on pages that are covered to about a twentieth.
    pub const USUAL_PAGE: f64 = 0.05;

    /// Measures the ink of all pages of a document, in pages of size `whole` in points.
    pub fn of_pages(document: &PagedDocument, whole: Size) -> Self {
        let mut all = Self::default();
        for page in document.pages() {
            let size = page.frame.size();
            let part = size.x.to_pt() * size.y.to_pt() / (whole.width * whole.height);
            all = all.plus(Self::of_page(page).times(part));
        }
        all
    }

    /// Measures the part of one page that each ink covers.
    fn of_page(page: &Page) -> Self {
        let options = RenderOptions { pixel_per_pt: Scalar::new(DOTS / INCH), render_bleed: false };
        let picture = typst_render::render(page, &options);
        let dots = picture.pixels();
        let sum = dots.iter().map(|dot| Self::of_colour(dot.red(), dot.green(), dot.blue()));
        sum.fold(Self::default(), Self::plus).times(1.0 / dots.len().max(1) as f64)
    }

    /// Returns the inks of a colour of red, green and blue.
    pub fn of_colour(red: u8, green: u8, blue: u8) -> Self {
        let lacking = [red, green, blue].map(|light| 1.0 - f64::from(light) / 255.0);
        let black = lacking.iter().copied().fold(1.0, f64::min);
        let left = 1.0 - black;
        let rest = |lack: f64| if left > 0.0 { (lack - black) / left } else { 0.0 };
        let [cyan, magenta, yellow] = lacking.map(rest);
        Self { cyan, magenta, yellow, black }
    }

    /// Returns the sum of both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            cyan: self.cyan + other.cyan,
            magenta: self.magenta + other.magenta,
            yellow: self.yellow + other.yellow,
            black: self.black + other.black,
        }
    }

    fn times(self, factor: f64) -> Self {
        Self {
            cyan: self.cyan * factor,
            magenta: self.magenta * factor,
            yellow: self.yellow * factor,
            black: self.black * factor,
        }
    }
}
