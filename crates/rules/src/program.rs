//! The checked rules of a book: modules, functions, places, lists, values and data. It is all that
//! the playing needs, and what the child process gets.

mod chart;

use serde::{Deserialize, Serialize};

pub use chart::{BoxExit, BoxProgram, ChartLead, ChartProgram};
pub use chart::{label_head, normal_answer};

use base::source::{SourceId, Span};

/// Everything a play needs to know of a book; made by [`super::load_program`].
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// Title of the text that is played and cited.
    pub book: String,
    /// The reading in force, such as `corrected` or `document`.
    pub reading: String,
    /// Every module stands behind the modules it loads.
    pub modules: Vec<Module>,
    /// Every `def` of every module, bound or not, in the order of the modules and of their text.
    pub functions: Vec<Function>,
    /// What can be cited: first the places of the text itself, in reading order, then those of
    /// other books.
    pub places: Vec<ProsePlace>,
    /// Tie-breaker lists whose lines have keys.
    pub lists: Vec<TieBreakerList>,
    /// Charts that rules walk through, in the order of the modules.
    pub charts: Vec<ChartProgram>,
    /// Named values by name; those of a used book as `@grand-archive/draw`.
    pub values: Vec<(String, Constant)>,
    /// Card data by path as `cards()` names it.
    pub data: Vec<CardData>,
    /// What binds functions to places, in the order of the modules and of their text.
    pub bindings: Vec<Binding>,
}

/// A Starlark module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// `rules/turn.star`; of a used book `@grand-archive/table.star`.
    pub path: String,
    /// Folder of the used book it belongs to; empty for the rules' own book.
    pub book: String,
    /// What is run: the text with a call of `_enter` in each function, line by line as the author
    /// wrote it.
    pub text: String,
    /// The text as the author wrote it.
    pub source: SourceId,
    /// What each `load()` names, as written, and the module that is meant.
    pub loads: Vec<(String, u32)>,
    /// What was put into `text`, in the order of the text.
    pub inserted: Vec<Insertion>,
}

/// Characters that were put into the text of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insertion {
    /// Line, from 1.
    pub line: u32,
    /// Column of the first inserted character in the changed text, from 1.
    pub column: u32,
    /// How many characters.
    pub length: u32,
}

/// A `def`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Index in [`Program::modules`].
    pub module: u32,
    /// Its name.
    pub name: String,
    /// Line of `def`, from 1.
    pub line: u32,
    /// The places it carries out, as indices in [`Program::places`]; a citation is the first.
    pub places: Vec<u32>,
    /// What it is besides a rule.
    pub role: Option<Role>,
}

/// What a function is besides a rule that stands in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Makes the pieces of the game.
    Make,
    /// Lays out what a position is put on: `#@ ready`.
    Ready,
    /// Sets the game up.
    Setup,
    /// Says what is wrong with a position: `#@ legal`.
    Legal,
    /// Carries out the row of a card.
    Effect {
        /// The card, as the first column of its data names it.
        card: String,
        /// `enter`, `after die`, `instead die`.
        moment: String,
    },
    /// Takes the place of an event.
    Instead(String),
    /// Follows an event.
    After(String),
    /// Asks a player who has the opportunity to respond.
    Opportunity,
    /// Answers the question of these words.
    Answer(String),
    /// Gives the number that a line of a tie-breaker list compares.
    Key,
}

/// A place that can be cited.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProsePlace {
    /// Anchor of the heading it stands under, without `#`.
    pub section: String,
    /// `2.1`, `c`, `2:1` for step 1 of the second list, `2.a` for a letter below a step; empty when
    /// it is no item.
    pub step: String,
    /// Its own anchor, without `#`; of a heading the same as `section`.
    pub anchor: Option<String>,
    /// What readers see: `5.6.1 step 2.1`.
    pub address: String,
    /// Title of the section.
    pub title: String,
    /// Its words, without those of the items and sections below it.
    pub text: String,
    /// Anchors of the places of the text to which its words link, without `#`; of items only.
    pub links: Vec<String>,
    /// Where it stands.
    pub span: Span,
    /// Title of the book it stands in, when that is not the text that is played.
    pub book: Option<String>,
}

/// A tie-breaker list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TieBreakerList {
    /// How `pick` names it, without `#`: an anchor of the rules' own book.
    pub anchor: String,
    /// Index in [`Program::places`]; a place with [`ProsePlace::book`] where the text that is played has
    /// none.
    pub place: u32,
    /// Its lines in printed order.
    pub items: Vec<TieBreakerItem>,
}

/// A line of a tie-breaker list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TieBreakerItem {
    /// Index in [`Program::places`].
    pub place: u32,
    /// Index in [`Program::functions`] of its key.
    pub function: u32,
    /// The most is best, or the least.
    pub most: bool,
}

/// A named value of the prose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Constant {
    /// A whole number.
    Int(i64),
    /// Other words.
    Text(String),
}

/// The rows of a data file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardData {
    /// `cards.csv`, below the folder of the book; of a used book `@grand-archive/cards.csv`.
    pub path: String,
    /// Names of the columns as written.
    pub columns: Vec<String>,
    /// Rows with one cell for each column.
    pub rows: Vec<Vec<String>>,
}

/// What a `#@` line says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    /// Index in [`Program::functions`].
    pub function: u32,
    /// How [`super::lock`] names it: `#activate-fails`, `#activate-cards/2.1`, `cards.csv/Dream
    /// Fairy`.
    pub key: String,
    /// Index in [`Program::places`]; none for the row of a card.
    pub place: Option<u32>,
    /// The words that must stand there.
    pub words: Vec<String>,
    /// The bound sentences, with `{=name}` in place of named values.
    pub sentence: String,
    /// Hash of the tokens of the function.
    pub hash: u64,
    /// The words of the `#@` line.
    pub span: Span,
}

impl Program {
    /// The place of this anchor in the text that is played.
    pub fn place(&self, anchor: &str) -> Option<u32> {
        let at = self
            .places
            .iter()
            .position(|p| p.book.is_none() && p.anchor.as_deref() == Some(anchor));
        at.and_then(|at| u32::try_from(at).ok())
    }

    /// The named values that modules of `book` know, by name; `book` as in [`Module::book`].
    pub fn values_of<'a>(&'a self, book: &'a str) -> impl Iterator<Item = (&'a str, &'a Constant)> {
        // A value of another book is called `@book/name`.
        let split = |name: &'a str| {
            name.strip_prefix('@').and_then(|rest| rest.split_once('/')).unwrap_or(("", name))
        };
        let values = self.values.iter().map(move |(name, value)| (split(name), value));
        let own = values.filter(move |((owner, _), _)| *owner == book);
        own.map(|((_, name), value)| (name, value))
    }

    /// The same rules, whose functions do not tell that they are entered: quicker to play, but
    /// nothing is cited, and nobody knows which functions were reached.
    pub fn without_entries(&self) -> Self {
        let modules = self.modules.iter().map(Module::without_entries).collect();
        Self { modules, ..self.clone() }
    }
}

impl Function {
    /// Notes that it carries out a place.
    pub fn carry_out(&mut self, place: u32) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

impl Module {
    /// The author's column of a column in the changed text; both count characters from 1.
    pub fn column(&self, line: u32, column: u32) -> u32 {
        let before = self.inserted.iter().filter(|i| i.line == line && i.column < column);
        let cut: u32 = before.map(|i| i.length.min(column - i.column)).sum();
        column - cut
    }

    /// The module as its author wrote it.
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

/// The attribute by which rules know a column: `Reserve cost` is `reserve_cost`.
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

/// The constant by which rules know a named value: `first-hand` is `FIRST_HAND`.
pub fn constant_name(value: &str) -> String {
    column_name(value).to_uppercase()
}
