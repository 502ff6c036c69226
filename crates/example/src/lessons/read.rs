//! Reads lessons. In: the text of `lessons/NAME.toml`. Out: the parts with their places; mistakes are
//! findings at their values.

use toml::de::DeTable;
use toml_edit::DocumentMut;

use super::keys::{ChoiceKeys, LessonKeys, PRINTED, PartKeys};
use super::words::LessonWords;
use super::{BookLesson, Guess, LessonChoice, LessonPart, LessonQuestion, PartScenario};
use crate::fields::{Located, TomlField, TomlReader, first_line};
use crate::scenario;
use base::diagnostic::{Findings, code, short_quote};
use base::source::{SourceId, Span};

/// The most parts of a lesson.
const MOST_PARTS: usize = 60;
/// The most choices of a part.
const MOST_CHOICES: usize = 60;
/// Reads a lesson; returns nothing, with findings, if the lesson cannot be taught.
pub fn read_lesson(
    name: &str,
    source: SourceId,
    text: &str,
    findings: &mut Findings,
) -> Option<BookLesson> {
    let mut reader = TomlReader { source, code: code::LESSON_FILE, findings };
    let table = reader.parse(text)?;
    let start = Span::new(source, first_line(text));
    let fields = Fields { all: reader.strict::<LessonKeys>(&table, ""), place: start };
    let title = fields.needed_text(&mut reader, "title", "the lesson has no title");
    let about = fields.needed_text(&mut reader, "about", "the lesson does not say what it teaches");
    let minutes = fields.find("minutes").and_then(|field| reader.number(field, 1, 60));
    if fields.find("minutes").is_none() {
        reader.say_with(start, "the lesson does not say how long it takes", "write `minutes = 5`");
    }
    let seat = fields.text(&mut reader, "seat");
    let whole_game = fields.anchor(&mut reader, "whole-game");
    let texts = scenario_texts(text);
    let parts = fields.items(&mut reader, "part", MOST_PARTS, "the lesson has no part");
    let parts: Vec<Option<LessonPart>> = parts
        .into_iter()
        .enumerate()
        .map(|(nth, part)| {
            let text = texts.get(nth).and_then(Option::as_deref);
            read_part(&mut reader, part, PartSource { nth, text })
        })
        .collect();
    let parts: Vec<LessonPart> = parts.into_iter().collect::<Option<_>>()?;
    if parts.is_empty() {
        return None;
    }
    Some(BookLesson {
        name: name.to_owned(),
        source,
        title: title?,
        about: about?.value,
        minutes: minutes?.value as u32,
        seat,
        whole_game,
        parts,
    })
}

/// Returns the scenario of each part as TOML of its own, with its keys in order.
fn scenario_texts(text: &str) -> Vec<Option<String>> {
    let Ok(lesson) = text.parse::<DocumentMut>() else { return Vec::new() };
    let parts = lesson.get("part").and_then(|parts| parts.as_array_of_tables());
    let of_part = |part: &toml_edit::Table| {
        let mut table = part.get("scenario")?.as_table()?.clone();
        // Keys with dots, `scenario.play`, are the same table.
        table.set_dotted(false);
        table.set_implicit(false);
        let mut scenario = DocumentMut::from(table);
        let title = part.get("title").and_then(|title| title.as_str()).unwrap_or("A lesson");
        if !scenario.contains_key("title") {
            scenario["title"] = toml_edit::value(title);
        }
        Some(scenario.to_string())
    };
    parts.into_iter().flatten().map(of_part).collect()
}

/// The fields of a table.
struct Fields<'t> {
    all: Vec<TomlField<'t>>,
    /// The place at which missing keys are reported.
    place: Span,
}

impl<'t> Fields<'t> {
    fn find(&self, key: &str) -> Option<TomlField<'t>> {
        self.all.iter().find(|field| field.key == key).copied()
    }

    fn text(&self, reader: &mut TomlReader<'_>, key: &str) -> Option<Located<String>> {
        self.find(key).and_then(|field| reader.text(field))
    }

    fn words(&self, reader: &mut TomlReader<'_>, key: &str) -> Option<LessonWords> {
        self.find(key).and_then(|field| LessonWords::read(reader, field))
    }

    fn needed_text(
        &self,
        reader: &mut TomlReader<'_>,
        key: &str,
        missing: &str,
    ) -> Option<Located<String>> {
        if self.find(key).is_none() {
            reader.say_with(self.place, missing, format!("write `{key} = \"...\"`"));
        }
        self.text(reader, key)
    }

    /// Reads a place, `#anchor`.
    fn anchor(&self, reader: &mut TomlReader<'_>, key: &str) -> Option<Located<String>> {
        self.find(key).and_then(|field| reader.place_anchor(field))
    }

    /// Returns the tables of a list, which must not be empty.
    fn items(
        &self,
        reader: &mut TomlReader<'_>,
        key: &str,
        most: usize,
        missing: &str,
    ) -> Vec<TomlField<'t>> {
        let Some(field) = self.find(key) else {
            reader.say_with(self.place, missing, format!("write `[[{key}]]` above what it says"));
            return Vec::new();
        };
        let items = reader.items(field, "a list of tables");
        if items.is_empty() && field.value.as_array().is_some_and(|items| items.is_empty()) {
            reader.say_with(field.span, missing, format!("write `[[{key}]]` above what it says"));
        }
        if items.len() > most {
            let message = format!("`{}` has more than {most} entries", short_quote(key));
            reader.say_with(field.span, message, "split it into two parts");
        }
        items.into_iter().take(most).collect()
    }

    /// Reads a table of answers, each with words that explain it.
    fn explained(
        &self,
        reader: &mut TomlReader<'_>,
        key: &str,
    ) -> Vec<(Located<String>, LessonWords)> {
        let entries = self.find(key).map(|field| reader.entries(field, LessonWords::read));
        entries.unwrap_or_default()
    }
}

/// The source of a part.
#[derive(Clone, Copy)]
struct PartSource<'a> {
    nth: usize,
    /// The scenario as TOML, if it is a table with a head.
    text: Option<&'a str>,
}

fn read_part(
    reader: &mut TomlReader<'_>,
    item: TomlField<'_>,
    source: PartSource<'_>,
) -> Option<LessonPart> {
    let table = reader.table(item)?;
    let fields = Fields { all: reader.strict::<PartKeys>(table, "part"), place: item.span };
    let title = fields.needed_text(reader, "title", "the part has no title");
    if fields.find("teaches").is_none() {
        let hint = "write `teaches = \"#anchor\"` with the anchor of the one rule that is new";
        reader.say_with(item.span, "the part does not say what it teaches", hint);
    }
    let teaches = fields.anchor(reader, "teaches");
    if fields.find("say").is_none() {
        let hint = "write `say = \"...\"`, a few words before the reader acts";
        reader.say_with(item.span, "the part says nothing", hint);
    }
    let say = fields.words(reader, "say");
    let scenario = read_part_scenario(reader, &fields, title.as_ref(), source)?;
    let missing = "the reader does nothing in this part";
    let choices = fields.items(reader, "choice", MOST_CHOICES, missing);
    let choices: Vec<Option<LessonChoice>> =
        choices.into_iter().map(|choice| read_choice(reader, choice)).collect();
    let choices: Vec<LessonChoice> = choices.into_iter().collect::<Option<_>>()?;
    if choices.is_empty() {
        return None;
    }
    Some(LessonPart { title: title?, teaches: teaches?, say: say?, scenario, choices })
}

/// Reads the play of a part. Returns nothing if it is wrong, and an inner none if the part continues the part
/// before.
fn read_part_scenario(
    reader: &mut TomlReader<'_>,
    fields: &Fields<'_>,
    title: Option<&Located<String>>,
    source: PartSource<'_>,
) -> Option<Option<PartScenario>> {
    let goes_on = fields.find("goes-on");
    if let Some(field) = goes_on.filter(|field| field.value.as_bool() != Some(true)) {
        reader.say_with(
            field.span,
            "`goes-on` is not `true`",
            "delete it, and write `[part.scenario]`",
        );
        return None;
    }
    match (goes_on, fields.find("scenario")) {
        (Some(field), Some(_)) => {
            let message = "`goes-on` and `scenario` exclude each other";
            reader.say_with(field.key_span, message, "keep one of them");
            None
        }
        (Some(field), None) if source.nth == 0 => {
            let message = "the first part has no earlier part to continue";
            reader.say_with(field.key_span, message, "write `[part.scenario]`");
            None
        }
        (Some(_), None) => Some(None),
        (None, None) => {
            let hint = "write `[part.scenario]` with `play = \"#anchor\"`, or `goes-on = true`";
            reader.say_with(fields.place, "the part plays nothing", hint);
            None
        }
        (None, Some(field)) => {
            let table = reader.table(field)?;
            report_printed(reader, table);
            let name = title.map_or_else(|| "lesson".to_owned(), |title| title.value.clone());
            let unnamed = Located { value: name, span: field.key_span };
            let read = scenario::read_scenario_table(reader, table, unnamed)?;
            let text = source.text.map(str::to_owned);
            if text.is_none() {
                let hint = "write it as a table of its own, `[part.scenario]`";
                reader.say_with(
                    field.span,
                    "the scenario of a part is not a table of its own",
                    hint,
                );
            }
            Some(Some(PartScenario { read, text: text? }))
        }
    }
}

/// Reports keys about the printed example, which have no use in a lesson.
fn report_printed(reader: &mut TomlReader<'_>, table: &DeTable<'_>) {
    for field in reader.fields(table) {
        if PRINTED.contains(&field.key) {
            let message = format!("`{}` has no use in a lesson", field.key);
            reader.say_with(field.key_span, message, "delete it");
        }
    }
}

fn read_choice(reader: &mut TomlReader<'_>, item: TomlField<'_>) -> Option<LessonChoice> {
    let table = reader.table(item)?;
    let fields =
        Fields { all: reader.strict::<ChoiceKeys>(table, "part.choice"), place: item.span };
    let asked = read_question(reader, &fields);
    let right = read_right(reader, &fields);
    let choice = LessonChoice {
        say: fields.words(reader, "say"),
        praise: fields.words(reader, "praise"),
        hint: fields.words(reader, "hint"),
        wrong: fields.explained(reader, "wrong"),
        forbidden: fields.explained(reader, "forbidden"),
        otherwise: fields.words(reader, "otherwise"),
        asked: asked?,
        right,
    };
    if choice.right.is_empty() {
        return None;
    }
    if let (LessonQuestion::Guess(_), Some(otherwise)) = (&choice.asked, &choice.otherwise) {
        let message = "a guess has only the answers that are written";
        reader.say_with(otherwise.span, message, "delete `otherwise`");
    }
    report_doubled(reader, &choice);
    Some(choice)
}

/// Reads the question of the rules, or the guess of the lesson.
fn read_question(reader: &mut TomlReader<'_>, fields: &Fields<'_>) -> Option<LessonQuestion> {
    match (fields.find("asks"), fields.find("guess")) {
        (Some(asks), None) => {
            for key in ["proof", "until"] {
                if let Some(field) = fields.find(key) {
                    let message = format!("`{key}` belongs to a guess");
                    reader.say_with(field.key_span, message, "delete `proof`, or write `guess`");
                }
            }
            reader.text(asks).map(LessonQuestion::Rules)
        }
        (None, Some(guess)) => {
            let missing = "nothing shows that the right guess is right";
            let proof = fields.needed_text(reader, "proof", missing);
            let until = fields.anchor(reader, "until");
            let words = LessonWords::read(reader, guess);
            Some(LessonQuestion::Guess(Guess { words: words?, proof: proof?, until }))
        }
        (Some(_), Some(guess)) => {
            let message = "`asks` and `guess` exclude each other";
            reader.say_with(guess.key_span, message, "keep one of them");
            None
        }
        (None, None) => {
            let hint = "write `asks = \"...\"` with the words of the rules, or `guess = \"...\"`";
            reader.say_with(fields.place, "the reader is asked nothing", hint);
            None
        }
    }
}

/// Reads the right answer, or several.
fn read_right(reader: &mut TomlReader<'_>, fields: &Fields<'_>) -> Vec<Located<String>> {
    let Some(field) = fields.find("right") else {
        reader.say_with(fields.place, "no answer is right", "write `right = \"...\"`");
        return Vec::new();
    };
    let right = match field.value.as_array() {
        Some(right) if right.is_empty() => {
            reader.say_with(field.span, "no answer is right", "write `right = \"...\"`");
            Vec::new()
        }
        Some(_) => reader.texts(field),
        None => reader.text(field).into_iter().collect(),
    };
    if fields.find("guess").is_some() && right.len() > 1 {
        reader.say_with(field.span, "a guess has one right answer", "keep one of them");
    }
    right
}

/// Reports answers that are listed twice among the right, wrong and forbidden ones.
fn report_doubled(reader: &mut TomlReader<'_>, choice: &LessonChoice) {
    let wrong = choice.wrong.iter().chain(&choice.forbidden).map(|(answer, _)| answer);
    let all: Vec<&Located<String>> = choice.right.iter().chain(wrong).collect();
    for (at, answer) in all.iter().enumerate() {
        if let Some(first) = all[..at].iter().find(|other| other.value == answer.value) {
            let message = format!("`{}` is listed twice here", short_quote(&answer.value));
            let finding = reader.say(answer.span, message);
            finding.related = Some((first.span, "first here".to_owned()));
        }
    }
}
