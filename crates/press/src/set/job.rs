//! What one compile is about, as bytes that Typst reads like any other file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::look::PageLook;
use crate::outputs::cards::nup::CutMark;
use crate::outputs::cards::size::CardOutline;
use crate::outputs::playmat::mat::MatPages;
use crate::outputs::tokens::packing::TokenPlace;
use crate::outputs::tuckbox::net::TuckBox;
use crate::pdf::home::guide::Guide;
use crate::profile::{FaceOrder, FlipEdge};
use crate::set::spans;
use base::source::Span;
use draw::drawing::Drawing;

/// A book on a paper.
#[derive(Debug, Serialize, Deserialize)]
pub struct PressJob<'b> {
    /// The book.
    pub book: Cow<'b, Book>,
    /// Name of the paper.
    pub paper: String,
    /// Ink, theme and bleed.
    pub look: PageLook,
    /// What is set.
    pub task: PressTask,
    /// Whether content carries the places of the author's text; only worth its cost when something
    /// went wrong.
    pub spans: bool,
}

/// What of a book is set.
#[derive(Debug, Serialize, Deserialize)]
pub enum PressTask {
    /// Its pages.
    Rulebook {
        /// Useful pages that fill up a booklet, before the quick reference on pages of its own; without them it may begin
        /// below the text.
        fillers: Option<usize>,
        /// Whether a blank page comes last.
        blank: bool,
    },
    /// Its cover, opened, with a spine of so many millimetres.
    Cover {
        /// 0 for a cover without a spine.
        spine: f64,
    },
    /// Its flowcharts.
    Flowcharts,
    /// Its reference sheet.
    Sheet,
    /// Its cards.
    Cards(Box<CardFaces>),
    /// Its play area, on sheets that are glued together or on one page.
    Playmat(MatPages),
    /// Boxes for a deck.
    TuckBox {
        /// Which deck.
        deck: usize,
        /// Their nets and pages.
        sheet: BoxSheet,
    },
    /// Tokens to cut out.
    Tokens(Box<TokenSheets>),
    /// A drawing on a page of its size, or the blocks of the book on one page.
    Figure(Option<Drawing>),
    /// A page that says how to print, cut and fold a file.
    Guide(Box<Guide>),
    /// A page that measures how far backs are off.
    Calibration {
        /// Which edge paper is turned over.
        flip: FlipEdge,
        /// What the printer is called that the page is already corrected for.
        printer: Option<String>,
    },
}

/// Boxes that are alike, each on a page.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct BoxSheet {
    /// The net of each.
    pub net: TuckBox,
    /// How many there are.
    pub boxes: usize,
    /// Width and height of the page, in millimetres.
    pub page: (f64, f64),
    /// Whether the lines to cut and to fold stand on a page of their own.
    pub apart: bool,
    /// Whether these lines are drawn with the rest; a PDF for a print shop has them as inks of their own.
    pub lines: bool,
}

/// Sheets of tokens; lengths are millimetres.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TokenSheets {
    /// Width and height of a sheet.
    pub page: (f64, f64),
    /// Round each token.
    pub bleed: f64,
    /// What stays free at the edges of a sheet.
    pub edge: f64,
    /// How far words stay away from where a token is cut.
    pub safe: f64,
    /// The tokens of each front.
    pub fronts: Vec<Vec<TokenPlace>>,
    /// The same of each back; none where backs are not printed.
    pub backs: Vec<Vec<TokenPlace>>,
    /// Whether backs stand on their heads.
    pub turned: bool,
    /// How far backs are moved.
    pub offset: (f64, f64),
    /// Which edge the paper of a printer at home is turned over, where it has two sides.
    pub flip: Option<FlipEdge>,
    /// Where the sheet is folded between fronts and backs; it has one side then.
    pub fold: Option<f64>,
    /// Whether the line to cut along is printed.
    pub lines: bool,
    /// Whether the foot says what the sheet is.
    pub notes: bool,
    /// Whether each sheet has a page more, for the line to cut along.
    pub apart: bool,
    /// Cut marks in the margins of each front.
    pub marks: Vec<Vec<CutMark>>,
}

/// Cards, one to a page or many on a sheet; lengths are millimetres.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardFaces {
    /// Which deck; none for the reference cards.
    pub deck: Option<usize>,
    /// Trim of a card.
    pub size: (f64, f64),
    /// What is cut out of the paper.
    pub outline: CardOutline,
    /// The sheet they lie on.
    pub sheet: Option<CardPlaces>,
    /// Whether backs are printed.
    pub backs: bool,
    /// Order of the faces.
    pub order: FaceOrder,
    /// Whether each card is printed as often as the deck holds it.
    pub copies: bool,
    /// Only these, by their number.
    pub keep: Option<Vec<usize>>,
    /// What a part of a large deck knows of the whole.
    pub whole: Option<WholeDeck>,
    /// Nothing is printed, but the fit of at least so many sizes of type is tallied.
    pub tally: Option<usize>,
}

/// What a part of a large deck knows of the whole, so that its cards look as if they were set with the others.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct WholeDeck {
    /// Its groups, each once.
    pub groups: Vec<String>,
    /// The types of its cards, each once.
    pub types: Vec<String>,
    /// How many there are of each card of the part, which may hold fewer.
    pub counts: Vec<usize>,
    /// How its texts fit.
    pub tally: DeckTally,
}

/// How the texts of a deck fit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeckTally {
    /// Whether a card has a picture.
    pub with_art: bool,
    /// For each size of type, the largest first: the cards that do not fit, and those that keep hardly a picture.
    pub sizes: Vec<(usize, usize)>,
    /// How many cards there are.
    pub count: usize,
}

/// Where cards lie on both sides of a sheet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardPlaces {
    /// Width of the sheet.
    pub width: f64,
    /// Height of the sheet.
    pub height: f64,
    /// Round each card.
    pub bleed: f64,
    /// Top left corners of the trims on the front.
    pub fronts: Vec<(f64, f64)>,
    /// The same on the back, and whether each stands on its head.
    pub backs: Vec<((f64, f64), bool)>,
    /// Cut marks.
    pub marks: Vec<CutMark>,
    /// Whether the sheet turns over like a page of a book.
    pub turns_sideways: bool,
    /// Which edge it is turned over.
    pub flip: FlipEdge,
    /// Where the sheet is folded between fronts and backs, from its left edge; it has one side then.
    pub fold: Option<f64>,
    /// For a part of a deck: how many sheets come before its own, and how many the whole has.
    pub part: Option<(usize, usize)>,
}

impl<'b> PressJob<'b> {
    /// A job as it is tried first.
    pub fn new(book: &'b Book, paper: &str, look: &PageLook, task: PressTask) -> Self {
        let (paper, look) = (paper.to_owned(), look.clone());
        Self { book: Cow::Borrowed(book), paper, spans: look.places, look, task }
    }

    /// A place of the author's text for Typst, where content carries these.
    pub fn typst_span(&self, span: Span) -> typst::syntax::Span {
        if self.spans { spans::typst_span(span) } else { typst::syntax::Span::detached() }
    }
}

impl PressTask {
    /// The pages of a rulebook as they come.
    pub const RULEBOOK: Self = Self::Rulebook { fillers: None, blank: false };

    /// What its output is called in a finding.
    pub fn place(&self) -> &'static str {
        match self {
            Self::Rulebook { .. } => "the rulebook",
            Self::Cover { .. } => "the cover",
            Self::Flowcharts => "the flowcharts",
            Self::Sheet => "the reference sheet",
            Self::Cards(_) => "the cards",
            Self::Playmat(_) => "the play mat",
            Self::TuckBox { .. } => "the box",
            Self::Tokens(_) => "the tokens",
            Self::Figure(_) => "the picture",
            Self::Guide(_) => "the page that says how to print",
            Self::Calibration { .. } => "the calibration page",
        }
    }

    /// The template that sets it.
    pub fn template(&self) -> &'static str {
        match self {
            Self::Rulebook { .. } => "/templates/main.typ",
            Self::Cover { .. } => "/templates/wrap.typ",
            Self::Flowcharts => "/templates/flowcharts.typ",
            Self::Sheet => "/templates/sheet.typ",
            Self::Cards(_) => "/templates/cards.typ",
            Self::Playmat(_) => "/templates/playmat.typ",
            Self::TuckBox { .. } => "/templates/tuckbox.typ",
            Self::Tokens(_) => "/templates/token-sheet.typ",
            Self::Figure(_) => "/templates/figure.typ",
            Self::Guide(_) => "/templates/guide.typ",
            Self::Calibration { .. } => "/templates/calibration.typ",
        }
    }
}
