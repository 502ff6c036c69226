//! Pictures of the table. In: the pieces and their places, and the changes, as plain data without
//! any hidden name. Out: a drawing of a given width.
//!
//! A picture is a list of parts, each with its own title and background: cards of a zone, amounts
//! of a player, dice. Another kind of part is a variant of [`PartContent`] with its own file, which
//! computes its size and draws it.

mod arrows;
mod card;
mod cards;
pub mod component;
mod dice;
mod frame;
mod legend;
pub mod map;
pub mod mat;
mod rows;
mod sign;
mod spaces;
mod step;
mod tally;
mod text;

use serde::{Deserialize, Serialize};

pub use dice::{DieFace, FaceSign};
pub use frame::GROUNDS;
pub use map::HexMap;
pub use mat::PlayMat;
pub use sign::{OWNER_COLOURS, assign_letters};
pub use spaces::{COLOUR_COLUMNS, MapSpace, MapSpaces, SpaceKind, kind_of_row};
pub use step::joined_disc;

use crate::drawing::{Area, Canvas, Drawing, IconOutline};

/// Smallest type of a picture, in points.
pub const LEAST_TYPE: f64 = 7.2;

/// The content of one picture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// Parts, in the order of the play area.
    pub parts: Vec<PicturePart>,
    /// Moves of pieces from one part to another.
    pub motions: Vec<PartMotion>,
    /// Meanings of the letters on cards.
    pub legend: Vec<(CardToken, String)>,
    /// True if its parts may be in any order that saves height.
    pub packed: bool,
    /// Alternative text.
    pub alt: String,
}

/// Something on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PicturePart {
    /// Printed name.
    pub title: String,
    /// Owner: the number of the player.
    pub owner: Option<usize>,
    /// Number of its background, in the order of `sets.zones` in tokens.toml.
    pub ground: usize,
    /// Emphasis.
    pub tone: PictureTone,
    /// Number of pieces before, if it has changed.
    pub was: Option<usize>,
    /// Number of pieces; `None` if it has no meaning.
    pub now: Option<usize>,
    /// Discs of the steps in which something happens here that nothing inside shows.
    pub discs: Vec<String>,
    /// Content.
    pub kind: PartContent,
}

/// Emphasis of something drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PictureTone {
    /// Unchanged.
    #[default]
    Pale,
    /// Part of a position that is shown as a whole.
    Plain,
    /// Comes in one of the steps that the picture shows.
    Coming,
    /// Came, left, was turned or got something.
    Strong,
}

impl PictureTone {
    /// True if something changed.
    pub fn is_strong(self) -> bool {
        self == Self::Strong
    }

    /// Returns the colour of words and lines.
    fn ink(self) -> &'static str {
        if self == Self::Pale { "grey" } else { "ink" }
    }
}

/// Content of a part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PartContent {
    /// Cards side by side, and a pile behind them.
    Cards(ZoneCards),
    /// Amounts of a player.
    Tally(Vec<TallyAmount>),
    /// Dice with the faces that came up.
    Dice(Vec<DieFace>),
    /// A map of hexes, or a part of one.
    Map(HexMap),
}

/// Cards of a zone.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ZoneCards {
    /// Key of the zone, `automa.hand`.
    pub zone: String,
    /// Cards that are drawn one by one, left or top first.
    pub cards: Vec<PictureCard>,
    /// Number of further cards below or beside them.
    pub rest: usize,
    /// True if the zone is a pile.
    pub pile: bool,
    /// True if the rest is below the last drawn card, false if it is beside it.
    pub stacked: bool,
    /// True if it was shuffled.
    pub shuffled: bool,
}

/// A card, or the place that a card has left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PictureCard {
    /// Number of the piece.
    pub id: u32,
    /// Visible side.
    pub face: CardFace,
    /// True if it is turned on its side.
    pub turned: bool,
    /// Flags and counters on it.
    pub tokens: Vec<CardToken>,
    /// Emphasis.
    pub tone: PictureTone,
    /// Discs of the steps in which something happens to it.
    pub discs: Vec<String>,
}

/// Visible side of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum CardFace {
    /// Its face.
    Up {
        /// Its name.
        name: String,
        /// Text in its corner, such as a cost.
        corner: String,
    },
    /// Its back.
    Down,
    /// The card was here.
    Gone,
}

/// A flag, or counters of one kind, distinguished by shape and letter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardToken {
    /// Number of its kind, which determines the shape.
    pub kind: usize,
    /// A letter or two.
    pub letter: String,
    /// Icon that replaces the letter; empty if the book names none.
    pub icon: IconOutline,
    /// Amount; `None` for a flag.
    pub amount: Option<i64>,
    /// Amount before, if the picture shows a change.
    pub was: Option<i64>,
    /// True if it is new, or if the amount changed.
    pub strong: bool,
}

/// An amount of a player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TallyAmount {
    /// Name of the counted things.
    pub name: String,
    /// Its icon, like that of a token.
    pub icon: IconOutline,
    /// Amount before, if that differs.
    pub was: Option<i64>,
    /// Amount now.
    pub now: i64,
    /// Discs of the steps in which it changes, if they are not on the whole part.
    pub discs: Vec<String>,
}

/// A move of pieces from one part to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartMotion {
    /// Index of the part they leave.
    pub from: usize,
    /// Index of the part they enter.
    pub to: usize,
}

/// Draws a picture at most `width` points wide; parts that do not fit beside the rest are below it.
pub fn draw_picture(picture: &Picture, width: f64) -> Drawing {
    draw_picture_with_pieces(picture, width).0
}

/// Draws a picture, and returns the areas of the open cards by the number of the piece.
pub fn draw_picture_with_pieces(picture: &Picture, width: f64) -> (Drawing, Vec<(u32, Area)>) {
    let areas = rows::place_parts(picture, width);
    let mut canvas = Canvas::default();
    for (part, area) in picture.parts.iter().zip(&areas) {
        frame::draw_framed_part(part, *area, &mut canvas);
    }
    let lowest = arrows::draw_motions(&picture.motions, &areas, &mut canvas);
    let lowest = lowest.max(rows::lower_end(&areas));
    let above = picture.legend_place(&areas, width).unwrap_or(lowest);
    let height = legend::draw_legend(&picture.legend, width, above, &mut canvas).max(lowest);
    let (width, height) = (picture.drawn_width(&areas, width), height.max(1.0) + 1.0);
    let pieces = std::mem::take(&mut canvas.pieces);
    (canvas.into_drawing(width, height, picture.alt.clone()), pieces)
}

/// Draws a picture as several drawings, each of as many rows as fit into `height`, but at least
/// one. Arrows between two drawings are left out. The first drawing has the alternative text of the
/// whole picture, the others list their pieces.
pub fn draw_picture_sheets(picture: &Picture, width: f64, height: f64) -> Vec<Drawing> {
    let whole = draw_picture(picture, width);
    if whole.height <= height || picture.parts.is_empty() {
        return vec![whole];
    }
    let mut drawings = Vec::new();
    let mut start = 0;
    while start < picture.parts.len() {
        let (end, drawing) = draw_next_sheet(picture, start, width, height);
        drawings.push(drawing);
        start = end;
    }
    drawings
}

/// Draws the rows from the part `start` on that fit into `height`, and returns the part after them.
fn draw_next_sheet(picture: &Picture, start: usize, width: f64, height: f64) -> (usize, Drawing) {
    let count = picture.parts.len();
    let row_ends = rows::row_starts(picture, width).skip(1).chain([count]);
    let mut ends = row_ends.filter(|end| *end > start);
    let first = ends.next().unwrap_or(count);
    let drawn = |end: usize| (end, draw_picture(&picture.extract_parts(start, end), width));
    let fitting = ends.map(drawn).take_while(|(_, drawing)| drawing.height <= height);
    fitting.last().unwrap_or_else(|| drawn(first))
}

impl Picture {
    /// Returns a picture of some of the parts; the legend is below the last.
    fn extract_parts(&self, from: usize, to: usize) -> Self {
        let parts = self.parts[from..to].to_vec();
        let legend = if to == self.parts.len() { self.legend.clone() } else { Vec::new() };
        let alt = if from == 0 {
            self.alt.clone()
        } else {
            parts.iter().map(PicturePart::in_words).collect::<Vec<_>>().join(" ")
        };
        let is_inside = |motion: &&PartMotion| {
            (from..to).contains(&motion.from) && (from..to).contains(&motion.to)
        };
        let motions = self.motions.iter().filter(is_inside);
        let motions =
            motions.map(|motion| PartMotion { from: motion.from - from, to: motion.to - from });
        Self { parts, motions: motions.collect(), legend, packed: self.packed, alt }
    }

    /// Returns the height below which the legend fits in one row beside lower parts, where an arrow
    /// might run.
    fn legend_place(&self, areas: &[Area], room: f64) -> Option<f64> {
        let width = legend::row_width(&self.legend);
        let above =
            areas.iter().filter(|area| area.x < width).map(Area::bottom).fold(0.0, f64::max);
        (self.motions.is_empty() && width <= room).then_some(above)
    }

    /// Returns the width of its drawing: a legend may need all the room.
    fn drawn_width(&self, areas: &[Area], room: f64) -> f64 {
        let right = rows::right_end(areas);
        let right = if self.legend.is_empty() { right } else { right.max(room) };
        right.max(1.0) + 1.0
    }

    /// Returns its least width, in points, which is that of a map.
    pub fn least_width(&self) -> f64 {
        self.parts.iter().map(|part| part.kind.least_framed_width()).fold(0.0, f64::max)
    }

    /// Returns every printed text, to be changed.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        let mut texts = vec![&mut self.alt];
        for part in &mut self.parts {
            texts.push(&mut part.title);
            texts.extend(part.kind.texts_mut());
        }
        for (token, name) in &mut self.legend {
            texts.extend([&mut token.letter, name]);
        }
        texts
    }
}

/// Returns the names of the pieces on a map, or of its places if there are no pieces.
fn names_on_map(map: &HexMap) -> Vec<String> {
    let figures = map.floor.iter().flat_map(|floor| &floor.figures);
    let figures = figures.map(|figure| &figure.name);
    let mut names: Vec<String> = Vec::new();
    for name in figures.chain(map.pieces.iter().map(|(_, name)| name)) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    if names.is_empty() {
        names.extend(map.places.iter().map(|place| place.name.clone()));
    }
    names
}

impl PartContent {
    fn least_framed_width(&self) -> f64 {
        match self {
            Self::Map(map) => frame::framed_width(map.least_width()),
            Self::Cards(_) | Self::Tally(_) | Self::Dice(_) => 0.0,
        }
    }

    /// Returns the names in it.
    fn names(&self) -> Vec<String> {
        match self {
            Self::Cards(own) => {
                let faces = own.cards.iter().filter_map(|card| match &card.face {
                    CardFace::Up { name, .. } => Some(name.clone()),
                    CardFace::Down | CardFace::Gone => None,
                });
                faces.collect()
            }
            Self::Tally(amounts) => {
                amounts.iter().map(|amount| format!("{} {}", amount.now, amount.name)).collect()
            }
            Self::Dice(faces) => faces.iter().map(|face| face.words.clone()).collect(),
            Self::Map(map) => names_on_map(map),
        }
    }

    fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            Self::Cards(own) => own.cards.iter_mut().flat_map(PictureCard::texts_mut).collect(),
            Self::Tally(amounts) => amounts.iter_mut().map(|amount| &mut amount.name).collect(),
            Self::Dice(faces) => faces.iter_mut().flat_map(DieFace::texts_mut).collect(),
            Self::Map(map) => map.texts_mut().collect(),
        }
    }
}

impl PicturePart {
    /// Returns its title, the number of its pieces, and their names.
    fn in_words(&self) -> String {
        let count = self.now.map(|now| format!(" ({now})")).unwrap_or_default();
        match self.kind.names().join("; ") {
            names if names.is_empty() => format!("{}{count}.", self.title),
            names => format!("{}{count}: {names}.", self.title),
        }
    }

    /// True if it shows the number of a step.
    pub fn is_numbered(&self) -> bool {
        let inner = match &self.kind {
            PartContent::Cards(own) => own.cards.iter().any(|card| !card.discs.is_empty()),
            PartContent::Map(map) => map.is_numbered(),
            PartContent::Tally(own) => own.iter().any(|amount| !amount.discs.is_empty()),
            PartContent::Dice(_) => false,
        };
        inner || !self.discs.is_empty()
    }

    /// True if it has any content.
    pub fn has_content(&self) -> bool {
        match &self.kind {
            PartContent::Tally(amounts) => !amounts.is_empty(),
            PartContent::Dice(faces) => !faces.is_empty(),
            PartContent::Cards(_) | PartContent::Map(_) => true,
        }
    }

    /// Returns the key of the zone whose cards it shows.
    pub fn zone_key(&self) -> Option<&str> {
        match &self.kind {
            PartContent::Cards(own) => Some(&own.zone),
            PartContent::Tally(_) | PartContent::Dice(_) | PartContent::Map(_) => None,
        }
    }

    /// Returns the numbers of the pieces whose faces are drawn.
    pub fn faces(&self) -> Vec<u32> {
        match &self.kind {
            PartContent::Cards(own) => {
                let faces = own.cards.iter().filter(|card| card.face != CardFace::Down);
                faces.map(|card| card.id).collect()
            }
            PartContent::Tally(_) | PartContent::Dice(_) | PartContent::Map(_) => Vec::new(),
        }
    }
}

impl PictureCard {
    fn texts_mut(&mut self) -> Vec<&mut String> {
        let mut texts: Vec<_> = self.tokens.iter_mut().map(|token| &mut token.letter).collect();
        if let CardFace::Up { name, corner } = &mut self.face {
            texts.extend([name, corner]);
        }
        texts
    }
}
