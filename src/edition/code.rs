//! Changes of the rules that play, and of the words for their steps. In: the programs of two editions. Out:
//! functions whose text differs, with the places that they carry out, and the sentences of `words.toml`.

use std::collections::BTreeMap;

use super::manifest::{differing_keys, toml_keys};
use super::{Change, ChangePlace, FunctionChange, How, Subject};
use base::source::Sources;
use example::game::PlayableBook;
use rules::Program;
use rules::lex::{self, StarlarkToken, TokenKind};

/// The rules of an edition, and the texts that they were read from.
#[derive(Clone, Copy)]
pub struct EditionRules<'a> {
    pub rules: &'a PlayableBook,
    pub sources: &'a Sources,
}

/// Returns the functions that differ, each with the rules that it carries out.
pub fn function_changes(old: EditionRules<'_>, new: EditionRules<'_>) -> Vec<FunctionChange> {
    let (was, is) = (parts_of(old), parts_of(new));
    let mut changes = Vec::new();
    for (key, part) in &is {
        match was.get(key) {
            None if key.function.is_empty() => {}
            None => changes.push(part.change(key, How::Added)),
            Some(earlier) if earlier.tokens != part.tokens => {
                changes.push(part.change(key, How::Changed));
            }
            Some(_) => {}
        }
    }
    let gone = was.iter().filter(|(key, _)| !is.contains_key(key) && !key.function.is_empty());
    changes.extend(gone.map(|(key, part)| part.change(key, How::Removed)));
    changes
}

/// Adds each function to the change of a rule that it carries out; the others become a change of their
/// module.
pub fn place_functions(functions: Vec<FunctionChange>, changes: &mut Vec<Change>) {
    let mut modules: BTreeMap<String, Vec<FunctionChange>> = BTreeMap::new();
    for function in functions {
        match changes.iter_mut().find(|change| is_carried_out(change, &function)) {
            Some(change) => change.functions.push(function),
            None => modules.entry(function.file.clone()).or_default().push(function),
        }
    }
    changes.extend(modules.into_iter().map(|(file, functions)| Change {
        subject: Subject::Module,
        how: How::Changed,
        new: Some(ChangePlace {
            line: functions[0].line,
            file: file.clone(),
            ..ChangePlace::default()
        }),
        name: file,
        functions,
        ..Change::default()
    }));
}

/// True if a function carries out a rule that changed.
fn is_carried_out(change: &Change, function: &FunctionChange) -> bool {
    let is_rule =
        matches!(change.subject, Subject::Rule | Subject::List | Subject::Chart | Subject::Table);
    let place = if function.how == How::Removed { &change.old } else { &change.new };
    let address = place.as_ref().map(|place| &place.address).filter(|address| !address.is_empty());
    // A section that is new or gone includes its content.
    let is_whole = matches!(change.how, How::Added | How::Removed);
    let by_number = address.is_some_and(|address| {
        let is_own = |number: &String| match number.strip_prefix(address.as_str()) {
            Some(rest) => rest.is_empty() || (is_whole && rest.starts_with([' ', '.'])),
            None => false,
        };
        function.carries.iter().any(is_own)
    });
    let by_anchor = change.anchor.as_ref().is_some_and(|own| function.anchors.contains(own));
    is_rule && (by_number || by_anchor)
}

/// A function, or the code outside functions.
struct ModulePart {
    line: usize,
    /// Its code; comments and blank lines are left out.
    tokens: Vec<String>,
    /// Places that it carries out: anchor and number.
    carries: Vec<(String, String)>,
}

/// Module and function of a part.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PartKey {
    /// The path of its module.
    module: String,
    /// The name of the function; empty for code outside functions.
    function: String,
}

impl ModulePart {
    fn change(&self, place: &PartKey, how: How) -> FunctionChange {
        FunctionChange {
            name: place.function.clone(),
            how,
            file: place.module.clone(),
            line: self.line,
            carries: self.carries.iter().map(|(_, number)| number.clone()).collect(),
            anchors: self.carries.iter().map(|(anchor, _)| anchor.clone()).collect(),
        }
    }
}

/// Returns the parts of all modules of the book itself.
fn parts_of(edition: EditionRules<'_>) -> BTreeMap<PartKey, ModulePart> {
    let program = &edition.rules.program;
    let mut parts = BTreeMap::new();
    for (nth, module) in program.modules.iter().enumerate() {
        if !module.book.is_empty() {
            continue;
        }
        let source = edition.sources.get(module.source);
        let tokens = lex::lex_module(&source.text).tokens;
        let words = |tokens: &[StarlarkToken]| {
            let said = tokens.iter().filter(|token| !token.kind.is_silent());
            said.map(|token| source.text[token.range()].to_owned()).collect::<Vec<_>>()
        };
        let mut outside = tokens.clone();
        let own = program.functions.iter().filter(|function| function.module as usize == nth);
        for function in own {
            let is_start = |token: &StarlarkToken| {
                !token.kind.is_silent() && source.position(token.start).0 == function.line as usize
            };
            let Some(start) = tokens.iter().position(is_start) else { continue };
            let inside = &tokens[start..end_of_function(&tokens, start)];
            outside.retain(|token| !inside.contains(token));
            let carries = function.places.iter().filter_map(|place| carried(program, *place));
            let part = ModulePart {
                line: function.line as usize,
                tokens: words(inside),
                carries: carries.collect(),
            };
            let key = PartKey { module: module.path.clone(), function: function.name.clone() };
            parts.insert(key, part);
        }
        let outside = without_loads(outside, &source.text);
        let said = outside.iter().find(|token| !token.kind.is_silent());
        let line = said.map_or(1, |token| source.position(token.start).0);
        let part = ModulePart { line, tokens: words(&outside), carries: Vec::new() };
        let key = PartKey { module: module.path.clone(), function: String::new() };
        parts.insert(key, part);
    }
    parts
}

/// Returns the index after a function that begins with the token `start`.
fn end_of_function(tokens: &[StarlarkToken], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.kind {
            TokenKind::Indent => depth += 1,
            TokenKind::Dedent if depth <= 1 => return at + 1,
            TokenKind::Dedent => depth -= 1,
            TokenKind::Newline if depth == 0 => {
                // Comments may be between the line and the block below it.
                let next = tokens[at + 1..]
                    .iter()
                    .find(|next| !matches!(next.kind, TokenKind::Comment | TokenKind::Newline));
                if next.is_none_or(|next| next.kind != TokenKind::Indent) {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the anchor and the number of a place that a function carries out.
fn carried(program: &Program, place: u32) -> Option<(String, String)> {
    let place = program.places.get(place as usize)?;
    let anchor = place.anchor.clone().unwrap_or_else(|| place.section.clone());
    Some((anchor, place.address.clone()))
}

/// Returns the tokens without lines that load other modules, whose changes are reported there.
fn without_loads(tokens: Vec<StarlarkToken>, text: &str) -> Vec<StarlarkToken> {
    let mut kept = Vec::new();
    let (mut is_load, mut begins) = (false, true);
    for token in tokens {
        if begins && !token.kind.is_silent() {
            is_load = &text[token.range()] == "load";
        }
        begins = token.kind.is_silent();
        if !is_load {
            kept.push(token);
        }
    }
    kept
}

/// Returns the change of the sentences in `words.toml`, if any differ.
pub fn word_changes(old: EditionRules<'_>, new: EditionRules<'_>) -> Option<Change> {
    let keys = |edition: EditionRules<'_>| toml_keys(edition.rules.own_words, edition.sources);
    let parts = differing_keys(&keys(old), &keys(new));
    let place =
        ChangePlace { file: "rules/words.toml".to_owned(), line: 1, ..ChangePlace::default() };
    (!parts.is_empty()).then(|| Change {
        subject: Subject::Wording,
        how: How::Changed,
        name: "words of examples".to_owned(),
        new: Some(place),
        parts,
        ..Change::default()
    })
}
