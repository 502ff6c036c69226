//! What a finished run of inlines or blocks is: a figure, a pull, an open place, a callout, a
//! brief.

use super::attributes;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    Attributes, Block, BlockKind, Callout, ExamplePart, Figure, Inline, InlineKind, Pull,
    plain_text,
};
use crate::source::Span;

/// The callout words a reader knows; any other is printed as written.
const WORDS: [&str; 9] = [
    "NOTE",
    "TIP",
    "IMPORTANT",
    "WARNING",
    "CAUTION",
    "EXCEPTION",
    "REMEMBER",
    "RULING",
    "EXAMPLE",
];

/// The block that the inlines of a paragraph make; `text` is the paragraph as written.
pub(super) fn paragraph_kind(mut inlines: Vec<Inline>, text: &str) -> BlockKind {
    if let [Inline { kind: InlineKind::Image(_), .. }] = inlines.as_slice()
        && let Some(Inline { kind: InlineKind::Image(image), span }) = inlines.pop()
    {
        let caption = match image.title.as_str() {
            "" => Vec::new(),
            title => vec![Inline::new(InlineKind::Text(title.to_owned()), span)],
        };
        return BlockKind::Figure(Figure { image, caption });
    }
    if let Some(pull) = parse_pull(text) {
        return BlockKind::Pull(pull);
    }
    let words = plain_text(&inlines);
    if words == "TODO" || words.starts_with("TODO:") || words.starts_with("TODO ") {
        return BlockKind::Todo(inlines);
    }
    BlockKind::Paragraph(inlines)
}

/// The pulls of a text of which every line is one; a single line is left to [`paragraph`].
pub(super) fn pull_lines(text: &str, span: Span) -> Option<Vec<Block>> {
    if !text.starts_with("![[") || !text.trim_end().contains('\n') {
        return None;
    }
    let mut at = span.range().start;
    let mut out = Vec::new();
    for line in text.split_inclusive('\n') {
        let place = Span::new(span.source, at..at + line.trim_end().len());
        at += line.len();
        let kind = BlockKind::Pull(parse_pull(line)?);
        let attributes = pull_attributes(&kind, line).unwrap_or_default();
        out.push(Block { kind, span: place, attributes });
    }
    Some(out)
}

/// Whether a line is a pull if it stands alone.
pub(super) fn is_pull(line: &str) -> bool {
    parse_pull(line).is_some()
}

/// `![[target|part]]`, perhaps with attributes behind it, which the caller has taken off.
fn parse_pull(text: &str) -> Option<Pull> {
    let (inside, rest) = text.trim().strip_prefix("![[")?.split_once("]]")?;
    let rest = rest.trim();
    if !(rest.is_empty() || rest.starts_with('{') && rest.ends_with('}')) || inside.contains('\n') {
        return None;
    }
    let (target, part) = inside.split_once('|').unwrap_or((inside, ""));
    Some(Pull { target: target.trim().to_owned(), part: part.trim().to_owned() })
}

/// The attributes of a pull or of an attribute-only paragraph stand in its text.
fn trailing_attributes(text: &str) -> Option<Attributes> {
    let inside = text.trim().strip_suffix('}')?;
    attributes::read_attributes(&inside[inside.rfind('{')? + 1..])
}

/// Gives the attributes of a paragraph that holds nothing else to the block after it, if there is
/// one.
pub(super) fn hand_on_attributes(blocks: Vec<Block>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut waiting: Option<(Span, Attributes)> = None;
    for mut block in blocks {
        let bare = matches!(&block.kind, BlockKind::Paragraph(inlines) if inlines.is_empty());
        if bare {
            let mut given = std::mem::take(&mut block.attributes);
            if let Some((_, before)) = waiting.take() {
                merge_attributes(&mut given, before);
            }
            waiting = Some((block.span, given));
            continue;
        }
        if let Some((_, given)) = waiting.take() {
            merge_attributes(&mut block.attributes, given);
        }
        out.push(block);
    }
    if let Some((span, attributes)) = waiting {
        out.push(Block { kind: BlockKind::Paragraph(Vec::new()), span, attributes });
    }
    out
}

fn merge_attributes(into: &mut Attributes, from: Attributes) {
    into.id = into.id.take().or(from.id);
    into.classes.extend(from.classes);
    into.pairs.extend(from.pairs);
}

/// The attributes of a pull, read from its own text because its brackets hide them from the
/// paragraph.
pub(super) fn pull_attributes(kind: &BlockKind, text: &str) -> Option<Attributes> {
    matches!(kind, BlockKind::Pull(_)).then(|| trailing_attributes(text)).flatten()
}

/// A quote whose first line is `[!WORD]` is a callout or a brief.
pub(super) fn quote_kind(mut blocks: Vec<Block>, findings: &mut Findings) -> BlockKind {
    let Some(Block { kind: BlockKind::Paragraph(inlines), span, .. }) = blocks.first_mut() else {
        return BlockKind::Quote(blocks);
    };
    let Some(word) = take_callout_word(inlines) else { return BlockKind::Quote(blocks) };
    let span = *span;
    if inlines.is_empty() {
        blocks.remove(0);
    }
    if word == "BRIEF" {
        return BlockKind::Brief(blocks);
    }
    if !WORDS.contains(&word.as_str()) {
        let message = format!("`[!{word}]` is no callout that readers know");
        let hint = format!("write one of {}, or BRIEF", WORDS.join(", "));
        findings.push(Diagnostic::at(code::UNKNOWN_CALLOUT, span, message).hint(hint));
    }
    BlockKind::Callout(Callout { word, blocks })
}

/// Takes `[!WORD]` off the front of `inlines`.
fn take_callout_word(inlines: &mut Vec<Inline>) -> Option<String> {
    let mut head = String::new();
    let mut count = 0;
    for inline in inlines.iter() {
        let InlineKind::Text(text) = &inline.kind else { break };
        head.push_str(text);
        count += 1;
        if head.contains(']') {
            break;
        }
    }
    let (word, rest) = head.strip_prefix("[!")?.split_once(']')?;
    let fits = !word.is_empty()
        && word.len() <= 24
        && word.chars().all(|c| c.is_alphabetic() || c == '-' || c == ' ');
    if !fits {
        return None;
    }
    let (word, rest) = (word.to_uppercase(), rest.trim_start().to_owned());
    let span = inlines[0].span;
    inlines.drain(..count);
    if rest.is_empty() {
        if matches!(inlines.first().map(|i| &i.kind), Some(InlineKind::Space | InlineKind::Break)) {
            inlines.remove(0);
        }
    } else {
        inlines.insert(0, Inline::new(InlineKind::Text(rest), span));
    }
    Some(word)
}

/// The words of a block where only inlines fit: nothing is lost but the form.
pub(super) fn block_words(block: Block, out: &mut Vec<Inline>) {
    if !out.is_empty() {
        out.push(Inline::new(InlineKind::Space, block.span));
    }
    match block.kind {
        BlockKind::Paragraph(inlines) | BlockKind::Todo(inlines) => out.extend(inlines),
        BlockKind::Heading(heading) => out.extend(heading.content),
        BlockKind::List(list) => {
            list.items.into_iter().flat_map(|item| item.blocks).for_each(|b| block_words(b, out))
        }
        BlockKind::Quote(blocks) | BlockKind::Brief(blocks) => {
            blocks.into_iter().for_each(|b| block_words(b, out))
        }
        BlockKind::Callout(callout) => callout.blocks.into_iter().for_each(|b| block_words(b, out)),
        BlockKind::Table(table) => {
            let cells = table.rows.into_iter().flat_map(|row| row.cells);
            cells.flat_map(|cell| cell.blocks).for_each(|b| block_words(b, out));
        }
        BlockKind::Definitions(list) => {
            for definition in list {
                out.extend(definition.term);
                definition.bodies.into_iter().flatten().for_each(|b| block_words(b, out));
            }
        }
        BlockKind::Code(code) => out.push(Inline::new(InlineKind::Code(code.text), block.span)),
        BlockKind::Example(played) => {
            out.extend(played.title);
            for entry in played.entries {
                match entry {
                    ExamplePart::Heading(content) => out.extend(content),
                    ExamplePart::Step { blocks, .. } => {
                        blocks.into_iter().for_each(|b| block_words(b, out))
                    }
                    ExamplePart::Walk(_) => {}
                }
            }
            out.extend(played.end);
        }
        BlockKind::Figure(figure) => {
            out.push(Inline::new(InlineKind::Image(figure.image), block.span));
            out.extend(figure.caption);
        }
        BlockKind::Pull(_) | BlockKind::Rule => {}
    }
}
