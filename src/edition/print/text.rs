//! Changes for a terminal: a block of lines for each, the cause first.

use std::fmt::Write;

use super::super::{Change, EditionDiff, ExampleChange, Mark, MarkedWords, PartChange, Subject};
use super::super::data::field_words;
use super::phrases::{
    counted, difference_words, examples_words, headline, number_words, shortened, source_words,
    step_words, subject_word, summary,
};
use crate::text::one_line;

/// More parts of a change, and more places that show a value, are left out unless all are asked for.
const MOST_PARTS: usize = 8;
/// The same of examples whose first other step is told.
const MOST_STEPS: usize = 3;

/// How changes are printed on a terminal.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextStyle {
    /// Whether words are coloured.
    pub colour: bool,
    /// Whether nothing is left out.
    pub all: bool,
}

/// What changed, for a terminal.
pub fn diff_text(diff: &EditionDiff, style: TextStyle) -> String {
    let mut printer = TextPrinter { style, out: String::new() };
    printer.line(0, &printer.strong(&summary(diff)));
    for change in &diff.changes {
        printer.out.push('\n');
        printer.change(change);
    }
    if !diff.renumbered.is_empty() {
        let runs: Vec<String> = diff.renumbered.iter().map(number_words).collect();
        let shown = if style.all { runs.len() } else { runs.len().min(MOST_PARTS) };
        let mut line = format!("renumbered: {}", runs[..shown].join(", "));
        if shown < runs.len() {
            line += &format!(", and {} more", runs.len() - shown);
        }
        printer.out.push('\n');
        printer.line(0, &line);
    }
    printer.out
}

struct TextPrinter {
    style: TextStyle,
    out: String,
}

impl TextPrinter {
    fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.out, "{}{text}", "  ".repeat(depth)).expect("writing to a string works");
    }

    fn coloured(&self, code: &str, text: &str) -> String {
        if self.style.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn strong(&self, text: &str) -> String {
        self.coloured("1", &one_line(text))
    }

    fn change(&mut self, change: &Change) {
        let kind = self.coloured("36", subject_word(change.subject));
        let mut line = format!("{kind} {}", self.strong(&headline(change)));
        if let Some(source) = source_words(change) {
            line += &self.coloured("2", &format!(", {}", one_line(&source)));
        }
        self.line(0, &line);
        if change.words.iter().any(|run| run.mark != Mark::Same) {
            let words = match self.style.all {
                true => change.words.clone(),
                false => shortened(&change.words),
            };
            let words = self.marked(&words);
            self.line(1, &words);
        }
        if !matches!(change.subject, Subject::Value | Subject::Reading) {
            self.parts(&change.parts);
        }
        self.shown(change);
        self.examples(change);
    }

    /// Words with those that are gone and those that are new marked: `[7 -> 6]`, `[+ new]`, `[- gone]`.
    fn marked(&self, words: &[MarkedWords]) -> String {
        let mut out = String::new();
        let mut rest = words.iter().peekable();
        while let Some(run) = rest.next() {
            let text = one_line(&run.text);
            let (blank, said) = match text.strip_prefix(' ') {
                Some(said) => (" ", said),
                None => ("", text.as_ref()),
            };
            let next = rest.peek().filter(|next| next.mark == Mark::New);
            let words = match (run.mark, next) {
                (Mark::Same, _) => said.to_owned(),
                (Mark::Old, Some(_)) => {
                    let new = rest.next().map(|next| one_line(next.text.trim()));
                    let new = self.coloured("32", &new.unwrap_or_default());
                    format!("[{} -> {new}]", self.coloured("31", said))
                }
                (Mark::Old, None) if words.len() == 1 => self.coloured("31", said),
                (Mark::New, _) if words.len() == 1 => self.coloured("32", said),
                (Mark::Old, None) => format!("[- {}]", self.coloured("31", said)),
                (Mark::New, _) => format!("[+ {}]", self.coloured("32", said)),
            };
            out += blank;
            out += &words;
        }
        out.trim().to_owned()
    }

    fn parts(&mut self, parts: &[PartChange]) {
        let most = self.most(parts.len(), MOST_PARTS);
        for part in &parts[..most] {
            let name = one_line(&part.name);
            let line = match (&part.old, &part.new) {
                (None, None) => name.into_owned(),
                (Some(was), None) => format!("{name}: - {}", self.coloured("31", &one_line(was))),
                (None, Some(is)) => format!("{name}: + {}", self.coloured("32", &one_line(is))),
                (Some(_), Some(_)) => {
                    let words = field_words(part);
                    format!("{name}: {}", self.marked(&shortened(&words)))
                }
            };
            self.line(1, &line);
        }
        if most < parts.len() {
            self.line(1, &format!("and {} more (-v tells all)", parts.len() - most));
        }
    }

    fn most(&self, count: usize, usual: usize) -> usize {
        // Leaving one line out would take a line too.
        if self.style.all || count <= usual + 1 { count } else { usual }
    }

    fn shown(&mut self, change: &Change) {
        let verb = match change.subject {
            Subject::Function => "carries out",
            Subject::Reading => "changes",
            _ => "shown in",
        };
        if change.shown.is_empty() {
            return;
        }
        let most = self.most(change.shown.len(), MOST_PARTS);
        let places = change.shown[..most].iter().map(|shown| one_line(&shown.place));
        let mut line = format!("{verb} {}", places.collect::<Vec<_>>().join(", "));
        if most < change.shown.len() {
            line += &format!(" and {} more", change.shown.len() - most);
        }
        self.line(1, &line);
    }

    fn examples(&mut self, change: &Change) {
        let Some(first) = change.examples.first() else { return };
        if change.subject == Subject::Example {
            return self.step(first, 1, &format!("{}, ", difference_words(first)));
        }
        self.line(1, &one_line(&examples_words(&change.examples)));
        let most = if self.style.all { change.examples.len() } else { MOST_STEPS };
        for example in change.examples.iter().take(most) {
            let name = format!("{}, {}, ", example.name, difference_words(example));
            self.step(example, 2, &name);
        }
        if most < change.examples.len() {
            let more = counted(change.examples.len() - most, "more example");
            self.line(2, &format!("and {more} (-v tells all)"));
        }
    }

    /// The first step of an example that differs.
    fn step(&mut self, example: &ExampleChange, depth: usize, name: &str) {
        let Some(first) = &example.first else {
            return self.line(depth, &one_line(&format!("{name}no step differs in words")));
        };
        let part = PartChange { name: String::new(), old: first.old.clone(), new: first.new.clone() };
        let words = self.marked(&shortened(&field_words(&part)));
        let what = match (&first.old, &first.new) {
            (Some(_), None) => "is gone: ",
            (None, Some(_)) => "is new: ",
            _ => "",
        };
        let step = step_words(first);
        let colon = if what.is_empty() { ": " } else { " " };
        self.line(depth, &format!("{}{step}{colon}{what}{words}", one_line(name)));
    }
}
