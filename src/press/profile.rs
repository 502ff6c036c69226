//! Print profiles: what a printer at home or a print shop asks for, as data in
//! `templates/profiles`.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::paper::Paper;
use crate::book::Output;
use crate::document::short_quote;
use crate::text::file_names::name_fault;
use crate::text::io_words;

/// The bundled profiles by name.
const BUNDLED: [(&str, &str); 5] = [
    ("screen", include_str!("../../templates/profiles/screen.toml")),
    ("home-a4", include_str!("../../templates/profiles/home-a4.toml")),
    ("home-letter", include_str!("../../templates/profiles/home-letter.toml")),
    ("home-a5", include_str!("../../templates/profiles/home-a5.toml")),
    ("generic-3mm", include_str!("../../templates/profiles/generic-3mm.toml")),
];

/// A family of outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
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
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Short => "short",
        }
    }
}

/// In which order a print shop wants the faces of cards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FrontBack => "front-back",
            Self::BackFront => "back-front",
            Self::FrontsThenBack => "fronts-then-back",
        }
    }
}

/// What colours a file holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColourSpace {
    /// For screens and printers at home.
    #[default]
    Srgb,
    /// For print shops.
    Cmyk,
}

/// What pages are put into.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageContainer {
    /// One PDF.
    #[default]
    Pdf,
    /// A picture for each page.
    PngSet,
}

/// A print profile; lengths are millimetres.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Its name, which is that of its file.
    #[serde(skip)]
    pub name: String,
    /// What it is for.
    pub about: String,
    /// Its family.
    pub family: OutputFamily,
    /// What is made unless something is asked for.
    pub makes: Vec<Output>,
    /// The paper of a printer at home.
    #[serde(default)]
    pub paper: Option<String>,
    /// The page of a booklet on that paper.
    #[serde(default)]
    pub half: Option<String>,
    /// One PDF, or a picture for each page.
    #[serde(default)]
    pub container: PageContainer,
    /// Version of PDF.
    #[serde(default)]
    pub standard: Option<String>,
    /// Colours of the file.
    #[serde(default)]
    pub colour: ColourSpace,
    /// Whether letters become shapes, for a print shop that takes no fonts.
    #[serde(default)]
    pub text_as_outlines: bool,
    /// The printing condition that the colours are meant for, by its name in the registry of the
    /// ICC.
    #[serde(default)]
    pub output_condition: Option<String>,
    /// Round every page.
    #[serde(default)]
    pub bleed: f64,
    /// No text nearer to the trim than this.
    #[serde(default)]
    pub safe: f64,
    /// Round each card of a sheet; 0 puts them side by side.
    #[serde(default)]
    pub card_bleed: f64,
    /// What a printer at home cannot reach.
    #[serde(default)]
    pub edge: f64,
    /// How backs are turned.
    #[serde(default)]
    pub flip: FlipEdge,
    /// Order of the faces of cards.
    #[serde(default)]
    pub order: FaceOrder,
    /// The number of pages is a multiple of this.
    #[serde(default)]
    pub multiple: Option<usize>,
    /// Fewest pages.
    #[serde(default)]
    pub least_pages: Option<usize>,
    /// Most pages.
    #[serde(default)]
    pub most_pages: Option<usize>,
    /// Thickness of the paper of a booklet: how far its inner pages move to the fold, for each
    /// sheet.
    #[serde(default)]
    pub creep: f64,
    /// Sheets of a booklet that can be folded and stapled together; more come in parts.
    #[serde(default)]
    pub most_sheets: Option<usize>,
    /// Most ink at one spot, in per cent of the four colours together.
    #[serde(default)]
    pub ink_limit: Option<f64>,
    /// Thinnest line, in points.
    #[serde(default)]
    pub line: Option<f64>,
    /// Dots an inch of pictures.
    #[serde(default)]
    pub dpi: Option<u32>,
    /// What the figures were taken from.
    pub source: String,
    /// When they were looked at.
    pub checked: toml::value::Datetime,
}

/// The most bytes of the file of a profile; the bundled ones have about 1 KB.
const MAX_PROFILE: u64 = 64 << 10;
/// What any length of a profile may be, in millimetres: bleed, edges, creep.
const LENGTHS: RangeInclusive<f64> = 0.0..=100.0;
/// Dots an inch: with more, a page of A3 takes more than a gigabyte.
const DENSITIES: RangeInclusive<f64> = 36.0..=1200.0;
/// Numbers of pages and of sheets.
const COUNTS: RangeInclusive<f64> = 1.0..=10_000.0;
/// Four colours over one another.
const INKS: RangeInclusive<f64> = 1.0..=400.0;

/// A figure by its key, and what it may be.
type ProfileFigure = (&'static str, f64, RangeInclusive<f64>);

impl Profile {
    /// All figures of the profile.
    fn figures(&self) -> Vec<ProfileFigure> {
        let lengths = [
            ("bleed", self.bleed),
            ("safe", self.safe),
            ("card-bleed", self.card_bleed),
            ("edge", self.edge),
            ("creep", self.creep),
        ];
        let counts = [
            ("multiple", self.multiple),
            ("least-pages", self.least_pages),
            ("most-pages", self.most_pages),
            ("most-sheets", self.most_sheets),
        ];
        let lengths = lengths.map(|(key, length)| (key, Some(length), LENGTHS));
        let counts = counts.map(|(key, count)| (key, count.map(|count| count as f64), COUNTS));
        let others = [
            ("ink-limit", self.ink_limit, INKS),
            ("line", self.line, LENGTHS),
            ("dpi", self.dpi.map(f64::from), DENSITIES),
        ];
        let all = lengths.into_iter().chain(counts).chain(others);
        all.filter_map(|(key, figure, range)| Some((key, figure?, range))).collect()
    }
}

/// The names of the bundled profiles.
pub fn profile_names() -> impl Iterator<Item = &'static str> {
    BUNDLED.iter().map(|(name, _)| *name)
}

/// The profile of a screen.
pub(super) fn screen() -> Profile {
    find_profile("screen").expect("it is bundled")
}

/// The profile of this name, or in the file of this name; or why there is none.
pub fn find_profile(name: &str) -> Result<Profile, String> {
    match bundled_profile(name) {
        Some(text) => parse_profile(name, text),
        None if name.ends_with(".toml") => read_profile(name),
        None => Err(unknown_profile(name)),
    }
}

fn bundled_profile(name: &str) -> Option<&'static str> {
    BUNDLED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

fn read_profile(path: &str) -> Result<Profile, String> {
    let text = read_profile_text(path).map_err(|why| unreadable_profile(path, why))?;
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    match name_fault(&stem) {
        Some(fault) => Err(unreadable_profile(path, fault.words())),
        None => parse_profile(&stem, &text),
    }
}

/// The text of a profile's file, if it is not too long.
fn read_profile_text(path: &str) -> Result<String, String> {
    let mut text = String::new();
    let file = File::open(path).map_err(|error| io_words(&error))?;
    let read = file.take(MAX_PROFILE + 1).read_to_string(&mut text);
    match read.map_err(|error| io_words(&error))? as u64 {
        0..=MAX_PROFILE => Ok(text),
        _ => Err("the file is larger than 64 KB".to_owned()),
    }
}

fn unreadable_profile(name: &str, why: impl Display) -> String {
    format!("the profile `{name}`: {why}")
}

fn unknown_profile(name: &str) -> String {
    let known = profile_names().collect::<Vec<_>>().join(", ");
    format!("unknown profile `{name}`; write one of {known}, or the path of a TOML file")
}

fn parse_profile(name: &str, text: &str) -> Result<Profile, String> {
    let profile: Profile =
        toml::from_str(text).map_err(|error| unreadable_profile(name, error.message()))?;
    let wrong = profile.figures().into_iter().find(|(_, figure, range)| !range.contains(figure));
    if let Some((key, figure, range)) = wrong {
        let why = format!("`{key}` is {figure}; write {} to {}", range.start(), range.end());
        return Err(unreadable_profile(name, why));
    }
    match profile.paper_fault() {
        Some(fault) => Err(unreadable_profile(name, fault)),
        None => Ok(Profile { name: name.to_owned(), ..profile }),
    }
}

impl Profile {
    /// What is wrong with its papers: one that is not known, or pages of a booklet that do not fit
    /// side by side.
    fn paper_fault(&self) -> Option<String> {
        let named = [("paper", &self.paper), ("half", &self.half)];
        let known = |name: &Option<String>| name.as_deref().and_then(Paper::find);
        let mut unknown = named.iter().filter(|(_, name)| name.is_some() && known(name).is_none());
        if let Some((key, name)) = unknown.next() {
            let name = short_quote(name.as_deref().unwrap_or_default());
            let papers = Paper::names().collect::<Vec<_>>().join(", ");
            return Some(format!("`{key}` is `{name}`; write one of {papers}"));
        }
        let (paper, half) = (known(&self.paper)?, known(&self.half)?);
        let fits = 2.0 * half.width <= paper.height && half.height <= paper.width;
        (!fits).then(|| "two pages of `half` do not fit side by side on `paper`".to_owned())
    }
}
