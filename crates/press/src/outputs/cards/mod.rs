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
use crate::outputs::cards::size::{CardOutline, CardSize, known_sizes};
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
use base::size::Size;
use base::source::{Sources, Span};
use base::theme::templates::Hook;
use document::deck::Deck;

/// Record of the output.
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

/// Template of the cards.
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

/// Size of cards, unless the book asks for another.
const USUAL_SIZE: &str = "poker";
/// Paper of cards, unless the profile names one.
const USUAL_PAPER: &str = "a4";

/// The choice and the layout of cards; lengths are in millimetres.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CardRequest {
    /// Index of the deck; `None` for the reference cards.
    pub deck: Option<usize>,
    /// Indices of the cards to print; `None` for all.
    pub keep: Option<Vec<usize>>,
    /// True for cards without backs.
    pub fronts_only: bool,
    /// The edge over which the paper is turned; `None` for that of the profile.
    pub flip: Option<FlipEdge>,
    /// True for fronts and backs on one side of a sheet, to fold and glue.
    pub fold: bool,
    /// Bleed of cards on a sheet; `None` for that of the profile.
    pub bleed: Option<f64>,
    /// Offset of backs on everything that is printed on both sides, to the right and down, in millimetres.
    pub offset: (f64, f64),
}

/// Everything that cards are set with.
#[derive(Clone, Copy)]
pub struct CardSetting<'a> {
    /// The book.
    pub book: &'a Book,
    /// The choice and the layout of the cards.
    pub request: &'a CardRequest,
    /// The profile of their printer.
    pub profile: &'a Profile,
    /// The look of their pages.
    pub look: &'a PageLook,
    /// The source texts.
    pub sources: &'a Sources,
}

/// Sets the cards of a request for their profile, with all their words; `None` if there is an error among the
/// findings.
pub fn typeset_cards(setting: CardSetting<'_>, findings: &mut Findings) -> Option<PagedDocument> {
    let faces = setting.faces(findings)?;
    set_every_word(&CountedCards { setting, faces }, setting.book, findings)
}

/// Cards whose words are counted.
struct CountedCards<'a> {
    setting: CardSetting<'a>,
    faces: CardFaces,
}

impl CountedOutput for CountedCards<'_> {
    fn hooks(&self) -> &[Hook] {
        if self.setting.request.deck.is_some() { &[Hook::CardFace] } else { &[Hook::Callout] }
    }

    fn look(&self) -> &PageLook {
        self.setting.look
    }

    fn set(&self, book: &Book, findings: &mut Findings) -> Option<PagedDocument> {
        let setting = CardSetting { book, ..self.setting };
        let pages = typeset(setting.job(&self.faces), setting.sources, findings)?;
        setting.report_faces(&pages, 0, findings).then_some(pages)
    }

    fn set_to_count(&self, book: &Book) -> Option<PagedDocument> {
        let setting = CardSetting { book, ..self.setting };
        typeset(setting.job(&self.faces), setting.sources, &mut Findings::default())
    }

    fn lost_words(&self, book: &Book, pages: &PagedDocument) -> LostWords {
        word_check::words_off_cards(book, self.setting.request, self.faces.copies, pages)
    }

    fn set_plain(
        &self,
        book: &Book,
        plain: &Book,
        findings: &mut Findings,
    ) -> Option<PagedDocument> {
        let pages = typeset_cards(CardSetting { book: plain, ..self.setting }, findings)?;
        report_unshown(&pages, book, self.setting.request.deck, findings);
        Some(pages)
    }

    fn frame_lost(&self, book: &Book, lost: LostWords, findings: &mut Findings) -> Option<Book> {
        if let Some(deck) = book.deck(self.setting.request.deck) {
            findings.0.extend(ledger::lost_deck_words(deck, lost));
            return None;
        }
        let (cards, found) =
            ledger::frame_lost_panels(&book.cards, lost, book.strict, self.setting.sources);
        findings.0.extend(found);
        (!book.strict).then(|| Book { cards, ..book.clone() })
    }
}

impl<'a> CardSetting<'a> {
    fn paper(self) -> &'a str {
        self.profile.paper.as_deref().unwrap_or(USUAL_PAPER)
    }

    /// Returns the deck that is asked for; `None` for the reference cards.
    pub(crate) fn deck(self) -> Option<&'a Deck> {
        self.book.deck(self.request.deck)
    }

    /// True if fronts and backs are on one side of a sheet, to fold.
    pub(crate) fn is_folded(self) -> bool {
        self.request.fold && self.profile.family == OutputFamily::Home
    }

    /// Returns the edge over which the paper is turned.
    pub(crate) fn flip(self) -> FlipEdge {
        self.request.flip.unwrap_or(self.profile.flip)
    }

    /// Returns the job that sets cards with these faces.
    pub(crate) fn job(self, faces: &CardFaces) -> PressJob<'a> {
        let task = PressTask::Cards(Box::new(faces.clone()));
        PressJob::new(self.book, self.paper(), self.look, task)
    }

    /// Reports texts that do not fit the cards, on pages that follow `before` others; returns whether all
    /// fit.
    pub(crate) fn report_faces(
        self,
        pages: &PagedDocument,
        before: usize,
        findings: &mut Findings,
    ) -> bool {
        let spans: Vec<Span> = match self.deck() {
            Some(deck) => deck.cards.iter().map(|card| card.span).collect(),
            None => self.book.cards.iter().map(|card| card.parts[0].span).collect(),
        };
        let fits = overflow::report_overflows(pages, "card", &spans, findings);
        overflow::report_small_cards(pages, &spans, findings);
        report_unshown(pages, self.book, self.request.deck, findings);
        if self.profile.family == OutputFamily::Print {
            overflow::report_near_trim(pages, self.profile.safe, before, findings);
        }
        fits
    }

    /// Returns the layout of the cards; `None` after a finding.
    pub(crate) fn faces(self, findings: &mut Findings) -> Option<CardFaces> {
        let Self { book, request, profile, sources, .. } = self;
        let Some(size) = card_size(book, request.deck, Some(profile)) else {
            let written = written_size(book, request.deck, Some(profile));
            let hint = known_sizes();
            findings.push(papers::unknown_name("card size", written, hint, book, sources));
            return None;
        };
        let sheet = match profile.family {
            OutputFamily::Home => Some(self.places(size.trim).or_else(|| {
                let Size { width, height } = size.trim;
                let paper = self.paper();
                let message = format!("cards of {width} x {height} mm do not fit {paper}");
                let hint = "choose a smaller size or a larger paper";
                findings.push(Diagnostic::global(code::OVERFLOW, message).hint(hint));
                None
            })?),
            OutputFamily::Screen | OutputFamily::Print => None,
        };
        Some(CardFaces {
            deck: request.deck,
            size: size.trim,
            outline: size.outline,
            sheet,
            backs: !request.fronts_only,
            order: profile.order,
            // The names of picture files give the number of copies.
            copies: profile.family != OutputFamily::Screen
                && profile.container != PageContainer::PngSet,
            keep: request.keep.clone(),
            whole: None,
            tally: None,
        })
    }

    /// Returns the places of cards of a size on a sheet; `None` if not even one fits.
    fn places(self, size: Size) -> Option<CardPlaces> {
        let Self { request, profile, .. } = self;
        let paper = Paper::find(self.paper())?;
        let bleed = request.bleed.unwrap_or(profile.card_bleed);
        if request.fold && !request.fronts_only {
            let grid = FoldedGrid::fit(&paper, size, bleed, profile.edge)?;
            let count = grid.fronts.count();
            return Some(CardPlaces {
                page: grid.fronts.page,
                bleed,
                fronts: (0..count).map(|nth| grid.fronts.front(nth)).collect(),
                backs: (0..count).map(|nth| grid.back(nth)).collect(),
                marks: grid.marks(),
                turned: false,
                flip: profile.flip,
                fold: Some(grid.fold()),
                part: None,
            });
        }
        let grid = CardGrid::fit(&paper, size, bleed, profile.edge)?;
        let flip = self.flip();
        Some(CardPlaces {
            page: grid.page,
            bleed,
            fronts: (0..grid.count()).map(|nth| grid.front(nth)).collect(),
            backs: (0..grid.count()).map(|nth| grid.back(nth, flip)).collect(),
            marks: grid.marks(),
            turned: !grid.turns_sideways(flip),
            flip,
            fold: None,
            part: None,
        })
    }

    /// Returns the work on the printed sheets; `None` for cards that are not on sheets.
    pub(crate) fn craft(self) -> Option<Craft> {
        let size = card_size(self.book, self.request.deck, Some(self.profile))?;
        self.profile.paper.as_ref().filter(|_| self.profile.family == OutputFamily::Home)?;
        let CardPlaces { page, mut fronts, backs, fold, .. } = self.places(size.trim)?;
        if fold.is_some() {
            fronts.extend(backs);
        }
        let hexagons = size.outline == CardOutline::Hexagon;
        Some(Craft::Cards { page, card: size.trim, places: fronts, fold, hexagons })
    }
}

/// Checks a size of cards and returns it as written.
///
/// # Errors
/// When there is no such size; the error says what to write instead.
pub fn parse_card_size(written: &str) -> Result<String, String> {
    match CardSize::parse(written) {
        Some(_) => Ok(written.to_owned()),
        None => Err(format!("cards cannot have this size; {}", known_sizes())),
    }
}

/// Returns the size of the cards of a deck, or of the reference cards, under a profile; `None` if it is
/// unknown.
pub(crate) fn card_size(
    book: &Book,
    deck: Option<usize>,
    profile: Option<&Profile>,
) -> Option<CardSize> {
    let CardSize { trim, outline } = CardSize::parse(written_size(book, deck, profile))?;
    let is_landscape = book.deck(deck).is_some_and(|deck| deck.landscape);
    Some(CardSize { trim: if is_landscape { trim.turned() } else { trim }, outline })
}

/// Returns the size that a deck asks for, else its book, else the profile.
fn written_size<'a>(book: &'a Book, deck: Option<usize>, profile: Option<&'a Profile>) -> &'a str {
    let own = book.deck(deck).and_then(|deck| deck.size.as_ref()).or(book.card_size.as_ref());
    let usual = profile.and_then(|profile| profile.card_size.as_ref());
    own.or(usual).map_or(USUAL_SIZE, String::as_str)
}
