//! `rules.lock`: which sentence was confirmed with which function. In: a program and the lock of
//! its book. Out: what changed since, or the lock that confirms it all.
//!
//! One line a binding, sorted: `place-key  module:function  hash-of-sentence  hash-of-function`.

use std::collections::BTreeMap;

use super::program::{Binding, Program};
use super::stable_hash::{self, StableHash};
use crate::diagnostic::{Code, Diagnostic, Findings, code};
use crate::document::{Manuscript, read_text, short_quote};
use crate::source::{Refusal, SourceId, Sources, Span, path_below};

/// Opens the file; what begins with `# ` is no binding.
const LOCK_HEADER: &str = "# Sentences and the functions that carry them out, as they were confirmed by `rulepress accept`.\n";

/// The most bytes of a lock.
const LARGEST_LOCK: u64 = 4 << 20;

/// Path of the lock below the root.
pub fn lock_path(manuscript: &Manuscript) -> String {
    path_below(&manuscript.folder, "rules.lock")
}

/// The lock that confirms every binding of the rules' own book.
pub fn confirmed_lock(program: &Program) -> String {
    let mut text = LOCK_HEADER.to_owned();
    for ((key, function), BindingHashes { sentence, function: code, .. }) in
        bindings_by_name(program)
    {
        text += &format!("{key}  {function}  {sentence:016x}  {code:016x}\n");
    }
    text
}

/// Compares the bindings of `program`, the rules of `manuscript`, with what was confirmed. Gives the
/// text of the lock, if there is one.
pub fn check_lock(
    program: &Program,
    manuscript: &Manuscript,
    sources: &mut Sources,
    findings: &mut Findings,
) -> Option<SourceId> {
    let path = lock_path(manuscript);
    let now = bindings_by_name(program);
    if sources.read(&path, LARGEST_LOCK) == Err(Refusal::Missing) {
        let missing = (!now.is_empty()).then(|| missing_lock(sources.shown_path(&path)));
        findings.0.extend(missing);
        return None;
    }
    let source = read_text(sources, &path, None, findings)?;
    let before = parse_lock(source, &sources.get(source).text, findings);
    for (name, hashes) in &now {
        findings.0.extend(compare_binding(program, name, hashes, before.get(name)));
    }
    Some(source)
}

fn missing_lock(path: String) -> Diagnostic {
    let message = "no rule of this book was ever confirmed";
    let hint = "read each rule beside its sentence, then run `rulepress accept`";
    Diagnostic::file(code::UNCONFIRMED_RULE, path, message).hint(hint)
}

/// Place key, and module with function.
type BindingName = (String, String);

/// What was bound by one function at one place.
struct BindingHashes<'a> {
    sentence: u64,
    function: u64,
    first: Option<&'a Binding>,
}

/// The bindings of the rules' own book; several of one function at one place are one.
fn bindings_by_name(program: &Program) -> BTreeMap<BindingName, BindingHashes<'_>> {
    let mut names: BTreeMap<BindingName, Vec<&Binding>> = BTreeMap::new();
    for binding in &program.bindings {
        let Some(function) = program.functions.get(binding.function as usize) else { continue };
        let Some(module) = program.modules.get(function.module as usize) else { continue };
        if module.book.is_empty() {
            let function = format!("{}:{}", module.path, function.name);
            names.entry((binding.key.clone(), function)).or_default().push(binding);
        }
    }
    names.into_iter().map(|(name, bindings)| (name, binding_hashes(bindings))).collect()
}

fn binding_hashes(bindings: Vec<&Binding>) -> BindingHashes<'_> {
    let sentence = |binding: &&Binding| stable_hash::sentence_hash(&binding.sentence);
    let function = |binding: &&Binding| binding.hash;
    BindingHashes {
        sentence: combined_hash(bindings.iter().map(sentence)),
        function: combined_hash(bindings.iter().map(function)),
        first: bindings.first().copied(),
    }
}

/// One hash of several, whatever their order.
fn combined_hash(hashes: impl Iterator<Item = u64>) -> u64 {
    let mut hashes: Vec<u64> = hashes.collect();
    hashes.sort_unstable();
    hashes.dedup();
    match hashes[..] {
        [one] => one,
        _ => hash_of_all(&hashes),
    }
}

fn hash_of_all(hashes: &[u64]) -> u64 {
    let mut all = StableHash::new();
    hashes.iter().for_each(|hash| all.add(&hash.to_le_bytes()));
    all.get()
}

/// The lines of a lock: the hashes of sentence and function by name.
fn parse_lock(
    source: SourceId,
    text: &str,
    findings: &mut Findings,
) -> BTreeMap<BindingName, (u64, u64)> {
    let mut lines = BTreeMap::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = Span::new(source, at..at + line.trim_end().len());
        at += line.len();
        let line = line.trim_end();
        if line.is_empty() || line.starts_with("# ") {
            continue;
        }
        match parse_lock_line(line) {
            Some((name, hashes)) => {
                lines.insert(name, hashes);
            }
            None => {
                findings.push(unreadable_line(place));
            }
        }
    }
    lines
}

fn unreadable_line(place: Span) -> Diagnostic {
    let finding = Diagnostic::at(code::LOCK_FILE, place, "this line of the lock cannot be read");
    finding.hint("remove it; `rulepress accept` writes the file anew")
}

fn parse_lock_line(line: &str) -> Option<(BindingName, (u64, u64))> {
    let (line, function_hash) = line.rsplit_once("  ")?;
    let (line, sentence_hash) = line.rsplit_once("  ")?;
    let (key, function) = line.rsplit_once("  ")?;
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    Some(((key.to_owned(), function.to_owned()), (number(sentence_hash)?, number(function_hash)?)))
}

/// Reports what changed since a binding was confirmed.
fn compare_binding(
    program: &Program,
    (key, _): &BindingName,
    now: &BindingHashes<'_>,
    before: Option<&(u64, u64)>,
) -> Option<Diagnostic> {
    let binding = now.first?;
    let function = program.functions.get(binding.function as usize);
    let function = function.map_or("", |function| function.name.as_str());
    let (code, message) = now.change(before, key, function)?;
    let finding = confirmation_hints(Diagnostic::at(code, binding.span, message), binding);
    Some(match binding.place.and_then(|place| program.places.get(place as usize)) {
        Some(place) => finding.related(place.span, "the words"),
        None => finding,
    })
}

/// What to read and to do before a binding is confirmed.
fn confirmation_hints(mut finding: Diagnostic, binding: &Binding) -> Diagnostic {
    if !binding.sentence.is_empty() {
        let text = short_quote(&binding.sentence);
        finding = finding.hint(format!("the text there is \"{text}\""));
    }
    finding.hint("check that the function does what the text says, then run `rulepress accept`")
}

impl BindingHashes<'_> {
    /// What changed since these hashes of sentence and function were confirmed.
    fn change(
        &self,
        before: Option<&(u64, u64)>,
        key: &str,
        function: &str,
    ) -> Option<(Code, String)> {
        let Some((sentence, code)) = before else {
            let message = format!("the function `{function}` was never confirmed for `{key}`");
            return Some((code::UNCONFIRMED_RULE, message));
        };
        if *code != self.function {
            let message =
                format!("the function `{function}` changed since it was confirmed for `{key}`");
            return Some((code::CHANGED_RULE, message));
        }
        (*sentence != self.sentence).then(|| {
            let message =
                format!("the sentence at `{key}` changed, the function `{function}` did not");
            (code::UNCONFIRMED_RULE, message)
        })
    }
}
