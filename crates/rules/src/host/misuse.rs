//! Better messages for calls and names that do not fit. In: the message of the starlark crate, and its place.
//! Out: a message that names the function and the argument, and a hint with the whole signature, or with the
//! missing `load` line.

use super::call_site::{CallSite, call_at, enclosing_call};
use super::primitives::{primitive_groups, primitives_called};
use crate::Module;
use base::diagnostic::did_you_mean;
use base::text::single_spaced;

/// Fault of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Misuse<'t> {
    TooMany,
    TooFew,
    Missing(&'t str),
    Unknown(&'t str),
    Twice(&'t str),
    TooLong(&'t str),
    WrongType { argument: Option<&'t str>, wanted: &'t str, given: &'t str },
}

/// Hint for a name that is similar to no other.
const REFERENCE_HINT: &str = "docs/reference/rules.md lists everything that rules can call";

/// A message, and a hint.
pub type MessageAndHint = (String, Option<String>);

/// Returns better words for an error in a call or of a name; `None` for other errors. `text` is the module
/// with the error, `place` its bytes there.
pub fn misuse_words(
    message: &str,
    path: &str,
    text: &str,
    place: std::ops::Range<usize>,
    modules: &[Module],
) -> Option<MessageAndHint> {
    if let Some(name) = unknown_variable(message) {
        return Some(unknown_name_words(name, message, path, modules));
    }
    let misuse = read_misuse(message)?;
    let (inner, outer) = (call_at(text, place.clone()), enclosing_call(text, place.start));
    let call = if points_at_argument(message) { outer.or(inner) } else { inner.or(outer) };
    let mut call = call?;
    if let Some(named) = called_name(message).filter(|named| *named != call.name) {
        call = CallSite { name: named.to_owned(), is_method: false, argument: None };
    }
    Some(call_words(&misuse, &call, path, modules))
}

/// True for errors whose place is the argument, and not the whole call.
fn points_at_argument(message: &str) -> bool {
    ["Too many", "Unexpected parameter", "Expected type"]
        .iter()
        .any(|begin| message.starts_with(begin))
}

/// Returns the function that a message names, without its module and its arguments.
fn called_name(message: &str) -> Option<&str> {
    let (_, named) = message.split_once(" for call to ")?;
    let name = named.trim_matches('`').split('(').next()?;
    name.rsplit('.').next().filter(|name| !name.is_empty())
}

fn read_misuse(message: &str) -> Option<Misuse<'_>> {
    let quoted = |at: usize| message.split('`').nth(2 * at + 1);
    let first = quoted(0);
    Some(match message.split(' ').next()? {
        "Wrong" => read_wrong_number(message)?,
        "Too" => Misuse::TooMany,
        "Found" if message.contains("positional") => Misuse::TooMany,
        "Found" | "Unexpected" => Misuse::Unknown(first?),
        "Missing" if first == Some("_") => Misuse::TooFew,
        "Missing" if message.contains("parameter") => Misuse::Missing(first?),
        "Argument" if message.ends_with("more than once") => Misuse::Twice(first?),
        "Error" if message.contains("unpacking") => Misuse::TooLong(first?),
        "Expected" => Misuse::WrongType { argument: None, wanted: first?, given: quoted(1)? },
        "Type" if message.starts_with("Type of parameters mismatch, ") => {
            Misuse::WrongType { argument: None, wanted: first?, given: quoted(1)? }
        }
        "Type" if message.starts_with("Type of parameter ") => {
            Misuse::WrongType { argument: first, wanted: quoted(1)?, given: quoted(2)? }
        }
        _ => return None,
    })
}

/// Parses "Wrong number of positional arguments, expected between 1 and 2, got 3".
fn read_wrong_number(message: &str) -> Option<Misuse<'_>> {
    let (expected, got) = message.split_once("expected ")?.1.split_once(", got ")?;
    let most: usize = expected.rsplit(' ').next()?.parse().ok()?;
    let got: usize = got.trim().parse().ok()?;
    Some(if got > most { Misuse::TooMany } else { Misuse::TooFew })
}

fn call_words(
    misuse: &Misuse<'_>,
    call: &CallSite,
    path: &str,
    modules: &[Module],
) -> MessageAndHint {
    let signatures = Signatures::of(call, path, modules);
    let meant = match misuse {
        Misuse::Unknown(argument) => {
            did_you_mean(argument, signatures.arguments.iter().flatten().map(String::as_str))
        }
        Misuse::TooMany | Misuse::TooFew | Misuse::Missing(_) => None,
        Misuse::Twice(_) | Misuse::TooLong(_) | Misuse::WrongType { .. } => None,
    };
    let hints: Vec<String> = meant.into_iter().chain(signatures.hint()).collect();
    let hint = (!hints.is_empty()).then(|| hints.join(" "));
    (misuse.message(call, &signatures), hint)
}

impl Misuse<'_> {
    fn message(&self, call: &CallSite, signatures: &Signatures) -> String {
        let name = &call.name;
        match self {
            Self::TooMany => format!("too many arguments for `{name}`"),
            Self::TooFew => format!("too few arguments for `{name}`"),
            Self::Missing(argument) => format!("the argument `{argument}` of `{name}` is missing"),
            Self::Unknown(argument) => format!("`{name}` has no argument `{argument}`"),
            Self::Twice(argument) => {
                format!("the argument `{argument}` of `{name}` is given twice")
            }
            Self::TooLong(argument) => {
                format!("the argument `{argument}` of `{name}` is a number with too many digits")
            }
            Self::WrongType { argument, wanted, given } => {
                let named = argument.map(str::to_owned).or_else(|| signatures.argument_at(call));
                let subject = match named {
                    Some(argument) => format!("the argument `{argument}` of `{name}`"),
                    None => format!("an argument of `{name}`"),
                };
                format!("{subject} is `{}`; it must be `{wanted}`", plain_type(given))
            }
        }
    }
}

/// Returns the plain type: `string (repr: "a")` is a `string`.
fn plain_type(given: &str) -> &str {
    given.split(" (repr:").next().unwrap_or(given)
}

/// Signatures of all functions of one name.
#[derive(Default)]
struct Signatures {
    written: Vec<String>,
    /// Names of the arguments of each, in order.
    arguments: Vec<Vec<String>>,
    /// Place of the author's own function.
    defined: Option<String>,
}

impl Signatures {
    /// Finds the author's function of this name, or else the primitives.
    fn of(call: &CallSite, path: &str, modules: &[Module]) -> Self {
        let own = (!call.is_method).then(|| own_signature(&call.name, path, modules)).flatten();
        own.unwrap_or_else(|| Self::of_primitives(call))
    }

    fn of_primitives(call: &CallSite) -> Self {
        let name = if call.is_method { format!(".{}", call.name) } else { call.name.clone() };
        let mut found = Self::default();
        for primitive in primitives_called(&name) {
            found.written.push(primitive.signature.clone());
            found.arguments.push(primitive.arguments.clone());
        }
        found
    }

    /// Returns the argument with the error, if all signatures name it so.
    fn argument_at(&self, call: &CallSite) -> Option<String> {
        match call.argument.as_ref()? {
            Ok(name) => Some(name.clone()),
            Err(at) => {
                let mut names = self.arguments.iter().map(|names| names.get(*at));
                let first = names.next()??;
                names.all(|name| name == Some(first)).then(|| first.clone())
            }
        }
    }

    fn hint(&self) -> Option<String> {
        let written: Vec<String> = self.written.iter().map(|one| format!("`{one}`")).collect();
        let written = (!written.is_empty()).then(|| written.join(" or "))?;
        Some(match &self.defined {
            Some(place) => format!("it is defined as {written} in {place}"),
            None => format!("the form of the call is {written}"),
        })
    }
}

/// Returns the signature of a function that the author wrote in this module, or in one that it loads.
fn own_signature(name: &str, path: &str, modules: &[Module]) -> Option<Signatures> {
    let module = modules.iter().find(|module| module.path == path)?;
    let loaded = module.loads.iter().filter_map(|(_, at)| modules.get(*at as usize));
    let mut all = std::iter::once(module).chain(loaded);
    let (found, header, line) = all.find_map(|module| {
        let (header, line) = function_header(&module.text, name)?;
        Some((module, header, line))
    })?;
    let inside = header.split_once('(').map_or("", |(_, inside)| inside).trim_end_matches(')');
    Some(Signatures {
        arguments: vec![argument_names(inside)],
        written: vec![single_spaced(header)],
        defined: Some(format!("{}:{line}", found.path)),
    })
}

/// Returns the head `draw(player, n = 1)` of the `def` of that name, and its line.
fn function_header<'t>(text: &'t str, name: &str) -> Option<(&'t str, usize)> {
    let begin = format!("def {name}(");
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let opens_line = |at: usize| text[line_start(at)..at].trim().is_empty();
    let (at, _) = text.match_indices(&begin).find(|(at, _)| opens_line(*at))?;
    let header = &text[at + "def ".len()..];
    Some((&header[..bracketed_end(header)?], text[..at].matches('\n').count() + 1))
}

/// Returns the byte after the bracket that closes the first one.
fn bracketed_end(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, letter)| {
        let is_bracket = "()[]{}".contains(letter);
        depth += match letter {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        (is_bracket && depth == 0).then_some(at + 1)
    })
}

/// Returns the names `player` and `n` for `player, n = 1`.
fn argument_names(inside: &str) -> Vec<String> {
    let mut depth = 0_i32;
    let parts = inside.split(|letter| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    });
    let name = |part: &str| {
        part.split([':', '=']).next().unwrap_or_default().trim().trim_matches('*').to_owned()
    };
    parts.map(name).filter(|name| !name.is_empty()).collect()
}

/// Returns the name in "Variable `tiles` not found".
fn unknown_variable(message: &str) -> Option<&str> {
    let (name, rest) = message.strip_prefix("Variable `")?.split_once('`')?;
    rest.trim_start().starts_with("not found").then_some(name)
}

fn unknown_name_words(name: &str, message: &str, path: &str, modules: &[Module]) -> MessageAndHint {
    let said = message.split("did you mean `").nth(1).and_then(|rest| rest.split('`').next());
    let hint = load_hint(name, path, modules)
        .or_else(|| said.map(|meant| format!("did you mean `{meant}`?")))
        .or_else(|| did_you_mean(name, callable_names(path, modules)))
        .unwrap_or_else(|| REFERENCE_HINT.to_owned());
    (format!("unknown name `{name}`"), Some(hint))
}

/// Returns the names that a module may use: its own, those of the host, and those that it can load.
fn callable_names<'m>(path: &'m str, modules: &'m [Module]) -> impl Iterator<Item = &'m str> {
    let declared = modules.iter().flat_map(move |module| {
        let is_own = module.path == path;
        declared_names(&module.text).filter(move |name| is_own || !name.starts_with('_'))
    });
    let primitives = primitive_groups().iter().flat_map(|group| &group.members);
    let functions = primitives.map(|primitive| primitive.name.as_str());
    declared.chain(functions.filter(|name| !name.contains('.')))
}

/// Returns the place where another module defines a name, and the line that loads it.
fn load_hint(name: &str, path: &str, modules: &[Module]) -> Option<String> {
    let own = modules.iter().find(|module| module.path == path)?;
    let defines = |module: &&Module| {
        module.path != path
            && !name.starts_with('_')
            && declared_names(&module.text).any(|known| known == name)
    };
    let other = modules.iter().find(defines)?;
    let loaded = own
        .loads
        .iter()
        .find(|(_, at)| modules.get(*at as usize).is_some_and(|module| module.path == other.path));
    Some(match loaded {
        Some((written, _)) => format!(
            "{} defines it: add \"{name}\" to the line `load(\"{written}\", ...)`",
            other.path
        ),
        None => format!(
            "{} defines it: write `load(\"{}\", \"{name}\")` at the top of this module",
            other.path,
            load_path(path, &other.path)
        ),
    })
}

/// Returns the path by which a module loads another one.
fn load_path(from: &str, to: &str) -> String {
    if to.starts_with('@') {
        return to.to_owned();
    }
    let folder: Vec<&str> = from.split('/').collect();
    let folder = &folder[..folder.len() - 1];
    let parts: Vec<&str> = to.split('/').collect();
    let same = folder.iter().zip(&parts).take_while(|(own, other)| own == other).count();
    let up = std::iter::repeat_n("..", folder.len() - same);
    up.chain(parts[same..].iter().copied()).collect::<Vec<_>>().join("/")
}

/// Returns the names of functions and values at the left margin of a module.
fn declared_names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let name = match line.strip_prefix("def ") {
            Some(head) => head.split('(').next()?,
            None => line.split_once('=').filter(|(_, value)| !value.starts_with('='))?.0,
        };
        let name = name.trim_end();
        let is_name =
            |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        (!name.is_empty() && is_name(name)).then_some(name)
    })
}
