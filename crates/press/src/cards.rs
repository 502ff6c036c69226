//! Reference cards and decks, one to a page or many on a sheet, set with `crates/press/templates/cards.typ`.

use typst_layout::PagedDocument;

use super::card_size::{CardSize, known_sizes};
use super::guide::Craft;
use super::job::{CardFaces, CardPlaces, PressJob, PressTask};
use super::look::PageLook;
use super::nup::{CardGrid, FoldedGrid};
use super::own_templates::{report_unshown, without_lossy};
use super::paper::Paper;
use super::profile::{FlipEdge, OutputFamily, PageContainer, Profile};
use super::typeset::typeset;
use super::{overflow, papers, word_check};
use crate::book::Book;
use crate::ledger;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{Sources, Span};
use base::theme::templates::Hook;

/// The size of cards, unless the book asks for another.
const USUAL_SIZE: &str = "poker";
/// The paper of cards, unless the profile names one.
pub(crate) const USUAL_PAPER: &str = "a4";

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
    /// Fronts and backs on one side of a sheet, to fold and glue.
    pub fold: bool,
    /// Bleed of cards on a sheet; the profile's unless told.
    pub bleed: Option<f64>,
    /// How far backs of all that is printed on both sides are moved, to the right and down, in millimetres.
    pub offset: (f64, f64),
}

/// Sets the cards of a request as `profile` wants them, with every word of them; `None` when an
/// error is among the findings.
pub fn typeset_cards(
    book: &Book,
    request: &CardRequest,
    (profile, look): (&Profile, &PageLook),
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let paper = profile.paper.as_deref().unwrap_or(USUAL_PAPER);
    let size = find_card_size(book, (request.deck, profile), sources, findings)?;
    let faces = card_faces(request, size, (profile, paper), findings)?;
    let task = || PressTask::Cards(Box::new(faces.clone()));
    let job = PressJob::new(book, paper, look, task());
    let pages = typeset_faces(job, book, (request, profile), sources, findings)?;
    let lost = word_check::words_off_cards(book, request, faces.copies, &pages);
    if lost.is_empty() {
        return Some(pages);
    }
    let hooks = if request.deck.is_some() { [Hook::CardFace] } else { [Hook::Callout] };
    let lost_of = |book: &Book| {
        let job = PressJob::new(book, paper, look, task());
        let pages = typeset(job, sources, &mut Findings::default())?;
        Some(word_check::words_off_cards(book, request, faces.copies, &pages))
    };
    if let Some(plain) = without_lossy((book, look), &hooks, &lost, findings, lost_of) {
        let pages = typeset_cards(&plain, request, (profile, look), sources, findings)?;
        report_unshown(&pages, book, request.deck, findings);
        return Some(pages);
    }
    if let Some(deck) = book.deck(request.deck) {
        findings.0.extend(ledger::lost_deck_words(deck, lost));
        return None;
    }
    let (cards, found) = ledger::frame_lost_panels(&book.cards, lost, book.strict, sources);
    findings.0.extend(found);
    if book.strict {
        return None;
    }
    let framed = Book { cards, ..book.clone() };
    let job = PressJob::new(&framed, paper, look, task());
    typeset_faces(job, &framed, (request, profile), sources, findings)
}

fn typeset_faces(
    job: PressJob,
    book: &Book,
    (request, profile): (&CardRequest, &Profile),
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let pages = typeset(job, sources, findings)?;
    report_faces(&pages, (book, request.deck), (profile, 0), findings).then_some(pages)
}

/// Reports what does not fit the cards of a deck, or of the reference cards, on pages that come after so many others;
/// whether all of it fits.
pub(crate) fn report_faces(
    pages: &PagedDocument,
    (book, deck): (&Book, Option<usize>),
    (profile, before): (&Profile, usize),
    findings: &mut Findings,
) -> bool {
    let spans = card_spans(book, deck);
    let fits = overflow::report_overflows(pages, "card", &spans, findings);
    overflow::report_small_cards(pages, &spans, findings);
    report_unshown(pages, book, deck, findings);
    if profile.family == OutputFamily::Print {
        overflow::report_near_trim(pages, (profile.safe, before), findings);
    }
    fits
}

/// Where each card stands in the text.
fn card_spans(book: &Book, deck: Option<usize>) -> Vec<Span> {
    match book.deck(deck) {
        Some(deck) => deck.cards.iter().map(|card| card.span).collect(),
        None => book.cards.iter().map(|card| card.parts[0].span).collect(),
    }
}

/// A size of cards as it is written, or what to write instead.
///
/// # Errors
/// When there is no such size.
pub fn parse_card_size(written: &str) -> Result<String, String> {
    match CardSize::parse(written) {
        Some(_) => Ok(written.to_owned()),
        None => Err(format!("no cards have this size; {}", known_sizes())),
    }
}

/// The size that a book asks for its cards, else the profile.
pub(crate) fn find_card_size(
    book: &Book,
    (deck, profile): (Option<usize>, &Profile),
    sources: &Sources,
    findings: &mut Findings,
) -> Option<CardSize> {
    let usual = profile.card_size.as_deref().unwrap_or(USUAL_SIZE);
    let size = card_size_of(book, (deck, profile));
    if size.is_none() {
        let written = written_size(book, deck).unwrap_or(usual);
        findings.push(papers::unknown_name("card size", written, known_sizes(), (book, sources)));
    }
    size
}

/// The size of the cards of a deck, or of the reference cards, under a profile; none where it is not known.
pub(crate) fn card_size_of(
    book: &Book,
    (deck, profile): (Option<usize>, &Profile),
) -> Option<CardSize> {
    size_or(book, deck, profile.card_size.as_deref().unwrap_or(USUAL_SIZE))
}

/// The size of the cards of a deck, or of the reference cards; none where it is not known.
pub(crate) fn card_size(book: &Book, deck: Option<usize>) -> Option<CardSize> {
    size_or(book, deck, USUAL_SIZE)
}

fn size_or(book: &Book, deck: Option<usize>, usual: &str) -> Option<CardSize> {
    let size = CardSize::parse(written_size(book, deck).unwrap_or(usual))?;
    let is_landscape = book.deck(deck).is_some_and(|deck| deck.landscape);
    Some(if is_landscape { size.turned() } else { size })
}

/// Width and height of the cards of a deck, or of the reference cards, in millimetres; none where
/// their size is not known.
pub(crate) fn card_trim(book: &Book, deck: Option<usize>) -> Option<(f64, f64)> {
    card_size(book, deck).map(CardSize::trim)
}

fn written_size(book: &Book, deck: Option<usize>) -> Option<&str> {
    let own = book.deck(deck).and_then(|deck| deck.size.as_ref());
    own.or(book.card_size.as_ref()).map(String::as_str)
}

/// How the cards of a request are laid.
pub(crate) fn card_faces(
    request: &CardRequest,
    size: CardSize,
    (profile, paper): (&Profile, &str),
    findings: &mut Findings,
) -> Option<CardFaces> {
    let (size, outline) = (size.trim(), size.outline);
    let sheet = match profile.family {
        OutputFamily::Home => Some(card_places(paper, size, request, profile).or_else(|| {
            findings.push(lacking_room(size, paper));
            None
        })?),
        OutputFamily::Screen | OutputFamily::Print => None,
    };
    Some(CardFaces {
        deck: request.deck,
        size,
        outline,
        sheet,
        backs: !request.fronts_only,
        order: profile.order,
        // Files of pictures say in their names how many there are.
        copies: profile.family != OutputFamily::Screen
            && profile.container != PageContainer::PngSet,
        keep: request.keep.clone(),
        whole: None,
        tally: None,
    })
}

fn lacking_room((width, height): (f64, f64), paper: &str) -> Diagnostic {
    let message = format!("cards of {width} x {height} mm do not fit {paper}");
    Diagnostic::global(code::OVERFLOW, message).hint("choose a smaller size or a larger paper")
}

/// The sheet that cards of `size` lie on.
pub fn card_grid(
    paper: &str,
    size: (f64, f64),
    bleed: Option<f64>,
    profile: &Profile,
) -> Option<CardGrid> {
    let bleed = bleed.unwrap_or(profile.card_bleed);
    CardGrid::fit(&Paper::find(paper)?, size, bleed, profile.edge)
}

/// Where cards lie on a sheet; none if not one fits.
fn card_places(
    paper: &str,
    size: (f64, f64),
    request: &CardRequest,
    profile: &Profile,
) -> Option<CardPlaces> {
    if request.fold && !request.fronts_only {
        return folded_places(paper, size, request, profile);
    }
    let grid = card_grid(paper, size, request.bleed, profile)?;
    let flip = request.flip.unwrap_or(profile.flip);
    Some(CardPlaces {
        width: grid.width,
        height: grid.height,
        bleed: grid.bleed,
        fronts: (0..grid.count()).map(|nth| grid.front(nth)).collect(),
        backs: (0..grid.count()).map(|nth| grid.back(nth, flip)).collect(),
        marks: grid.marks(),
        turns_sideways: grid.turns_sideways(flip),
        flip,
        fold: None,
        part: None,
    })
}

/// What is made of the sheets of a request; none where cards lie on no sheet.
pub(crate) fn cards_craft(book: &Book, request: &CardRequest, profile: &Profile) -> Option<Craft> {
    let size = card_size_of(book, (request.deck, profile))?;
    let paper = profile.paper.as_deref().filter(|_| profile.family == OutputFamily::Home)?;
    let places = card_places(paper, size.trim(), request, profile)?;
    Some(Craft::Cards {
        page: (places.width, places.height),
        card: size.trim(),
        places: match places.fold {
            Some(_) => places
                .fronts
                .into_iter()
                .chain(places.backs.into_iter().map(|(at, _)| at))
                .collect(),
            None => places.fronts,
        },
        fold: places.fold,
        hexagons: size.outline.name() == "hexagon",
    })
}

/// Where cards lie on a sheet that is folded between fronts and backs.
fn folded_places(
    paper: &str,
    size: (f64, f64),
    request: &CardRequest,
    profile: &Profile,
) -> Option<CardPlaces> {
    let bleed = request.bleed.unwrap_or(profile.card_bleed);
    let grid = FoldedGrid::fit(&Paper::find(paper)?, size, bleed, profile.edge)?;
    let count = grid.fronts.count();
    Some(CardPlaces {
        width: grid.fronts.width,
        height: grid.fronts.height,
        bleed,
        fronts: (0..count).map(|nth| grid.fronts.front(nth)).collect(),
        backs: (0..count).map(|nth| (grid.back(nth), false)).collect(),
        marks: grid.marks(),
        turns_sideways: true,
        flip: profile.flip,
        fold: Some(grid.fold()),
        part: None,
    })
}
