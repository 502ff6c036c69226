//! A report as one page for a browser, complete in itself. Its template is `templates/web/report.html`.

use std::cmp::Reverse;

use anyhow::Result;
use serde_json::{Value, json};

use super::picture::{bound_bar, option_bar};
use super::{
    Chapter, Choice, ChoiceOption, FigureVerdict, GamesOfReport, HealthReport, OptionVerdict,
    Passage, PassageState, RuleBalance, UnusedPart,
};
use crate::web;
use base::text::counted;
use base::theme::{BookTheme, Palette};

/// Maximum number of questions, of options of a question, and of names of a table.
const MOST_QUESTIONS: usize = 60;
const MOST_OPTIONS: usize = 8;
const MOST_NAMES: usize = 200;

/// Returns the report as a page in the colours of the book.
///
/// # Errors
/// If the template cannot be filled.
pub fn report_page(report: &HealthReport, theme: &BookTheme) -> Result<String> {
    let figures = report.figures.iter().map(|figure| {
        let verdict = match figure.verdict {
            FigureVerdict::Good => "Sound",
            FigureVerdict::Look => "Look",
            FigureVerdict::Bad => "Mend",
            FigureVerdict::Unknown => "Not known",
        };
        // The words between backticks are to be typed.
        let words = figure.words.split('`').enumerate();
        let words = words.map(|(nth, text)| json!({ "code": nth % 2 == 1, "text": text }));
        json!({
            "name": figure.name, "value": figure.value, "words": words.collect::<Vec<_>>(),
            "section": figure.section, "state": figure.verdict, "verdict": verdict,
        })
    });
    let idle = report.chapters.iter().filter(|chapter| !chapter.is_played()).map(|chapter| {
        json!({ "title": chapter.title, "count": counted(chapter.passages.len(), "passage") })
    });
    let chapters = report.chapters.iter().map(|chapter| {
        json!({
            "title": chapter.title,
            "played": chapter.is_played(),
            "count": counted(chapter.passages.len(), "passage"),
            "passages": chapter.passages.iter().map(passage_value).collect::<Vec<_>>(),
        })
    });
    let played = || report.chapters.iter().filter(|chapter| chapter.is_played());
    let values = json!({
        "language": report.language,
        "title": format!("The health of {}", report.book),
        "book": Value::Null,
        "name": report.book,
        "has_rules": report.has_rules,
        "examples": counted(report.examples, "example"),
        "figures": figures.collect::<Vec<_>>(),
        "chapters": chapters.collect::<Vec<_>>(),
        "holes": played().filter_map(|chapter| holes_value(chapter, false)).collect::<Vec<_>>(),
        "openings": played().filter_map(|chapter| holes_value(chapter, true)).collect::<Vec<_>>(),
        "idle": idle.collect::<Vec<_>>(),
        "games": report.games.as_ref().map(games_value),
        "values": report.values,
        "terms": report.terms,
        "findings": report.findings,
    });
    web::report_page(&values, &theme.palette(), &Palette::of(theme, "dark"))
}

fn passage_value(passage: &Passage) -> Value {
    let says = match passage.state {
        PassageState::Unheld => "no rule and no example",
        PassageState::Carried => "a rule, not reached",
        PassageState::Played => "reached in games",
        PassageState::Shown => "shown by an example",
    };
    json!({
        "number": passage.number,
        "address": passage.address,
        "title": passage.title,
        "excerpt": passage.excerpt,
        "state": passage.state,
        "says": says,
        "function": passage.function,
        "place": passage.place,
    })
}

/// Returns the passages of a chapter that nothing holds; `opens` selects those that open the chapter, or the
/// others.
fn holes_value(chapter: &Chapter, opens: bool) -> Option<Value> {
    let is_hole = |one: &&Passage| one.state == PassageState::Unheld && one.opens == opens;
    let holes = chapter.passages.iter().filter(is_hole);
    let holes: Vec<Value> = holes.map(passage_value).collect();
    (!holes.is_empty()).then(|| json!({ "title": chapter.title, "passages": holes }))
}

fn part_value(title: &str, none: &str, part: &UnusedPart) -> Value {
    let used = part.all - part.unused.len();
    json!({ "title": title, "none": none, "all": part.all, "used": used, "unused": part.unused })
}

fn games_value(games: &GamesOfReport) -> Value {
    let (sided, open): (Vec<&Choice>, Vec<&Choice>) =
        games.choices.iter().partition(|choice| choice.is_one_sided());
    let questions = |choices: &[&Choice]| {
        let shown = choices.iter().take(MOST_QUESTIONS).map(|choice| choice_value(choice));
        json!({
            "all": choices.len(),
            "shown": shown.collect::<Vec<_>>(),
            "more": choices.len().saturating_sub(MOST_QUESTIONS),
        })
    };
    let tables = games.unused.tables.iter().map(|table| {
        let names: Vec<&String> = table.unused.iter().take(MOST_NAMES).collect();
        let more = table.unused.len() - names.len();
        json!({
            "table": table.table, "all": table.all, "used": table.all - table.unused.len(), "names": names, "more": more
        })
    });
    let unused = &games.unused;
    let percent = 100.0 * games.never_below;
    let percent = match percent >= 10.0 {
        true => format!("{:.0} %", percent.min(100.0)),
        false => format!("{percent:.2} %"),
    };
    json!({
        "rules": games.rules,
        "several": games.rules.len() > 1,
        "seed": games.seed,
        "last": games.seed.saturating_add(games.each).saturating_sub(1),
        "each": games.each,
        "played": games.played,
        "stopped": games.stopped,
        "one_of": (games.played / 3).max(1),
        "percent": percent,
        "unused": [
            part_value("Rules", "A game used every rule.", &unused.rules),
            part_value("Effects of cards", "Each effect took place in some game.", &unused.effects),
            part_value("Lines of tie-breaker lists", "Each line decided in some game.", &unused.lines),
            part_value("Exits of charts", "Each exit was taken in some game.", &unused.exits),
        ],
        "tables": tables.collect::<Vec<_>>(),
        "sided": questions(&sided),
        "open": questions(&open),
        "gaps": games.gaps,
        "balance": games.balance.iter().map(balance_value).collect::<Vec<_>>(),
    })
}

fn choice_value(choice: &Choice) -> Value {
    let mut options: Vec<&ChoiceOption> = choice.options.iter().collect();
    let is_open = |option: &ChoiceOption| option.taken_when == OptionVerdict::Sometimes;
    options.sort_by_key(|option| (is_open(option), Reverse(option.taken)));
    let shown = options.iter().take(MOST_OPTIONS).map(|option| {
        json!({
            "name": option.name, "offered": option.offered, "taken": option.taken,
            "when": option.taken_when, "bar": option_bar(option),
        })
    });
    json!({
        "question": choice.question,
        "address": choice.address,
        "asked": choice.asked,
        "by_policy": choice.by_policy,
        "options": shown.collect::<Vec<_>>(),
        "more": options.len().saturating_sub(MOST_OPTIONS),
    })
}

fn balance_value(rule: &RuleBalance) -> Value {
    let bounds = rule.bounds.iter().map(|bound| {
        json!({
            "name": bound.name, "wanted": bound.wanted, "found": bound.found,
            "verdict": bound.verdict, "needed": bound.needed, "bar": bound_bar(bound),
        })
    });
    let length = rule.length.as_ref().map(|length| {
        json!({
            "unit": length.unit, "mean": format!("{:.1}", length.mean), "least": length.least, "most": length.most,
            "svg": length.svg,
        })
    });
    json!({
        "rule": rule.rule, "games": rule.games, "bounds": bounds.collect::<Vec<_>>(), "length": length,
    })
}
