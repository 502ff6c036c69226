//! Notices changed files of a book. In: folders. Out: a call for each burst of changes, a few milliseconds
//! after its last one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use notify::event::ModifyKind;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::{DirEntry, WalkDir};

/// Time without changes after which a burst is over.
const PAUSE: Duration = Duration::from_millis(12);
/// Time after which a burst is reported although it continues.
const LONGEST_BURST: Duration = Duration::from_millis(120);
/// Maximum number of folders to watch for a book.
const MOST_FOLDERS: usize = 2_000;
/// Folders without texts of authors.
const FOREIGN_FOLDERS: [&str; 3] = ["target", "node_modules", "__pycache__"];
/// Endings of files that a book may read.
const READ: [&str; 22] = [
    "md", "markdown", "mdown", "mkd", "mkdn", "html", "htm", "xhtml", "toml", "star", "csv", "tsv",
    "map", "trace", "lock", "typ", "png", "jpg", "jpeg", "gif", "webp", "svg",
];
/// Endings of temporary files of editors, browsers and this program.
const PASSING: [&str; 7] = ["~", ".swp", ".swx", ".swo", ".tmp", ".part", ".crdownload"];

/// Watches the folders of one book.
pub struct BookWatcher {
    watcher: RecommendedWatcher,
    folders: BTreeSet<PathBuf>,
    /// Folder of outputs, which this program writes.
    output: PathBuf,
}

impl BookWatcher {
    /// Returns a watcher without folders; `tell` is called after each burst of changes, until it returns
    /// false. Changes below `output` are ignored.
    ///
    /// # Errors
    /// If the system has no means to watch files.
    pub fn new(
        output: &Path,
        tell: impl FnMut(Vec<PathBuf>) -> bool + Send + 'static,
    ) -> Result<Self> {
        let (sender, events) = mpsc::channel();
        let output = real_or_absolute(output);
        let own = output.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            send_change(event, &own, &sender);
        });
        let watcher = watcher.context("cannot watch files on this system")?;
        thread::spawn(move || tell_bursts(&events, tell));
        Ok(Self { watcher, folders: BTreeSet::new(), output })
    }

    /// Watches a folder and those below it, except folders without texts of authors.
    pub fn watch_below(&mut self, folder: &Path) {
        let below = WalkDir::new(real_or_absolute(folder)).into_iter();
        let below = below.filter_entry(is_book_folder).flatten();
        for entry in below.take(MOST_FOLDERS) {
            self.watch_folder(entry.path());
        }
    }

    /// Watches a single folder.
    pub fn watch_folder(&mut self, folder: &Path) {
        if folder.starts_with(&self.output) || self.folders.contains(folder) {
            return;
        }
        // A folder that cannot be watched is still read when another changes.
        if self.watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
            self.folders.insert(folder.to_path_buf());
        }
    }

    /// Watches the folder of a book, all folders below it, and the one above, which notices that the folder
    /// disappears or returns.
    pub fn watch_home(&mut self, folder: &Path) {
        let folder = real_or_absolute(folder);
        self.watch_below(&folder);
        if let Some(above) = folder.parent() {
            self.watch_folder(above);
        }
    }

    /// Watches folders that are new among the changed paths, and stops watching those that are gone. To the
    /// system, a folder that returns is a new one, even under its old name.
    pub fn follow(&mut self, changed: &[PathBuf]) {
        for path in changed {
            let is_below = |folder: &PathBuf| folder.starts_with(path);
            for folder in self.folders.extract_if(.., is_below) {
                // The system has already forgotten a folder that is gone.
                let _ = self.watcher.unwatch(&folder);
            }
            if path.is_dir() {
                self.watch_below(path);
            }
        }
    }
}

fn real_or_absolute(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_path_buf())
}

/// True if an entry is a folder that may contain texts of a book.
fn is_book_folder(entry: &DirEntry) -> bool {
    let is_own = |name: &OsStr| {
        let name = name.to_string_lossy();
        !name.starts_with('.') && !FOREIGN_FOLDERS.contains(&&*name)
    };
    entry.file_type().is_dir() && (entry.depth() == 0 || is_own(entry.file_name()))
}

/// Sends the paths of an event that may change a book.
fn send_change(event: notify::Result<Event>, output: &Path, sender: &Sender<Vec<PathBuf>>) {
    let Ok(event) = event else { return drop(sender.send(Vec::new())) };
    match event.kind {
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => return,
        EventKind::Any | EventKind::Create(_) | EventKind::Remove(_) | EventKind::Other => {}
        EventKind::Modify(_) => {}
    }
    let is_missed = event.need_rescan();
    let paths: Vec<PathBuf> =
        event.paths.into_iter().filter(|path| is_authors(path, output)).collect();
    if is_missed || !paths.is_empty() {
        // Without a receiver the program is ending.
        let _ = sender.send(paths);
    }
}

/// True if a path is that of a file that an author may have changed.
fn is_authors(path: &Path, output: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_passing = name.starts_with(['.', '#']) || name == "4913";
    // A name without an ending may be that of a folder.
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    let is_read = end.is_none_or(|end| READ.contains(&&*end)) || path.is_dir();
    !is_passing
        && is_read
        && !PASSING.iter().any(|ending| name.ends_with(ending))
        && !FOREIGN_FOLDERS.contains(&&*name)
        && !path.starts_with(output)
}

/// Collects changes that follow each other closely, and reports them together.
fn tell_bursts(events: &Receiver<Vec<PathBuf>>, mut tell: impl FnMut(Vec<PathBuf>) -> bool) {
    while let Ok(mut changed) = events.recv() {
        let begin = Instant::now();
        while begin.elapsed() < LONGEST_BURST {
            match events.recv_timeout(PAUSE) {
                Ok(more) => changed.extend(more),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        changed.sort();
        changed.dedup();
        if !tell(changed) {
            return;
        }
    }
}
