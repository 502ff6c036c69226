//! `rulepress coverage`: rules, places, lines of printed lists and exits of charts that no example
//! reaches.

mod charts;
mod seeds;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{CommandReport, SeededGames, counted};
use crate::diagnostic::Findings;
use crate::engine::trace::Trace;
use crate::example::places;
use crate::rules::executor::Executor;
use crate::rules::{Function, Module, Program, Role};

/// What some traces reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    functions: BTreeSet<u32>,
    lines: BTreeSet<u32>,
    ways: BTreeSet<u32>,
}

impl Reached {
    /// Adds what a trace reaches.
    pub fn add(&mut self, trace: &Trace) {
        self.functions.extend(&trace.reached);
        self.lines.extend(&trace.lines);
        self.ways.extend(&trace.walked);
    }
}

/// A part of the rules: how much of it is reached, and what is not.
struct CoveredPart {
    name: &'static str,
    all: usize,
    missing: Vec<MissingRule>,
}

/// Something that is not reached.
struct MissingRule {
    /// `5.5.1 step 2.1`
    address: String,
    /// `#activate-fails`
    anchor: String,
    /// `rules/turn.star:40 bury`
    function: String,
    /// What a trace must show to have reached it.
    by: ReachedBy,
    /// The smallest seed of a game that reaches it, if one does.
    seed: Option<u64>,
}

/// What a trace must show; one of several is enough.
enum ReachedBy {
    /// Functions that were entered.
    Functions(Vec<u32>),
    /// A line that dropped a candidate, by its place.
    Line(u32),
    /// Ways that were taken.
    Ways(Vec<u32>),
}

/// Lists what `reached` lacks of the rules.
pub fn report_coverage(program: &Program, reached: &Reached) -> CommandReport {
    coverage_report(&covered_parts(program, reached), None, Findings::default())
}

/// Lists what `reached` lacks of the rules, each with the smallest seed of those games that reaches
/// it.
pub fn report_coverage_by_games(
    program: &Program,
    reached: &Reached,
    games: &SeededGames<'_>,
    executor: &dyn Executor,
) -> CommandReport {
    let (mut parts, mut findings) = (covered_parts(program, reached), Findings::default());
    seeds::seek_seeds(&mut parts, games, (program, executor), &mut findings);
    coverage_report(&parts, Some(games.games), findings)
}

fn covered_parts(program: &Program, reached: &Reached) -> Vec<CoveredPart> {
    let mut parts = vec![
        covered_rules(program, reached),
        covered_places(program, reached),
        covered_effects(program, reached),
        covered_lines(program, reached),
    ];
    if charts::own_charts(program).next().is_some() {
        parts.extend(charts::covered_boxes_and_exits(program, reached));
    }
    parts
}

fn coverage_report(parts: &[CoveredPart], games: Option<u64>, findings: Findings) -> CommandReport {
    let mut text: String = parts.iter().map(|part| format!("{}\n", part.summary())).collect();
    text.extend(parts.iter().filter(|part| !part.missing.is_empty()).map(|p| part_text(p, games)));
    let data = parts.iter().map(|part| (part.name.to_owned(), part_data(part, games)));
    CommandReport { text, json: Value::Object(data.collect()), findings }
}

/// What of a part is missing, in columns.
fn part_text(part: &CoveredPart, games: Option<u64>) -> String {
    let addresses = part.column_width(|missing| &missing.address, 24);
    let anchors = part.column_width(|missing| &missing.anchor, 40);
    let functions = part.column_width(|missing| &missing.function, 48);
    let mut text = format!("\n{} that no example reaches:\n", part.name);
    for MissingRule { address, anchor, function, seed, .. } in &part.missing {
        let seed = seed_words(*seed, games);
        let line =
            format!("  {address:<addresses$}  {anchor:<anchors$}  {function:<functions$}  {seed}");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

impl CoveredPart {
    fn empty(name: &'static str) -> Self {
        Self { name, all: 0, missing: Vec::new() }
    }

    fn summary(&self) -> String {
        let reached = self.all - self.missing.len();
        let percent = (reached * 100).checked_div(self.all).unwrap_or(100);
        format!("{:<18} {reached} of {} ({percent} %)", self.name, self.all)
    }

    /// The width of the longest cell in characters, but not above `most`.
    fn column_width(&self, cell: fn(&MissingRule) -> &str, most: usize) -> usize {
        let widths = self.missing.iter().map(|missing| cell(missing).chars().count());
        widths.max().unwrap_or(0).min(most)
    }
}

/// "seed 7", or "in none of 100 games"; nothing where no games were played.
fn seed_words(seed: Option<u64>, games: Option<u64>) -> String {
    match (games, seed) {
        (None, _) => String::new(),
        (Some(_), Some(seed)) => format!("seed {seed}"),
        (Some(games), None) => format!("in none of {}", counted(games, "game")),
    }
}

fn part_data(part: &CoveredPart, games: Option<u64>) -> Value {
    let missing = part.missing.iter().map(|missing| missing_data(missing, games.is_some()));
    let missing: Vec<Value> = missing.collect();
    json!({ "all": part.all, "reached": part.all - missing.len(), "missing": missing })
}

fn missing_data(missing: &MissingRule, with_seed: bool) -> Value {
    let MissingRule { address, anchor, function, seed, .. } = missing;
    let mut data = json!({ "address": address, "anchor": anchor, "function": function });
    if with_seed {
        data["seed"] = json!(seed);
    }
    data
}

fn missing_function(program: &Program, index: u32, function: &Function) -> MissingRule {
    let address = function.places.first().map(|place| places::address_of(program, *place));
    MissingRule {
        address: address.unwrap_or_default(),
        anchor: function_anchor(program, index, function),
        function: function_in_module(program, function),
        by: ReachedBy::Functions(vec![index]),
        seed: None,
    }
}

/// Where a function is bound: "Weaponsmith, enter" or `#activate-fails`.
fn function_anchor(program: &Program, index: u32, function: &Function) -> String {
    match (&function.role, function.places.first()) {
        (Some(Role::Effect { card, moment }), _) => format!("{card}, {moment}"),
        (_, Some(place)) => format!("#{}", places::key_of(program, *place)),
        (_, None) => format!("function {index}"),
    }
}

/// `rules/turn.star:40 bury`
fn function_in_module(program: &Program, function: &Function) -> String {
    let module = module_of(program, function).map_or("", |module| &module.path);
    format!("{module}:{} {}", function.line, function.name)
}

/// Whether a function is one of the rules' own book; a book that it uses has its own examples.
fn is_own(program: &Program, function: &Function) -> bool {
    module_of(program, function).is_none_or(|module| module.book.is_empty())
}

fn module_of<'p>(program: &'p Program, function: &Function) -> Option<&'p Module> {
    program.modules.get(function.module as usize)
}

/// Whether a function carries out prose, and is neither the effect of a card nor the key of a line.
fn is_rule(function: &Function) -> bool {
    !function.places.is_empty() && !matches!(function.role, Some(Role::Key | Role::Effect { .. }))
}

fn is_effect(function: &Function) -> bool {
    matches!(function.role, Some(Role::Effect { .. }))
}

fn covered_functions(
    name: &'static str,
    program: &Program,
    reached: &Reached,
    counts: impl Fn(&Function) -> bool,
) -> CoveredPart {
    let functions = (0u32..).zip(&program.functions);
    let all: Vec<(u32, &Function)> =
        functions.filter(|(_, function)| is_own(program, function) && counts(function)).collect();
    let missing = all.iter().filter(|(index, _)| !reached.functions.contains(index));
    let missing = missing.map(|(index, function)| missing_function(program, *index, function));
    CoveredPart { name, all: all.len(), missing: missing.collect() }
}

/// Functions bound to places, without those of cards and of printed lines.
fn covered_rules(program: &Program, reached: &Reached) -> CoveredPart {
    covered_functions("rules", program, reached, is_rule)
}

fn covered_effects(program: &Program, reached: &Reached) -> CoveredPart {
    covered_functions("effects of cards", program, reached, is_effect)
}

/// Places with a rule, none of which is reached.
fn covered_places(program: &Program, reached: &Reached) -> CoveredPart {
    let mut part = CoveredPart::empty("places");
    for (place, _) in (0u32..).zip(&program.places) {
        let bound = places::bound_to(program, place);
        let bound: Vec<u32> = bound.filter(|index| is_own_rule(program, *index)).collect();
        part.all += usize::from(!bound.is_empty());
        if !bound.is_empty() && reached.functions.is_disjoint(&bound.iter().copied().collect()) {
            part.missing.push(missing_place(program, place, bound));
        }
    }
    part
}

fn is_own_rule(program: &Program, index: u32) -> bool {
    let function = &program.functions[index as usize];
    is_own(program, function) && is_rule(function)
}

/// A place and the functions that are bound to it, of which there is at least one.
fn missing_place(program: &Program, place: u32, bound: Vec<u32>) -> MissingRule {
    let function = function_in_module(program, &program.functions[bound[0] as usize]);
    MissingRule { function, ..missing_at(program, place, ReachedBy::Functions(bound)) }
}

/// A place where nothing is reached.
fn missing_at(program: &Program, place: u32, by: ReachedBy) -> MissingRule {
    MissingRule {
        address: places::address_of(program, place),
        anchor: format!("#{}", places::key_of(program, place)),
        function: String::new(),
        by,
        seed: None,
    }
}

/// Lines of printed lists; one is reached when it dropped a candidate.
fn covered_lines(program: &Program, reached: &Reached) -> CoveredPart {
    let items = program.lists.iter().flat_map(|list| &list.items);
    let lines: Vec<u32> = items.map(|item| item.place).collect();
    let missing = lines.iter().copied().filter(|place| !reached.lines.contains(place));
    let missing = missing.map(|place| missing_at(program, place, ReachedBy::Line(place)));
    CoveredPart { name: "lines of lists", all: lines.len(), missing: missing.collect() }
}
