//! The keys of the files beside the rules and examples of a book, as types: scenarios,
//! `rules/table.toml` and `rules/words.toml`. Their readers take the names of the keys from here,
//! and so do the JSON Schemas and `docs/reference/book.md`.

use std::collections::BTreeMap;

use schemars::JsonSchema;

/// A scenario, `examples/BOOK/NAME.toml`: what one example plays.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioKeys {
    /// What the example is called.
    #[schemars(example = &"A hand of five cards")]
    pub title: String,
    /// The heading below which a line `TODO` stands; the example takes the place of that line.
    #[schemars(example = &"#example-activate-cards")]
    pub fills: Option<String>,
    /// The place behind which the example is printed. It cannot stand beside `fills`.
    #[schemars(example = &"#activate-cards")]
    pub after: Option<String>,
    /// The rule that is played: its anchor, or an anchor and a step.
    #[schemars(example = &"#activate-cards 2.1")]
    pub play: String,
    /// Who sits at the table: how many, or the names in the order of turns. Left out, it is everybody
    /// who is not `optional`.
    #[schemars(example = 3)]
    pub players: Option<PlayersKey>,
    /// Who plays together: the names of the players of each team. It stands in place of the teams
    /// that the rules declare.
    #[schemars(example = serde_json::json!({ "Reds": ["Ada", "Cleo"] }))]
    pub teams: Option<BTreeMap<String, Vec<String>>>,
    /// The player for whom a rule is played that asks for one. Left out, it is the first.
    #[schemars(example = &"You")]
    pub player: Option<String>,
    /// The rule, step or box at which the play stops.
    #[schemars(example = &"#end-phase")]
    pub until: Option<String>,
    /// The seed of all that is random: the same seed gives the same play.
    #[schemars(extend("default" = 0), example = 11)]
    pub seed: Option<u64>,
    /// Whether a person plays it with real cards, as `[companion]` of book.toml says.
    #[schemars(extend("default" = false), example = true)]
    pub companion: Option<bool>,
    /// How often the rule is played.
    #[schemars(range(min = 1, max = 1000), extend("default" = 1), example = 3)]
    pub turns: Option<u32>,
    /// How the play is cut into steps.
    #[schemars(extend("default" = "steps"), example = &"events")]
    pub detail: Option<DetailWord>,
    /// What the example teaches: anchors of rules, or of sections with all rules in them. Steps that
    /// follow none of them are printed together in a few words; the page of the example in the web
    /// edition has them all in full. Left out, it is the section in which the example stands. `#place`
    /// names every step that follows a rule, `#place (2)` the second one of them; so it is with the
    /// next keys.
    #[schemars(example = ["#line-of-sight", "#moving (2)"])]
    pub teaches: Option<Vec<String>>,
    /// The step from which the example is printed; what comes before is played and not printed.
    #[schemars(example = &"#attack")]
    pub from: Option<String>,
    /// Steps that are played and not printed; what the example `teaches` is printed unless its step is
    /// named by its number.
    #[schemars(example = ["#shuffle"])]
    pub skip: Option<Vec<String>>,
    /// Steps with a picture of their own, besides the one on which all steps are numbered.
    #[schemars(example = ["#line-of-sight"])]
    pub picture: Option<Vec<String>>,
    /// Zones that every picture shows, by their keys, and flags and counters, by their names: also those
    /// that `rules/table.toml` keeps from being drawn.
    #[schemars(example = ["automa.hand"])]
    pub show: Option<Vec<String>>,
    /// Zones that no picture shows, by their keys.
    #[schemars(example = ["automa.deck"])]
    pub hide: Option<Vec<String>>,
    /// Own words for steps. The names and numbers in them must be those of what happened; else an
    /// error says so.
    #[schemars(example = serde_json::json!({ "#attack (2)": "The Scout attacks again: 3 damage." }))]
    pub say: Option<BTreeMap<String, String>>,
    /// What stands below the picture. In that of a `figure` a link to the section with the steps takes
    /// the place of `{section}`.
    #[schemars(example = &"The table before the attack.")]
    pub caption: Option<String>,
    /// A section with numbered steps, such as the set-up. In place of told steps the example is printed
    /// as one picture: the table after the play, with the numbers of these steps on what they brought.
    /// A rule in a section to which a step links belongs to that step. The picture shows the zones that
    /// the steps touch and those of `show`. `teaches`, `from`, `skip`, `picture` and `say` cannot stand
    /// beside it.
    #[schemars(example = &"#set-up")]
    pub figure: Option<String>,
    /// What lies where at the start: for each zone its cards, the left-most or top one first. A card
    /// is its name, and behind bars what is on it: flags, counters with their amount, `face up`,
    /// `face down`, `at` a space, `attached to` another card (the nearest of that name before it in its
    /// zone, or `Ace (2)` for the second of the position), `rotated 90`, `covers 2x3` spaces of a map. `edges`
    /// lists edges of maps that are other than their data says, `"C2-D2 open"`. `players` lists what each
    /// player has: `Ada = ["gold 3"]`, or `["out"]`. Flags and counters may stay `until` the end of
    /// the `phase`, `turn` or `round`. Left out, the rules set the game up.
    #[serde(default)]
    #[schemars(schema_with = "zones_schema")]
    #[schemars(example = serde_json::json!({ "hand": ["Weaponsmith | rested | damage 2"] }))]
    pub position: Option<BTreeMap<String, Vec<String>>>,
    /// Cards that only this scenario has. Each has a `Card` or a `Name`, and columns of the data.
    #[serde(default)]
    #[schemars(schema_with = "cards_schema")]
    #[schemars(example = serde_json::json!([{ "Card": "Old Guard", "Power": 2 }]))]
    pub card: Option<Vec<BTreeMap<String, String>>>,
    /// The answer to each question that the rules ask, by the words of the question.
    #[schemars(example = serde_json::json!({ "benefit: Fire Resonance Bauble": "yes" }))]
    pub answers: Option<BTreeMap<String, String>>,
    /// How chance falls, by the name of a die, of a zone that is shuffled, or of a stream: one entry
    /// for each time. A die shows a face; a shuffled zone has these cards on top, and the rest in
    /// the order of the seed, or as it lay behind `the rest as it lies`. The seed goes on where the
    /// list ends.
    #[serde(default)]
    #[schemars(schema_with = "chance_schema")]
    #[schemars(example = serde_json::json!({ "red die": ["6", "1"], "you.deck": [["Ace", "the rest as it lies"]] }))]
    pub chance: Option<BTreeMap<String, Vec<String>>>,
    /// What the rule that is played is called with, by parameter: a number, `true` or `false`, the
    /// name of a player, a zone or a space, a card (`Ace`, or `Ace in you.hand` where there are
    /// several, or `Ace (2) in you.hand` for the second from the left or the top), or other words.
    #[serde(default)]
    #[schemars(schema_with = "arguments_schema")]
    #[schemars(example = serde_json::json!({ "steps": 2, "figure": "Scout in map" }))]
    pub with: Option<BTreeMap<String, String>>,
    /// What must be true of the play; else the finding `unmet-expectation` says so.
    pub expect: Option<ExpectKeys>,
}

/// Who sits at the table.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub enum PlayersKey {
    /// So many.
    Count(u32),
    /// Those with these names.
    Names(Vec<String>),
}

/// How a play is cut into steps.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DetailWord {
    /// What one step of the rules does is one step.
    Steps,
    /// Every event is a step of its own.
    Events,
}

/// What must be true of the play.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectKeys {
    /// Sentences about the end of the play: `ZONE has CARD`, `ZONE has no CARD`, `ZONE has only CARD,
    /// CARD`, `ZONE holds 3`, `ZONE is empty`, `ZONE is CARD, CARD` (in order; or `in any order`), `CARD
    /// in ZONE is FLAG`, `CARD in ZONE is at SPACE`, `CARD in ZONE is attached to
    /// CARD`, `CARD in ZONE is rotated 90`, `CARD in ZONE has 2 COUNTER`, `every card in ZONE is FLAG`,
    /// `no card in ZONE is FLAG`, `PLAYER has 3 COUNTER`, `PLAYER wins`, `PLAYER loses`, `nobody wins`,
    /// `the game is over`, `the game goes on`, `the turn is 3`, `the phase is NAME`, `the stack is NAME,
    /// NAME`, `the example cites #PLACE`, `the example does not cite #PLACE`. A number may be `at least 3`
    /// or `at most 3`.
    #[schemars(example = ["automa.field has Weaponsmith"])]
    pub facts: Option<Vec<String>>,
    /// Places of the book that the play must follow.
    #[schemars(example = ["#activate-fails"])]
    pub cites: Option<Vec<String>>,
    /// How the play ends.
    #[schemars(example = &"over")]
    pub outcome: Option<OutcomeWord>,
}

/// How a play ends.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeWord {
    /// It stopped at `until`.
    Stopped,
    /// The rule was carried out to its end.
    Finished,
    /// The game was over.
    Over,
    /// The book does not say how it goes on.
    Gap,
    /// A rule found that something cannot be done.
    Stuck,
}

/// How the table of a book is drawn, `rules/table.toml`.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableKeys {
    /// Columns of the card data. The first of them that a card has stands in its corner.
    #[schemars(extend("default" = ["cost", "price"]), example = ["Cost"])]
    pub corner: Option<Vec<String>>,
    /// Flags that lay a card on its side.
    #[schemars(extend("default" = ["rested", "tapped", "exhausted", "turned"]))]
    #[schemars(example = ["tapped"])]
    pub turned: Option<Vec<String>>,
    /// Flags and counters that are not drawn.
    #[schemars(example = ["target", "attacked"])]
    pub hidden: Option<Vec<String>>,
    /// Zones that are never drawn, by their keys.
    #[schemars(example = ["you.reserve"])]
    pub unseen: Option<Vec<String>>,
    /// The player as whom a person sits down at a game, if that is not the first.
    #[schemars(example = serde_json::json!("You"))]
    pub person: Option<String>,
    /// Zones whose cards only their owner sees in games with persons, by their keys, also where they lie
    /// face-up in examples.
    #[schemars(example = ["you.hand"])]
    pub private: Option<Vec<String>>,
    /// Icons for what stands on the faces of dice: `2H` is then a 2 and the icon of `H`. The names of
    /// the icons are those of running text.
    #[schemars(example = serde_json::json!({ "H": "flame", "S": "bolt" }))]
    pub symbols: Option<BTreeMap<String, String>>,
    /// Icons for counters and flags, drawn in place of a letter. The names of the icons are those of
    /// running text; each is for one counter or flag.
    #[schemars(example = serde_json::json!({ "damage": "droplet", "defending": "shield" }))]
    pub icons: Option<BTreeMap<String, String>>,
}

/// The sentences in which examples are told: `crates/example/words/en.toml` for every game, and
/// `rules/words.toml` for one book, which adds to it and replaces what has the same name.
///
/// A template has slots in braces, such as `{player}` and `{piece}`, and chooses by number:
/// `{number|card|cards}`. An event fills some of the slots: what is done by whom `{player}` `{actor}`,
/// with what `{piece}` `{piece2}` `{things}` `{cards}`, where `{from}` `{to}` `{zone}` `{at}` `{space}` `{route}`,
/// how much `{number}` `{number2}` `{number3}` `{numbers}` `{was}` `{now}` `{by}` `{counter}` `{flag}`
/// `{dice}`, what was asked and chosen `{question}` `{answer}` `{options}` `{reason}` `{chosen}` `{line}`
/// `{kept}` `{dropped}` `{excluded}` `{candidates}` `{invalid}`, and `{winner}` `{loser}` `{name}`
/// `{verb}` `{detail}` `{each}`. Where an event does not fill a slot of a sentence, the usual sentence
/// is told instead.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WordsKeys {
    /// The language of the sentences, where the file is for another one than English.
    #[schemars(example = &"de")]
    pub language: Option<String>,
    /// The sentence of each verb, or several by tags: the one that asks for the most tags of an event
    /// is taken, and `""` is for all others.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "draw": "{player} {player|draws|draw} {piece}." }))]
    pub verbs: Option<BTreeMap<String, String>>,
    /// The sentence of a question and its answer, by the words of the question.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "attack": "{player} {player|attacks|attack} {answer}." }))]
    pub questions: Option<BTreeMap<String, String>>,
    /// How a question is put to a person who plays, by the words of the question: a sentence, or a table
    /// of it, under `""`, and of other words for the answers. `{piece}` is what the question is about,
    /// `{player}` who is asked, `{detail}` what stands behind a colon in the words of the question.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "plan": { "": "Do you draw or shuffle?", "draw": "Draw 4 cards" } }))]
    pub asks: Option<BTreeMap<String, String>>,
    /// What stands above the parts of an example.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "turn": "Turn {number}" }))]
    pub headings: Option<BTreeMap<String, String>>,
    /// What is said at the end of a play.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "over": "The game is over." }))]
    pub outcomes: Option<BTreeMap<String, String>>,
    /// How players are called, and `* team` a team: the name, `of` whom something is, `own`, and the `number` of the verb.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "Automa": { "": "the Automa", "own": "its" } }))]
    pub players: Option<BTreeMap<String, String>>,
    /// How zones are called, by key or by name.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "automa.first": "the Automa" }))]
    pub zones: Option<BTreeMap<String, String>>,
    /// How cards are called, seen and unseen.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "unseen": { "": "a face-down card" } }))]
    pub things: Option<BTreeMap<String, String>>,
    /// Other words for names of the rules: flags, counters, phases.
    #[schemars(example = serde_json::json!({ "energy spent": "spent energy" }))]
    pub names: Option<BTreeMap<String, String>>,
    /// Small words: between the last two things of a list, above examples, below pictures.
    #[schemars(example = serde_json::json!({ "and": " and " }))]
    pub phrases: Option<BTreeMap<String, String>>,
    /// What was done, by verb; it stands where two readings are compared.
    #[schemars(example = serde_json::json!({ "pay": "paid with" }))]
    pub past: Option<BTreeMap<String, String>>,
    /// Words that lead a step, by verb.
    #[schemars(example = serde_json::json!({ "reveal": "Reveal" }))]
    pub leads: Option<BTreeMap<String, String>>,
    /// How printed lines of lists are named.
    pub lines: Option<LinesKeys>,
}

/// How printed lines of lists are named.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinesKeys {
    /// Beginnings of lines that are left out when the line is named.
    #[schemars(example = ["Prefer the "])]
    pub strip: Option<Vec<String>>,
    /// Words of lines that speak of places: what was counted is then not told.
    #[schemars(example = ["left", "right"])]
    pub positional: Option<Vec<String>>,
}

/// A zone holds a list of cards; a key with a dot is a table in a table.
fn zones_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let zone = serde_json::json!({ "type": "array", "items": { "type": "string" } });
    let nested = |inner: &serde_json::Value| serde_json::json!({ "type": "object", "additionalProperties": { "anyOf": [zone, inner] } });
    let deepest = serde_json::json!({ "type": "object", "additionalProperties": zone });
    let all = (0..super::position::DEEPEST).fold(deepest, |inner, _| nested(&inner));
    schemars::Schema::try_from(all).expect("it is an object")
}

/// Each entry is a word or a list of words.
fn chance_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let word = serde_json::json!({ "type": ["string", "integer"] });
    let words = serde_json::json!({ "type": "array", "items": word });
    let entries = serde_json::json!({ "type": "array", "items": { "anyOf": [word, words] } });
    schemars::json_schema!({ "type": "object", "additionalProperties": entries })
}

/// Numbers, truth and words.
fn arguments_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let value = serde_json::json!({ "type": ["string", "integer", "boolean"] });
    schemars::json_schema!({ "type": "object", "additionalProperties": value })
}

/// Rows of cells that are texts or whole numbers.
fn cards_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "array",
        "maxItems": super::scenario::MOST_CARDS,
        "items": { "type": "object", "additionalProperties": { "type": ["string", "integer"] } }
    })
}

/// A template, or templates by tags.
fn templates_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let tagged =
        serde_json::json!({ "type": "object", "additionalProperties": { "type": "string" } });
    schemars::json_schema!({
        "type": "object",
        "additionalProperties": { "anyOf": [{ "type": "string" }, tagged] }
    })
}

/// A name, or a name by its forms.
fn nouns_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    templates_schema(generator)
}
