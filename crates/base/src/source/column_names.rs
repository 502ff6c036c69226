//! Finds the columns of a deck by their names and cells. In: the header and the rows of a data file. Out: the
//! fields of a deck, and the use of each column.

use super::data::csv_reader;
use super::deck_style::{ArtColumn, CardFrame};
use super::manifest::{DeckFields, OneOrMany};

/// Longest cell that is a value below the text and no paragraph of it, in characters.
const LONGEST_VALUE: usize = 16;
/// Most groups of a column that colours cards.
const MOST_GROUPS: usize = 6;
/// Number of rows from which on 1, 2, 3 and so on are numbers of cards and no copies.
const LEAST_NUMBERED: usize = 4;
/// Names of columns that count copies, or number the cards.
const MAY_NUMBER: [&str; 2] = ["number", "amount"];
/// Endings of the names of pictures.
const PICTURES: [&str; 7] = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".bmp"];

/// Uses of a column for cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnUse {
    Name,
    Cost,
    Type,
    Text,
    Count,
    Group,
    Picture,
    Number,
}

use ColumnUse::{Cost, Count, Group, Name, Number, Picture, Text, Type};

/// Usual names of columns, in small letters and without blanks; the first of several wins.
const USUAL: [(ColumnUse, &str); 8] = [
    (Name, "card name title cardname cardtitle karte kartenname titel bezeichnung"),
    (Cost, "cost costs mana manacost price kosten preis"),
    (Type, "type cardtype kind category types subtype class typ kartentyp kategorie untertyp art"),
    (
        Text,
        "keywords text cardtext effect effects rules rulestext rule ability abilities description \
         flavor flavortext flavour flavourtext kartentext effekt regeltext regeln regel fähigkeit \
         fähigkeiten beschreibung",
    ),
    (Count, "copies count quantity qty amount number anzahl menge stück kopien exemplare"),
    (Group, "group colour color suit faction element gruppe farbe fraktion"),
    (Picture, "image img art artwork picture illustration icon bild bilddatei grafik"),
    (Number, "id no nr number cardnumber nummer kartennummer"),
];

/// Returns the usual names of columns of a use, in the order of the search.
fn usual_names(meant: ColumnUse) -> impl Iterator<Item = &'static str> {
    let known = USUAL.iter().filter(move |(other, _)| *other == meant);
    known.flat_map(|(_, names)| names.split_whitespace())
}

/// Header and rows of a data file.
struct DataTable {
    header: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl DataTable {
    fn of(text: &str) -> Self {
        let mut reader = csv_reader(text);
        let header = reader.headers().cloned().unwrap_or_default();
        let header = header.iter().map(|name| name.trim().to_owned()).collect();
        Self { header, rows: reader.into_records().flatten().collect() }
    }

    /// Reports whether a column has a usual name of this use.
    fn has_called(&self, meant: ColumnUse) -> bool {
        usual_names(meant).any(|name| self.header.iter().any(|column| plain_key(column) == name))
    }

    /// Returns the cells of a column that are not empty.
    fn filled(&self, column: usize) -> impl Iterator<Item = &str> {
        let cells = self.rows.iter().filter_map(move |row| row.get(column));
        cells.map(str::trim).filter(|cell| !cell.is_empty())
    }

    fn has_words(&self, column: usize) -> bool {
        self.filled(column).any(|cell| cell.parse::<f64>().is_err())
    }

    fn names_pictures(&self, column: usize) -> bool {
        let is_picture = |cell: &str| {
            let cell = file_of_art(cell).to_lowercase();
            cell.starts_with("http") || PICTURES.iter().any(|ending| cell.ends_with(ending))
        };
        self.filled(column).next().is_some() && self.filled(column).all(is_picture)
    }

    /// Number of different cells of a column.
    fn groups(&self, column: usize) -> usize {
        self.filled(column).collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Reports whether the cells of a column fit the use that its name suggests.
    fn fits(&self, column: usize, meant: ColumnUse) -> bool {
        match meant {
            Count if MAY_NUMBER.contains(&&*plain_key(&self.header[column])) => {
                let numbers: Option<Vec<u16>> =
                    self.filled(column).map(|cell| cell.parse::<u16>().ok()).collect();
                numbers.is_some_and(|numbers| !counts_rows(&numbers))
            }
            Count => self.filled(column).any(|cell| cell.parse::<u16>().is_ok()),
            Name | Cost | Type | Text | Group => !self.names_pictures(column),
            Picture => self.names_pictures(column) || plain_key(&self.header[column]) != "art",
            Number => true,
        }
    }
}

/// Reports whether numbers go up by one from row to row.
fn counts_rows(numbers: &[u16]) -> bool {
    let up = |pair: &[u16]| pair[0].checked_add(1) == Some(pair[1]);
    numbers.len() >= LEAST_NUMBERED && numbers.windows(2).all(up)
}

/// Returns the file that a cell of pictures names, without the point to keep behind it: `art.png 30% 20%`.
pub fn file_of_art(cell: &str) -> &str {
    let mut rest = cell.trim();
    for _ in 0..2 {
        match rest.rsplit_once(char::is_whitespace) {
            Some((before, last)) if last.ends_with('%') => rest = before.trim_end(),
            _ => break,
        }
    }
    rest
}

/// Reports whether a name has the ending of a picture.
pub fn is_picture_name(name: &str) -> bool {
    let name = name.to_lowercase();
    PICTURES.iter().any(|ending| name.ends_with(ending))
}

/// Returns the name of a column for comparison: small letters and digits.
fn plain_key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Reports whether two names of columns are equal except for case and blanks at their ends.
pub fn is_same_column(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Returns the fields of a deck from a data file: those that are `asked` for, and the others by the usual
/// names of columns. The name stays unset if no column can be one.
pub fn choose_columns(text: &str, asked: DeckFields) -> DeckFields {
    let table = DataTable::of(text);
    let conditions = asked.only.as_deref().unwrap_or_default().split(';');
    let conditions = conditions.filter_map(|condition| condition.split('=').next());
    let named: Vec<&str> = conditions.chain(asked.columns().map(|(_, name)| name)).collect();
    let free = (0..table.header.len()).filter(|nth| {
        !table.header[*nth].is_empty()
            && table.filled(*nth).next().is_some()
            && !named.iter().any(|name| is_same_column(name, &table.header[*nth]))
    });
    let free = free.collect();
    ColumnChoice { table: &table, free, fields: asked }.choose()
}

/// Returns the fields of a deck in book.toml that names no column; `None` if it names some, or if no column
/// has a usual name for names. A column of copies without numbers is kept, so that it is reported.
pub fn columns_of_deck(text: &str, asked: &DeckFields) -> Option<DeckFields> {
    let table = DataTable::of(text);
    if !asked.names_no_columns() || !table.has_called(Name) {
        return None;
    }
    let counts = |name: &&String| {
        let key = plain_key(name);
        usual_names(Count).any(|usual| usual == key) && !MAY_NUMBER.contains(&&*key)
    };
    let count = table.header.iter().find(counts).cloned().map(OneOrMany::One);
    Some(choose_columns(text, DeckFields { count, ..asked.clone() }))
}

/// A choice of columns in progress.
struct ColumnChoice<'t> {
    table: &'t DataTable,
    /// Columns without a use so far.
    free: Vec<usize>,
    fields: DeckFields,
}

impl ColumnChoice<'_> {
    fn choose(mut self) -> DeckFields {
        self.looks();
        if self.fields.name.is_none() {
            self.fields.name = self.one(Name).or_else(|| self.first_words());
        }
        if self.fields.count.is_none() {
            let none = || self.table.has_called(Count).then(String::new);
            self.fields.count = self.one(Count).or_else(none).map(OneOrMany::One);
        }
        if self.fields.cost.is_none() {
            self.fields.cost = self.one(Cost);
        }
        let types = if self.fields.kind.is_none() { self.all(Type) } else { Vec::new() };
        if self.fields.group.is_none() {
            self.fields.group = self.one(Group).or_else(|| self.group_of(&types));
        }
        if self.fields.kind.is_none() {
            let group = self.fields.group.clone().filter(|group| !types.contains(group));
            self.fields.kind = Some(OneOrMany::Many(group.into_iter().chain(types).collect()));
        }
        let texts = self.all(Text);
        if self.fields.art.is_none() {
            self.fields.art = self.pictures().map(ArtColumn::Column);
        }
        let (pictures, numbers) = (self.called(Picture), self.called(Number));
        let table = self.table;
        self.free.retain(|nth| {
            !pictures.contains(nth) && !numbers.contains(nth) && !table.names_pictures(*nth)
        });
        self.share_rest(texts);
        self.fields
    }

    /// Takes columns of looks, whose cells are not printed as words: their names and their cells must fit.
    fn looks(&mut self) {
        let is_frame = |cell: &str| CardFrame::named(&cell.to_lowercase()).is_some();
        let is_colour = |cell: &str| cell.starts_with('#');
        let is_back = |cell: &str| cell.chars().count() <= LONGEST_VALUE || is_picture_name(cell);
        if self.fields.frame.is_none() {
            self.fields.frame = self.look("frame", &is_frame);
        }
        if self.fields.back.is_none() {
            self.fields.back = self.look("back", &is_back);
        }
        if self.fields.colour.is_none() {
            let colour = self.look("colour", &is_colour);
            self.fields.colour = colour.or_else(|| self.look("color", &is_colour));
        }
    }

    /// Takes the free column of this name if all its cells fit.
    fn look(&mut self, name: &str, fits: &dyn Fn(&str) -> bool) -> Option<String> {
        let is_called = |nth: &usize| plain_key(&self.table.header[*nth]) == name;
        let column = self.free.iter().copied().find(is_called)?;
        self.table.filled(column).all(fits).then(|| self.take(column))
    }

    /// Takes the first column with a usual name.
    fn one(&mut self, meant: ColumnUse) -> Option<String> {
        let column = self.called(meant).first().copied()?;
        Some(self.take(column))
    }

    /// Takes all columns with usual names.
    fn all(&mut self, meant: ColumnUse) -> Vec<String> {
        self.called(meant).into_iter().map(|column| self.take(column)).collect()
    }

    /// Returns the free columns with usual names, in the order of these names.
    fn called(&self, meant: ColumnUse) -> Vec<usize> {
        let columns = usual_names(meant).flat_map(|name| {
            self.free.iter().copied().filter(move |nth| plain_key(&self.table.header[*nth]) == name)
        });
        columns.filter(|nth| self.table.fits(*nth, meant)).collect()
    }

    fn take(&mut self, column: usize) -> String {
        self.free.retain(|free| *free != column);
        self.table.header[column].clone()
    }

    /// Takes the first column that has words in every row, if no column has a usual name for names.
    fn first_words(&mut self) -> Option<String> {
        let rows = self.table.rows.len();
        let column = self.free.iter().copied().find(|nth| {
            self.table.has_words(*nth)
                && self.table.filled(*nth).count() == rows
                && !self.table.names_pictures(*nth)
        })?;
        Some(self.take(column))
    }

    /// Returns the only column of types, if it has few groups: it colours the cards.
    fn group_of(&self, types: &[String]) -> Option<String> {
        let [only] = types else { return None };
        let column = self.table.header.iter().position(|name| name == only)?;
        (2..=MOST_GROUPS).contains(&self.table.groups(column)).then(|| only.clone())
    }

    /// Takes the first column whose cells are files of pictures.
    fn pictures(&mut self) -> Option<String> {
        let is_file = |column: usize| {
            let remote = |cell: &str| cell.to_lowercase().starts_with("http");
            self.table.names_pictures(column) && !self.table.filled(column).any(remote)
        };
        let column = self.called(Picture).into_iter().find(|column| is_file(*column))?;
        Some(self.take(column))
    }

    /// Takes the rest: columns of short cells are printed below the text with their names, long ones are
    /// text, and so is a single column of words if there is nothing else.
    fn share_rest(&mut self, mut texts: Vec<String>) {
        let is_short = |cell: &str| cell.chars().count() <= LONGEST_VALUE;
        let (short, long): (Vec<usize>, Vec<usize>) =
            self.free.iter().partition(|nth| self.table.filled(**nth).all(is_short));
        let (short, long) = match short.as_slice() {
            [only] if texts.is_empty() && long.is_empty() && self.table.has_words(*only) => {
                (long, short)
            }
            _ => (short, long),
        };
        let named =
            |columns: Vec<usize>| columns.into_iter().map(|nth| self.table.header[nth].clone());
        if self.fields.stats.is_none() {
            self.fields.stats = Some(OneOrMany::Many(named(short).collect()));
        }
        if self.fields.text.is_none() {
            texts.extend(named(long));
            self.fields.text = Some(OneOrMany::Many(texts));
        }
    }
}

/// Returns each column of a data file with its uses in a deck of these fields, in the order of the file.
pub fn column_uses(text: &str, fields: &DeckFields) -> Vec<(String, Vec<&'static str>)> {
    let header = DataTable::of(text).header.into_iter().filter(|name| !name.is_empty());
    let uses = header.map(|name| {
        let used = fields.columns().filter(|(_, column)| is_same_column(column, &name));
        let used = used.map(|(field, _)| field).collect();
        (name, used)
    });
    uses.collect()
}

/// Reports whether rows of a data file look like cards: they have names and further properties.
pub fn looks_like_cards(text: &str) -> bool {
    let table = DataTable::of(text);
    let says_more = [Cost, Type, Text, Count].into_iter().any(|meant| table.has_called(meant));
    !table.rows.is_empty() && table.has_called(Name) && says_more
}
