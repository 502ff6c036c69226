//! Changes for a terminal: a block of lines for each, the cause first.

use std::fmt::Write;

use super::super::data::field_words;
use super::super::{
    Change, EditionDiff, ExampleChange, ExampleDifference, Mark, MarkedWords, PartChange, Subject,
};
use super::phrases::{
    PLAIN_ARROW, difference_words, examples_words, function_words, headline, number_words,
    shortened, source_words, step_words, subject_word, summary,
};
use base::text::{counted, one_line};

/// Maximum number of parts of a change, and of places that show a value, unless all are asked for.
const MOST_PARTS: usize = 8;
/// Maximum number of examples whose first differing step is shown, unless all are asked for.
const MOST_STEPS: usize = 3;

/// Style of changes on a terminal.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextStyle {
    /// True if words are coloured.
    pub colour: bool,
    /// True if nothing is left out.
    pub all: bool,
}

/// Returns the changes, for a terminal.
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

pub struct TextPrinter {
    pub style: TextStyle,
    pub out: String,
}

impl TextPrinter {
    pub fn line(&mut self, depth: usize, text: &str) {
        writeln!(self.out, "{}{text}", "  ".repeat(depth)).expect("writing to a string works");
    }

    pub fn coloured(&self, code: &str, text: &str) -> String {
        if self.style.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    pub fn strong(&self, text: &str) -> String {
        self.coloured("1", &one_line(text))
    }

    fn change(&mut self, change: &Change) {
        self.cause(change);
        self.examples(change);
    }

    /// Prints a change without its examples.
    pub fn cause(&mut self, change: &Change) {
        let kind = self.coloured("36", subject_word(change.subject));
        let mut line = format!("{kind} {}", self.strong(&headline(change, PLAIN_ARROW)));
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
        match change.subject {
            Subject::Value | Subject::Reading => {}
            _ => self.parts(change),
        }
        if let Some(why) = &change.why {
            self.line(1, &format!("why: {}", one_line(why)));
        }
        self.shown(change);
        self.functions(change);
    }

    /// Returns words with marks around the gone and the new ones: `[7 -> 6]`, `[+ new]`, `[- gone]`.
    fn marked(&self, words: &[MarkedWords]) -> String {
        let mut out = String::new();
        let mut rest = words.iter().peekable();
        while let Some(run) = rest.next() {
            let text = run.text.replace('\n', " ");
            let text = one_line(&text);
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

    fn parts(&mut self, change: &Change) {
        let parts = &change.parts;
        let most = self.most(parts.len(), MOST_PARTS);
        for part in &parts[..most] {
            let name = one_line(&part.name);
            let line = match (&part.old, &part.new) {
                // `5.4 step 5 -> 5.4 step 4: Least health left`
                (was, is) if change.subject == Subject::List => {
                    let rank = |rank: &Option<String>| rank.clone().unwrap_or_default();
                    let was = self.coloured("31", &one_line(&rank(was)));
                    let is = self.coloured("32", &one_line(&rank(is)));
                    format!("{was} -> {is}: {name}")
                }
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
            self.line(1, &format!("and {} more (-v shows all)", parts.len() - most));
        }
    }

    fn most(&self, count: usize, usual: usize) -> usize {
        // A line about one line that is left out would take as much room.
        if self.style.all || count <= usual + 1 { count } else { usual }
    }

    fn shown(&mut self, change: &Change) {
        let verb = match change.subject {
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

    fn functions(&mut self, change: &Change) {
        if change.functions.is_empty() {
            return;
        }
        let most = self.most(change.functions.len(), MOST_PARTS);
        let names = change.functions[..most].iter().map(function_words).collect::<Vec<_>>();
        let mut line = names.join(", ");
        if change.subject != Subject::Module {
            line = format!("played differently by {line}");
        }
        if most < change.functions.len() {
            line += &format!(" and {} more", change.functions.len() - most);
        }
        self.line(1, &one_line(&line));
    }

    fn examples(&mut self, change: &Change) {
        let Some(first) = change.examples.first() else { return };
        if change.subject == Subject::Example {
            return self.step(first, 1, &format!("{}, ", difference_words(first)));
        }
        self.line(1, &one_line(&examples_words(&change.examples)));
        let told: Vec<&ExampleChange> =
            change.examples.iter().filter(|own| own.what != ExampleDifference::Table).collect();
        let most = if self.style.all { told.len() } else { self.most(told.len(), MOST_STEPS) };
        for example in told.iter().take(most) {
            let name = format!("{}, {}, ", example.name, difference_words(example));
            self.step(example, 2, &name);
        }
        if most < told.len() {
            let more = counted(told.len() - most, "more example");
            self.line(2, &format!("and {more} (-v shows all)"));
        }
    }

    /// Prints the first step of an example that differs.
    fn step(&mut self, example: &ExampleChange, depth: usize, name: &str) {
        let Some(first) = &example.first else {
            let name = name.trim_end_matches([',', ' ']);
            let note = example.note.as_deref().unwrap_or("the words of all steps are the same");
            return self.line(depth, &one_line(&format!("{name}: {note}")));
        };
        let part =
            PartChange { name: String::new(), old: first.old.clone(), new: first.new.clone() };
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
