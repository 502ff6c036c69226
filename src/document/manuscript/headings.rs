//! Headings of a joined document: the title, lines that lost their `#`, an empty `Contents`, levels
//! without gaps.

use super::address::slug;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    Attributes, Block, BlockKind, Document, Heading, Inline, InlineKind, plain_text,
    quoted_inlines, walk,
};

/// Repairs all headings; a lone first heading of level 1 becomes the title when `take_title`.
pub(super) fn repair_headings(
    document: &mut Document,
    take_title: bool,
    findings: &mut Findings,
) -> bool {
    restore_missing_hashes(&mut document.blocks, findings);
    if take_title {
        take_document_title(document);
    }
    let contents = take_contents(&mut document.blocks, findings);
    close_level_gaps(&mut document.blocks, findings);
    contents
}

/// A lone first heading is the title, unless the front matter gives another one or the heading is
/// more than words.
fn take_document_title(document: &mut Document) {
    let one =
        |block: &Block| matches!(&block.kind, BlockKind::Heading(heading) if heading.level == 1);
    let [first, rest @ ..] = document.blocks.as_slice() else { return };
    let BlockKind::Heading(heading) = &first.kind else { return };
    let more =
        |attributes: &Attributes| !(attributes.classes.is_empty() && attributes.pairs.is_empty());
    if !one(first) || rest.is_empty() || rest.iter().any(one) || more(&first.attributes) {
        return;
    }
    let title = plain_text(&heading.content);
    if document.title.as_ref().is_some_and(|given| *given != title) {
        return;
    }
    let name = first.attributes.id.clone().unwrap_or_else(|| slug(&title));
    let span = first.span;
    document.title = Some(title);
    document.blocks.remove(0);
    if is_linked(document, &name) {
        let mut place = Block::new(BlockKind::Paragraph(Vec::new()), span);
        place.attributes.id = Some(name);
        document.blocks.insert(0, place);
    }
}

/// Whether a link leads to the place `name`.
fn is_linked(document: &Document, name: &str) -> bool {
    let mut found = false;
    walk::each_inline(&document.blocks, &mut |inline| {
        found |= matches!(&inline.kind, InlineKind::Link(link) if link.url.strip_prefix('#') == Some(name));
    });
    found
}

/// The number at the front of a title written as `3. Title` or `3.1 Title`, and where the words
/// start.
pub(super) fn author_number(text: &str) -> Option<(&str, usize)> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = &text[..digits];
    let closed = number.ends_with('.') || text[digits..].starts_with(')') || number.contains('.');
    let rest = text[digits..].trim_start_matches(')');
    let fits = number.starts_with(|c: char| c.is_ascii_digit())
        && closed
        && rest.starts_with(' ')
        && digits <= 12;
    fits.then(|| (number.trim_end_matches('.'), text.len() - rest.trim_start().len()))
}

/// A one-item list that goes on counting where the numbered headings stopped is a heading.
fn restore_missing_hashes(blocks: &mut [Block], findings: &mut Findings) {
    let mut last: Option<(u8, u64)> = None;
    for block in blocks.iter_mut() {
        if let BlockKind::Heading(heading) = &block.kind {
            let text = plain_text(&heading.content);
            let number = author_number(&text).and_then(|(number, _)| number.parse().ok());
            last = number
                .map(|number| (heading.level, number))
                .or(last.filter(|(level, _)| *level < heading.level));
        } else if let (Some((level, number)), Some(content)) = (last, lone_item(&block.kind, last))
        {
            let message = format!(
                "`{}` stands among the section titles without `#`; it was taken for one",
                quoted_inlines(&content)
            );
            let hint = format!("write {} before it", "#".repeat(level as usize));
            findings.push(Diagnostic::at(code::MISSING_HASHES, block.span, message).hint(hint));
            let heading = Heading {
                level,
                content,
                anchor: crate::document::Anchor(String::new()),
                address: Default::default(),
            };
            block.kind = BlockKind::Heading(heading);
            last = Some((level, number + 1));
        }
    }
}

/// The words of a list of one line whose number is one more than `last`, with the number put back.
fn lone_item(kind: &BlockKind, last: Option<(u8, u64)>) -> Option<Vec<Inline>> {
    let BlockKind::List(list) = kind else { return None };
    let [item] = list.items.as_slice() else { return None };
    let [Block { kind: BlockKind::Paragraph(inlines), span, .. }] = item.blocks.as_slice() else {
        return None;
    };
    let fits = list.style == crate::document::ListStyle::Ordered
        && last.is_some_and(|(_, number)| list.start == number + 1);
    let one_line =
        !inlines.iter().any(|inline| matches!(inline.kind, InlineKind::Space | InlineKind::Break));
    (fits && one_line).then(|| {
        let number = Inline::new(InlineKind::Text(format!("{}. ", list.start)), *span);
        std::iter::once(number).chain(inlines.iter().cloned()).collect()
    })
}

/// Takes an empty section `Contents` out; whether there was one.
fn take_contents(blocks: &mut Vec<Block>, findings: &mut Findings) -> bool {
    let found = blocks
        .windows(2)
        .position(|pair| is_contents(&pair[0]) && matches!(pair[1].kind, BlockKind::Heading(_)));
    let Some(at) = found else { return false };
    let span = blocks[at].span;
    let message = "the empty section `Contents` became the table of contents";
    findings.push(Diagnostic::at(code::EMPTY_CONTENTS, span, message));
    blocks.remove(at);
    true
}

fn is_contents(block: &Block) -> bool {
    let BlockKind::Heading(heading) = &block.kind else { return false };
    matches!(
        plain_text(&heading.content).trim().to_lowercase().as_str(),
        "contents" | "table of contents" | "toc"
    )
}

/// Levels from 1 without gaps: a heading lies one level below the nearest higher one before it.
fn close_level_gaps(blocks: &mut [Block], findings: &mut Findings) {
    let level = |block: &Block| {
        if let BlockKind::Heading(heading) = &block.kind { Some(heading.level) } else { None }
    };
    let top = blocks.iter().filter_map(level).min().unwrap_or(1);
    let mut above: Vec<(u8, u8)> = vec![(top - 1, 0)];
    for block in blocks.iter_mut() {
        let span = block.span;
        let BlockKind::Heading(heading) = &mut block.kind else { continue };
        while above.len() > 1 && above.last().is_some_and(|(written, _)| *written >= heading.level)
        {
            above.pop();
        }
        let (written, given) = above.last().copied().unwrap_or((top - 1, 0));
        if heading.level > written + 1 {
            let message = format!(
                "`{}` skips a heading level; it is printed one level below its section",
                quoted_inlines(&heading.content)
            );
            let hint = format!(
                "write {} instead of {}",
                "#".repeat(written as usize + 1),
                "#".repeat(heading.level as usize)
            );
            findings.push(Diagnostic::at(code::SKIPPED_LEVEL, span, message).hint(hint));
        }
        above.push((heading.level, given + 1));
        heading.level = given + 1;
    }
}
