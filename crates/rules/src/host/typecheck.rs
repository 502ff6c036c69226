//! Checks the types of a module's declarations. The checks of the starlark crate do not know the value of a
//! call at the top level of a module; once the module has run, its declarations are known.

use std::cmp::Reverse;
use std::collections::HashMap;

use starlark::environment::{FrozenModule, Globals};
use starlark::syntax::AstModule;
use starlark::typing::{AstModuleTypecheck, Interface, Ty};
use starlark::values::list::ListRef;
use starlark::values::{Value, ValueLike};

use super::handles::{
    CounterHandle, DieHandle, FlagHandle, PlayerHandle, RowHandle, SpaceHandle, ZoneHandle,
};
use super::load::rules_dialect;
use crate::Module;

/// Name of a module when it is checked as if it loaded its own declarations.
const OWN: &str = "@own";

/// Returns the names of the things of the game that a module declares, with their types.
fn declared_types(module: &FrozenModule) -> Vec<(String, Ty)> {
    let mut declared = Vec::new();
    for name in module.names() {
        let Ok((value, _)) = module.get_any_visibility(name.as_str()) else { continue };
        if is_thing(value.value()) || is_list_of_places(value.value()) {
            declared.push((name.as_str().to_owned(), Ty::of_value(value.value())));
        }
    }
    declared
}

/// True if a value is the result of a declaration.
fn is_thing(value: Value<'_>) -> bool {
    value.downcast_ref::<ZoneHandle>().is_some()
        || value.downcast_ref::<PlayerHandle>().is_some()
        || value.downcast_ref::<CounterHandle>().is_some()
        || value.downcast_ref::<FlagHandle>().is_some()
        || value.downcast_ref::<DieHandle>().is_some()
}

/// True if a value is a list of rows of card data, or of spaces of a map.
fn is_list_of_places(value: Value<'_>) -> bool {
    let Some(list) = ListRef::from_value(value) else { return false };
    let rows = || list.iter().all(|one| one.downcast_ref::<RowHandle>().is_some());
    let spaces = || list.iter().all(|one| one.downcast_ref::<SpaceHandle>().is_some());
    !list.is_empty() && (rows() || spaces())
}

/// Returns the interface of a module for others: the inferred types of its functions, and the types of its
/// declarations.
pub fn module_interface(module: &FrozenModule, inferred: &Interface) -> Interface {
    let names = module.names();
    let known = names
        .filter_map(|name| Some((name.as_str().to_owned(), inferred.get(name.as_str())?.clone())));
    let mut types: HashMap<String, Ty> = known.collect();
    types.extend(declared_types(module));
    Interface::new(types)
}

/// Returns the errors in a module's functions about the declarations of the same module.
pub fn check_own_values(
    module: &Module,
    frozen: &FrozenModule,
    interface: &Interface,
    globals: &Globals,
    mut loads: HashMap<String, Interface>,
) -> Vec<starlark::Error> {
    let mut types: HashMap<String, Ty> = declared_types(frozen).into_iter().collect();
    types.retain(|name, _| interface.get(name).is_some() || name.starts_with('_'));
    if types.is_empty() {
        return Vec::new();
    }
    let Some(text) = text_loading_itself(module, &types) else { return Vec::new() };
    loads.insert(OWN.to_owned(), Interface::new(types));
    match AstModule::parse(&module.path, text, &rules_dialect()) {
        Ok(ast) => ast.typecheck(globals, &loads).0,
        Err(_) => Vec::new(),
    }
}

/// Returns the text of a module in which each declaration is replaced by a `load` of its name; lines stay.
fn text_loading_itself(module: &Module, types: &HashMap<String, Ty>) -> Option<String> {
    let ast = AstModule::parse(&module.path, module.text.clone(), &rules_dialect()).ok()?;
    let mut text = module.text.clone();
    for (begin, end) in statements_from_last(&ast) {
        let Some(name) = declared_name(&module.text, begin, end) else { continue };
        if types.contains_key(name) {
            let lines = "\n".repeat(module.text[begin..end].matches('\n').count());
            text.replace_range(begin..end, &format!("load(\"{OWN}\", \"{name}\"){lines}"));
        }
    }
    Some(text)
}

/// Returns the bytes of the statements of a module, the last first.
pub fn statements_from_last(ast: &AstModule) -> Vec<(usize, usize)> {
    let spans = ast.stmt_locations().into_iter().map(|located| located.span);
    let mut spans: Vec<(usize, usize)> =
        spans.map(|span| (span.begin().get() as usize, span.end().get() as usize)).collect();
    spans.sort_unstable_by_key(|span| Reverse(*span));
    spans
}

/// Returns the name that a statement at the left margin gives to a value.
fn declared_name(text: &str, begin: usize, end: usize) -> Option<&str> {
    let at_margin = begin == 0 || text.as_bytes().get(begin - 1) == Some(&b'\n');
    let statement = text.get(begin..end).filter(|_| at_margin)?;
    let (name, _) = statement.split_once('=')?;
    Some(name.trim())
}
