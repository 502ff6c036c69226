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

use super::call_frames::FunctionCitation;
use super::context::{LoadGuard, with_declarations};
use super::declare::Declarations;
use super::loaded_rules::{BoundPlaces, LoadedRules, RuleIndex, SelectionList};
use super::{
    DEEPEST_CALLS, MOST_HEAP, MOST_TICKS, ask, choose, columns, declare, fault, fractions, happen,
    space, stack, table, typecheck, walk,
};
use crate::engine::trace::Fault;
use crate::engine::{
    ASIDE, ChartBox, Components, GameCard, GameChart, HookTiming, Hooks, TieBreaker, Zone,
    ZoneOrder, ZoneSight,
};
use crate::rules::executor::{Death, LastSign, panic_words};
use crate::rules::{BoxProgram, ChartProgram, Constant, Module, Program, Role, constant_name};

/// What is loaded so far.
#[derive(Default)]
struct ModuleLoader {
    /// One for each module; none where it or one that it loads is at fault.
    modules: Vec<Option<(FrozenModule, Interface)>>,
    faults: Vec<Fault>,
}

/// Loads and checks the rules.
pub(super) fn load_modules(program: &Program) -> Result<LoadedRules, Vec<Fault>> {
    let desk = LoadGuard::new(declare_card_data(program));
    let mut loaded = ModuleLoader::default();
    for module in &program.modules {
        let result = catch_unwind(AssertUnwindSafe(|| loaded.load_module(program, module)));
        if let Err(panic) = result {
            loaded.faults.push(load_panic_fault(module, panic.as_ref()));
            loaded.modules.push(None);
        }
    }
    if !loaded.faults.is_empty() {
        return Err(loaded.faults);
    }
    let parts = desk.leave().map(|draft| draft.parts).unwrap_or_default();
    let modules: Vec<FrozenModule> =
        loaded.modules.into_iter().flatten().map(|(module, _)| module).collect();
    join_rules(program, parts, &modules)
}

/// The box with the card data of the book and nothing else.
fn declare_card_data(program: &Program) -> Declarations {
    let mut draft = Declarations::default();
    for (at, data) in program.data.iter().enumerate() {
        let (table, rows) = columns::read_card_table(&data.path, &data.columns, &data.rows);
        let first = draft.parts.cards.len() as u32;
        for cells in rows {
            let name = cells.first().map(crate::engine::CardCell::text).unwrap_or_default();
            draft.parts.cards.push(Arc::new(GameCard::new(at as u16, &name, cells)));
        }
        draft.rows.push((first, draft.parts.cards.len() as u32 - first));
        draft.parts.tables.push(table);
    }
    columns::remember_columns(&draft.parts.tables);
    draft
}

/// A module that broke down: no rule may do that.
fn load_panic_fault(module: &Module, panic: &(dyn std::any::Any + Send)) -> Fault {
    let death = Death::of(LastSign::Words(&panic_words(panic)));
    let message = format!("the module cannot be loaded: {}", death.words());
    Fault {
        module: module.path.clone(),
        line: 1,
        column: 1,
        end_column: 2,
        message,
        ..Fault::default()
    }
}

impl ModuleLoader {
    fn load_module(&mut self, program: &Program, module: &Module) {
        let ast = match AstModule::parse(&module.path, module.text.clone(), &rules_dialect()) {
            Ok(ast) => ast,
            Err(error) => return self.add_fault(program, module, &error),
        };
        let globals = module_globals(program, &module.book);
        let mut interfaces = HashMap::new();
        let mut loads = BTreeMap::new();
        for (name, at) in &module.loads {
            let Some(Some((loaded, interface))) = self.modules.get(*at as usize) else {
                return self.add_load_fault(&ast, module, name, *at);
            };
            interfaces.insert(name.clone(), interface.clone());
            loads.insert(name.clone(), loaded.clone());
        }
        let (errors, _, interface, _) = ast.clone().typecheck(&globals, &interfaces);
        if !errors.is_empty() {
            let faults = errors.iter().map(|error| fault::from_error(error, &program.modules));
            self.faults.extend(faults);
            return self.modules.push(None);
        }
        match run_module(ast, &globals, &module.book, &ModuleLoads(loads)) {
            Ok(frozen) => {
                let interface = typecheck::module_interface(&frozen, &interface);
                let faults =
                    typecheck::check_own_values(module, &frozen, &interface, &globals, interfaces);
                let sound = faults.is_empty();
                self.faults
                    .extend(faults.iter().map(|error| fault::from_error(error, &program.modules)));
                self.modules.push(sound.then_some((frozen, interface)));
            }
            Err(error) => self.add_fault(program, module, &error),
        }
    }

    /// A module that can not be read or run; what a limit stops tells nothing of where.
    fn add_fault(&mut self, program: &Program, module: &Module, error: &starlark::Error) {
        let mut fault = fault::from_error(error, &program.modules);
        if let Some(what) = fault::exceeded_limit(error) {
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
    fn add_load_fault(&mut self, ast: &AstModule, module: &Module, name: &str, at: u32) {
        let known = self.modules.get(at as usize).is_some();
        if !known {
            let fault =
                Fault { message: format!("`{name}` can not be loaded here"), ..Fault::default() };
            let span =
                ast.loads().into_iter().find(|load| load.module_id == name).map(|load| load.span);
            self.faults.push(match span {
                Some(span) => fault::locate_fault(fault, &span, std::slice::from_ref(module)),
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
pub(super) fn rules_dialect() -> Dialect {
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
fn module_globals(program: &Program, book: &str) -> Globals {
    let mut globals = GlobalsBuilder::standard()
        .with(declare::declaration_functions)
        .with(table::table_functions)
        .with(ask::ask_functions)
        .with(choose::choice_functions)
        .with(happen::event_functions)
        .with(space::map_functions)
        .with(fractions::fraction_functions)
        .with(walk::walk_functions)
        .with(stack::stack_functions);
    for (name, value) in program.values_of(book) {
        match value {
            Constant::Int(number) => globals.set(&constant_name(name), *number),
            Constant::Text(text) => globals.set(&constant_name(name), text.as_str()),
        }
    }
    globals.build()
}

/// Modules by the name under which they are loaded.
struct ModuleLoads(BTreeMap<String, FrozenModule>);

impl FileLoader for ModuleLoads {
    fn load(&self, path: &str) -> starlark::Result<FrozenModule> {
        let found = self.0.get(path).cloned();
        found.ok_or_else(|| fault::rules_error(format!("there is no module `{path}`"), None))
    }
}

fn run_module(
    ast: AstModule,
    globals: &Globals,
    book: &str,
    loads: &ModuleLoads,
) -> starlark::Result<FrozenModule> {
    with_declarations(|draft| {
        book.clone_into(&mut draft.book);
        Ok(())
    })?;
    Scope::with_temp_heap(|scope| {
        {
            let mut eval = Evaluator::new(&scope);
            eval.set_loader(loads);
            set_limits(&mut eval)?;
            eval.eval_module(ast, globals)?;
        }
        Ok(scope.freeze()?)
    })
}

/// Sets the limits of what rules may use.
pub(super) fn set_limits(eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<()> {
    eval.set_max_callstack_size(DEEPEST_CALLS)?;
    eval.set_max_tick_count(MOST_TICKS)?;
    eval.set_max_heap_size(MOST_HEAP)?;
    Ok(())
}

/// Joins what was loaded.
fn join_rules(
    program: &Program,
    mut parts: Components,
    loaded: &[FrozenModule],
) -> Result<LoadedRules, Vec<Fault>> {
    let (key, name) = (ASIDE.to_owned(), "set aside".to_owned());
    parts.charts = program.charts.iter().map(kernel_chart).collect();
    let (order, sight) = (ZoneOrder::Pile, ZoneSight::All);
    parts.zones.push(Zone { key, name, owner: None, order, up: true, sight, active: false });
    let (functions, faults) = collect_functions(program, loaded);
    if !faults.is_empty() {
        return Err(faults);
    }
    let functions = functions.map_err(|error| vec![fault::from_error(&error, &program.modules)])?;
    let seats = player_functions(&functions);
    let role =
        |wanted: Role| program.functions.iter().position(|f| f.role.as_ref() == Some(&wanted));
    let names = program.places.iter().map(|place| (place.anchor.clone(), place.section.clone()));
    let of = program.functions.iter().map(|function| function.places.clone());
    Ok(LoadedRules {
        parts: Arc::new(parts),
        book: Arc::new(index_rules(program)),
        functions,
        seats,
        modules: program.modules.clone(),
        places: BoundPlaces { of: of.collect(), names: names.collect() },
        make: role(Role::Make).map(|at| at as u32),
        made: OnceLock::new(),
        setup: role(Role::Setup).map(|at| at as u32),
    })
}

/// One list of all functions of all modules; None where one stands inside another.
fn collect_functions(
    program: &Program,
    loaded: &[FrozenModule],
) -> (starlark::Result<OwnedFrozenValue>, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut found = Vec::new();
    for function in &program.functions {
        let at = function.module as usize;
        let outer =
            program.modules.get(at).is_some_and(|module| is_top_level(module, function.line));
        let value = loaded
            .get(at)
            .filter(|_| outer)
            .and_then(|module| module.get_any_visibility(&function.name).ok());
        if value.is_none() && function.role.is_some() {
            faults.push(nested_function_fault(
                program,
                function.module,
                function.line,
                &function.name,
            ));
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
fn player_functions(functions: &OwnedFrozenValue) -> Vec<bool> {
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
fn kernel_chart(program: &ChartProgram) -> GameChart {
    let exits = |own: &BoxProgram| own.exits.iter().map(|exit| exit.label.clone()).collect();
    let own = |own: &BoxProgram| ChartBox {
        id: own.id.clone(),
        label: own.label.clone(),
        exits: exits(own),
    };
    GameChart { place: program.place, boxes: program.boxes.iter().map(own).collect() }
}

/// Whether a function begins at the left margin.
fn is_top_level(module: &Module, line: u32) -> bool {
    let at = (line as usize).saturating_sub(1);
    module.text.lines().nth(at).is_some_and(|text| text.starts_with("def"))
}

fn nested_function_fault(program: &Program, module: u32, line: u32, name: &str) -> Fault {
    let module =
        program.modules.get(module as usize).map(|module| module.path.clone()).unwrap_or_default();
    let message = format!("`{name}` can not be called from outside the function it stands in");
    let hint = Some("write it at the left margin".to_owned());
    Fault { module, line, column: 1, end_column: 2, message, hint, ..Fault::default() }
}

/// What a play looks up about the rules.
fn index_rules(program: &Program) -> RuleIndex {
    let mut book = RuleIndex {
        reading: program.reading.clone(),
        charts: program.charts.clone(),
        ..RuleIndex::default()
    };
    book.cites = program.functions.iter().map(FunctionCitation::of).collect();
    for (at, function) in program.functions.iter().enumerate() {
        let (at, place) = (at as u32, function.places.first().copied().unwrap_or(u32::MAX));
        match &function.role {
            Some(Role::Instead(event)) => {
                book.hooks.add_rule(HookTiming::Instead, event, place, at)
            }
            Some(Role::After(event)) => book.hooks.add_rule(HookTiming::After, event, place, at),
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
        let rules = list
            .items
            .iter()
            .map(|item| TieBreaker { place: item.place, most: item.most })
            .collect();
        let keys = list.items.iter().map(|item| item.function).collect();
        book.chains.insert(list.anchor.clone(), SelectionList { place: list.place, rules, keys });
    }
    book
}

/// `after die` and `instead die` are moments that answer events.
fn hook_effect(hooks: &mut Hooks, card: &str, moment: &str, function: u32) {
    match moment.split_once(' ') {
        Some(("after", event)) => hooks.add_effect(HookTiming::After, event.trim(), card, function),
        Some(("instead", event)) => {
            hooks.add_effect(HookTiming::Instead, event.trim(), card, function)
        }
        _ => {}
    }
}
