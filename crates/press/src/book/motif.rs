//! The default drawing on the cover of a book: it shows what the game is played with.

use base::source::manifest::CoverMotif;
use document::deck::Deck;
use document::{Block, BlockKind, walk};

/// Number of flowcharts from which a book is about them.
const MANY_CHARTS: usize = 3;

/// Returns the motif: spaces of the first map, else cards for decks, else paths for many flowcharts.
pub fn own_motif(blocks: &[Block], decks: &[Deck]) -> CoverMotif {
    let (mut map, mut charts) = (None, 0);
    walk::each_block(blocks, &mut |block| match &block.kind {
        BlockKind::Table(table) if map.is_none() => map = table.hex_map(&block.attributes),
        BlockKind::Code(code) => charts += usize::from(code.is_chart()),
        _ => {}
    });
    match map {
        Some(map) if map.squares => CoverMotif::Squares,
        Some(_) => CoverMotif::Hexes,
        None if !decks.is_empty() => CoverMotif::Cards,
        None if charts >= MANY_CHARTS => CoverMotif::Paths,
        None => CoverMotif::Hexes,
    }
}
