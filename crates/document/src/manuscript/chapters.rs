//! Joins chapters into one document. In: the texts of the chapters, in the order of the book. Out: one tree,
//! in which every footnote has a label of its own.

use super::headings::has_heading;
use super::{headings, loose, wiki};
use crate::{Block, BlockKind, Document, Heading, Inline, InlineKind, parse_text, walk};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::manifest::Manifest;
use base::source::{SourceId, Sources, Span};

/// Texts to join.
pub struct ChapterTexts<'a> {
    /// Texts, in the order of the book.
    pub chapters: &'a [SourceId],
    /// True if the texts come from a folder without a book.toml.
    pub loose: bool,
    /// First text of such a folder.
    pub front: Option<SourceId>,
    pub sources: &'a Sources,
    pub manifest: &'a Manifest,
}

/// Joins all chapters into one tree. Values of book.toml take precedence over front matter.
pub fn join_chapters(texts: &ChapterTexts<'_>, findings: &mut Findings) -> Document {
    let ChapterTexts { chapters, loose, front, sources, manifest } = *texts;
    let mut document = Document::default();
    // Place of the title that became the title of the book.
    let mut taken = None;
    for (nth, id) in chapters.iter().enumerate() {
        let mut chapter = parse_text(sources, *id, findings);
        let top = Span::new(*id, 0..0);
        let text = &sources.get(*id).text;
        let text = text.trim_start_matches('\u{feff}');
        if ["---", "+++"].iter().any(|fence| text.starts_with(fence)) {
            findings.0.extend(outdone_front(&document, &chapter, manifest, top));
        }
        if nth > 0 {
            prefix_footnotes(&mut chapter, nth);
            open_with_title(&mut chapter, top);
        }
        if loose {
            let least = loose::least_level(&chapter.blocks);
            headings::close_level_gaps(&mut chapter.blocks, findings);
            if front == Some(*id) || chapters.len() == 1 {
                taken = loose::take_front_title(&mut chapter, least);
            } else {
                loose::open_chapter(&mut chapter, least, &sources.get(*id).path, top);
            }
        }
        append_chapter(&mut document, chapter);
    }
    if loose {
        wiki::link_wiki_pages(&mut document, chapters, sources);
        taken.iter().for_each(|name| loose::drop_unused_place(&mut document, name));
    }
    document
}

/// Returns the finding about values of a chapter's front matter that are not printed, because book.toml or an
/// earlier chapter says otherwise.
fn outdone_front(
    document: &Document,
    chapter: &Document,
    manifest: &Manifest,
    top: Span,
) -> Option<Diagnostic> {
    let title = manifest.title.as_ref().filter(|_| document.blocks.is_empty());
    let lines = [
        (title, &chapter.title),
        (manifest.subtitle.as_ref().or(document.subtitle.as_ref()), &chapter.subtitle),
        (manifest.edition.as_ref().or(document.edition.as_ref()), &chapter.edition),
    ];
    let outdone = |(kept, own): (Option<&String>, &Option<String>)| {
        own.clone().filter(|own| kept.is_some_and(|kept| kept != own))
    };
    let strangers = chapter.authors.iter().filter(|_| !manifest.authors.is_empty());
    let strangers = strangers.filter(|author| !manifest.authors.contains(author)).cloned();
    let words = lines.into_iter().filter_map(outdone).chain(strangers);
    let words: Vec<String> = words.map(|word| format!("`{}`", short_quote(&word))).collect();
    let message = format!("front matter is overridden and not printed: {}", words.join(", "));
    let hint = "book.toml or an earlier chapter gives another value; delete one of the two";
    (!words.is_empty()).then(|| Diagnostic::at(code::FRONT_MATTER, top, message).hint(hint))
}

/// Appends a chapter, whose footnote labels are already unique.
fn append_chapter(document: &mut Document, mut chapter: Document) {
    document.title = document.title.take().or(chapter.title);
    document.subtitle = document.subtitle.take().or(chapter.subtitle);
    document.edition = document.edition.take().or(chapter.edition);
    document.date = document.date.take().or(chapter.date);
    if document.language.is_none() {
        document.language = chapter.language;
        document.language_place = chapter.language_place;
    }
    for author in chapter.authors {
        if !document.authors.contains(&author) {
            document.authors.push(author);
        }
    }
    document.blocks.append(&mut chapter.blocks);
    document.footnotes.append(&mut chapter.footnotes);
}

/// Puts the title from front matter or the HTML head above the text of a chapter, unless a heading says it.
fn open_with_title(chapter: &mut Document, top: Span) {
    let Some(title) = chapter.title.take() else { return };
    let opens = chapter.blocks.first().is_some_and(|first| first.heading_level() == Some(1));
    if !opens && !has_heading(&chapter.blocks, &title) {
        let heading = Heading::new(1, vec![Inline::text(title, top)]);
        chapter.blocks.insert(0, Block::new(BlockKind::Heading(heading), top));
    }
}

/// Makes the footnote labels of a chapter differ from those of all others.
fn prefix_footnotes(chapter: &mut Document, nth: usize) {
    for blocks in chapter.bodies_mut() {
        walk::each_inline_mut(blocks, &mut |inline| {
            if let InlineKind::FootnoteRef(label) = &mut inline.kind {
                *label = format!("{nth}/{label}");
            }
        });
    }
    for note in &mut chapter.footnotes {
        note.label = format!("{nth}/{}", note.label);
    }
}
