//! How a book's table is drawn. In: `rules/table.toml`, which a book may have. Out: columns, flags
//! and zones by their use.

use std::collections::BTreeMap;

use crate::diagnostic::{Findings, code};
use crate::document::icons::{self, Icon};
use crate::document::short_quote;
use crate::example::fields::{TomlField, TomlReader, did_you_mean};
use crate::example::file_keys::TableKeys;
use crate::source::SourceId;

/// Flags that lay a card on its side, unless the book says otherwise.
const TURNED: [&str; 4] = ["rested", "tapped", "exhausted", "turned"];
/// Columns that stand in the corner of a card, unless the book says otherwise.
const CORNER: [&str; 2] = ["cost", "price"];

/// How the table of a book is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct TableStyle {
    /// Names of the columns, in lower case, the first of which a card has stands in its corner.
    pub corner: Vec<String>,
    /// Flags that lay a card on its side.
    pub turned: Vec<String>,
    /// Flags and counters that are not drawn.
    pub hidden: Vec<String>,
    /// Keys of the zones that are never drawn.
    pub unseen: Vec<String>,
    /// Icons by what stands on faces of dice.
    pub symbols: BTreeMap<String, &'static Icon>,
}

impl Default for TableStyle {
    fn default() -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            corner: owned(&CORNER),
            turned: owned(&TURNED),
            hidden: Vec::new(),
            unseen: Vec::new(),
            symbols: BTreeMap::new(),
        }
    }
}

impl TableStyle {
    /// Reads `rules/table.toml`.
    pub fn read(source: SourceId, text: &str, findings: &mut Findings) -> Self {
        let mut look = Self::default();
        let mut reader = TomlReader { source, code: code::TABLE_FILE, findings };
        let Some(table) = reader.parse(text) else { return look };
        for field in reader.strict::<TableKeys>(&table, "") {
            if field.key == "symbols" {
                look.symbols = read_symbols(&mut reader, field);
                continue;
            }
            let names = read_names(&mut reader, field);
            match field.key {
                "corner" => look.corner = names.iter().map(|name| name.to_lowercase()).collect(),
                "turned" => look.turned = names,
                "hidden" => look.hidden = names,
                _ => look.unseen = names,
            }
        }
        look
    }

    /// Whether a flag or a counter is kept from being drawn.
    pub(super) fn hides(&self, name: &str) -> bool {
        self.hidden.iter().any(|own| own == name)
    }

    /// Whether a zone is drawn at all.
    pub(super) fn shows(&self, zone: &str) -> bool {
        let box_of = zone == "box" || zone.ends_with(".box") || zone == crate::engine::ASIDE;
        !box_of && !self.unseen.iter().any(|own| own == zone)
    }
}

/// The outlines of icons by what they stand for; one that there is not is a finding.
fn read_symbols(
    reader: &mut TomlReader<'_>,
    field: TomlField<'_>,
) -> BTreeMap<String, &'static Icon> {
    let mut symbols = BTreeMap::new();
    for (word, icon) in reader.answers(field) {
        if let Some(found) = icons::find_icon(&icon.value) {
            symbols.insert(word.value, found);
            continue;
        }
        let message = format!("no icon is called `{}`", short_quote(&icon.value));
        let known = icons::all_icons().map(|(name, _)| name);
        let hint = did_you_mean(&icon.value, known);
        let hint =
            hint.unwrap_or_else(|| "take one of the icons of templates/icons.toml".to_owned());
        reader.say_with(icon.span, message, hint);
    }
    symbols
}

fn read_names(reader: &mut TomlReader<'_>, field: TomlField<'_>) -> Vec<String> {
    reader.texts(field).into_iter().map(|name| name.value).collect()
}
