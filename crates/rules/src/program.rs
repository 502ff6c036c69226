//! The checked rules of a book: modules, functions, places, lists, values and data. This is all that playing
//! needs, and all that the child process gets.

mod chart;

use serde::{Deserialize, Serialize};

pub use chart::{BoxExit, BoxProgram, ChartLead, ChartProgram};
pub use chart::{label_head, normal_answer};

use base::source::{SourceId, Span};

/// Everything that a play needs of a book; made by [`super::load_program`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// Title of the text that is played and cited.
    pub book: String,
    /// The reading in force, such as `corrected` or `document`.
    pub reading: String,
    /// Modules, each after the modules that it loads.
    pub modules: Vec<Module>,
    /// Every `def` of every module, bound or not, in the order of the modules and of their text.
    pub functions: Vec<Function>,
    /// Places that can be cited: first those of the text itself, in reading order, then those of other books.
    pub places: Vec<ProsePlace>,
    /// Tie-breaker lists whose lines have keys.
    pub lists: Vec<TieBreakerList>,
    /// Charts that rules walk through, in the order of the modules.
    pub charts: Vec<ChartProgram>,
    /// Named values by name; those of a used book as `@grand-archive/draw`.
    pub values: Vec<(String, Constant)>,
    /// Card data by path, as `cards()` names it.
    pub data: Vec<CardData>,
    /// Bindings of functions to places, in the order of the modules and of their text.
    pub bindings: Vec<Binding>,
}

/// A Starlark module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// `rules/turn.star`; of a used book `@grand-archive/table.star`.
    pub path: String,
    /// Folder of the used book that has the module; empty for the rules' own book.
    pub book: String,
    /// Text to run: the author's text, line by line, with a call of `_enter` in each function.
    pub text: String,
    /// Text as the author wrote it.
    pub source: SourceId,
    /// Module that each `load()` names, with the name as written.
    pub loads: Vec<(String, u32)>,
    /// Insertions into `text`, in the order of the text.
    pub inserted: Vec<Insertion>,
}

/// Characters that were put into the text of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insertion {
    /// Line, from 1.
    pub line: u32,
    /// Column of the first inserted character in the changed text, from 1.
    pub column: u32,
    /// Number of characters.
    pub length: u32,
}

/// A `def`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Index in [`Program::modules`].
    pub module: u32,
    /// Name of the function.
    pub name: String,
    /// Line of `def`, from 1.
    pub line: u32,
    /// Places that the function carries out, as indices in [`Program::places`]; the first is cited.
    pub places: Vec<u32>,
    /// Role of a function that is more than a rule.
    pub role: Option<Role>,
}

/// Role of a function, apart from carrying out a rule of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Makes the pieces of the game.
    Make,
    /// Lays out the table before a position is put on it: `#@ ready`.
    Ready,
    /// Sets the game up.
    Setup,
    /// Returns the faults of a position: `#@ legal`.
    Legal,
    /// Carries out the row of a card.
    Effect {
        /// Name of the card, as in the first column of its data.
        card: String,
        /// Moment of the effect, such as `enter`, `after die` or `instead die`.
        moment: String,
    },
    /// Takes the place of an event.
    Instead(String),
    /// Follows an event.
    After(String),
    /// Asks a player who has the opportunity to respond.
    Opportunity,
    /// Answers the question with these words.
    Answer(String),
    /// Returns the number that a line of a tie-breaker list compares.
    Key,
}

/// A place that can be cited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProsePlace {
    /// Anchor of the heading above it, without `#`.
    pub section: String,
    /// Step path: `2.1`, `c`, `2:1` for step 1 of the second list, `2.a` for a letter below a step. Empty if
    /// the place is no item.
    pub step: String,
    /// Its own anchor, without `#`; for a heading, the same as `section`.
    pub anchor: Option<String>,
    /// Address that readers see, such as `5.6.1 step 2.1`.
    pub address: String,
    /// Title of the section.
    pub title: String,
    /// Words of the place, without those of the items and sections below it.
    pub text: String,
    /// For items: anchors of the places that its words link to, without `#`.
    pub links: Vec<String>,
    /// Span of the place.
    pub span: Span,
    /// Title of its book, unless it is the played text.
    pub book: Option<String>,
}

/// A tie-breaker list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TieBreakerList {
    /// Name for `pick`, without `#`: an anchor of the rules' own book.
    pub anchor: String,
    /// Index in [`Program::places`]; a place with [`ProsePlace::book`] if the played text has none.
    pub place: u32,
    /// Lines in printed order.
    pub items: Vec<TieBreakerItem>,
}

/// A line of a tie-breaker list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TieBreakerItem {
    /// Index in [`Program::places`].
    pub place: u32,
    /// Function that returns its key; index in [`Program::functions`].
    pub function: u32,
    /// True if the most is best, false if the least is.
    pub most: bool,
}

/// A named value of the prose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Constant {
    /// A whole number.
    Int(i64),
    /// Any other text.
    Text(String),
}

/// The rows of a data file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardData {
    /// Path below the folder of the book, such as `cards.csv`; of a used book `@grand-archive/cards.csv`.
    pub path: String,
    /// Names of the columns as written.
    pub columns: Vec<String>,
    /// Rows, each with one cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// Binding of a function by a `#@` line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    /// Index in [`Program::functions`].
    pub function: u32,
    /// Key in [`super::lock`], such as `#activate-fails`, `#activate-cards/2.1` or `cards.csv/Dream Fairy`.
    pub key: String,
    /// Index in [`Program::places`]; `None` for the row of a card.
    pub place: Option<u32>,
    /// Words that must be at the place.
    pub words: Vec<String>,
    /// The bound sentences, with `{=name}` in place of named values.
    pub sentence: String,
    /// Hash of the tokens of the function.
    pub hash: u64,
    /// Span of the words of the `#@` line.
    pub span: Span,
}

impl Program {
    /// Returns the place of this anchor in the played text.
    pub fn place(&self, anchor: &str) -> Option<u32> {
        let at = self
            .places
            .iter()
            .position(|p| p.book.is_none() && p.anchor.as_deref() == Some(anchor));
        at.and_then(|at| u32::try_from(at).ok())
    }

    /// Returns the named values that modules of `book` know, by name; `book` as in [`Module::book`].
    pub fn values_of<'a>(&'a self, book: &'a str) -> impl Iterator<Item = (&'a str, &'a Constant)> {
        // A value of another book is called `@book/name`.
        let split = |name: &'a str| {
            name.strip_prefix('@').and_then(|rest| rest.split_once('/')).unwrap_or(("", name))
        };
        let values = self.values.iter().map(move |(name, value)| (split(name), value));
        let own = values.filter(move |((owner, _), _)| *owner == book);
        own.map(|((_, name), value)| (name, value))
    }

    /// Returns the same rules without records of entered functions. They play quicker, but cite no rules and
    /// report no reached functions.
    pub fn without_entries(&self) -> Self {
        let modules = self.modules.iter().map(Module::without_entries).collect();
        Self { modules, ..self.clone() }
    }
}

impl Function {
    /// Adds a place that the function carries out.
    pub fn carry_out(&mut self, place: u32) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

impl Module {
    /// Converts a column of the changed text to a column of the author's text; both count characters from 1.
    pub fn column(&self, line: u32, column: u32) -> u32 {
        let before = self.inserted.iter().filter(|i| i.line == line && i.column < column);
        let cut: u32 = before.map(|i| i.length.min(column - i.column)).sum();
        column - cut
    }

    /// Returns the module as its author wrote it.
    fn without_entries(&self) -> Self {
        let lines = (1..).zip(self.text.split_inclusive('\n'));
        let mut text = String::new();
        for (number, line) in lines {
            let inserted: Vec<_> = self.inserted.iter().filter(|i| i.line == number).collect();
            let is_inserted = |column: u32| {
                inserted.iter().any(|i| (i.column..i.column + i.length).contains(&column))
            };
            let written = (1..).zip(line.chars()).filter(|(column, _)| !is_inserted(*column));
            text.extend(written.map(|(_, c)| c));
        }
        Self { text, inserted: Vec::new(), ..self.clone() }
    }
}

/// Returns the attribute that rules use for a column: `Reserve cost` is `reserve_cost`.
pub fn column_name(column: &str) -> String {
    let mut name = String::new();
    for c in column.trim().chars() {
        match c {
            c if c.is_alphanumeric() => name.extend(c.to_lowercase()),
            _ if !name.is_empty() && !name.ends_with('_') => name.push('_'),
            _ => {}
        }
    }
    name.truncate(name.trim_end_matches('_').len());
    name
}

/// Returns the constant that rules use for a named value: `first-hand` is `FIRST_HAND`.
pub fn constant_name(value: &str) -> String {
    column_name(value).to_uppercase()
}
