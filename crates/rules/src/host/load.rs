//! Loads the modules of a book: checks and runs them in order. In: a program. Out: the declarations and
//! functions of the modules, or all their faults.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::Arc;

use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, Module as Scope};
use starlark::eval::{Evaluator, FileLoader};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::typing::Interface;

use super::context::{ContextGuard, RulesContext, in_context, with_declarations};
use super::declare::{self, Declarations};
use super::fault::{BREAKDOWN_HINT, exceeded_limit, from_error, line_fault, locate_fault};
use super::join::join_rules;
use super::loaded_rules::LoadedRules;
use super::safe_check::{ModuleChecker, blamed_statement};
use super::{
    DEEPEST_CALLS, MOST_HEAP, MOST_TICKS, ask, choose, columns, fault, fractions, grid, happen,
    record, seats, space, stack, table, typecheck, walk,
};
use crate::engine::trace::Fault;
use crate::engine::{CardCell, Components, GameCard};
use crate::executor::{Death, LastSign};
use crate::{CardData, Constant, Module, Program, constant_name};
pub use base::diagnostic::panic_words;

/// Loads and checks the rules.
pub fn load_modules(program: &Program) -> Result<LoadedRules, Vec<Fault>> {
    let declarations = Box::new(declare_card_data(&program.data));
    let guard = ContextGuard::enter(RulesContext::Loading(declarations));
    let books: BTreeSet<&str> = program.modules.iter().map(|own| own.book.as_str()).collect();
    let globals = books.into_iter().map(|book| (book, module_globals(program, book))).collect();
    let mut loader = ModuleLoader { program, globals, modules: Vec::new(), faults: Vec::new() };
    for module in &program.modules {
        let result = catch_unwind(AssertUnwindSafe(|| loader.load_module(module)));
        let broken =
            |panic: Box<dyn Any + Send>| Err(vec![loader.panic_fault(module, panic.as_ref())]);
        let loaded = result.unwrap_or_else(broken);
        loader.add(loaded);
    }
    if !loader.faults.is_empty() {
        return Err(loader.faults);
    }
    let modules: Vec<FrozenModule> =
        loader.modules.into_iter().flatten().map(|(module, _)| module).collect();
    join_rules(program, declared_components(guard), &modules)
}

fn declared_components(guard: ContextGuard) -> Components {
    let mut context = guard.leave();
    let declared = context.declarations().expect("only its guard ends the loading");
    std::mem::take(&mut declared.components)
}

/// Declares the card data of the book and nothing else.
fn declare_card_data(data: &[CardData]) -> Declarations {
    let mut declared = Declarations::default();
    for (at, data) in data.iter().enumerate() {
        let (table, rows) = columns::read_card_table(&data.path, &data.columns, &data.rows);
        let cards = &mut declared.components.cards;
        declared.table_cards.push((cards.len() as u32, rows.len() as u32));
        cards.extend(rows.into_iter().map(|cells| {
            let name = cells.first().map(CardCell::text).unwrap_or_default();
            Arc::new(GameCard::new(at as u16, &name, cells))
        }));
        declared.components.tables.push(table);
    }
    declared.columns = columns::column_types(&declared.components.tables);
    declared
}

/// A module that was run, and its interface for other modules.
type LoadedModule = (FrozenModule, Interface);

/// Modules loaded so far.
struct ModuleLoader<'p> {
    program: &'p Program,
    /// Global names of the modules of each book.
    globals: BTreeMap<&'p str, Globals>,
    /// Loaded modules, one for each; `None` for a module that is at fault or loads one that is.
    modules: Vec<Option<LoadedModule>>,
    faults: Vec<Fault>,
}

impl ModuleLoader<'_> {
    fn add(&mut self, loaded: Result<LoadedModule, Vec<Fault>>) {
        match loaded {
            Ok(module) => self.modules.push(Some(module)),
            Err(faults) => {
                self.faults.extend(faults);
                self.modules.push(None);
            }
        }
    }

    /// Parses, checks and runs a module. A module that loads a faulty one fails without a fault of its own.
    fn load_module(&self, module: &Module) -> Result<LoadedModule, Vec<Fault>> {
        let ast = AstModule::parse(&module.path, module.text.clone(), &rules_dialect());
        let ast = ast.map_err(|error| vec![self.module_fault(module, &error)])?;
        let globals = &self.globals[module.book.as_str()];
        let (loads, interfaces) = self.loads_of(module, &ast)?;
        let checker = ModuleChecker { module, globals, interfaces: &interfaces };
        let (errors, inferred) = checker.check(&ast).map_err(|fault| vec![*fault])?;
        self.check(&errors)?;
        let frozen = run_module(ast, globals, &module.book, &loads)
            .map_err(|error| vec![self.module_fault(module, &error)])?;
        let interface = typecheck::module_interface(&frozen, &inferred);
        self.check(&typecheck::check_own_values(module, &frozen, &interface, globals, interfaces))?;
        Ok((frozen, interface))
    }

    /// Returns the fault of a module on which the host or the starlark crate panics, at the statement that
    /// causes the panic.
    fn panic_fault(&self, module: &Module, panic: &(dyn Any + Send)) -> Fault {
        let death = Death::of(LastSign::Words(&panic_words(panic)));
        let parse =
            |text: &str| AstModule::parse(&module.path, text.to_owned(), &rules_dialect()).ok();
        let breaks = |text: &str| {
            let Some(ast) = parse(text) else { return false };
            let Ok((loads, _)) = self.loads_of(module, &ast) else { return false };
            let globals = &self.globals[module.book.as_str()];
            let run = || run_module(ast, globals, &module.book, &loads).is_ok();
            let declarations = Box::new(declare_card_data(&self.program.data));
            in_context(RulesContext::Loading(declarations), || {
                catch_unwind(AssertUnwindSafe(run)).is_err()
            })
        };
        let blamed =
            parse(&module.text).and_then(|ast| blamed_statement(&ast, &module.text, breaks));
        let (line, what) = blamed.unwrap_or((1, "this module".to_owned()));
        let hint = matches!(death, Death::Crash(_)).then(|| BREAKDOWN_HINT.to_owned());
        let message = format!("{}, at {what}", death.words());
        Fault { hint, ..line_fault(module, line, message) }
    }

    /// Returns the modules that a module loads, and their interfaces.
    fn loads_of(
        &self,
        module: &Module,
        ast: &AstModule,
    ) -> Result<(ModuleLoads, HashMap<String, Interface>), Vec<Fault>> {
        let (mut loads, mut interfaces) = (ModuleLoads::default(), HashMap::new());
        for (name, at) in &module.loads {
            match self.modules.get(*at as usize) {
                Some(Some((loaded, interface))) => {
                    loads.0.insert(name.clone(), loaded.clone());
                    interfaces.insert(name.clone(), interface.clone());
                }
                Some(None) => return Err(Vec::new()),
                None => return Err(vec![load_order_fault(ast, module, name)]),
            }
        }
        Ok((loads, interfaces))
    }

    fn check(&self, errors: &[starlark::Error]) -> Result<(), Vec<Fault>> {
        if errors.is_empty() {
            return Ok(());
        }
        Err(errors.iter().map(|error| from_error(error, &self.program.modules)).collect())
    }

    /// Returns the fault of a module that cannot be read or run; an error of a limit has no place.
    fn module_fault(&self, module: &Module, error: &starlark::Error) -> Fault {
        let mut fault = from_error(error, &self.program.modules);
        if let Some(what) = exceeded_limit(error) {
            fault.message = format!("the module hit a limit: {what}");
        }
        if !fault.module.is_empty() {
            return fault;
        }
        let Fault { message, hint, trail, .. } = fault;
        Fault { hint, trail, ..line_fault(module, 1, message) }
    }
}

/// Returns the fault for a loaded module that does not come before this one.
fn load_order_fault(ast: &AstModule, module: &Module, name: &str) -> Fault {
    let fault = line_fault(module, 1, format!("`{name}` cannot be loaded here"));
    match ast.loads().into_iter().find(|load| load.module_id == name) {
        Some(load) => locate_fault(fault, &load.span, slice::from_ref(module)),
        None => fault,
    }
}

/// Returns the dialect of Starlark that modules are written in.
pub fn rules_dialect() -> Dialect {
    Dialect {
        enable_f_strings: true,
        enable_keyword_only_arguments: true,
        enable_types: DialectTypes::Enable,
        enable_load_reexport: false,
        ..Dialect::Standard
    }
}

/// Returns the global names of every module of a book: Starlark's own, the host's, and the named values of
/// the book.
fn module_globals(program: &Program, book: &str) -> Globals {
    let mut globals = GlobalsBuilder::standard()
        .with(declare::declaration_functions)
        .with(table::course_functions)
        .with(seats::seat_functions)
        .with(ask::ask_functions)
        .with(choose::choice_functions)
        .with(happen::event_functions)
        .with(space::map_functions)
        .with(grid::grid_functions)
        .with(fractions::fraction_functions)
        .with(walk::walk_functions)
        .with(stack::stack_functions)
        .with(record::metric_functions);
    for (name, value) in program.values_of(book) {
        match value {
            Constant::Int(number) => globals.set(&constant_name(name), *number),
            Constant::Text(text) => globals.set(&constant_name(name), text.as_str()),
        }
    }
    globals.build()
}

/// Modules by the name under which they are loaded.
#[derive(Default)]
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
    with_declarations(|declared| book.clone_into(&mut declared.book))?;
    Scope::with_temp_heap(|scope| {
        let mut eval = Evaluator::new(&scope);
        eval.set_loader(loads);
        set_limits(&mut eval)?;
        eval.eval_module(ast, globals)?;
        drop(eval);
        Ok(scope.freeze()?)
    })
}

/// Sets the limits of calls, steps and memory for rules.
pub fn set_limits(eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<()> {
    eval.set_max_callstack_size(DEEPEST_CALLS)?;
    eval.set_max_tick_count(MOST_TICKS)?;
    eval.set_max_heap_size(MOST_HEAP)?;
    Ok(())
}
