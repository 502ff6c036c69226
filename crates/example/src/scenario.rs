//! Reads scenarios. In: the text of `examples/<book>/<name>.toml`. Out: the fields with their places;
//! mistakes are findings at their values.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::fields::{Located, TomlField, TomlReader, backticked_names, did_you_mean, first_line};
use super::file_keys::{ExpectKeys, ScenarioKeys};
use super::position::{self, Position};
use base::diagnostic::{Findings, code, short_quote};
use base::source::{SourceId, Span};
use document::address::slug;
use rules::engine::trace::{SeatChoice, StartArgument};

/// The most times that one scenario may play its function.
const MOST_TURNS: u64 = 1_000;
/// The most players of one scenario.
const MOST_PLAYERS: u64 = 64;
/// Keys about printed steps, which a figure cannot have.
const TOLD_KEYS: [&str; 5] = ["teaches", "from", "skip", "picture", "say"];
/// The most cards that one scenario may add.
pub(crate) const MOST_CARDS: usize = 200;
/// The play of one example.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Name of its file without extension.
    pub name: String,
    /// Its file.
    pub source: SourceId,
    /// The title of the example.
    pub title: Located<String>,
    /// Its place in the book, if it is printed there.
    pub stands: Option<Standing>,
    /// The place whose function is played: `#anchor`, or `#anchor 2.1`.
    pub play: Located<String>,
    /// The players at the table; if none, all that are not optional.
    pub players: Option<Located<SeatChoice>>,
    /// The teams; empty for those that the rules declare.
    pub teams: Vec<ScenarioTeam>,
    /// The player for whom the function is played, if it asks for one.
    pub player: Option<Located<String>>,
    /// The place where the play stops.
    pub until: Option<Located<String>>,
    /// Seed of everything that is random; 0 unless the scenario names one.
    pub seed: u64,
    /// True if a person plays with real cards.
    pub companion: bool,
    /// Number of times that the function is played, at least 1.
    pub turns: u32,
    /// The size of a step.
    pub detail: Detail,
    /// The part of the play that is printed.
    pub lesson: Lesson,
    /// The pieces at the start; empty for a game that its rules set up.
    pub position: Position,
    /// Cards that only this scenario has.
    pub cards: Vec<ScenarioCard>,
    /// Answers by question.
    pub answers: Vec<ScenarioAnswer>,
    /// Results of chance, by name.
    pub chance: Vec<ScenarioChance>,
    /// Arguments of the rule, by parameter.
    pub with: Vec<(Located<String>, StartArgument)>,
    /// The author's expectations of the play.
    pub expect: Expectations,
}

/// The name of a die, zone or stream, and its results in order.
pub type ScenarioChance = (Located<String>, Vec<Vec<String>>);

/// The name of a team, and the names of its players.
pub type ScenarioTeam = (Located<String>, Vec<Located<String>>);

/// A question and its answer.
pub type ScenarioAnswer = (Located<String>, Located<String>);

/// The purpose of an example: the steps that are printed, and in what way.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lesson {
    /// The places that the example teaches; steps that follow none of them are printed briefly. Empty for
    /// those of its section.
    pub teaches: Vec<Located<String>>,
    /// The first step that is printed.
    pub from: Option<Located<String>>,
    /// Steps that are not printed.
    pub skip: Vec<Located<String>>,
    /// Steps with a picture of their own.
    pub picture: Vec<Located<String>>,
    /// Keys of zones and names of flags and counters that every picture shows.
    pub show: Vec<Located<String>>,
    /// Keys of zones that no picture shows.
    pub hide: Vec<Located<String>>,
    /// Own words for steps, by the name of the step.
    pub say: Vec<(Located<String>, Located<String>)>,
    /// The caption of the picture.
    pub caption: Option<Located<String>>,
    /// The section whose steps are numbered on one picture, which replaces the printed steps.
    pub figure: Option<Located<String>>,
}

/// The size of a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Detail {
    /// The events of one rule step are one step.
    #[default]
    Steps,
    /// Every event is a step of its own.
    Events,
}

/// The place of an example in the book.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// Instead of the `TODO` under this heading.
    Fills(Located<String>),
    /// At the end of this section.
    After(Located<String>),
}

impl Standing {
    /// Returns the anchor, as written.
    pub fn anchor(&self) -> &Located<String> {
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

/// The author's expectations of a play.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expectations {
    /// Sentences about the end; see [`super::facts`].
    pub facts: Vec<Located<String>>,
    /// Places that the play must cite.
    pub cites: Vec<Located<String>>,
    /// `stopped`, `finished`, `over`, `gap` or `stuck`.
    pub outcome: Option<Located<String>>,
}

/// The words for the end of a play.
pub const OUTCOMES: [&str; 5] = ["stopped", "finished", "over", "gap", "stuck"];

/// Reads a scenario; none if it names no rule to play.
pub fn read_scenario(
    name: &str,
    source: SourceId,
    text: &str,
    findings: &mut Findings,
) -> Option<Scenario> {
    let mut reader = TomlReader { source, code: code::SCENARIO, findings };
    let table = reader.parse(text)?;
    let fields = reader.strict::<ScenarioKeys>(&table, "");
    let start = Span::new(source, first_line(text));
    ScenarioReader { reader, fields, name, start, untitled: None }.read()
}

/// Reads a scenario that is a table of another file. `untitled` is its title if it has none of its own.
pub(crate) fn read_scenario_table(
    reader: &mut TomlReader<'_>,
    table: &DeTable<'_>,
    untitled: Located<String>,
) -> Option<Scenario> {
    let (source, name) = (reader.source, untitled.value.clone());
    let mut reader = TomlReader { source, code: code::SCENARIO, findings: reader.findings };
    let fields = reader.strict::<ScenarioKeys>(table, "part.scenario");
    let start = untitled.span;
    ScenarioReader { reader, fields, name: &name, start, untitled: Some(untitled) }.read()
}

/// Reads the fields of one scenario.
struct ScenarioReader<'t, 'f> {
    reader: TomlReader<'f>,
    fields: Vec<TomlField<'t>>,
    name: &'t str,
    /// The first line, at which missing keys are reported.
    start: Span,
    /// The title of a scenario without one, if it needs none.
    untitled: Option<Located<String>>,
}

impl<'t> ScenarioReader<'t, '_> {
    fn field(&self, key: &str) -> Option<TomlField<'t>> {
        self.fields.iter().find(|field| field.key == key).copied()
    }

    fn text(&mut self, key: &str) -> Option<Located<String>> {
        let field = self.field(key)?;
        self.reader.text(field)
    }

    fn anchor(&mut self, key: &str) -> Option<Located<String>> {
        let field = self.field(key)?;
        self.reader.place_anchor(field)
    }

    fn number(&mut self, key: &str, least: u64, most: u64) -> Option<u64> {
        let field = self.field(key)?;
        self.reader.number(field, least, most).map(|number| number.value)
    }

    /// Reads a field with `read`; returns the default if there is no such field.
    fn table<T: Default>(
        &mut self,
        key: &str,
        read: fn(&mut TomlReader<'_>, TomlField<'t>) -> T,
    ) -> T {
        self.field(key).map(|field| read(&mut self.reader, field)).unwrap_or_default()
    }

    fn read(mut self) -> Option<Scenario> {
        let title = self.title();
        let play = self.play();
        let scenario = Scenario {
            name: self.name.to_owned(),
            source: self.reader.source,
            title,
            stands: self.standing(),
            players: self.table("players", |reader, field| reader.seats(field)),
            teams: self.table("teams", |reader, field| reader.teams(field)),
            player: self.text("player"),
            until: self.anchor("until"),
            seed: self.number("seed", 0, u64::MAX).unwrap_or(0),
            companion: self.table("companion", |reader, field| reader.yes_or_no(field)),
            turns: self.number("turns", 1, MOST_TURNS).unwrap_or(1) as u32,
            detail: self.table("detail", |reader, field| reader.detail(field)),
            lesson: self.lesson(),
            position: self.table("position", position::read_position),
            cards: self.table("card", |reader, field| reader.card_rows(field)),
            answers: self.table("answers", |reader, field| reader.answers(field)),
            chance: self.table("chance", |reader, field| reader.chance(field)),
            with: self.table("with", |reader, field| reader.arguments(field)),
            expect: self.table("expect", |reader, field| reader.expectations(field)),
            play: play?,
        };
        Some(scenario)
    }

    fn lesson(&mut self) -> Lesson {
        Lesson {
            teaches: self.table("teaches", |reader, field| reader.places(field)),
            from: self.anchor("from"),
            skip: self.table("skip", |reader, field| reader.places(field)),
            picture: self.table("picture", |reader, field| reader.places(field)),
            show: self.table("show", |reader, field| reader.texts(field)),
            hide: self.table("hide", |reader, field| reader.texts(field)),
            say: self.table("say", |reader, field| reader.answers(field)),
            caption: self.text("caption"),
            figure: self.figure(),
        }
    }

    fn figure(&mut self) -> Option<Located<String>> {
        let figure = self.anchor("figure")?;
        for key in TOLD_KEYS {
            if let Some(field) = self.field(key) {
                let message = format!("`{key}` and `figure` exclude each other");
                let hint = format!("a figure shows no steps: leave `{key}` or `figure` out");
                self.reader.say_with(field.key_span, message, hint);
            }
        }
        Some(figure)
    }

    /// Reports a missing field.
    fn require(&mut self, key: &str, message: &str, hint: &str) {
        if self.field(key).is_none() {
            self.reader.say_with(self.start, message, hint);
        }
    }

    /// Returns the title, or the name of the file if there is none.
    fn title(&mut self) -> Located<String> {
        if let Some(untitled) = self.untitled.take() {
            return self.text("title").unwrap_or(untitled);
        }
        self.require("title", "the example has no title", "write `title = \"...\"`");
        let unnamed = Located { value: self.name.to_owned(), span: self.start };
        self.text("title").unwrap_or(unnamed)
    }

    fn play(&mut self) -> Option<Located<String>> {
        let hint = "write `play = \"#anchor\"` with the anchor of the rule to play";
        self.require("play", "the scenario does not say what is played", hint);
        self.anchor("play")
    }

    fn standing(&mut self) -> Option<Standing> {
        if let (Some(_), Some(after)) = (self.field("fills"), self.field("after")) {
            let message = "`fills` and `after` exclude each other";
            self.reader.say_with(after.span, message, "keep either `fills` or `after`");
        }
        let (fills, after) = (self.anchor("fills"), self.anchor("after"));
        fills.map(Standing::Fills).or(after.map(Standing::After))
    }
}

/// Values that only scenarios have.
impl TomlReader<'_> {
    fn detail(&mut self, field: TomlField<'_>) -> Detail {
        match field.value.as_str() {
            Some("steps") => Detail::Steps,
            Some("events") => Detail::Events,
            _ => {
                let message = "`detail` is neither `steps` nor `events`";
                self.say_with(field.span, message, "write `detail = \"steps\"`");
                Detail::Steps
            }
        }
    }

    fn yes_or_no(&mut self, field: TomlField<'_>) -> bool {
        if field.value.as_bool().is_none() {
            self.wrong(field, "`true` or `false`");
        }
        field.value.as_bool().unwrap_or_default()
    }

    /// Reads `players`: their number, or their names.
    fn seats(&mut self, field: TomlField<'_>) -> Option<Located<SeatChoice>> {
        let value = if field.value.as_array().is_some() {
            let names = self.texts(field).into_iter();
            SeatChoice::Named(names.map(|name| name.value).collect())
        } else if field.value.as_integer().is_some() {
            SeatChoice::Count(self.number(field, 1, MOST_PLAYERS)?.value as u32)
        } else {
            self.wrong(field, "a number of players or a list of names");
            return None;
        };
        Some(Located { value, span: field.span })
    }

    /// Reads `[teams]`: the names of the players of each.
    fn teams(&mut self, field: TomlField<'_>) -> Vec<ScenarioTeam> {
        self.entries(field, |reader, field| Some(reader.texts(field)))
    }

    /// Reads a place: `#anchor` or `#anchor 2.1`.
    pub(crate) fn place_anchor(&mut self, field: TomlField<'_>) -> Option<Located<String>> {
        let written = self.text(field)?;
        if !written.value.starts_with('#') {
            let message = format!("`{}` is not a place", short_quote(&written.value));
            let hint = format!("an anchor begins with `#`: \"#{}\"", slug(&written.value));
            self.say_with(written.span, message, hint);
            return None;
        }
        Some(written)
    }

    /// Reads `[[card]]`: rows whose cells are texts or whole numbers.
    fn card_rows(&mut self, field: TomlField<'_>) -> Vec<ScenarioCard> {
        let mut rows: Vec<ScenarioCard> = Vec::new();
        let items = self.items(field, "a list of tables `[[card]]`");
        if items.len() > MOST_CARDS {
            let message = format!("the scenario has more than {MOST_CARDS} cards of its own");
            self.say(field.span, message);
        }
        for item in items.into_iter().take(MOST_CARDS) {
            let Some(row) = self.card_row(item) else { continue };
            match rows.iter().find(|other| other.name.value == row.name.value) {
                Some(first) => {
                    let name = short_quote(&row.name.value);
                    let message = format!("two cards of this scenario are called `{name}`");
                    let finding = self.say(row.name.span, message);
                    finding.related = Some((first.name.span, "first here".to_owned()));
                }
                None => rows.push(row),
            }
        }
        rows
    }

    fn card_row(&mut self, item: TomlField<'_>) -> Option<ScenarioCard> {
        let Some(table) = item.value.as_table() else {
            self.wrong(item, "a table `[[card]]`");
            return None;
        };
        let fields = self.fields(table);
        let name = card_name(&fields);
        if name.is_none() {
            self.say_with(item.span, "this card has no name", "write `Card = \"...\"`");
        }
        let cells = fields.into_iter().filter_map(|field| self.card_cell(field)).collect();
        Some(ScenarioCard { name: name?, cells })
    }

    fn card_cell(&mut self, field: TomlField<'_>) -> Option<(String, String)> {
        let cell = cell_text(field.value);
        if cell.is_none() {
            self.wrong(field, "a text or a whole number");
        }
        Some((field.key.to_owned(), cell?))
    }

    pub(crate) fn answers(&mut self, field: TomlField<'_>) -> Vec<ScenarioAnswer> {
        self.entries(field, |reader, field| reader.text(field))
    }

    /// Reads `[chance]`: for each name a list, whose entries are words or lists of words.
    fn chance(&mut self, field: TomlField<'_>) -> Vec<ScenarioChance> {
        self.entries(field, |reader, field| {
            let items = reader.items(field, "a list: what happens each time");
            Some(items.into_iter().filter_map(|item| reader.chance_entry(item)).collect())
        })
    }

    fn chance_entry(&mut self, item: TomlField<'_>) -> Option<Vec<String>> {
        let words: Option<Vec<String>> = match item.value.as_array() {
            Some(words) => words.iter().map(|word| cell_text(word.get_ref())).collect(),
            None => cell_text(item.value).map(|word| vec![word]),
        };
        let words = words.filter(|words| !words.is_empty());
        if words.is_none() {
            self.wrong(item, "a face, a card or a list of cards");
        }
        words
    }

    /// Reads `[with]`: the arguments of the rule.
    fn arguments(&mut self, field: TomlField<'_>) -> Vec<(Located<String>, StartArgument)> {
        self.entries(field, |reader, field| reader.argument(field))
    }

    fn argument(&mut self, field: TomlField<'_>) -> Option<StartArgument> {
        match field.value {
            DeValue::String(words) => Some(StartArgument::Words(words.to_string())),
            DeValue::Boolean(truth) => Some(StartArgument::Truth(*truth)),
            DeValue::Integer(number) => {
                let read = i64::from_str_radix(number.as_str(), number.radix());
                if read.is_err() {
                    let message =
                        format!("`{} = {number}` is out of range", short_quote(field.key));
                    let hint = format!("write a whole number from {} to {}", i64::MIN, i64::MAX);
                    self.say_with(field.span, message, hint);
                }
                read.ok().map(StartArgument::Number)
            }
            _ => {
                self.wrong(field, "a whole number, `true`, `false`, or words");
                None
            }
        }
    }

    fn expectations(&mut self, field: TomlField<'_>) -> Expectations {
        let Some(table) = self.table(field) else { return Expectations::default() };
        let mut expect = Expectations::default();
        for field in self.strict::<ExpectKeys>(table, "expect") {
            match field.key {
                "facts" => expect.facts = self.texts(field),
                "cites" => expect.cites = self.places(field),
                _ => expect.outcome = self.outcome(field),
            }
        }
        expect
    }

    fn places(&mut self, field: TomlField<'_>) -> Vec<Located<String>> {
        let items = self.items(field, "a list of places in `[ ]`");
        items.into_iter().filter_map(|item| self.place_anchor(item)).collect()
    }

    fn outcome(&mut self, field: TomlField<'_>) -> Option<Located<String>> {
        let outcome = self.text(field)?;
        if OUTCOMES.contains(&outcome.value.as_str()) {
            return Some(outcome);
        }
        let message = format!("unknown outcome `{}`", short_quote(&outcome.value));
        self.say_with(
            outcome.span,
            message,
            did_you_mean(&outcome.value, OUTCOMES.into_iter()).unwrap_or_else(|| {
                format!("possible outcomes: {}", backticked_names(OUTCOMES.into_iter()))
            }),
        );
        None
    }
}

/// Returns the text under `Card` or `Name`, or else the first cell if it is a text.
fn card_name(fields: &[TomlField<'_>]) -> Option<Located<String>> {
    let named = fields.iter().find(|field| matches!(field.key, "Card" | "Name"));
    let field = named.or(fields.first())?;
    let value = field.value.as_str()?.to_owned();
    Some(Located { value, span: field.span })
}

fn cell_text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}
