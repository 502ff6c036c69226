//! Terms and cards in running text. In: the definitions and the decks of a book. Out: the words of a text
//! that name one of them.

use std::collections::BTreeMap;

use super::ids::PageIds;
use base::source::Span;
use document::address::slug;
use document::{Block, BlockKind, Definition, plain_text, walk};
use press::book::Book;

/// Length of the shortest names, in characters; shorter ones are too common.
const SHORTEST: usize = 3;

/// Terms and cards with a place that explains them.
#[derive(Debug, Default)]
pub struct PageTerms {
    /// The place of each definition and each card, by its span.
    places: BTreeMap<Span, String>,
    /// Names by their first words in lower case, the longest name first.
    names: BTreeMap<String, Vec<TermName>>,
    /// The places of cards by name.
    pub cards: BTreeMap<String, String>,
}

#[derive(Debug)]
struct TermName {
    letters: Vec<char>,
    id: String,
    /// Names of cards match only in their own case.
    is_card: bool,
}

/// A name in a text, by its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTerm {
    pub bytes: std::ops::Range<usize>,
    pub id: String,
}

impl PageTerms {
    /// Returns the terms and cards of a book, each with a unique place.
    pub fn of(book: &Book, ids: &mut PageIds) -> Self {
        let mut terms = Self::default();
        let mut definitions: Vec<&Definition> = Vec::new();
        for blocks in book.bodies() {
            walk::each_block(blocks, &mut |block: &Block| {
                if let BlockKind::Definitions(list) = &block.kind {
                    definitions.extend(list);
                }
            });
        }
        for definition in definitions {
            let term = plain_text(&definition.term);
            let id = ids.own(&format!("term/{}", slug(&term)));
            for name in term.split([',', ';', '/']) {
                terms.add(name, &id, false);
            }
            terms.places.insert(definition.span, id);
        }
        for card in book.decks.iter().flat_map(|deck| &deck.cards) {
            let name = plain_text(&card.name);
            if terms.places.contains_key(&card.span) || name.trim().is_empty() {
                continue;
            }
            let id = ids.own(&format!("card/{}", slug(&name)));
            terms.add(&name, &id, true);
            terms.places.insert(card.span, id.clone());
            terms.cards.entry(name).or_insert(id);
        }
        for names in terms.names.values_mut() {
            names.sort_by_key(|name| std::cmp::Reverse(name.letters.len()));
        }
        terms
    }

    fn add(&mut self, name: &str, id: &str, is_card: bool) {
        let letters: Vec<char> = name.trim().chars().collect();
        if letters.len() < SHORTEST {
            return;
        }
        let first = first_word(name.trim());
        let name = TermName { letters, id: id.to_owned(), is_card };
        self.names.entry(first.to_lowercase()).or_default().push(name);
    }

    /// Returns the place of a definition or a card.
    pub fn place(&self, span: Span) -> Option<&String> {
        self.places.get(&span)
    }

    /// Returns the names in a text, in text order.
    pub fn find(&self, text: &str) -> Vec<FoundTerm> {
        let mut found: Vec<FoundTerm> = Vec::new();
        let mut before = None;
        for (at, c) in text.char_indices() {
            let begins = c.is_alphanumeric() && !before.is_some_and(char::is_alphanumeric);
            before = Some(c);
            if begins && found.last().is_none_or(|last| last.bytes.end <= at) {
                found.extend(self.name_at(text, at));
            }
        }
        found
    }

    fn name_at(&self, text: &str, at: usize) -> Option<FoundTerm> {
        let rest = &text[at..];
        let first = first_word(rest).to_lowercase();
        let single = first.strip_suffix('s').unwrap_or(&first);
        let keys = [first.as_str(), single];
        let names = keys.iter().filter_map(|key| self.names.get(*key)).flatten();
        let mut names = names.filter_map(|name| Some((name, name.length_in(rest)?)));
        let (name, length) = names.next()?;
        Some(FoundTerm { bytes: at..at + length, id: name.id.clone() })
    }
}

/// Returns the letters and digits at the beginning of a text.
fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())]
}

impl TermName {
    /// Returns the number of bytes that the name takes at the beginning of a text, with the letter of a
    /// plural.
    fn length_in(&self, text: &str) -> Option<usize> {
        let mut rest = text.char_indices();
        for letter in &self.letters {
            let (_, c) = rest.next()?;
            let is_other_case = !self.is_card && c.to_lowercase().eq(letter.to_lowercase());
            if c != *letter && !is_other_case {
                return None;
            }
        }
        let mut end = rest.offset();
        if !self.is_card && text[end..].starts_with('s') {
            end += 1;
        }
        let mut next = text[end..].chars();
        let is_whole = match next.next() {
            Some('-' | '‑') => !next.next().is_some_and(char::is_alphanumeric),
            next => !next.is_some_and(char::is_alphanumeric),
        };
        is_whole.then_some(end)
    }
}
