//! What lies on the table: the reference sheet, reference cards, decks, and the page that measures
//! backs.

use super::{OutputContext, OutputFile, PrintPages};
use crate::book::Book;
use crate::diagnostic::Findings;
use crate::press::cards::CardRequest;
use crate::press::export::PageSelection;
use crate::press::job::PressTask;
use crate::press::profile::FlipEdge;
use crate::press::{self, changed, sheet};

/// The reference sheet on all its papers.
pub(super) fn make_sheets(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    if work.book.sheet.is_empty() {
        return files;
    }
    let asked =
        press::known_papers(work.book, &work.book.sheet_papers, work.sources, work.findings);
    for (nth, paper) in work.papers(asked).iter().enumerate() {
        let (look, sources) = (work.look(), work.sources);
        let set = |book: &Book, findings: &mut Findings| {
            sheet::typeset_sheet(book, paper, &look, sources, findings)
        };
        let Some(document) = set(work.book, work.findings) else { continue };
        let keep = work.request.since.map(|old| {
            let before = set(old, &mut Findings::default());
            changed::changed_pages(&document, before.as_ref())
        });
        let pages = PageSelection { document: &document, keep };
        files.extend(work.written(&PrintPages {
            pages,
            name: work.named("sheet", nth, paper),
            flip: Some(FlipEdge::Long),
        }));
    }
    files
}

/// The reference cards.
pub(super) fn make_cards(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    if work.book.cards.is_empty() { Vec::new() } else { make_card_files(work, None, "cards") }
}

/// Every deck; a single one needs no name.
pub(super) fn make_decks(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let decks = &work.book.decks;
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        let stem = if decks.len() == 1 { "deck".to_owned() } else { format!("deck-{}", deck.name) };
        files.extend(make_card_files(work, Some(nth), &stem));
    }
    files
}

fn make_card_files(
    work: &mut OutputContext<'_>,
    deck: Option<usize>,
    stem: &str,
) -> Vec<OutputFile> {
    let look = work.look();
    let mut choice = CardRequest { deck, ..work.request.cards.clone() };
    if let Some(old) = work.request.since {
        choice.keep =
            changed::changed_cards((work.book, old), &choice, &look, work.sources, work.findings);
        if choice.keep.as_ref().is_none_or(Vec::is_empty) {
            return Vec::new();
        }
    }
    let profile = work.request.profile;
    let set = press::cards::typeset_cards(
        work.book,
        &choice,
        (profile, &look),
        work.sources,
        work.findings,
    );
    let Some(document) = set else { return Vec::new() };
    let flip = Some(choice.flip.unwrap_or(profile.flip));
    work.written(&PrintPages { flip, ..PrintPages::whole(&document, work.named(stem, 0, "")) })
}

/// The page that measures how far backs are off, for those who print cards.
pub(super) fn make_calibration(work: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let Some(paper) = work.profile().paper.clone() else { return Vec::new() };
    if work.book.cards.is_empty() && work.book.decks.is_empty() {
        return Vec::new();
    }
    let flip = work.request.cards.flip.unwrap_or(work.profile().flip);
    let task = PressTask::Calibration {
        short: flip == FlipEdge::Short,
        offset: work.request.cards.offset,
    };
    let Some(document) = work.set("/templates/calibration.typ", &paper, task) else {
        return Vec::new();
    };
    work.written(&PrintPages {
        flip: Some(flip),
        ..PrintPages::whole(&document, work.named("calibration", 0, ""))
    })
}
