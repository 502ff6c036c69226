//! All files of a game for one print shop in one archive. In: the files of each part. Out: a ZIP archive with
//! a list that describes each file, for people (`MANIFEST.txt`) and for programs (`manifest.json`). The same
//! files give the same bytes.

mod entry;
mod list;
mod text;

use std::io::{Cursor, Write};

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::outputs::profile_stem;
use super::profile::Profile;
use super::{OutputFile, PrintRequest};
use crate::book::{Book, Output};
use list::GameList;

/// The part of a game that an output makes, and its files.
pub type GamePart = (Output, Vec<OutputFile>);

/// Packs the parts of a game as a request asks.
///
/// # Errors
/// When the files are too many or too large for an archive.
pub fn pack_game(
    book: &Book,
    request: &PrintRequest<'_>,
    parts: Vec<GamePart>,
) -> Result<OutputFile> {
    let profile = request.profile;
    let parts = numbered_parts(parts);
    let list = GameList::of(book, profile, &parts);
    let json = serde_json::to_vec_pretty(&list).context("the list of the archive")?;
    let own = [("MANIFEST.txt", text::list_text(&list).into_bytes()), ("manifest.json", json)];
    let own = own.map(|(name, bytes)| OutputFile::new(name, bytes));
    let files = own.iter().chain(parts.iter().flat_map(|(_, files)| files));
    let bytes = zip_bytes(files, zip_time(book)).context("the archive cannot be written")?;
    let name = format!("{}.zip", profile_stem(profile, request.theme, "game"));
    Ok(OutputFile::new(name, bytes).holding("all parts of the game"))
}

/// Returns the parts with a number before the names of their files, so that the files sort in the order of
/// the profile.
fn numbered_parts(parts: Vec<GamePart>) -> Vec<GamePart> {
    let filled = parts.into_iter().filter(|(_, files)| !files.is_empty());
    let numbered = filled.zip(1..).map(|((output, files), nth)| {
        let files = files
            .into_iter()
            .map(|file| OutputFile { name: format!("{nth:02}-{}", file.name), ..file });
        (output, files.collect())
    });
    numbered.collect()
}

/// Date of the book, or else the first date that an archive can hold; never the date of the build.
pub fn zip_time(book: &Book) -> DateTime {
    let day = book.date.and_then(|(year, month, day)| {
        DateTime::from_date_and_time(u16::try_from(year).ok()?, month, day, 0, 0, 0).ok()
    });
    day.unwrap_or_default()
}

/// Returns the bytes of the archive. Files are stored, because pages and pictures are compressed already.
pub fn zip_bytes<'f>(
    files: impl Iterator<Item = &'f OutputFile>,
    time: DateTime,
) -> Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(time)
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        archive.start_file(file.name.as_str(), options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Describes the colours of a file, and what they were made with, in one or two plain sentences.
pub fn colour_words(profile: &Profile) -> String {
    use super::profile::ColourSpace;
    if profile.colour == ColourSpace::Srgb {
        return "Colours are sRGB; the service makes inks of them.".to_owned();
    }
    let limit = profile.ink_limit;
    let most = |limit: f64| format!("no more than {limit} % of ink together");
    let named = profile.output_condition.as_deref();
    if profile.condition.is_some() {
        let name = named.unwrap_or("a condition of its own");
        let most = limit.map_or("as much ink as its ICC profile takes".to_owned(), most);
        return format!(
            "Colours are inks (CMYK) for {name}: pictures became inks by the ICC profile that the print profile names, with {most}."
        );
    }
    let most = most(limit.map_or(240.0, |limit| limit.min(240.0)));
    match named {
        None | Some("FOGRA39") => format!(
            "Colours are inks (CMYK) for FOGRA39, offset on coated paper: pictures became inks by the bundled ICC profile of it, with {most}."
        ),
        Some(name) => format!(
            "Colours are inks (CMYK), with {most}. The file names the printing condition {name}, which the service asks for, but pictures became inks by the bundled ICC profile of FOGRA39, offset on coated paper: no free profile of {name} is bundled. Colours of pictures may come out slightly different; with `icc` in a profile of your own they are made for {name}."
        ),
    }
}
