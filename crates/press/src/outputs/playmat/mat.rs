//! The play area of a book as a mat. In: a book. Out: the size that its mat needs for its cards, and its
//! drawing, as large as its pages.

use serde::{Deserialize, Serialize};

use crate::book::Book;
use crate::outputs::cards::card_size;
use crate::outputs::cards::size::CardSize;
use crate::outputs::playmat::tiles::Tiles;
use crate::set::design::MM;
use base::size::Size;
use document::{Block, BlockKind, plain_text, walk};
use draw::drawing::Drawing;
use draw::picture::PlayMat;
use draw::picture::mat::{SlotGrid, draw_slots};

/// Returns the first play area of a book, with its caption.
pub fn first_play_mat(book: &Book) -> Option<(PlayMat, String)> {
    let mut found = None;
    for blocks in book.bodies() {
        walk::each_block(blocks, &mut |block| {
            if found.is_none() {
                found = captioned_mat(block);
            }
        });
    }
    found
}

fn captioned_mat(block: &Block) -> Option<(PlayMat, String)> {
    let BlockKind::Table(table) = &block.kind else { return None };
    let mat = table.play_mat(&block.attributes)?;
    Some((mat, plain_text(&table.caption)))
}

/// Distance from the edge of a page to the mat, in points: home printers cannot print nearer.
pub const MARGIN: f64 = 24.0;
/// Height of the title above the mat with the gap below it, in points.
const TITLE: f64 = 36.0;
/// Height of the title without the gap, in points, as `crates/press/src/outputs/playmat/playmat.typ` draws
/// it.
pub const TITLE_HEIGHT: f64 = 30.0;

/// The pages of a mat; lengths are in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum MatPages {
    /// One page.
    Whole(Size),
    /// Sheets that are glued together.
    Glued(Tiles),
}

impl MatPages {
    /// Returns the size of the whole mat.
    pub fn size(&self) -> Size {
        match self {
            Self::Whole(page) => *page,
            Self::Glued(tiles) => tiles.whole(),
        }
    }

    /// Returns the room for the mat alone, below the title and inside the margins, in points.
    pub fn mat_room(&self) -> Size {
        let margin = if self.tiles().is_some() { 0.0 } else { MARGIN };
        let Size { width, height } = self.size().times(MM);
        Size::new(width - 2.0 * margin, height - 2.0 * margin - TITLE)
    }

    /// Returns the sheets that are glued together, if there are several.
    pub fn tiles(&self) -> Option<&Tiles> {
        match self {
            Self::Whole(_) => None,
            Self::Glued(tiles) => Some(tiles),
        }
    }
}

/// Returns the room that a mat with slots for cards of size `card` needs with its title, in millimetres,
/// without margins.
pub fn least_mat(mat: &PlayMat, card: Size) -> Size {
    let Size { width, height } = SlotGrid::least(mat, card.times(MM)).size();
    Size::new(width / MM, (height + TITLE) / MM)
}

/// Draws a mat with slots for cards of size `card`, in millimetres, as large as its pages.
pub fn draw_play_mat(mat: &PlayMat, card: Size, pages: &MatPages) -> Drawing {
    let (card, room) = (card.times(MM), pages.mat_room());
    let slots = SlotGrid::filling(mat, card, room.width, room.height);
    draw_slots(mat, &slots)
}

/// Returns the size of the largest cards of a book, in millimetres.
pub fn card_of_mat(book: &Book) -> Size {
    let decks = (0..book.decks.len()).filter(|nth| !book.decks[*nth].cards.is_empty());
    let sizes = decks.map(Some).chain([None]).filter_map(|deck| card_size(book, deck, None));
    let count = book.decks.iter().filter(|deck| !deck.cards.is_empty()).count().max(1);
    sizes.take(count).fold(Size::default(), |most, CardSize { trim, .. }| {
        Size::new(most.width.max(trim.width), most.height.max(trim.height))
    })
}
