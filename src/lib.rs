//! rulepress turns one Markdown source of a tabletop game into print-ready pages.
//!
//! # The pipeline
//!
//! ```text
//! path --source--> texts --document--> manuscript: one tree, every place with its address
//!                                           |--rules----> checked Starlark modules, bound to its places
//!                                           |   engine plays them from a scenario --> trace
//!                                           |   '--example--> sentences that cite the rules, filled into the tree
//!                                           |--check----> findings that need the whole of it
//!                                           '--book-----> front matter, body, quick reference, links
//!                                                            |--press--> pages --> PDF
//!                                                            '--web----> HTML
//! ```
//!
//! Each stage is a module; a module uses only those before it in the list below. Author mistakes
//! never abort a stage: each becomes a finding with its place and its cure, and the stage goes on
//! with the best it has. I/O and environment failures are [`anyhow::Error`]s.
//!
//! * [`text`] holds the texts of a run by id, and reads files, never outside one root.
//! * [`diagnostic`] holds the kinds of finding and prints them.
//! * [`source`] reads the files of a book: which they are, and what book.toml says.
//! * [`font`] holds the bundled fonts: they measure and they print.
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
//!   sentences.
//! * [`check`] looks at a whole manuscript.
//! * [`book`] joins what is printed.
//! * [`press`] sets it with Typst; `templates/` is its other half. A print profile of
//!   `templates/profiles` says which files are made of a book and how: [`press::outputs`] makes the
//!   rulebook, the flowcharts, the reference sheet, cards and decks (one to a page or many on a
//!   sheet, [`press::nup`]) and the booklet; files for printers get their boxes and their black
//!   from a last hand.
//! * [`web`] makes pages for a browser; `templates/web/` is its other half.
//! * [`cli`] is the command line; it alone writes files.

pub mod text;
pub mod diagnostic;
pub mod source;
pub mod font;
pub mod drawing;
pub mod picture;
pub mod document;
pub mod flowchart;
pub mod engine;
pub mod rules;
pub mod example;
pub mod book;
pub mod check;
pub mod press;
pub mod web;
pub mod cli;

use std::path::Path;

use anyhow::Result;

use book::Book;
use diagnostic::Findings;
use example::examples::Example;
use example::game::{self, BookLocation, PlayableBook};
use example::{Player, player};
use source::Sources;

/// A book that was read, with its texts and what was found in them.
#[derive(Debug)]
pub struct Read {
    /// The texts that findings point into.
    pub sources: Sources,
    /// The book.
    pub book: Book,
    /// Its rules and scenarios, if it has rules.
    pub game: Option<PlayableBook>,
    /// Its scenarios as they were played.
    pub examples: Vec<Example>,
    /// Findings so far.
    pub findings: Findings,
}

/// Runs every stage before the press on what lies at `path`, which is played by its own rules in
/// this process.
pub fn read(path: &Path) -> Result<Read> {
    read_with(&BookLocation::of(path), &player::play_here)
}

/// Runs every stage before the press on what lies at a place; `player` plays its scenarios.
pub fn read_with(place: &BookLocation, player: &Player<'_>) -> Result<Read> {
    let mut findings = Findings::default();
    let (mut sources, mut manuscript) = document::load(&place.path, &mut findings)?;
    let game = game::load_game(&manuscript, &mut sources, place, &mut findings);
    let examples = game
        .as_ref()
        .map(|game| game.play_scenarios(&sources, player, &mut findings))
        .unwrap_or_default();
    game::fill_manuscript(&mut manuscript, game.as_ref(), &examples);
    check::settle_play_areas(&mut manuscript, &mut findings);
    check::check_manuscript(&manuscript, &mut findings);
    let book = book::join(manuscript, &mut findings);
    findings.sort();
    Ok(Read { sources, book, game, examples, findings })
}

/// Sets `read` on `paper`; `None` when an error is among the findings.
pub fn print(read: &mut Read, paper: &str) -> Option<Vec<u8>> {
    let pages = press::typeset_rulebook(&read.book, paper, &read.sources, &mut read.findings)?;
    press::screen_pdf(&pages, &read.book, &read.sources, &mut read.findings)
}

/// Sets the flowcharts of `read` on `paper`; `None` when an error is among the findings.
pub fn print_charts(read: &mut Read, paper: &str) -> Option<Vec<u8>> {
    let pages = press::typeset_flowcharts(&read.book, paper, &read.sources, &mut read.findings)?;
    press::screen_pdf(&pages, &read.book, &read.sources, &mut read.findings)
}
