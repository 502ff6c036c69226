//! `rules.lock`: the sentences that were confirmed with the functions that carry them out. In: a program and
//! the lock of its book. Out: changes since then, or the lock that confirms everything.

mod file;

use std::collections::BTreeMap;

use self::file::ConfirmedBinding;
pub use self::file::{ConfirmedRules, confirmed_lock, constant_words, lock_confirming};
use super::program::{Binding, Program};
use super::stable_hash::{self, StableHash};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::{Refusal, SourceId, Sources, path_below, read_text};
use document::Manuscript;

/// The largest lock, in bytes.
const LARGEST_LOCK: u64 = 4 << 20;

/// Returns the path of the lock below the root.
pub fn lock_path(manuscript: &Manuscript) -> String {
    path_below(&manuscript.folder, "rules.lock")
}

/// Compares the bindings of `program`, the rules of `manuscript`, with the confirmed ones. Returns the text
/// of the lock, if there is one.
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
    let before = ConfirmedRules::parse(source, &sources.get(source).text, findings);
    for (name, hashes) in &now {
        findings.0.extend(compare_binding(program, &name.key, hashes, before.bindings.get(name)));
    }
    Some(source)
}

fn missing_lock(path: String) -> Diagnostic {
    let message = "no rule of this book was ever confirmed";
    let hint = "read each rule beside its sentence, then run `rulepress accept`";
    Diagnostic::file(code::UNCONFIRMED_RULE, path, message).hint(hint)
}

/// Name of a binding in a lock.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BindingName {
    /// Key of the place, such as `#draw`.
    pub key: String,
    /// Module and function, such as `rules/turn.star:draw`.
    pub function: String,
}

/// A binding that changed since it was confirmed, or was never confirmed.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenBinding<'a> {
    /// Name in the lock.
    pub name: BindingName,
    /// The change since then.
    pub change: BindingChange,
    /// The confirmed sentence, if the lock contains it.
    pub confirmed: Option<String>,
    /// The present sentence.
    pub sentence: String,
    /// The binding.
    pub binding: &'a Binding,
}

impl OpenBinding<'_> {
    /// True if a finding is about this binding.
    pub fn is_told_by(&self, finding: &Diagnostic) -> bool {
        let lock = [code::UNCONFIRMED_RULE, code::CHANGED_RULE];
        lock.contains(&finding.code) && finding.span == Some(self.binding.span)
    }
}

/// Change of a binding since it was confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindingChange {
    /// The binding was never confirmed.
    New,
    /// The function changed.
    Function {
        /// True if the sentence changed too.
        reworded: bool,
    },
    /// Only the sentence changed.
    Sentence,
}

/// Returns the bindings of `program` that differ from those that `lock` confirms. The lock of an earlier
/// version lacks sentences: they are taken from `earlier` rules, if they are as confirmed.
pub fn open_bindings<'a>(
    program: &'a Program,
    lock: &ConfirmedRules,
    earlier: Option<&Program>,
) -> Vec<OpenBinding<'a>> {
    let then = earlier.map(bindings_by_name).unwrap_or_default();
    let open = bindings_by_name(program).into_iter().filter_map(|(name, now)| {
        let before = lock.bindings.get(&name);
        let then = then.get(&name).zip(before);
        let then = then.filter(|(then, before)| then.sentence == before.sentence);
        let recorded = before.and_then(|before| before.words.clone());
        Some(OpenBinding {
            change: now.change(before)?,
            confirmed: recorded.or_else(|| then.map(|(then, _)| then.words.clone())),
            binding: now.first?,
            sentence: now.words,
            name,
        })
    });
    open.collect()
}

/// Hashes of everything that one function binds at one place.
struct BindingHashes<'a> {
    sentence: u64,
    function: u64,
    /// The bound sentences.
    words: String,
    first: Option<&'a Binding>,
}

/// Returns the bindings of the rules' own book; several of one function at one place are joined.
fn bindings_by_name(program: &Program) -> BTreeMap<BindingName, BindingHashes<'_>> {
    let mut names: BTreeMap<BindingName, Vec<&Binding>> = BTreeMap::new();
    for binding in &program.bindings {
        let Some(function) = program.functions.get(binding.function as usize) else { continue };
        let Some(module) = program.modules.get(function.module as usize) else { continue };
        if module.book.is_empty() {
            let function = format!("{}:{}", module.path, function.name);
            let name = BindingName { key: binding.key.clone(), function };
            names.entry(name).or_default().push(binding);
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
        words: bound_words(&bindings),
        first: bindings.first().copied(),
    }
}

/// Joins the sentences of several bindings, each once.
fn bound_words(bindings: &[&Binding]) -> String {
    let mut sentences: Vec<&str> =
        bindings.iter().map(|binding| binding.sentence.as_str()).collect();
    sentences.dedup();
    sentences.join(" ")
}

/// Combines hashes into one, whatever their order.
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

/// Reports the change of a binding since it was confirmed.
fn compare_binding(
    program: &Program,
    key: &str,
    now: &BindingHashes<'_>,
    before: Option<&ConfirmedBinding>,
) -> Option<Diagnostic> {
    let binding = now.first?;
    let function = program.functions.get(binding.function as usize);
    let function = function.map_or("", |function| function.name.as_str());
    let (code, message) = match now.change(before)? {
        BindingChange::New => (
            code::UNCONFIRMED_RULE,
            format!("the function `{function}` was never confirmed for `{key}`"),
        ),
        BindingChange::Function { .. } => (
            code::CHANGED_RULE,
            format!("the function `{function}` has changed since it was confirmed for `{key}`"),
        ),
        BindingChange::Sentence => (
            code::UNCONFIRMED_RULE,
            format!("the sentence at `{key}` changed, but the function `{function}` did not"),
        ),
    };
    let finding = Diagnostic::at(code, binding.span, message);
    let finding = confirmation_hints(finding, binding, before.is_some());
    Some(match binding.place.and_then(|place| program.places.get(place as usize)) {
        Some(place) => finding.related(place.span, "the words"),
        None => finding,
    })
}

/// Adds hints: the text to read, and the command that confirms the binding.
fn confirmation_hints(
    mut finding: Diagnostic,
    binding: &Binding,
    was_confirmed: bool,
) -> Diagnostic {
    if !binding.sentence.is_empty() {
        let text = short_quote(&binding.sentence);
        finding = finding.hint(format!("the text there is \"{text}\""));
    }
    let command = if was_confirmed { "review" } else { "accept" };
    finding.hint(format!(
        "check that the function does what the text says, then run `rulepress {command}`"
    ))
}

impl BindingHashes<'_> {
    /// Returns the change of a binding since it was confirmed.
    fn change(&self, before: Option<&ConfirmedBinding>) -> Option<BindingChange> {
        let Some(before) = before else { return Some(BindingChange::New) };
        let reworded = before.sentence != self.sentence;
        match before.function != self.function {
            true => Some(BindingChange::Function { reworded }),
            false => reworded.then_some(BindingChange::Sentence),
        }
    }
}
