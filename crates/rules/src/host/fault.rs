//! Errors of rules: those that the host raises, and errors of the starlark crate as faults with a place in a
//! module.

use std::fmt;

use starlark::ErrorKind;
use starlark::codemap::FileSpan;
use starlark::values::Value;

use super::misuse::{MessageAndHint, misuse_words};
use super::{DEEPEST_CALLS, MOST_HEAP, MOST_TICKS, columns, values};
use crate::Module;
use crate::engine::trace::Fault;
use base::diagnostic::did_you_mean;

/// Most calls that are shown of those that lead to an error; the innermost are kept.
const LONGEST_TRAIL: usize = 20;

/// Hint for a breakdown of the host or the starlark crate.
pub const BREAKDOWN_HINT: &str =
    "write this in another way, and please report it: this is a mistake of the program, not yours";

/// A request of the rules that the host refuses.
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

/// An argument of another type, in the words of the starlark crate.
#[derive(Debug)]
struct WrongArgument(String);

impl fmt::Display for WrongArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongArgument {}

/// Returns the error that ends a play; the play has the reason.
#[cold]
pub fn play_over_error() -> starlark::Error {
    rules_error("the play is over", None)
}

/// Returns an error in a request of the rules.
#[cold]
pub fn rules_error(message: impl Into<String>, hint: Option<String>) -> starlark::Error {
    starlark::Error::new_native(RulesError { message: message.into(), hint })
}

/// Returns an error in a request of the rules, with a hint.
#[cold]
pub fn hinted_error(message: impl Into<String>, hint: impl Into<String>) -> starlark::Error {
    rules_error(message, Some(hint.into()))
}

/// Returns an error such as "a card is a piece, a row or a name, not a `zone`".
#[cold]
pub fn wrong_type(wanted: &str, given: Value<'_>) -> starlark::Error {
    rules_error(format!("{wanted}, not a `{}`", given.get_type()), None)
}

/// Returns the error of the starlark crate for an argument of another type: the message then names the
/// function, and the hint shows how to call it.
#[cold]
pub fn wrong_argument(argument: &str, wanted: &str, given: Value<'_>) -> starlark::Error {
    let given = given.get_type();
    starlark::Error::new_value(WrongArgument(format!(
        "Type of parameter `{argument}` doesn't match, expected `{wanted}`, actual `{given}`"
    )))
}

/// Joins names in backticks: "`up`, `down`".
pub fn quoted_list(names: impl Iterator<Item = impl fmt::Display>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Converts an error of starlark to a fault; `modules` convert columns to those of the author's text.
pub fn from_error(error: &starlark::Error, modules: &[Module]) -> Fault {
    let frames = &error.call_stack().frames;
    let called = || frames.iter().rev().find_map(|frame| frame.location.as_ref());
    let span = error.span().or_else(called);
    let misused = span.and_then(|span| misuse_at(error, span, modules));
    let (message, hint) = misused.unwrap_or_else(|| message_and_hint(error));
    let fault = Fault { message, hint, trail: call_trail(error), ..Fault::default() };
    match span {
        Some(span) => locate_fault(fault, span, modules),
        None => fault,
    }
}

/// Returns the calls that lead to an error, such as `rules/turn.star:3 draw`.
fn call_trail(error: &starlark::Error) -> Vec<String> {
    let frames = &error.call_stack().frames;
    let last = frames[frames.len().saturating_sub(LONGEST_TRAIL)..].iter();
    let located = last.filter_map(|frame| Some((&frame.name, frame.location.as_ref()?)));
    located.map(|(name, span)| located_call(name, span)).collect()
}

fn located_call(name: &str, span: &FileSpan) -> String {
    let line = span.resolve_span().begin.line + 1;
    format!("{}:{line} {name}", span.filename())
}

/// Places a fault at a span.
pub fn locate_fault(mut fault: Fault, span: &FileSpan, modules: &[Module]) -> Fault {
    let place = span.resolve_span();
    let (begin, end) = (place.begin, place.end);
    fault.module = span.filename().to_owned();
    fault.line = begin.line as u32 + 1;
    let first = begin.column as u32 + 1;
    let last = if end.line == begin.line { end.column as u32 + 1 } else { 0 };
    let module = modules.iter().find(|module| module.path == fault.module);
    let authors = |column| module.map_or(column, |module| module.column(fault.line, column));
    fault.column = authors(first);
    fault.end_column = authors(last.max(first + 1)).max(fault.column + 1);
    fault
}

/// Returns a fault at the beginning of a line.
pub fn line_fault(module: &Module, line: u32, message: String) -> Fault {
    let module = module.path.clone();
    Fault { module, line, column: 1, end_column: 2, message, ..Fault::default() }
}

/// Returns message and hint of an error.
fn message_and_hint(error: &starlark::Error) -> (String, Option<String>) {
    let inner = inner_error(error);
    if let Some(own) = inner.and_then(|inner| inner.downcast_ref::<RulesError>()) {
        return (own.message.clone(), own.hint.clone());
    }
    let text = inner.map_or_else(|| error.without_diagnostic().to_string(), ToString::to_string);
    split_message(text.lines().next().unwrap_or_default().trim_end_matches('.'))
}

/// Returns message and hint for a call or a name that does not fit.
fn misuse_at(
    error: &starlark::Error,
    span: &FileSpan,
    modules: &[Module],
) -> Option<MessageAndHint> {
    let inner = inner_error(error);
    if inner.is_some_and(|inner| inner.downcast_ref::<RulesError>().is_some()) {
        return None;
    }
    let text = inner.map_or_else(|| error.without_diagnostic().to_string(), ToString::to_string);
    let line = text.lines().next().unwrap_or_default().trim_end_matches('.');
    let place = span.span.begin().get() as usize..span.span.end().get() as usize;
    misuse_words(line, span.filename(), span.file.source(), place, modules)
}

/// Returns message and hint of a line of starlark's own.
fn split_message(text: &str) -> (String, Option<String>) {
    match text.split_once(", did you mean ") {
        Some((message, meant)) => (uncapitalized(message), Some(format!("did you mean {meant}"))),
        None => (uncapitalized(text), suggest_attribute(text)),
    }
}

fn inner_error(error: &starlark::Error) -> Option<&anyhow::Error> {
    match error.kind() {
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
    }
}

/// Returns the hint for a message that names an unknown attribute.
fn suggest_attribute(message: &str) -> Option<String> {
    let wrong = message.strip_prefix("The attribute `")?.split('`').next()?;
    let (attributes, columns) = (values::attribute_names(), columns::column_names());
    did_you_mean(wrong, attributes.iter().chain(&columns).map(String::as_str))
}

/// Makes the first letter small, unless the first word is a name in capitals.
fn uncapitalized(message: &str) -> String {
    let mut letters = message.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => message.to_owned(),
    }
}

/// Returns the limit that an error names, if it names one.
pub fn exceeded_limit(error: &starlark::Error) -> Option<String> {
    let text = error.without_diagnostic().to_string();
    if matches!(error.kind(), ErrorKind::StackOverflow(_)) {
        return Some(format!("calls nested deeper than {DEEPEST_CALLS}"));
    }
    if text.contains("ticks has been exceeded") {
        return Some(format!("more than {MOST_TICKS} steps"));
    }
    let heap = text.starts_with("Heap memory limit") || text.contains("heap memory limit");
    heap.then(|| format!("more than {} MiB of values", MOST_HEAP >> 20))
}
