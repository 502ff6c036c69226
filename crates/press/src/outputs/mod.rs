//! The kinds of output, and which files a profile makes of a book. All of one output is in its folder: what there is to
//! know of it (`RECORD`), its layout, its content and its templates. A new one is a folder, and its lines here.

pub mod booklet;
pub mod calibration;
pub mod cards;
mod context;
pub mod cover;
mod cut_files;
pub mod deck;
pub mod flowcharts;
pub mod playmat;
mod record;
pub mod rulebook;
pub mod sheet;
pub mod tabletop;
pub mod tokens;
pub mod tuckbox;
mod web;

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use typst::diag::SourceResult;
use typst::foundations::Dict;

use crate::figure;
use crate::pdf::home::guide::{self, Guide};
use crate::profile::FlipEdge;
use crate::set::{Reading, charts};
use draw::drawing::Drawing;

use cards::faces::CardFaces;
pub use context::LaidPages;
pub(crate) use context::{
    DOTS, OutputContext, PrintPages, check_pieces, check_templates, make_files, profile_stem,
    theme_suffix,
};
use playmat::mat::MatPages;
pub(crate) use record::USUAL_PAPER;
pub use record::{OutputRecord, PageTemplate};
use tokens::TokenSheets;
use tuckbox::BoxSheet;

/// A kind of output.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, ValueEnum, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// The rulebook.
    Rulebook,
    /// The cover, opened: back, spine and front side by side.
    Cover,
    /// The flowcharts, a page for each.
    Flowcharts,
    /// The play area as a mat, as PDFs and as SVG.
    Playmat,
    /// The text and the examples as pages for a browser.
    Web,
    /// The reference sheet.
    Sheet,
    /// The reference cards.
    Cards,
    /// Cards from a data file.
    Deck,
    /// Decks for Tabletop Simulator, a picture for each card, and one of all.
    Tabletop,
    /// A box for each deck, to cut and fold.
    Tuckbox,
    /// Tokens and tiles to cut out, on sheets.
    Tokens,
    /// The rulebook as a booklet to fold and staple.
    Booklet,
    /// A page that measures how far backs are off.
    Calibration,
}

impl Output {
    /// What its folder says of it.
    pub fn record(self) -> &'static OutputRecord {
        match self {
            Self::Rulebook => &rulebook::RECORD,
            Self::Cover => &cover::RECORD,
            Self::Flowcharts => &flowcharts::RECORD,
            Self::Playmat => &playmat::RECORD,
            Self::Web => &web::RECORD,
            Self::Sheet => &sheet::RECORD,
            Self::Cards => &cards::RECORD,
            Self::Deck => &deck::RECORD,
            Self::Tabletop => &tabletop::RECORD,
            Self::Tuckbox => &tuckbox::RECORD,
            Self::Tokens => &tokens::RECORD,
            Self::Booklet => &booklet::RECORD,
            Self::Calibration => &calibration::RECORD,
        }
    }

    /// Its name, as `--only` takes it.
    pub fn name(self) -> &'static str {
        self.record().name
    }
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

impl PressTask {
    /// The pages of a rulebook as they come.
    pub const RULEBOOK: Self = Self::Rulebook { fillers: None, blank: false };

    /// What its template reads besides the front matter.
    pub(crate) fn content(&self, reading: Reading<'_, '_>) -> SourceResult<Dict> {
        match self {
            Self::Rulebook { fillers, blank } => {
                rulebook::content::book_dict(reading, *fillers, *blank)
            }
            Self::Cover { spine } => cover::content::wrap_dict(reading, *spine),
            Self::Flowcharts => charts::charts_dict(reading),
            Self::Sheet => sheet::content::sheet_dict(reading),
            Self::Cards(faces) => cards::content::cards_dict(reading, faces),
            Self::Playmat(pages) => playmat::content::mat_dict(reading, pages),
            Self::TuckBox { deck, sheet } => tuckbox::content::boxes_dict(reading, *deck, sheet),
            Self::Tokens(sheets) => tokens::content::tokens_dict(reading, sheets),
            Self::Figure(drawing) => figure::figure_dict(reading, drawing.as_ref()),
            Self::Guide(guide) => Ok(guide::content::guide_dict(guide)),
            Self::Calibration { flip, printer } => {
                Ok(calibration::calibration_dict(*flip, printer.as_deref()))
            }
        }
    }

    /// How it is set.
    pub fn template(&self) -> &'static PageTemplate {
        match self {
            Self::Rulebook { .. } => &rulebook::TEMPLATE,
            Self::Cover { .. } => &cover::TEMPLATE,
            Self::Flowcharts => &flowcharts::TEMPLATE,
            Self::Sheet => &sheet::TEMPLATE,
            Self::Cards(_) => &cards::TEMPLATE,
            Self::Playmat(_) => &playmat::TEMPLATE,
            Self::TuckBox { .. } => &tuckbox::TEMPLATE,
            Self::Tokens(_) => &tokens::TEMPLATE,
            Self::Figure(_) => &figure::TEMPLATE,
            Self::Guide(_) => &guide::TEMPLATE,
            Self::Calibration { .. } => &calibration::TEMPLATE,
        }
    }
}

/// The templates of all outputs, and of what is printed beside them, by their virtual path.
pub fn template_files() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let outputs = Output::value_variants().iter().filter_map(|output| output.record().template);
    outputs.chain([&figure::TEMPLATE, &guide::TEMPLATE]).flat_map(|template| template.files)
}
