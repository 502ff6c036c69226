//! The sentences of a language. In: `crates/example/words/<language>.toml`, and a book's own
//! `rules/words.toml`, which adds sentences and replaces those of the same name. Out: tables of templates by
//! verb; mistakes are findings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::slots::SlotValues;
use super::template::{self, Template};
use crate::fields::{TomlField, TomlReader};
use crate::file_keys::{LinesKeys, WordsKeys};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::SourceId;
use rules::engine::trace::NamedZoneSlot;

/// The built-in sentences, by language.
const BUILT_IN: [(&str, &str); 1] = [("en", include_str!("../../words/en.toml"))];

/// Words of a noun by form; the usual form has the name "".
pub type NounForms = BTreeMap<String, String>;

/// Templates for one verb, each with the tags that a record must have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TemplateVariants(Vec<(BTreeSet<String>, Template)>);

impl TemplateVariants {
    /// Returns the template with the most tags, among those whose tags the record has and whose slots have
    /// values.
    pub fn choose(&self, tags: &BTreeSet<&str>, values: &SlotValues<'_>) -> Option<&Template> {
        let fitting = self.0.iter().filter(|(wanted, template)| {
            // Every slot needs a value, except those of players.
            let filled =
                |slot: &str| matches!(slot, "player" | "actor") || values.contains_key(slot);
            wanted.iter().all(|tag| tags.contains(tag.as_str())) && template.slots().all(filled)
        });
        fitting.rev().max_by_key(|(wanted, _)| wanted.len()).map(|(_, template)| template)
    }
}

/// The sentences of one language, with what a book adds to them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lexicon {
    /// Language code (BCP 47).
    pub language: String,
    pub(crate) verbs: BTreeMap<String, TemplateVariants>,
    pub(crate) questions: BTreeMap<String, TemplateVariants>,
    /// Questions as a person reads them, and other words for their answers.
    pub asks: BTreeMap<String, NounForms>,
    pub(crate) headings: BTreeMap<String, TemplateVariants>,
    pub(crate) outcomes: BTreeMap<String, TemplateVariants>,
    pub(crate) players: BTreeMap<String, NounForms>,
    pub(crate) zones: BTreeMap<String, NounForms>,
    pub(crate) things: BTreeMap<String, NounForms>,
    names: BTreeMap<String, String>,
    phrases: BTreeMap<String, String>,
    past: BTreeMap<String, String>,
    /// The first words of a step, by verb.
    pub leads: BTreeMap<String, String>,
    /// Beginnings of printed lines that are left out of the names of the lines.
    pub strip: Vec<String>,
    /// Words of printed lines about places; amounts are not printed for such lines.
    pub positional: Vec<String>,
}

impl Lexicon {
    /// Returns the words of a book in `language`. `files` are the `rules/words.toml` of the books that it
    /// uses, then its own. A language without sentences is replaced by English, with a note.
    pub fn of_book(
        language: &str,
        files: &[(SourceId, Arc<str>)],
        findings: &mut Findings,
    ) -> Self {
        let primary = primary_language(language);
        let mut words = Self::built_in(&primary).unwrap_or_else(Self::english);
        for (source, text) in files {
            words.add(*source, text, findings);
        }
        if words.language != primary {
            let language = short_quote(&primary);
            let message =
                format!("the language `{language}` has no sentences; examples are in English");
            let hint = format!(
                "write the sentences in rules/words.toml, with `language = \"{language}\"`"
            );
            findings.push(Diagnostic::global(code::MISSING_LANGUAGE, message).hint(hint));
        }
        words
    }

    /// Returns the English sentences.
    pub fn english() -> Self {
        Self::built_in("en").unwrap_or_default()
    }

    fn built_in(language: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(name, _)| *name == language)?;
        let mut words = Self::default();
        let mut findings = Findings::default();
        words.add(SourceId(0), text, &mut findings);
        debug_assert!(findings.0.is_empty(), "built-in words have findings: {findings:?}");
        Some(words)
    }

    /// Adds the words of a file; they replace those of the same name.
    pub fn add(&mut self, source: SourceId, text: &str, findings: &mut Findings) {
        let mut reader = TomlReader { source, code: code::WORDS_FILE, findings };
        let Some(table) = reader.parse(text) else { return };
        for field in reader.strict::<WordsKeys>(&table, "") {
            self.add_table(&mut reader, field);
        }
    }

    fn add_table(&mut self, reader: &mut TomlReader<'_>, field: TomlField<'_>) {
        match field.key {
            "language" => {
                self.language = reader.text(field).map(|text| text.value).unwrap_or_default()
            }
            "verbs" => read_entries(reader, field, &mut self.verbs, read_verb),
            "questions" => read_entries(reader, field, &mut self.questions, read_verb),
            "asks" => read_entries(reader, field, &mut self.asks, read_noun),
            "headings" => read_entries(reader, field, &mut self.headings, read_verb),
            "outcomes" => read_entries(reader, field, &mut self.outcomes, read_verb),
            "players" => read_entries(reader, field, &mut self.players, read_noun),
            "zones" => read_entries(reader, field, &mut self.zones, read_noun),
            "things" => read_entries(reader, field, &mut self.things, read_noun),
            "names" => read_entries(reader, field, &mut self.names, read_word),
            "phrases" => read_entries(reader, field, &mut self.phrases, read_word),
            "past" => read_entries(reader, field, &mut self.past, read_word),
            "leads" => read_entries(reader, field, &mut self.leads, read_word),
            _ => self.read_lines(reader, field),
        }
    }

    fn read_lines(&mut self, reader: &mut TomlReader<'_>, field: TomlField<'_>) {
        let Some(table) = reader.table(field) else { return };
        for field in reader.strict::<LinesKeys>(table, "lines") {
            match field.key {
                "strip" => self.strip = read_line_words(reader, field),
                _ => self.positional = read_line_words(reader, field),
            }
        }
    }

    /// Reports whether a verb has a sentence.
    pub fn knows(&self, verb: &str) -> bool {
        self.verbs.contains_key(verb)
    }

    /// Returns the verbs that have sentences.
    pub fn verbs(&self) -> impl Iterator<Item = &str> {
        self.verbs.keys().map(String::as_str)
    }

    /// Returns the words for a zone, by its key or by its name.
    pub fn zone_forms(&self, zone: &NamedZoneSlot) -> Option<&NounForms> {
        self.zones.get(&zone.key).or_else(|| self.zones.get(&zone.name))
    }

    /// Returns the name of a flag, a counter or a phase in this language.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }

    /// Returns a phrase of the language, such as the word between the last two things of a list.
    pub fn phrase<'a>(&'a self, name: &str, otherwise: &'a str) -> &'a str {
        self.phrases.get(name).map_or(otherwise, String::as_str)
    }

    /// Returns an amount with its counter: "2 damage".
    pub fn counted_name(&self, (counter, amount): (&String, &i64)) -> String {
        format!("{amount} {}", self.name(counter))
    }

    /// Returns "attached to Knight".
    pub fn attached_to(&self, host: &str) -> String {
        self.phrase("attached", "attached to {name}").replace("{name}", host)
    }

    /// Returns "turned by 90°"; nothing for 0 degrees.
    pub fn rotated_by(&self, degrees: u16) -> Option<String> {
        let phrase = self.phrase("rotated", "turned by {number}°");
        (degrees != 0).then(|| phrase.replace("{number}", &degrees.to_string()))
    }

    /// Returns "at North".
    pub fn at_space(&self, space: &str) -> String {
        format!("{} {space}", self.phrase("at", "at"))
    }

    /// Returns the past form of a verb, for differences: `paid with` for `pay`.
    pub fn past(&self, verb: &str) -> Option<&str> {
        self.past.get(verb).map(String::as_str)
    }
}

/// Returns the language without its region, in lower case; English for an empty one.
fn primary_language(language: &str) -> String {
    let primary = language.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    if primary.is_empty() { "en".to_owned() } else { primary }
}

fn read_line_words(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Vec<String> {
    let items = reader.items(field, "a list of texts");
    items.iter().filter_map(|item| item.value.as_str().map(str::to_owned)).collect()
}

/// Adds the entries of a table, each read with `read`.
fn read_entries<T>(
    reader: &mut TomlReader<'_>,
    field: TomlField<'_>,
    into: &mut BTreeMap<String, T>,
    read: fn(&mut TomlReader<'_>, TomlField<'_>) -> Option<T>,
) {
    into.extend(reader.entries(field, read).into_iter().map(|(key, value)| (key.value, value)));
}

/// Reads the sentence of a verb, or its sentences by tags.
fn read_verb(reader: &mut TomlReader<'_>, verb: TomlField<'_>) -> Option<TemplateVariants> {
    let variants = match verb.value {
        DeValue::Table(table) => read_tagged_templates(reader, table),
        _ => read_template(reader, verb).map(|one| (BTreeSet::new(), one)).into_iter().collect(),
    };
    Some(TemplateVariants(variants))
}

/// Reads sentences by the tags that a record must have.
fn read_tagged_templates(
    reader: &mut TomlReader<'_>,
    table: &DeTable<'_>,
) -> Vec<(BTreeSet<String>, Template)> {
    let variants = reader.fields(table).into_iter();
    let tagged = variants.filter_map(|variant| {
        let tags = variant.key.split_whitespace().map(str::to_owned).collect();
        Some((tags, read_template(reader, variant)?))
    });
    tagged.collect()
}

fn read_template(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Option<Template> {
    let text = expect_text(reader, field, "a sentence in double quotes")?;
    let template = template::parse_template(text);
    template.map_err(|why| reader.findings.push(Diagnostic::at(reader.code, field.span, why))).ok()
}

/// Reads the word of a noun, or its words by form.
fn read_noun(reader: &mut TomlReader<'_>, noun: TomlField<'_>) -> Option<NounForms> {
    let mut forms = NounForms::new();
    match noun.value {
        DeValue::Table(_) => read_entries(reader, noun, &mut forms, read_word),
        _ => forms.extend(read_word(reader, noun).map(|word| (String::new(), word))),
    }
    Some(forms)
}

fn read_word(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Option<String> {
    expect_text(reader, field, "a text in double quotes").map(str::to_owned)
}

/// Returns the text of a field; reports other values.
fn expect_text<'t>(
    reader: &mut TomlReader<'_>,
    field: TomlField<'t>,
    wanted: &str,
) -> Option<&'t str> {
    let text = field.value.as_str();
    if text.is_none() {
        reader.wrong(field, wanted);
    }
    text
}
