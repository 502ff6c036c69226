//! What is drawn on the cover of a book that asks for nothing: what the game is played with.

use base::source::manifest::CoverMotif;
use document::deck::Deck;
use document::{Block, BlockKind, walk};

/// From so many flowcharts on, they are what a book is about.
const MANY_CHARTS: usize = 3;

/// The spaces of its map; for a deck, cards; for many flowcharts, paths.
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
