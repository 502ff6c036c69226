//! Joins modules that were loaded. In: a program, and what its modules declare and define. Out: rules that
//! are ready to be played.

use std::sync::{Arc, OnceLock};

use starlark::environment::{FrozenModule, Module as Scope};
use starlark::values::list::ListRef;
use starlark::values::{FrozenValue, OwnedFrozenValue, Value};

use super::call_frames::FunctionCitation;
use super::fault::{from_error, line_fault};
use super::given::RuleParameters;
use super::loaded_rules::{BoundPlaces, BufferPool, LoadedRules, RuleIndex, SelectionList};
use super::lookup::{NumberedLookup, cell_values};
use crate::engine::trace::Fault;
use crate::engine::{
    ASIDE, ChartBox, Components, GameChart, HookTiming, TieBreaker, Zone, ZoneOrder, ZoneSight,
};
use crate::{BoxExit, BoxProgram, ChartProgram, Function, Module, Program, Role, TieBreakerList};

/// Joins the rules of a program; `loaded` are its modules, in its order.
pub fn join_rules(
    program: &Program,
    mut components: Components,
    loaded: &[FrozenModule],
) -> Result<LoadedRules, Vec<Fault>> {
    let label = |exit: &BoxExit| exit.label.clone();
    let kernel_box = |own: &BoxProgram| ChartBox {
        id: own.id.clone(),
        label: own.label.clone(),
        exits: own.exits.iter().map(label).collect(),
    };
    let kernel_chart = |chart: &ChartProgram| GameChart {
        place: chart.place,
        boxes: chart.boxes.iter().map(kernel_box).collect(),
    };
    components.charts = program.charts.iter().map(kernel_chart).collect();
    components.zones.push(aside_zone());
    let functions = find_functions(program, loaded)?;
    let (functions, cells) = freeze_values(&functions, &components)
        .map_err(|error| vec![from_error(&error, &program.modules)])?;
    let mut index = index_rules(program);
    index.lookup = NumberedLookup::new(&components, &index.effects, cells);
    Ok(LoadedRules {
        components: Arc::new(components),
        index: Arc::new(index),
        parameters: function_parameters(&functions),
        functions,
        modules: program.modules.clone(),
        defs: program.functions.clone(),
        places: bound_places(program),
        make: function_of_role(program, &Role::Make),
        made: OnceLock::new(),
        setup: function_of_role(program, &Role::Setup),
        buffers: BufferPool::default(),
    })
}

/// Returns the zone for pieces that are in no zone of the rules.
fn aside_zone() -> Zone {
    Zone {
        key: ASIDE.to_owned(),
        name: "set aside".to_owned(),
        owner: None,
        order: ZoneOrder::Pile,
        up: true,
        sight: ZoneSight::All,
        active: false,
    }
}

fn bound_places(program: &Program) -> BoundPlaces {
    let names = program.places.iter().map(|place| (place.anchor.clone(), place.section.clone()));
    let of = program.functions.iter().map(|function| function.places.clone());
    BoundPlaces { of: of.collect(), names: names.collect() }
}

fn function_of_role(program: &Program, role: &Role) -> Option<u32> {
    let at = program.functions.iter().position(|function| function.role.as_ref() == Some(role));
    at.map(|at| at as u32)
}

/// Returns the functions of all modules; `None` for a function inside another. A fault for one of those that
/// has a role.
fn find_functions(
    program: &Program,
    loaded: &[FrozenModule],
) -> Result<Vec<Option<OwnedFrozenValue>>, Vec<Fault>> {
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for function in &program.functions {
        let at = function.module as usize;
        let Some((module, loaded)) = program.modules.get(at).zip(loaded.get(at)) else {
            found.push(None);
            continue;
        };
        let value = top_level_function(function, module, loaded);
        if value.is_none() && function.role.is_some() {
            let name = &function.name;
            let message = format!("`{name}` cannot be called from outside its function");
            let hint = Some("write it at the left margin".to_owned());
            faults.push(Fault { hint, ..line_fault(module, function.line, message) });
        }
        found.push(value);
    }
    if faults.is_empty() { Ok(found) } else { Err(faults) }
}

/// Returns a function that begins at the left margin.
fn top_level_function(
    function: &Function,
    module: &Module,
    loaded: &FrozenModule,
) -> Option<OwnedFrozenValue> {
    let line = module.text.lines().nth((function.line as usize).saturating_sub(1))?;
    let value =
        if line.starts_with("def") { loaded.get_any_visibility(&function.name).ok() } else { None };
    value.map(|(value, _)| value)
}

/// Returns one list of all functions, with None for missing ones, and the cells of all cards, which live as
/// long as that list.
fn freeze_values(
    found: &[Option<OwnedFrozenValue>],
    components: &Components,
) -> starlark::Result<(OwnedFrozenValue, Vec<Vec<FrozenValue>>)> {
    Scope::with_temp_heap(|scope| {
        let heap = scope.heap();
        let access = |found: &Option<OwnedFrozenValue>| match found {
            Some(function) => heap.access_owned_frozen_value(function),
            None => Value::new_none(),
        };
        let all: Vec<Value<'_>> = found.iter().map(access).collect();
        scope.set("functions", heap.alloc(all));
        scope.set("cells", heap.alloc(cell_values(components, heap)));
        let frozen = scope.freeze()?;
        let cell = |cell: Value<'_>| cell.unpack_frozen().unwrap_or_default();
        let rows = frozen.get("cells")?;
        let rows = list_content(rows.value()).map(|row| list_content(row).map(cell).collect());
        let cells = rows.collect();
        Ok((frozen.get("functions")?, cells))
    })
}

fn list_content<'v>(list: Value<'v>) -> impl Iterator<Item = Value<'v>> {
    ListRef::from_value(list).map(ListRef::content).unwrap_or_default().iter().copied()
}

/// Returns the parameters of each function.
fn function_parameters(functions: &OwnedFrozenValue) -> Vec<RuleParameters> {
    let all = ListRef::from_value(functions.value()).map(ListRef::content).unwrap_or_default();
    all.iter().map(|function| RuleParameters::of(function.documentation())).collect()
}

/// Indexes the rules for a play.
fn index_rules(program: &Program) -> RuleIndex {
    let mut index = RuleIndex {
        reading: program.reading.clone(),
        charts: program.charts.clone(),
        citations: program.functions.iter().map(FunctionCitation::of).collect(),
        lists: program.lists.iter().map(selection_list).collect(),
        ..RuleIndex::default()
    };
    for (at, function) in program.functions.iter().enumerate() {
        index.add_function(at as u32, function);
    }
    index
}

fn selection_list(list: &TieBreakerList) -> (String, SelectionList) {
    let items = || list.items.iter();
    let tie_breakers = items().map(|item| TieBreaker { place: item.place, most: item.most });
    let keys = items().map(|item| item.function);
    let (tie_breakers, keys) = (tie_breakers.collect(), keys.collect());
    (list.anchor.clone(), SelectionList { place: list.place, tie_breakers, keys })
}

impl RuleIndex {
    /// Adds the role of a function.
    fn add_function(&mut self, at: u32, function: &Function) {
        let place = function.places.first().copied().unwrap_or(u32::MAX);
        match &function.role {
            Some(Role::Instead(event)) => {
                self.hooks.add_rule(HookTiming::Instead, event, place, at)
            }
            Some(Role::After(event)) => self.hooks.add_rule(HookTiming::After, event, place, at),
            Some(Role::Effect { card, moment }) => self.add_effect(at, card, moment),
            Some(Role::Opportunity) => self.opportunity = Some(at),
            Some(Role::Answer(question)) => drop(self.policies.insert(question.clone(), at)),
            Some(Role::Make | Role::Ready | Role::Setup | Role::Legal | Role::Key) | None => {}
        }
    }

    /// Adds the effect of a card; `after die` and `instead die` are moments that answer events.
    fn add_effect(&mut self, at: u32, card: &str, moment: &str) {
        let answered = match moment.split_once(' ') {
            Some(("after", event)) => Some((HookTiming::After, event.trim())),
            Some(("instead", event)) => Some((HookTiming::Instead, event.trim())),
            _ => None,
        };
        if let Some((timing, event)) = answered {
            self.hooks.add_effect(timing, event, card, at);
        }
        self.cards.insert(at, card.to_owned());
        self.effects.entry(card.to_owned()).or_default().insert(moment.to_owned(), at);
    }
}
