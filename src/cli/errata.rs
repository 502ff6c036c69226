//! `diff --format errata`, for owners of the earlier print. In: both editions and the changes. Out: a sheet
//! by the pages of that print, and sheets of the changed cards at their real size.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::console::report_findings;
use super::diff::write_file;
use super::work::BookWork;
use crate::edition::EditionDiff;
use crate::edition::print::errata_sheet;
use crate::pipeline::PlayedBook;
use base::diagnostic::Findings;
use base::source::Sources;
use base::text::file_names::plain_name;
use press::book::{Book, Output};
use press::inspect::anchor_pages;
use press::look::PageLook;
use press::outputs::rulebook::typeset_rulebook;
use press::papers::output_papers;
use press::profile::find_profile;
use press::{self, PrintRequest};

/// File of the errata, and print profile of the cards.
pub struct ErrataOrder<'a> {
    /// File of the sheet; by default among the outputs of the book.
    pub place: Option<&'a Path>,
    /// Name of the print profile of the cards.
    pub profile: &'a str,
}

/// Writes the errata from one edition to the other.
pub fn write_errata(
    diff: &EditionDiff,
    old: PlayedBook,
    new: PlayedBook,
    order: &ErrataOrder<'_>,
) -> Result<BookWork> {
    let profile = find_profile(order.profile).map_err(|why| anyhow!(why))?;
    let screen = find_profile("screen").map_err(|why| anyhow!(why))?;
    let mut findings = Findings::default();
    let old = old.join();
    let pages = printed_pages(&old.book, &old.sources);
    let sheet = errata_sheet(diff, &pages, &new, &mut findings);
    let request = PrintRequest::usual(&screen);
    let made = press::make(&sheet, Output::Rulebook, &request, &new.sources, &mut findings);
    let new = new.join();
    let path = match order.place {
        Some(path) => path.to_path_buf(),
        None => Path::new("output").join(plain_name(&new.book.name)).join("errata.pdf"),
    };
    if let Some(file) = made.first() {
        write_file(&path, &file.bytes)?;
    }
    let request = PrintRequest { since: Some(&old.book), ..PrintRequest::usual(&profile) };
    for output in [Output::Cards, Output::Deck] {
        let mut made = new.make(output, &request)?;
        for file in &made.files {
            write_file(&beside(&path, &file.name), &file.bytes)?;
        }
        findings.append(std::mem::take(&mut made.findings));
    }
    Ok(report_findings(&findings, &new.sources).into())
}

/// Returns the path of a file of cards beside the sheet, such as `errata-deck-main-home-a4.pdf`.
fn beside(sheet: &Path, name: &str) -> PathBuf {
    let stem = sheet.file_stem().unwrap_or_default().to_string_lossy();
    sheet.with_file_name(format!("{stem}-{name}"))
}

/// Returns the pages of a book's sections in its rulebook, by anchor.
fn printed_pages(book: &Book, sources: &Sources) -> std::collections::BTreeMap<String, usize> {
    let look = PageLook::default();
    let mut findings = Findings::default();
    let papers = output_papers(book, Output::Rulebook, &look.theme, sources, &mut findings);
    let paper = papers.first();
    let pages = paper
        .and_then(|paper| typeset_rulebook(book, paper, &look, sources, &mut Findings::default()));
    let anchors = book.addresses.keys().map(String::as_str);
    pages.map(|pages| anchor_pages(&pages, anchors)).unwrap_or_default()
}
