//! Kinds of finished runs of inlines or blocks: a figure, a pull, an open place, a callout, a brief.

use super::attributes;
use crate::{
    Attributes, Block, BlockKind, Callout, ExamplePart, Figure, Image, Inline, InlineKind, List,
    ListItem, ListStyle, Pull, plain_text,
};
use base::diagnostic::{Findings, code, nearest_name};
use base::source::Span;

/// Callout words that readers know; any other is printed as written.
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

/// Word that makes a quote a brief.
const SHORT_FORM: &str = "BRIEF";

/// Longest word of a callout, in bytes.
const LONGEST_WORD: usize = 24;

/// Returns the block that the inlines of a paragraph make; `text` is the paragraph as written.
pub fn paragraph_kind(inlines: Vec<Inline>, text: &str) -> BlockKind {
    let inlines = match lone_figure(inlines) {
        Ok(figure) => return BlockKind::Figure(figure),
        Err(inlines) => inlines,
    };
    match parse_pull(text) {
        Some(pull) => BlockKind::Pull(pull),
        None if is_open(&inlines) => BlockKind::Todo(inlines),
        None => BlockKind::Paragraph(inlines),
    }
}

/// Makes a figure of a picture that is the only inline; else returns the inlines unchanged.
fn lone_figure(mut inlines: Vec<Inline>) -> Result<Figure, Vec<Inline>> {
    if inlines.len() != 1 {
        return Err(inlines);
    }
    match inlines.pop() {
        Some(Inline { kind: InlineKind::Image(image), span }) => Ok(titled_figure(image, span)),
        other => Err(other.into_iter().collect()),
    }
}

/// Makes a figure of a picture, whose title becomes the caption.
fn titled_figure(image: Image, span: Span) -> Figure {
    let title = (!image.title.is_empty()).then(|| Inline::text(image.title.as_str(), span));
    Figure { caption: title.into_iter().collect(), image }
}

/// Reports whether a paragraph marks an open place.
fn is_open(inlines: &[Inline]) -> bool {
    let words = plain_text(inlines);
    let rest = words.strip_prefix("TODO");
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ' ']))
}

/// Returns the pulls of a text in which every line is one. A single line is left to [`paragraph_kind`].
pub fn pull_lines(text: &str, span: Span) -> Option<Vec<Block>> {
    if !text.starts_with("![[") || !text.trim_end().contains('\n') {
        return None;
    }
    let lines = lines_from(text, span.range().start);
    let place = |at: usize, line: &str| Span::new(span.source, at..at + line.trim_end().len());
    lines.map(|(at, line)| pull_line(line, place(at, line))).collect()
}

fn pull_line(line: &str, span: Span) -> Option<Block> {
    let kind = BlockKind::Pull(parse_pull(line)?);
    let attributes = pull_attributes(&kind, line).unwrap_or_default();
    Some(Block { kind, span, attributes })
}

/// Returns the lines of a text that begins at the byte `at`, each with its first byte.
pub fn lines_from(text: &str, mut at: usize) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    })
}

/// Parses `![[target|part]]`; the caller has removed attributes behind it.
fn parse_pull(text: &str) -> Option<Pull> {
    let inside = pull_inside(text)?;
    let (target, part) = inside.split_once('|').unwrap_or((inside, ""));
    Some(Pull { target: target.trim().to_owned(), part: part.trim().to_owned() })
}

fn pull_inside(text: &str) -> Option<&str> {
    let (inside, rest) = text.trim().strip_prefix("![[")?.split_once("]]")?;
    (may_follow_pull(rest.trim()) && !inside.contains('\n')).then_some(inside)
}

fn may_follow_pull(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('{') && rest.ends_with('}')
}

/// Returns the attributes of a pull. They are read from its own text, because its brackets hide them from the
/// paragraph.
pub fn pull_attributes(kind: &BlockKind, text: &str) -> Option<Attributes> {
    let BlockKind::Pull(_) = kind else { return None };
    let (_, inside) = text.trim().strip_suffix('}')?.rsplit_once('{')?;
    attributes::read_attributes(inside)
}

/// Gives the attributes of an otherwise empty paragraph to the next block, if there is one.
pub fn hand_on_attributes(blocks: Vec<Block>) -> Vec<Block> {
    let mut out = Vec::with_capacity(blocks.len());
    let is_empty = |last: &mut Block| matches!(&last.kind, BlockKind::Paragraph(inlines) if inlines.is_empty());
    for mut block in blocks {
        if let Some(before) = out.pop_if(is_empty) {
            block.attributes.id = block.attributes.id.take().or(before.attributes.id);
            block.attributes.classes.extend(before.attributes.classes);
            block.attributes.pairs.extend(before.attributes.pairs);
        }
        out.push(block);
    }
    out
}

/// Makes a list, numbered from `start` on if that is given.
pub fn list_kind(start: Option<u64>, tight: bool, items: Vec<ListItem>) -> BlockKind {
    let style = if start.is_some() { ListStyle::Ordered } else { ListStyle::Bullet };
    BlockKind::List(List { style, start: start.unwrap_or(1), tight, items })
}

/// Makes a quote; a quote whose first line is `[!WORD]` is a callout or a brief.
pub fn quote_kind(mut blocks: Vec<Block>, findings: &mut Findings) -> BlockKind {
    let Some(Block { kind: BlockKind::Paragraph(inlines), span, .. }) = blocks.first_mut() else {
        return BlockKind::Quote(blocks);
    };
    let Some(word) = take_callout_word(inlines) else { return BlockKind::Quote(blocks) };
    let span = *span;
    if inlines.is_empty() {
        blocks.remove(0);
    }
    if word == SHORT_FORM {
        return BlockKind::Brief(blocks);
    }
    check_callout_word(&word, span, findings);
    BlockKind::Callout(Callout { word, blocks })
}

fn check_callout_word(word: &str, span: Span, findings: &mut Findings) {
    if !WORDS.contains(&word) {
        let message = format!("unknown callout `[!{word}]`; it is printed as written");
        let hint = match nearest_name(word, WORDS.into_iter().chain([SHORT_FORM])) {
            Some(near) => format!("did you mean `[!{near}]`?"),
            None => format!("write one of {}, or {SHORT_FORM}", WORDS.join(", ")),
        };
        findings.report(code::UNKNOWN_CALLOUT, span, message, hint);
    }
}

/// Removes `[!WORD]` from the front of `inlines`.
fn take_callout_word(inlines: &mut Vec<Inline>) -> Option<String> {
    let (head, count) = leading_text(inlines);
    let (word, rest) = head.strip_prefix("[!")?.split_once(']')?;
    let fits = |c: char| c.is_alphabetic() || c == '-' || c == ' ';
    if word.is_empty() || word.len() > LONGEST_WORD || !word.chars().all(fits) {
        return None;
    }
    let span = inlines[0].span;
    inlines.drain(..count);
    match rest.trim_start() {
        "" if inlines.first().is_some_and(Inline::is_space) => drop(inlines.remove(0)),
        "" => {}
        rest => inlines.insert(0, Inline::text(rest, span)),
    }
    Some(word.to_uppercase())
}

/// Returns the texts at the front of `inlines` up to the first `]`, and their number.
fn leading_text(inlines: &[Inline]) -> (String, usize) {
    let mut head = String::new();
    for (nth, inline) in inlines.iter().enumerate() {
        let InlineKind::Text(text) = &inline.kind else { return (head, nth) };
        head.push_str(text);
        if head.contains(']') {
            return (head, nth + 1);
        }
    }
    (head, inlines.len())
}

/// Appends the words of a block to inlines; only the form of the block is lost.
pub fn block_words(block: Block, out: &mut Vec<Inline>) {
    if !out.is_empty() {
        out.push(Inline::new(InlineKind::Space, block.span));
    }
    match block.kind {
        BlockKind::Paragraph(inlines) | BlockKind::Todo(inlines) => out.extend(inlines),
        BlockKind::Heading(heading) => out.extend(heading.content),
        BlockKind::List(list) => {
            list.items.into_iter().for_each(|item| words_of_all(item.blocks, out));
        }
        BlockKind::Quote(blocks) | BlockKind::Brief(blocks) => words_of_all(blocks, out),
        BlockKind::Callout(callout) => words_of_all(callout.blocks, out),
        BlockKind::Table(table) => {
            let cells = table.rows.into_iter().flat_map(|row| row.cells);
            cells.for_each(|cell| words_of_all(cell.blocks, out));
        }
        BlockKind::Definitions(list) => {
            for definition in list {
                out.extend(definition.term);
                definition.bodies.into_iter().for_each(|body| words_of_all(body, out));
            }
        }
        BlockKind::Code(code) => out.push(Inline::new(InlineKind::Code(code.text), block.span)),
        BlockKind::Example(played) => {
            out.extend(played.title);
            played.entries.into_iter().for_each(|part| part_words(part, out));
            out.extend(played.end);
            out.extend(played.left);
        }
        BlockKind::Figure(figure) => {
            out.push(Inline::new(InlineKind::Image(figure.image), block.span));
            out.extend(figure.caption);
        }
        BlockKind::Pull(_) | BlockKind::Rule => {}
    }
}

fn words_of_all(blocks: Vec<Block>, out: &mut Vec<Inline>) {
    blocks.into_iter().for_each(|block| block_words(block, out));
}

fn part_words(part: ExamplePart, out: &mut Vec<Inline>) {
    match part {
        ExamplePart::Heading(content) | ExamplePart::Board { caption: content, .. } => {
            out.extend(content);
        }
        ExamplePart::Step { blocks, .. } => words_of_all(blocks, out),
        ExamplePart::Walk(_) => {}
    }
}
