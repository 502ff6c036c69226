//! Maps of a game as parts of a picture: terrain of the spaces, pieces on them, and the spaces that could be
//! chosen and that were. Rules declare a map; the last column of the card data has the kind of a space.

mod window;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::captions::{self, joined_sentences};
use super::changes::TablePair;
use super::floor::add_floor_row;
use super::storyboard::Storyboard;
use super::zone::uncounted_part;
use super::{Step, StorySource, TableState};
use draw::picture::map::{FloorData, HexMap, HexMark, MapPlace, PlaceColour, map_places};
use draw::picture::{PartContent, Picture, PicturePart, PictureTone, assign_letters, kind_of_row};
use rules::engine::Elimination;
use rules::engine::Hex;
use rules::engine::trace::{Act, NamedPlace, NamedSubject, PieceState, TraceRecord};

pub use window::{Arrival, MapWindow};

/// The verb of a note about a range: a number of steps from some pieces.
const RANGE: &str = "range";

/// The words for marks, in the order of the legend.
const MARKS: [(&str, HexMark); 3] = [
    ("map-range", HexMark::Range),
    ("map-possible", HexMark::Possible),
    ("map-chosen", HexMark::Chosen),
];

/// A map of a game.
#[derive(Debug, Clone, Default)]
pub struct GameMap {
    /// True if its spaces are squares.
    squares: bool,
    /// Walls, doors and terrain, if it has any.
    pub floor: Option<FloorData>,
    /// Positions of spaces by name, each with the index of its kind of place.
    spaces: BTreeMap<String, (Hex, Option<usize>)>,
    /// Kinds of places of all maps.
    places: Vec<MapPlace>,
    /// Kinds of pieces that are on maps in some record, with their letters.
    pieces: Vec<(String, String)>,
}

impl GameMap {
    /// Returns the maps that the rules of a game declare, in this order.
    pub fn all(source: &StorySource<'_>) -> Vec<Self> {
        let (mut maps, kinds) = declared_maps(source);
        let printed = kinds.iter().map(|(name, colour)| {
            let colour = colour.or_else(|| PlaceColour::named_in(name));
            (source.lexicon.name(name), colour)
        });
        let places = map_places(printed);
        let pieces: BTreeSet<&str> = standing_names(source).collect();
        let printed = |name: &str| source.lexicon.name(name).to_owned();
        let letters = assign_letters(pieces.iter().copied(), |name| source.lexicon.name(name));
        let pieces: Vec<(String, String)> =
            pieces.into_iter().map(|name| (letters[name].clone(), printed(name))).collect();
        for map in &mut maps {
            (map.places, map.pieces) = (places.clone(), pieces.clone());
        }
        maps
    }

    pub fn hex_of(&self, space: &str) -> Option<Hex> {
        self.spaces.get(space).map(|(hex, _)| *hex)
    }

    /// Returns whether a thing is a space of the map.
    pub fn is_space(&self, thing: &NamedSubject) -> bool {
        thing.owner.is_none() && self.spaces.contains_key(&thing.name)
    }

    /// Returns the name of a thing that is a space of the map.
    fn space_name<'t>(&self, thing: &'t NamedSubject) -> Option<&'t str> {
        self.is_space(thing).then_some(thing.name.as_str())
    }

    /// Returns whether a thing is a piece on the map.
    pub fn holds(&self, thing: &NamedSubject, table: &TableState) -> bool {
        // A space may have the number of a piece.
        let own = table.find(thing.id).filter(|own| own.piece.name == thing.name);
        let space = own.and_then(|own| own.piece.space.as_deref());
        space.is_some_and(|space| self.hex_of(space).is_some())
    }

    /// Returns whether the map shows a piece and its rotation.
    pub fn shows_piece(&self, piece: &PieceState) -> bool {
        let hex = piece.space.as_deref().and_then(|space| self.hex_of(space));
        hex.is_some() && (piece.rotation == 0 || self.floor.is_some())
    }
}

/// A kind of place and its colour, as the data name them.
type DataKind<'a> = (&'a str, Option<PlaceColour>);

/// Returns the maps that rules declare, and the kinds of places on their spaces.
fn declared_maps<'a>(source: &StorySource<'a>) -> (Vec<GameMap>, Vec<DataKind<'a>>) {
    let names = &source.trace.names;
    let mut spaces: Vec<(&String, &NamedPlace)> = names.spaces.iter().collect();
    spaces.sort_by_key(|(_, place)| (place.table, place.line));
    let (mut maps, mut kinds) = (BTreeMap::new(), Vec::new());
    for (name, place) in spaces {
        let map: &mut GameMap = maps.entry(place.map).or_default();
        map.squares = names.square_maps.contains(&place.map);
        let row = data_row(source, place);
        let kind = row.and_then(|(titles, cells)| kind_of_row(titles, cells));
        let kind = kind.map(|kind| kind_number(kind, &mut kinds));
        let hex = Hex { row: place.row, column: place.column };
        map.spaces.insert(name.clone(), (hex, kind));
        if let Some((titles, cells)) = row.filter(|_| map.squares) {
            add_floor_row(&mut map.floor, titles, cells);
        }
    }
    (maps.into_values().collect(), kinds)
}

/// Returns the titles and the cells of the row of card data about a space.
fn data_row<'a>(
    source: &StorySource<'a>,
    place: &NamedPlace,
) -> Option<(&'a [String], &'a [String])> {
    let data = source.program.data.get(usize::from(place.table))?;
    Some((&data.columns, data.rows.get(place.line as usize)?))
}

/// Returns the index of a kind of place, which is added if it is new.
fn kind_number<'a>(kind: DataKind<'a>, kinds: &mut Vec<DataKind<'a>>) -> usize {
    kinds.iter().position(|(known, _)| *known == kind.0).unwrap_or_else(|| {
        kinds.push(kind);
        kinds.len() - 1
    })
}

/// Returns the names of pieces that are on a space at some time.
pub fn standing_names<'a>(source: &StorySource<'a>) -> impl Iterator<Item = &'a str> {
    let tables = source.trace.start.iter().chain([&source.trace.end]);
    let pieces = tables.flat_map(|table| table.zones.values().flatten());
    let lain = pieces.filter(|piece| piece.space.is_some());
    let put = source.trace.records.iter().filter_map(|record| {
        if let Act::Stand { piece, .. } = &record.act { Some(piece.name.as_str()) } else { None }
    });
    let before = source.earlier.standing.iter().map(String::as_str);
    before.chain(lain.map(|piece| piece.name.as_str())).chain(put)
}

/// Returns the names of pieces that maps draw by their kind, so that only their spaces distinguish them. A
/// floor plan names every figure, so it has none.
pub fn names_drawn_by_kind<'a>(source: &StorySource<'a>, maps: &[GameMap]) -> BTreeSet<&'a str> {
    let is_plan = maps.iter().any(|map| map.floor.is_some());
    standing_names(source).filter(|_| !is_plan).collect()
}

/// Changes and choices of a step on a map.
#[derive(Default)]
pub struct MapChanges<'a> {
    possible: BTreeSet<&'a str>,
    chosen: Option<&'a str>,
    /// Pieces that were put on a space.
    put: BTreeSet<u32>,
    /// Spaces where something was put, that something passed, or whose edge changed.
    spaces: BTreeSet<&'a str>,
    /// Pieces on the map at the ends of a line of sight.
    seen: BTreeSet<u32>,
    /// Pieces on the map that were candidates of a choice.
    compared: BTreeSet<u32>,
}

impl<'a> MapChanges<'a> {
    fn of(
        records: impl IntoIterator<Item = &'a TraceRecord>,
        field: &GameMap,
        after: &TableState,
    ) -> Self {
        let mut doing = Self::default();
        for record in records {
            if let Act::Stand { piece, space, .. } = &record.act {
                doing.put.insert(piece.id);
                doing.spaces.extend(field.space_name(space));
            };
            doing.add_step(&record.act, field);
            if let Act::Sight { from, to, .. } = &record.act {
                let ends = [from, to].into_iter().filter(|end| field.holds(end, after));
                doing.seen.extend(ends.map(|end| end.id));
            };
            doing.add_pick(&record.act, field, after);
        }
        doing
    }

    /// Adds the passed and changed spaces of an act.
    fn add_step(&mut self, act: &'a Act, field: &GameMap) {
        match act {
            Act::Walk { piece, route, .. } => {
                self.put.insert(piece.id);
                let route = route.iter().map(String::as_str);
                self.spaces.extend(route.filter(|space| field.hex_of(space).is_some()));
            }
            Act::Edge { one, other, .. } => {
                self.spaces
                    .extend([one, other].into_iter().filter_map(|end| field.space_name(end)));
            }
            _ => {}
        }
    }

    /// Adds the spaces and pieces that a choice counted, and the chosen one; if nothing was chosen, the
    /// excluded ones.
    fn add_pick(&mut self, act: &'a Act, field: &GameMap, after: &TableState) {
        let Act::Pick { lines, chosen, excluded, .. } = act else { return };
        for thing in lines.iter().flat_map(Elimination::compared).chain(chosen) {
            self.possible.extend(field.space_name(thing));
            self.compared.extend(field.holds(thing, after).then_some(thing.id));
        }
        let pick = chosen.as_ref().and_then(|thing| field.space_name(thing));
        self.chosen = pick.or(self.chosen);
        let tried = excluded.iter().filter(|_| chosen.is_none());
        self.spaces.extend(tried.filter_map(|(one, _)| field.space_name(one)));
    }

    fn is_nothing(&self) -> bool {
        self.possible.is_empty() && self.spaces.is_empty() && self.seen.is_empty()
    }

    /// Returns the mark of a space.
    fn mark(&self, space: &str, is_in_range: bool) -> HexMark {
        if self.chosen == Some(space) {
            HexMark::Chosen
        } else if self.possible.contains(space) {
            HexMark::Possible
        } else if is_in_range {
            HexMark::Range
        } else {
            HexMark::Plain
        }
    }
}

impl TablePair<'_> {
    /// Adds the effects of the records `span` on maps to the picture of a step.
    pub fn add_map_parts(
        self,
        records: &[TraceRecord],
        span: Range<usize>,
        picture: &mut Option<Picture>,
    ) {
        let Self { scene, after, .. } = self;
        let mut sentences = Vec::new();
        for field in &scene.maps {
            let doing = MapChanges::of(&records[span.clone()], field, after);
            // A choice that was just shown is not shown once more when a piece is put there.
            let shown = || {
                let just = &records[span.start.saturating_sub(4)..span.start];
                just.iter().any(|record| match &record.act {
                    Act::Pick { chosen: Some(thing), .. } => {
                        doing.spaces.contains(thing.name.as_str())
                    }
                    _ => false,
                })
            };
            if doing.is_nothing() || doing.possible.is_empty() && shown() {
                continue;
            }
            let told = &records[..span.end];
            let range = &told_range(told, field, after);
            let window = MapWindow::of(scene, field, &doing, after);
            let window = MapWindow { range, told, step: span.len(), ..window };
            let picture = picture.get_or_insert_with(Picture::default);
            picture.parts.push(map_part(scene, window.hex_map()));
            sentences.extend(choice_sentences(scene, &doing));
        }
        if picture.is_some() {
            sentences.extend(captions::map_sentences(scene, &records[span]));
        }
        if let Some(picture) = picture.as_mut().filter(|_| !sentences.is_empty()) {
            sentences.push(standing_sentence(scene, after));
            picture.alt = [picture.alt.as_str(), &joined_sentences(sentences.into_iter())]
                .join(" ")
                .trim()
                .to_owned();
        }
    }
}

/// Returns the maps at the start, with every piece on them.
pub fn position_parts(scene: &Storyboard<'_>, table: &TableState) -> Vec<PicturePart> {
    let stands = scene.maps.iter().filter(|field| {
        let mut spaces = table.pieces().filter_map(|piece| piece.space.as_deref());
        spaces.any(|space| field.hex_of(space).is_some())
    });
    let doing = MapChanges::default();
    let windows = stands.map(|field| MapWindow::of(scene, field, &doing, table));
    windows.map(|window| map_part(scene, window.hex_map())).collect()
}

/// Returns the parts of maps around pieces with discs.
pub fn figure_parts(
    scene: &Storyboard<'_>,
    table: &TableState,
    discs: &BTreeMap<u32, Vec<String>>,
) -> Vec<PicturePart> {
    let doing = MapChanges::default();
    let windows = scene.maps.iter().map(|field| MapWindow {
        discs: Some(discs),
        ..MapWindow::of(scene, field, &doing, table)
    });
    let shown = windows.filter(MapWindow::has_marked_piece);
    shown.map(|window| map_part(scene, window.hex_map())).collect()
}

/// A drawing that a map can only have once: the route of one piece, a choice, a line of sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MapUse {
    /// The route of a piece, by its number.
    Way(u32),
    /// A choice among spaces.
    Choice,
    /// A line of sight.
    Sight,
}

/// Returns the drawings on maps that these records need, each with the index of the map.
pub fn map_uses(records: &[TraceRecord], maps: &[GameMap]) -> Vec<(usize, MapUse)> {
    let uses = maps.iter().enumerate().flat_map(|(nth, field)| {
        let used = records.iter().filter_map(move |record| field.use_of(&record.act));
        used.map(move |one| (nth, one))
    });
    uses.collect()
}

impl GameMap {
    fn use_of(&self, act: &Act) -> Option<MapUse> {
        match act {
            Act::Walk { piece, to, .. } => self.is_space(to).then_some(MapUse::Way(piece.id)),
            // Other maps draw a piece at its new space, and no route.
            Act::Stand { piece, space, .. } if self.floor.is_some() => {
                self.is_space(space).then_some(MapUse::Way(piece.id))
            }
            Act::Sight { lines, .. } => (!lines.is_empty()).then_some(MapUse::Sight),
            Act::Pick { lines, chosen, .. } => {
                let mut asked = lines.iter().flat_map(Elimination::compared).chain(chosen);
                asked.any(|thing| self.is_space(thing)).then_some(MapUse::Choice)
            }
            _ => None,
        }
    }
}

/// Returns the maps before numbered steps with the effects of these, each with its possible choices in words.
pub fn board_parts(
    scene: &Storyboard<'_>,
    records: &[TraceRecord],
    steps: &[&Step],
    before: &TableState,
    marks: &BTreeMap<u32, Vec<u32>>,
) -> Vec<(PicturePart, String)> {
    let ([first, ..], [.., last]) = (steps, steps) else { return Vec::new() };
    let (from, to) = (first.records.start, last.records.end);
    let parts = scene.maps.iter().filter_map(|field| {
        let told = steps.iter().flat_map(|step| step.told_by(records));
        let doing = MapChanges::of(told, field, before);
        let range = told_range(&records[..to], field, before);
        let window = MapWindow {
            range: &range,
            told: &records[..to],
            step: to - from,
            steps,
            marks: Some(marks),
            ..MapWindow::of(scene, field, &doing, before)
        };
        let told = joined_sentences(choice_sentences(scene, &doing).into_iter());
        let is_shown = !doing.is_nothing() || window.has_marked_piece();
        is_shown.then(|| (map_part(scene, window.hex_map()), told))
    });
    parts.collect()
}

fn map_part(scene: &Storyboard<'_>, map: HexMap) -> PicturePart {
    let title = scene.words.phrase("map", "Map");
    uncounted_part(title, 4, PictureTone::Pale, PartContent::Map(map))
}

/// Returns the spaces in the range of the last note about a range.
fn told_range(records: &[TraceRecord], field: &GameMap, table: &TableState) -> BTreeSet<Hex> {
    // Rules define distances between squares, so the range on squares is not drawn.
    let told = records.iter().rev().take(8).filter(|_| !field.squares);
    let told = told.into_iter().find(|record| record.verb == RANGE);
    let Some(Act::Note { things, numbers }) = told.map(|record| &record.act) else {
        return BTreeSet::new();
    };
    let steps = numbers.first().and_then(|steps| u32::try_from(*steps).ok()).unwrap_or(0);
    let origins = things
        .iter()
        .filter_map(|thing| field.hex_of(table.find(thing.id)?.piece.space.as_deref()?));
    let origins: Vec<Hex> = origins.collect();
    let all = field.spaces.values().map(|(hex, _)| *hex);
    all.filter(|hex| origins.iter().any(|start| start.distance(*hex) <= steps)).collect()
}

/// Returns a sentence about the possible choices on a map, and one about the chosen ones.
fn choice_sentences(scene: &Storyboard<'_>, doing: &MapChanges<'_>) -> [String; 2] {
    let possible: Vec<&str> = doing.possible.iter().copied().collect();
    let possible = (!possible.is_empty()).then(|| possible.join(", "));
    let possible = possible.map(|names| named_sentence(scene, "picture-possible", &names));
    let chosen = doing.chosen.map(|name| named_sentence(scene, "picture-chosen", name));
    [possible, chosen].map(Option::unwrap_or_default)
}

/// Returns a phrase of the language with names.
fn named_sentence(scene: &Storyboard<'_>, key: &str, names: &str) -> String {
    scene.words.phrase(key, "{names}").replace("{names}", names)
}

/// Returns a sentence about the pieces on spaces; empty if there are none.
pub fn standing_sentence(scene: &Storyboard<'_>, table: &TableState) -> String {
    pieces_sentence(scene, table.pieces())
}

/// Returns a sentence about the spaces of these pieces; empty if none is on a space.
pub fn pieces_sentence<'p>(
    scene: &Storyboard<'_>,
    pieces: impl Iterator<Item = &'p PieceState>,
) -> String {
    // "Mine at North", if a piece is on a space.
    let stands = pieces.filter_map(|piece| {
        let name = scene.printed_copy(piece.id, &piece.name);
        Some(format!("{name} {}", scene.words.at_space(piece.space.as_ref()?)))
    });
    match stands.collect::<Vec<_>>().join(", ") {
        names if names.is_empty() => names,
        names => named_sentence(scene, "picture-map", &names),
    }
}
