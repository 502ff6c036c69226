//! `rulepress coverage`: rules, places, lines of printed lists and exits of charts that no example
//! reaches.

mod charts;
mod seeds;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Games, Report, counted};
use crate::diagnostic::Findings;
use crate::engine::trace::Trace;
use crate::example::{Player, places};
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
struct Part {
    name: &'static str,
    all: usize,
    missing: Vec<Missing>,
}

/// Something that is not reached.
struct Missing {
    /// `5.5.1 step 2.1`
    address: String,
    /// `#activate-fails`
    anchor: String,
    /// `rules/turn.star:40 bury`
    function: String,
    /// What a trace must show to have reached it.
    by: By,
    /// The smallest seed of a game that reaches it, if one does.
    seed: Option<u64>,
}

/// What a trace must show; one of several is enough.
enum By {
    /// Functions that were entered.
    Functions(Vec<u32>),
    /// A line that dropped a candidate, by its place.
    Line(u32),
    /// Ways that were taken.
    Ways(Vec<u32>),
}

/// Lists what `reached` lacks of the rules.
pub fn coverage(program: &Program, reached: &Reached) -> Report {
    report(&parts(program, reached), None, Findings::default())
}

/// Lists what `reached` lacks of the rules, each with the smallest seed of those games that reaches
/// it.
pub fn coverage_by_games(
    program: &Program,
    reached: &Reached,
    games: &Games<'_>,
    player: &Player<'_>,
) -> Report {
    let (mut parts, mut findings) = (parts(program, reached), Findings::default());
    seeds::seek(&mut parts, games, program, player, &mut findings);
    report(&parts, Some(games.games), findings)
}

fn parts(program: &Program, reached: &Reached) -> Vec<Part> {
    let mut parts = vec![
        rules(program, reached),
        steps(program, reached),
        effects(program, reached),
        lines(program, reached),
    ];
    if charts::charts(program).next().is_some() {
        parts.extend(charts::parts(program, reached));
    }
    parts
}

fn report(parts: &[Part], games: Option<u64>, findings: Findings) -> Report {
    let mut text: String = parts.iter().map(|part| format!("{}\n", summary(part))).collect();
    for part in parts.iter().filter(|part| !part.missing.is_empty()) {
        text += &format!("\n{} that no example reaches:\n", part.name);
        let width = |cell: fn(&Missing) -> &str, most: usize| {
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
            let Missing { address, anchor, function, seed, .. } = missing;
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
    let all = parts.iter().map(|part| (part.name.to_owned(), data(part, games)));
    Report { text, json: Value::Object(all.collect::<serde_json::Map<_, _>>()), findings }
}

fn summary(part: &Part) -> String {
    let reached = part.all - part.missing.len();
    let percent = (reached * 100).checked_div(part.all).unwrap_or(100);
    format!("{:<18} {reached} of {} ({percent} %)", part.name, part.all)
}

fn data(part: &Part, games: Option<u64>) -> Value {
    let one = |missing: &Missing| {
        let Missing { address, anchor, function, seed, .. } = missing;
        let mut one = json!({ "address": address, "anchor": anchor, "function": function });
        if games.is_some() {
            one["seed"] = json!(seed);
        }
        one
    };
    let missing: Vec<Value> = part.missing.iter().map(one).collect();
    json!({ "all": part.all, "reached": part.all - missing.len(), "missing": missing })
}

fn of_function(program: &Program, index: u32, function: &Function) -> Missing {
    let module =
        program.modules.get(function.module as usize).map_or("", |module| module.path.as_str());
    let place = function.places.first();
    Missing {
        address: place.map_or_else(String::new, |place| places::address(program, *place)),
        anchor: match (&function.role, place) {
            (Some(Role::Effect { card, moment }), _) => format!("{card}, {moment}"),
            (_, Some(place)) => format!("#{}", places::key(program, *place)),
            _ => format!("function {index}"),
        },
        function: format!("{module}:{} {}", function.line, function.name),
        by: By::Functions(vec![index]),
        seed: None,
    }
}

/// Whether a function is one of the rules' own book; a book that it uses has its own examples.
fn own(program: &Program, function: &Function) -> bool {
    program.modules.get(function.module as usize).is_none_or(|module| module.book.is_empty())
}

fn part(
    name: &'static str,
    program: &Program,
    reached: &Reached,
    counts: impl Fn(&Function) -> bool,
) -> Part {
    let all = (0u32..).zip(&program.functions).filter(|(_, f)| own(program, f) && counts(f));
    let all: Vec<(u32, &Function)> = all.collect();
    let missing = all.iter().filter(|(index, _)| !reached.functions.contains(index));
    Part {
        name,
        all: all.len(),
        missing: missing.map(|(index, f)| of_function(program, *index, f)).collect(),
    }
}

/// Functions bound to places, without those of cards and of printed lines.
fn rules(program: &Program, reached: &Reached) -> Part {
    let rule = |f: &Function| {
        !f.places.is_empty() && !matches!(f.role, Some(Role::Key | Role::Effect { .. }))
    };
    part("rules", program, reached, rule)
}

fn effects(program: &Program, reached: &Reached) -> Part {
    part("effects of cards", program, reached, |f: &Function| {
        matches!(f.role, Some(Role::Effect { .. }))
    })
}

/// Places with a rule, none of which is reached.
fn steps(program: &Program, reached: &Reached) -> Part {
    let mut part = Part { name: "places", all: 0, missing: Vec::new() };
    for (place, _) in (0u32..).zip(&program.places) {
        let rule = |index: &u32| {
            let function = &program.functions[*index as usize];
            own(program, function)
                && !matches!(function.role, Some(Role::Key | Role::Effect { .. }))
        };
        let bound: Vec<u32> = places::bound_to(program, place).filter(rule).collect();
        let Some(first) = bound.first() else { continue };
        part.all += 1;
        if !bound.iter().any(|index| reached.functions.contains(index)) {
            let function =
                of_function(program, *first, &program.functions[*first as usize]).function;
            let anchor = format!("#{}", places::key(program, place));
            let address = places::address(program, place);
            part.missing.push(Missing {
                address,
                anchor,
                function,
                by: By::Functions(bound),
                seed: None,
            });
        }
    }
    part
}

/// Lines of printed lists; one is reached when it dropped a candidate.
fn lines(program: &Program, reached: &Reached) -> Part {
    let items: Vec<_> = program.lists.iter().flat_map(|list| &list.items).collect();
    let missing =
        items.iter().filter(|item| !reached.lines.contains(&item.place)).map(|item| Missing {
            address: places::address(program, item.place),
            anchor: format!("#{}", places::key(program, item.place)),
            function: String::new(),
            by: By::Line(item.place),
            seed: None,
        });
    Part { name: "lines of lists", all: items.len(), missing: missing.collect() }
}
