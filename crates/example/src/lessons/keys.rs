//! The keys of lessons, as types. The reader of lessons, the JSON Schema and `docs/reference/book.md` take
//! the keys from here.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use crate::file_keys::ScenarioKeys;

/// Keys of scenarios about the printed example, which a lesson does not have.
pub(crate) const PRINTED: [&str; 11] = [
    "fills", "after", "detail", "teaches", "from", "skip", "picture", "say", "caption", "figure",
    "expect",
];

/// A lesson, `lessons/NAME.toml` in a book. Its reader acts in each of its parts. Lessons come in the order
/// of the names of their files. Words are Markdown in one or several paragraphs; a link such as
/// `[attack](#attack)` names a rule, and `{=draw}` is a named value of the book.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LessonKeys {
    /// The title of the lesson.
    #[schemars(example = &"Your first cards")]
    pub title: String,
    /// A summary of the lesson, in a sentence.
    #[schemars(example = &"You make energy, play a card and draw.")]
    pub about: String,
    /// The length of the lesson, in minutes.
    #[schemars(range(min = 1, max = 60), example = 5)]
    pub minutes: u32,
    /// The player whose part the reader takes; all others follow the plan that the rules state. If left out, it
    /// is the `person` of `rules/table.toml`.
    #[schemars(example = &"Ada")]
    pub seat: Option<String>,
    /// The rule that plays whole games: the reader plays such a game at the end of the lesson.
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
    /// The title of the part.
    #[schemars(example = &"Turn a card into energy")]
    pub title: String,
    /// The rule that is new in this part. The play must follow it.
    #[schemars(example = &"#transmute")]
    pub teaches: String,
    /// The words before the reader acts.
    #[schemars(example = &"You have no energy. Put a card face-down: that is [transmuting](#transmute).")]
    pub say: String,
    /// `true` if the part continues where the part before ended; it then has no `scenario`.
    #[schemars(example = true)]
    pub goes_on: Option<bool>,
    /// The play of the part, with keys of a scenario: `play`, `player`, `seed`, `position`, `answers`,
    /// `until` and others. It needs no title.
    #[serde(default)]
    #[schemars(schema_with = "part_scenario_schema")]
    pub scenario: Option<ScenarioKeys>,
    /// The choices of the reader, in order.
    #[schemars(example = serde_json::json!([{ "asks": "plan", "right": "draw" }]))]
    pub choice: Vec<ChoiceKeys>,
}

/// A choice of the reader: the answer to a question of the rules, or to a question of the lesson about what
/// happens next.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChoiceKeys {
    /// The words before this choice.
    #[schemars(example = &"Now pay for it.")]
    pub say: Option<String>,
    /// The question of the rules, in their words.
    #[schemars(example = &"in the Action phase")]
    pub asks: Option<String>,
    /// A question about what happens next, instead of `asks`.
    #[schemars(example = &"What becomes of the card?")]
    pub guess: Option<String>,
    /// A sentence that becomes true when the play continues, and so proves the right answer to `guess`. It is
    /// written as under `expect.facts` of a scenario.
    #[schemars(example = &"automa.field has Weaponsmith")]
    pub proof: Option<String>,
    /// The rule, step or box at which the play stops after a `guess`. If left out, the play continues to the
    /// next question or to its end.
    #[schemars(example = &"#draw-phase")]
    pub until: Option<String>,
    /// The right answer, or several right answers.
    #[schemars(example = &"transmute")]
    pub right: RightKey,
    /// The words after a right answer.
    #[schemars(example = &"Energy is gone at the end of the phase: spend it now.")]
    pub praise: Option<String>,
    /// A hint after two wrong answers.
    #[schemars(example = &"Look at the cost in the corner of each card.")]
    pub hint: Option<String>,
    /// Answers that the rules allow but that are wrong here, each with the reason and a link to a rule.
    #[schemars(example = serde_json::json!({ "go on": "This ends [the phase](#action-phase)." }))]
    pub wrong: Option<BTreeMap<String, String>>,
    /// Answers that a reader would try but that the rules forbid, such as a card on the table: each with the
    /// reason and a link to the rule that forbids it. They are offered among the answers.
    #[schemars(example = serde_json::json!({ "Fire Ball": "It costs more [energy](#play-cost) than you have." }))]
    pub forbidden: Option<BTreeMap<String, String>>,
    /// The reason why all other answers are wrong, with a link to a rule.
    #[schemars(example = &"Play [a minion](#minion) first.")]
    pub otherwise: Option<String>,
}

/// Schema of a scenario without the keys about the printed example; it needs no title.
fn part_scenario_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let mut schema = ScenarioKeys::json_schema(generator);
    schema.insert("required".to_owned(), serde_json::json!(["play"]));
    if let Some(keys) = schema.get_mut("properties").and_then(serde_json::Value::as_object_mut) {
        PRINTED.iter().for_each(|printed| drop(keys.remove(*printed)));
    }
    schema
}

/// The right answers.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub enum RightKey {
    /// One answer.
    One(String),
    /// Several answers.
    Several(Vec<String>),
}
