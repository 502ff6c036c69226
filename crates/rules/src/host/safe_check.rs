//! Calls the type checker of the starlark crate so that it does not break down, or finds the statement on
//! which it does. In: a module. Out: its type errors, or a fault that names the statement.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use starlark::analysis::AstModuleLint;
use starlark::environment::Globals;
use starlark::syntax::AstModule;
use starlark::typing::{AstModuleTypecheck, Interface};

use super::fault::{BREAKDOWN_HINT, line_fault};
use super::load::rules_dialect;
use super::typecheck::statements_from_last;
use crate::Module;
use crate::engine::trace::Fault;
pub use base::diagnostic::panic_words;
use base::diagnostic::short_quote;
use base::text::replace_ascii;

/// Methods of lists that the checker follows; it breaks down if it does not know the list.
const LIST_METHODS: [&str; 3] = ["append", "extend", "insert"];

/// Inputs of the check of a module.
pub struct ModuleChecker<'a> {
    pub module: &'a Module,
    pub globals: &'a Globals,
    pub interfaces: &'a HashMap<String, Interface>,
}

impl ModuleChecker<'_> {
    /// Returns the errors of a module, and the types of the names that other modules can load; or the fault
    /// on which the checker breaks down.
    pub fn check(&self, ast: &AstModule) -> Result<(Vec<starlark::Error>, Interface), Box<Fault>> {
        let ast = self.without_unknown_lists(ast);
        self.typecheck(ast).map_err(|panic| Box::new(self.breakdown_fault(panic.as_ref())))
    }

    /// Runs the checker, and returns its panic as an error.
    fn typecheck(
        &self,
        ast: AstModule,
    ) -> Result<(Vec<starlark::Error>, Interface), Box<dyn Any + Send>> {
        catch_unwind(AssertUnwindSafe(|| {
            let (errors, _, inferred, _) = ast.typecheck(self.globals, self.interfaces);
            (errors, inferred)
        }))
    }

    /// Returns the same module, in which methods of undefined lists are renamed: the checker then reports the
    /// undefined list.
    fn without_unknown_lists(&self, ast: &AstModule) -> AstModule {
        let places = self.methods_of_unknown_lists(ast);
        let parsed = (!places.is_empty()).then(|| {
            let text = replace_ascii(&self.module.text, places, b'_');
            self.parse(text)
        });
        parsed.flatten().unwrap_or_else(|| ast.clone())
    }

    /// Returns the bytes of these methods.
    fn methods_of_unknown_lists(&self, ast: &AstModule) -> Vec<usize> {
        let known: HashSet<String> =
            self.globals.names().map(|name| name.as_str().to_owned()).collect();
        let lints = ast.lint(Some(&known)).into_iter();
        let unknown = lints.filter(|lint| lint.short_name == "using-undefined");
        let ends = unknown.map(|lint| lint.location.span.end().get() as usize);
        ends.filter_map(|end| self.list_method(end)).flatten().collect()
    }

    /// Returns the bytes of the method after a name that ends at this byte.
    fn list_method(&self, at: usize) -> Option<Range<usize>> {
        let text = &self.module.text;
        let name_end = after_silent(text, at, ')');
        let method = after_silent(text, name_end, '.');
        let dots = text.get(name_end..method)?.matches('.').count();
        let name = LIST_METHODS.into_iter().find(|name| text[method..].starts_with(name))?;
        (dots == 1).then_some(method..method + name.len())
    }

    fn parse(&self, text: String) -> Option<AstModule> {
        AstModule::parse(&self.module.path, text, &rules_dialect()).ok()
    }

    /// Returns the fault of a module on which the checker breaks down, at the function that causes it.
    fn breakdown_fault(&self, panic: &(dyn Any + Send)) -> Fault {
        let words = panic_words(panic);
        let breaks = |text: &str| {
            self.parse(text.to_owned()).is_some_and(|ast| self.typecheck(ast).is_err())
        };
        let text = &self.module.text;
        let blamed = self.parse(text.clone()).and_then(|ast| blamed_statement(&ast, text, breaks));
        let (line, what) = blamed.unwrap_or((1, "this module".to_owned()));
        let message = format!("the type checker crashes at {what}: {words}");
        let hint = Some(BREAKDOWN_HINT.to_owned());
        Fault { hint, ..line_fault(self.module, line, message) }
    }
}

/// Returns the first statement at the left margin of `text` that causes a breakdown without the statements
/// after it: its line and its first words.
pub fn blamed_statement(
    ast: &AstModule,
    text: &str,
    breaks: impl Fn(&str) -> bool,
) -> Option<(u32, String)> {
    let mut statements = statements_from_last(ast);
    statements.retain(|(begin, _)| *begin == 0 || text.as_bytes()[begin - 1] == b'\n');
    statements.reverse();
    let (begin, _) =
        *statements.get(statements.partition_point(|(_, end)| !breaks(&text[..*end])))?;
    let line = text[..begin].matches('\n').count() + 1;
    let first = text[begin..].lines().next().unwrap_or_default().trim_end_matches(':');
    Some((u32::try_from(line).unwrap_or(u32::MAX), format!("`{}`", short_quote(first))))
}

/// Returns the byte after blanks, line ends, comments and any of these marks, from the byte `at` on.
fn after_silent(text: &str, mut at: usize, mark: char) -> usize {
    while let Some(next) = text[at..].chars().next() {
        match next {
            '#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            c if c == mark || c == '\\' || c.is_whitespace() => at += c.len_utf8(),
            _ => break,
        }
    }
    at
}
