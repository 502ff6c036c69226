//! The play area of a book as a mat. In: a book and a paper. Out: its drawing, as large as the page.

use super::paper::Paper;
use super::tokens::MM;
use crate::book::Book;
use crate::document::{Block, BlockKind, plain_text, walk};
use crate::drawing::Drawing;
use crate::picture::PlayMat;
use crate::picture::mat::{self, MatSize};

/// The first play area of a book, with its caption.
pub(super) fn first_play_mat(book: &Book) -> Option<(PlayMat, String)> {
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

/// The play area of a book as a drawing as large as a turned paper; none if it has none.
pub(super) fn draw_play_mat(book: &Book, paper: &Paper) -> Option<Drawing> {
    let (mat, _) = first_play_mat(book)?;
    let size = MatSize::page(&mat, paper.height * MM, paper.width * MM);
    Some(mat::draw_mat(&mat, &size))
}
