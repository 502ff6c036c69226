//! Types of what a module declares. The checks of the starlark crate take the value of every call
//! at the margin of a module to be anything; but when the module has run, what it declared is
//! known.

use std::collections::HashMap;

use starlark::environment::{FrozenModule, Globals};
use starlark::syntax::AstModule;
use starlark::typing::{AstModuleTypecheck, Interface, Ty};
use starlark::values::list::ListRef;
use starlark::values::{Value, ValueLike};

use super::load::rules_dialect;
use super::values::{Counter, Die, Flag, Player, Row, Space, Zone};
use crate::rules::Module;

/// How a module names itself when it is checked as if it loaded its own declarations.
const OWN: &str = "@own";

/// Names of things of the game that a module declares, with their types.
fn declared_types(module: &FrozenModule) -> Vec<(String, Ty)> {
    let mut declared = Vec::new();
    for name in module.names() {
        let Ok((value, _)) = module.get_any_visibility(name.as_str()) else { continue };
        let value = value.value();
        let all = |of: fn(&Value<'_>) -> bool| {
            ListRef::from_value(value)
                .is_some_and(|list| !list.is_empty() && list.iter().all(|one| of(&one)))
        };
        let rows = all(|one| one.downcast_ref::<Row>().is_some())
            || all(|one| one.downcast_ref::<Space>().is_some());
        let thing = value.downcast_ref::<Zone>().is_some()
            || value.downcast_ref::<Player>().is_some()
            || value.downcast_ref::<Counter>().is_some()
            || value.downcast_ref::<Flag>().is_some()
            || value.downcast_ref::<Die>().is_some();
        if thing || rows {
            declared.push((name.as_str().to_owned(), Ty::of_value(value)));
        }
    }
    declared
}

/// What other modules know of this one: types of functions as they were inferred, and of what it
/// declares.
pub(super) fn module_interface(module: &FrozenModule, inferred: &Interface) -> Interface {
    let names = module.names();
    let known = names
        .filter_map(|name| Some((name.as_str().to_owned(), inferred.get(name.as_str())?.clone())));
    let mut types: HashMap<String, Ty> = known.collect();
    types.extend(declared_types(module));
    Interface::new(types)
}

/// What is wrong in a module's functions about what the same module declares.
pub(super) fn check_own_values(
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

/// The text of a module in which each declaration is replaced by a `load` of its name; lines stay.
fn text_loading_itself(module: &Module, types: &HashMap<String, Ty>) -> Option<String> {
    let ast = AstModule::parse(&module.path, module.text.clone(), &rules_dialect()).ok()?;
    let mut text = module.text.clone();
    let mut spans: Vec<_> = ast.stmt_locations().into_iter().map(|span| span.span).collect();
    spans.sort_unstable_by_key(|span| std::cmp::Reverse((span.begin().get(), span.end().get())));
    for span in spans {
        let (begin, end) = (span.begin().get() as usize, span.end().get() as usize);
        let at_margin = begin == 0 || module.text.as_bytes().get(begin - 1) == Some(&b'\n');
        let Some(statement) = module.text.get(begin..end).filter(|_| at_margin) else { continue };
        let Some((name, _)) = statement.split_once('=') else { continue };
        if types.contains_key(name.trim()) {
            let lines = "\n".repeat(statement.matches('\n').count());
            text.replace_range(begin..end, &format!("load(\"{OWN}\", \"{}\"){lines}", name.trim()));
        }
    }
    Some(text)
}
