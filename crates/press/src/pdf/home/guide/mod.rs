//! The page that explains how to print, cut and fold a file, `crates/press/src/pdf/home/guide/guide.typ`.

pub(crate) mod content;

use serde::{Deserialize, Serialize};

use crate::outputs::PageTemplate;
use crate::pdf::home::passes::Passes;
use crate::profile::FlipEdge;
use crate::set::values::Line;
use base::size::Size;

/// Template of the page.
pub static TEMPLATE: PageTemplate = PageTemplate {
    place: "the page that says how to print",
    files: &[
        ("/templates/guide.typ", include_str!("guide.typ")),
        ("/templates/words/guide.typ", include_str!("words.typ")),
    ],
};

/// Instructions for one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// Name of the file, without extension.
    pub file: String,
    /// Number of sheets of paper.
    pub sheets: usize,
    /// The edge over which they are turned; `None` if only one side is printed.
    pub flip: Option<FlipEdge>,
    /// Paper feed of a printer that prints one side at a time.
    pub passes: Option<Passes>,
    /// Name of the printer that the file is corrected for.
    pub printer: Option<String>,
    /// Work on the printed sheets.
    pub craft: Craft,
}

/// Work on printed sheets; lengths are in millimetres from the top left corner of a sheet.
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
        /// The fold between fronts and backs, if the sheet is folded.
        fold: Option<f64>,
        /// True if the cards are hexagons.
        hexagons: bool,
    },
    /// The sheet is used as it is.
    Sheet {
        /// The sheet.
        page: Size,
    },
    /// Sheets are folded, laid into one another and stapled.
    Booklet {
        /// The open sheet.
        page: Size,
        /// Numbers of sheets of the parts that are stapled separately.
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
        /// The lines that are folded.
        folds: Vec<Line>,
    },
    /// Tokens are cut out.
    Tokens {
        /// The sheet.
        page: Size,
        /// The outlines that are cut on the first sheet.
        outlines: Vec<Vec<(f64, f64)>>,
        /// The fold between fronts and backs, if the sheet is folded.
        fold: Option<f64>,
        /// True if marks at the edges show straight cuts.
        has_marks: bool,
        /// Diameters of round tokens, each once.
        punches: Vec<f64>,
    },
}

impl Craft {
    /// Returns the sheet as it is laid.
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
    /// True if the sheets, as they are laid, turn over like pages of a book.
    pub(crate) fn turns_sideways(&self) -> bool {
        let Size { width, height } = self.craft.page();
        self.flip.is_none_or(|flip| (height >= width) == (flip == FlipEdge::Long))
    }
}
