//! Maps drawn with signs. In: the text of a file `NAME.map`. Out: its spaces as rows of data with the columns
//! `Space`, `Row`, `Column`, `Terrain`, `Right`, `Below` and `Mark`, and the faults of the drawing.
//!
//! ```text
//! first = A1
//! R = Rebel entrance
//! +---+---+---+
//! | R   .   . |
//! +   +   +---+
//! | . : ~ D T |
//! +---+---+---+
//! ```

mod checks;
mod raster;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use self::raster::DrawingReader;

/// Ending of the name of a drawing.
const ENDING: &str = ".map";
/// Most spaces of a drawing.
const MOST_SPACES: usize = 4_096;
/// Most faults of a drawing that are reported.
const MOST_FAULTS: usize = 24;
/// Columns of the rows made from a drawing.
const COLUMNS: [&str; 7] = ["Space", "Row", "Column", "Terrain", "Right", "Below", "Mark"];
/// Word of an edge that ends a map.
const WALL: &str = "wall";
/// Word of an edge that leads to another space.
const DOOR: &str = "door";

/// A place, counted from the top left one, or from that of the name `A1`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    row: usize,
    column: usize,
}

/// A space of a drawing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct DrawnSpace {
    terrain: String,
    mark: String,
    /// Edges above it, at its left, at its right and below it; an open one is empty.
    edges: [DrawnEdge; 4],
    /// Bytes of its three signs.
    range: Range<usize>,
}

/// An edge of a space.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct DrawnEdge {
    /// Word; empty if the edge is open.
    word: String,
    /// Bytes of its sign.
    range: Range<usize>,
}

const ABOVE: usize = 0;
const LEFT: usize = 1;
const RIGHT: usize = 2;
const BELOW: usize = 3;

/// A fault of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawingFault {
    /// Bytes of the fault.
    pub range: Range<usize>,
    /// Message.
    pub message: String,
    /// Hint.
    pub hint: String,
}

/// A map, read from its drawing.
#[derive(Debug, Clone, Default)]
pub struct MapDrawing {
    spaces: BTreeMap<Place, DrawnSpace>,
    /// Top left place, from its name, counted from 1.
    first: Place,
    /// True if it has more spaces than are read.
    is_cut_off: bool,
    faults: Vec<DrawingFault>,
}

impl MapDrawing {
    /// Reads a drawing.
    pub fn read(text: &str) -> Self {
        let mut drawing = DrawingReader::new(text).read();
        if !drawing.is_cut_off {
            drawing.check_borders();
            drawing.check_ways();
        }
        drawing
    }

    /// Returns its faults, in order.
    pub fn faults(&self) -> impl Iterator<Item = &DrawingFault> {
        self.faults.iter().take(MOST_FAULTS)
    }

    fn fault(&mut self, range: Range<usize>, message: impl Into<String>, hint: &str) {
        // The limit prevents an endless list for a file of another kind.
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(DrawingFault {
                range,
                message: message.into(),
                hint: hint.to_owned(),
            });
        }
    }

    /// Returns the name of a place: `C4`.
    fn name(&self, place: Place) -> String {
        let column = column_letters(place.column + self.first.column);
        format!("{column}{}", place.row + self.first.row)
    }

    /// Returns its spaces as CSV.
    fn rows(&self) -> String {
        let mut text = COLUMNS.join(",");
        for (place, space) in &self.spaces {
            let [row, column] = [place.row + self.first.row, place.column + self.first.column];
            let (right, below) = (&space.edges[RIGHT].word, &space.edges[BELOW].word);
            let quoted = |word: &String| match word.contains([',', '"', ';']) {
                true => format!("\"{}\"", word.replace('"', "\"\"")),
                false => word.clone(),
            };
            let words = [&space.terrain, right, below, &space.mark].map(quoted);
            text.push_str(&format!("\n{},{row},{column},{}", self.name(*place), words.join(",")));
        }
        text.push('\n');
        text
    }
}

/// Returns the letters of a column, from 1: `A` to `Z`, then `AA`.
fn column_letters(mut column: usize) -> String {
    let mut letters = Vec::new();
    while column > 0 {
        column -= 1;
        letters.push(char::from(b'A' + (column % 26) as u8));
        column /= 26;
    }
    letters.into_iter().rev().collect()
}

/// Returns the place of a name such as `C4`, counted from 1.
fn place_of_name(name: &str) -> Option<Place> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = name.split_at(digits);
    if letters.is_empty() || letters.len() > 3 || !letters.bytes().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let column = letters.bytes().fold(0, |column, c| column * 26 + usize::from(c - b'A') + 1);
    let row = row.parse().ok().filter(|row| (1..=9_999).contains(row))?;
    Some(Place { row, column })
}

/// Reports whether a file is a drawing of a map, by its name.
pub fn is_map_drawing(path: &str) -> bool {
    path.len() > ENDING.len() && path.to_lowercase().ends_with(ENDING)
}

/// Returns the text of a data file as CSV; that of a drawing has a row for each space.
pub fn data_rows<'t>(path: &str, text: &'t str) -> Cow<'t, str> {
    if is_map_drawing(path) { MapDrawing::read(text).rows().into() } else { text.into() }
}
