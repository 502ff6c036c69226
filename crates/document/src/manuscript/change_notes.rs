//! Reasons for changes, read from CHANGES.md. In: its text. Out: notes, each with the anchor that it is
//! about. A note is an item or a paragraph that begins with a link to a place, `[hand](#hand-size): ...`, or
//! the text below a heading that is such a link, `## #hand-size`.

use crate::parse::parse_text;
use crate::{Block, BlockKind, Inline, InlineKind, plain_text, walk};
use base::diagnostic::Findings;
use base::source::{SourceId, Sources, Span};

/// Reason for a change, in the words of the author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeNote {
    /// Anchor, without `#`.
    pub anchor: String,
    /// Words of the reason.
    pub why: String,
    /// Title of the edition above the note; none if there is none.
    pub edition: Option<String>,
    /// Span of the anchor.
    pub span: Span,
}

/// Reads the notes of CHANGES.md, if the book has one.
pub fn read_change_notes(changes: Option<SourceId>, sources: &Sources) -> Vec<ChangeNote> {
    let Some(id) = changes else { return Vec::new() };
    // Mistakes in CHANGES.md do not affect outputs.
    let document = parse_text(sources, id, &mut Findings::default());
    let mut reader = NoteReader::default();
    reader.blocks(&document.blocks);
    reader.notes.retain(|note| !note.why.is_empty());
    reader.notes
}

#[derive(Default)]
struct NoteReader {
    notes: Vec<ChangeNote>,
    edition: Option<String>,
    /// True if the text that follows belongs to the last note.
    is_open: bool,
}

impl NoteReader {
    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match &block.kind {
                BlockKind::Heading(heading) => {
                    let title = plain_text(&heading.content);
                    let named = linked(&heading.content).map(|(anchor, _)| anchor);
                    let written = title.trim().strip_prefix('#').map(str::to_owned);
                    let own = block.attributes.id.clone();
                    match named.or(written).or(own) {
                        Some(anchor) => self.open(anchor, String::new(), block.span),
                        None => {
                            self.is_open = false;
                            self.edition = Some(title);
                        }
                    }
                }
                BlockKind::Paragraph(content) => match linked(content) {
                    Some((anchor, rest)) => self.open(anchor, words_behind(rest), content[0].span),
                    None => self.go_on(&plain_text(content)),
                },
                BlockKind::List(list) => {
                    for item in &list.items {
                        self.blocks(&item.blocks);
                    }
                }
                kind => walk::child_blocks(kind).into_iter().for_each(|inner| self.blocks(inner)),
            }
        }
    }

    fn open(&mut self, anchor: String, why: String, span: Span) {
        self.is_open = true;
        let edition = self.edition.clone();
        self.notes.push(ChangeNote { anchor, why, edition, span });
    }

    fn go_on(&mut self, words: &str) {
        let Some(last) = self.notes.last_mut().filter(|_| self.is_open) else { return };
        if !last.why.is_empty() {
            last.why.push(' ');
        }
        last.why.push_str(words.trim());
    }
}

/// Returns the anchor of a link that begins a run, and the rest of the run.
fn linked(content: &[Inline]) -> Option<(String, &[Inline])> {
    let (first, rest) = content.split_first()?;
    match &first.kind {
        InlineKind::Link(link) => {
            let (_, anchor) = link.url.rsplit_once('#')?;
            (!anchor.is_empty()).then(|| (anchor.to_owned(), rest))
        }
        InlineKind::Strong(inner) | InlineKind::Emphasis(inner) => {
            linked(inner).map(|(anchor, _)| (anchor, rest))
        }
        _ => None,
    }
}

/// Returns the words behind a link, without the mark that separates them from it.
fn words_behind(rest: &[Inline]) -> String {
    let text = plain_text(rest);
    let is_mark =
        |c: char| c.is_whitespace() || matches!(c, ':' | '-' | '\u{2013}' | '\u{2014}' | ',');
    text.trim_start_matches(is_mark).trim_end().to_owned()
}
