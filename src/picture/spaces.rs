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
        let columns = SpaceColumns::of(titles)?;
        let mut spaces = Self { list: Vec::new(), kinds: Vec::new() };
        for cells in rows {
            let space = spaces.read_space(cells.as_ref(), &columns);
            spaces.list.extend(space);
        }
        Some(spaces)
    }

    /// Whether the spaces are squares: some lie where hexes, whose columns are doubled, cannot.
    pub fn are_squares(&self) -> bool {
        let is_odd = |space: &MapSpace| (space.row + space.column).rem_euclid(2) == 1;
        self.list.iter().any(is_odd) && !self.list.iter().all(is_odd)
    }

    fn read_space(&mut self, cells: &[String], columns: &SpaceColumns) -> Option<MapSpace> {
        let cell = |at: usize| cells.get(at).map(|cell| cell.trim());
        let whole = |at: usize| cell(at)?.parse::<i32>().ok();
        let (name, row, column) =
            (cells.first()?.clone(), whole(columns.row)?, whole(columns.column)?);
        let kind = columns.kind.and_then(cell).and_then(|kind| self.read_kind(kind));
        Some(MapSpace { name, row, column, kind })
    }

    fn read_kind(&mut self, cell: &str) -> Option<usize> {
        (!cell.is_empty()).then(|| self.kind_number(cell))
    }

    fn kind_number(&mut self, kind: &str) -> usize {
        self.kinds.iter().position(|known| known == kind).unwrap_or_else(|| {
            self.kinds.push(kind.to_owned());
            self.kinds.len() - 1
        })
    }
}

/// Which columns say where a space lies and what lies there.
struct SpaceColumns {
    row: usize,
    column: usize,
    kind: Option<usize>,
}

/// What lies on a space, by its row under `titles`.
pub fn kind_of_row<'r>(titles: &[String], cells: &'r [String]) -> Option<&'r str> {
    let kind = cells.get(SpaceColumns::of(titles)?.kind?)?.trim();
    (!kind.is_empty()).then_some(kind)
}

impl SpaceColumns {
    fn of(titles: &[String]) -> Option<Self> {
        let number = |title: &str| titles.iter().position(|own| own == title);
        let (row, column) = (number(COLUMNS[0])?, number(COLUMNS[1])?);
        Some(Self { row, column, kind: last_other_column(titles.len(), [0, row, column]) })
    }
}

/// The last column if it is none of those that say something else.
fn last_other_column(columns: usize, others: [usize; 3]) -> Option<usize> {
    columns.checked_sub(1).filter(|last| !others.contains(last))
}
