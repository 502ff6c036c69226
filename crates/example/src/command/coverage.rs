//! `rulepress coverage`: rules, places, lines of printed lists and exits of charts that no example reaches.

mod charts;
mod seeds;
mod table;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{CommandReport, Reached, SeededGames};
use crate::places;
use base::diagnostic::Findings;
use base::text::counted;
use rules::executor::Executor;
use rules::{CardData, Function, Module, Program, Role};

/// Name of the part with the functions that carry out the text.
const RULES: &str = "rules";
/// Name of the part with the places that functions carry out.
const PLACES: &str = "places";

/// A part of the rules: how much of it is reached, and the items that are not.
struct CoveredPart {
    name: &'static str,
    /// Name of a single item in a printed table.
    one: &'static str,
    all: usize,
    missing: Vec<MissingRule>,
}

/// An item that is not reached.
struct MissingRule {
    /// The address as readers see it: `5.5.1 step 2.1`.
    address: String,
    /// The anchor: `#activate-fails`.
    anchor: String,
    /// The module, line and name of the function: `rules/turn.star:40 bury`.
    function: String,
    /// Index in [`Program::places`] of its place, if it is in the text.
    place: Option<u32>,
    /// The records of a trace that count as reaching it.
    by: ReachedBy,
    /// The smallest seed of a game that reaches it, if one does, and the rule that was played.
    seed: Option<(u64, String)>,
}

/// The records that count as reaching an item; one of several is enough.
enum ReachedBy {
    /// These functions were entered.
    Functions(Vec<u32>),
    /// The line with this place dropped a candidate.
    Line(u32),
    /// These ways were taken.
    Ways(Vec<u32>),
    /// Nothing reaches it: no rule names the card.
    Nothing,
}

/// The rules of a book that its examples reach, and those of the rest that games reach.
pub struct Coverage<'p> {
    program: &'p Program,
    parts: Vec<CoveredPart>,
    /// None if no games were requested.
    games: Option<SoughtGames>,
    findings: Findings,
}

/// The games that were played to reach what the examples do not.
#[derive(Clone, Copy, Default)]
struct SoughtGames {
    count: u64,
    /// Number of rules that they were played by.
    rules: u32,
}

impl<'p> Coverage<'p> {
    /// Returns the rules that are missing in `reached`.
    pub fn of(program: &'p Program, reached: &Reached) -> Self {
        let effects = CoveredPart::empty("effects of cards", "Effect");
        let mut parts = vec![
            covered_functions(CoveredPart::empty(RULES, ""), program, reached, is_rule),
            covered_places(program, reached),
            covered_functions(effects, program, reached, |function| {
                matches!(function.role, Some(Role::Effect { .. }))
            }),
            covered_cards(program),
            covered_lines(program, reached),
        ];
        if charts::own_charts(program).next().is_some() {
            parts.extend(charts::covered_boxes_and_exits(program, reached));
        }
        Self { program, parts, games: None, findings: Findings::default() }
    }

    /// Plays games, and notes for every missing item the smallest seed that reaches it.
    pub fn seek(&mut self, games: &SeededGames<'_>, executor: &dyn Executor) {
        let findings = seeds::seek_seeds(&mut self.parts, games, self.program, executor);
        self.findings.0.extend(findings.0);
        let played = self.games.get_or_insert_default();
        played.count += games.games;
        played.rules += 1;
    }

    /// Returns the whole coverage as text and as data.
    pub fn report(self) -> CommandReport {
        let Self { parts, games, findings, .. } = self;
        let mut text: String = parts.iter().map(|part| format!("{}\n", part.summary())).collect();
        let lacking = parts.iter().filter(|part| !part.missing.is_empty());
        let rules = parts.iter().find(|part| part.name == RULES);
        let is_told = |part: &&CoveredPart| {
            part.name != PLACES || rules.is_none_or(|rules| !part.lists_the_same(rules))
        };
        text.extend(lacking.filter(is_told).map(|part| part_text(part, games)));
        let data = parts.iter().map(|part| {
            let missing = part.missing.iter().map(|missing| missing_data(missing, games));
            let missing: Vec<Value> = missing.collect();
            let reached = part.all - missing.len();
            let data = json!({ "all": part.all, "reached": reached, "missing": missing });
            (part.name.to_owned(), data)
        });
        CommandReport { text, json: Value::Object(data.collect()), findings }
    }
}

/// Lists the missing items of a part in columns.
fn part_text(part: &CoveredPart, games: Option<SoughtGames>) -> String {
    let addresses = part.column_width(|missing| &missing.address, 24);
    let anchors = part.column_width(|missing| &missing.anchor, 40);
    let functions = part.column_width(|missing| &missing.function, 48);
    let mut text = format!("\n{}:\n", part.heading());
    for missing in &part.missing {
        let MissingRule { address, anchor, function, .. } = missing;
        let seed = missing.seed_words(games);
        let line =
            format!("  {address:<addresses$}  {anchor:<anchors$}  {function:<functions$}  {seed}");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

impl CoveredPart {
    fn empty(name: &'static str, one: &'static str) -> Self {
        Self { name, one, all: 0, missing: Vec::new() }
    }

    /// Returns whether another part lists the same places.
    fn lists_the_same(&self, other: &Self) -> bool {
        let places = |part: &Self| -> BTreeSet<Option<u32>> {
            part.missing.iter().map(|missing| missing.place).collect()
        };
        self.missing.len() == other.missing.len() && places(self) == places(other)
    }

    fn heading(&self) -> String {
        match self.missing.iter().any(|missing| matches!(missing.by, ReachedBy::Nothing)) {
            true => format!("{} that no rule names", self.name),
            false => format!("{} that no example reaches", self.name),
        }
    }

    fn summary(&self) -> String {
        let reached = self.all - self.missing.len();
        let percent = (reached * 100).checked_div(self.all).unwrap_or(100);
        format!("{:<18} {reached} of {} ({percent} %)", self.name, self.all)
    }

    /// Returns the width of the longest cell in characters, at most `most`.
    fn column_width(&self, cell: fn(&MissingRule) -> &str, most: usize) -> usize {
        let widths = self.missing.iter().map(|missing| cell(missing).chars().count());
        widths.max().unwrap_or(0).min(most)
    }
}

impl MissingRule {
    /// Returns "seed 7", with several rules "seed 7 of #depot", or "in none of 100 games"; empty if no games
    /// were played or no game can reach it.
    fn seed_words(&self, games: Option<SoughtGames>) -> String {
        match (games, &self.seed) {
            (None, _) => String::new(),
            (Some(SoughtGames { rules: 1, .. }), Some((seed, _))) => format!("seed {seed}"),
            (Some(_), Some((seed, play))) => format!("seed {seed} of {play}"),
            (Some(_), None) if matches!(self.by, ReachedBy::Nothing) => String::new(),
            (Some(games), None) => format!("in none of {}", counted(games.count, "game")),
        }
    }
}

fn missing_data(missing: &MissingRule, games: Option<SoughtGames>) -> Value {
    let MissingRule { address, anchor, function, seed, .. } = missing;
    let mut data = json!({ "address": address, "anchor": anchor, "function": function });
    if let Some(SoughtGames { rules, .. }) = games {
        data["seed"] = json!(seed.as_ref().map(|(seed, _)| seed));
        if let (Some((_, play)), 2..) = (seed, rules) {
            data["play"] = json!(play);
        }
    }
    data
}

fn missing_function(program: &Program, index: u32, function: &Function) -> MissingRule {
    let address = function.places.first().map(|place| places::address_of(program, *place));
    MissingRule {
        address: address.unwrap_or_default(),
        anchor: match (&function.role, function.places.first()) {
            (Some(Role::Effect { card, moment }), _) => format!("{card}, {moment}"),
            (_, Some(place)) => format!("#{}", places::key_of(program, *place)),
            (_, None) => format!("function {index}"),
        },
        function: function_in_module(program, function),
        place: function.places.first().copied(),
        by: ReachedBy::Functions(vec![index]),
        seed: None,
    }
}

/// Returns the module, line and name of a function: `rules/turn.star:40 bury`.
fn function_in_module(program: &Program, function: &Function) -> String {
    let module = module_of(program, function).map_or("", |module| &module.path);
    format!("{module}:{} {}", function.line, function.name)
}

/// Returns whether a function belongs to the book itself; a book that it uses has its own examples.
fn is_own(program: &Program, function: &Function) -> bool {
    module_of(program, function).is_none_or(|module| module.book.is_empty())
}

fn module_of<'p>(program: &'p Program, function: &Function) -> Option<&'p Module> {
    program.modules.get(function.module as usize)
}

/// Returns whether a function carries out prose, and is neither the effect of a card nor the key of a line.
fn is_rule(function: &Function) -> bool {
    !function.places.is_empty() && !matches!(function.role, Some(Role::Key | Role::Effect { .. }))
}

/// Returns the part with all functions that count, and those of them that are missing.
fn covered_functions(
    part: CoveredPart,
    program: &Program,
    reached: &Reached,
    counts: impl Fn(&Function) -> bool,
) -> CoveredPart {
    let functions = (0u32..).zip(&program.functions);
    let all: Vec<(u32, &Function)> =
        functions.filter(|(_, function)| is_own(program, function) && counts(function)).collect();
    let missing = all.iter().filter(|(index, _)| !reached.functions.contains_key(index));
    let missing = missing.map(|(index, function)| missing_function(program, *index, function));
    CoveredPart { all: all.len(), missing: missing.collect(), ..part }
}

/// Returns the cards of tables in which some card has an effect. Cards without an effect that no rule names
/// are missing: they have text but do nothing.
fn covered_cards(program: &Program) -> CoveredPart {
    let mut part = CoveredPart::empty("cards", "Card");
    for data in program.data.iter().filter(|data| !data.path.starts_with('@')) {
        let name = |row: &&Vec<String>| row.first().map_or("", String::as_str).to_owned();
        let (acting, others): (Vec<_>, Vec<_>) = data.rows.iter().partition(|row| {
            let name = name(row);
            let mut roles = program.functions.iter().filter_map(|function| function.role.as_ref());
            roles.any(|role| matches!(role, Role::Effect { card, .. } if *card == name))
        });
        if !acting.is_empty() {
            let others = others.iter().filter(|row| says_something(row, &acting));
            let others: BTreeSet<String> = others.map(name).collect();
            let idle = others.iter().filter(|card| !is_named(program, card));
            part.all += acting.len() + others.len();
            part.missing.extend(idle.map(|card| missing_card(data, card)));
        }
    }
    part
}

/// Returns whether a card has words in each column in which all cards with an effect have some. A card
/// without text of its own needs no rule.
fn says_something(row: &[String], acting: &[&Vec<String>]) -> bool {
    let is_told =
        |row: &[String], column: usize| row.get(column).is_some_and(|cell| !cell.is_empty());
    (0..row.len())
        .all(|column| is_told(row, column) || !acting.iter().all(|other| is_told(other, column)))
}

/// Returns whether a rule names a card.
fn is_named(program: &Program, card: &str) -> bool {
    let named = format!("\"{card}\"");
    program.modules.iter().any(|module| module.text.contains(&named))
}

fn missing_card(data: &CardData, card: &str) -> MissingRule {
    MissingRule {
        address: data.columns.first().cloned().unwrap_or_default(),
        anchor: card.to_owned(),
        function: data.path.clone(),
        place: None,
        by: ReachedBy::Nothing,
        seed: None,
    }
}

/// Returns the places with a rule; a place is missing if none of its rules is reached.
fn covered_places(program: &Program, reached: &Reached) -> CoveredPart {
    let mut part = CoveredPart::empty(PLACES, "Rule");
    for (place, _) in (0u32..).zip(&program.places) {
        let bound = places::bound_to(program, place);
        let bound: Vec<u32> = bound
            .filter(|index| {
                let function = &program.functions[*index as usize];
                is_own(program, function) && is_rule(function)
            })
            .collect();
        part.all += usize::from(!bound.is_empty());
        if !bound.is_empty()
            && !bound.iter().any(|function| reached.functions.contains_key(function))
        {
            let function = function_in_module(program, &program.functions[bound[0] as usize]);
            part.missing.push(MissingRule {
                function,
                ..missing_at(program, place, ReachedBy::Functions(bound))
            });
        }
    }
    part
}

/// Returns a missing item at a place.
fn missing_at(program: &Program, place: u32, by: ReachedBy) -> MissingRule {
    MissingRule {
        address: places::address_of(program, place),
        anchor: format!("#{}", places::key_of(program, place)),
        function: String::new(),
        place: Some(place),
        by,
        seed: None,
    }
}

/// Returns the lines of printed lists; a line is reached when it dropped a candidate.
fn covered_lines(program: &Program, reached: &Reached) -> CoveredPart {
    let items = program.lists.iter().flat_map(|list| &list.items);
    let lines: Vec<u32> = items.map(|item| item.place).collect();
    let missing = lines.iter().copied().filter(|place| !reached.lines.contains_key(place));
    let missing = missing.map(|place| missing_at(program, place, ReachedBy::Line(place)));
    CoveredPart {
        name: "lines of lists",
        one: "Line",
        all: lines.len(),
        missing: missing.collect(),
    }
}
