//! Names that a module may not use: unknown attributes, functions without a name, and two functions of one
//! name.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::lex::TokenKind;
use super::shape::ModuleShape;
use crate::host::primitive_groups;
use crate::program::{CardData, column_name};
use base::diagnostic::{Diagnostic, Findings, code, did_you_mean, short_quote};
use base::source::Span;

/// Attributes and methods of the language's own strings, lists, dictionaries and sets.
const LANGUAGE_NAMES: &str = "add append capitalize clear codepoint_ords codepoints count difference discard elem_ords elems \
    endswith extend find format get index insert intersection isalnum isalpha isdigit islower isspace issubset \
    issuperset istitle isupper items join keys lower lstrip partition pop popitem remove removeprefix removesuffix \
    replace rfind rindex rpartition rsplit rstrip setdefault split splitlines startswith strip symmetric_difference \
    title type union update upper values";

/// Hint for an attribute that is similar to no known one.
const ATTRIBUTE_HINT: &str =
    "write a name of the host, or a column of the data in lower case with `_` for spaces";

/// Returns every known attribute: of the host, of the language, and the columns of the data.
pub fn known_attributes(data: &[CardData]) -> BTreeSet<String> {
    let host = primitive_groups().iter().flat_map(|group| &group.members);
    let host = host.filter_map(|primitive| Some(primitive.name.split_once('.')?.1));
    let words = host.chain(LANGUAGE_NAMES.split_whitespace()).map(str::to_owned);
    let columns = data.iter().flat_map(|data| &data.columns).map(|column| column_name(column));
    words.chain(columns.filter(|name| !name.is_empty())).collect()
}

/// Reports the attributes of a module that are not in `known`, and its `lambda`s.
pub fn check_names(shape: &ModuleShape<'_>, known: &BTreeSet<String>, findings: &mut Findings) {
    report_double_functions(shape, findings);
    let own = struct_fields(shape);
    for (at, _) in shape.tokens_of(TokenKind::Name) {
        let (name, place) = (shape.word(at), shape.span_of(at));
        if name == "lambda" {
            let message = "a function without a name cannot be cited";
            let finding = Diagnostic::at(code::RULE_LAMBDA, place, message);
            findings.push(finding.hint("write a `def` with a name, and use that name"));
        }
        let is_attribute = at > 0 && shape.is(at - 1, ".");
        if is_attribute && !known.contains(name) && !own.contains(name) {
            let hint = did_you_mean(name, known.iter().map(String::as_str));
            let hint = hint.unwrap_or_else(|| ATTRIBUTE_HINT.to_owned());
            let message = format!("unknown attribute `{}`", short_quote(name));
            findings.push(Diagnostic::at(code::RULE_NAME, place, message).hint(hint));
        }
    }
}

/// Reports functions at the left margin that share a name: only the last of them would ever be called.
fn report_double_functions(shape: &ModuleShape<'_>, findings: &mut Findings) {
    let mut known: BTreeMap<&str, Span> = BTreeMap::new();
    let is_outer = |at: usize| at == 0 || shape.text[..at].ends_with('\n');
    for def in shape.defs.iter().filter(|def| is_outer(shape.tokens()[def.tokens.start].start)) {
        let place = shape.name_span(def);
        match known.entry(def.name) {
            Entry::Occupied(first) => {
                let message = format!("two functions are called `{}`", short_quote(def.name));
                let finding = Diagnostic::at(code::RULE_SYNTAX, place, message);
                let finding = finding.related(*first.get(), "first here");
                findings.push(finding.hint("give one of them another name"));
            }
            Entry::Vacant(entry) => {
                entry.insert(place);
            }
        }
    }
}

/// Returns the fields of a module's own values, made with `struct(name = ...)` or `record(name = ...)`.
fn struct_fields<'a>(shape: &ModuleShape<'a>) -> BTreeSet<&'a str> {
    let mut fields = BTreeSet::new();
    let mut open: Vec<bool> = Vec::new();
    for (at, token) in shape.tokens().iter().enumerate() {
        match token.kind {
            TokenKind::Open => {
                open.push(at > 0 && (shape.is(at - 1, "struct") || shape.is(at - 1, "record")))
            }
            TokenKind::Close => {
                open.pop();
            }
            TokenKind::Name if open.last() == Some(&true) && shape.is(at + 1, "=") => {
                fields.insert(shape.word(at));
            }
            _ => {}
        }
    }
    fields
}
