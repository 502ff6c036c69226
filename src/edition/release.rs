//! A released edition as an archive. In: the files of a book and its outputs. Out: a ZIP archive of them with
//! a list of their purposes (`edition.json`); or, the other way round, the files of the book for `diff`. The
//! same files give the same bytes.

use std::io::{Cursor, Read};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use press::OutputFile;
use press::archive::{zip_bytes, zip_time};
use press::book::Book;

/// Name of the list in a released edition.
const LIST: &str = "edition.json";
/// Beginning of the paths of the book's own files.
const SOURCES: &str = "source/";
/// Beginning of the paths of its outputs.
const OUTPUTS: &str = "outputs/";
/// Version of the list.
const FORMAT: u32 = 1;
/// Maximum size of all files of a book, in bytes.
const MOST_READ: u64 = 1 << 30;

/// The list of a released edition.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReleaseList {
    /// The version of this list.
    pub format: u32,
    /// The title of the book.
    pub book: String,
    /// Its name, such as `First edition`.
    pub edition: Option<String>,
    /// Its date: year, month and day.
    pub date: Option<String>,
    /// Its address on the web.
    pub url: Option<String>,
    /// The folder of the book in the archive.
    pub folder: String,
    /// The version of the program.
    pub program: String,
    /// The edition that its changes are compared with.
    pub since: Option<String>,
    /// One SHA-256 for all files of the book.
    pub sources_sha256: String,
    /// The files of the book.
    pub sources: Vec<ReleasedFile>,
    /// The outputs.
    pub outputs: Vec<ReleasedFile>,
}

/// A file of a released edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleasedFile {
    /// Its path in the archive.
    pub file: String,
    /// Its size.
    pub bytes: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// The content of a release: paths have slashes on every system.
#[derive(Debug, Clone, Default)]
pub struct Release {
    /// The folder of the book, from the folder that its files are named from.
    pub folder: String,
    /// The edition that its changes are compared with.
    pub since: Option<String>,
    /// The files of the book and of the books that it uses, by path.
    pub sources: Vec<(String, Vec<u8>)>,
    /// The outputs, by name.
    pub outputs: Vec<(String, Vec<u8>)>,
}

impl Release {
    /// Returns the archive and its list.
    ///
    /// # Errors
    /// If an archive cannot hold the files, because they are too many or too large.
    pub fn pack(self, book: &Book) -> Result<(ReleaseList, Vec<u8>)> {
        let named = |start: &str, files: Vec<(String, Vec<u8>)>| -> Vec<OutputFile> {
            let mut files = files;
            files.sort_by(|one, other| one.0.cmp(&other.0));
            let named = files.into_iter();
            named.map(|(path, bytes)| OutputFile::new(format!("{start}{path}"), bytes)).collect()
        };
        let sources = named(SOURCES, self.sources);
        let outputs = named(OUTPUTS, self.outputs);
        let list = ReleaseList {
            format: FORMAT,
            book: book.title.clone(),
            edition: book.edition.clone(),
            date: book.date.map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}")),
            url: book.url.clone(),
            folder: format!("{SOURCES}{}", self.folder),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            since: self.since,
            sources_sha256: hash_of_all(&sources),
            sources: sources.iter().map(ReleasedFile::of).collect(),
            outputs: outputs.iter().map(ReleasedFile::of).collect(),
        };
        let json = serde_json::to_vec_pretty(&list).context("the list of the edition")?;
        let first = OutputFile::new(LIST, json);
        let all = std::iter::once(&first).chain(&outputs).chain(&sources);
        let bytes = zip_bytes(all, zip_time(book)).context("the archive cannot be written")?;
        Ok((list, bytes))
    }
}

impl ReleasedFile {
    fn of(file: &OutputFile) -> Self {
        let (name, bytes) = (file.name.clone(), file.bytes.len());
        Self { file: name, bytes, sha256: hex(Sha256::digest(&file.bytes).as_slice()) }
    }
}

/// Returns one hash of the paths and bytes of all files, which are sorted.
fn hash_of_all(files: &[OutputFile]) -> String {
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file.name.as_bytes());
        hash.update([0]);
        hash.update(Sha256::digest(&file.bytes));
    }
    hex(hash.finalize().as_slice())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A released edition that is read.
#[derive(Debug)]
pub struct ReadRelease {
    /// Its list.
    pub list: ReleaseList,
    archive: ZipArchive<Cursor<Vec<u8>>>,
}

impl ReadRelease {
    /// Opens an archive.
    ///
    /// # Errors
    /// If it is no ZIP archive, or not one of a released edition, or was made by a later program.
    pub fn open(bytes: Vec<u8>) -> Result<Self> {
        let mut archive = ZipArchive::new(Cursor::new(bytes))
            .context("it is not an archive of a released edition")?;
        let list = read_entry(&mut archive, LIST, MOST_READ)
            .context("it is not an archive of a released edition: it has no edition.json")?;
        let list: ReleaseList =
            serde_json::from_slice(&list).context("its edition.json cannot be read")?;
        if list.format > FORMAT {
            bail!(
                "it was released with a later version of rulepress; install rulepress {}",
                list.program
            );
        }
        Ok(Self { list, archive })
    }

    /// Returns the files of the book: paths below their common folder, and bytes.
    ///
    /// # Errors
    /// If a file is missing or differs from the list, or the files are larger than a book can be.
    pub fn sources(&mut self) -> Result<Vec<(String, Vec<u8>)>> {
        let mut room = MOST_READ;
        let mut files = Vec::new();
        for listed in &self.list.sources {
            let name = &listed.file;
            let bytes = read_entry(&mut self.archive, name, room)?;
            room -= bytes.len() as u64;
            if hex(Sha256::digest(&bytes).as_slice()) != listed.sha256 {
                bail!("`{name}` in it is not what was released");
            }
            let path = name.strip_prefix(SOURCES).unwrap_or(name);
            files.push((path.to_owned(), bytes));
        }
        Ok(files)
    }

    /// Returns the folder of the book below the common folder.
    pub fn folder(&self) -> &str {
        self.list.folder.strip_prefix(SOURCES).unwrap_or(&self.list.folder)
    }
}

/// Reads a file of an archive; fails if it has more than `most` bytes.
fn read_entry(archive: &mut ZipArchive<Cursor<Vec<u8>>>, name: &str, most: u64) -> Result<Vec<u8>> {
    let entry = archive.by_name(name).with_context(|| format!("`{name}` in it cannot be read"))?;
    let mut bytes = Vec::new();
    entry.take(most + 1).read_to_end(&mut bytes).with_context(|| format!("`{name}` is broken"))?;
    if bytes.len() as u64 > most {
        bail!("its files are larger than a book may be");
    }
    Ok(bytes)
}
