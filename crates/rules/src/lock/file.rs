//! The file `rules.lock`. In: a program, or the text of its lock. Out: that text, or the confirmed bindings.
//! Printing and parsing are each other's inverse.
//!
//! A line for each binding, sorted: `place-key  module:function  hash-of-sentence  hash-of-function`, and
//! below it, indented, the sentence. Then a line for each named value: `=first-hand  7`. Sentences and values
//! are for people, who can read what was confirmed after it has changed.

use std::collections::{BTreeMap, BTreeSet};

use super::{BindingHashes, BindingName, bindings_by_name};
use crate::Constant;
use crate::program::Program;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{SourceId, Span};
use base::text::single_spaced;

/// First line of the file; lines that begin with `# ` are no bindings.
const LOCK_HEADER: &str = "# Sentences and the functions that carry them out, as they were confirmed by `rulepress accept`.\n";
/// Prefix of a named value.
const VALUE: &str = "=";
/// Prefix of a sentence.
const INSET: &str = "  ";

/// Bindings and values that a lock confirms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfirmedRules {
    /// Bindings by name.
    pub bindings: BTreeMap<BindingName, ConfirmedBinding>,
    /// Text of each named value when everything was last accepted.
    pub values: BTreeMap<String, String>,
}

/// A binding as it was confirmed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfirmedBinding {
    pub sentence: u64,
    pub function: u64,
    /// The sentence itself; `None` in a lock of an earlier version.
    pub words: Option<String>,
}

impl ConfirmedRules {
    /// Parses a lock. Reports lines that cannot be parsed.
    pub fn parse(source: SourceId, text: &str, findings: &mut Findings) -> Self {
        let mut read = Self::default();
        let (mut at, mut last) = (0, None);
        for line in text.split_inclusive('\n') {
            let place = Span::new(source, at..at + line.trim_end().len());
            at += line.len();
            if !read.take_line(line.trim_end(), &mut last) {
                let message = "this line of rules.lock cannot be read";
                let finding = Diagnostic::at(code::LOCK_FILE, place, message);
                findings.push(
                    finding.hint(
                        "delete the line, then run `rulepress accept` to write the file again",
                    ),
                );
            }
        }
        read
    }

    /// Parses the text of a lock, and skips lines that cannot be parsed.
    pub fn of_text(text: &str) -> Self {
        let (mut read, mut last) = (Self::default(), None);
        for line in text.lines() {
            read.take_line(line.trim_end(), &mut last);
        }
        read
    }

    /// Parses a line; false if that fails. `last` is the binding that was parsed last.
    fn take_line(&mut self, line: &str, last: &mut Option<BindingName>) -> bool {
        if line.is_empty() || line.starts_with("# ") {
            return true;
        }
        if let Some(words) = line.strip_prefix(INSET) {
            // The sentence below a line that cannot be parsed is skipped too.
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

/// Returns the lock that confirms every binding of the rules' own book, with the present values.
pub fn confirmed_lock(program: &Program) -> String {
    let bindings = bindings_by_name(program);
    let bindings = bindings.into_iter().map(|(name, now)| (name, now.confirmed())).collect();
    ConfirmedRules { bindings, values: value_words(program) }.to_string()
}

/// Returns the lock in which only the bindings `names` are confirmed again. Other bindings stay as in
/// `before`, and so do its values: they explain the examples that still wait.
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

/// Returns the text of each named value, in one line.
fn value_words(program: &Program) -> BTreeMap<String, String> {
    program.values.iter().map(|(name, value)| (name.clone(), constant_words(value))).collect()
}

/// Returns the text of a named value, in one line.
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
