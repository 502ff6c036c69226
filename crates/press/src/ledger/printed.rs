//! The words of a book that must be printed in its rulebook.

use super::count::{WordCount, each_word};
use crate::book::{Book, FrontPage, drawn_chart};
use base::font::{self, TextRole};
use document::{
    Block, BlockKind, ComponentPicture, ExamplePart, Inline, InlineKind, open_words, own_words,
    walk,
};
use draw::flowchart::Chart;

/// Returns the words that must be on the pages of a rulebook.
pub fn rulebook_words(book: &Book) -> WordCount {
    let mut count = WordCount::default();
    let f = &mut |text: &str| count.expect_text(text);
    let has_cover = book.cover != FrontPage::Never;
    if has_cover || book.untold_title {
        f(&book.title);
    }
    if has_cover || book.is_titled() {
        book.title_lines().for_each(|line| f(line));
    }
    book.bodies().flatten().for_each(|block| block_texts(block, f));
    for entry in &book.quick {
        inlines_texts(&entry.title, f);
        blocks_texts(&entry.blocks, f);
    }
    count
}

/// Calls `f` on each word of a block that must be printed.
pub fn each_block_word(block: &Block, f: &mut dyn FnMut(&str)) {
    block_texts(block, &mut |text| each_word(text, &mut |word, _| f(word)));
}

fn blocks_texts(blocks: &[Block], f: &mut dyn FnMut(&str)) {
    blocks.iter().for_each(|block| block_texts(block, f));
}

/// Calls `f` on each text of a block and of those in it.
pub fn block_texts(block: &Block, f: &mut dyn FnMut(&str)) {
    match &block.kind {
        // A chart prints its labels; one that cannot be read prints its source.
        BlockKind::Code(code) => match drawn_chart(code) {
            Some(chart) => chart_texts(&chart, f),
            None => f(&code.text),
        },
        BlockKind::Figure(figure) => {
            if figure.image.file.is_none() {
                f(&figure.image.alt);
            }
            inlines_texts(&figure.caption, f);
        }
        BlockKind::Table(table) => {
            inlines_texts(&table.caption, f);
            let attributes = &block.attributes;
            let drawn = table.play_mat(attributes).is_some() || table.hex_map(attributes).is_some();
            if let Some(components) = table.components(attributes) {
                for component in &components {
                    f(&component.count);
                    blocks_texts(component.name, f);
                    component.notes.iter().for_each(|note| blocks_texts(note, f));
                    if let ComponentPicture::Shown(blocks) = component.picture {
                        blocks_texts(blocks, f);
                    }
                }
            } else if !drawn {
                table.cells().for_each(|cell| blocks_texts(&cell.blocks, f));
            }
        }
        BlockKind::Todo(inlines) => inlines_texts(&open_words(inlines), f),
        BlockKind::Example(played) => {
            inlines_texts(&played.title, f);
            blocks_texts(&played.opening, f);
            played.entries.iter().for_each(|part| part_texts(part, f));
            inlines_texts(&played.end, f);
        }
        kind @ (BlockKind::Heading(_)
        | BlockKind::Paragraph(_)
        | BlockKind::List(_)
        | BlockKind::Quote(_)
        | BlockKind::Callout(_)
        | BlockKind::Brief(_)
        | BlockKind::Definitions(_)
        | BlockKind::Pull(_)
        | BlockKind::Rule) => {
            walk::inline_runs(kind).into_iter().for_each(|run| inlines_texts(run, f));
            walk::child_blocks(kind).into_iter().for_each(|blocks| blocks_texts(blocks, f));
        }
    }
}

fn part_texts(part: &ExamplePart, f: &mut dyn FnMut(&str)) {
    match part {
        ExamplePart::Heading(content) | ExamplePart::Board { caption: content, .. } => {
            inlines_texts(content, f);
        }
        ExamplePart::Step { blocks, .. } => blocks_texts(blocks, f),
        ExamplePart::Walk(_) => {}
    }
}

/// Calls `f` on the texts of a chart; characters that no font has are printed as their codes.
fn chart_texts(chart: &Chart, f: &mut dyn FnMut(&str)) {
    let mut spelled = |text: &str| f(&font::printable_text(text, TextRole::Prose));
    spelled(&chart.title);
    chart.nodes.iter().for_each(|node| spelled(&node.label));
    chart.edges.iter().filter_map(|edge| edge.label.as_deref()).for_each(&mut spelled);
    chart.subgraphs.iter().for_each(|frame| spelled(&frame.title));
}

pub fn inlines_texts(inlines: &[Inline], f: &mut dyn FnMut(&str)) {
    walk::each_nested_inline(inlines, &mut |inline| {
        if !is_drawn(&inline.kind) {
            f(own_words(&inline.kind));
        }
    });
}

/// True if a picture is printed in place of the words.
fn is_drawn(kind: &InlineKind) -> bool {
    match kind {
        InlineKind::Image(image) => image.file.is_some(),
        kind => matches!(kind, InlineKind::Icon(_)),
    }
}
