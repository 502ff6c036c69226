//! Writes each acceptance at once: the trace of an example, or the lines of `rules.lock` that confirm a rule.
//! It can be taken back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cli::write::{Before, WriteFailure, remove_source, write_source};
use crate::edition::review::{ReviewBody, ReviewItem};
use crate::pipeline::PlayedBook;
use rules::lock::{self, BindingName};

/// Writes the accepted examples and rules of a book.
pub struct Acceptor {
    folder: PathBuf,
    /// Present contents of the files that this wrote.
    written: BTreeMap<PathBuf, Option<String>>,
}

/// A file that was written, with its earlier content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenFile {
    pub path: PathBuf,
    before: Option<String>,
}

impl Acceptor {
    /// Returns an acceptor for the book in `folder`, with nothing accepted yet.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), written: BTreeMap::new() }
    }

    /// Accepts one item of a book as it was played; returns the file that was written. An item that has
    /// errors is never written.
    pub fn accept(
        &mut self,
        item: &ReviewItem,
        book: &PlayedBook,
    ) -> Result<Option<WrittenFile>, WriteFailure> {
        let Some(rules) = book.rules.as_ref().filter(|_| item.blocked.is_empty()) else {
            return Ok(None);
        };
        match &item.body {
            ReviewBody::Example(example) => {
                let mut files = rules.files.iter();
                let file = files.find(|file| file.name == example.name);
                let mut examples = book.examples.iter();
                let played = examples.find(|played| played.scenario.name == example.name);
                let Some((file, played)) = file.zip(played) else { return Ok(None) };
                let before = file.accepted.clone();
                self.write(&file.trace, played.played.to_string(), before).map(Some)
            }
            ReviewBody::Rule(rule) => {
                let (key, function) = (rule.key.clone(), rule.function.clone());
                let names = BTreeSet::from([BindingName { key, function }]);
                let path = self.lock_path();
                let before = self.now(&path, read_lock(book));
                let text = lock::lock_confirming(&rules.program, before.as_deref(), &names);
                self.write(&path, text, before).map(Some)
            }
        }
    }

    /// Writes a lock that confirms everything as it is, values too; called when nothing waits any more.
    pub fn settle(&mut self, book: &PlayedBook) -> Result<(), WriteFailure> {
        let Some(rules) = &book.rules else { return Ok(()) };
        let path = self.lock_path();
        let before = self.now(&path, read_lock(book));
        let text = lock::confirmed_lock(&rules.program);
        match before.as_ref() == Some(&text) {
            true => Ok(()),
            false => self.write(&path, text, before).map(drop),
        }
    }

    /// Restores the earlier content of a file.
    pub fn take_back(&mut self, written: &WrittenFile) -> Result<(), WriteFailure> {
        let now = self.now(&written.path, None);
        match &written.before {
            Some(before) => self.write(&written.path, before.clone(), now).map(drop),
            None => {
                remove_source(&written.path, now.unwrap_or_default().as_bytes())?;
                self.written.insert(written.path.clone(), None);
                Ok(())
            }
        }
    }

    fn lock_path(&self) -> PathBuf {
        self.folder.join("rules.lock")
    }

    /// Returns the content at a path: as last written, or else as read.
    fn now(&self, path: &Path, read: Option<String>) -> Option<String> {
        self.written.get(path).cloned().unwrap_or(read)
    }

    fn write(
        &mut self,
        path: &Path,
        text: String,
        read: Option<String>,
    ) -> Result<WrittenFile, WriteFailure> {
        let before = self.now(path, read);
        write_source(path, &text, Before::read(before.as_deref()))?;
        self.written.insert(path.to_path_buf(), Some(text));
        Ok(WrittenFile { path: path.to_path_buf(), before })
    }
}

/// Returns the lock of a book as it was read.
fn read_lock(book: &PlayedBook) -> Option<String> {
    let lock = book.rules.as_ref()?.lock?;
    Some(book.sources.get(lock).text.to_string())
}
