//! The look of a book's table. In: `rules/table.toml`, which a book may have. Out: columns, flags and zones
//! by their use.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::fields::{Located, TomlField, TomlReader, did_you_mean};
use crate::file_keys::TableKeys;
use base::diagnostic::{Findings, code, short_quote};
use base::source::SourceId;
use document::BookIcons;
use document::icons::Icon;

/// Flags that lay a card on its side, unless the book lists others.
const TURNED: [&str; 4] = ["rested", "tapped", "exhausted", "turned"];
/// Columns that are shown in the corner of a card, unless the book lists others.
const CORNER: [&str; 2] = ["cost", "price"];

/// The look of the table of a book.
#[derive(Debug, Clone, PartialEq)]
pub struct TableStyle {
    /// Names of columns, in lower case. In its corner, a card shows the first of these columns that it has.
    pub corner: Vec<String>,
    /// Flags that lay a card on its side.
    pub turned: Vec<String>,
    /// Flags and counters that are not drawn, unless a scenario shows them.
    pub hidden: Vec<String>,
    /// Keys of zones that are not drawn, unless a scenario shows them.
    pub unseen: Vec<String>,
    /// Name of the player whose part a person takes in a game; if none, the first player.
    pub person: Option<String>,
    /// Keys of zones whose cards only their owner sees in games with persons, even if these cards are face-up
    /// in examples.
    pub private: Vec<String>,
    /// Icons of letters on the faces of dice.
    pub symbols: BTreeMap<String, Arc<Icon>>,
    /// Icons of counters and flags, by name.
    pub icons: BTreeMap<String, Arc<Icon>>,
}

impl Default for TableStyle {
    fn default() -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Self {
            corner: owned(&CORNER),
            turned: owned(&TURNED),
            hidden: Vec::new(),
            unseen: Vec::new(),
            person: None,
            private: Vec::new(),
            symbols: BTreeMap::new(),
            icons: BTreeMap::new(),
        }
    }
}

impl TableStyle {
    /// Reads `rules/table.toml` of a book with these icons.
    pub fn read(source: SourceId, text: &str, icons: &BookIcons, findings: &mut Findings) -> Self {
        let mut look = Self::default();
        let mut reader = TomlReader { source, code: code::TABLE_FILE, findings };
        let Some(table) = reader.parse(text) else { return look };
        for field in reader.strict::<TableKeys>(&table, "") {
            let mut names = || reader.texts(field).into_iter().map(|name| name.value);
            match field.key {
                "corner" => look.corner = names().map(|name| name.to_lowercase()).collect(),
                "turned" => look.turned = names().collect(),
                "hidden" => look.hidden = names().collect(),
                "private" => look.private = names().collect(),
                "unseen" => look.unseen = names().collect(),
                "person" => look.person = reader.text(field).map(|name| name.value),
                "symbols" => look.symbols = known_icons(read_icons(&mut reader, field, icons)),
                _ => {
                    let entries = read_icons(&mut reader, field, icons);
                    check_shared_icons(&mut reader, &entries);
                    look.icons = known_icons(entries);
                }
            }
        }
        look
    }

    /// Reports whether a flag or a counter is hidden.
    pub fn hides(&self, name: &str) -> bool {
        self.hidden.iter().any(|own| own == name)
    }

    /// Reports whether a zone is drawn if no scenario mentions it: not the box, pieces set aside or `unseen`
    /// zones.
    pub fn shows(&self, zone: &str) -> bool {
        let box_of = zone == "box" || zone.ends_with(".box") || zone == rules::engine::ASIDE;
        !box_of && !self.unseen.iter().any(|own| own == zone)
    }
}

/// A word, the name of its icon as written, and the icon.
type IconEntry = (String, Located<String>, Arc<Icon>);

/// Reads icons by the words that they replace; unknown icons are reported.
fn read_icons(
    reader: &mut TomlReader<'_>,
    field: TomlField<'_>,
    icons: &BookIcons,
) -> Vec<IconEntry> {
    let mut entries = Vec::new();
    for (word, icon) in reader.answers(field) {
        if let Some(found) = icons.take(&icon.value, icon.span, reader.findings) {
            entries.push((word.value, icon, found));
            continue;
        }
        if icons.is_broken(&icon.value) {
            continue;
        }
        let message = format!("no icon is called `{}`", short_quote(&icon.value));
        let hint = did_you_mean(&icon.value, icons.names());
        let hint =
            hint.unwrap_or_else(|| "take one of the icons in docs/reference/looks.md".to_owned());
        reader.say_with(icon.span, message, hint);
    }
    entries
}

/// Reports counters or flags with the same icon, because readers could not distinguish them.
fn check_shared_icons(reader: &mut TomlReader<'_>, entries: &[IconEntry]) {
    for (at, (word, icon, _)) in entries.iter().enumerate() {
        let same = entries[..at].iter().find(|(_, other, _)| other.value == icon.value);
        let Some((first, ..)) = same else { continue };
        let (first, second) = (short_quote(first), short_quote(word));
        let message = format!("`{first}` and `{second}` have the icon `{}`", icon.value);
        reader.say_with(icon.span, message, "give one of them another icon".to_owned());
    }
}

fn known_icons(entries: Vec<IconEntry>) -> BTreeMap<String, Arc<Icon>> {
    entries.into_iter().map(|(word, _, icon)| (word, icon)).collect()
}
