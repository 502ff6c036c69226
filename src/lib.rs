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
//! Each stage is a module; a module uses only those before it in the `pub mod` list below, which
//! `tests/layers.rs` reads. An author's mistake never aborts a stage: it becomes a finding that
//! names its place and says what to write, and the stage goes on with the best value it has. I/O
//! and environment failures are [`anyhow::Error`]s.
//!
//! * [`text`] holds the texts of a run by id, and reads files, never outside one root.
//! * [`diagnostic`] holds the kinds of finding and prints them.
//! * [`source`] reads the files of a book: which they are, and what book.toml says.
//! * [`font`] holds the bundled fonts: they measure and they print.
//! * [`theme`] reads theme.toml: what a book changes of the colours, fonts and shapes of its pages, and
//!   which templates it brings.
//! * [`drawing`] is the model of all drawings: SVG here, natively in `templates/drawing.typ`.
//! * [`picture`] draws the table of a game: zones with their cards, amounts, dice, the play mat.
//! * [`document`] makes the tree: [`document::tree`] holds its types, [`document::parse_text`] reads
//!   one Markdown or HTML file, [`document::manuscript`] joins the files of a book: pulls, named
//!   values, icons, addresses, links, pictures; [`document::panels`] takes what sheet.md and cards.md
//!   ask for, [`document::deck`] cards from data.
//! * [`flowchart`] reads Mermaid charts, lays them out for print and draws them.
//! * [`engine`] is the kernel of games: pieces, zones, counters, chance, choices, events; it knows
//!   no game and no language.
//! * [`rules`] reads `rules/*.star`, binds their functions to places of the prose, and lets the
//!   engine play them.
//! * [`example`] plays scenarios, compares them with what was accepted, and tells them in
//!   sentences; [`example::session`] plays games with persons, as questions and answers, by parts that
//!   go on with one another (`go_on_with`), so that an answer plays only the part at hand again; [`example::companion`] is
//!   what lies on a real table; and [`example::lessons`] teaches a game by positions with words between.
//! * [`book`] joins what is printed, and names the kinds of output.
//! * [`check`] finds what only a whole manuscript shows, such as open places and empty sections.
//! * [`ledger`] counts the words of the sources against those of the tree and of the pages, so that
//!   none is lost.
//! * [`preflight`](mod@preflight) looks at a finished PDF, ours or another's, as a print shop does.
//! * [`press`] sets it with Typst and the templates of `templates/`. A print profile of
//!   `templates/profiles` says which files are made of a book and how: [`press::make`] makes the
//!   rulebook, the flowcharts, the reference sheet, cards and decks (one to a page or many on a
//!   sheet, [`press::nup`]) and the booklet; files for printers get their boxes and their black
//!   at the end.
//! * [`web`] makes pages for a browser from the templates of `templates/web/`.
//! * [`pipeline`] has a type for each state of a book on this way: loaded, played, printable.
//! * [`edition`] compares two editions of a book: what changed, told once at its cause, and the examples
//!   that it changes; and a book with what was accepted of it: what waits to be looked at.
//! * [`health`] tells how whole a book is: what holds each passage, what many games never use, which
//!   values nothing reads, which terms are used otherwise.
//! * [`reference`](mod@reference) makes what stands in docs/reference and docs/schemas, from the code itself.
//! * [`preview`] reads a book again after each change and shows it in a browser: what changed is set,
//!   played and drawn again, the rest is remembered. It serves nothing but this, on the loop-back
//!   address.
//! * [`cli`] is the command line; it composes the pipeline, each book in a child process under limits,
//!   and it alone writes files.
//!
//! # As a library
//!
//! The command line has nothing that the library lacks: [`read_book`] takes a path through every
//! stage before the press, and [`pipeline::PrintableBook::make`] makes each output of the result.
//!
//! ```
#![doc = include_str!("../docs/library.rs")]
//! ```
//!
//! Rules of a book from a stranger belong in a process of their own:
//! [`rules::executor::ChildProcess`] for [`read_book_with`].
//!
//! # As a module
//!
//! For `wasm32-wasip1` (browsers, Node, Python) the program is the same command line over the files
//! that its host gives it. There are no threads and no processes: the host sets the limits, a panic
//! ends the program with a line that says so, and `watch` is missing. Fonts that fill in for others
//! lie beside the module, in the folder that `RULEPRESS_FONTS` names; `.ci/module` makes both.
//! Nothing can wait there for a line of input: `play --lines` reads the book and returns, and the host calls
//! the export `rulepress_go_on` for each line that it has put there. `web/press` and `web/play` are such hosts.
//!
//! A host that has threads lends them to many games at once: [`rules::executor::HostThreads`] says how module and host
//! speak of that through files, and the packages for Node and Python do.

pub mod text;
pub mod diagnostic;
pub mod source;
pub mod font;
pub mod theme;
pub mod drawing;
pub mod picture;
pub mod document;
pub mod flowchart;
pub mod engine;
pub mod rules;
pub mod example;
pub mod book;
pub mod check;
pub mod ledger;
pub mod preflight;
pub mod press;
pub mod web;
pub mod pipeline;
pub mod edition;
pub mod health;
pub mod reference;
pub mod preview;
pub mod cli;

use std::path::Path;

use anyhow::Result;

use example::game::BookLocation;
use pipeline::PrintableBook;
use rules::executor::{Executor, InProcess};

/// Runs every stage before the press on what lies at `path`. Its own rules play its scenarios in
/// this process, so only read books that you trust.
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
