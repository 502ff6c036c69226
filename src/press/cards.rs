//! Reference cards and decks, one to a page or many on a sheet. Its other half is
//! `templates/cards.typ`.

use typst_layout::PagedDocument;

use super::job::{CardFaces, CardPlaces, PressJob, PressTask};
use super::look::PageLook;
use super::nup::CardGrid;
use super::paper::Paper;
use super::profile::{FaceOrder, FlipEdge, OutputFamily, Profile};
use super::tokens::tokens;
use crate::book::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::source::{Sources, Span};

/// Which cards, and how they are laid; lengths are millimetres.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CardRequest {
    /// Which deck; none for the reference cards.
    pub deck: Option<usize>,
    /// Only these, by their number.
    pub keep: Option<Vec<usize>>,
    /// Without backs.
    pub fronts_only: bool,
    /// How the paper is turned over; the profile's way unless told.
    pub flip: Option<FlipEdge>,
    /// Bleed of cards on a sheet; the profile's unless told.
    pub bleed: Option<f64>,
    /// How far backs are moved.
    pub offset: (f64, f64),
}

/// Sets the cards of `choice` as `profile` wants them; `None` when an error is among the findings.
pub fn typeset_cards(
    book: &Book,
    choice: &CardRequest,
    (profile, look): (&Profile, &PageLook),
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let size = find_card_size(book, choice.deck, sources, findings)?;
    let paper = profile.paper.clone().unwrap_or_else(|| "a4".to_owned());
    let sheet = match profile.family {
        OutputFamily::Home => Some(card_places(&paper, size, choice, profile, findings)?),
        _ => None,
    };
    let order = match profile.order {
        FaceOrder::FrontBack => "front-back",
        FaceOrder::BackFront => "back-front",
        FaceOrder::FrontsThenBack => "fronts-then-back",
    };
    let faces = CardFaces {
        deck: choice.deck,
        size,
        sheet,
        backs: !choice.fronts_only,
        order: order.to_owned(),
        copies: profile.family != OutputFamily::Screen,
        keep: choice.keep.clone(),
    };
    let job = PressJob {
        book: book.clone(),
        paper,
        spans: false,
        look: look.clone(),
        task: PressTask::Cards(Box::new(faces)),
    };
    let pages = super::typeset_job("/templates/cards.typ", job, sources, findings)?;
    let places: Vec<Span> = match choice.deck.and_then(|nth| book.decks.get(nth)) {
        Some(deck) => deck.cards.iter().map(|card| card.span).collect(),
        None => book.cards.iter().map(|panel| panel.parts[0].span).collect(),
    };
    let fits = super::overflow::report_overflows(&pages, "card", &places, findings);
    if profile.family == OutputFamily::Print {
        super::overflow::report_near_trim(&pages, profile.safe, findings);
    }
    fits.then_some(pages)
}

/// The size that a book asks for its cards, `poker` if it asks for none.
fn find_card_size(
    book: &Book,
    deck: Option<usize>,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<(f64, f64)> {
    let asked = match deck {
        Some(nth) => {
            book.decks.get(nth).and_then(|deck| deck.size.as_ref()).or(book.card_size.as_ref())
        }
        None => book.card_size.as_ref(),
    };
    let Some(name) = asked else { return tokens().card_trim("poker") };
    let size = tokens().card_trim(name);
    if size.is_none() {
        let message = format!("`{}` is no size of cards that is known", short_quote(name));
        let finding = super::book_file_finding(name, book, sources, message);
        findings.push(finding.hint(format!(
            "write one of {}",
            tokens().card_size_names().collect::<Vec<_>>().join(", ")
        )));
    }
    size
}

/// The sheet that cards of `size` lie on.
pub fn card_grid(
    paper: &str,
    size: (f64, f64),
    bleed: Option<f64>,
    profile: &Profile,
) -> Option<CardGrid> {
    CardGrid::fit(&Paper::find(paper)?, size, bleed.unwrap_or(profile.card_bleed), profile.edge)
}

fn card_places(
    paper: &str,
    size: (f64, f64),
    choice: &CardRequest,
    profile: &Profile,
    findings: &mut Findings,
) -> Option<CardPlaces> {
    let Some(grid) = card_grid(paper, size, choice.bleed, profile) else {
        let message = format!("cards of {} x {} mm do not fit {paper}", size.0, size.1);
        findings.push(
            Diagnostic::global(code::OVERFLOW, message)
                .hint("choose a smaller size or a larger paper"),
        );
        return None;
    };
    let flip = choice.flip.unwrap_or(profile.flip);
    Some(CardPlaces {
        width: grid.width,
        height: grid.height,
        bleed: grid.bleed,
        fronts: (0..grid.count()).map(|nth| grid.front(nth)).collect(),
        backs: (0..grid.count()).map(|nth| grid.back(nth, flip)).collect(),
        marks: grid.marks(),
        turns_sideways: grid.turns_sideways(flip),
        flip: if flip == FlipEdge::Long { "long" } else { "short" }.to_owned(),
        offset: choice.offset,
    })
}
