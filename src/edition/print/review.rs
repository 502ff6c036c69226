//! Items that wait for review, for a terminal: the cause first, then each example with its steps side by
//! side, and each rule with its words and its function.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::super::review::{
    ExampleReview, Review, ReviewBody, ReviewCause, ReviewGroup, ReviewItem, ReviewPlace,
    RuleReview, ShownRow, StepLine, StepRow, shown_rows,
};
use super::super::{Mark, MarkedWords};
use super::phrases::examples_words;
use super::text::{TextPrinter, TextStyle};
use base::text::{counted, one_line};

/// Smallest width in columns; a narrower terminal wraps the lines itself.
pub const LEAST_WIDTH: usize = 80;
/// Signs before the first step that differs, before others that differ, and before unchanged ones.
const SIGNS: [&str; 3] = ["=>", " *", "  "];
/// Maximum number of rows of an example, unless all are asked for.
const MOST_ROWS: usize = 60;
/// Separator of the two columns.
const BETWEEN: &str = " | ";

/// Style of a printed review.
#[derive(Debug, Clone, Copy)]
pub struct ReviewStyle {
    /// Colours, and whether nothing is left out.
    pub text: TextStyle,
    /// Width of the terminal, in columns.
    pub width: usize,
}

/// Returns the whole review: each cause with its items.
pub fn review_text(review: &Review, style: ReviewStyle) -> String {
    let mut out = review_summary(review) + "\n";
    for group in &review.groups {
        out += &format!("\n{}", group_text(group, style));
        for item in &group.items {
            out += &format!("\n{}", item_text(item, style));
        }
    }
    out
}

/// Sums up a review: "Gazer, HEAD to now: 3 examples and 1 rule wait, for 2 causes".
pub fn review_summary(review: &Review) -> String {
    let is_rule = |item: &&ReviewItem| matches!(item.body, ReviewBody::Rule(_));
    let rules = review.items().filter(is_rule).count();
    let examples = review.items().count() - rules;
    let parts = [(examples, "example"), (rules, "rule")];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, word)| counted(count, word)).collect();
    let book = one_line(&review.book);
    let since = review.since.as_ref().map(|since| format!(", {} to now", one_line(since)));
    let since = since.unwrap_or_default();
    match parts.is_empty() {
        true => format!("{book}: everything is as it was accepted"),
        false => {
            let verb = if examples + rules == 1 { "waits" } else { "wait" };
            let causes = counted(review.groups.len(), "cause");
            format!("{book}{since}: {} {verb}, {causes}", parts.join(" and "))
        }
    }
}

/// Describes a cause and its effects, in a few lines.
pub fn group_text(group: &ReviewGroup, style: ReviewStyle) -> String {
    let mut printer = TextPrinter { style: style.text, out: String::new() };
    match &group.cause {
        ReviewCause::Change(change) => {
            printer.cause(change);
            if !change.examples.is_empty() {
                printer.line(1, &one_line(&examples_words(&change.examples)));
            }
        }
        cause => {
            let words = cause_words(cause);
            let line = printer.strong(words);
            printer.line(0, &line);
        }
    }
    let lines = printer.out.lines().map(|line| wrapped_line(line, style.width));
    lines.collect()
}

/// Returns the words for a cause that is no change of the book.
pub fn cause_words(cause: &ReviewCause) -> &'static str {
    match cause {
        ReviewCause::Change(_) => "a change of the book",
        ReviewCause::Unexplained => "examples that differ for an unknown reason",
        ReviewCause::New => "new: never accepted",
        ReviewCause::Renumbered => "renumbered: the same happens, under other numbers of rules",
    }
}

/// Describes an item, with old and new side by side.
pub fn item_text(item: &ReviewItem, style: ReviewStyle) -> String {
    let printer = TextPrinter { style: style.text, out: String::new() };
    let kind = match &item.body {
        ReviewBody::Example(_) => "example",
        ReviewBody::Rule(_) => "rule",
    };
    let name = match &item.body {
        ReviewBody::Example(example) => example.name.clone(),
        ReviewBody::Rule(rule) => rule.key.clone(),
    };
    let head = format!("{kind} {}, {}: {}", one_line(&name), one_line(&item.title), item.what);
    let mut out = String::new();
    for line in wrapped(&head, style.width) {
        out += &format!("{}\n", printer.strong(&line));
    }
    out += &wrapped_line(&format!("  {}", place_words(&item.place)), style.width);
    for reason in &item.blocked {
        let line = format!("  cannot be accepted: {}", one_line(reason));
        for line in wrapped_under(&line, style.width, 2) {
            out += &format!("{}\n", printer.coloured("31", &line));
        }
    }
    let columns = ColumnPrinter::new(&printer, style.width);
    out += &match &item.body {
        ReviewBody::Example(example) => columns.steps(example),
        ReviewBody::Rule(rule) => columns.rule(rule),
    };
    out
}

/// Returns the file and line: "rules.md:12".
pub fn place_words(place: &ReviewPlace) -> String {
    format!("{}:{}", one_line(&place.file), place.line)
}

/// Two columns that share a terminal.
struct ColumnPrinter<'a> {
    printer: &'a TextPrinter,
    /// Width of each column, in characters.
    column: usize,
}

impl<'a> ColumnPrinter<'a> {
    fn new(printer: &'a TextPrinter, width: usize) -> Self {
        let signs = SIGNS[0].len() + 1;
        let column = (width.max(LEAST_WIDTH) - signs - BETWEEN.len()) / 2;
        Self { printer, column }
    }

    /// Returns the steps, with the accepted ones on the left.
    fn steps(&self, example: &ExampleReview) -> String {
        if example.steps.is_empty() {
            return String::new();
        }
        let is_new = example.steps.iter().all(|row| row.old.is_none());
        if is_new {
            let lines = example.steps.iter().filter_map(|row| row.new.as_ref());
            let width = 2 * self.column + BETWEEN.len();
            let cells = lines.flat_map(|line| cell(Some(line), width));
            return cells.map(|line| format!("   {line}\n")).collect();
        }
        let mut out = self.row(SIGNS[2], ["accepted".to_owned(), "now".to_owned()], None);
        let rows = shown_rows(&example.steps);
        // After the first difference nearly everything may differ.
        let most = if self.printer.style.all { rows.len() } else { MOST_ROWS };
        let left = rows.len().saturating_sub(most + 1);
        for shown in &rows[..rows.len() - left] {
            out += &match *shown {
                ShownRow::Row(row) => self.step(row),
                ShownRow::Same(count) => {
                    let words = if count == 1 { "1 step is" } else { "steps are" };
                    let count = if count == 1 { String::new() } else { format!("{count} ") };
                    format!("   ... {count}{words} the same\n")
                }
            };
        }
        if left > 0 {
            out += &format!("   ... and {left} more rows (-v shows all)\n");
        }
        out
    }

    fn step(&self, row: &StepRow) -> String {
        let sign = match (row.first, row.differs) {
            (true, _) => SIGNS[0],
            (false, true) => SIGNS[1],
            (false, false) => SIGNS[2],
        };
        let gone = |line: &Option<StepLine>, words: &str| match line {
            Some(line) => cell(Some(line), self.column),
            None => vec![words.to_owned()],
        };
        let (old, new) = (gone(&row.old, ""), gone(&row.new, ""));
        let mut out = String::new();
        for nth in 0..old.len().max(new.len()) {
            let line = |lines: &[String]| lines.get(nth).cloned().unwrap_or_default();
            let sign = if nth == 0 { sign } else { SIGNS[2] };
            out += &self.row(sign, [line(&old), line(&new)], row.differs.then_some(["31", "32"]));
        }
        out
    }

    /// Returns one line of two columns.
    fn row(&self, sign: &str, cells: [String; 2], colours: Option<[&str; 2]>) -> String {
        let [old, new] = cells;
        let blanks = " ".repeat(self.column.saturating_sub(old.width()));
        let [old, new] = match colours {
            Some([was, is]) => [self.painted(was, &old), self.painted(is, &new)],
            None => [old, new],
        };
        let line = format!("{sign} {old}{blanks}{BETWEEN}{new}");
        format!("{}\n", line.trim_end())
    }

    fn painted(&self, colour: &str, words: &str) -> String {
        if words.is_empty() { String::new() } else { self.printer.coloured(colour, words) }
    }

    /// Returns the words of a rule, old beside new if they differ, and the function that carries it out.
    fn rule(&self, rule: &RuleReview) -> String {
        let mut out = String::new();
        let differs = rule.words.iter().any(|run| run.mark != Mark::Same);
        if differs {
            out += &self.row(SIGNS[2], ["confirmed".to_owned(), "now".to_owned()], None);
            let old = wrapped(&side_words(&rule.words, Mark::Old, ['[', ']']), self.column);
            let new = wrapped(&side_words(&rule.words, Mark::New, ['[', ']']), self.column);
            for nth in 0..old.len().max(new.len()) {
                let line = |lines: &[String]| lines.get(nth).cloned().unwrap_or_default();
                let sign = if nth == 0 { SIGNS[0] } else { SIGNS[2] };
                out += &self.row(sign, [line(&old), line(&new)], Some(["31", "32"]));
            }
        } else {
            let said = side_words(&rule.words, Mark::New, ['[', ']']);
            let width = 2 * self.column + BETWEEN.len();
            out += &wrapped(&said, width)
                .iter()
                .map(|line| format!("   {line}\n"))
                .collect::<String>();
        }
        let place = place_words(&rule.code_place);
        out += &format!("   carried out by {}, {place}\n", one_line(&rule.function));
        for line in rule.code.lines() {
            let line = one_line(line).into_owned();
            out += &wrapped_under(&format!("     {line}"), 2 * self.column + 6, 9)
                .iter()
                .map(|line| format!("{}\n", self.printer.coloured("2", line)))
                .collect::<String>();
        }
        out
    }
}

/// Returns the words of one side; marks enclose those that the other side does not have.
fn side_words(words: &[MarkedWords], side: Mark, marks: [char; 2]) -> String {
    let own = words.iter().filter(|run| run.mark == Mark::Same || run.mark == side);
    let said = own.map(|run| match run.mark {
        Mark::Same => run.text.clone(),
        Mark::Old | Mark::New => {
            let text = run.text.trim();
            let at = run.text.find(text).unwrap_or(0);
            let (before, after) = (&run.text[..at], &run.text[at + text.len()..]);
            format!("{before}{}{text}{}{after}", marks[0], marks[1])
        }
    });
    one_line(&said.collect::<String>().replace('\n', " ")).into_owned()
}

/// Wraps a step into lines of a column; its number comes first.
fn cell(line: Option<&StepLine>, width: usize) -> Vec<String> {
    let Some(StepLine { number, text }) = line else { return Vec::new() };
    let number = number.map(|number| format!("{number}. ")).unwrap_or_default();
    wrapped_under(&format!("{number}{}", one_line(text)), width, number.width())
}

/// Wraps a line; the following lines have its indent.
fn wrapped_line(line: &str, width: usize) -> String {
    let depth = line.len() - line.trim_start().len();
    // The terminal wraps a coloured line: its escape codes have no width.
    let lines = match line.contains('\u{1b}') {
        true => vec![line.to_owned()],
        false => wrapped_under(line, width, depth),
    };
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    wrapped_under(text, width, 0)
}

/// Wraps a text into lines of at most `width` columns, the later ones indented; no word is lost, and a word
/// that is wider than a line continues in the next.
fn wrapped_under(text: &str, width: usize, depth: usize) -> Vec<String> {
    let depth = depth.min(width / 2);
    let mut lines = Vec::new();
    let inset = text.len() - text.trim_start().len();
    let mut line = " ".repeat(inset);
    let mut is_begun = false;
    for word in text.split_whitespace() {
        if is_begun && line.width() + 1 + word.width() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(depth)));
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        for character in word.chars() {
            let room = character.width().unwrap_or(0);
            if line.width() + room > width && line.trim_start() != "" {
                lines.push(std::mem::replace(&mut line, " ".repeat(depth)));
            }
            line.push(character);
        }
        is_begun = true;
    }
    if is_begun || lines.is_empty() {
        lines.push(line);
    }
    lines
}
