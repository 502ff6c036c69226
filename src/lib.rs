//! rulepress turns one Markdown source of a tabletop game into print-ready pages.
//!
//! # The pipeline
//!
//! ```text
//! path --source--> files --document--> manuscript: one tree, every place with its address
//!                                           |--rules----> checked Starlark modules, bound to its places
//!                                           |   engine plays them from a scenario --> trace
//!                                           |   '--example--> sentences that cite the rules, filled into the tree
//!                                           |--check----> findings that need the whole of it
//!                                           '--book-----> front matter, body, quick reference, links
//!                                                            |--press--> pages --> PDF
//!                                                            '--web----> HTML
//! ```
//!
//! Each box is a part with a crate of its own in `crates/`, so that imports follow the pipeline and a change
//! compiles only its part. The root of each crate is its architecture page.
//!
//! * `base`: [`text`], [`diagnostic`], [`source`], [`font`], [`size`] and [`theme`].
//! * `draw`: [`drawing`], [`picture`] and [`flowchart`].
//! * [`document`] makes the tree: one Markdown or HTML file, then the manuscript of a book.
//! * [`rules`] reads `rules/*.star`, binds its functions to places of the prose, and lets its [`engine`] play
//!   them.
//! * [`example`] plays scenarios, games with persons and lessons, compares scenarios with their accepted
//!   plays, and puts them into sentences.
//! * [`press`] sets pages with Typst: [`book`], [`check`], [`ledger`] and [`preflight`] belong to it. It
//!   knows neither `rules` nor `example`.
//!
//! This crate composes them. An author's mistake never aborts a stage: it becomes a finding that names its
//! place and says what to write, and the stage continues with the best value it has. I/O and environment
//! failures are [`anyhow::Error`]s.
//!
//! * [`web`] makes pages for a browser from the templates of `templates/web/`.
//! * [`pipeline`] has a type for each state of a book in the pipeline: loaded, played, printable.
//! * [`edition`] compares two editions of a book, and a book with its accepted state.
//! * [`health`] reports how complete a book is.
//! * [`reference`](mod@reference) makes docs/reference and docs/schemas, from the code itself.
//! * [`preview`] reads a book again after each change and shows it in a browser, on the loop-back address.
//! * [`cli`] is the command line; it composes the pipeline, each book in a child process under limits, and it
//!   alone writes files.
//!
//! # As a library
//!
//! The library can do all that the command line does: [`read_book`] takes a path through every stage before
//! the press, and [`pipeline::PrintableBook::make`] makes each output of the result.
//!
//! ```
#![doc = include_str!("../docs/library.rs")]
//! ```
//!
//! Run the rules of a stranger's book in a process of their own: [`rules::executor::ChildProcess`] for
//! [`read_book_with`].
//!
//! # As a module
//!
//! For `wasm32-wasip1` (browsers, Node, Python) the program is the same command line over the files that its
//! host gives it. There are no threads and no processes: the host sets the limits, a panic ends the program
//! with a line that says so, and `watch` is missing. Fallback fonts are in the folder that `RULEPRESS_FONTS`
//! names, beside the module; `.ci/module` makes both. The module cannot wait for input: `play --lines` reads
//! the book and returns, and the host calls the export `rulepress_go_on` for each line that it has put there.
//! `web/press` and `web/play` are such hosts.
//!
//! A host with threads lends them to many games at once. [`rules::executor::HostThreads`] describes how
//! module and host exchange games through files; the packages for Node and Python do this.

pub mod cli;
pub mod edition;
pub mod health;
pub mod pipeline;
pub mod preview;
pub mod reference;
pub mod web;

pub use base::{diagnostic, font, size, source, text, theme};
pub use draw::{drawing, flowchart, picture};
pub use press::{book, check, ledger, preflight};
pub use rules::engine;
pub use {document, example, press, rules};

use std::path::Path;

use anyhow::Result;

use example::game::BookLocation;
use pipeline::PrintableBook;
use rules::executor::{Executor, InProcess};

/// Runs every stage before the press on the book or file at `path`. Its own rules play its scenarios in this
/// process, so only read books that you trust.
///
/// # Errors
/// When nothing can be read at `path`.
pub fn read_book(path: &Path) -> Result<PrintableBook> {
    read_book_with(&BookLocation::of(path), &InProcess)
}

/// Runs every stage before the press on the book at `location`; `executor` plays its scenarios.
///
/// # Errors
/// When nothing can be read at `location`.
pub fn read_book_with(location: &BookLocation, executor: &dyn Executor) -> Result<PrintableBook> {
    Ok(pipeline::load(location)?.play(executor).join())
}
