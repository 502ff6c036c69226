//! The file `rules.lock`. In: a program, or the text of its lock. Out: that text, or what it says was
//! confirmed. Printing and reading are each other's inverse.
//!
//! A line for each binding, sorted: `place-key  module:function  hash-of-sentence  hash-of-function`,
//! and below it, set in, the sentence. Then a line for each named value: `=first-hand  7`. Sentences and
//! values are there for people, who read what was confirmed when it is so no more.

use std::collections::{BTreeMap, BTreeSet};

use super::{BindingHashes, BindingName, bindings_by_name};
use crate::Constant;
use crate::program::Program;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{SourceId, Span};
use base::text::single_spaced;

/// Opens the file; what begins with `# ` is no binding.
const LOCK_HEADER: &str = "# Sentences and the functions that carry them out, as they were confirmed by `rulepress accept`.\n";
/// Stands before the name of a value.
const VALUE: &str = "=";
/// Stands before a sentence.
const INSET: &str = "  ";

/// What a lock says was confirmed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfirmedRules {
    /// The bindings by name.
    pub bindings: BTreeMap<BindingName, ConfirmedBinding>,
    /// What each named value said when everything was accepted.
    pub values: BTreeMap<String, String>,
}

/// A binding as it was confirmed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfirmedBinding {
    pub sentence: u64,
    pub function: u64,
    /// The sentence itself; none in a lock that an earlier version wrote.
    pub words: Option<String>,
}

impl ConfirmedRules {
    /// Reads a lock; findings say which lines cannot be read.
    pub fn parse(source: SourceId, text: &str, findings: &mut Findings) -> Self {
        let mut read = Self::default();
        let (mut at, mut last) = (0, None);
        for line in text.split_inclusive('\n') {
            let place = Span::new(source, at..at + line.trim_end().len());
            at += line.len();
            if !read.take_line(line.trim_end(), &mut last) {
                let message = "this line of the lock cannot be read";
                let finding = Diagnostic::at(code::LOCK_FILE, place, message);
                findings.push(finding.hint("remove it; `rulepress accept` writes the file anew"));
            }
        }
        read
    }

    /// What the text of a lock says, without what cannot be read of it.
    pub fn of_text(text: &str) -> Self {
        let (mut read, mut last) = (Self::default(), None);
        for line in text.lines() {
            read.take_line(line.trim_end(), &mut last);
        }
        read
    }

    /// Takes a line; false for one that cannot be read. `last` is the binding that was read last.
    fn take_line(&mut self, line: &str, last: &mut Option<BindingName>) -> bool {
        if line.is_empty() || line.starts_with("# ") {
            return true;
        }
        if let Some(words) = line.strip_prefix(INSET) {
            // Below a line that cannot be read stands what belongs to that.
            if let Some(binding) = last.as_ref().and_then(|name| self.bindings.get_mut(name)) {
                binding.words = Some(words.to_owned());
            }
            return last.is_some();
        }
        if let Some(value) = line.strip_prefix(VALUE) {
            let (name, says) = value.split_once(INSET).unwrap_or((value, ""));
            self.values.insert(name.to_owned(), says.to_owned());
            return true;
        }
        let Some((name, binding)) = parse_binding(line) else {
            *last = Some(BindingName::default());
            return false;
        };
        *last = Some(name.clone());
        self.bindings.insert(name, binding);
        true
    }
}

impl std::fmt::Display for ConfirmedRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(LOCK_HEADER)?;
        for (name, ConfirmedBinding { sentence, function: code, words }) in &self.bindings {
            let BindingName { key, function } = name;
            writeln!(f, "{key}  {function}  {sentence:016x}  {code:016x}")?;
            if let Some(words) = words.as_ref().filter(|words| !words.is_empty()) {
                writeln!(f, "{INSET}{words}")?;
            }
        }
        for (name, says) in &self.values {
            writeln!(f, "{VALUE}{name}{INSET}{says}")?;
        }
        Ok(())
    }
}

fn parse_binding(line: &str) -> Option<(BindingName, ConfirmedBinding)> {
    let (line, function) = line.rsplit_once(INSET)?;
    let (line, sentence) = line.rsplit_once(INSET)?;
    let (key, name) = line.rsplit_once(INSET)?;
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    let binding =
        ConfirmedBinding { sentence: number(sentence)?, function: number(function)?, words: None };
    Some((BindingName { key: key.to_owned(), function: name.to_owned() }, binding))
}

/// The lock that confirms every binding of the rules' own book, and holds the values as they are.
pub fn confirmed_lock(program: &Program) -> String {
    let bindings = bindings_by_name(program);
    let bindings = bindings.into_iter().map(|(name, now)| (name, now.confirmed())).collect();
    ConfirmedRules { bindings, values: value_words(program) }.to_string()
}

/// The lock in which only the bindings `names` are confirmed anew. What `before` says of others stays,
/// and so do its values, by which examples that still wait are explained.
pub fn lock_confirming(
    program: &Program,
    before: Option<&str>,
    names: &BTreeSet<BindingName>,
) -> String {
    let before = before.map(ConfirmedRules::of_text);
    let mut lock = ConfirmedRules {
        values: before.as_ref().map_or_else(|| value_words(program), |lock| lock.values.clone()),
        ..ConfirmedRules::default()
    };
    for (name, now) in bindings_by_name(program) {
        let old = before.as_ref().and_then(|before| before.bindings.get(&name));
        let confirmed = match old {
            _ if names.contains(&name) => Some(now.confirmed()),
            Some(old) if (old.sentence, old.function) == (now.sentence, now.function) => {
                Some(now.confirmed())
            }
            old => old.cloned(),
        };
        lock.bindings.extend(confirmed.map(|confirmed| (name, confirmed)));
    }
    lock.to_string()
}

/// What the named values say, each in one line.
fn value_words(program: &Program) -> BTreeMap<String, String> {
    program.values.iter().map(|(name, value)| (name.clone(), constant_words(value))).collect()
}

/// What a named value says, in one line.
pub fn constant_words(value: &Constant) -> String {
    match value {
        Constant::Int(number) => number.to_string(),
        Constant::Text(text) => single_spaced(text),
    }
}

impl BindingHashes<'_> {
    fn confirmed(&self) -> ConfirmedBinding {
        ConfirmedBinding {
            sentence: self.sentence,
            function: self.function,
            words: Some(single_spaced(&self.words)),
        }
    }
}
