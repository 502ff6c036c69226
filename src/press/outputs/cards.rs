//! Reference cards and decks.

use super::{OutputContext, OutputFile, PrintPages};
use crate::press::cards::{CardRequest, typeset_cards};
use crate::press::changed;

/// The reference cards.
pub(super) fn make_cards(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    if context.book.cards.is_empty() {
        return Vec::new();
    }
    make_card_files(context, None, "cards")
}

/// Every deck; a single one needs no name.
pub(super) fn make_decks(context: &mut OutputContext<'_>) -> Vec<OutputFile> {
    let decks = &context.book.decks;
    let mut files = Vec::new();
    for (nth, deck) in decks.iter().enumerate().filter(|(_, deck)| !deck.cards.is_empty()) {
        files.extend(make_card_files(context, Some(nth), &deck_stem(&deck.name, decks.len())));
    }
    files
}

fn deck_stem(name: &str, decks: usize) -> String {
    if decks == 1 { "deck".to_owned() } else { format!("deck-{name}") }
}

/// The files of the reference cards, or of a deck; none where nothing changed.
fn make_card_files(
    context: &mut OutputContext<'_>,
    deck: Option<usize>,
    stem: &str,
) -> Vec<OutputFile> {
    let (book, sources, profile) = (context.book, context.sources, context.profile());
    let look = context.look();
    let mut request = CardRequest { deck, ..context.request.cards.clone() };
    if let Some(old) = context.request.since {
        let findings = &mut *context.findings;
        request.keep = changed::changed_cards((book, old), &request, &look, sources, findings);
        if request.keep.as_ref().is_none_or(Vec::is_empty) {
            return Vec::new();
        }
    }
    let cards = typeset_cards(book, &request, (profile, &look), sources, context.findings);
    let Some(document) = cards else { return Vec::new() };
    let flip = request.flip.unwrap_or(profile.flip);
    context.files(&PrintPages::double_sided(&document, context.file_stem(stem), flip))
}
