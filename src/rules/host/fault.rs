//! From errors of the starlark crate to faults with their place in a module.

use std::fmt;

use starlark::ErrorKind;
use starlark::codemap::FileSpan;

use super::columns;
use crate::document::nearest_name;
use crate::engine::trace::Fault;
use crate::rules::Module;

/// So many calls of those that lead to an error are shown; the innermost count.
const LONGEST_TRAIL: usize = 20;

/// What the host does not do, said to who wrote the rules.
#[derive(Debug)]
struct RulesError {
    message: String,
    hint: Option<String>,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RulesError {}

/// An error that stands for "the play is over"; the play knows why.
#[cold]
pub(super) fn play_over_error() -> starlark::Error {
    rules_error("the play is over", None)
}

/// An error in what the rules ask for.
#[cold]
pub(super) fn rules_error(message: impl Into<String>, hint: Option<String>) -> starlark::Error {
    starlark::Error::new_native(RulesError { message: message.into(), hint })
}

/// An error of starlark as a fault; `modules` gives the authors' columns.
pub(super) fn from_error(error: &starlark::Error, modules: &[Module]) -> Fault {
    let (message, hint) = message_and_hint(error);
    let frames = &error.call_stack().frames;
    let trail = frames[frames.len().saturating_sub(LONGEST_TRAIL)..].iter().filter_map(|frame| {
        let span = frame.location.as_ref()?;
        Some(format!("{}:{} {}", span.filename(), span.resolve_span().begin.line + 1, frame.name))
    });
    let fault = Fault { message, hint, trail: trail.collect(), ..Fault::default() };
    match error.span() {
        Some(span) => locate_fault(fault, span, modules),
        None => {
            match error.call_stack().frames.iter().rev().find_map(|frame| frame.location.as_ref()) {
                Some(span) => locate_fault(fault, span, modules),
                None => fault,
            }
        }
    }
}

/// A fault that stands at a span.
pub(super) fn locate_fault(mut fault: Fault, span: &FileSpan, modules: &[Module]) -> Fault {
    let place = span.resolve_span();
    let (begin, end) = (place.begin, place.end);
    fault.module = span.filename().to_owned();
    fault.line = begin.line as u32 + 1;
    let columns =
        (begin.column as u32 + 1, if end.line == begin.line { end.column as u32 + 1 } else { 0 });
    let module = modules.iter().find(|module| module.path == fault.module);
    let authors = |column| module.map_or(column, |module| module.column(fault.line, column));
    fault.column = authors(columns.0);
    fault.end_column = authors(columns.1.max(columns.0 + 1)).max(fault.column + 1);
    fault
}

/// Message and hint of an error.
fn message_and_hint(error: &starlark::Error) -> (String, Option<String>) {
    let inner = match error.kind() {
        ErrorKind::Fail(inner)
        | ErrorKind::StackOverflow(inner)
        | ErrorKind::Value(inner)
        | ErrorKind::Function(inner)
        | ErrorKind::Scope(inner)
        | ErrorKind::Parser(inner)
        | ErrorKind::Freeze(inner)
        | ErrorKind::Internal(inner)
        | ErrorKind::Native(inner)
        | ErrorKind::Other(inner) => Some(inner),
        _ => None,
    };
    if let Some(refused) = inner.and_then(|inner| inner.downcast_ref::<RulesError>()) {
        return (refused.message.clone(), refused.hint.clone());
    }
    let said = inner.map_or_else(|| error.without_diagnostic().to_string(), ToString::to_string);
    let said = said.lines().next().unwrap_or_default().trim_end_matches('.');
    match said.split_once(", did you mean ") {
        Some((message, meant)) => (uncapitalized(message), Some(format!("did you mean {meant}"))),
        None => (uncapitalized(said), suggest_attribute(said)),
    }
}

/// The attribute that was meant, for a message that names one that there is not.
fn suggest_attribute(said: &str) -> Option<String> {
    let wrong = said.strip_prefix("The attribute `")?.split('`').next()?;
    let columns = columns::column_names();
    let known = super::ATTRIBUTES.iter().copied().chain(columns.iter().map(String::as_str));
    nearest_name(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// Small first letter, unless the first word is a name in capitals.
fn uncapitalized(message: &str) -> String {
    let mut letters = message.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => message.to_owned(),
    }
}

/// The limit that an error tells of, if it does.
pub(super) fn exceeded_limit(error: &starlark::Error) -> Option<String> {
    let said = error.without_diagnostic().to_string();
    if matches!(error.kind(), ErrorKind::StackOverflow(_)) {
        return Some(format!("calls nested deeper than {}", super::DEEPEST_CALLS));
    }
    if said.contains("ticks has been exceeded") {
        return Some(format!("more than {} steps", super::MOST_TICKS));
    }
    let heap = said.starts_with("Heap memory limit") || said.contains("heap memory limit");
    heap.then(|| format!("more than {} MiB of values", super::MOST_HEAP >> 20))
}
