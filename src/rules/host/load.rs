//! Loads the modules of a book: checks every one, runs them in order, and keeps what they declare
//! and define.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use starlark::docs::{DocItem, DocMember};
use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, Module as Scope};
use starlark::eval::{Evaluator, FileLoader};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::typing::{AstModuleTypecheck, Interface};
use starlark::values::list::ListRef;
use starlark::values::{OwnedFrozenValue, Value};

use super::declare::Draft;
use super::frames::Cites;
use super::machine::{Book, Chain, Machine, Places};
use super::play::{Desk, draft};
use super::{
    DEEPEST_CALLS, MOST_HEAP, MOST_TICKS, ask, check, choose, columns, declare, fault, fractions,
    happen, space, stack, table, walk,
};
use crate::engine::trace::Fault;
use crate::engine::{
    ASIDE, Card, Chart, ChartBox, Components, Hooks, Moment, Order, Rule, Sight, Zone,
};
use crate::rules::{BoxProgram, ChartProgram, Constant, Module, Program, Role, constant_name};

/// What is loaded so far.
#[derive(Default)]
struct Loaded {
    /// One for each module; none where it or one that it loads is at fault.
    modules: Vec<Option<(FrozenModule, Interface)>>,
    faults: Vec<Fault>,
}

/// Loads and checks the rules.
pub(super) fn load(program: &Program) -> Result<Machine, Vec<Fault>> {
    let desk = Desk::new(drafted(program));
    let mut loaded = Loaded::default();
    for module in &program.modules {
        let result = catch_unwind(AssertUnwindSafe(|| loaded.module(program, module)));
        if let Err(panic) = result {
            loaded.faults.push(broken_down(module, panic.as_ref()));
            loaded.modules.push(None);
        }
    }
    if !loaded.faults.is_empty() {
        return Err(loaded.faults);
    }
    let parts = desk.leave().map(|draft| draft.parts).unwrap_or_default();
    let modules: Vec<FrozenModule> =
        loaded.modules.into_iter().flatten().map(|(module, _)| module).collect();
    machine(program, parts, &modules)
}

/// The box with the card data of the book and nothing else.
fn drafted(program: &Program) -> Draft {
    let mut draft = Draft::default();
    for (at, data) in program.data.iter().enumerate() {
        let (table, rows) = columns::table(&data.path, &data.columns, &data.rows);
        let first = draft.parts.cards.len() as u32;
        for cells in rows {
            let name = cells.first().map(crate::engine::Cell::text).unwrap_or_default();
            draft.parts.cards.push(Arc::new(Card::new(at as u16, &name, cells)));
        }
        draft.rows.push((first, draft.parts.cards.len() as u32 - first));
        draft.parts.tables.push(table);
    }
    columns::teach(&draft.parts.tables);
    draft
}

/// A module that broke down: no rule may do that.
fn broken_down(module: &Module, panic: &(dyn std::any::Any + Send)) -> Fault {
    let message = format!("the module can not be loaded: {}", super::run::broken(panic));
    Fault {
        module: module.path.clone(),
        line: 1,
        column: 1,
        end_column: 2,
        message,
        ..Fault::default()
    }
}

impl Loaded {
    fn module(&mut self, program: &Program, module: &Module) {
        let ast = match AstModule::parse(&module.path, module.text.clone(), &dialect()) {
            Ok(ast) => ast,
            Err(error) => return self.fault(program, module, &error),
        };
        let globals = globals(program, &module.book);
        let mut interfaces = HashMap::new();
        let mut loads = BTreeMap::new();
        for (name, at) in &module.loads {
            let Some(Some((loaded, interface))) = self.modules.get(*at as usize) else {
                return self.unloadable(&ast, module, name, *at);
            };
            interfaces.insert(name.clone(), interface.clone());
            loads.insert(name.clone(), loaded.clone());
        }
        let (errors, _, interface, _) = ast.clone().typecheck(&globals, &interfaces);
        if !errors.is_empty() {
            let faults = errors.iter().map(|error| fault::of(error, &program.modules));
            self.faults.extend(faults);
            return self.modules.push(None);
        }
        match run(ast, &globals, &module.book, &Loads(loads)) {
            Ok(frozen) => {
                let interface = check::interface(&frozen, &interface);
                let faults = check::own_values(module, &frozen, &interface, &globals, interfaces);
                let sound = faults.is_empty();
                self.faults.extend(faults.iter().map(|error| fault::of(error, &program.modules)));
                self.modules.push(sound.then_some((frozen, interface)));
            }
            Err(error) => self.fault(program, module, &error),
        }
    }

    /// A module that can not be read or run; what a limit stops tells nothing of where.
    fn fault(&mut self, program: &Program, module: &Module, error: &starlark::Error) {
        let mut fault = fault::of(error, &program.modules);
        if let Some(what) = fault::limit(error) {
            fault.message = format!("the module hit a limit: {what}");
        }
        if fault.module.is_empty() {
            fault =
                Fault { module: module.path.clone(), line: 1, column: 1, end_column: 2, ..fault };
        }
        self.faults.push(fault);
        self.modules.push(None);
    }

    /// A module that is loaded is at fault itself, or does not stand before this one.
    fn unloadable(&mut self, ast: &AstModule, module: &Module, name: &str, at: u32) {
        let known = self.modules.get(at as usize).is_some();
        if !known {
            let fault =
                Fault { message: format!("`{name}` can not be loaded here"), ..Fault::default() };
            let span =
                ast.loads().into_iter().find(|load| load.module_id == name).map(|load| load.span);
            self.faults.push(match span {
                Some(span) => fault::at(fault, &span, std::slice::from_ref(module)),
                None => Fault {
                    module: module.path.clone(),
                    line: 1,
                    column: 1,
                    end_column: 2,
                    ..fault
                },
            });
        }
        self.modules.push(None);
    }
}

/// The Starlark that modules are written in.
pub(super) fn dialect() -> Dialect {
    Dialect {
        enable_f_strings: true,
        enable_keyword_only_arguments: true,
        enable_types: DialectTypes::Enable,
        enable_load_reexport: false,
        ..Dialect::Standard
    }
}

/// What every module of a book knows: Starlark's own names, the host's, and the named values of the
/// book.
fn globals(program: &Program, book: &str) -> Globals {
    let mut globals = GlobalsBuilder::standard()
        .with(declare::declarations)
        .with(table::table_functions)
        .with(ask::asking)
        .with(choose::choosing)
        .with(happen::happening)
        .with(space::map_functions)
        .with(fractions::fraction_functions)
        .with(walk::walking)
        .with(stack::stacking);
    for (name, value) in program.values_of(book) {
        match value {
            Constant::Int(number) => globals.set(&constant_name(name), *number),
            Constant::Text(text) => globals.set(&constant_name(name), text.as_str()),
        }
    }
    globals.build()
}

/// Modules by the name under which they are loaded.
struct Loads(BTreeMap<String, FrozenModule>);

impl FileLoader for Loads {
    fn load(&self, path: &str) -> starlark::Result<FrozenModule> {
        let found = self.0.get(path).cloned();
        found.ok_or_else(|| fault::refused(format!("there is no module `{path}`"), None))
    }
}

fn run(
    ast: AstModule,
    globals: &Globals,
    book: &str,
    loads: &Loads,
) -> starlark::Result<FrozenModule> {
    draft(|draft| {
        book.clone_into(&mut draft.book);
        Ok(())
    })?;
    Scope::with_temp_heap(|scope| {
        {
            let mut eval = Evaluator::new(&scope);
            eval.set_loader(loads);
            bound(&mut eval)?;
            eval.eval_module(ast, globals)?;
        }
        Ok(scope.freeze()?)
    })
}

/// Sets the limits of what rules may use.
pub(super) fn bound(eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<()> {
    eval.set_max_callstack_size(DEEPEST_CALLS)?;
    eval.set_max_tick_count(MOST_TICKS)?;
    eval.set_max_heap_size(MOST_HEAP)?;
    Ok(())
}

/// Joins what was loaded.
fn machine(
    program: &Program,
    mut parts: Components,
    loaded: &[FrozenModule],
) -> Result<Machine, Vec<Fault>> {
    let (key, name) = (ASIDE.to_owned(), "set aside".to_owned());
    parts.charts = program.charts.iter().map(chart).collect();
    let (order, sight) = (Order::Pile, Sight::All);
    parts.zones.push(Zone { key, name, owner: None, order, up: true, sight, active: false });
    let (functions, faults) = functions(program, loaded);
    if !faults.is_empty() {
        return Err(faults);
    }
    let functions = functions.map_err(|error| vec![fault::of(&error, &program.modules)])?;
    let seats = seats(&functions);
    let role =
        |wanted: Role| program.functions.iter().position(|f| f.role.as_ref() == Some(&wanted));
    let names = program.places.iter().map(|place| (place.anchor.clone(), place.section.clone()));
    let of = program.functions.iter().map(|function| function.places.clone());
    Ok(Machine {
        parts: Arc::new(parts),
        book: Arc::new(book(program)),
        functions,
        seats,
        modules: program.modules.clone(),
        places: Places { of: of.collect(), names: names.collect() },
        make: role(Role::Make).map(|at| at as u32),
        made: OnceLock::new(),
        setup: role(Role::Setup).map(|at| at as u32),
    })
}

/// One list of all functions of all modules; None where one stands inside another.
fn functions(
    program: &Program,
    loaded: &[FrozenModule],
) -> (starlark::Result<OwnedFrozenValue>, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut found = Vec::new();
    for function in &program.functions {
        let at = function.module as usize;
        let outer = program.modules.get(at).is_some_and(|module| outermost(module, function.line));
        let value = loaded
            .get(at)
            .filter(|_| outer)
            .and_then(|module| module.get_any_visibility(&function.name).ok());
        if value.is_none() && function.role.is_some() {
            faults.push(inner(program, function.module, function.line, &function.name));
        }
        found.push(value.map(|(value, _)| value));
    }
    let list = Scope::with_temp_heap(|scope| {
        let all: Vec<Value<'_>> = found
            .iter()
            .map(|value| {
                value.as_ref().map_or(Value::new_none(), |value| {
                    scope.heap().access_owned_frozen_value(value)
                })
            })
            .collect();
        scope.set("functions", scope.heap().alloc(all));
        let frozen = scope.freeze()?;
        Ok(frozen.get("functions")?)
    });
    (list, faults)
}

/// Which functions are called with a player and nothing else.
fn seats(functions: &OwnedFrozenValue) -> Vec<bool> {
    let all = ListRef::from_value(functions.value());
    all.into_iter()
        .flat_map(|all| all.content().iter())
        .map(|function| asks_player(function.documentation()))
        .collect()
}

fn asks_player(documentation: DocItem) -> bool {
    let DocItem::Member(DocMember::Function(function)) = documentation else { return false };
    let required: Vec<String> = function
        .params
        .pos_or_named
        .into_iter()
        .filter(|own| own.default_value.is_none())
        .map(|own| own.name)
        .collect();
    required == ["player"]
}

/// A chart as the kernel tells of it.
fn chart(program: &ChartProgram) -> Chart {
    let exits = |own: &BoxProgram| own.exits.iter().map(|exit| exit.label.clone()).collect();
    let own = |own: &BoxProgram| ChartBox {
        id: own.id.clone(),
        label: own.label.clone(),
        exits: exits(own),
    };
    Chart { place: program.place, boxes: program.boxes.iter().map(own).collect() }
}

/// Whether a function begins at the left margin.
fn outermost(module: &Module, line: u32) -> bool {
    let at = (line as usize).saturating_sub(1);
    module.text.lines().nth(at).is_some_and(|text| text.starts_with("def"))
}

fn inner(program: &Program, module: u32, line: u32, name: &str) -> Fault {
    let module =
        program.modules.get(module as usize).map(|module| module.path.clone()).unwrap_or_default();
    let message = format!("`{name}` can not be called from outside the function it stands in");
    let hint = Some("write it at the left margin".to_owned());
    Fault { module, line, column: 1, end_column: 2, message, hint, ..Fault::default() }
}

/// What a play looks up about the rules.
fn book(program: &Program) -> Book {
    let mut book = Book {
        reading: program.reading.clone(),
        charts: program.charts.clone(),
        ..Book::default()
    };
    book.cites = program.functions.iter().map(Cites::of).collect();
    for (at, function) in program.functions.iter().enumerate() {
        let (at, place) = (at as u32, function.places.first().copied().unwrap_or(u32::MAX));
        match &function.role {
            Some(Role::Instead(event)) => book.hooks.rule(Moment::Instead, event, place, at),
            Some(Role::After(event)) => book.hooks.rule(Moment::After, event, place, at),
            Some(Role::Effect { card, moment }) => {
                hook_effect(&mut book.hooks, card, moment, at);
                book.cards.insert(at, card.clone());
                book.effects.entry(card.clone()).or_default().insert(moment.clone(), at);
            }
            Some(Role::Opportunity) => book.opportunity = Some(at),
            Some(Role::Answer(question)) => drop(book.policies.insert(question.clone(), at)),
            Some(Role::Make | Role::Ready | Role::Setup | Role::Key) | None => {}
        }
    }
    for list in &program.lists {
        let rules =
            list.items.iter().map(|item| Rule { place: item.place, most: item.most }).collect();
        let keys = list.items.iter().map(|item| item.function).collect();
        book.chains.insert(list.anchor.clone(), Chain { place: list.place, rules, keys });
    }
    book
}

/// `after die` and `instead die` are moments that answer events.
fn hook_effect(hooks: &mut Hooks, card: &str, moment: &str, function: u32) {
    match moment.split_once(' ') {
        Some(("after", event)) => hooks.effect(Moment::After, event.trim(), card, function),
        Some(("instead", event)) => hooks.effect(Moment::Instead, event.trim(), card, function),
        _ => {}
    }
}
