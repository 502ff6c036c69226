//! Where the real documents lie, and the pages of a book.

use std::path::{Path, PathBuf};

use rulepress::Read;
use rulepress::press::{self, inspect::Run};

/// The root of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of other people's documents; it lies beside the project.
pub(crate) fn seeds() -> PathBuf {
    let seeds = root().join("../shared/seeds");
    assert!(seeds.is_dir(), "THE REAL DOCUMENTS ARE ABSENT: {} is needed beside the project", seeds.display());
    seeds
}

/// The five documents.
pub(crate) const SEEDS: [&str; 5] = [
    "wind-lorraine-automa.md",
    "automated-emperor.html",
    "gaia-project-automa.md",
    "gazer.md",
    "grand-archive-flowcharts.md",
];

/// The books of `content/`.
pub(crate) fn books() -> Vec<PathBuf> {
    let mut books: Vec<PathBuf> = std::fs::read_dir(root().join("content"))
        .expect("content/ is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.join("book.toml").is_file())
        .collect();
    books.sort();
    books
}

/// A book as read, and every run of text on its pages.
pub(crate) struct Laid {
    pub read: Read,
    pub pages: typst_layout::PagedDocument,
    pub runs: Vec<Run>,
}

/// Lays out what lies at `path`.
pub(crate) fn lay(path: &Path, paper: &str) -> Laid {
    let mut read = rulepress::read(path).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
    let pages = press::pages(&read.book, paper, &read.sources, &mut read.findings);
    let pages = pages.unwrap_or_else(|| {
        panic!("{}: {}", path.display(), rulepress::diagnostic::text(&read.findings, &read.sources, false))
    });
    let runs = press::inspect::runs(&pages);
    Laid { read, pages, runs }
}
