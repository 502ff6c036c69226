//! The parts of a book that no game reached. In: the rules, and the counts of many games. Out: functions,
//! lines of lists, exits of charts, effects of cards and rows of data that none used.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::TextPlace;
use super::holders::function_words;
use super::passages::excerpt;
use super::places::BookText;
use super::tally::HealthTally;
use example::command::Reached;
use example::places::address_of;
use rules::{CardData, Function, Program, Role};

/// Games must name at least one in this many rows of a table; fewer names may come up by chance.
const LEAST_NAMED: usize = 5;

/// The parts of a book that no game reached.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Unused {
    /// Rules: passages whose functions no game entered.
    pub rules: UnusedPart,
    /// Effects of cards that never took place.
    pub effects: UnusedPart,
    /// Lines of tie-breaker lists that never decided.
    pub lines: UnusedPart,
    /// Exits of charts that were never taken.
    pub exits: UnusedPart,
    /// Tables with some rows that games name, and the rows that none named.
    pub tables: Vec<UnusedRows>,
}

/// One kind of part.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct UnusedPart {
    /// Number of parts of this kind.
    pub all: usize,
    /// Those that no game reached.
    pub unused: Vec<UnusedThing>,
}

/// A part that no game reached.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnusedThing {
    /// Its name: `5.6.1 step 2`, or the name of a card.
    pub name: String,
    /// Its first words, or its effect.
    pub words: String,
    /// The function: `rules/turn.star:40 bury`; empty if there is none.
    pub function: String,
    /// Its place, if it is in the text.
    pub place: Option<TextPlace>,
    /// True if an example of the book shows it.
    pub shown: bool,
}

/// A table of data with some rows that games name.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnusedRows {
    /// Its file: `cards.csv`.
    pub table: String,
    /// Number of names in it.
    pub all: usize,
    /// The names that came up in no game.
    pub unused: Vec<String>,
}

/// A search for the parts that games did not reach.
pub struct UnusedFinder<'a> {
    /// The rules that were played.
    pub program: &'a Program,
    /// The book of these rules.
    pub book: &'a BookText<'a>,
    /// The games.
    pub tally: &'a HealthTally,
    /// The places and functions that the examples of the book reach.
    pub shown: &'a Reached,
}

impl UnusedFinder<'_> {
    /// Returns everything that no game reached.
    pub fn find(&self) -> Unused {
        Unused {
            rules: self.rules(),
            effects: self.effects(),
            lines: self.lines(),
            exits: self.exits(),
            tables: self.tables(),
        }
    }

    /// Returns the part at a place of the text.
    fn at(&self, place: u32, function: String, shown: bool) -> UnusedThing {
        let found = &self.program.places[place as usize];
        let own = found.book.is_none();
        UnusedThing {
            name: address_of(self.program, place),
            words: excerpt(if found.text.is_empty() { &found.title } else { &found.text }),
            function,
            place: own.then(|| self.book.place(found.span)),
            shown,
        }
    }

    /// Returns the functions of the rules' own book with their indices.
    fn own_functions(&self) -> impl Iterator<Item = (u32, &Function)> {
        (0u32..).zip(&self.program.functions).filter(|(_, function)| {
            let module = self.program.modules.get(function.module as usize);
            module.is_none_or(|module| module.book.is_empty())
        })
    }

    /// Returns the functions that carry out the text, one for each place; neither effects nor keys of lines.
    fn rules(&self) -> UnusedPart {
        let is_rule = |role: &Option<Role>| {
            !matches!(role, Some(Role::Key | Role::Effect { .. } | Role::Legal | Role::Ready))
        };
        let mut part = UnusedPart::default();
        for (index, function) in self.own_functions().filter(|(_, one)| is_rule(&one.role)) {
            let own = function
                .places
                .iter()
                .find(|place| self.program.places[**place as usize].book.is_none());
            let Some(place) = own else { continue };
            part.all += 1;
            if !self.tally.reach.functions.contains_key(&index) {
                let shown = self.shown.functions.contains_key(&index);
                part.unused.push(self.at(*place, function_words(self.program, index), shown));
            }
        }
        part
    }

    fn effects(&self) -> UnusedPart {
        let mut part = UnusedPart::default();
        for (index, function) in self.own_functions() {
            let Some(Role::Effect { card, moment }) = &function.role else { continue };
            part.all += 1;
            if !self.tally.reach.functions.contains_key(&index) {
                part.unused.push(UnusedThing {
                    name: card.clone(),
                    words: moment.clone(),
                    function: function_words(self.program, index),
                    place: None,
                    shown: self.shown.functions.contains_key(&index),
                });
            }
        }
        part
    }

    fn lines(&self) -> UnusedPart {
        let mut part = UnusedPart::default();
        let lists = self.program.lists.iter();
        let lists = lists.filter(|list| self.program.places[list.place as usize].book.is_none());
        for item in lists.flat_map(|list| &list.items) {
            part.all += 1;
            if !self.tally.reach.lines.contains_key(&item.place) {
                let shown = self.shown.lines.contains_key(&item.place);
                let function = function_words(self.program, item.function);
                part.unused.push(self.at(item.place, function, shown));
            }
        }
        part
    }

    fn exits(&self) -> UnusedPart {
        let mut part = UnusedPart::default();
        let charts = self.program.charts.iter();
        let charts =
            charts.filter(|chart| self.program.places[chart.place as usize].book.is_none());
        for own in charts.flat_map(|chart| &chart.boxes).filter(|own| own.exits.len() > 1) {
            for (way, exit) in (own.way..).zip(&own.exits) {
                part.all += 1;
                if !self.tally.reach.ways.contains_key(&way) {
                    let thing =
                        self.at(own.place, String::new(), self.shown.ways.contains_key(&way));
                    let words = format!("{}: {}", thing.words, exit.label);
                    part.unused.push(UnusedThing { words, ..thing });
                }
            }
        }
        part
    }

    /// Returns the rows that no game named, of tables that rules read and of which games name enough rows:
    /// games say nothing about other tables. Spaces of maps are left out.
    fn tables(&self) -> Vec<UnusedRows> {
        let all = (0u16..).zip(&self.program.data);
        let own = all.filter(|(nth, data)| {
            !data.path.starts_with('@') && !self.tally.maps.contains(nth) && self.is_read(data)
        });
        let judged =
            own.filter_map(|(_, data)| {
                let names = names_of(data);
                let unused = names.iter().filter(|name| !self.tally.names.contains_key(**name));
                let unused: Vec<String> = unused.map(|name| (*name).to_owned()).collect();
                let all = names.len();
                (!unused.is_empty() && (all - unused.len()) * LEAST_NAMED >= all)
                    .then(|| UnusedRows { table: data.path.clone(), all, unused })
            });
        judged.collect()
    }

    /// True if a module of the rules' own book names the table.
    fn is_read(&self, data: &CardData) -> bool {
        let named = format!("\"{}\"", data.path);
        let own = self.program.modules.iter().filter(|module| module.book.is_empty());
        own.into_iter().any(|module| module.text.contains(&named))
    }
}

/// Returns the names of the rows of a table, each once, in table order.
fn names_of(data: &CardData) -> Vec<&str> {
    let mut known = BTreeSet::new();
    let names = data.rows.iter().filter_map(|row| row.first()).map(String::as_str);
    names.filter(|name| !name.is_empty() && known.insert(*name)).collect()
}
