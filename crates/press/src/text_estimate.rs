//! Estimates of the room that text takes. In: inlines and blocks, and their width. Out: widths and heights in
//! points, and numbers of lines; their measures are in `crates/base/tokens.toml`.

use crate::set::design::design;
use base::font::{self, Face};
use document::{Block, BlockKind, Image, Inline, InlineKind, walk};

/// Returns the words of a text with the additions of the press.
pub fn printed_words(inlines: &[Inline]) -> String {
    let mut out = String::new();
    walk::each_nested_inline(inlines, &mut |inline| match &inline.kind {
        InlineKind::Text(text) | InlineKind::Code(text) => out.push_str(text),
        InlineKind::Space | InlineKind::Break => out.push(' '),
        InlineKind::Image(_) => out.push_str("WW"),
        InlineKind::FootnoteRef(_) => out.push_str("00"),
        // As wide as an icon: 1.15 times the size of the type.
        InlineKind::Icon(_) => out.push_str("Wi"),
        // Their words are visited separately.
        InlineKind::Emphasis(_)
        | InlineKind::Strong(_)
        | InlineKind::Strike(_)
        | InlineKind::Subscript(_)
        | InlineKind::Superscript(_)
        | InlineKind::Link(_)
        | InlineKind::Value(_)
        | InlineKind::Span(..) => {}
    });
    out
}

/// Width of a text of the body on one line.
pub fn body_width(text: &[Inline]) -> f64 {
    font::text_width(&printed_words(text), Face::Body) * design().size.body
}

/// Number of lines of a text of the body.
pub fn line_count(text: &[Inline], width: f64) -> f64 {
    (body_width(text) / width).ceil()
}

/// Number of lines of a block of code.
pub fn code_lines(code: &str, width: f64) -> f64 {
    let wide = |line: &str| font::text_width(line, Face::Mono) * design().size.code;
    code.lines().map(|line| (wide(line) / width).ceil().max(1.0)).sum()
}

/// Height of blocks of the body, in points.
pub fn estimate_height(blocks: &[Block], width: f64) -> f64 {
    let metrics = &design().text;
    let mut lines = 0.0;
    walk::each_block(blocks, &mut |block| {
        let texts = walk::inline_runs(&block.kind);
        lines += texts.iter().map(|text| line_count(text, width) + metrics.between).sum::<f64>();
        lines += pictures_height(block, width) / metrics.line;
        if !matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::List(_)) {
            lines += metrics.frame;
        }
    });
    lines * metrics.line
}

/// Height of the pictures directly in a block, one below the other, in points.
fn pictures_height(block: &Block, width: f64) -> f64 {
    let high = |image: &Image| f64::from(image.size_in(width as f32).1);
    let mut height = 0.0;
    if let BlockKind::Figure(figure) = &block.kind {
        height += high(&figure.image);
    }
    for text in walk::inline_runs(&block.kind) {
        walk::each_nested_inline(text, &mut |inline| {
            if let InlineKind::Image(image) = &inline.kind
                && image.file.is_some()
            {
                height += high(image);
            }
        });
    }
    height
}

/// Height of the words of a step of an example, in points.
pub fn step_height(blocks: &[Block], width: f64) -> f64 {
    let mut lines = 0.0;
    walk::each_block(blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            lines += step_lines(text, width);
        }
    });
    lines * design().size.callout * design().example.line
}

/// Number of lines of a text of a step.
fn step_lines(text: &[Inline], width: f64) -> f64 {
    let words = font::text_width(&printed_words(text), Face::Body);
    (words * design().size.callout * design().example.ragged / width).ceil()
}
