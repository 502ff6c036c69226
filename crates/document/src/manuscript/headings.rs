//! Headings of a joined document: the title, headings that lost their `#`, headings without words, an empty
//! `Contents`, and gaps between levels.

use super::address::slug;
use crate::{
    Attributes, Block, BlockKind, Document, Heading, Inline, InlineKind, List, ListStyle,
    plain_text, quoted_inlines, walk,
};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;

/// Repairs all headings. A lone first heading of level 1 becomes the title if `takes_title`. Returns whether
/// the author asked for a table of contents.
pub fn repair_headings(
    document: &mut Document,
    takes_title: bool,
    findings: &mut Findings,
) -> bool {
    restore_missing_hashes(&mut document.blocks, findings);
    drop_empty_headings(&mut document.blocks, findings);
    if takes_title && let Some(title) = lone_title(document) {
        take_title(document, title);
    }
    let contents = take_contents(&mut document.blocks, findings);
    close_level_gaps(&mut document.blocks, findings);
    contents
}

/// Reports whether a heading says `title`.
pub fn has_heading(blocks: &[Block], title: &str) -> bool {
    blocks.iter().filter_map(heading_words).any(|words| words.trim() == title.trim())
}

/// Returns the words of a heading.
fn heading_words(block: &Block) -> Option<String> {
    let BlockKind::Heading(heading) = &block.kind else { return None };
    Some(plain_text(&heading.content))
}

/// Replaces headings without words by their remains: other content, such as a picture, stays in the text, and
/// so does the anchor.
fn drop_empty_headings(blocks: &mut Vec<Block>, findings: &mut Findings) {
    for block in std::mem::take(blocks) {
        match block {
            Block { kind: BlockKind::Heading(heading), span, attributes }
                if !has_words(&heading.content) =>
            {
                let message = "a heading has no words; it is not printed as a title";
                let hint = "write the title after the `#`, or delete the line";
                findings.report(code::EMPTY_HEADING, span, message, hint);
                let kept = heading_remains(heading, span, attributes);
                blocks.extend(kept);
            }
            other => blocks.push(other),
        }
    }
}

/// Returns the paragraph that remains of a heading without words.
fn heading_remains(heading: Heading, span: Span, attributes: Attributes) -> Option<Block> {
    let holds = holds_more(&heading.content);
    let content = if holds { heading.content } else { Vec::new() };
    let attributes = Attributes { id: attributes.id, ..Attributes::default() };
    let stays = holds || attributes.id.is_some();
    stays.then_some(Block { kind: BlockKind::Paragraph(content), span, attributes })
}

/// Reports whether any character of a title is visible.
fn has_words(content: &[Inline]) -> bool {
    plain_text(content).chars().any(|c| !c.is_whitespace() && !is_invisible(c))
}

/// Reports whether a character has no width or only controls the direction of text.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Returns the words of a lone first heading, unless the front matter gives another title or the heading is
/// more than words.
fn lone_title(document: &Document) -> Option<String> {
    let is_top = |block: &Block| block.heading_level() == Some(1);
    let [first, rest @ ..] = document.blocks.as_slice() else { return None };
    let BlockKind::Heading(heading) = &first.kind else { return None };
    if !is_top(first) || rest.is_empty() || rest.iter().any(is_top) || is_rich(&first.attributes) {
        return None;
    }
    if holds_more(&heading.content) {
        return None;
    }
    let title = plain_text(&heading.content);
    document.title.as_ref().is_none_or(|given| *given == title).then_some(title)
}

/// Reports whether a title holds a picture or a note.
fn holds_more(content: &[Inline]) -> bool {
    let mut found = false;
    walk::each_nested_inline(content, &mut |inline| {
        found |= matches!(inline.kind, InlineKind::Image(_) | InlineKind::FootnoteRef(_));
    });
    found
}

fn is_rich(attributes: &Attributes) -> bool {
    !(attributes.classes.is_empty() && attributes.pairs.is_empty())
}

/// Makes the first heading the title; its anchor stays if a link leads there.
fn take_title(document: &mut Document, title: String) {
    let first = document.blocks.remove(0);
    let name = first.attributes.id.unwrap_or_else(|| slug(&title));
    document.title = Some(title);
    if is_linked(document, &name) {
        document.blocks.insert(0, named_place(name, first.span));
    }
}

pub fn named_place(name: String, span: Span) -> Block {
    let mut place = Block::new(BlockKind::Paragraph(Vec::new()), span);
    place.attributes.id = Some(name);
    place
}

/// Reports whether a link leads to the place `name`.
pub fn is_linked(document: &Document, name: &str) -> bool {
    let mut found = false;
    walk::each_link(&document.blocks, &mut |link, _| {
        found |= link.url.split_once('#').is_some_and(|(_, fragment)| fragment == name)
    });
    found
}

/// Parses the number before a title, as in `3. Title` or `3.1 Title`. Returns it and the offset of the words.
pub fn author_number(text: &str) -> Option<(&str, usize)> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, rest) = text.split_at(digits);
    let closed = number.ends_with('.') || rest.starts_with(')') || number.contains('.');
    let rest = rest.trim_start_matches(')');
    let starts = number.starts_with(|c: char| c.is_ascii_digit());
    let fits = starts && closed && rest.starts_with(' ') && digits <= 12;
    fits.then(|| (number.trim_end_matches('.'), text.len() - rest.trim_start().len()))
}

/// Makes headings of one-item lists that continue the numbers of the numbered headings.
fn restore_missing_hashes(blocks: &mut [Block], findings: &mut Findings) {
    let mut last: Option<(u8, u64)> = None;
    for block in blocks.iter_mut() {
        if let BlockKind::Heading(heading) = &block.kind {
            last = numbered_heading(heading).or(last.filter(|(level, _)| *level < heading.level));
        } else if let Some((level, number)) = last
            && let Some(content) = lone_item(&block.kind, number + 1)
        {
            let hint = format!("write {} before it", hashes(level));
            let title = quoted_inlines(&content);
            let message = format!(
                "`{title}` lacks the `#` of the section titles around it; it was read as a title"
            );
            findings.report(code::MISSING_HASHES, block.span, message, hint);
            block.kind = BlockKind::Heading(Heading::new(level, content));
            last = Some((level, number + 1));
        }
    }
}

/// Returns the level of a heading, and the number that its author gave it.
fn numbered_heading(heading: &Heading) -> Option<(u8, u64)> {
    let text = plain_text(&heading.content);
    let (number, _) = author_number(&text)?;
    Some((heading.level, number.parse().ok()?))
}

fn hashes(level: u8) -> String {
    "#".repeat(level as usize)
}

/// Returns the words of a one-line list whose number is `number`, with the number put back.
fn lone_item(kind: &BlockKind, number: u64) -> Option<Vec<Inline>> {
    let BlockKind::List(List { style: ListStyle::Ordered, start, items, .. }) = kind else {
        return None;
    };
    let [item] = items.as_slice() else { return None };
    let [Block { kind: BlockKind::Paragraph(inlines), span, .. }] = item.blocks.as_slice() else {
        return None;
    };
    let one_line = !inlines.iter().any(Inline::is_space);
    (*start == number && one_line).then(|| {
        let number = Inline::text(format!("{number}. "), *span);
        std::iter::once(number).chain(inlines.iter().cloned()).collect()
    })
}

/// Number of blocks of `rest` that belong to the section of the heading before it, which has this level.
pub fn section_length(level: u8, rest: &[Block]) -> usize {
    let ends = |block: &Block| block.heading_level().is_some_and(|other| other <= level);
    rest.iter().position(ends).unwrap_or(rest.len())
}

/// Removes an empty section `Contents`. Returns whether there was one.
fn take_contents(blocks: &mut Vec<Block>, findings: &mut Findings) -> bool {
    let is_empty = |pair: &[Block]| is_contents(&pair[0]) && pair[1].heading_level().is_some();
    let Some(at) = blocks.windows(2).position(is_empty) else { return false };
    let block = blocks.remove(at);
    let title = heading_words(&block).unwrap_or_default();
    let message = format!("the empty section `{}` became the table of contents", title.trim());
    findings.push(Diagnostic::at(code::EMPTY_CONTENTS, block.span, message));
    true
}

fn is_contents(block: &Block) -> bool {
    let title = heading_words(block).unwrap_or_default().trim().to_lowercase();
    matches!(title.as_str(), "contents" | "table of contents" | "toc")
}

/// Removes gaps between levels: the top level is 1, and a heading is one level below the nearest higher one
/// before it.
pub fn close_level_gaps(blocks: &mut [Block], findings: &mut Findings) {
    let top = blocks.iter().filter_map(Block::heading_level).min().unwrap_or(1);
    let mut above: Vec<(u8, u8)> = vec![(top - 1, 0)];
    for block in blocks.iter_mut() {
        let span = block.span;
        let BlockKind::Heading(heading) = &mut block.kind else { continue };
        above.retain(|(written, _)| *written < heading.level);
        let (written, given) = above.last().copied().unwrap_or((top - 1, 0));
        if heading.level > written + 1 {
            let hint =
                format!("write {} instead of {}", hashes(written + 1), hashes(heading.level));
            let title = quoted_inlines(&heading.content);
            let message = format!(
                "`{title}` skips a heading level; it is printed one level below its section"
            );
            findings.report(code::SKIPPED_LEVEL, span, message, hint);
        }
        above.push((heading.level, given + 1));
        heading.level = given + 1;
    }
}
