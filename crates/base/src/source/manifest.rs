//! book.toml: the names of a book, its contents, and the way it is printed.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::balance::BalanceBound;
use super::companion::CompanionFields;
use super::deck_style::{ArtColumn, CardLayout, CardRules, WordLook};
use super::keys::TomlFile;
use super::token_fields::TokenFields;
use super::version::BookVersion;
use super::{SourceId, Span};
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};

/// The names of a book, its contents, and the way it is printed.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Manifest {
    /// The version of rulepress that the book was written for. `check --fix` writes it.
    #[schemars(with = "Option<String>", example = &"0.2")]
    pub rulepress: Option<Spanned<String>>,
    /// The title of the book.
    #[schemars(example = &"Dragon Dice")]
    pub title: Option<String>,
    /// The line below the title.
    #[schemars(example = &"A game for two players")]
    pub subtitle: Option<String>,
    /// The edition, which is printed on the cover and on the last page.
    #[schemars(example = &"First edition")]
    pub edition: Option<String>,
    /// The number of players, on the cover: a number, or a text with several.
    #[schemars(example = &"2 to 4")]
    pub players: Option<NumberOrText>,
    /// The length of a game, on the cover: minutes as a number, or a text.
    #[schemars(example = &"30 to 90 minutes")]
    pub time: Option<NumberOrText>,
    /// The least age of players, on the cover: years as a number, or a text.
    #[schemars(example = 12)]
    pub age: Option<NumberOrText>,
    /// The people who wrote the book.
    #[schemars(example = ["Ada Lovelace"])]
    pub authors: Vec<String>,
    /// The language of the text, as a short code: `en`, `de`, `pt-BR`. If left out, it is `en`.
    #[schemars(with = "Option<String>", example = &"en")]
    pub language: Option<Spanned<String>>,
    /// The date of the edition, without quotes. It is also the date in the PDF.
    #[schemars(with = "Option<String>", extend("format" = "date"), example = &"2026-11-20")]
    pub date: Option<toml::value::Datetime>,
    /// The works that the book is based on, and the owners of names and pictures. The notice is printed on
    /// the last page.
    #[schemars(example = &"Unofficial: the game belongs to its publisher.")]
    pub notice: Option<String>,
    /// The address of the web edition of the book. It is printed on the last page, with the edition and the
    /// date. Below each printed example, a code for telephones leads to the steps of the example.
    #[schemars(with = "Option<String>", example = &"https://example.org/dragon-dice")]
    pub url: Option<Spanned<String>>,
    /// A few sentences about the game for the back of the cover. An empty line begins a new paragraph.
    #[schemars(example = &"Two generals, one pass, and snow by nightfall.")]
    pub blurb: Option<String>,
    /// The chapters in printed order, as paths from the book's folder. If left out, the Markdown files of the
    /// folder are read.
    #[schemars(with = "Vec<String>", example = ["01-setup.md", "02-turns.md"])]
    pub sources: Vec<Spanned<String>>,
    /// Folders of other books. You can link to their places and load their rules.
    #[schemars(with = "Vec<String>", example = ["../grand-archive"])]
    pub uses: Vec<Spanned<String>>,
    /// CSV files of cards or other tables, which text, decks and rules can use.
    #[schemars(with = "Vec<String>", example = ["cards.csv"])]
    pub data: Vec<Spanned<String>>,
    /// Choices about the whole book.
    pub options: BookOptions,
    /// Decks of cards to print, each made of a data file. A table is `[deck.NAME]`.
    pub deck: BTreeMap<String, DeckFields>,
    /// Tokens to cut out, each kind a row of a data file.
    pub tokens: Option<TokenFields>,
    /// Settings of one kind of output. A table is `[output.NAME]`, where the name is that of `--only`:
    /// `rulebook`, `sheet`, `cards`, `flowcharts`, `tokens`.
    pub output: BTreeMap<String, OutputFields>,
    /// Bounds on the results of many games, which `check --games` plays. A table is `[balance."#anchor"]`,
    /// where the anchor is that of the rule that is played after the set-up. Its keys are `won by NAME`,
    /// `lost by NAME`, `decided`, `turns`, `rounds` or what the rules record. A value is a share,
    /// `"45 to 55 %"`, a mean, `"8 to 14"`, or a range with its share of the games,
    /// `"at most 20 in at least 90 %"`; or a list of such.
    #[schemars(
        with = "BTreeMap<String, BTreeMap<String, OneOrMany>>",
        example = serde_json::json!({ "#turns": { "won by Ada": "45 to 55 %", "turns": "8 to 14" } })
    )]
    pub balance: BTreeMap<String, BTreeMap<String, Spanned<OneOrMany>>>,
    /// The way to play a solo book with real cards: the page keeps the automaton's decks and says what it
    /// does.
    pub companion: Option<CompanionFields>,
    /// Text of the file itself, which the places of its values refer to.
    #[serde(skip)]
    pub text: Option<SourceId>,
}

impl Manifest {
    /// Returns the place of a value.
    pub fn place<T>(&self, value: &Spanned<T>) -> Option<Span> {
        self.text.map(|text| Span::new(text, value.span()))
    }

    /// Returns the finding about a wrong address of the book.
    fn url_fault(&self, source: SourceId) -> Option<Diagnostic> {
        let url = self.url.as_ref()?;
        let is_part = |c: char| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c);
        let is_web = |start: &str| {
            let at = url.get_ref().strip_prefix(start);
            at.is_some_and(|at| at.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '['))
        };
        let is_plain = url.get_ref().chars().all(is_part);
        if is_plain && (is_web("https://") || is_web("http://")) {
            return None;
        }
        let message = format!("`{}` is not a web address", short_quote(url.get_ref()));
        let place = Span::new(source, url.span());
        let hint = match is_plain {
            true => "write `url = \"https://example.org/my-game\"`",
            false => {
                "copy it from a browser, so that it has no spaces and has `%` for special letters"
            }
        };
        Some(Diagnostic::at(code::BOOK_FILE, place, message).hint(hint))
    }

    /// Returns the findings about wrong bounds of `[balance]`.
    fn balance_faults(&self, source: SourceId) -> Vec<Diagnostic> {
        let all = self.balance.values().flat_map(BTreeMap::values);
        let faults = all.flat_map(|bounds| {
            let place = Span::new(source, bounds.span());
            let wrong = bounds.get_ref().as_slice().iter();
            wrong.filter_map(|words| BalanceBound::parse(words).err()).map(move |fault| {
                Diagnostic::at(code::BOOK_FILE, place, fault).hint(
                    "write a share as \"45 to 55 %\", a mean as \"8 to 14\", or \"8 to 14 in at least 90 %\" \
                     for numbers of single games",
                )
            })
        });
        faults.collect()
    }
}

/// Choices about the whole book.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BookOptions {
    /// The text marked `{when=...}` that is printed and played if a rule has two readings.
    #[schemars(extend("default" = "corrected"), example = &"corrected")]
    pub reading: String,
    /// If `true`, the rulebook ends with an index of its titles and marked terms.
    #[schemars(extend("default" = false), example = true)]
    pub index: bool,
    /// `true` for a cover, `false` for none. If left out, a rulebook of four pages or more has one.
    #[schemars(example = true)]
    pub cover: Option<bool>,
    /// The beginning of chapters: `run-on` is below the chapter before if there is room, `new-page` is on a
    /// new page.
    #[schemars(extend("default" = "run-on"), example = &"new-page")]
    pub chapters: ChapterStart,
    /// The place of played examples: `across` the whole width of the page, or in its `margin` on papers that
    /// are at least 185 mm wide. An example that is too long for the margin is printed across.
    #[schemars(extend("default" = "across"), example = &"margin")]
    pub examples: ExamplePlace,
    /// The picture on the cover: `hexes`, `squares`, `cards`, `dice` or `paths`. If left out, it follows from
    /// the book: the spaces of its map, cards for a deck, paths for flowcharts.
    #[schemars(example = &"cards")]
    pub motif: Option<CoverMotif>,
}

/// The picture on the cover of a rulebook.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoverMotif {
    /// A map of hexes with a way through it.
    #[default]
    Hexes,
    /// Rooms of a floor plan with walls and doors.
    Squares,
    /// A table with rows of cards.
    Cards,
    /// Dice that were thrown.
    Dice,
    /// Boxes with lines between them.
    Paths,
}

impl CoverMotif {
    /// Returns its name, as in book.toml.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hexes => "hexes",
            Self::Squares => "squares",
            Self::Cards => "cards",
            Self::Dice => "dice",
            Self::Paths => "paths",
        }
    }
}

/// The beginning of the chapters of a rulebook.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChapterStart {
    /// Below the chapter before, if there is room.
    #[default]
    RunOn,
    /// On a new page.
    NewPage,
}

/// The place of the played examples of a rulebook.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExamplePlace {
    /// Across the whole width of the page.
    #[default]
    Across,
    /// In a separate column at the side of the text, if the paper is wide enough.
    Margin,
}

impl Default for BookOptions {
    fn default() -> Self {
        Self {
            reading: "corrected".to_owned(),
            index: false,
            cover: None,
            chapters: ChapterStart::RunOn,
            examples: ExamplePlace::Across,
            motif: None,
        }
    }
}

/// Settings of one kind of output.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutputFields {
    /// One paper or several: `a5`, `a4`, `a3`, `letter` and the other papers of the program, or width and
    /// height in millimetres as `210x210`. Each paper makes a file of its own.
    #[schemars(example = ["a4", "letter"])]
    pub paper: OneOrMany,
    /// The size of cards: a name such as `bridge`, or millimetres. If left out, it is `poker`.
    #[schemars(example = &"bridge")]
    pub size: Option<String>,
}

/// A deck of cards: the columns of a data file for each part of a card. Columns that are left out are found
/// by their usual names.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckFields {
    /// The data file, which `data` of the book lists too.
    #[schemars(with = "String", example = &"cards.csv")]
    pub data: Spanned<String>,
    /// The title on the backs. If left out, it is the title of the book.
    #[schemars(example = &"Practice deck")]
    pub title: Option<String>,
    /// The size of the cards: `poker`, `us-poker`, `bridge`, `mini`, `mini-us`, `small`, `euro`, `tarot`,
    /// `square`, `tile`, `hex`, `domino`, `large`, `a6`, or millimetres. If left out, it is `poker`.
    #[schemars(example = &"63 x 88 mm")]
    pub size: Option<String>,
    /// If `true`, the cards are wider than they are high.
    #[serde(default)]
    #[schemars(extend("default" = false), example = true)]
    pub landscape: bool,
    /// The thickness of the deck, measured in millimetres, for its box. If left out, a card has 0.32 mm.
    #[schemars(with = "Option<f64>", range(min = 1, max = 500), example = 24.5)]
    pub thickness: Option<Spanned<f64>>,
    /// The layout of name, picture and text: `art`, `text`, `tile` or `double-ended`. If left out, it is
    /// `art`.
    #[schemars(example = &"double-ended")]
    pub layout: Option<CardLayout>,
    /// `Column=Value`: only these rows become cards.
    #[serde(rename = "where")]
    #[schemars(example = &"Deck=Main")]
    pub only: Option<String>,
    /// The column of the name. If left out, it is the first.
    #[schemars(example = &"Card")]
    pub name: Option<String>,
    /// The column of the cost.
    #[schemars(example = &"Cost")]
    pub cost: Option<String>,
    /// The columns of the line of types.
    #[serde(rename = "type")]
    #[schemars(example = ["Element", "Type"])]
    pub kind: Option<OneOrMany>,
    /// The columns of the text, a paragraph each.
    #[schemars(example = ["Text"])]
    pub text: Option<OneOrMany>,
    /// Columns that are printed with their names below the text.
    #[schemars(example = ["Power", "Life"])]
    pub stats: Option<OneOrMany>,
    /// The column of the number of copies, or several that are added.
    #[schemars(example = &"Copies")]
    pub count: Option<OneOrMany>,
    /// A column that groups the cards: each of its words has a colour, a mark and a motif.
    #[schemars(example = &"Element")]
    pub group: Option<String>,
    /// The column of pictures: files of the book's folder, cropped to their box, each with the point
    /// to keep if that is not the middle: `knight.png 30% 20%`. A card without a picture has a drawn
    /// motif; `false` leaves the room to the text.
    #[schemars(example = &"Picture")]
    pub art: Option<ArtColumn>,
    /// The column of frames: `plain`, `round`, `square`, `double`, `bold`.
    #[schemars(example = &"Frame")]
    pub frame: Option<String>,
    /// The column of icons, by their names.
    #[schemars(example = &"Icon")]
    pub icon: Option<String>,
    /// The column of colours: names of the program, plain names, or `#rrggbb`.
    #[schemars(example = &"Colour")]
    pub colour: Option<String>,
    /// The column of the backs, each a picture or words; or a picture for all backs.
    #[schemars(example = &"back.png")]
    pub back: Option<String>,
    /// Words that are bold wherever the text of cards says them.
    #[schemars(example = ["Reserve", "Flying"])]
    pub bold: Option<OneOrMany>,
    /// A column of words, separated by commas, that are bold in the text of their card.
    #[schemars(example = &"Keywords")]
    pub keywords: Option<String>,
    /// If `true`, words in parentheses are reminders, which are printed in italics.
    #[serde(default)]
    #[schemars(extend("default" = false), example = true)]
    pub reminders: bool,
    /// The mark before a word wherever cards say it: a shape in a colour, or an icon.
    #[serde(default)]
    pub words: BTreeMap<String, WordLook>,
    /// The looks of cards by the values of a column. A table is `[deck.NAME.by.COLUMN]`, with a line for each
    /// value: `Minion = { icon = "sword", frame = "round" }`.
    #[serde(default)]
    #[schemars(extend("examples" = [{"Type": {"Minion": {"icon": "sword", "frame": "round"}}}]))]
    pub by: CardRules,
}

impl Default for DeckFields {
    /// Makes a deck whose data file is still to be named.
    fn default() -> Self {
        Self {
            data: Spanned::new(0..0, String::new()),
            title: None,
            size: None,
            landscape: false,
            thickness: None,
            layout: None,
            only: None,
            name: None,
            cost: None,
            kind: None,
            text: None,
            stats: None,
            count: None,
            group: None,
            art: None,
            frame: None,
            icon: None,
            colour: None,
            back: None,
            bold: None,
            keywords: None,
            reminders: false,
            words: BTreeMap::new(),
            by: CardRules::new(),
        }
    }
}

impl DeckFields {
    /// Returns the fields that name columns, each with the column; several columns have the same field.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let one = [
            ("name", &self.name),
            ("cost", &self.cost),
            ("group", &self.group),
            ("frame", &self.frame),
            ("icon", &self.icon),
            ("colour", &self.colour),
            ("back", &self.back),
            ("keywords", &self.keywords),
        ];
        let one = one.into_iter().filter_map(|(field, name)| Some((field, name.as_deref()?)));
        let art = self.art.as_ref().and_then(ArtColumn::column).map(|name| ("art", name));
        let one = one.chain(art);
        let many = [
            ("count", &self.count),
            ("type", &self.kind),
            ("text", &self.text),
            ("stats", &self.stats),
        ];
        let many = many.into_iter().flat_map(|(field, names)| {
            let names = names.iter().flat_map(OneOrMany::as_slice);
            names.map(move |name| (field, name.as_str()))
        });
        one.chain(many)
    }

    /// Reports whether no column for the words of a card is named, so that all are searched.
    pub fn names_no_columns(&self) -> bool {
        let one = [&self.name, &self.cost, &self.group];
        let several = [&self.count, &self.kind, &self.text, &self.stats];
        one.iter().all(|field| field.is_none()) && several.iter().all(|field| field.is_none())
    }

    /// Returns the lines that ask for such a deck in a book.toml.
    pub fn manifest_lines(&self, deck: &str) -> String {
        let mut lines = format!("[deck.{}]\n", toml_edit::Key::new(deck).display_repr());
        let mut say = |key: &str, value: Option<toml_edit::Value>| {
            lines.extend(value.map(|value| format!("{key} = {value}\n")));
        };
        let word = |word: &String| Some(toml_edit::Value::from(word.as_str()));
        say("data", word(self.data.get_ref()));
        say("title", self.title.as_ref().and_then(word));
        say("size", self.size.as_ref().and_then(word));
        say("where", self.only.as_ref().and_then(word));
        say("name", self.name.as_ref().and_then(word));
        say("cost", self.cost.as_ref().and_then(word));
        say("type", self.kind.as_ref().and_then(OneOrMany::toml_value));
        say("text", self.text.as_ref().and_then(OneOrMany::toml_value));
        say("stats", self.stats.as_ref().and_then(OneOrMany::toml_value));
        say("count", self.count.as_ref().and_then(OneOrMany::toml_value));
        say("group", self.group.as_ref().and_then(word));
        let art = self.art.as_ref().and_then(ArtColumn::column);
        say("art", art.filter(|name| !name.is_empty()).map(Into::into));
        say("frame", self.frame.as_ref().and_then(word));
        say("icon", self.icon.as_ref().and_then(word));
        say("colour", self.colour.as_ref().and_then(word));
        say("back", self.back.as_ref().and_then(word));
        lines
    }
}

/// A whole number, or a text if one number is not enough.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a whole number, or a text in double quotes")]
pub enum NumberOrText {
    /// `4`
    Number(u32),
    /// `"2 to 4"`
    Text(String),
}

/// A word or a list of words.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany {
    /// `"a5"`
    One(String),
    /// `["a5", "a4"]`
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    /// Returns the words.
    pub fn as_slice(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }

    /// Returns the words as a TOML value; nothing for none.
    fn toml_value(&self) -> Option<toml_edit::Value> {
        match self.as_slice() {
            [] => None,
            [word] => Some(word.as_str().into()),
            words => Some(words.iter().map(String::as_str).collect::<toml_edit::Value>()),
        }
    }

    /// Returns a copy of the words.
    pub fn words(&self) -> Vec<String> {
        self.as_slice().to_vec()
    }
}

/// Hint about a value of the wrong kind.
const VALUE_HINT: &str = "see docs/reference/book.md for what each key of book.toml holds";

/// Reads a book.toml. Values that cannot be read are errors with their places, and keep their defaults.
pub fn parse_manifest(source: SourceId, text: &str, findings: &mut Findings) -> Manifest {
    let manifest = read_manifest(source, text, findings).unwrap_or_default();
    Manifest { text: Some(source), ..manifest }
}

fn read_manifest(source: SourceId, text: &str, findings: &mut Findings) -> Option<Manifest> {
    let mut file = TomlFile::parse(source, code::BOOK_FILE, text, findings)?;
    let version = file.text("rulepress");
    findings.0.extend(version.and_then(|(written, place)| version_finding(written, place)));
    let newer = version.and_then(|(written, _)| newer_version(written));
    file.take_unknown::<Manifest>(newer.map(|version| version.to_string()).as_deref(), findings);
    let manifest: Manifest = file.read(VALUE_HINT, findings);
    findings.0.extend(manifest.balance_faults(source));
    findings.0.extend(manifest.url_fault(source));
    Some(manifest)
}

/// Returns the version that a book was written for, if it is newer than this program.
fn newer_version(written: &str) -> Option<BookVersion> {
    BookVersion::parse(written).filter(|version| *version > BookVersion::of_program())
}

/// Returns the finding about the version that a book names.
fn version_finding(written: &str, place: Span) -> Option<Diagnostic> {
    let own = BookVersion::of_program();
    if BookVersion::parse(written).is_none() {
        let message = format!("`{}` is not a version", short_quote(written));
        let hint = format!("write `rulepress = \"{own}\"`");
        return Some(Diagnostic::at(code::BOOK_FILE, place, message).hint(hint));
    }
    let newer = newer_version(written)?;
    let message = format!("the book is written for rulepress {newer}, but this is {own}");
    let hint = format!("install rulepress {newer} or later");
    Some(Diagnostic::at(code::NEWER_BOOK, place, message).hint(hint))
}

/// Returns the edit that adds the version of this program to a book.toml without one.
pub fn version_edit(source: SourceId, text: &str) -> Option<Diagnostic> {
    let (table, errors) = toml::de::DeTable::parse_recoverable(text);
    if !errors.is_empty() || table.get_ref().contains_key("rulepress") {
        return None;
    }
    let own = BookVersion::of_program();
    let place = Span::new(source, first_entry(text)..first_entry(text));
    let message = format!("the book names the version that it is written for, {own}");
    let mut finding = Diagnostic::at(code::BOOK_FILE, place, message);
    finding.fix = Some((place, format!("rulepress = \"{own}\"\n")));
    Some(finding)
}

/// Returns the first byte of the first line that is neither empty nor a comment.
fn first_entry(text: &str) -> usize {
    let skipped = text.split_inclusive('\n').take_while(|line| {
        let line = line.trim_start_matches('\u{feff}').trim();
        line.is_empty() || line.starts_with('#')
    });
    skipped.map(str::len).sum()
}
