//! The kinds of output, and the files that a profile makes from a book. Everything about one output is in its
//! folder: its record (`RECORD`), its layout, its content and its templates. A new one is a folder, and its
//! lines here.

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
    /// Returns the record in its folder.
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

    /// Returns its name, as `--only` takes it.
    pub fn name(self) -> &'static str {
        self.record().name
    }
}

/// The part of a book that is set.
#[derive(Debug, Serialize, Deserialize)]
pub enum PressTask {
    /// Its pages.
    Rulebook {
        /// Pages to add before the quick reference, to fill up a booklet; the quick reference then begins on
        /// a page of its own. `None` adds none, and lets it begin below the text.
        fillers: Option<usize>,
        /// True if the last page is blank.
        blank: bool,
    },
    /// Its cover, opened.
    Cover {
        /// Width of the spine in millimetres; 0 for a cover without a spine.
        spine: f64,
    },
    /// Its flowcharts.
    Flowcharts,
    /// Its reference sheet.
    Sheet,
    /// Its cards.
    Cards(Box<CardFaces>),
    /// Its play area, on one page or on sheets that are glued together.
    Playmat(MatPages),
    /// Boxes for a deck.
    TuckBox {
        /// Index of the deck.
        deck: usize,
        /// Their nets and pages.
        sheet: BoxSheet,
    },
    /// Tokens to cut out.
    Tokens(Box<TokenSheets>),
    /// A drawing on a page of its size, or else the blocks of the book on one page.
    Figure(Option<Drawing>),
    /// A page that explains how to print, cut and fold a file.
    Guide(Box<Guide>),
    /// A page that measures the offset of backs.
    Calibration {
        /// The edge over which paper is turned.
        flip: FlipEdge,
        /// Name of the printer that the page is corrected for already.
        printer: Option<String>,
    },
}

impl PressTask {
    /// The pages of a rulebook without fillers or a blank page.
    pub const RULEBOOK: Self = Self::Rulebook { fillers: None, blank: false };

    /// Builds the content that its template reads besides the front matter.
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

    /// Returns its template.
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

/// Returns the templates of all outputs, and of the pages beside them, by their virtual path.
pub fn template_files() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let outputs = Output::value_variants().iter().filter_map(|output| output.record().template);
    outputs.chain([&figure::TEMPLATE, &guide::TEMPLATE]).flat_map(|template| template.files)
}
