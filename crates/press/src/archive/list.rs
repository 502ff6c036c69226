//! The list of an archive: the game, the service, every file, and what is not in it.

use clap::ValueEnum;
use serde::Serialize;

use super::entry::FileEntry;
use super::{GamePart, colour_words};
use crate::book::{Book, Output};
use crate::profile::{ColourSpace, OutputFamily, PageContainer, Profile};

/// The profile for print shops that have none of their own.
const GENERIC: &str = "generic-3mm";

/// The list of the content of an archive.
#[derive(Debug, Serialize)]
pub struct GameList {
    /// Version of the format of this list.
    pub format: u32,
    /// The program that made the files.
    pub made_by: &'static str,
    /// The title of the game.
    pub game: String,
    /// Its edition.
    pub edition: Option<String>,
    /// Its date, as 2026-11-20.
    pub date: Option<String>,
    /// The print shop that the files are for.
    pub service: ServiceNote,
    /// Paper and card that the game is printed on; left out, since a book does not name them.
    pub stock: Option<String>,
    /// Every file besides the lists.
    pub files: Vec<FileEntry>,
    /// The parts of the game that are not in the archive, and why.
    pub left_out: Vec<LeftOut>,
}

/// The entries of a print profile about its service.
#[derive(Debug, Serialize)]
pub struct ServiceNote {
    /// The name of the profile.
    pub profile: String,
    /// Its purpose.
    pub about: String,
    /// The source of its figures.
    pub source: String,
    /// Date on which the figures were checked.
    pub checked: String,
    /// The kind of the files: `PDF/X-4`, `PNG`.
    pub files: String,
    /// The sentences about colours.
    pub colours: String,
    /// Bleed round every page, in millimetres.
    pub bleed_mm: f64,
    /// Least distance of text from the edge, in millimetres.
    pub safe_mm: f64,
    /// Figures that the service does not give.
    pub unknown: Vec<String>,
}

/// A part that is not in an archive.
#[derive(Debug, Serialize)]
pub struct LeftOut {
    /// The part, by its name for `--only`.
    pub part: &'static str,
    /// The reason.
    pub why: String,
}

impl GameList {
    /// Builds the list of the parts of a book.
    pub fn of(book: &Book, profile: &Profile, parts: &[GamePart]) -> Self {
        let entries = parts.iter().flat_map(|(output, files)| {
            files.iter().map(|file| FileEntry::of(*output, file, profile))
        });
        let date = book.date.map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
        Self {
            format: 1,
            made_by: concat!("rulepress ", env!("CARGO_PKG_VERSION")),
            game: book.title.clone(),
            edition: book.edition.clone(),
            date,
            service: ServiceNote::of(profile),
            stock: None,
            files: entries.collect(),
            left_out: left_out(book, profile, parts),
        }
    }
}

impl ServiceNote {
    fn of(profile: &Profile) -> Self {
        let files = match profile.container {
            PageContainer::PngSet => "PNG, a picture for each face or page".to_owned(),
            PageContainer::Pdf => match profile.standard.claim() {
                Some(claim) => claim.to_owned(),
                None if profile.family == OutputFamily::Print => {
                    format!("PDF {}", profile.standard.name())
                }
                None => "PDF".to_owned(),
            },
        };
        Self {
            profile: profile.name.clone(),
            about: profile.about.clone(),
            source: profile.source.clone(),
            checked: profile.checked.to_string(),
            files,
            colours: match (profile.family, profile.colour) {
                (OutputFamily::Print, _) | (_, ColourSpace::Cmyk) => colour_words(profile),
                (OutputFamily::Screen | OutputFamily::Home, ColourSpace::Srgb) => {
                    "Colours are sRGB.".to_owned()
                }
            },
            bleed_mm: profile.bleed,
            safe_mm: profile.safe,
            unknown: profile.unknown.clone(),
        }
    }
}

/// The parts that the game has and the archive lacks.
fn left_out(book: &Book, profile: &Profile, parts: &[GamePart]) -> Vec<LeftOut> {
    let is_there = |output: Output| parts.iter().any(|(part, _)| *part == output);
    // A booklet is the rulebook in another form.
    let is_made = |output: Output| {
        is_there(output) || output == Output::Rulebook && is_there(Output::Booklet)
    };
    let is_missing = |output: &Output| {
        let record = output.record();
        record.is_ordered && (record.is_in)(book) && !is_made(*output)
    };
    let missing = Output::value_variants().iter().copied().filter(is_missing);
    missing
        .map(|output| LeftOut { part: output.name(), why: why_left_out(output, profile) })
        .collect()
}

fn why_left_out(output: Output, profile: &Profile) -> String {
    let (part, name) = (output.name(), &profile.name);
    if profile.makes.contains(&output) {
        return format!(
            "it was not requested, or could not be made: see the findings of the build about `{part}`"
        );
    }
    let makes = profile.makes.iter().map(|output| output.name()).collect::<Vec<_>>().join(", ");
    let elsewhere = match name.as_str() {
        GENERIC => format!("`--only {part}` asks for it"),
        _ => format!("`--only {part} --profile {GENERIC}` makes it for any print shop"),
    };
    format!("the profile `{name}` makes only {makes}; {elsewhere}")
}
