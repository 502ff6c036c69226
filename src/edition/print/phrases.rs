//! The words for changes, in every format.

use super::super::data::field_words;
use super::super::{
    Change, ChangePlace, EditionDiff, EditionName, ExampleChange, ExampleDifference,
    FunctionChange, How, Mark, MarkedWords, NumberChange, PartChange, StepDifference, Subject,
};
use base::text::counted;

/// Number of unchanged words to show on each side of changed ones.
const CONTEXT: usize = 6;
/// Maximum number of words of a rule that is new or gone.
const MOST_WORDS: usize = 32;

/// Names a subject: "rule", "value".
pub fn subject_word(subject: Subject) -> &'static str {
    match subject {
        Subject::Book => "book.toml",
        Subject::Reading => "reading",
        Subject::Value => "value",
        Subject::Rule => "rule",
        Subject::List => "order",
        Subject::Chart => "chart",
        Subject::Table => "table",
        Subject::Brief => "brief",
        Subject::Term => "term",
        Subject::Card => "card",
        Subject::Data => "data",
        Subject::Module => "module",
        Subject::Used => "used book",
        Subject::Wording => "words",
        Subject::Example => "example",
        Subject::Unexplained => "examples",
    }
}

/// Names a kind of change: "reworded", "moved".
pub fn how_word(how: How) -> &'static str {
    match how {
        How::Added => "added",
        How::Removed => "removed",
        How::Moved => "moved",
        How::Reworded => "reworded",
        How::Reordered => "reordered",
        How::Renamed => "renamed",
        How::Changed => "changed",
    }
}

/// Names an edition: "HEAD~3", "the edition of 2026-11-21", "now".
fn edition_words(name: &EditionName) -> String {
    match name.asked.as_str() {
        "" => "now".to_owned(),
        asked => asked.to_owned(),
    }
}

/// Sums up the changes: "Gazer, HEAD~3 to now: 3 changes, 11 examples".
pub fn summary(diff: &EditionDiff) -> String {
    let ways = format!("{} to {}", edition_words(&diff.old), edition_words(&diff.new));
    let changes = counted(diff.changes.len(), "change");
    let mut parts = vec![changes];
    match diff.example_count() {
        0 => {}
        1 => parts.push("1 example differs".to_owned()),
        many => parts.push(format!("{many} examples differ")),
    }
    let numbers: usize = diff.renumbered.iter().map(|run| run.count).sum();
    if numbers > 0 {
        parts.push(counted(numbers, "new number"));
    }
    let said = if diff.is_empty() { "nothing changed".to_owned() } else { parts.join(", ") };
    format!("{}, {ways}: {said}", diff.book)
}

/// Returns the first line of a change, after its kind: its name or number, and its old and new value, with an
/// arrow between, if it has just these.
pub fn headline(change: &Change, arrow: &str) -> String {
    let place = change.new.as_ref().or(change.old.as_ref());
    let address = place.map(|place| place.address.as_str()).unwrap_or_default();
    let titled = match (address.is_empty(), change.name.is_empty()) {
        (true, _) => change.name.clone(),
        (false, true) => address.to_owned(),
        (false, false) => format!("{address} {}", change.name),
    };
    match (change.subject, change.parts.as_slice()) {
        (Subject::Value | Subject::Reading, [only]) => {
            let says = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
            let name = if change.subject == Subject::Value { change.name.as_str() } else { "" };
            format!("{name} {} {arrow} {}", says(&only.old), says(&only.new)).trim().to_owned()
        }
        (Subject::Unexplained, _) => "that differ for a reason not given above".to_owned(),
        (Subject::Term, _) => format!("{} {}", change.name, how_word(change.how)),
        _ => match (change.how, &change.old, &change.new) {
            (How::Moved, Some(old), _) => format!("{titled} moved from {}", place_words(old)),
            _ => format!("{titled} {}", how_word(change.how)),
        },
    }
}

/// Returns "3.2", or the title of the section if the place has no number.
fn place_words(place: &ChangePlace) -> String {
    match (place.address.is_empty(), place.section.is_empty()) {
        (false, _) => place.address.clone(),
        (true, false) => place.section.clone(),
        (true, true) => place.file.clone(),
    }
}

/// Returns the file and line: "02-setup.md:4".
pub fn source_words(change: &Change) -> Option<String> {
    let place = change.new.as_ref().or(change.old.as_ref())?;
    if place.file.is_empty() {
        return None;
    }
    let was = if change.new.is_none() { "was " } else { "" };
    Some(format!("{was}{}:{}", place.file, place.line))
}

/// Lists examples: "changes 11 examples: set-up, first-turns, ...".
pub fn examples_words(examples: &[ExampleChange]) -> String {
    let is_told = |example: &&ExampleChange| example.what != ExampleDifference::Table;
    let told: Vec<&str> =
        examples.iter().filter(is_told).map(|example| example.name.as_str()).collect();
    let silent = counted(examples.len() - told.len(), "example");
    match (told.len(), told.len() == examples.len()) {
        (0, _) => format!("changes only the table at the end of {silent}"),
        (many, true) => format!("changes {}: {}", counted(many, "example"), told.join(", ")),
        (many, false) => format!(
            "changes {}: {}; and the table at the end of {silent}",
            counted(many, "example"),
            told.join(", ")
        ),
    }
}

/// Names a function: "attack (3.2), roll_dice (new)".
pub fn function_words(function: &FunctionChange) -> String {
    let name = if function.name.is_empty() { "lines outside of functions" } else { &function.name };
    let mut notes = function.carries.clone();
    match function.how {
        How::Added => notes.push("new".to_owned()),
        How::Removed => notes.push("gone".to_owned()),
        _ => {}
    }
    if notes.is_empty() { name.to_owned() } else { format!("{name} ({})", notes.join(", ")) }
}

/// Describes a difference: "ends otherwise".
pub fn difference_words(example: &ExampleChange) -> &'static str {
    match example.what {
        ExampleDifference::Outcome => "ends otherwise",
        ExampleDifference::Steps => "other steps",
        ExampleDifference::Words => "other words",
        ExampleDifference::Unplayable => "cannot be played",
        ExampleDifference::Table => "the table at its end",
    }
}

/// Names a step: "step 5", "its start".
pub fn step_words(step: &StepDifference) -> String {
    if step.step == 0 { "its start".to_owned() } else { format!("step {}", step.step) }
}

/// Describes new numbers: "2.1 step 3 to 6 -> 2.1 step 4 to 7".
pub fn number_words(run: &NumberChange) -> String {
    let old = range_words(&run.old, run.old_last.as_deref());
    format!("{old} -> {}", range_words(&run.new, run.new_last.as_deref()))
}

/// Joins numbers: "2.1 step 3 to 6"; the last is without the part that it shares with the first.
pub fn range_words(first: &str, last: Option<&str>) -> String {
    let Some(last) = last else { return first.to_owned() };
    let same = first.rfind(' ').filter(|at| last.get(..*at) == first.get(..*at));
    match same {
        Some(at) => format!("{first} to {}", &last[at + 1..]),
        None => format!("{first} to {last}"),
    }
}

/// Leaves out unchanged words, except those around a change. A text that is all new or all gone is cut.
pub fn shortened(words: &[MarkedWords]) -> Vec<MarkedWords> {
    if let [only] = words {
        return vec![MarkedWords { text: cut_end(&only.text, MOST_WORDS), ..only.clone() }];
    }
    let last = words.len().saturating_sub(1);
    let shorten = |(at, run): (usize, &MarkedWords)| {
        let text = match run.mark {
            Mark::Same => cut_middle(&run.text, at == 0, at == last),
            Mark::Old | Mark::New => run.text.clone(),
        };
        MarkedWords { text, ..run.clone() }
    };
    words.iter().enumerate().map(shorten).collect()
}

/// Returns the first words of a text.
fn cut_end(text: &str, most: usize) -> String {
    match text.split_whitespace().nth(most) {
        Some(next) => {
            let at = next.as_ptr() as usize - text.as_ptr() as usize;
            format!("{} ...", text[..at].trim_end())
        }
        None => text.to_owned(),
    }
}

/// Leaves out the middle of a text, and keeps the words next to changed ones.
fn cut_middle(text: &str, is_first: bool, is_last: bool) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let most = if is_first || is_last { CONTEXT } else { 2 * CONTEXT };
    if words.len() <= most + 1 {
        return text.to_owned();
    }
    let head = words[..CONTEXT.min(words.len())].join(" ");
    let tail = words[words.len() - CONTEXT..].join(" ");
    let blank = |at: bool| if at { " " } else { "" };
    let (before, after) =
        (blank(text.starts_with(char::is_whitespace)), blank(text.ends_with(char::is_whitespace)));
    match (is_first, is_last) {
        (true, _) => format!("... {tail}{after}"),
        (false, true) => format!("{before}{head} ..."),
        (false, false) => format!("{before}{head} ... {tail}{after}"),
    }
}

/// Arrow for formats that can show every character.
pub const ARROW: &str = "\u{2192}";
/// Arrow of a terminal.
pub const PLAIN_ARROW: &str = "->";

/// Titles of groups of changes, with their subjects.
const GROUPS: [(&str, &[Subject]); 7] = [
    ("The book", &[Subject::Book, Subject::Reading]),
    ("Values", &[Subject::Value]),
    ("Rules", &[Subject::Rule, Subject::List, Subject::Table, Subject::Chart]),
    ("Short forms and terms", &[Subject::Brief, Subject::Term]),
    ("Cards and data", &[Subject::Card, Subject::Data]),
    ("How it is played", &[Subject::Module, Subject::Used, Subject::Wording]),
    ("Examples", &[Subject::Example, Subject::Unexplained]),
];

/// Returns the changes by group, with the title of each group.
pub fn groups(diff: &EditionDiff) -> Vec<(&'static str, Vec<&Change>)> {
    let of = |subjects: &[Subject]| -> Vec<&Change> {
        diff.changes.iter().filter(|change| subjects.contains(&change.subject)).collect()
    };
    let all = GROUPS.iter().map(|(title, subjects)| (*title, of(subjects)));
    all.filter(|(_, changes)| !changes.is_empty()).collect()
}

/// Names a part of a change, and returns its old words, its new words, or both.
pub fn part_words(subject: Subject, part: &PartChange) -> (String, Vec<MarkedWords>) {
    let marked =
        |mark, text: &Option<String>| MarkedWords { mark, text: text.clone().unwrap_or_default() };
    match (subject, &part.old, &part.new) {
        (Subject::List, Some(_), Some(_)) => {
            (part.name.clone(), vec![marked(Mark::Old, &part.old), marked(Mark::New, &part.new)])
        }
        (_, None, None) => (part.name.clone(), Vec::new()),
        _ => (part.name.clone(), field_words(part)),
    }
}

/// Returns the remaining notes on a change: its reason, the places that show it, the functions that carry it
/// out, and the examples that it changes.
pub fn notes(change: &Change) -> Vec<String> {
    let mut notes: Vec<String> = change.why.iter().map(|why| format!("Why: {why}")).collect();
    notes.extend(shown_words(change));
    if !change.functions.is_empty() {
        let names: Vec<String> = change.functions.iter().map(function_words).collect();
        let verb =
            if change.subject == Subject::Module { "Functions" } else { "Played differently by" };
        notes.push(format!("{verb} {}", names.join(", ")));
    }
    notes
}

/// Lists places: "Shown in 2.1 step 3, brief of 2.1".
pub fn shown_words(change: &Change) -> Option<String> {
    let verb = if change.subject == Subject::Reading { "Changes" } else { "Shown in" };
    let places: Vec<&str> = change.shown.iter().map(|shown| shown.place.as_str()).collect();
    (!places.is_empty()).then(|| format!("{verb} {}", places.join(", ")))
}

/// Describes the first step that differs: "step 5", and its words.
pub fn first_words(example: &ExampleChange) -> Option<(String, Vec<MarkedWords>)> {
    let first = example.first.as_ref()?;
    let part = PartChange { name: String::new(), old: first.old.clone(), new: first.new.clone() };
    let what = match (&first.old, &first.new) {
        (Some(_), None) => " is gone",
        (None, Some(_)) => " is new",
        _ => "",
    };
    Some((format!("{}{what}", step_words(first)), field_words(&part)))
}
