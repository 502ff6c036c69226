//! The keys of a lesson as types. Their reader takes the names of the keys from here, and so do the JSON Schema and
//! `docs/reference/book.md`.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use crate::file_keys::ScenarioKeys;

/// Keys of scenarios that say how an example is printed, which a lesson is not.
pub(crate) const PRINTED: [&str; 11] = [
    "fills", "after", "detail", "teaches", "from", "skip", "picture", "say", "caption", "figure",
    "expect",
];

/// A lesson, `lessons/NAME.toml` in a book: parts, in each of which the reader acts. Lessons are told in the order of the
/// names of their files. Words are Markdown in one or several paragraphs; a link such as `[attack](#attack)` names a rule,
/// and `{=draw}` is a named value of the book.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LessonKeys {
    /// What the lesson is called.
    #[schemars(example = &"Your first cards")]
    pub title: String,
    /// What it teaches, in a sentence.
    #[schemars(example = &"You make energy, play a card and draw.")]
    pub about: String,
    /// How many minutes it takes.
    #[schemars(range(min = 1, max = 60), example = 5)]
    pub minutes: u32,
    /// The player as whom the reader sits down; all others follow the plan that the rules state. It is left out where `person`
    /// of `rules/table.toml` says it.
    #[schemars(example = &"Ada")]
    pub seat: Option<String>,
    /// The rule that plays whole games: at the end of the lesson the reader sits down to one.
    #[schemars(example = &"#turns-and-phases")]
    pub whole_game: Option<String>,
    /// The parts, in order.
    #[schemars(example = serde_json::json!([{
        "title": "Draw", "teaches": "#plan-draw", "say": "Now you draw.", "goes-on": true,
        "choice": [{ "asks": "plan", "right": "draw" }],
    }]))]
    pub part: Vec<PartKeys>,
}

/// A part of a lesson.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PartKeys {
    /// What the part is called.
    #[schemars(example = &"Turn a card into energy")]
    pub title: String,
    /// The rule that is new in this part. What is played must follow it.
    #[schemars(example = &"#transmute")]
    pub teaches: String,
    /// What is said before the reader acts.
    #[schemars(example = &"You have no energy. Put a card face-down: that is [transmuting](#transmute).")]
    pub say: String,
    /// Whether the part goes on where the one before ended, in place of `scenario`.
    #[schemars(example = true)]
    pub goes_on: Option<bool>,
    /// What is played, with the keys of a scenario that say so: `play`, `player`, `seed`, `position`, `answers`, `until`
    /// and the others. It needs no title.
    #[serde(default)]
    #[schemars(schema_with = "part_scenario_schema")]
    pub scenario: Option<ScenarioKeys>,
    /// What the reader chooses, in order.
    #[schemars(example = serde_json::json!([{ "asks": "plan", "right": "draw" }]))]
    pub choice: Vec<ChoiceKeys>,
}

/// What the reader chooses: an answer to a question of the rules, or to one of the lesson about what happens next.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChoiceKeys {
    /// What is said before this choice.
    #[schemars(example = &"Now pay for it.")]
    pub say: Option<String>,
    /// The question of the rules, in their words.
    #[schemars(example = &"in the Action phase")]
    pub asks: Option<String>,
    /// In place of `asks` a question about what happens next.
    #[schemars(example = &"What becomes of the card?")]
    pub guess: Option<String>,
    /// What holds once the play went on, and makes the right answer to `guess` right: a sentence as under `expect.facts` of
    /// a scenario.
    #[schemars(example = &"automa.field has Weaponsmith")]
    pub proof: Option<String>,
    /// The rule, step or box at which the play stops after a `guess`. Left out, it goes on to the next question or its end.
    #[schemars(example = &"#draw-phase")]
    pub until: Option<String>,
    /// The right answer, or several.
    #[schemars(example = &"transmute")]
    pub right: RightKey,
    /// What is said after a right answer.
    #[schemars(example = &"Energy is gone at the end of the phase: spend it now.")]
    pub praise: Option<String>,
    /// What helps after two wrong answers.
    #[schemars(example = &"Look at the cost in the corner of each card.")]
    pub hint: Option<String>,
    /// Answers that the rules allow and that are wrong here: why, with a link to a rule.
    #[schemars(example = serde_json::json!({ "go on": "This ends [the phase](#action-phase)." }))]
    pub wrong: Option<BTreeMap<String, String>>,
    /// What a reader would try and the rules forbid, such as a card on the table: why, with a link to the rule that forbids
    /// it. It is offered among the answers.
    #[schemars(example = serde_json::json!({ "Fire Ball": "It costs more [energy](#play-cost) than you have." }))]
    pub forbidden: Option<BTreeMap<String, String>>,
    /// Why every answer is wrong that is named nowhere else, with a link to a rule.
    #[schemars(example = &"Play [a minion](#minion) first.")]
    pub otherwise: Option<String>,
}

/// A scenario without the keys that say how an example is printed; it needs no title.
fn part_scenario_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let mut schema = ScenarioKeys::json_schema(generator);
    schema.insert("required".to_owned(), serde_json::json!(["play"]));
    if let Some(keys) = schema.get_mut("properties").and_then(serde_json::Value::as_object_mut) {
        PRINTED.iter().for_each(|printed| drop(keys.remove(*printed)));
    }
    schema
}

/// Right answers.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub enum RightKey {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}
