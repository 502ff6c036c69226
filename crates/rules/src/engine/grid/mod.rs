//! Square maps with edges and terrain: what stops movement, counting and sight, figures of several
//! spaces, distances, lines of sight and routes. In: rows of card data with words for edges and
//! terrain. All is counted in whole numbers. A point of the grid is a corner of squares; the square
//! at a point is the one to its right and below.

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
/// Stands for a square that is no space.
const NO_SPACE: u16 = u16::MAX;

/// What a word of an edge or a terrain stops.
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

    /// Both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether it stops one of these.
    fn stops(self, what: Self) -> bool {
        self.0 & what.0 != 0
    }
}

/// A word for edges and terrain.
#[derive(Clone, Debug)]
pub struct MapWord {
    /// The word.
    pub word: String,
    /// All that it stops.
    pub stops: Stops,
}

/// A side of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeSide {
    /// Between it and the square at its right.
    Right,
    /// Between it and the square below.
    Below,
}

/// An edge between two spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId {
    /// The space at its left or above it.
    pub space: SpaceId,
    /// On which side of it.
    pub side: EdgeSide,
}

/// An edge that is other than the map says; by number in the words of its map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChangedEdge {
    /// Which.
    pub edge: EdgeId,
    /// What it is now.
    pub word: u8,
}

/// The words of one space of a map.
#[derive(Clone, Debug, Default)]
pub struct SpaceWords {
    /// Its terrain; empty for none.
    pub terrain: String,
    /// The edge at its right; empty when it is open.
    pub right: String,
    /// The edge below it; empty when it is open.
    pub below: String,
}

/// A space of a map, and its words.
pub struct WordedSquare {
    /// Where it lies.
    pub hex: Hex,
    /// Its terrain and its edges.
    pub words: SpaceWords,
}

/// A square map with edges and terrain as it is declared.
#[derive(Clone, Debug)]
pub struct SquareGrid {
    /// Number of its first space; those of a map follow one another.
    first: u16,
    /// The row and the column of the square with the number 0, which is no space.
    origin: Hex,
    /// Squares in a row, with one more at each end.
    width: usize,
    /// True if spaces that share only a corner may touch.
    diagonal: bool,
    /// The words for edges and terrain, and what they stop; the first is the open one.
    words: Vec<MapWord>,
    /// The space of each square.
    spaces: Vec<u16>,
    /// The square of each space.
    squares: Vec<u32>,
    terrain: Vec<u8>,
    right: Vec<u8>,
    below: Vec<u8>,
}

/// What a map cannot be, and what of it is to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridFault {
    /// The map lies in a rectangle of too many squares.
    TooWide,
    /// There are too many words.
    TooManyWords,
    /// A word that is not told what it stops, and the space it belongs to.
    UnknownWord(String, SpaceId),
}

impl SquareGrid {
    /// The grid of spaces that follow one another, in reading order.
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

    /// The number of a word.
    pub fn word_number(&self, word: &str) -> Option<u8> {
        self.words.iter().position(|known| known.word == word).map(|at| at as u8)
    }

    /// The words for edges and terrain; the first is empty, for what is open.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|known| known.word.as_str())
    }

    /// The word of a number.
    pub fn word(&self, number: u8) -> &str {
        self.words.get(usize::from(number)).map_or("", |known| &known.word)
    }

    /// The number of a square within the rectangle.
    fn square_at(&self, hex: Hex) -> usize {
        let (row, column) = (hex.row - self.origin.row, hex.column - self.origin.column);
        row as usize * self.width + column as usize
    }

    /// The square of a space of this map.
    fn square_of(&self, space: SpaceId) -> usize {
        self.squares[usize::from(space.0 - self.first)] as usize
    }

    /// The space of a square, if it is one.
    fn space_of(&self, square: usize) -> Option<SpaceId> {
        self.spaces.get(square).copied().filter(|space| *space != NO_SPACE).map(SpaceId)
    }

    /// How many spaces the map has.
    fn len(&self) -> usize {
        self.squares.len()
    }

    /// The numbers of the eight squares around one less its own, in reading order.
    fn steps(&self) -> [isize; 8] {
        let width = self.width as isize;
        [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
    }

    /// The edge between two spaces that share one.
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

    /// The space at the other side of an edge, if there is one.
    pub fn beyond(&self, edge: EdgeId) -> Option<SpaceId> {
        let by = match edge.side {
            EdgeSide::Right => 1,
            EdgeSide::Below => self.width,
        };
        self.space_of(self.square_of(edge.space) + by)
    }

    /// The number of the word that the map has for an edge.
    fn declared_edge(&self, edge: EdgeId) -> u8 {
        let square = self.square_of(edge.space);
        match edge.side {
            EdgeSide::Right => self.right[square],
            EdgeSide::Below => self.below[square],
        }
    }

    /// Returns whether a word stops nothing of a kind, or is not minded.
    fn is_open(&self, word: u8, what: Stops, minded: view::WordSet) -> bool {
        !(minded.has(word) && self.words[usize::from(word)].stops.stops(what))
    }

    /// The terrain of a space; empty for none.
    pub fn terrain(&self, space: SpaceId) -> &str {
        self.word(self.terrain[self.square_of(space)])
    }
}

/// The square that is one row above and one column left of some, and how many squares the rectangle
/// around them has in a row and in a column, with one more at each end.
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
