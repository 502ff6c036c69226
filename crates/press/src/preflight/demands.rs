//! The demands of a print shop on a file: the figures of a print profile that can be checked in a PDF.

/// A length for each side of a page, in millimetres. The inside is the side of the binding: left
/// on odd pages, right on even ones.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct SideLengths {
    /// Above.
    pub top: f64,
    /// Below.
    pub bottom: f64,
    /// At the binding.
    pub inside: f64,
    /// Away from the binding.
    pub outside: f64,
}

impl SideLengths {
    /// One length for every side.
    pub fn all(length: f64) -> Self {
        Self { top: length, bottom: length, inside: length, outside: length }
    }

    /// Returns left, right, top and bottom of a page by its number, from 1.
    pub fn of_page(&self, page: u32) -> [f64; 4] {
        let (left, right) = match page % 2 {
            1 => (self.inside, self.outside),
            _ => (self.outside, self.inside),
        };
        [left, right, self.top, self.bottom]
    }
}

/// A standard of files for print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfX {
    /// PDF/X-1a:2003: colours of ink alone, nothing transparent.
    X1a,
    /// PDF/X-4: colours by profiles and transparency are allowed.
    X4,
}

/// A page after it is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageTrim {
    /// Width in millimetres.
    pub width: f64,
    /// Height in millimetres.
    pub height: f64,
    /// True if the page may also be turned by 90 degrees.
    pub may_turn: bool,
}

/// The demands on a file; `None` demands nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrintDemands {
    /// The size of every page after it is cut.
    pub trim: Option<PageTrim>,
    /// Width of the bleed on each side, in millimetres.
    pub bleed: SideLengths,
    /// Distance of all text from the edge, in millimetres.
    pub safe: f64,
    /// True if all colours must be inks: CMYK, grey of the black plate, or spot colours.
    pub inks_only: bool,
    /// True if transparency is allowed.
    pub transparency: bool,
    /// The most ink at one spot, in per cent of all inks together.
    pub ink_limit: Option<f64>,
    /// The thinnest line, in points.
    pub line: Option<f64>,
    /// Dots per inch that pictures should have.
    pub dpi: Option<f64>,
    /// The number of pages is a multiple of this.
    pub multiple: Option<usize>,
    /// The fewest pages.
    pub least_pages: Option<usize>,
    /// The most pages.
    pub most_pages: Option<usize>,
    /// The printing condition of the colours, by its name in the ICC registry.
    pub output_condition: Option<String>,
    /// The standard that the file must claim and keep.
    pub standard: Option<PdfX>,
    /// Spot colours that are expected, such as that of cut lines.
    pub spot_inks: Vec<String>,
    /// The newest version of PDF, as major and minor number.
    pub version: Option<(u32, u32)>,
}
