//! The spaces of a map. In: rows of data with the columns `Row` and `Column`; the first column
//! names a space, the last one its kind. Out: the places of the spaces, and their kinds.

use super::map::PlaceColour;

/// Columns of a map.
const COLUMNS: [&str; 2] = ["Row", "Column"];
/// Names of the column with the colour.
pub const COLOUR_COLUMNS: [&str; 2] = ["Colour", "Color"];

/// The spaces of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSpaces {
    /// Spaces, in the order of the rows; rows without a place are left out.
    pub list: Vec<MapSpace>,
    /// Kinds of spaces in the order in which they first occur, with the colours in the data.
    pub kinds: Vec<SpaceKind>,
}

/// A kind of space: its name, and the colour of its sign if the data have one.
pub type SpaceKind = (String, Option<PlaceColour>);

/// One space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSpace {
    /// Its name.
    pub name: String,
    /// Row.
    pub row: i32,
    /// Column, in half hexes.
    pub column: i32,
    /// Its kind: index into [`MapSpaces::kinds`].
    pub kind: Option<usize>,
}

impl MapSpaces {
    /// Reads the spaces in rows under `titles`; none without the columns of a map.
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

    /// True if the spaces are squares: some are at places that hexes, whose columns are doubled,
    /// cannot have.
    pub fn are_squares(&self) -> bool {
        let is_odd = |space: &MapSpace| (space.row + space.column).rem_euclid(2) == 1;
        self.list.iter().any(is_odd) && !self.list.iter().all(is_odd)
    }

    fn read_space(&mut self, cells: &[String], columns: &SpaceColumns) -> Option<MapSpace> {
        let cell = |at: usize| cells.get(at).map(|cell| cell.trim());
        let whole = |at: usize| cell(at)?.parse::<i32>().ok();
        let (name, row, column) =
            (cells.first()?.clone(), whole(columns.row)?, whole(columns.column)?);
        let kind = columns.kind_of(cells).map(|(name, colour)| {
            self.kinds.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                self.kinds.push((name.to_owned(), colour));
                self.kinds.len() - 1
            })
        });
        Some(MapSpace { name, row, column, kind })
    }
}

/// Indices of the columns with the place of a space, its kind, and the colour of its kind.
struct SpaceColumns {
    row: usize,
    column: usize,
    kind: Option<usize>,
    colour: Option<usize>,
}

/// Returns the kind of a space, by its row under `titles`, and the colour in the row.
pub fn kind_of_row<'r>(
    titles: &[String],
    cells: &'r [String],
) -> Option<(&'r str, Option<PlaceColour>)> {
    SpaceColumns::of(titles)?.kind_of(cells)
}

impl SpaceColumns {
    fn of(titles: &[String]) -> Option<Self> {
        let number = |title: &str| titles.iter().position(|own| own == title);
        let (row, column) = (number(COLUMNS[0])?, number(COLUMNS[1])?);
        let colour = COLOUR_COLUMNS.into_iter().find_map(number);
        let says_else = |at: usize| [0, row, column].contains(&at) || colour == Some(at);
        let kind = titles.len().checked_sub(1).filter(|last| !says_else(*last));
        Some(Self { row, column, kind, colour })
    }

    /// Returns the kind of the space in a row, and the colour in that row.
    fn kind_of<'r>(&self, cells: &'r [String]) -> Option<(&'r str, Option<PlaceColour>)> {
        let cell = |at: usize| cells.get(at).map(|cell| cell.trim());
        let kind = cell(self.kind?).filter(|kind| !kind.is_empty())?;
        Some((kind, self.colour.and_then(cell).and_then(PlaceColour::named_in)))
    }
}
