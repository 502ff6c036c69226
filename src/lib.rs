//! rulepress turns one Markdown source of a tabletop game into print-ready pages.
//!
//! # The pipeline
//!
//! ```text
//! path --source--> texts --document--> manuscript: one tree, every place with its address
//!                                           |--check--> findings that need the whole of it
//!                                           '--book---> front matter, body, quick reference, links
//!                                                          '--press--> pages --> PDF
//! ```
//!
//! Each stage is a module; a module uses only those before it in the list below. What an author got wrong never
//! stops a stage: it becomes a finding with its place and its cure, and the stage goes on with the best it has.
//! What the machine could not do is an [`anyhow::Error`].
//!
//! * [`source`] reads texts by id, never outside one root.
//! * [`diagnostic`] holds the kinds of finding and prints them.
//! * [`font`] holds the bundled fonts: they measure and they print.
//! * [`drawing`] is the model of all drawings: SVG here, natively in `templates/drawing.typ`.
//! * [`document`] makes the tree: Markdown and HTML, repairs, named values, pulls, addresses, links, pictures.
//! * [`flowchart`] reads Mermaid charts, lays them out for print and draws them.
//! * [`check`] looks at a whole manuscript.
//! * [`book`] joins what is printed.
//! * [`press`] sets it with Typst; `templates/` is its other half.
//! * [`cli`] is the command line; it alone writes files.

pub mod source;
pub mod diagnostic;
pub mod font;
pub mod drawing;
pub mod document;
pub mod flowchart;
pub mod engine;
pub mod rules;
pub mod example;
pub mod book;
pub mod check;
pub mod press;
pub mod cli;

use std::path::Path;

use anyhow::Result;

use book::Book;
use diagnostic::Findings;
use source::Sources;

/// A book that was read, with its texts and what was found in them.
#[derive(Debug)]
pub struct Read {
    /// The texts that findings point into.
    pub sources: Sources,
    /// The book.
    pub book: Book,
    /// Findings so far.
    pub findings: Findings,
}

/// Runs every stage before the press on what lies at `path`.
pub fn read(path: &Path) -> Result<Read> {
    let mut findings = Findings::default();
    let (sources, manuscript) = document::load(path, &mut findings)?;
    check::manuscript(&manuscript, &mut findings);
    let book = book::join(manuscript, &mut findings);
    findings.sort();
    Ok(Read { sources, book, findings })
}

/// Sets `read` on `paper`; `None` when an error is among the findings.
pub fn print(read: &mut Read, paper: &str) -> Option<Vec<u8>> {
    let pages = press::pages(&read.book, paper, &read.sources, &mut read.findings)?;
    press::pdf(&pages, &read.book, &read.sources, &mut read.findings)
}

/// Sets the flowcharts of `read` on `paper`; `None` when an error is among the findings.
pub fn print_charts(read: &mut Read, paper: &str) -> Option<Vec<u8>> {
    let pages = press::charts(&read.book, paper, &read.sources, &mut read.findings)?;
    press::pdf(&pages, &read.book, &read.sources, &mut read.findings)
}
