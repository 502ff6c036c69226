//! The keys of scenarios, of `rules/table.toml` and of `rules/words.toml`, as types. The readers of these
//! files, the JSON Schemas and `docs/reference/book.md` take the keys from here.

use std::collections::BTreeMap;

use schemars::JsonSchema;

/// A scenario, `examples/BOOK/NAME.toml`: the play of one example.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioKeys {
    /// The title of the example.
    #[schemars(example = &"A hand of five cards")]
    pub title: String,
    /// The heading above a line `TODO`; the example replaces that line.
    #[schemars(example = &"#example-activate-cards")]
    pub fills: Option<String>,
    /// The rule or section after which the example is printed. Write either `after` or `fills`.
    #[schemars(example = &"#activate-cards")]
    pub after: Option<String>,
    /// The rule that is played: its anchor, or its anchor and a step.
    #[schemars(example = &"#activate-cards 2.1")]
    pub play: String,
    /// The players at the table: their number, or their names in turn order. If left out, all players take part
    /// who are not `optional`.
    #[schemars(example = 3)]
    pub players: Option<PlayersKey>,
    /// The teams: the names of the players of each. They replace the teams that the rules declare.
    #[schemars(example = serde_json::json!({ "Reds": ["Ada", "Cleo"] }))]
    pub teams: Option<BTreeMap<String, Vec<String>>>,
    /// The player for whom the rule is played, if the rule asks for one. If left out, it is the first player.
    #[schemars(example = &"You")]
    pub player: Option<String>,
    /// The rule, step or box at which the play stops.
    #[schemars(example = &"#end-phase")]
    pub until: Option<String>,
    /// The seed of everything that is random: the same seed gives the same play.
    #[schemars(extend("default" = 0), example = 11)]
    pub seed: Option<u64>,
    /// `true` if a person plays with real cards, as described under `[companion]` of book.toml.
    #[schemars(extend("default" = false), example = true)]
    pub companion: Option<bool>,
    /// The number of times that the rule is played.
    #[schemars(range(min = 1, max = 1000), extend("default" = 1), example = 3)]
    pub turns: Option<u32>,
    /// The size of a step.
    #[schemars(extend("default" = "steps"), example = &"events")]
    pub detail: Option<DetailWord>,
    /// The rules that the example teaches: their anchors, or those of sections with all their rules. Other
    /// steps are summed up in a few words; the page of the example in the web edition has all steps in full.
    /// If left out, the example teaches the section in which it is printed. `#place` names every step that
    /// follows a rule, `#place (2)` only the second of them. The keys `from`, `skip`, `picture` and `say`
    /// name steps in the same way.
    #[schemars(example = ["#line-of-sight", "#moving (2)"])]
    pub teaches: Option<Vec<String>>,
    /// The first step that is printed; the steps before it are played but not printed.
    #[schemars(example = &"#attack")]
    pub from: Option<String>,
    /// Steps that are played but not printed. A step that the example `teaches` is printed all the same,
    /// unless `skip` names it by its number.
    #[schemars(example = ["#shuffle"])]
    pub skip: Option<Vec<String>>,
    /// Steps with a picture of their own, besides the picture on which all steps are numbered.
    #[schemars(example = ["#line-of-sight"])]
    pub picture: Option<Vec<String>>,
    /// Zones, by their keys, and flags and counters, by their names, that every picture shows, even if
    /// `rules/table.toml` hides them.
    #[schemars(example = ["automa.hand"])]
    pub show: Option<Vec<String>>,
    /// Zones, by their keys, that no picture shows.
    #[schemars(example = ["automa.deck"])]
    pub hide: Option<Vec<String>>,
    /// Your own words for steps. Their names and numbers must be those of what happened; otherwise an error
    /// is reported.
    #[schemars(example = serde_json::json!({ "#attack (2)": "The Scout attacks again: 3 damage." }))]
    pub say: Option<BTreeMap<String, String>>,
    /// The caption below the picture. In the caption of a `figure`, `{section}` becomes a link to the section
    /// with the steps.
    #[schemars(example = &"The table before the attack.")]
    pub caption: Option<String>,
    /// A section with numbered steps, such as the set-up. The example is then printed as one picture without
    /// sentences: the table after the play, with the number of each step on the pieces that it brought. A
    /// rule in a section to which a step links belongs to that step. The picture shows the zones that the
    /// steps touch and those of `show`. Leave out `teaches`, `from`, `skip`, `picture` and `say` then.
    #[schemars(example = &"#set-up")]
    pub figure: Option<String>,
    /// The pieces at the start: for each zone its cards, from the left or from the top. Each card is its
    /// name, followed by its marks, each after a bar: flags, counters with their amount, `face up`,
    /// `face down`, `at` a space, `attached to` another card (the nearest of that name before it in its zone,
    /// or `Ace (2)` for the second of the position), `rotated 90`, `covers 2x3` spaces of a map. `edges`
    /// lists edges of maps that differ from their data, `"C2-D2 open"`. `players` lists the counters of each
    /// player: `Ada = ["gold 3"]`, or `["out"]` for a player who is out of the game. Flags and counters may
    /// last `until` the end of the `phase`, `turn` or `round`. If left out, the rules set the game up.
    #[serde(default)]
    #[schemars(schema_with = "zones_schema")]
    #[schemars(example = serde_json::json!({ "hand": ["Weaponsmith | rested | damage 2"] }))]
    pub position: Option<BTreeMap<String, Vec<String>>>,
    /// Cards that only this scenario has. Each has a `Card` or a `Name`, and columns of the card data.
    #[serde(default)]
    #[schemars(schema_with = "cards_schema")]
    #[schemars(example = serde_json::json!([{ "Card": "Old Guard", "Power": 2 }]))]
    pub card: Option<Vec<BTreeMap<String, String>>>,
    /// The answer to each question that the rules ask, under the words of the question.
    #[schemars(example = serde_json::json!({ "benefit: Fire Resonance Bauble": "yes" }))]
    pub answers: Option<BTreeMap<String, String>>,
    /// The results of chance, under the name of a die, of a zone that is shuffled, or of a stream: one entry
    /// for each time. For a die, an entry is a face. For a shuffled zone, it is a list of the cards on top;
    /// the rest follows in the order of the seed, or in its old order if the list ends with
    /// `the rest as it lies`. After the last entry, the seed decides.
    #[serde(default)]
    #[schemars(schema_with = "chance_schema")]
    #[schemars(example = serde_json::json!({ "red die": ["6", "1"], "you.deck": [["Ace", "the rest as it lies"]] }))]
    pub chance: Option<BTreeMap<String, Vec<String>>>,
    /// The values with which the rule is called, by parameter: a number, `true` or `false`, the name of a
    /// player, a zone or a space, a card, or other words. A card is `Ace`, or `Ace in you.hand` where there
    /// are several, or `Ace (2) in you.hand` for the second one from the left or the top.
    #[serde(default)]
    #[schemars(schema_with = "arguments_schema")]
    #[schemars(example = serde_json::json!({ "steps": 2, "figure": "Scout in map" }))]
    pub with: Option<BTreeMap<String, String>>,
    /// Conditions that the play must meet; otherwise the finding `unmet-expectation` is reported.
    pub expect: Option<ExpectKeys>,
}

/// The players at the table.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub enum PlayersKey {
    /// Their number.
    Count(u32),
    /// Their names.
    Names(Vec<String>),
}

/// The size of a step.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DetailWord {
    /// Everything that one step of the rules does is one step.
    Steps,
    /// Every event is a step of its own.
    Events,
}

/// Conditions that the play must meet.
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
    /// Rules that the play must follow, by their anchors.
    #[schemars(example = ["#activate-fails"])]
    pub cites: Option<Vec<String>>,
    /// The end of the play.
    #[schemars(example = &"over")]
    pub outcome: Option<OutcomeWord>,
}

/// The end of a play.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeWord {
    /// The play stopped at `until`.
    Stopped,
    /// The rule was carried out to its end.
    Finished,
    /// The game was over.
    Over,
    /// The book does not say how the game continues.
    Gap,
    /// A rule reported that something cannot be done.
    Stuck,
}

/// The look of the table in pictures, `rules/table.toml`.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableKeys {
    /// Columns of the card data. In its corner, a card shows the first of these columns that it has.
    #[schemars(extend("default" = ["cost", "price"]), example = ["Cost"])]
    pub corner: Option<Vec<String>>,
    /// Flags that lay a card on its side.
    #[schemars(extend("default" = ["rested", "tapped", "exhausted", "turned"]))]
    #[schemars(example = ["tapped"])]
    pub turned: Option<Vec<String>>,
    /// Flags and counters that are not drawn, unless a scenario lists them under `show`.
    #[schemars(example = ["target", "attacked"])]
    pub hidden: Option<Vec<String>>,
    /// Zones, by their keys, that are not drawn, unless a scenario lists them under `show`.
    #[schemars(example = ["you.reserve"])]
    pub unseen: Option<Vec<String>>,
    /// The player whose part a person takes in a game. If left out, it is the first player.
    #[schemars(example = serde_json::json!("You"))]
    pub person: Option<String>,
    /// Zones, by their keys, whose cards only their owner sees in games with persons, even if these cards are
    /// face-up in examples.
    #[schemars(example = ["you.hand"])]
    pub private: Option<Vec<String>>,
    /// Icons for letters on the faces of dice: `2H` is then drawn as a 2 and the icon of `H`. The names of
    /// the icons are those of running text.
    #[schemars(example = serde_json::json!({ "H": "flame", "S": "bolt" }))]
    pub symbols: Option<BTreeMap<String, String>>,
    /// Icons for counters and flags, drawn instead of a letter. The names of the icons are those of running
    /// text. No two counters or flags have the same icon.
    #[schemars(example = serde_json::json!({ "damage": "droplet", "defending": "shield" }))]
    pub icons: Option<BTreeMap<String, String>>,
}

/// The sentences of printed examples: `crates/example/words/en.toml` for every game, and `rules/words.toml`
/// for one book, which adds sentences and replaces those of the same name.
///
/// A template has slots in braces, such as `{player}` and `{piece}`, and chooses by number:
/// `{number|card|cards}`. Each event fills some of the slots. Players: `{player}` `{actor}`. Pieces:
/// `{piece}` `{piece2}` `{things}` `{cards}`. Places: `{from}` `{to}` `{zone}` `{at}` `{space}` `{route}`.
/// Amounts: `{number}` `{number2}` `{number3}` `{numbers}` `{was}` `{now}` `{by}` `{counter}` `{flag}`
/// `{dice}`. Questions and choices: `{question}` `{answer}` `{options}` `{reason}` `{chosen}` `{line}`
/// `{kept}` `{dropped}` `{excluded}` `{candidates}` `{invalid}`. Others: `{winner}` `{loser}` `{name}`
/// `{verb}` `{detail}` `{each}`. If an event does not fill every slot of a sentence, the usual sentence is
/// printed instead.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WordsKeys {
    /// The language of the sentences, if it is not English.
    #[schemars(example = &"de")]
    pub language: Option<String>,
    /// The sentence of each verb, or several sentences by tags. Of these, the sentence with the most tags of
    /// the event is printed, and `""` is for all other events.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "draw": "{player} {player|draws|draw} {piece}." }))]
    pub verbs: Option<BTreeMap<String, String>>,
    /// The sentence about a question and its answer, under the words of the question.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "attack": "{player} {player|attacks|attack} {answer}." }))]
    pub questions: Option<BTreeMap<String, String>>,
    /// The question as a player reads it, under the words of the rule: a sentence, or a table with the
    /// sentence under `""` and other words for the answers. `{piece}` is the piece that the question is about,
    /// `{player}` the player who is asked, `{detail}` the text after a colon in the words of the rule.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "plan": { "": "Do you draw or shuffle?", "draw": "Draw 4 cards" } }))]
    pub asks: Option<BTreeMap<String, String>>,
    /// The headings of the parts of an example.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "turn": "Turn {number}" }))]
    pub headings: Option<BTreeMap<String, String>>,
    /// The last sentence of a play, by its outcome.
    #[serde(default)]
    #[schemars(schema_with = "templates_schema")]
    #[schemars(example = serde_json::json!({ "over": "The game is over." }))]
    pub outcomes: Option<BTreeMap<String, String>>,
    /// The words for each player, and under `* team` for a team: the name, `of` for the possessive, `own` for
    /// the pronoun, and the `number` of the verb.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "Automa": { "": "the Automa", "own": "its" } }))]
    pub players: Option<BTreeMap<String, String>>,
    /// The words for each zone, by its key or its name.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "automa.first": "the Automa" }))]
    pub zones: Option<BTreeMap<String, String>>,
    /// The words for cards, `seen` and `unseen`.
    #[serde(default)]
    #[schemars(schema_with = "nouns_schema")]
    #[schemars(example = serde_json::json!({ "unseen": { "": "a face-down card" } }))]
    pub things: Option<BTreeMap<String, String>>,
    /// Other words for names of the rules: flags, counters, phases.
    #[schemars(example = serde_json::json!({ "energy spent": "spent energy" }))]
    pub names: Option<BTreeMap<String, String>>,
    /// Short phrases: between the last two things of a list, above examples, below pictures.
    #[schemars(example = serde_json::json!({ "and": " and " }))]
    pub phrases: Option<BTreeMap<String, String>>,
    /// The past form of each verb, for comparisons of two readings of the rules.
    #[schemars(example = serde_json::json!({ "pay": "paid with" }))]
    pub past: Option<BTreeMap<String, String>>,
    /// The first words of a step, by verb.
    #[schemars(example = serde_json::json!({ "reveal": "Reveal" }))]
    pub leads: Option<BTreeMap<String, String>>,
    /// The names of printed lines of lists.
    pub lines: Option<LinesKeys>,
}

/// The names of printed lines of lists.
#[derive(Debug, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinesKeys {
    /// Beginnings of lines that are left out of the name of the line.
    #[schemars(example = ["Prefer the "])]
    pub strip: Option<Vec<String>>,
    /// Words of lines about places; amounts are not printed for such lines.
    #[schemars(example = ["left", "right"])]
    pub positional: Option<Vec<String>>,
}

/// Schema of the zones of a position: each has a list of cards, and a key with a dot is a table in a table.
fn zones_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let zone = serde_json::json!({ "type": "array", "items": { "type": "string" } });
    let nested = |inner: &serde_json::Value| serde_json::json!({ "type": "object", "additionalProperties": { "anyOf": [zone, inner] } });
    let deepest = serde_json::json!({ "type": "object", "additionalProperties": zone });
    let all = (0..super::position::DEEPEST).fold(deepest, |inner, _| nested(&inner));
    schemars::Schema::try_from(all).expect("it is an object")
}

/// Schema of the results of chance: each entry is a word or a list of words.
fn chance_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let word = serde_json::json!({ "type": ["string", "integer"] });
    let words = serde_json::json!({ "type": "array", "items": word });
    let entries = serde_json::json!({ "type": "array", "items": { "anyOf": [word, words] } });
    schemars::json_schema!({ "type": "object", "additionalProperties": entries })
}

/// Schema of arguments: numbers, truth values and words.
fn arguments_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let value = serde_json::json!({ "type": ["string", "integer", "boolean"] });
    schemars::json_schema!({ "type": "object", "additionalProperties": value })
}

/// Schema of cards: rows of cells that are texts or whole numbers.
fn cards_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": "array",
        "maxItems": super::scenario::MOST_CARDS,
        "items": { "type": "object", "additionalProperties": { "type": ["string", "integer"] } }
    })
}

/// Schema of templates: one template, or templates by tags.
fn templates_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let tagged =
        serde_json::json!({ "type": "object", "additionalProperties": { "type": "string" } });
    schemars::json_schema!({
        "type": "object",
        "additionalProperties": { "anyOf": [{ "type": "string" }, tagged] }
    })
}

/// Schema of nouns: one word, or words by form.
fn nouns_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    templates_schema(generator)
}
