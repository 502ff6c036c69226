//! A scenario: what one example plays. In: the text of `examples/<book>/<name>.toml`. Out: its
//! fields with their places; what can not be understood is a finding at its value.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::codes;
use super::fields::{Located, TomlField, TomlReader, backticked_names, shortened};
use super::position::{self, PositionZone};
use crate::diagnostic::Findings;
use crate::document::nearest_name;
use crate::source::{SourceId, Span};

/// The most times one scenario may play its function.
const MOST_TURNS: u64 = 1_000;
/// The most cards one scenario may add.
const MOST_CARDS: usize = 200;
/// The fields of a scenario.
const FIELDS: [&str; 14] = [
    "title", "fills", "after", "play", "player", "until", "seed", "turns", "detail", "draw",
    "position", "card", "answers", "expect",
];

/// One scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Name of its file without extension.
    pub name: String,
    /// Its text.
    pub source: SourceId,
    /// What the example is called.
    pub title: Located<String>,
    /// Where it stands in the book, if anywhere.
    pub stands: Option<Standing>,
    /// The place whose function is played: `#anchor`, or `#anchor 2.1`.
    pub play: Located<String>,
    /// The player for whom it is played, if the function asks for one.
    pub player: Option<Located<String>>,
    /// The place where it stops.
    pub until: Option<Located<String>>,
    /// Seed of all that is random; 0 unless told.
    pub seed: u64,
    /// How many times the function is played, at least 1.
    pub turns: u32,
    /// How finely it is told.
    pub detail: Detail,
    /// Keys of zones that every picture shows.
    pub draw: Vec<Located<String>>,
    /// What lies where at the start, in the order of the file; empty for a game that is set up by
    /// its rules.
    pub position: Vec<PositionZone>,
    /// Rows of cards that only this scenario has.
    pub cards: Vec<ScenarioCard>,
    /// Answers by question.
    pub answers: Vec<(Located<String>, Located<String>)>,
    /// Where a new answer is to be written: the end of the table of answers, if there is one that
    /// can take it.
    pub answers_end: Option<u32>,
    /// What must come out.
    pub expect: Expectations,
}

/// How finely an example is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// Events of one rule step together.
    #[default]
    Steps,
    /// Every event by itself.
    Events,
}

/// Where an example stands in the book.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// In place of the `TODO` under this heading.
    Fills(Located<String>),
    /// At the end of this section.
    After(Located<String>),
}

impl Standing {
    /// The anchor as written.
    pub fn read_anchor(&self) -> &Located<String> {
        match self {
            Self::Fills(anchor) | Self::After(anchor) => anchor,
        }
    }
}

/// A card of one scenario: a row of card data.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioCard {
    /// Its name.
    pub name: Located<String>,
    /// Cells by column, the name among them.
    pub cells: BTreeMap<String, String>,
}

/// What an author says must come out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expectations {
    /// Sentences about the end; see [`super::facts`].
    pub facts: Vec<Located<String>>,
    /// Places that must be cited.
    pub cites: Vec<Located<String>>,
    /// `stopped`, `finished`, `over`, `gap` or `stuck`.
    pub outcome: Option<Located<String>>,
}

/// How a play may be said to end.
pub const OUTCOMES: [&str; 5] = ["stopped", "finished", "over", "gap", "stuck"];

/// Reads a scenario; `None` when it does not say what is played.
pub fn read_scenario(
    name: &str,
    source: SourceId,
    text: &str,
    findings: &mut Findings,
) -> Option<Scenario> {
    let mut reader = TomlReader { source, code: codes::SCENARIO, findings };
    let table = reader.parse(text)?;
    let fields = reader.strict(&table, &FIELDS);
    let get = |name: &str| fields.iter().find(|field| field.key == name).copied();
    let start = Span::new(source, 0..text.find('\n').unwrap_or(text.len()));
    let title = get("title").and_then(|field| reader.text(field));
    let title = title.unwrap_or_else(|| {
        if get("title").is_none() {
            reader
                .say(start, "the example has no title")
                .hints
                .push("write `title = \"...\"`".to_owned());
        }
        Located { value: name.to_owned(), span: start }
    });
    if get("play").is_none() {
        let hint = "write `play = \"#anchor\"` with the anchor of the rule that is played";
        reader.say(start, "the scenario does not say what is played").hints.push(hint.to_owned());
    }
    let scenario = Scenario {
        name: name.to_owned(),
        source,
        title,
        stands: read_stands(&mut reader, get("fills"), get("after")),
        play: anchor(&mut reader, get("play"))
            .unwrap_or(Located { value: String::new(), span: start }),
        player: get("player").and_then(|field| reader.text(field)),
        until: anchor(&mut reader, get("until")),
        seed: get("seed")
            .and_then(|field| reader.number(field, 0, u64::MAX))
            .map_or(0, |seed| seed.value),
        turns: get("turns")
            .and_then(|field| reader.number(field, 1, MOST_TURNS))
            .map_or(1, |turns| turns.value as u32),
        detail: get("detail").map(|field| read_detail(&mut reader, field)).unwrap_or_default(),
        draw: get("draw").map(|field| reader.texts(field)).unwrap_or_default(),
        position: get("position")
            .map(|field| position::read_position(&mut reader, field))
            .unwrap_or_default(),
        cards: get("card").map(|field| read_card_rows(&mut reader, field)).unwrap_or_default(),
        answers: get("answers").map(|field| read_answers(&mut reader, field)).unwrap_or_default(),
        answers_end: get("answers").and_then(|field| end_of_answers(field, text)),
        expect: get("expect")
            .map(|field| read_expectations(&mut reader, field))
            .unwrap_or_default(),
    };
    (!scenario.play.value.is_empty()).then_some(scenario)
}

fn read_detail(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Detail {
    match field.value.as_str() {
        Some("steps") => Detail::Steps,
        Some("events") => Detail::Events,
        _ => {
            let finding = reader.say(field.span, "an example is told in `steps` or in `events`");
            finding.hints.push("write `detail = \"steps\"`".to_owned());
            Detail::Steps
        }
    }
}

/// A place: `#anchor` or `#anchor 2.1`.
fn anchor(reader: &mut TomlReader<'_>, field: Option<TomlField<'_>>) -> Option<Located<String>> {
    let written = reader.text(field?)?;
    if written.value.starts_with('#') {
        return Some(written);
    }
    let message = format!("`{}` is no place", shortened(&written.value));
    let hint =
        format!("a place begins with `#`: \"#{}\"", crate::document::address::slug(&written.value));
    reader.say(written.span, message).hints.push(hint);
    None
}

fn read_stands(
    reader: &mut TomlReader<'_>,
    fills: Option<TomlField<'_>>,
    after: Option<TomlField<'_>>,
) -> Option<Standing> {
    if let (Some(_), Some(after)) = (fills, after) {
        let finding = reader.say(after.span, "an example stands at one place only");
        finding.hints.push("keep `fills` or `after`".to_owned());
    }
    match (anchor(reader, fills), anchor(reader, after)) {
        (Some(fills), _) => Some(Standing::Fills(fills)),
        (None, after) => after.map(Standing::After),
    }
}

/// `[[card]]`: rows whose cells are texts or whole numbers.
fn read_card_rows(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Vec<ScenarioCard> {
    let mut rows: Vec<ScenarioCard> = Vec::new();
    let items = reader.items(field, "a list of tables `[[card]]`");
    if items.len() > MOST_CARDS {
        reader.say(field.span, format!("a scenario has at most {MOST_CARDS} cards of its own"));
    }
    for item in items.into_iter().take(MOST_CARDS) {
        let Some(table) = item.value.as_table() else {
            reader.wrong(item, "a table `[[card]]`");
            continue;
        };
        let Some(row) = read_card_row(reader, table, item.span) else { continue };
        match rows.iter().find(|other| other.name.value == row.name.value) {
            Some(other) => {
                let message = format!(
                    "two cards of this scenario are called `{}`",
                    shortened(&row.name.value)
                );
                let first = other.name.span;
                reader.say(row.name.span, message).related = Some((first, "first here".to_owned()));
            }
            None => rows.push(row),
        }
    }
    rows
}

fn read_card_row(
    reader: &mut TomlReader<'_>,
    table: &DeTable<'_>,
    span: Span,
) -> Option<ScenarioCard> {
    let mut cells = BTreeMap::new();
    let mut name = None;
    let fields = reader.fields(table);
    let named = fields.iter().find(|field| matches!(field.key, "Card" | "Name")).or(fields.first());
    let named = named.map(|field| field.key);
    for field in fields {
        let cell = match field.value {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            _ => {
                reader.wrong(field, "a text or a whole number");
                continue;
            }
        };
        if Some(field.key) == named && field.value.is_str() {
            name = Some(Located { value: cell.clone(), span: field.span });
        }
        cells.insert(field.key.to_owned(), cell);
    }
    if name.is_none() {
        reader.say(span, "this card has no name").hints.push("write `Card = \"...\"`".to_owned());
    }
    Some(ScenarioCard { name: name?, cells })
}

fn read_answers(
    reader: &mut TomlReader<'_>,
    field: TomlField<'_>,
) -> Vec<(Located<String>, Located<String>)> {
    let Some(table) = reader.table(field) else { return Vec::new() };
    let mut answers = Vec::new();
    for field in reader.fields(table) {
        if let Some(answer) = reader.text(field) {
            answers.push((Located { value: field.key.to_owned(), span: field.key_span }, answer));
        }
    }
    answers
}

/// The byte where a line can be added to the table of answers; none when it is written in one line.
fn end_of_answers(field: TomlField<'_>, text: &str) -> Option<u32> {
    let table = field.value.as_table()?;
    let last = table.values().map(|value| value.span().end).max();
    let line = text.get(..field.key_span.start as usize)?.rfind('\n').map_or(0, |at| at + 1);
    let header = text.get(line..)?.trim_start().starts_with('[');
    let after = last.unwrap_or(field.key_span.end as usize);
    let end = text.get(after..)?.find('\n').map_or(text.len(), |at| after + at);
    header.then(|| u32::try_from(end).ok()).flatten()
}

fn read_expectations(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Expectations {
    let Some(table) = reader.table(field) else { return Expectations::default() };
    let mut expect = Expectations::default();
    for field in reader.strict(table, &["facts", "cites", "outcome"]) {
        match field.key {
            "facts" => expect.facts = reader.texts(field),
            "cites" => {
                let items = reader.items(field, "a list of places in `[ ]`");
                expect.cites =
                    items.into_iter().filter_map(|item| anchor(reader, Some(item))).collect();
            }
            _ => {
                expect.outcome =
                    reader.text(field).filter(|outcome| is_known_outcome(reader, outcome))
            }
        }
    }
    expect
}

fn is_known_outcome(reader: &mut TomlReader<'_>, outcome: &Located<String>) -> bool {
    let known = OUTCOMES.contains(&outcome.value.as_str());
    if !known {
        let message = format!("a play does not end `{}`", shortened(&outcome.value));
        let hint = match nearest_name(&outcome.value, OUTCOMES.into_iter()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("what it can be: {}", backticked_names(OUTCOMES.into_iter())),
        };
        reader.say(outcome.span, message).hints.push(hint);
    }
    known
}
