//! Changes as Markdown: a heading for each kind of subject, and an item for each change. Gone words are
//! struck, new words are bold.

use std::fmt::Write;

use super::super::{Change, EditionDiff, ExampleChange, Mark, MarkedWords};
use super::phrases::{
    ARROW, difference_words, examples_words, first_words, groups, headline, notes, part_words,
    range_words, source_words, subject_word, summary,
};

/// Returns the changes as Markdown.
pub fn diff_markdown(diff: &EditionDiff) -> String {
    let mut out = String::new();
    let mut line = |text: &str| writeln!(out, "{text}").expect("writing to a string works");
    line(&format!("# What changed: {}\n", escaped(&diff.book)));
    line(&format!("{}.", escaped(&summary(diff))));
    for (title, changes) in groups(diff) {
        line(&format!("\n## {title}\n"));
        for change in changes {
            line(change_item(change).trim_end());
        }
    }
    if !diff.renumbered.is_empty() {
        line("\n## New numbers\n");
        line("| Old | New | Rule |\n|---|---|---|");
        for run in &diff.renumbered {
            let old = range_words(&run.old, run.old_last.as_deref());
            let new = range_words(&run.new, run.new_last.as_deref());
            line(&format!("| {old} | {new} | {} |", escaped(&run.title)));
        }
    }
    out
}

fn change_item(change: &Change) -> String {
    let kind = subject_word(change.subject);
    let mut out = format!("- {kind} **{}**", escaped(&headline(change, ARROW)));
    if let Some(source) = source_words(change) {
        out += &format!(" (`{source}`)");
    }
    out.push('\n');
    let mut item = |depth: usize, text: &str| {
        out += &format!("{}- {text}\n", "  ".repeat(depth));
    };
    match change.words.as_slice() {
        // All of it is new or gone, as the first line says.
        [only] if only.mark != Mark::Same => item(1, &escaped(&only.text)),
        words if words.iter().any(|run| run.mark != Mark::Same) => item(1, &marked(words)),
        _ => {}
    }
    if !matches!(change.subject, super::super::Subject::Value | super::super::Subject::Reading) {
        for part in &change.parts {
            let (name, words) = part_words(change.subject, part);
            let colon = if words.is_empty() { "" } else { ": " };
            item(1, &format!("{}{colon}{}", escaped(&name), marked(&words)));
        }
    }
    notes(change).iter().for_each(|note| item(1, &escaped(note)));
    if !change.examples.is_empty() {
        item(1, &escaped(&examples_words(&change.examples)));
        change.examples.iter().for_each(|example| item(2, &example_words(example)));
    }
    out
}

fn example_words(example: &ExampleChange) -> String {
    let what = format!("{}, {}", escaped(&example.name), difference_words(example));
    match (first_words(example), &example.note) {
        (Some((step, words)), _) => format!("{what}, {step}: {}", marked(&words)),
        (None, Some(note)) => format!("{what}: {}", escaped(note)),
        (None, None) => what,
    }
}

/// Returns words with the gone ones struck and the new ones bold.
fn marked(words: &[MarkedWords]) -> String {
    let mut out = String::new();
    let mut last = Mark::Same;
    for run in words {
        let inner = run.text.trim();
        let start = &run.text[..run.text.len() - run.text.trim_start().len()];
        let end = if inner.is_empty() { "" } else { &run.text[run.text.trim_end().len()..] };
        // Two adjacent marks would be read as one.
        let blank = if start.is_empty() && last != Mark::Same && run.mark != Mark::Same {
            " "
        } else {
            start
        };
        out += blank;
        out += &match run.mark {
            _ if inner.is_empty() => String::new(),
            Mark::Same => escaped(inner),
            Mark::Old => format!("~~{}~~", escaped(inner)),
            Mark::New => format!("**{}**", escaped(inner)),
        };
        out += end;
        last = run.mark;
    }
    out
}

/// Escapes the characters that mean something in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '{' | '}' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
