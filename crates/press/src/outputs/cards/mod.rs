//! Reference cards and decks, one to a page or many on a sheet, set with `crates/press/src/outputs/cards/cards.typ`.

pub(crate) mod content;
pub(crate) mod faces;
pub(crate) mod files;
pub mod nup;
pub mod size;

use typst_layout::PagedDocument;

use crate::book::Book;
use crate::ledger::LostWords;
use crate::look::PageLook;
use crate::outputs::PressTask;
use crate::outputs::cards::faces::{CardFaces, CardPlaces};
use crate::outputs::cards::nup::{CardGrid, FoldedGrid};
use crate::outputs::cards::size::{CardSize, known_sizes};
use crate::outputs::record::{OutputRecord, PageTemplate};
use crate::own_templates::report_unshown;
use crate::set::every_word::{CountedOutput, set_every_word};

use crate::paper::Paper;
use crate::pdf::home::guide::Craft;
use crate::profile::{FlipEdge, OutputFamily, PageContainer, Profile};
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::{ledger, overflow, papers, word_check};
use base::diagnostic::BookPart;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{Sources, Span};
use base::theme::templates::Hook;

/// What there is to know of it.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Cards",
    part: Some(BookPart::Cards),
    is_in: |book| !book.cards.is_empty(),
    is_ordered: true,
    is_compared: true,
    lacks: ("the book has nothing for cards", "write `> [!BRIEF]` below its titles, or cards.md"),
    template: Some(&TEMPLATE),
    ..OutputRecord::new("cards", "the reference cards", files::make_cards)
};

/// How it is set.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the cards",
    files: &[
        ("/templates/cards.typ", include_str!("cards.typ")),
        ("/templates/faces.typ", include_str!("faces.typ")),
        ("/templates/nup.typ", include_str!("nup.typ")),
        ("/templates/deck.typ", include_str!("../deck/deck.typ")),
        ("/templates/card-art.typ", include_str!("../deck/card-art.typ")),
    ],
};

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
    let cards = CountedCards { request, faces, profile, look, paper, sources };
    set_every_word(&cards, book, findings)
}

/// Cards whose words are counted.
struct CountedCards<'a> {
    request: &'a CardRequest,
    faces: CardFaces,
    profile: &'a Profile,
    look: &'a PageLook,
    paper: &'a str,
    sources: &'a Sources,
}

impl CountedCards<'_> {
    fn job<'b>(&self, book: &'b Book) -> PressJob<'b> {
        let task = PressTask::Cards(Box::new(self.faces.clone()));
        PressJob::new(book, self.paper, self.look, task)
    }
}

impl CountedOutput for CountedCards<'_> {
    fn hooks(&self) -> &[Hook] {
        if self.request.deck.is_some() { &[Hook::CardFace] } else { &[Hook::Callout] }
    }

    fn look(&self) -> &PageLook {
        self.look
    }

    fn set(&self, book: &Book, findings: &mut Findings) -> Option<PagedDocument> {
        let pages = typeset(self.job(book), self.sources, findings)?;
        let deck = (book, self.request.deck);
        report_faces(&pages, deck, (self.profile, 0), findings).then_some(pages)
    }

    fn set_to_count(&self, book: &Book) -> Option<PagedDocument> {
        typeset(self.job(book), self.sources, &mut Findings::default())
    }

    fn lost_words(&self, book: &Book, pages: &PagedDocument) -> LostWords {
        word_check::words_off_cards(book, self.request, self.faces.copies, pages)
    }

    fn set_plain(
        &self,
        book: &Book,
        plain: &Book,
        findings: &mut Findings,
    ) -> Option<PagedDocument> {
        let with = (self.profile, self.look);
        let pages = typeset_cards(plain, self.request, with, self.sources, findings)?;
        report_unshown(&pages, book, self.request.deck, findings);
        Some(pages)
    }

    fn frame_lost(&self, book: &Book, lost: LostWords, findings: &mut Findings) -> Option<Book> {
        if let Some(deck) = book.deck(self.request.deck) {
            findings.0.extend(ledger::lost_deck_words(deck, lost));
            return None;
        }
        let (cards, found) =
            ledger::frame_lost_panels(&book.cards, lost, book.strict, self.sources);
        findings.0.extend(found);
        (!book.strict).then(|| Book { cards, ..book.clone() })
    }
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
