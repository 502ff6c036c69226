//! The page that plays, inside a web edition: `build --player FOLDER`. In: the folder of the page, and a book
//! with rules. Out: the files of the page, the book as a zip, and `here.json`, which names the zip.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::json;
use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::source_files::{path_from_root, slashed, source_files};
use crate::pipeline::PrintableBook;
use base::text::shown_path;
use press::OutputFile;
use press::archive::{zip_bytes, zip_time};

/// File that the page looks for beside itself.
const HERE: &str = "here.json";
/// Folder of the page in a web edition.
const FOLDER: &str = "play";
/// Endings of pictures, which no rule reads.
const PICTURES: [&str; 5] = ["png", "jpg", "jpeg", "webp", "pdf"];

/// Checks that a folder contains the page.
pub fn require_player(player: &Path) -> Result<()> {
    let shown = shown_path(player);
    for file in ["index.html", "service.js", "licences.txt"] {
        if !player.join(file).is_file() {
            bail!(
                "`{shown}` does not hold the page for playing: it has no `{file}`; unpack rulepress-player.zip of a \
                 release there (docs/play.md)"
            );
        }
    }
    Ok(())
}

/// Returns the files of the page that plays this book, for the web edition in the folder `web`.
pub fn player_files(
    player: &Path,
    path: &Path,
    web: &str,
    printable: &PrintableBook,
) -> Result<Vec<OutputFile>> {
    let Some(rules) = &printable.rules else { return Ok(Vec::new()) };
    let mut files = page_files(player)?;
    let sources = source_files(path, &[], Some(rules), &printable.sources)?;
    let is_read = |(name, _): &(String, Vec<u8>)| {
        let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
        !ending.is_some_and(|ending| PICTURES.contains(&ending.to_lowercase().as_str()))
    };
    let sources = sources.into_iter().filter(is_read);
    let sources: Vec<OutputFile> =
        sources.map(|(name, bytes)| OutputFile::new(name, bytes)).collect();
    let zip = zip_bytes(sources.iter(), zip_time(&printable.book)).context("the book as a zip")?;
    let hash = Sha256::digest(&zip);
    let hash: String = hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let zip_name = format!("here-{hash}.zip");
    let examples = printable.examples.iter().filter_map(|example| {
        let file = rules.files.iter().find(|file| file.source == example.scenario.source)?;
        let file = path_from_root(&file.trace.with_extension("toml")).ok()?;
        Some(json!({ "file": file, "title": example.scenario.title.value }))
    });
    let here = json!({
        "folder": path_from_root(path)?,
        "title": printable.book.title,
        "about": "",
        "file": zip_name,
        "examples": examples.collect::<Vec<_>>(),
    });
    files.insert(zip_name, zip);
    files.insert(HERE.to_owned(), serde_json::to_vec(&here)?);
    let named = files.into_iter();
    Ok(named
        .map(|(name, bytes)| OutputFile::new(format!("{web}/{FOLDER}/{name}"), bytes))
        .collect())
}

/// Returns all files of the page, by their paths below its folder.
fn page_files(player: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(player).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot read `{}`", shown_path(player)))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let below = entry.path().strip_prefix(player).context("a file outside its folder")?;
        let bytes = std::fs::read(entry.path());
        let bytes = bytes.with_context(|| format!("cannot read `{}`", shown_path(entry.path())))?;
        files.insert(slashed(below), bytes);
    }
    Ok(files)
}
