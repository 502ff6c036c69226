//! Reads print profiles. In: the name of a bundled profile, or the path of a TOML file. Out: the profile, or
//! its first fault.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::ops::RangeInclusive;
use std::path::Path;

use super::{ColourSpace, Profile};
use crate::inks::PrintingCondition;
use crate::outputs::cards::size::{CardSize, known_sizes};
use crate::paper::Paper;
use base::diagnostic::{Findings, code, short_quote};
use base::source::SourceId;
use base::source::keys::TomlFile;
use base::text::file_names::name_fault;
use base::text::io_words;

/// Lists names of profiles, each with the text of its file.
macro_rules! profiles {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../profiles/", $name, ".toml")))),*]
    };
}

/// The bundled profiles that belong to no single print shop.
const GENERAL: &[(&str, &str)] =
    profiles!("screen", "home-a4", "home-letter", "home-a5", "generic-3mm");
/// The bundled profiles of print shops.
const SHOPS: &[(&str, &str)] = profiles!(
    "tgc",
    "drivethrucards",
    "drivethrurpg",
    "makeplayingcards",
    "lulu",
    "printninja",
    "longpack",
    "mbprint"
);

/// Most bytes of an ICC profile.
const MAX_ICC: u64 = 16 << 20;
/// Most bytes of the file of a profile; the bundled ones have about 1 KB.
const MAX_PROFILE: u64 = 64 << 10;
/// Range of the lengths of a profile, in millimetres: bleed, edges, creep.
const LENGTHS: RangeInclusive<f64> = 0.0..=100.0;
/// Range of dots per inch: with more, a page of A3 takes more than a gigabyte.
const DENSITIES: RangeInclusive<f64> = 36.0..=1200.0;
/// Range of numbers of pages and of sheets.
const COUNTS: RangeInclusive<f64> = 1.0..=10_000.0;
/// Range of ink limits in per cent: four inks over one another make 400.
const INKS: RangeInclusive<f64> = 1.0..=400.0;

impl Profile {
    /// Returns a message about the first figure that is too large or too small.
    fn figure_fault(&self) -> Option<String> {
        let inside = self.inside.iter().flat_map(|inside| {
            let pages = ("pages", Some(inside.pages as f64), COUNTS);
            [pages, ("margin", Some(inside.margin), LENGTHS)]
        });
        let count = |count: Option<usize>| count.map(|count| count as f64);
        let figures = [
            ("bleed", Some(self.bleed), LENGTHS),
            ("safe", Some(self.safe), LENGTHS),
            ("card-bleed", Some(self.card_bleed), LENGTHS),
            ("edge", Some(self.edge), LENGTHS),
            ("creep", Some(self.creep), LENGTHS),
            ("leaf", Some(self.leaf), LENGTHS),
            ("cover-stock", Some(self.cover_stock), LENGTHS),
            ("bleed-inside", self.bleed_inside, LENGTHS),
            ("multiple", count(self.multiple), COUNTS),
            ("least-pages", count(self.least_pages), COUNTS),
            ("most-pages", count(self.most_pages), COUNTS),
            ("most-sheets", count(self.most_sheets), COUNTS),
            ("ink-limit", self.ink_limit, INKS),
            ("line", self.line, LENGTHS),
            ("dpi", self.dpi.map(f64::from), DENSITIES),
        ];
        inside.chain(figures).find_map(|(key, figure, range)| {
            let figure = figure.filter(|figure| !range.contains(figure))?;
            Some(format!("`{key}` is {figure}; write {} to {}", range.start(), range.end()))
        })
    }
}

/// Returns the names of the bundled profiles.
pub fn profile_names() -> impl Iterator<Item = &'static str> {
    GENERAL.iter().chain(SHOPS).map(|(name, _)| *name)
}

/// Returns the bundled profiles that are `wanted`, as a help text lists them: "screen, home-a4, one of a
/// print shop (tgc, lulu)".
pub fn profiles_in_words(wanted: impl Fn(&Profile) -> bool) -> String {
    let names = |profiles: &[(&str, &str)]| {
        let read = profiles.iter().filter_map(|(name, text)| parse_profile(name, text).ok());
        read.filter(&wanted).map(|profile| profile.name).collect::<Vec<_>>().join(", ")
    };
    format!("{}, a profile of a print shop ({})", names(GENERAL), names(SHOPS))
}

/// Returns the profile of a screen.
pub fn screen() -> Profile {
    find_profile("screen").expect("it is bundled")
}

/// Finds the profile of this name, or in the file of this name; the error is the reason why there is none.
pub fn find_profile(name: &str) -> Result<Profile, String> {
    match GENERAL.iter().chain(SHOPS).find(|(known, _)| *known == name) {
        Some((_, text)) => parse_profile(name, text),
        None if name.ends_with(".toml") => read_profile(name),
        None => {
            let known = profile_names().collect::<Vec<_>>().join(", ");
            Err(format!(
                "unknown profile `{name}`; write one of {known}, or the path of a TOML file"
            ))
        }
    }
}

fn read_profile(path: &str) -> Result<Profile, String> {
    let text = read_profile_text(path).map_err(|why| unreadable_profile(path, why))?;
    let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy();
    if let Some(fault) = name_fault(&stem) {
        return Err(unreadable_profile(path, fault.words()));
    }
    let mut profile = parse_profile(&stem, &text)?;
    if let Some(icc) = &profile.icc {
        let read = read_condition(&Path::new(path).with_file_name(icc));
        let wrong =
            |why| unreadable_profile(path, format!("`icc` is `{}`: {why}", short_quote(icc)));
        profile.condition = Some(read.map_err(wrong)?);
    }
    Ok(profile)
}

/// Reads the printing condition that a file describes.
fn read_condition(path: &Path) -> Result<PrintingCondition, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| io_words(&error))?;
    file.take(MAX_ICC + 1).read_to_end(&mut bytes).map_err(|error| io_words(&error))?;
    if bytes.len() as u64 > MAX_ICC {
        return Err("the file is larger than 16 MB".to_owned());
    }
    PrintingCondition::parse(bytes).map_err(str::to_owned)
}

/// Reads the text of the file of a profile, if it is not too long.
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

/// Reads the fields of a profile; the error is the first fault.
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
        (Some(wrong), _) => {
            let start = wrong.span.map_or(0, |span| span.start as usize);
            let line = text.get(..start).unwrap_or_default().matches('\n').count() + 1;
            let words: Vec<String> = std::iter::once(wrong.message).chain(wrong.hints).collect();
            Err(format!("line {line}: {}", words.join("; ")))
        }
    }
}

fn parse_profile(name: &str, text: &str) -> Result<Profile, String> {
    let profile = read_fields(text).map_err(|why| unreadable_profile(name, why))?;
    match profile.figure_fault().or_else(|| profile.word_fault()).or_else(|| profile.paper_fault())
    {
        Some(fault) => Err(unreadable_profile(name, fault)),
        None => Ok(Profile { name: name.to_owned(), ..profile }),
    }
}

impl Profile {
    /// Returns a message about a fault of its standard, the size of its cards, or the names of its inks.
    fn word_fault(&self) -> Option<String> {
        if self.standard.claim().is_some() && self.colour != ColourSpace::Cmyk {
            let standard = self.standard.name();
            return Some(format!("`standard` is `{standard}`; also write `colour = \"cmyk\"`"));
        }
        let card_size = self.card_size.as_deref();
        if let Some(size) = card_size.filter(|size| CardSize::parse(size).is_none()) {
            return Some(format!("`card-size` is `{}`; {}", short_quote(size), known_sizes()));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || " -_".contains(c);
        let inks =
            [("cut-ink", &self.cut_ink, "CutContour"), ("fold-ink", &self.fold_ink, "Crease")];
        inks.into_iter().find_map(|(key, ink, usual)| {
            let is_plate =
                ["All", "None", "Cyan", "Magenta", "Yellow", "Black"].contains(&ink.as_str());
            let is_wrong =
                ink.is_empty() || ink.len() > 40 || is_plate || !ink.chars().all(is_plain);
            is_wrong.then(|| {
                format!(
                    "`{key}` is `{}`; write a name of letters and digits that is not an ink of the press, such as `{usual}`",
                    short_quote(ink)
                )
            })
        })
    }

    /// Returns a message about a fault of its papers: one that is not known, or pages of a booklet that do
    /// not fit side by side.
    fn paper_fault(&self) -> Option<String> {
        let named = [("paper", &self.paper), ("half", &self.half), ("page", &self.page)];
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
