//! Square maps with edges and terrain that stop movement, counting and sight: figures of several spaces,
//! distances, lines of sight and routes. In: rows of card data with words for edges and terrain. All numbers
//! are whole. A point of the grid is a corner of squares; the square at a point is the one to its right and
//! below.

mod acts;
mod footprint;
mod sight;
mod view;
mod walk;

use super::ids::SpaceId;
use super::space::Hex;

pub use footprint::{Footprint, LARGEST_SIDE, MapPlacement, PieceSize};
pub use sight::{SightEnd, SightLines};
pub use view::GridViews;
pub use walk::{MOST_EXTRA, WalkOrder, WalkStop, Walks};

/// The most squares of the rectangle around a map with edges.
const MOST_SQUARES: usize = 1 << 18;
/// The most words for edges and terrain of one map.
const MOST_WORDS: usize = 200;
/// Marks a square that is no space.
const NO_SPACE: u16 = u16::MAX;

/// The activities that a word for an edge or a terrain stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stops(u8);

impl Stops {
    /// Nothing.
    pub const NOTHING: Self = Self(0);
    /// Movement.
    pub const MOVE: Self = Self(1);
    /// The counting of spaces.
    pub const COUNT: Self = Self(2);
    /// Lines of sight.
    pub const SIGHT: Self = Self(4);
    /// All of these.
    const ALL: Self = Self(7);

    /// Returns both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if it stops one of these.
    fn stops(self, what: Self) -> bool {
        self.0 & what.0 != 0
    }
}

/// A word for edges and terrain.
#[derive(Clone, Debug)]
pub struct MapWord {
    /// The word.
    pub word: String,
    /// Everything that it stops.
    pub stops: Stops,
}

/// Side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeSide {
    /// Edge to the square at its right.
    Right,
    /// Edge to the square below.
    Below,
}

/// An edge between two spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId {
    /// Space at its left or above it.
    pub space: SpaceId,
    /// Side of that space.
    pub side: EdgeSide,
}

/// An edge that differs from the declared one; its word is a number of its map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChangedEdge {
    /// The edge.
    pub edge: EdgeId,
    /// Number of its present word.
    pub word: u8,
}

/// Words of one space of a map.
#[derive(Clone, Debug, Default)]
pub struct SpaceWords {
    /// Terrain; empty for none.
    pub terrain: String,
    /// Edge at the right; empty if it is open.
    pub right: String,
    /// Edge below; empty if it is open.
    pub below: String,
}

/// A space of a map, and its words.
pub struct WordedSquare {
    /// Place of the space.
    pub hex: Hex,
    /// Terrain and edges of the space.
    pub words: SpaceWords,
}

/// A square map with the declared edges and terrain.
#[derive(Clone, Debug)]
pub struct SquareGrid {
    /// Number of its first space; the spaces of a map have consecutive numbers.
    first: u16,
    /// Row and column of the square with the number 0, which is no space.
    origin: Hex,
    /// Squares in a row, plus one at each end.
    width: usize,
    /// True if spaces that share only a corner may touch.
    diagonal: bool,
    /// Words for edges and terrain, with what they stop; the first is the open one.
    words: Vec<MapWord>,
    /// Space of each square.
    spaces: Vec<u16>,
    /// Square of each space.
    squares: Vec<u32>,
    terrain: Vec<u8>,
    right: Vec<u8>,
    below: Vec<u8>,
}

/// Fault of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// The rectangle around the map has too many squares.
    TooWide,
    /// There are too many words.
    TooManyWords,
    /// A word without a declaration of what it stops, and its space.
    UnknownWord(String, SpaceId),
}

impl SquareGrid {
    /// Creates the grid of spaces with consecutive numbers, in reading order.
    pub fn new(
        first: SpaceId,
        places: &[WordedSquare],
        diagonal: bool,
        stops: &[MapWord],
    ) -> Result<Self, GridFault> {
        if stops.len() > MOST_WORDS {
            return Err(GridFault::TooManyWords);
        }
        let (origin, width, height) = rectangle_around(places.iter().map(|place| place.hex))?;
        let open = [MapWord { word: String::new(), stops: Stops::NOTHING }];
        let count = width * height;
        let mut grid = Self {
            first: first.0,
            origin,
            width,
            diagonal,
            words: open.into_iter().chain(stops.iter().cloned()).collect(),
            spaces: vec![NO_SPACE; count],
            squares: Vec::with_capacity(places.len()),
            terrain: vec![0; count],
            right: vec![0; count],
            below: vec![0; count],
        };
        for (nth, place) in places.iter().enumerate() {
            grid.add_space(SpaceId(first.0 + nth as u16), place)?;
        }
        Ok(grid)
    }

    fn add_space(&mut self, id: SpaceId, place: &WordedSquare) -> Result<(), GridFault> {
        let square = self.square_at(place.hex);
        self.spaces[square] = id.0;
        self.squares.push(square as u32);
        let known = |word: &str| {
            self.word_number(word).ok_or_else(|| GridFault::UnknownWord(word.to_owned(), id))
        };
        let SpaceWords { terrain, right, below } = &place.words;
        let (terrain, right, below) = (known(terrain)?, known(right)?, known(below)?);
        (self.terrain[square], self.right[square], self.below[square]) = (terrain, right, below);
        Ok(())
    }

    /// Returns the number of a word.
    pub fn word_number(&self, word: &str) -> Option<u8> {
        self.words.iter().position(|known| known.word == word).map(|at| at as u8)
    }

    /// Returns the words for edges and terrain; the first is empty, for open edges.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|known| known.word.as_str())
    }

    /// Returns the word of a number.
    pub fn word(&self, number: u8) -> &str {
        self.words.get(usize::from(number)).map_or("", |known| &known.word)
    }

    /// Returns the number of a square within the rectangle.
    fn square_at(&self, hex: Hex) -> usize {
        let (row, column) = (hex.row - self.origin.row, hex.column - self.origin.column);
        row as usize * self.width + column as usize
    }

    /// Returns the square of a space of this map.
    fn square_of(&self, space: SpaceId) -> usize {
        self.squares[usize::from(space.0 - self.first)] as usize
    }

    /// Returns the space of a square, if it is one.
    fn space_of(&self, square: usize) -> Option<SpaceId> {
        self.spaces.get(square).copied().filter(|space| *space != NO_SPACE).map(SpaceId)
    }

    /// Returns the number of spaces of the map.
    fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns the offsets of the eight squares around one, in reading order.
    fn steps(&self) -> [isize; 8] {
        let width = self.width as isize;
        [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
    }

    /// Returns the edge between two spaces that share one.
    pub fn edge_between(&self, one: SpaceId, other: SpaceId) -> Option<EdgeId> {
        let (first, last) = (one.min(other), one.max(other));
        let apart = self.square_of(last) - self.square_of(first);
        if apart == 1 {
            Some(EdgeId { space: first, side: EdgeSide::Right })
        } else if apart == self.width {
            Some(EdgeId { space: first, side: EdgeSide::Below })
        } else {
            None
        }
    }

    /// Returns the space at the other side of an edge, if there is one.
    pub fn beyond(&self, edge: EdgeId) -> Option<SpaceId> {
        let by = match edge.side {
            EdgeSide::Right => 1,
            EdgeSide::Below => self.width,
        };
        self.space_of(self.square_of(edge.space) + by)
    }

    /// Returns the number of the declared word of an edge.
    fn declared_edge(&self, edge: EdgeId) -> u8 {
        let square = self.square_of(edge.space);
        match edge.side {
            EdgeSide::Right => self.right[square],
            EdgeSide::Below => self.below[square],
        }
    }

    /// True if a word does not stop this, or is not minded.
    fn is_open(&self, word: u8, what: Stops, minded: view::WordSet) -> bool {
        !(minded.has(word) && self.words[usize::from(word)].stops.stops(what))
    }

    /// Returns the terrain of a space; empty for none.
    pub fn terrain(&self, space: SpaceId) -> &str {
        self.word(self.terrain[self.square_of(space)])
    }
}

/// Returns the square that is one row above and one column left of `places`, and the numbers of squares in a
/// row and in a column of the rectangle around them, plus one at each end.
fn rectangle_around(
    places: impl Iterator<Item = Hex> + Clone,
) -> Result<(Hex, usize, usize), GridFault> {
    let bounds = |numbers: &mut dyn Iterator<Item = i32>| {
        numbers.fold((i32::MAX, i32::MIN), |(least, most), n| (least.min(n), most.max(n)))
    };
    let (top, bottom) = bounds(&mut places.clone().map(|hex| hex.row));
    let (left, right) = bounds(&mut places.map(|hex| hex.column));
    if top > bottom {
        return Ok((Hex { row: 0, column: 0 }, 2, 2));
    }
    let (width, height) = ((right - left) as usize + 3, (bottom - top) as usize + 3);
    match width * height > MOST_SQUARES {
        true => Err(GridFault::TooWide),
        false => Ok((Hex { row: top - 1, column: left - 1 }, width, height)),
    }
}
