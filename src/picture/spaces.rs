//! The spaces of a map. In: rows of data with the columns `Row` and `Column`; the first column
//! names a space, the last one says what lies there. Out: where they lie, and the kinds of what
//! lies on them.

/// Columns of a map.
const COLUMNS: [&str; 2] = ["Row", "Column"];

/// The spaces of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSpaces {
    /// In the order of the rows, without those that do not say where they lie.
    pub list: Vec<MapSpace>,
    /// What lies on spaces, in the order in which it comes.
    pub kinds: Vec<String>,
}

/// One space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSpace {
    /// Its name.
    pub name: String,
    /// Row.
    pub row: i32,
    /// Column, in half hexes.
    pub column: i32,
    /// What lies there: index into [`MapSpaces::kinds`].
    pub kind: Option<usize>,
}

impl MapSpaces {
    /// The spaces in rows under `titles`; none without the columns of a map.
    pub fn of<R: AsRef<[String]>>(
        titles: &[String],
        rows: impl IntoIterator<Item = R>,
    ) -> Option<Self> {
        let number = |title: &str| titles.iter().position(|own| own == title);
        let (row, column) = (number(COLUMNS[0])?, number(COLUMNS[1])?);
        let last = titles.len().checked_sub(1).filter(|last| ![0, row, column].contains(last));
        let mut spaces = Self { list: Vec::new(), kinds: Vec::new() };
        for cells in rows {
            let cells = cells.as_ref();
            let cell = |at: usize| cells.get(at).map(|cell| cell.trim());
            let whole = |at: usize| cell(at)?.parse::<i32>().ok();
            let (Some(name), Some(row), Some(column)) = (cells.first(), whole(row), whole(column))
            else {
                continue;
            };
            let kind = last
                .and_then(cell)
                .filter(|kind| !kind.is_empty())
                .map(|kind| spaces.kind_number(kind));
            spaces.list.push(MapSpace { name: name.clone(), row, column, kind });
        }
        Some(spaces)
    }

    fn kind_number(&mut self, kind: &str) -> usize {
        self.kinds.iter().position(|known| known == kind).unwrap_or_else(|| {
            self.kinds.push(kind.to_owned());
            self.kinds.len() - 1
        })
    }
}
