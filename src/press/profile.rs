//! Print profiles: what a printer at home or a print shop asks for, as data in
//! `templates/profiles`.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paper::Paper;
use crate::book::Output;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::source::SourceId;
use crate::source::keys::TomlFile;
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
    pub(super) fn name(self) -> &'static str {
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
    pub(super) fn name(self) -> &'static str {
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
    pub(super) fn multiple(self) -> usize {
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
    /// The page of a booklet; two of them stand side by side on `paper`.
    #[serde(default)]
    #[schemars(example = &"a5")]
    pub half: Option<String>,
    /// Whether the pages are one PDF, or a picture each.
    #[serde(default)]
    #[schemars(extend("default" = "pdf"), example = &"png-set")]
    pub container: PageContainer,
    /// The version of PDF that a print shop wants.
    #[serde(default)]
    #[schemars(example = &"1.6")]
    pub standard: Option<String>,
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
    /// How far colours and pictures go on beyond the edge of every page, because it is cut.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 3.0)]
    pub bleed: f64,
    /// How far all text stays away from the edge.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 3.0)]
    pub safe: f64,
    /// The bleed round each card of a sheet; 0 puts the cards side by side.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100), example = 2.0)]
    pub card_bleed: f64,
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
    /// Where the figures were taken from.
    #[schemars(example = &"The guide for files of the print shop")]
    pub source: String,
    /// The day when they were looked at.
    #[schemars(with = "String", extend("format" = "date"), example = &"2026-11-20")]
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
            ("leaf", self.leaf),
            ("cover-stock", self.cover_stock),
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

/// The fields of a profile, or what is wrong first.
fn read_fields(text: &str) -> Result<Profile, String> {
    let mut findings = Findings::default();
    let file = TomlFile::parse(SourceId(0), code::PRINT_FILE, text, &mut findings);
    let profile = file.and_then(|mut file| {
        file.take_unknown::<Profile>(None, &mut findings);
        file.read::<Option<Profile>>("see docs/reference/book.md", &mut findings)
    });
    let wrong = findings.0.into_iter().min_by_key(|finding| finding.span);
    match (wrong, profile) {
        (None, Some(profile)) => Ok(profile),
        (None, None) => Err("it is empty".to_owned()),
        (Some(wrong), _) => Err(located_words(&wrong, text)),
    }
}

/// "line 3: unknown key `bled`; did you mean `bleed`?"
fn located_words(wrong: &Diagnostic, text: &str) -> String {
    let start = wrong.span.map_or(0, |span| span.start as usize);
    let line = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
    let words = [wrong.message.as_str()].into_iter().chain(wrong.hints.iter().map(String::as_str));
    format!("line {line}: {}", words.collect::<Vec<_>>().join("; "))
}

fn parse_profile(name: &str, text: &str) -> Result<Profile, String> {
    let profile = read_fields(text).map_err(|why| unreadable_profile(name, why))?;
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
            return Some(format!("`{key}` is `{name}`; {}", Paper::known_names()));
        }
        let (paper, half) = (known(&self.paper)?, known(&self.half)?);
        let fits = 2.0 * half.width <= paper.height && half.height <= paper.width;
        (!fits).then(|| "two pages of `half` do not fit side by side on `paper`".to_owned())
    }
}
