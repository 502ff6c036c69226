//! The page that says how to print, cut and fold a file, `crates/press/src/pdf/home/guide/guide.typ`: what it has to tell.

pub(crate) mod content;

use serde::{Deserialize, Serialize};

use crate::outputs::PageTemplate;
use crate::pdf::home::passes::Passes;
use crate::profile::FlipEdge;
use crate::set::values::Line;
use base::size::Size;

/// How it is set.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the page that says how to print",
    files: &[
        ("/templates/guide.typ", include_str!("guide.typ")),
        ("/templates/words/guide.typ", include_str!("words.typ")),
    ],
};

/// What there is to say of one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// The name of the file, without ending.
    pub file: String,
    /// Sheets of paper.
    pub sheets: usize,
    /// The edge at which they are turned over; none where one side is printed.
    pub flip: Option<FlipEdge>,
    /// How a printer is fed that prints one side at a time.
    pub passes: Option<Passes>,
    /// What the printer is called that the file is corrected for.
    pub printer: Option<String>,
    /// What is made of the sheets.
    pub craft: Craft,
}

/// What is made of printed sheets; lengths are millimetres from the top left corner of a sheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Craft {
    /// Cards are cut out.
    Cards {
        /// The sheet as it is laid.
        page: Size,
        /// Trim of a card.
        card: Size,
        /// Top left corners of the trims.
        places: Vec<(f64, f64)>,
        /// Where the sheet is folded between fronts and backs.
        fold: Option<f64>,
        /// Whether the cards are hexagons.
        hexagons: bool,
    },
    /// Nothing: the sheet is used as it is.
    Sheet {
        /// The sheet.
        page: Size,
    },
    /// Sheets are folded, laid into one another and stapled.
    Booklet {
        /// The open sheet.
        page: Size,
        /// How many sheets each part has that is stapled by itself.
        parts: Vec<usize>,
    },
    /// A box is cut out, folded and glued.
    Box {
        /// The sheet.
        page: Size,
        /// Top left corner of the net.
        at: (f64, f64),
        /// The outline that is cut.
        outline: Vec<(f64, f64)>,
        /// What is folded.
        folds: Vec<Line>,
    },
    /// Tokens are cut out.
    Tokens {
        /// The sheet.
        page: Size,
        /// The outlines that are cut on the first sheet.
        outlines: Vec<Vec<(f64, f64)>>,
        /// Where the sheet is folded between fronts and backs.
        fold: Option<f64>,
        /// Whether marks at the edges show straight cuts.
        has_marks: bool,
        /// The diameters of round ones, each once.
        punches: Vec<f64>,
    },
}

impl Craft {
    /// The sheet as it is laid.
    pub(crate) fn page(&self) -> Size {
        match self {
            Self::Cards { page, .. }
            | Self::Sheet { page }
            | Self::Booklet { page, .. }
            | Self::Box { page, .. }
            | Self::Tokens { page, .. } => *page,
        }
    }
}

impl Guide {
    /// Whether the sheets turn over like pages of a book as they are laid.
    pub(crate) fn turns_sideways(&self) -> bool {
        let Size { width, height } = self.craft.page();
        self.flip.is_none_or(|flip| (height >= width) == (flip == FlipEdge::Long))
    }
}
