//! A sentence in parts, so that it can be printed, linked and drawn, and its citation.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::places;
use rules::Program;
use rules::engine::trace::{NamedSubject, NamedVisibility, TraceRecord};

/// A sentence; the first letter is a capital, the last character ends it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Sentence {
    /// Its parts, with the blanks between them.
    pub parts: Vec<SentencePart>,
}

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "part")]
pub enum SentencePart {
    /// Plain words.
    Words {
        /// As printed.
        text: String,
    },
    /// A piece; its name is empty if the reader does not know it.
    Piece {
        /// The piece.
        thing: NamedSubject,
        /// As printed: its name, or "a face-down card".
        text: String,
    },
    /// A zone.
    Zone {
        /// Key of the zone: `automa.hand`.
        key: String,
        /// As printed: "its Graveyard".
        text: String,
    },
    /// A player.
    Player {
        /// Name of the player.
        name: String,
        /// As printed: "the Automa".
        text: String,
    },
    /// A whole number.
    Number {
        /// The number.
        number: i64,
    },
}

impl fmt::Display for SentencePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_card_name() { "*" } else { "" };
        write!(f, "{mark}{}{mark}", self.printed_text())
    }
}

impl SentencePart {
    /// Returns whether the part is the name of a piece, which stays as it is.
    pub fn is_card_name(&self) -> bool {
        matches!(self, Self::Piece { thing, .. } if thing.seen)
    }

    /// Returns the part as printed.
    pub fn printed_text(&self) -> Cow<'_, str> {
        match self {
            Self::Words { text }
            | Self::Piece { text, .. }
            | Self::Zone { text, .. }
            | Self::Player { text, .. } => text.into(),
            Self::Number { number } => number.to_string().into(),
        }
    }

    /// Makes the first letter a capital, but not that of a name.
    fn capitalize(&mut self) {
        match self {
            Self::Piece { thing, .. } if thing.seen => {}
            Self::Words { text }
            | Self::Piece { text, .. }
            | Self::Zone { text, .. }
            | Self::Player { text, .. } => capitalize_first(text),
            Self::Number { .. } => {}
        }
    }
}

/// Writes Markdown: names of cards are emphasised.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| write!(f, "{part}"))
    }
}

impl Sentence {
    /// Returns the words without marks.
    pub fn plain_words(&self) -> String {
        self.parts.iter().map(SentencePart::printed_text).collect()
    }

    /// Makes the first letter a capital, unless the sentence begins with a name, and joins adjacent words.
    pub fn finished(parts: Vec<SentencePart>) -> Self {
        let mut parts = joined_words(parts);
        if let Some(first) = parts.first_mut() {
            first.capitalize();
        }
        Self { parts }
    }
}

/// Drops empty words, and joins adjacent words to one part.
fn joined_words(parts: Vec<SentencePart>) -> Vec<SentencePart> {
    let mut joined: Vec<SentencePart> = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (_, SentencePart::Words { text }) if text.is_empty() => {}
            (Some(SentencePart::Words { text }), SentencePart::Words { text: more }) => {
                text.push_str(&more)
            }
            (_, part) => joined.push(part),
        }
    }
    joined
}

/// Makes the first letter a capital; brackets and quotes may come before it.
fn capitalize_first(text: &mut String) {
    if let Some((at, first)) = text.char_indices().find(|(_, c)| c.is_alphanumeric()) {
        text.replace_range(at..at + first.len_utf8(), &String::from_iter(first.to_uppercase()));
    }
}

/// The rule that a sentence follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The address as readers see it: `5.5.1 step 2.1`.
    pub address: String,
    /// The anchor that a link leads to, of the place or of its section.
    pub anchor: String,
    /// Title of the section.
    pub title: String,
    /// Title of the book, if it is another one.
    pub book: Option<String>,
    /// The card whose effect is carried out.
    pub effect: Option<String>,
    /// Rulings on which the rule rests.
    #[serde(skip)]
    pub rulings: Vec<CitedRuling>,
}

/// A ruling that is cited along with a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedRuling {
    /// The address as readers see it: `8.2 a`.
    pub address: String,
    /// The anchor that a link leads to.
    pub anchor: String,
}

impl Citation {
    /// Returns the citation of a record, if it cites anything.
    pub fn of(record: &TraceRecord, program: &Program) -> Option<Self> {
        let index = record.place?;
        let place = program.places.get(index as usize)?;
        let hidden = super::slots::hidden_names(record);
        let cited = |index: u32| CitedRuling {
            address: places::address_of(program, index),
            anchor: program.places[index as usize].anchor.clone().unwrap_or_default(),
        };
        Some(Self {
            address: places::address_of(program, index),
            anchor: place.anchor.as_ref().unwrap_or(&place.section).to_owned(),
            title: place.title.clone(),
            book: place.book.clone(),
            effect: record.effect.clone().filter(|card| !hidden.contains(card.as_str())),
            rulings: places::rulings_of(program, index).into_iter().map(cited).collect(),
        })
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.effect {
            Some(card) => write!(f, "*{card}*, {}", self.address)?,
            None => f.write_str(&self.address)?,
        }
        self.rulings.iter().try_for_each(|ruling| write!(f, ", {}", ruling.address))
    }
}

/// Returns whether the reader may know the name of a thing of a record.
pub fn is_name_known(record: &TraceRecord, thing: &NamedSubject) -> bool {
    thing.seen && record.seen != NamedVisibility::Nobody
}
