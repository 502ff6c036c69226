//! From errors of the starlark crate to faults with their place in a module.

use std::fmt;

use starlark::ErrorKind;
use starlark::codemap::FileSpan;

use super::columns;
use crate::document::nearest;
use crate::engine::trace::Fault;
use crate::rules::Module;

/// So many calls of those that lead to an error are shown; the innermost count.
const LONGEST_TRAIL: usize = 20;

/// What the host does not do, said to who wrote the rules.
#[derive(Debug)]
struct Refused {
    message: String,
    hint: Option<String>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refused {}

/// An error that stands for "the play is over"; the play knows why.
#[cold]
pub(super) fn stop() -> starlark::Error {
    refused("the play is over", None)
}

/// An error in what the rules ask for.
#[cold]
pub(super) fn refused(message: impl Into<String>, hint: Option<String>) -> starlark::Error {
    starlark::Error::new_native(Refused { message: message.into(), hint })
}

/// An error of starlark as a fault; `modules` gives the authors' columns.
pub(super) fn of(error: &starlark::Error, modules: &[Module]) -> Fault {
    let (message, hint) = say(error);
    let frames = &error.call_stack().frames;
    let trail = frames[frames.len().saturating_sub(LONGEST_TRAIL)..].iter().filter_map(|frame| {
        let span = frame.location.as_ref()?;
        Some(format!("{}:{} {}", span.filename(), span.resolve_span().begin.line + 1, frame.name))
    });
    let fault = Fault { message, hint, trail: trail.collect(), ..Fault::default() };
    match error.span() {
        Some(span) => at(fault, span, modules),
        None => {
            match error.call_stack().frames.iter().rev().find_map(|frame| frame.location.as_ref()) {
                Some(span) => at(fault, span, modules),
                None => fault,
            }
        }
    }
}

/// A fault that stands at a span.
pub(super) fn at(mut fault: Fault, span: &FileSpan, modules: &[Module]) -> Fault {
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
fn say(error: &starlark::Error) -> (String, Option<String>) {
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
    if let Some(refused) = inner.and_then(|inner| inner.downcast_ref::<Refused>()) {
        return (refused.message.clone(), refused.hint.clone());
    }
    let said = inner.map_or_else(|| error.without_diagnostic().to_string(), ToString::to_string);
    let said = said.lines().next().unwrap_or_default().trim_end_matches('.');
    match said.split_once(", did you mean ") {
        Some((message, meant)) => (lower(message), Some(format!("did you mean {meant}"))),
        None => (lower(said), meant(said)),
    }
}

/// The attribute that was meant, for a message that names one that there is not.
fn meant(said: &str) -> Option<String> {
    let wrong = said.strip_prefix("The attribute `")?.split('`').next()?;
    let columns = columns::names();
    let known = super::ATTRIBUTES.iter().copied().chain(columns.iter().map(String::as_str));
    nearest(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

/// Small first letter, unless the first word is a name in capitals.
fn lower(message: &str) -> String {
    let mut letters = message.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => message.to_owned(),
    }
}

/// The limit that an error tells of, if it does.
pub(super) fn limit(error: &starlark::Error) -> Option<String> {
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
