//! The words of a book, line by line, and the terms of its glossary.

use std::collections::BTreeMap;

use super::words::{Word, is_form_of, words_of};
use crate::health::places::BookText;
use base::source::Span;
use document::{Block, BlockKind, Definition, plain_text, walk};

/// Kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Running text.
    Text,
    /// A title, or a cell of a table, whose capitals mean nothing.
    Label,
    /// The text of the entry of this number in the glossary.
    Entry(usize),
    /// A row of data.
    Data,
}

/// A run of words.
#[derive(Debug)]
pub struct Line {
    pub kind: LineKind,
    pub words: Vec<Word>,
    pub span: Span,
}

/// A term of the glossary; several may share an entry.
#[derive(Debug)]
pub struct Term {
    /// The term as the glossary writes it.
    pub written: String,
    /// Its words in lower case.
    pub words: Vec<String>,
    /// The number of its entry.
    pub entry: usize,
    pub span: Span,
}

/// The words of a book, and the terms of its glossary.
#[derive(Debug, Default)]
pub struct Corpus {
    pub lines: Vec<Line>,
    pub terms: Vec<Term>,
    pub is_english: bool,
    entries: usize,
    /// The lines by the first letters of their words.
    index: BTreeMap<String, Vec<usize>>,
}

/// Number of first letters that two forms of a word share.
const STEM: usize = 3;

impl Corpus {
    pub fn of(book: &BookText<'_>) -> Self {
        let manuscript = book.manuscript;
        let language = manuscript.manifest.language.as_ref().map(|own| own.get_ref().as_str());
        let language = language.or(manuscript.document.language.as_deref()).unwrap_or("en");
        let mut corpus = Self { is_english: language.starts_with("en"), ..Self::default() };
        let mut glossary: Option<u8> = None;
        for block in &manuscript.document.blocks {
            if let BlockKind::Heading(heading) = &block.kind {
                if glossary.is_some_and(|level| heading.level <= level) {
                    glossary = None;
                }
                if block.attributes.has_class("glossary") {
                    glossary.get_or_insert(heading.level);
                }
            }
            corpus.add_block(block, glossary.is_some(), LineKind::Text);
        }
        for note in &manuscript.document.footnotes {
            note.blocks.iter().for_each(|block| corpus.add_block(block, false, LineKind::Text));
        }
        for page in [&manuscript.sheet.panels, &manuscript.cards.panels] {
            for block in page.iter().flat_map(|panel| &panel.parts).flat_map(|part| &part.blocks) {
                corpus.add_block(block, false, LineKind::Label);
            }
        }
        for id in &manuscript.data {
            let text = &book.sources.get(*id).text;
            let mut start = 0;
            for line in text.split_inclusive('\n') {
                let span = Span::new(*id, start..start + line.len());
                corpus.lines.push(Line { kind: LineKind::Data, words: words_of(line), span });
                start += line.len();
            }
        }
        for (nth, line) in corpus.lines.iter().enumerate() {
            for word in &line.words {
                let lines = corpus.index.entry(stem_of(&word.lower)).or_default();
                if lines.last() != Some(&nth) {
                    lines.push(nth);
                }
            }
        }
        corpus
    }

    /// Returns the lines that contain forms of these words in a row.
    pub fn lines_with(&self, name: &[String]) -> impl Iterator<Item = &Line> {
        let stem = name.first().map(|word| stem_of(word)).unwrap_or_default();
        let lines = self.index.get(&stem).into_iter().flatten().map(|nth| &self.lines[*nth]);
        lines.filter(move |line| {
            line.words.windows(name.len().max(1)).any(|window| {
                window.iter().zip(name).all(|(word, own)| is_form_of(&word.lower, own))
            })
        })
    }

    fn add_block(&mut self, block: &Block, glossary: bool, kind: LineKind) {
        let kind = match &block.kind {
            BlockKind::Definitions(entries) if glossary => {
                return entries.iter().for_each(|entry| self.add_entry(entry));
            }
            BlockKind::Heading(_) | BlockKind::Table(_) | BlockKind::Figure(_) => match kind {
                LineKind::Text => LineKind::Label,
                other => other,
            },
            _ => kind,
        };
        if matches!(block.kind, BlockKind::Code(_)) {
            return;
        }
        for run in walk::inline_runs(&block.kind) {
            let words = words_of(&plain_text(run));
            let span = run.first().zip(run.last()).map(|(first, last)| first.span.to(last.span));
            if let Some(span) = span.filter(|_| !words.is_empty()) {
                self.lines.push(Line { kind, words, span });
            }
        }
        for child in walk::child_blocks(&block.kind) {
            child.iter().for_each(|block| self.add_block(block, glossary, kind));
        }
    }

    /// Adds an entry, which explains one term or several: "Awake, rested".
    fn add_entry(&mut self, entry: &Definition) {
        let number = self.entries;
        self.entries += 1;
        for written in plain_text(&entry.term).split(',') {
            let words: Vec<String> = words_of(written).into_iter().map(|word| word.lower).collect();
            let written = written.trim().to_owned();
            if !words.is_empty() {
                self.terms.push(Term { written, words, entry: number, span: entry.span });
            }
        }
        for block in entry.bodies.iter().flatten() {
            self.add_block(block, false, LineKind::Entry(number));
        }
    }

    /// True if any text but its own entry uses a term, in any form.
    pub fn uses(&self, term: &Term) -> bool {
        self.lines_with(&term.words).any(|line| line.kind != LineKind::Entry(term.entry))
    }
}

fn stem_of(word: &str) -> String {
    word.chars().take(STEM).collect()
}
