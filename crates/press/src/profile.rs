//! Print profiles: the demands of a printer at home or of a print shop, as data in `crates/press/profiles`.

mod reading;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::inks::PrintingCondition;
use super::print_standard::PrintStandard;
use crate::book::Output;
pub(crate) use reading::screen;
pub use reading::{find_profile, profile_names, profiles_in_words};

/// A family of outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutputFamily {
    /// Tagged and linked, in sRGB.
    Screen,
    /// For a printer at home: sheets of cards, booklets, marks.
    Home,
    /// For a print shop: CMYK, bleed, boxes.
    Print,
}

/// The edge over which a sheet of paper is turned.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum FlipEdge {
    /// The long edge.
    #[default]
    Long,
    /// The short edge.
    Short,
}

impl FlipEdge {
    /// Returns its name in the templates.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Short => "short",
        }
    }
}

/// The order in which a print shop wants the faces of cards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FaceOrder {
    /// Front and back of each card.
    #[default]
    FrontBack,
    /// Back and front of each card.
    BackFront,
    /// All fronts, then one back.
    FrontsThenBack,
}

impl FaceOrder {
    /// Returns its name in the templates.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FrontBack => "front-back",
            Self::BackFront => "back-front",
            Self::FrontsThenBack => "fronts-then-back",
        }
    }
}

/// The colours of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColourSpace {
    /// For screens and printers at home.
    #[default]
    Srgb,
    /// For print shops.
    Cmyk,
}

/// The files that pages are put into.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PageContainer {
    /// One PDF.
    #[default]
    Pdf,
    /// A picture for each page.
    PngSet,
}

/// The place where a print shop wants the line along which tokens are cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CutLinePlace {
    /// On the fronts.
    #[default]
    Spot,
    /// On a page of its own behind each sheet.
    Page,
    /// In a PDF of its own.
    File,
}

/// The usual ink of cut lines.
fn usual_cut_ink() -> String {
    "CutContour".to_owned()
}

/// The usual ink of fold lines.
fn usual_fold_ink() -> String {
    "Crease".to_owned()
}

/// The way in which the pages of a book are held together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Binding {
    /// Folded and stapled: it has no spine, and a multiple of four pages.
    Saddle,
    /// Glued at the spine.
    Perfect,
}

impl Binding {
    /// The number of pages is a multiple of this.
    pub(crate) fn multiple(self) -> usize {
        match self {
            Self::Saddle => 4,
            Self::Perfect => 2,
        }
    }
}

/// The thickness of a leaf of usual paper, in millimetres.
fn usual_leaf() -> f64 {
    0.1
}

/// The least margin at the binding of books with at least a number of pages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InnerMargin {
    /// The least number of pages.
    #[schemars(range(min = 1, max = 10_000))]
    pub pages: usize,
    /// The margin.
    #[schemars(range(min = 0, max = 100))]
    pub margin: f64,
}

impl Profile {
    /// Returns the least margin at the binding of a rulebook with this number of pages, in millimetres; 0 if
    /// none is asked for.
    pub fn inner_margin(&self, pages: usize) -> f64 {
        let asked = self.inside.iter().filter(|inside| inside.pages <= pages);
        asked.map(|inside| inside.margin).fold(0.0, f64::max)
    }
}

/// The demands of a printer at home or of a print shop. Lengths are in millimetres.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Its name, which is that of its file.
    #[serde(skip)]
    pub name: String,
    /// The purpose of the profile, in a sentence.
    #[schemars(example = &"A printer at home with A4 paper")]
    pub about: String,
    /// The kind of printer: a screen, a printer at home or a print shop.
    #[schemars(example = &"home")]
    pub family: OutputFamily,
    /// The outputs that are made unless `--only` asks for others.
    #[schemars(example = ["rulebook", "cards"])]
    pub makes: Vec<Output>,
    /// The paper of a printer at home, for cards and booklets.
    #[serde(default)]
    #[schemars(example = &"a4")]
    pub paper: Option<String>,
    /// The page of the rulebook, for a print shop that binds only some sizes: a paper, or width and height in
    /// millimetres. If left out, the book chooses its page.
    #[serde(default)]
    #[schemars(example = &"127x203.2")]
    pub page: Option<String>,
    /// The size of cards for books that ask for none.
    #[serde(default)]
    #[schemars(example = &"us-poker")]
    pub card_size: Option<String>,
    /// The page of a booklet; two of them are printed side by side on `paper`.
    #[serde(default)]
    #[schemars(example = &"a5")]
    pub half: Option<String>,
    /// The form of the files: one PDF, or a picture for each page.
    #[serde(default)]
    #[schemars(extend("default" = "pdf"), example = &"png-set")]
    pub container: PageContainer,
    /// The kind of PDF that a print shop wants: PDF/X, `x-4` or `x-1a:2003`, or a plain one by its version,
    /// `1.4`, `1.6` or `1.7`. If a file breaks PDF/X, a finding reports it, and the file does not claim to
    /// follow PDF/X.
    #[serde(default)]
    #[schemars(extend("default" = "1.7"), example = &"x-4")]
    pub standard: PrintStandard,
    /// The colours of the file.
    #[serde(default)]
    #[schemars(extend("default" = "srgb"), example = &"cmyk")]
    pub colour: ColourSpace,
    /// Turns letters into shapes, for a print shop that takes no fonts.
    #[serde(default)]
    #[schemars(example = true)]
    pub text_as_outlines: bool,
    /// The printing condition that the colours are meant for, by its name in the ICC registry.
    #[serde(default)]
    #[schemars(example = &"FOGRA39")]
    pub output_condition: Option<String>,
    /// The ICC profile of the print shop, as a path from this file: it turns the colours of pictures into
    /// inks, and PDF/X names it. If left out, it is that of offset printing on coated paper, FOGRA39, with at
    /// most 240 % of ink.
    #[serde(default)]
    #[schemars(example = &"PSOcoated_v3.icc")]
    pub icc: Option<String>,
    /// The printing condition in the file of `icc`.
    #[serde(skip)]
    pub condition: Option<PrintingCondition>,
    /// The bleed: colours and pictures continue this far beyond the edge of every page, because it is cut.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 3.0)]
    pub bleed: f64,
    /// The bleed at the binding of the rulebook; left out, it is that of the other edges.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.0)]
    pub bleed_inside: Option<f64>,
    /// Prints short lines outside the bleed that show where to cut.
    #[serde(default)]
    #[schemars(extend("default" = false), example = true)]
    pub marks: bool,
    /// The least distance of all text from the edge.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 3.0)]
    pub safe: f64,
    /// The bleed round each card of a sheet; with 0, cards touch each other.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 2.0)]
    pub card_bleed: f64,
    /// The place of the lines along which tokens and boxes are cut and folded: `spot` on the fronts, `page`
    /// on a page of its own behind each sheet, `file` in a PDF of its own. They are always inks of their own,
    /// `cut-ink` and `fold-ink`.
    #[serde(default)]
    #[schemars(extend("default" = "spot"), example = &"file")]
    pub cut_line: CutLinePlace,
    /// The name of the ink of the line along which tokens and boxes are cut.
    #[serde(default = "usual_cut_ink")]
    #[schemars(extend("default" = "CutContour"), example = &"Dieline")]
    pub cut_ink: String,
    /// The name of the ink of the lines along which boxes are folded.
    #[serde(default = "usual_fold_ink")]
    #[schemars(extend("default" = "Crease"), example = &"Fold")]
    pub fold_ink: String,
    /// The width of the edge that a printer at home cannot print.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 5.0)]
    pub edge: f64,
    /// The edge over which the paper is turned for the backs.
    #[serde(default)]
    #[schemars(extend("default" = "long"), example = &"short")]
    pub flip: FlipEdge,
    /// The order in which a print shop wants the faces of cards.
    #[serde(default)]
    #[schemars(extend("default" = "front-back"), example = &"fronts-then-back")]
    pub order: FaceOrder,
    /// The number of pages is a multiple of this.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000), example = 4)]
    pub multiple: Option<usize>,
    /// Leaves the last page of the rulebook blank, as the print shop asks.
    #[serde(default)]
    #[schemars(extend("default" = false), example = true)]
    pub last_blank: bool,
    /// The fewest pages that the print shop binds.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000), example = 24)]
    pub least_pages: Option<usize>,
    /// The most pages that the print shop binds.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000), example = 96)]
    pub most_pages: Option<usize>,
    /// The thickness of the paper of a booklet: each sheet moves its inner pages this much towards the fold.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.1)]
    pub creep: f64,
    /// The binding of the rulebook. The cover becomes a file of its own, with back and spine, and the
    /// rulebook has no cover page.
    #[serde(default)]
    #[schemars(example = &"perfect")]
    pub binding: Option<Binding>,
    /// The thickness of a leaf of the rulebook, which is two pages: it gives the width of the spine.
    #[serde(default = "usual_leaf")]
    #[schemars(extend("default" = 0.1), range(min = 0, max = 100), example = 0.12)]
    pub leaf: f64,
    /// The thickness of the paper of the cover.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.25)]
    pub cover_stock: f64,
    /// The least margin at the binding of the rulebook, in millimetres, by its number of pages: a thick glued
    /// book opens less far.
    #[serde(default)]
    #[schemars(example = [InnerMargin { pages: 1, margin: 12.7 }, InnerMargin { pages: 151, margin: 15.9 }])]
    pub inside: Vec<InnerMargin>,
    /// The most sheets of a booklet that can be folded and stapled together; a longer booklet comes in parts.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000), example = 15)]
    pub most_sheets: Option<usize>,
    /// The most ink at one spot, in per cent: the sum of the four inks.
    #[serde(default)]
    #[schemars(range(min = 1, max = 400), example = 300.0)]
    pub ink_limit: Option<f64>,
    /// The thinnest line, in points.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.25)]
    pub line: Option<f64>,
    /// The dots per inch that pictures should have.
    #[serde(default)]
    #[schemars(range(min = 36, max = 1200), example = 300)]
    pub dpi: Option<u32>,
    /// Figures that the print shop does not give.
    #[serde(default)]
    #[schemars(example = ["the ink limit"])]
    pub unknown: Vec<String>,
    /// The source of the figures.
    #[schemars(example = &"The guide for files of the print shop")]
    pub source: String,
    /// The day on which the figures were checked.
    #[schemars(with = "String", extend("format" = "date"), example = &"2026-11-20")]
    pub checked: toml::value::Datetime,
}
