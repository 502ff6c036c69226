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
use crate::rules::{Function, Program, Role};

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
    player: &dyn Executor,
) -> CommandReport {
    let (mut parts, mut findings) = (covered_parts(program, reached), Findings::default());
    seeds::seek_seeds(&mut parts, games, program, player, &mut findings);
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
    let mut text: String = parts.iter().map(|part| format!("{}\n", part_summary(part))).collect();
    for part in parts.iter().filter(|part| !part.missing.is_empty()) {
        text += &format!("\n{} that no example reaches:\n", part.name);
        let width = |cell: fn(&MissingRule) -> &str, most: usize| {
            part.missing
                .iter()
                .map(|missing| cell(missing).chars().count())
                .max()
                .unwrap_or(0)
                .min(most)
        };
        let addresses = width(|missing| &missing.address, 24);
        let anchors = width(|missing| &missing.anchor, 40);
        let functions = width(|missing| &missing.function, 48);
        for missing in &part.missing {
            let MissingRule { address, anchor, function, seed, .. } = missing;
            let seed = match (games, seed) {
                (None, _) => String::new(),
                (Some(_), Some(seed)) => format!("seed {seed}"),
                (Some(games), None) => format!("in none of {}", counted(games, "game")),
            };
            let line = format!(
                "  {address:<addresses$}  {anchor:<anchors$}  {function:<functions$}  {seed}"
            );
            text += line.trim_end();
            text.push('\n');
        }
    }
    let all = parts.iter().map(|part| (part.name.to_owned(), part_data(part, games)));
    CommandReport { text, json: Value::Object(all.collect::<serde_json::Map<_, _>>()), findings }
}

fn part_summary(part: &CoveredPart) -> String {
    let reached = part.all - part.missing.len();
    let percent = (reached * 100).checked_div(part.all).unwrap_or(100);
    format!("{:<18} {reached} of {} ({percent} %)", part.name, part.all)
}

fn part_data(part: &CoveredPart, games: Option<u64>) -> Value {
    let one = |missing: &MissingRule| {
        let MissingRule { address, anchor, function, seed, .. } = missing;
        let mut one = json!({ "address": address, "anchor": anchor, "function": function });
        if games.is_some() {
            one["seed"] = json!(seed);
        }
        one
    };
    let missing: Vec<Value> = part.missing.iter().map(one).collect();
    json!({ "all": part.all, "reached": part.all - missing.len(), "missing": missing })
}

fn missing_function(program: &Program, index: u32, function: &Function) -> MissingRule {
    let module =
        program.modules.get(function.module as usize).map_or("", |module| module.path.as_str());
    let place = function.places.first();
    MissingRule {
        address: place.map_or_else(String::new, |place| places::address_of(program, *place)),
        anchor: match (&function.role, place) {
            (Some(Role::Effect { card, moment }), _) => format!("{card}, {moment}"),
            (_, Some(place)) => format!("#{}", places::key_of(program, *place)),
            _ => format!("function {index}"),
        },
        function: format!("{module}:{} {}", function.line, function.name),
        by: ReachedBy::Functions(vec![index]),
        seed: None,
    }
}

/// Whether a function is one of the rules' own book; a book that it uses has its own examples.
fn is_own(program: &Program, function: &Function) -> bool {
    program.modules.get(function.module as usize).is_none_or(|module| module.book.is_empty())
}

fn covered_functions(
    name: &'static str,
    program: &Program,
    reached: &Reached,
    counts: impl Fn(&Function) -> bool,
) -> CoveredPart {
    let all = (0u32..).zip(&program.functions).filter(|(_, f)| is_own(program, f) && counts(f));
    let all: Vec<(u32, &Function)> = all.collect();
    let missing = all.iter().filter(|(index, _)| !reached.functions.contains(index));
    CoveredPart {
        name,
        all: all.len(),
        missing: missing.map(|(index, f)| missing_function(program, *index, f)).collect(),
    }
}

/// Functions bound to places, without those of cards and of printed lines.
fn covered_rules(program: &Program, reached: &Reached) -> CoveredPart {
    let rule = |f: &Function| {
        !f.places.is_empty() && !matches!(f.role, Some(Role::Key | Role::Effect { .. }))
    };
    covered_functions("rules", program, reached, rule)
}

fn covered_effects(program: &Program, reached: &Reached) -> CoveredPart {
    covered_functions("effects of cards", program, reached, |f: &Function| {
        matches!(f.role, Some(Role::Effect { .. }))
    })
}

/// Places with a rule, none of which is reached.
fn covered_places(program: &Program, reached: &Reached) -> CoveredPart {
    let mut part = CoveredPart { name: "places", all: 0, missing: Vec::new() };
    for (place, _) in (0u32..).zip(&program.places) {
        let rule = |index: &u32| {
            let function = &program.functions[*index as usize];
            is_own(program, function)
                && !matches!(function.role, Some(Role::Key | Role::Effect { .. }))
        };
        let bound: Vec<u32> = places::bound_to(program, place).filter(rule).collect();
        let Some(first) = bound.first() else { continue };
        part.all += 1;
        if !bound.iter().any(|index| reached.functions.contains(index)) {
            let function =
                missing_function(program, *first, &program.functions[*first as usize]).function;
            let anchor = format!("#{}", places::key_of(program, place));
            let address = places::address_of(program, place);
            part.missing.push(MissingRule {
                address,
                anchor,
                function,
                by: ReachedBy::Functions(bound),
                seed: None,
            });
        }
    }
    part
}

/// Lines of printed lists; one is reached when it dropped a candidate.
fn covered_lines(program: &Program, reached: &Reached) -> CoveredPart {
    let items: Vec<_> = program.lists.iter().flat_map(|list| &list.items).collect();
    let missing =
        items.iter().filter(|item| !reached.lines.contains(&item.place)).map(|item| MissingRule {
            address: places::address_of(program, item.place),
            anchor: format!("#{}", places::key_of(program, item.place)),
            function: String::new(),
            by: ReachedBy::Line(item.place),
            seed: None,
        });
    CoveredPart { name: "lines of lists", all: items.len(), missing: missing.collect() }
}
