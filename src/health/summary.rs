//! The most important figures of a report, each with a verdict in words and a remedy.

use schemars::JsonSchema;
use serde::Serialize;

use super::passages::PassageState;
use super::{HealthReport, Passage};
use base::text::counted;

/// Verdict on a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FigureVerdict {
    /// Nothing is to be done.
    Good,
    /// Somebody should look.
    Look,
    /// Something is wrong.
    Bad,
    /// It was not examined, or cannot be.
    Unknown,
}

/// A figure with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// Its subject: `Rules carried out`.
    pub name: String,
    /// Its value: `181 of 190`.
    pub value: String,
    /// The verdict.
    pub verdict: FigureVerdict,
    /// The figure in a sentence, with a remedy.
    pub words: String,
    /// The section of the page with the details, without `#`.
    pub section: &'static str,
}

/// Returns the figures of a report, in the order of its sections.
pub fn figures(report: &HealthReport) -> Vec<Figure> {
    let mut figures = vec![carried_out(report), shown_by_examples(report)];
    figures.extend([never_used(report), choices(report), open_questions(report), balance(report)]);
    figures.extend([unread_values(report), terms(report), findings(report)]);
    figures
}

/// Returns the passages of chapters with played rules, without words that only open a chapter.
fn played_passages(report: &HealthReport) -> impl Iterator<Item = &Passage> {
    let chapters = report.chapters.iter().filter(|chapter| chapter.is_played());
    let passages = chapters.flat_map(|chapter| &chapter.passages);
    passages.filter(|passage| !passage.opens || passage.state != PassageState::Unheld)
}

/// The subject of a figure, and the section of the page with the details.
#[derive(Clone, Copy)]
struct Topic {
    name: &'static str,
    section: &'static str,
}

fn figure(topic: Topic, value: String, verdict: FigureVerdict, words: impl Into<String>) -> Figure {
    let Topic { name, section } = topic;
    Figure { name: name.to_owned(), value, verdict, words: words.into(), section }
}

fn carried_out(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Rules held", section: "prose" };
    let all = played_passages(report).count();
    if !report.has_rules {
        let words = "The book has no rules that can be played, so nothing shows whether its prose is carried out. docs/rules.md says how to write the first.";
        return figure(topic, "no rules".to_owned(), FigureVerdict::Unknown, words);
    }
    if all == 0 {
        let words = "No passage of the book is carried out by a rule.";
        return figure(topic, "0".to_owned(), FigureVerdict::Bad, words);
    }
    let unheld = played_passages(report).filter(|one| one.state == PassageState::Unheld).count();
    let value = format!("{} of {all}", all - unheld);
    match unheld {
        0 => {
            let words = "Every passage of the chapters that are played is carried out by a rule or shown by an \
                         example.";
            figure(topic, value, FigureVerdict::Good, words)
        }
        _ => {
            let (passages, are) = (counted(unheld, "passage"), verb(unheld, "is", "are"));
            let words = format!(
                "{passages} {are} neither carried out by a rule nor shown by an example: check whether a rule is missing."
            );
            figure(topic, value, FigureVerdict::Look, words)
        }
    }
}

/// Returns the verb for one thing or for several.
fn verb<'v>(count: usize, one: &'v str, several: &'v str) -> &'v str {
    if count == 1 { one } else { several }
}

fn shown_by_examples(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Shown by an example", section: "prose" };
    let held = played_passages(report).filter(|one| one.state != PassageState::Unheld);
    let states: Vec<PassageState> = held.map(|one| one.state).collect();
    let shown = states.iter().filter(|state| **state == PassageState::Shown).count();
    let all = states.len();
    let value = format!("{shown} of {all}");
    let percent = (100 * shown).checked_div(all).unwrap_or(0);
    if all == 0 {
        let words = "No rule or example confirms anything yet.";
        return figure(topic, "none".to_owned(), FigureVerdict::Unknown, words);
    }
    match percent {
        100 => figure(
            topic,
            value,
            FigureVerdict::Good,
            "An example shows each of them to the reader.",
        ),
        80..100 => {
            let words = "Examples show most of it; readers have to take the rest on trust.";
            figure(topic, value, FigureVerdict::Good, words)
        }
        _ => {
            let words = "Much is stated without an example. Write examples for what readers ask about; `rulepress find` gives seeds of games that show it.";
            figure(topic, value, FigureVerdict::Look, words)
        }
    }
}

/// Returns a figure that needs games, without a value.
fn without_games(topic: Topic, report: &HealthReport) -> Figure {
    let words = match report.has_rules {
        true => {
            "No games were played for this part. `rulepress check BOOK --games 500 --report report.html` plays them."
        }
        false => "The book has no rules that can be played.",
    };
    figure(topic, "not played".to_owned(), FigureVerdict::Unknown, words)
}

fn never_used(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Used in games", section: "unused" };
    let Some(games) = &report.games else { return without_games(topic, report) };
    let unused = &games.unused;
    let parts = [&unused.rules, &unused.effects, &unused.lines, &unused.exits];
    let all: usize = parts.iter().map(|part| part.all).sum::<usize>()
        + unused.tables.iter().map(|table| table.all).sum::<usize>();
    let never: usize = parts.iter().map(|part| part.unused.len()).sum::<usize>()
        + unused.tables.iter().map(|table| table.unused.len()).sum::<usize>();
    let value = format!("{} of {all}", all - never);
    match never {
        0 => figure(
            topic,
            value,
            FigureVerdict::Good,
            "Some game used every rule, line, exit and card.",
        ),
        _ => {
            let words = format!(
                "{never} came up in no step of {} games: delete what is too rare to happen, or check its condition.",
                games.played
            );
            figure(topic, value, FigureVerdict::Look, words)
        }
    }
}

fn choices(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Choices that are open", section: "choices" };
    let Some(games) = &report.games else { return without_games(topic, report) };
    let all = games.choices.len();
    let sided = games.choices.iter().filter(|choice| choice.is_one_sided()).count();
    let value = format!("{} of {all}", all - sided);
    match (all, sided) {
        (0, _) => figure(
            topic,
            "none".to_owned(),
            FigureVerdict::Unknown,
            "These games asked no question.",
        ),
        (_, 0) => {
            let words = "Each option is taken in some games and not in others.";
            figure(topic, value, FigureVerdict::Good, words)
        }
        _ => {
            let words = format!(
                "In {sided}, one option is always or never taken: it is not a real choice, or a policy always leads there."
            );
            figure(topic, value, FigureVerdict::Look, words)
        }
    }
}

fn open_questions(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Open questions", section: "gaps" };
    let Some(games) = &report.games else { return without_games(topic, report) };
    match games.gaps.len() {
        0 => {
            let words = format!("In {} games, the book always said how to continue.", games.played);
            figure(topic, "none".to_owned(), FigureVerdict::Good, words)
        }
        gaps => {
            let words = "In these situations, the book does not say how to continue. Decide, and write the sentence.";
            figure(topic, gaps.to_string(), FigureVerdict::Bad, words)
        }
    }
}

fn balance(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Balance", section: "balance" };
    let Some(games) = &report.games else { return without_games(topic, report) };
    let bounds = games.balance.iter().flat_map(|rule| &rule.bounds);
    let verdicts: Vec<&str> = bounds.map(|bound| bound.verdict.as_str()).collect();
    let count = |verdict: &str| verdicts.iter().filter(|own| **own == verdict).count();
    let (all, holds) = (verdicts.len(), count("holds"));
    let value = format!("{holds} of {all}");
    if all == 0 {
        let words = "book.toml has no [balance]. State there what many games should average, such as how often each player wins, and every check shows whether it is still true.";
        return figure(topic, "none asked".to_owned(), FigureVerdict::Unknown, words);
    }
    match (count("broken") + count("unknown"), all - holds) {
        (0, 0) => figure(
            topic,
            value,
            FigureVerdict::Good,
            "Every bound in [balance] of book.toml holds.",
        ),
        (0, unsure) => {
            let words =
                format!("These games are too few to decide {unsure} of the bounds: play more.");
            figure(topic, value, FigureVerdict::Look, words)
        }
        (broken, _) => {
            let words = format!(
                "{broken} of the bounds of book.toml are broken: change the rules or the bounds."
            );
            figure(topic, value, FigureVerdict::Bad, words)
        }
    }
}

fn unread_values(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Values that are read", section: "values" };
    let values = &report.values;
    let value = format!("{} of {}", values.all - values.unread.len(), values.all);
    match (values.all, values.unread.len()) {
        (0, _) => {
            let words =
                "The book names no values. A named number is the same everywhere: [4]{=hand}.";
            figure(topic, "none named".to_owned(), FigureVerdict::Unknown, words)
        }
        (_, 0) => figure(
            topic,
            value,
            FigureVerdict::Good,
            "Prose, rules or data read every named value.",
        ),
        (_, unread) => {
            let words = format!(
                "{} {}: a rule may use its own number instead, or nothing needs the name.",
                counted(unread, "value"),
                verb(
                    unread,
                    "appears only where it is defined",
                    "appear only where they are defined"
                )
            );
            figure(topic, value, FigureVerdict::Look, words)
        }
    }
}

fn terms(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Terms", section: "terms" };
    let found = report.terms.findings();
    let value = match report.terms.all {
        0 => "no glossary".to_owned(),
        all => format!("{all} explained"),
    };
    match (report.terms.all, found) {
        (0, 0) => {
            let words = "The book has no glossary: terms in a section marked {.glossary} would be compared with the text here.";
            figure(topic, value, FigureVerdict::Unknown, words)
        }
        (_, 0) => {
            let words = "Every term is used, and each thing has one name and one spelling.";
            figure(topic, value, FigureVerdict::Good, words)
        }
        _ => {
            let words = format!(
                "{} {} to be looked at: each thing should have one word and one spelling.",
                counted(found, "word"),
                verb(found, "is", "are")
            );
            figure(topic, value, FigureVerdict::Look, words)
        }
    }
}

fn findings(report: &HealthReport) -> Figure {
    let topic = Topic { name: "Findings of check", section: "findings" };
    let counts = report.findings;
    let value = match (counts.errors, counts.warnings) {
        (0, 0) => "none".to_owned(),
        (0, warnings) => counted(warnings, "warning"),
        (errors, 0) => counted(errors, "error"),
        (errors, warnings) => {
            format!("{}, {}", counted(errors, "error"), counted(warnings, "warning"))
        }
    };
    let verdict = match (counts.errors, counts.warnings) {
        (0, 0) => FigureVerdict::Good,
        (0, _) => FigureVerdict::Look,
        _ => FigureVerdict::Bad,
    };
    let words = match verdict {
        FigureVerdict::Good => "The book can be printed as it is.",
        FigureVerdict::Look => "The book can be printed; `rulepress check` says what to look at.",
        FigureVerdict::Bad | FigureVerdict::Unknown => {
            "Some outputs cannot be made; `rulepress check` says what to fix."
        }
    };
    figure(topic, value, verdict, words)
}
