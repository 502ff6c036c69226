//! Named values that nothing reads. In: a book and its rules. Out: the values that are used only where they
//! are defined.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::TextPlace;
use super::places::BookText;
use base::source::{SourceId, Span, rest_below};
use document::{InlineKind, plain_text, walk};
use rules::lex::lex_module;
use rules::{Program, constant_name};

/// The named values of a book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct ValueUse {
    /// Number of values.
    pub all: usize,
    /// Values that nothing reads.
    pub unread: Vec<UnreadValue>,
}

/// A value that nothing reads.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnreadValue {
    /// Its name.
    pub name: String,
    /// Its content.
    pub says: String,
    /// The place of its definition.
    pub place: TextPlace,
}

/// Returns the values of a book, and those that neither its prose, its pages, its rules, its examples nor its
/// data read.
pub fn value_use(book: &BookText<'_>, program: Option<&Program>) -> ValueUse {
    let mut defined: BTreeMap<String, (Span, String)> = BTreeMap::new();
    for blocks in book.manuscript.document.bodies() {
        walk::each_inline(blocks, &mut |inline| {
            if let InlineKind::Value(value) = &inline.kind
                && value.defines
            {
                let says = || (inline.span, plain_text(&value.content));
                defined.entry(value.name.clone()).or_insert_with(says);
            }
        });
    }
    let read = read_names(book, program);
    let all = defined.len();
    let constants = program.map(rule_words).unwrap_or_default();
    let unread = defined.into_iter().filter(|(name, _)| {
        !read.contains(name.as_str()) && !constants.contains(&constant_name(name))
    });
    let unread =
        unread.map(|(name, (span, says))| UnreadValue { name, says, place: book.place(span) });
    ValueUse { all, unread: unread.collect() }
}

/// Returns the names in `{=name}` of every text that was read, without the definitions `]{=name}`. Modules
/// have them as constants; books that this one uses have values of their own.
fn read_names<'b>(book: &BookText<'b>, program: Option<&Program>) -> BTreeSet<&'b str> {
    let modules = program.into_iter().flat_map(|program| &program.modules);
    let modules: BTreeSet<SourceId> = modules.map(|module| module.source).collect();
    let is_used = |path: &str| {
        let mut used = book.manuscript.used.iter();
        used.any(|used| rest_below(path, &used.folder).is_some())
    };
    let mut names = BTreeSet::new();
    let texts = book.sources.iter().filter(|(id, _)| !modules.contains(id));
    for (_, source) in texts.filter(|(_, source)| !is_used(&source.path)) {
        for (at, _) in source.text.match_indices("{=") {
            let name = source.text[at + 2..].split(['}', '\n']).next().unwrap_or_default();
            if !source.text[..at].ends_with(']') {
                names.insert(name.trim());
            }
        }
    }
    names
}

/// Returns the words of the modules of the rules' own book.
fn rule_words(program: &Program) -> BTreeSet<String> {
    let own = program.modules.iter().filter(|module| module.book.is_empty());
    own.flat_map(|module| {
        let tokens = lex_module(&module.text).tokens.into_iter();
        tokens
            .filter(|token| !token.kind.is_silent())
            .map(|token| module.text[token.range()].to_owned())
            .collect::<Vec<_>>()
    })
    .collect()
}
