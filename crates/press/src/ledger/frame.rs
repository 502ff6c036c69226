//! Last resort for lost words: prints the source of their block in a frame, and reports it.

use super::LostWords;
use super::printed;
use crate::book::Book;
use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::{Sources, Span};
use document::{Attributes, Block, BlockKind, CodeBlock};

/// Most words that a finding names.
const NAMED: usize = 5;

/// Returns the finding about words that would be on no page; an error in a book with a book.toml.
pub fn lost_words_finding(words: &LostWords, place: Option<Span>, strict: bool) -> Diagnostic {
    let framed = !strict && place.is_some();
    let end = if framed { "on no page; the source is printed in a frame" } else { "on no page" };
    let named: Vec<String> =
        words.keys().take(NAMED).map(|word| format!("`{}`", short_quote(word))).collect();
    let more = words.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more words") } else { String::new() };
    let message = format!("{}{more} would be {end}", named.join(", "));
    let code = if strict { code::LOST_WORDS } else { code::LOST_WORDS_OF_FILE };
    let finding = Diagnostic { span: place, ..Diagnostic::global(code, message) };
    finding.hint(
        "write this part in a simpler way; this is a mistake of the program, please report it",
    )
}

/// Inserts a frame with the source `written` of a place behind the block before that place.
pub fn insert_frame(blocks: &mut Vec<Block>, place: Span, written: &str) {
    let before =
        |block: &Block| block.span.source == place.source && block.span.start <= place.start;
    let later = |block: &Block| block.span.source > place.source;
    let behind = blocks.iter().rposition(before).map(|at| at + 1);
    let at = behind.or_else(|| blocks.iter().position(later)).unwrap_or(blocks.len());
    blocks.insert(at, source_frame(place, written));
}

pub fn source_frame(place: Span, written: &str) -> Block {
    let text = format!("{}\n", written.trim_matches('\n').replace('\r', ""));
    let code = CodeBlock { language: String::new(), text, lines: Vec::new() };
    Block { kind: BlockKind::Code(code), span: place, attributes: Attributes::default() }
}

/// Returns the book with frames of source behind the blocks that lost words, and the findings.
pub fn frame_lost_blocks(
    book: &Book,
    lost: LostWords,
    sources: &Sources,
) -> (Book, Vec<Diagnostic>) {
    let mut framed = book.clone();
    let blocks: Vec<&Block> = book.bodies().flatten().collect();
    let findings = name_lost_blocks(&blocks, lost, book.strict, &mut |place| {
        insert_frame(&mut framed.blocks, place, sources.excerpt(place));
    });
    (framed, findings)
}

/// Returns the findings that name lost words; `frame` is called on the place of each block that holds some.
pub fn name_lost_blocks(
    blocks: &[&Block],
    mut lost: LostWords,
    strict: bool,
    frame: &mut dyn FnMut(Span),
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for block in suspects(blocks, &lost) {
        let mut named = LostWords::new();
        printed::each_block_word(block, &mut |word| take_lost(word, &mut lost, &mut named));
        if !named.is_empty() {
            findings.push(lost_words_finding(&named, Some(block.span), strict));
            frame(block.span);
        }
    }
    if !lost.is_empty() {
        findings.push(lost_words_finding(&lost, None, strict));
    }
    findings
}

/// Moves a word from the lost ones to those that a finding names.
pub fn take_lost(word: &str, lost: &mut LostWords, named: &mut LostWords) {
    if let Some(times) = lost.get_mut(word) {
        *times -= 1;
        if *times == 0 {
            lost.remove(word);
        }
        *named.entry(word.to_owned()).or_default() += 1;
    }
}

/// Returns the blocks with lost words, those that lost most of their words first.
fn suspects<'b>(blocks: &[&'b Block], lost: &LostWords) -> Vec<&'b Block> {
    let mut rated: Vec<(usize, &Block)> = blocks
        .iter()
        .map(|block| (lost_share(block, lost), *block))
        .filter(|(share, _)| *share > 0)
        .collect();
    rated.sort_by_key(|(share, block)| (std::cmp::Reverse(*share), block.span));
    rated.into_iter().map(|(_, block)| block).collect()
}

/// Share of the words of a block that are lost, in thousandths.
fn lost_share(block: &Block, lost: &LostWords) -> usize {
    let (mut all, mut hits) = (0, 0);
    printed::each_block_word(block, &mut |word| {
        all += 1;
        hits += usize::from(lost.contains_key(word));
    });
    (hits * 1000).div_ceil(all.max(1))
}
