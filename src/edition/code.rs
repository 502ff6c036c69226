//! What changed in the rules that play, and in the words that tell it. In: the programs of two
//! editions. Out: functions whose text differs, with the places that they carry out, and the
//! sentences of `words.toml`.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::flatten;
use super::{Change, ChangePlace, How, PartChange, ShownPlace, Subject};
use crate::example::game::PlayableBook;
use crate::rules::Program;
use crate::rules::lex::{self, StarlarkToken, TokenKind};
use crate::source::Sources;

/// What changed in the modules of two editions and in their words.
pub(super) fn code_changes(
    (old, before): (&PlayableBook, &Sources),
    (new, after): (&PlayableBook, &Sources),
) -> Vec<Change> {
    let (was, is) = (parts_of(&old.program, before), parts_of(&new.program, after));
    let mut changes = Vec::new();
    for (key, part) in &is {
        let how = match was.get(key) {
            None => How::Added,
            Some(earlier) if earlier.tokens != part.tokens => How::Changed,
            Some(_) => continue,
        };
        let earlier = was.get(key).map(|earlier| earlier.place(&key.0));
        changes.push(Change { old: earlier, new: Some(part.place(&key.0)), ..part.change(key, how) });
    }
    for (key, part) in was.iter().filter(|(key, _)| !is.contains_key(key)) {
        changes.push(Change { old: Some(part.place(&key.0)), ..part.change(key, How::Removed) });
    }
    changes.extend(word_changes((old, before), (new, after)));
    changes
}

/// A function, or what stands outside of functions.
struct ModulePart {
    line: usize,
    /// What is run of it: comments and blank lines do not count.
    tokens: Vec<String>,
    /// The places that it carries out.
    carries: Vec<(String, ShownPlace)>,
}

/// The path of a module and the name of a function in it; no name for what stands outside.
type PartKey = (String, String);

impl ModulePart {
    fn place(&self, module: &str) -> ChangePlace {
        ChangePlace { file: module.to_owned(), line: self.line, ..ChangePlace::default() }
    }

    fn change(&self, (module, function): &PartKey, how: How) -> Change {
        let name = if function.is_empty() { module } else { function };
        Change {
            subject: Subject::Function,
            how,
            name: name.clone(),
            anchor: self.carries.first().map(|(anchor, _)| anchor.clone()),
            shown: self.carries.iter().map(|(_, place)| place.clone()).collect(),
            ..Change::default()
        }
    }
}

/// The parts of all modules of the book itself.
fn parts_of(program: &Program, sources: &Sources) -> BTreeMap<PartKey, ModulePart> {
    let mut parts = BTreeMap::new();
    for (nth, module) in program.modules.iter().enumerate() {
        if !module.book.is_empty() {
            continue;
        }
        let source = sources.get(module.source);
        let tokens = lex::lex_module(&source.text).tokens;
        let words = |tokens: &[StarlarkToken]| {
            let said = tokens.iter().filter(|token| !token.kind.is_silent());
            said.map(|token| source.text[token.range()].to_owned()).collect::<Vec<_>>()
        };
        let mut outside = tokens.clone();
        let own = program.functions.iter().filter(|function| function.module as usize == nth);
        for function in own {
            let is_start = |token: &StarlarkToken| {
                !token.kind.is_silent()
                    && source.position(token.start).0 == function.line as usize
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
            parts.insert((module.path.clone(), function.name.clone()), part);
        }
        let said = outside.iter().find(|token| !token.kind.is_silent());
        let line = said.map_or(1, |token| source.position(token.start).0);
        let part = ModulePart { line, tokens: words(&outside), carries: Vec::new() };
        parts.insert((module.path.clone(), String::new()), part);
    }
    parts
}

/// The token behind a function that begins with the token `start`.
fn end_of_function(tokens: &[StarlarkToken], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.kind {
            TokenKind::Indent => depth += 1,
            TokenKind::Dedent if depth <= 1 => return at + 1,
            TokenKind::Dedent => depth -= 1,
            TokenKind::Newline if depth == 0 => {
                // Comments may stand between the line and the block below it.
                let next = tokens[at + 1..].iter().find(|next| {
                    !matches!(next.kind, TokenKind::Comment | TokenKind::Newline)
                });
                if next.is_none_or(|next| next.kind != TokenKind::Indent) {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// The anchor of a place that a function carries out, and the place in the words of a reader.
fn carried(program: &Program, place: u32) -> Option<(String, ShownPlace)> {
    let place = program.places.get(place as usize)?;
    let anchor = place.anchor.clone().unwrap_or_else(|| place.section.clone());
    let shown = ShownPlace { place: place.address.clone(), file: String::new(), line: 0 };
    Some((anchor, shown))
}

/// The sentences of `words.toml` that differ.
fn word_changes(
    (old, before): (&PlayableBook, &Sources),
    (new, after): (&PlayableBook, &Sources),
) -> Option<Change> {
    let keys = |book: &PlayableBook, sources: &Sources| {
        let mut found = BTreeMap::new();
        let text = book.own_words.map(|id| sources.get(id).text.to_string());
        if let Some(Ok(table)) = text.map(|text| text.parse::<toml::Table>()) {
            flatten("", &toml::Value::Table(table), &mut found);
        }
        found
    };
    let (was, is) = (keys(old, before), keys(new, after));
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let differing = names.into_iter().filter(|name| was.get(*name) != is.get(*name));
    let parts: Vec<PartChange> = differing
        .map(|name| PartChange {
            name: name.clone(),
            old: was.get(name).cloned(),
            new: is.get(name).cloned(),
        })
        .collect();
    let place = ChangePlace { file: "rules/words.toml".to_owned(), line: 1, ..ChangePlace::default() };
    (!parts.is_empty()).then(|| Change {
        subject: Subject::Wording,
        how: How::Changed,
        name: "words of examples".to_owned(),
        new: Some(place),
        parts,
        ..Change::default()
    })
}
