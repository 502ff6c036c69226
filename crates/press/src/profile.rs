//! Print profiles: what a printer at home or a print shop asks for, as data in
//! `crates/press/profiles`.

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

/// Which edge a sheet of paper is turned over.
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
    /// What the templates call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Short => "short",
        }
    }
}

/// In which order a print shop wants the faces of cards.
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
    /// What the templates call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FrontBack => "front-back",
            Self::BackFront => "back-front",
            Self::FrontsThenBack => "fronts-then-back",
        }
    }
}

/// What colours a file holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColourSpace {
    /// For screens and printers at home.
    #[default]
    Srgb,
    /// For print shops.
    Cmyk,
}

/// What pages are put into.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PageContainer {
    /// One PDF.
    #[default]
    Pdf,
    /// A picture for each page.
    PngSet,
}

/// Where a print shop wants the line along which tokens are cut.
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

/// How the pages of a book are held together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Binding {
    /// Folded and stapled: no spine, and pages by fours.
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

/// The least margin at the binding of books of so many pages or more.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InnerMargin {
    /// From so many pages on.
    #[schemars(range(min = 1, max = 10_000))]
    pub pages: usize,
    /// The margin.
    #[schemars(range(min = 0, max = 100))]
    pub margin: f64,
}

impl Profile {
    /// The least margin at the binding of a rulebook of so many pages, in millimetres; 0 where none is asked for.
    pub fn inner_margin(&self, pages: usize) -> f64 {
        let asked = self.inside.iter().filter(|inside| inside.pages <= pages);
        asked.map(|inside| inside.margin).fold(0.0, f64::max)
    }
}

/// What a printer at home or a print shop asks for. Lengths are millimetres.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Its name, which is that of its file.
    #[serde(skip)]
    pub name: String,
    /// What it is for, in a sentence.
    #[schemars(example = &"A printer at home with A4 paper")]
    pub about: String,
    /// Where the files go.
    #[schemars(example = &"home")]
    pub family: OutputFamily,
    /// What is made unless `--only` asks for something else.
    #[schemars(example = ["rulebook", "cards"])]
    pub makes: Vec<Output>,
    /// The paper of a printer at home, on which cards and booklets are laid.
    #[serde(default)]
    #[schemars(example = &"a4")]
    pub paper: Option<String>,
    /// The page of the rulebook, where a print shop binds only some sizes: a paper, or width and height in millimetres.
    /// Left out, it is what the book asks for.
    #[serde(default)]
    #[schemars(example = &"127x203.2")]
    pub page: Option<String>,
    /// The size of cards whose book asks for none.
    #[serde(default)]
    #[schemars(example = &"us-poker")]
    pub card_size: Option<String>,
    /// The page of a booklet; two of them stand side by side on `paper`.
    #[serde(default)]
    #[schemars(example = &"a5")]
    pub half: Option<String>,
    /// Whether the pages are one PDF, or a picture each.
    #[serde(default)]
    #[schemars(extend("default" = "pdf"), example = &"png-set")]
    pub container: PageContainer,
    /// The kind of PDF that a print shop wants: PDF/X, `x-4` or `x-1a:2003`, or a plain one by its version, `1.4`, `1.6` or
    /// `1.7`. What breaks PDF/X is told, and the file does not claim to follow it.
    #[serde(default)]
    #[schemars(extend("default" = "1.7"), example = &"x-4")]
    pub standard: PrintStandard,
    /// The colours of the file.
    #[serde(default)]
    #[schemars(extend("default" = "srgb"), example = &"cmyk")]
    pub colour: ColourSpace,
    /// Whether letters become shapes, for a print shop that takes no fonts.
    #[serde(default)]
    #[schemars(example = true)]
    pub text_as_outlines: bool,
    /// The printing condition that the colours are meant for, by its name in the registry of the
    /// ICC.
    #[serde(default)]
    #[schemars(example = &"FOGRA39")]
    pub output_condition: Option<String>,
    /// The ICC profile of the print shop, as a path from this file: colours of pictures become inks by it, and PDF/X
    /// names it. Left out, it is that of offset printing on coated paper, FOGRA39, with at most 240 % of ink.
    #[serde(default)]
    #[schemars(example = &"PSOcoated_v3.icc")]
    pub icc: Option<String>,
    /// What the file of `icc` describes.
    #[serde(skip)]
    pub condition: Option<PrintingCondition>,
    /// How far colours and pictures go on beyond the edge of every page, because it is cut.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 3.0)]
    pub bleed: f64,
    /// The same at the binding of the rulebook; left out, it is as at the other edges.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.0)]
    pub bleed_inside: Option<f64>,
    /// Whether short lines outside the bleed show where to cut.
    #[serde(default)]
    #[schemars(extend("default" = false), example = true)]
    pub marks: bool,
    /// How far all text stays away from the edge.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 3.0)]
    pub safe: f64,
    /// The bleed round each card of a sheet; 0 puts the cards side by side.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 2.0)]
    pub card_bleed: f64,
    /// Where the lines along which tokens and boxes are cut and folded stand: `spot` on the fronts, `page` on a page of its
    /// own behind each sheet, `file` in a PDF of its own. They are always inks of their own, `cut-ink` and `fold-ink`.
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
    /// How near to the edge of the paper a printer at home cannot print.
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
    /// Whether the last page of the rulebook is blank, as the print shop asks.
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
    /// The thickness of the paper of a booklet: how far its inner pages move to the fold, for each
    /// sheet.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.1)]
    pub creep: f64,
    /// How the rulebook is bound. Its cover is then a file of its own, with back and spine, and no page
    /// of the rulebook.
    #[serde(default)]
    #[schemars(example = &"perfect")]
    pub binding: Option<Binding>,
    /// The thickness of a leaf of the rulebook, which has two pages: so the spine is as wide as the
    /// book is thick.
    #[serde(default = "usual_leaf")]
    #[schemars(extend("default" = 0.1), range(min = 0, max = 100), example = 0.12)]
    pub leaf: f64,
    /// The thickness of the paper of the cover.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.25)]
    pub cover_stock: f64,
    /// The least margin at the binding of the rulebook, in millimetres, by its number of pages: the thicker a glued book is,
    /// the less of it can be opened.
    #[serde(default)]
    #[schemars(example = [InnerMargin { pages: 1, margin: 12.7 }, InnerMargin { pages: 151, margin: 15.9 }])]
    pub inside: Vec<InnerMargin>,
    /// How many sheets of a booklet can be folded and stapled together; more come in parts.
    #[serde(default)]
    #[schemars(range(min = 1, max = 10_000), example = 15)]
    pub most_sheets: Option<usize>,
    /// The most ink at one spot, in per cent of the four colours together.
    #[serde(default)]
    #[schemars(range(min = 1, max = 400), example = 300.0)]
    pub ink_limit: Option<f64>,
    /// The thinnest line, in points.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 0.25)]
    pub line: Option<f64>,
    /// The dots an inch that pictures should have.
    #[serde(default)]
    #[schemars(range(min = 36, max = 1200), example = 300)]
    pub dpi: Option<u32>,
    /// What the print shop does not say.
    #[serde(default)]
    #[schemars(example = ["the ink limit"])]
    pub unknown: Vec<String>,
    /// Where the figures were taken from.
    #[schemars(example = &"The guide for files of the print shop")]
    pub source: String,
    /// The day when they were looked at.
    #[schemars(with = "String", extend("format" = "date"), example = &"2026-11-20")]
    pub checked: toml::value::Datetime,
}
