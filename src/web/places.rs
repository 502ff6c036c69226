//! The index of a book's pages. In: the words of each place. Out: a list that the page searches: one entry
//! for each section, numbered rule, term, card, chart and example.

use serde_json::{Value, json};

/// Maximum text of a place that is searched, in bytes.
const MOST_TEXT: usize = 4_000;

/// Kind of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceKind {
    /// A section with the text under its title.
    Section,
    /// A numbered step or item, or a paragraph with a name.
    Rule,
    /// A term and its meaning.
    Term,
    /// A card of a deck.
    Card,
    /// A decided question.
    Ruling,
    /// A flowchart.
    Chart,
    /// An example that was played.
    Example,
}

impl PlaceKind {
    /// Returns its name on the page.
    fn word(self) -> &'static str {
        match self {
            Self::Section => "Section",
            Self::Rule => "Rule",
            Self::Term => "Term",
            Self::Card => "Card",
            Self::Ruling => "Ruling",
            Self::Chart => "Chart",
            Self::Example => "Example",
        }
    }
}

/// A place that can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its name in the page.
    pub id: String,
    /// The number that readers cite; may be empty.
    pub number: String,
    pub title: String,
    pub kind: PlaceKind,
    pub text: String,
}

/// The places of a page, in its order.
#[derive(Debug, Default)]
pub struct PageIndex {
    places: Vec<Place>,
    /// The open places, the innermost last.
    open: Vec<usize>,
}

impl PageIndex {
    /// Opens a place inside the open one.
    pub fn open(&mut self, place: Place) {
        self.open.push(self.places.len());
        self.places.push(place);
    }

    /// Closes the place that was opened last.
    pub fn close(&mut self) {
        self.open.pop();
    }

    /// Opens a section, and closes all open places.
    pub fn open_section(&mut self, place: Place) {
        self.open.clear();
        self.open(place);
    }

    /// Returns the innermost open place.
    pub fn here(&self) -> Option<&Place> {
        self.places.get(*self.open.last()?)
    }

    /// Adds words to the innermost open place.
    pub fn say(&mut self, words: &str) {
        let Some(place) = self.open.last().and_then(|at| self.places.get_mut(*at)) else { return };
        for word in words.split_whitespace() {
            if place.text.len() >= MOST_TEXT {
                return;
            }
            if !place.text.is_empty() {
                place.text.push(' ');
            }
            place.text.push_str(word);
        }
    }

    /// Returns the list as data for a script element: `[id, number, title, kind, text]` for each place.
    pub fn json(&self) -> String {
        let entry = |place: &Place| -> Value {
            json!([place.id, place.number, place.title, place.kind.word(), place.text])
        };
        script_json(&Value::Array(self.places.iter().map(entry).collect()))
    }
}

/// Writes data as text that neither ends a script element nor begins a comment in it.
pub fn script_json(value: &Value) -> String {
    let text = value.to_string();
    text.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
