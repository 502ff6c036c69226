//! Compares the rows of two tables. In: tables of the text or data files. Out: rows and columns that are new,
//! gone, renamed or changed, field by field. Rows are matched by their first cells, or by the column that
//! names them.

use std::collections::BTreeMap;

use super::words::{WordReader, key_of, printed};
use super::{How, PartChange};
use document::{Cell, Row, Table, walk};

/// A table as rows of cells.
#[derive(Debug, Clone, Default)]
pub struct TableText {
    /// The names of its columns; empty if it has no header.
    pub columns: Vec<String>,
    /// The index of the column that names its rows.
    pub name: usize,
    pub rows: Vec<Vec<CellText>>,
}

/// The printed text of a cell, and its key for comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellText {
    pub text: String,
    pub key: String,
}

/// A row that changed.
#[derive(Debug, Clone, PartialEq)]
pub struct RowChange {
    pub how: How,
    /// Its name, in the later edition if it is there.
    pub name: String,
    pub parts: Vec<PartChange>,
    /// Its index in the earlier and in the later table.
    pub rows: (Option<usize>, Option<usize>),
}

/// Changes between two tables.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableChange {
    /// Columns that are new, gone or renamed.
    pub columns: Vec<PartChange>,
    pub rows: Vec<RowChange>,
    /// True if the order of unchanged rows differs.
    pub reordered: bool,
}

/// Returns the cells of a table of the text.
pub fn table_text(table: &Table, reader: WordReader<'_>) -> TableText {
    let cell = |cell: &Cell| {
        let mut words = Vec::new();
        walk::each_block(&cell.blocks, &mut |block| {
            for run in walk::inline_runs(&block.kind) {
                words.extend(reader.words(run));
            }
        });
        CellText { text: printed(&words), key: key_of(&words) }
    };
    let row = |row: &Row| row.cells.iter().map(cell).collect::<Vec<_>>();
    let mut rows: Vec<Vec<CellText>> = table.rows.iter().map(row).collect();
    let is_plain = table.header_rows == 1 && !table.is_diagram();
    let columns = match is_plain && !rows.is_empty() {
        true => rows.remove(0).into_iter().map(|cell| cell.text).collect(),
        false => Vec::new(),
    };
    TableText { columns, name: 0, rows }
}

/// Compares two tables.
pub fn compare_tables(old: &TableText, new: &TableText) -> TableChange {
    let columns = ColumnPairs::of(old, new);
    let (pairs, gone, added) = pair_rows(&columns);
    let mut change = TableChange { columns: columns.changes(), ..TableChange::default() };
    change.reordered = pairs.windows(2).any(|two| two[0].0 > two[1].0);
    for (was, is) in pairs {
        let parts = columns.differences(was, is);
        if !parts.is_empty() {
            let renamed = old.name_of(was) != new.name_of(is) && parts.len() == 1;
            let how = if renamed { How::Renamed } else { How::Changed };
            change.rows.push(RowChange {
                how,
                name: new.name_of(is).to_owned(),
                parts,
                rows: (Some(was), Some(is)),
            });
        }
    }
    change.rows.extend(added.into_iter().map(|at| RowChange {
        how: How::Added,
        name: new.name_of(at).to_owned(),
        parts: new.fields(at).map(|(name, text)| PartChange::new(name, None, Some(text))).collect(),
        rows: (None, Some(at)),
    }));
    change.rows.extend(gone.into_iter().map(|at| RowChange {
        how: How::Removed,
        name: old.name_of(at).to_owned(),
        parts: old.fields(at).map(|(name, text)| PartChange::new(name, Some(text), None)).collect(),
        rows: (Some(at), None),
    }));
    change
}

impl TableChange {
    /// True if the tables are the same.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.rows.is_empty() && !self.reordered
    }
}

impl PartChange {
    /// Returns a part that is new, gone or changed.
    pub fn new(name: &str, old: Option<&str>, new: Option<&str>) -> Self {
        Self { name: name.to_owned(), old: old.map(str::to_owned), new: new.map(str::to_owned) }
    }
}

impl TableText {
    fn cell(&self, row: usize, column: usize) -> &CellText {
        static EMPTY: CellText = CellText { text: String::new(), key: String::new() };
        self.rows[row].get(column).unwrap_or(&EMPTY)
    }

    /// Returns the name of a row.
    fn name_of(&self, row: usize) -> &str {
        &self.cell(row, self.name).text
    }

    /// Returns the filled fields of a row, without its name.
    fn fields(&self, row: usize) -> impl Iterator<Item = (&str, &str)> {
        let named = self.columns.iter().enumerate().filter(move |(at, _)| *at != self.name);
        let fields = named.map(move |(at, name)| (name.as_str(), self.cell(row, at).text.as_str()));
        fields.filter(|(_, text)| !text.is_empty())
    }
}

/// The pairs of columns of two tables.
struct ColumnPairs<'t> {
    old: &'t TableText,
    new: &'t TableText,
    pairs: Vec<(usize, usize)>,
}

impl<'t> ColumnPairs<'t> {
    /// Matches columns by their names, and in tables without names by their positions; a column whose name is
    /// gone and one whose name is new are the same if they have one position and the same content.
    fn of(old: &'t TableText, new: &'t TableText) -> Self {
        if old.columns.is_empty() || new.columns.is_empty() {
            let width = |table: &TableText| table.rows.iter().map(Vec::len).max().unwrap_or(0);
            let pairs = (0..width(old).max(width(new))).map(|at| (at, at)).collect();
            return Self { old, new, pairs };
        }
        let by_name = |(at, name): (usize, &String)| {
            Some((at, new.columns.iter().position(|other| other == name)?))
        };
        let mut pairs: Vec<_> = old.columns.iter().enumerate().filter_map(by_name).collect();
        for at in 0..old.columns.len().min(new.columns.len()) {
            let is_free = |side: fn(&(usize, usize)) -> usize| !pairs.iter().any(|p| side(p) == at);
            if is_free(|pair| pair.0) && is_free(|pair| pair.1) && is_same_column(old, new, at) {
                pairs.push((at, at));
            }
        }
        pairs.sort_unstable_by_key(|(_, new)| *new);
        Self { old, new, pairs }
    }

    fn changes(&self) -> Vec<PartChange> {
        let Self { old, new, .. } = self;
        let mut changes = Vec::new();
        for (was, is) in &self.pairs {
            let names = (old.columns.get(*was), new.columns.get(*is));
            if let (Some(was), Some(is)) = names
                && was != is
            {
                changes.push(PartChange::new("column", Some(was), Some(is)));
            }
        }
        let is_new = |at: usize| !self.pairs.iter().any(|(_, new)| *new == at);
        let is_gone = |at: usize| !self.pairs.iter().any(|(old, _)| *old == at);
        for (_, name) in new.columns.iter().enumerate().filter(|(at, _)| is_new(*at)) {
            changes.push(PartChange::new("column", None, Some(name)));
        }
        for (_, name) in old.columns.iter().enumerate().filter(|(at, _)| is_gone(*at)) {
            changes.push(PartChange::new("column", Some(name), None));
        }
        changes
    }

    /// Returns the fields in which two rows differ.
    fn differences(&self, was: usize, is: usize) -> Vec<PartChange> {
        let mut parts = Vec::new();
        for (from, to) in &self.pairs {
            let (before, after) = (self.old.cell(was, *from), self.new.cell(is, *to));
            if before.key != after.key {
                let filled = |text: &str| (!text.is_empty()).then(|| text.to_owned());
                let column = self.new.columns.get(*to).filter(|name| !name.is_empty());
                parts.push(PartChange {
                    name: column.cloned().unwrap_or_else(|| format!("column {}", to + 1)),
                    old: filled(&before.text),
                    new: filled(&after.text),
                });
            }
        }
        parts
    }

    /// Returns the number of filled fields that two rows share.
    fn shared(&self, was: usize, is: usize) -> usize {
        let is_shared = |(from, to): &&(usize, usize)| {
            let (before, after) = (self.old.cell(was, *from), self.new.cell(is, *to));
            !before.key.is_empty() && before.key == after.key
        };
        self.pairs.iter().filter(is_shared).count()
    }
}

fn is_same_column(old: &TableText, new: &TableText, at: usize) -> bool {
    let rows = old.rows.len().min(new.rows.len());
    let same = (0..rows).filter(|row| old.cell(*row, at).key == new.cell(*row, at).key).count();
    rows > 0 && same * 2 > rows
}

/// Pairs of rows, in the order of the later table; the rows that are gone; and the rows that are new.
type RowPairs = (Vec<(usize, usize)>, Vec<usize>, Vec<usize>);

fn pair_rows(columns: &ColumnPairs<'_>) -> RowPairs {
    let ColumnPairs { old, new, .. } = columns;
    let mut known: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    for (at, key) in row_keys(old).into_iter().enumerate() {
        known.insert(key, at);
    }
    let mut pairs = Vec::new();
    let mut added = Vec::new();
    for (at, key) in row_keys(new).into_iter().enumerate() {
        match known.remove(&key) {
            Some(was) => pairs.push((was, at)),
            None => added.push(at),
        }
    }
    let mut gone: Vec<usize> = known.into_values().collect();
    gone.sort_unstable();
    // A renamed row still has most of its fields.
    added.retain(|at| {
        let filled = new.rows[*at].iter().filter(|cell| !cell.key.is_empty()).count();
        let is_most = |shared: usize| shared > 0 && shared * 2 >= filled.saturating_sub(1);
        let best = gone
            .iter()
            .map(|was| (columns.shared(*was, *at), *was))
            .filter(|(shared, _)| is_most(*shared))
            .max_by_key(|(shared, was)| (*shared, std::cmp::Reverse(was.abs_diff(*at))));
        let Some((_, was)) = best else { return true };
        gone.retain(|other| *other != was);
        pairs.push((was, *at));
        false
    });
    pairs.sort_unstable_by_key(|(_, new)| *new);
    (pairs, gone, added)
}

/// Returns the name of each row, and its count among rows of that name.
fn row_keys(table: &TableText) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut keys = Vec::new();
    for row in 0..table.rows.len() {
        let name = table.cell(row, table.name).key.as_str();
        let count = counts.entry(name).or_default();
        keys.push((name, *count));
        *count += 1;
    }
    keys
}
