//! What lies on the table: the reference sheet, reference cards, decks, and the page that measures
//! backs.

use super::{File, Print, Work};
use crate::book::Book;
use crate::diagnostic::Findings;
use crate::press::cards::Choice;
use crate::press::export::Pages;
use crate::press::job::Task;
use crate::press::profile::Flip;
use crate::press::{self, changed, sheet};

/// The reference sheet on all its papers.
pub(super) fn sheets(work: &mut Work<'_>) -> Vec<File> {
    let mut files = Vec::new();
    if work.book.sheet.is_empty() {
        return files;
    }
    let asked = press::known(work.book, &work.book.sheet_papers, work.sources, work.findings);
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        let (look, sources) = (work.look(), work.sources);
        let set = |book: &Book, findings: &mut Findings| {
            sheet::sheet(book, paper, &look, sources, findings)
        };
        let Some(document) = set(work.book, work.findings) else { continue };
        let keep = work.request.since.map(|old| {
            let before = set(old, &mut Findings::default());
            changed::pages(&document, before.as_ref())
        });
        let pages = Pages { document: &document, keep };
        files.extend(work.written(&Print {
            pages,
            name: work.named("sheet", nth, paper),
            flip: Some(Flip::Long),
        }));
    }
    files
}

/// The reference cards.
pub(super) fn cards(work: &mut Work<'_>) -> Vec<File> {
    if work.book.cards.is_empty() { Vec::new() } else { faces(work, None, "cards") }
}

/// Every deck; a single one needs no name.
pub(super) fn decks(work: &mut Work<'_>) -> Vec<File> {
    let decks = &work.book.decks;
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        let stem = if decks.len() == 1 { "deck".to_owned() } else { format!("deck-{}", deck.name) };
        files.extend(faces(work, Some(nth), &stem));
    }
    files
}

fn faces(work: &mut Work<'_>, deck: Option<usize>, stem: &str) -> Vec<File> {
    let look = work.look();
    let mut choice = Choice { deck, ..work.request.cards.clone() };
    if let Some(old) = work.request.since {
        choice.keep = changed::cards((work.book, old), &choice, &look, work.sources, work.findings);
        if choice.keep.as_ref().is_none_or(Vec::is_empty) {
            return Vec::new();
        }
    }
    let profile = work.request.profile;
    let set =
        press::cards::cards(work.book, &choice, (profile, &look), work.sources, work.findings);
    let Some(document) = set else { return Vec::new() };
    let flip = Some(choice.flip.unwrap_or(profile.flip));
    work.written(&Print { flip, ..Print::whole(&document, work.named(stem, 0, "")) })
}

/// The page that measures how far backs are off, for those who print cards.
pub(super) fn calibration(work: &mut Work<'_>) -> Vec<File> {
    let Some(paper) = work.profile().paper.clone() else { return Vec::new() };
    if work.book.cards.is_empty() && work.book.decks.is_empty() {
        return Vec::new();
    }
    let flip = work.request.cards.flip.unwrap_or(work.profile().flip);
    let task = Task::Calibration { short: flip == Flip::Short, offset: work.request.cards.offset };
    let Some(document) = work.set("/templates/calibration.typ", &paper, task) else {
        return Vec::new();
    };
    work.written(&Print {
        flip: Some(flip),
        ..Print::whole(&document, work.named("calibration", 0, ""))
    })
}
