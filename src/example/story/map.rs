//! The map of a game as a part of a picture: what lies on its hexes, who stands there, what could
//! be chosen and what was. A map is a file of card data with the columns `Row` and `Column`; its
//! last column says what lies on a space.

mod window;

use std::collections::{BTreeMap, BTreeSet};

use super::captions::joined_sentences;
use super::floor::floor_data;
use super::storyboard::Storyboard;
use super::zone::uncounted_part;
use super::{StorySource, TableState};
use crate::engine::Hex;
use crate::engine::trace::{Act, NamedSubject, PieceState, TraceRecord};
use crate::example::narrate::{Lexicon, compared_things};
use crate::picture::map::{FloorData, HexMap, HexMark};
use crate::picture::{
    MapSpace, MapSpaces, PartContent, Picture, PicturePart, PictureTone, assign_letters,
};

pub(super) use window::MapWindow;

/// The verb of a note that tells a range: how many steps from which pieces.
const RANGE: &str = "range";

/// The words for marks, in the order of the legend.
const MARKS: [(&str, HexMark); 3] = [
    ("map-range", HexMark::Range),
    ("map-possible", HexMark::Possible),
    ("map-chosen", HexMark::Chosen),
];

/// The map of a game.
#[derive(Debug, Clone)]
pub(super) struct GameMap {
    /// Whether its spaces are squares.
    squares: bool,
    /// Walls, doors and terrain, if the maps have any.
    pub(super) floor: Option<FloorData>,
    /// Spaces by name: where they lie and what lies there.
    spaces: BTreeMap<String, (Hex, Option<usize>)>,
    /// Kinds of places with their letters.
    places: Vec<(String, String)>,
    /// Kinds of pieces that stand on it in some record, with their letters.
    pieces: Vec<(String, String)>,
}

impl GameMap {
    /// The map of a game; none when it has no such file, or when nothing ever stands there.
    pub(super) fn of(source: &StorySource<'_>) -> Option<Self> {
        let floor = floor_data(source);
        let spaces = map_spaces(source, floor.is_some())?;
        let squares = spaces.are_squares() || floor.is_some();
        let MapSpaces { list, kinds } = spaces;
        let pieces: BTreeSet<&str> = standing_names(source).collect();
        Some(Self {
            squares,
            floor,
            spaces: list.into_iter().filter_map(placed_space).collect(),
            places: lettered_names(source, &kinds.iter().map(String::as_str).collect::<Vec<_>>()),
            pieces: lettered_names(source, &pieces.into_iter().collect::<Vec<_>>()),
        })
    }

    /// The hexes that lie at most so many steps from one of those.
    fn hexes_within(&self, steps: u32, from: &[Hex]) -> BTreeSet<Hex> {
        let all = self.spaces.values().map(|(hex, _)| *hex);
        all.filter(|hex| from.iter().any(|start| start.distance(*hex) <= steps)).collect()
    }

    pub(super) fn hex_of(&self, space: &str) -> Option<Hex> {
        self.spaces.get(space).map(|(hex, _)| *hex)
    }

    /// The name of a thing that is a space of the map.
    fn space_name<'t>(&self, thing: &'t NamedSubject) -> Option<&'t str> {
        let is_space = thing.owner.is_none() && self.spaces.contains_key(&thing.name);
        is_space.then_some(thing.name.as_str())
    }
}

/// The first file of card data that is a map; all of them if they are floor plans, whose spaces have
/// names and places of their own.
fn map_spaces(source: &StorySource<'_>, all: bool) -> Option<MapSpaces> {
    let files = source.program.data.iter();
    let mut maps = files.filter_map(|data| MapSpaces::of(&data.columns, &data.rows));
    let mut first = maps.next()?;
    for map in maps.filter(|_| all) {
        first.join(map);
    }
    Some(first)
}

/// A space by its name; none where the map has no such hex.
fn placed_space(space: MapSpace) -> Option<(String, (Hex, Option<usize>))> {
    let hex = Hex::at(space.row.into(), space.column.into())?;
    Some((space.name, (hex, space.kind)))
}

/// The printed names with their letters.
fn lettered_names(source: &StorySource<'_>, names: &[&str]) -> Vec<(String, String)> {
    let printed = |name: &&str| source.lexicon.name(name).to_owned();
    let letters = assign_letters(names.iter().map(|name| (*name, source.lexicon.name(name))));
    let lettered = |name: &&str| (letters[*name].to_owned(), printed(name));
    names.iter().map(lettered).collect()
}

/// Names of pieces that stand on a space at some time.
fn standing_names<'a>(source: &StorySource<'a>) -> impl Iterator<Item = &'a str> {
    let tables = source.trace.start.iter().chain([&source.trace.end]);
    let pieces = tables.flat_map(|table| table.zones.values().flatten());
    let lain = pieces.filter(|piece| piece.space.is_some());
    let put = source.trace.records.iter().filter_map(|record| stood_name(&record.act));
    lain.map(|piece| piece.name.as_str()).chain(put)
}

/// The name of the piece that an act puts on a space.
fn stood_name(act: &Act) -> Option<&str> {
    if let Act::Stand { piece, .. } = act { Some(&piece.name) } else { None }
}

/// What a step does on the map.
#[derive(Default)]
struct MapChanges<'a> {
    possible: BTreeSet<&'a str>,
    chosen: Option<&'a str>,
    /// Pieces that were put on a space.
    put: BTreeSet<u32>,
    /// Spaces where something was put, over which something went, or whose edge changed.
    spaces: BTreeSet<&'a str>,
    /// Pieces that looked at one another.
    seen: BTreeSet<u32>,
}

impl<'a> MapChanges<'a> {
    fn of(records: &'a [TraceRecord], field: &GameMap) -> Self {
        let mut doing = Self::default();
        for record in records {
            doing.add_stand(&record.act);
            doing.add_step(&record.act);
            doing.add_pick(&record.act, field);
        }
        doing
    }

    fn add_stand(&mut self, act: &'a Act) {
        if let Act::Stand { piece, space, .. } = act {
            self.put.insert(piece.id);
            self.spaces.insert(&space.name);
        }
    }

    /// Adds what was gone over, looked at and changed.
    fn add_step(&mut self, act: &'a Act) {
        match act {
            Act::Walk { piece, route, .. } => {
                self.put.insert(piece.id);
                self.spaces.extend(route.iter().map(String::as_str));
            }
            Act::Sight { from, to, .. } => self.seen.extend([from.id, to.id]),
            Act::Edge { one, other, .. } => {
                self.spaces.extend([one.name.as_str(), other.name.as_str()]);
            }
            _ => {}
        }
    }

    /// Adds the spaces that a choice counted, and the one it chose; of a choice of nothing those
    /// that it left out.
    fn add_pick(&mut self, act: &'a Act, field: &GameMap) {
        let Act::Pick { lines, chosen, excluded, .. } = act else { return };
        let asked = lines.iter().flat_map(compared_things).chain(chosen);
        self.possible.extend(asked.filter_map(|thing| field.space_name(thing)));
        let pick = chosen.as_ref().and_then(|thing| field.space_name(thing));
        self.chosen = pick.or(self.chosen);
        let tried = excluded.iter().filter(|_| chosen.is_none());
        self.spaces.extend(tried.filter_map(|(one, _)| field.space_name(one)));
    }

    /// The names of the spaces that could be chosen, in one text.
    fn possible_names(&self) -> Option<String> {
        let names: Vec<&str> = self.possible.iter().copied().collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn is_nothing(&self) -> bool {
        self.possible.is_empty() && self.spaces.is_empty() && self.seen.is_empty()
    }

    /// Whether one of these records chose a space where something was put.
    fn was_chosen_in(&self, records: &[TraceRecord]) -> bool {
        records.iter().any(|record| match &record.act {
            Act::Pick { chosen: Some(thing), .. } => self.spaces.contains(thing.name.as_str()),
            _ => false,
        })
    }

    /// How a space is marked.
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

/// Adds to the picture of a step what it does on the map; `from` and `to` are its records.
pub(super) fn add_map_part(
    scene: &Storyboard<'_>,
    records: &[TraceRecord],
    (from, to): (usize, usize),
    after: &TableState,
    picture: &mut Option<Picture>,
) {
    let Some(field) = &scene.field else { return };
    let doing = MapChanges::of(&records[from..to], field);
    // What was just shown as chosen is not shown once more when it is built.
    let shown = || doing.was_chosen_in(&records[from.saturating_sub(4)..from]);
    if doing.is_nothing() || doing.possible.is_empty() && shown() {
        return;
    }
    let range = told_range(&records[..to], field, after);
    let told = &records[..to];
    let window = MapWindow {
        scene,
        field,
        doing: &doing,
        range: &range,
        table: after,
        told,
        step: to - from,
    };
    let picture = picture.get_or_insert_with(Picture::default);
    picture.parts.push(map_part(scene, window.hex_map()));
    let alt = map_caption(scene, &doing, after);
    add_alt_text(picture, &alt);
}

fn add_alt_text(picture: &mut Picture, alt: &str) {
    picture.alt = [picture.alt.as_str(), alt].join(" ").trim().to_owned();
}

/// The map as it lies at the start, with every piece on it.
pub(super) fn position_part(scene: &Storyboard<'_>, table: &TableState) -> Option<PicturePart> {
    let field = scene.field.as_ref()?;
    if !has_standing_piece(table) {
        return None;
    }
    let (doing, range) = (MapChanges::default(), BTreeSet::new());
    let window =
        MapWindow { scene, field, doing: &doing, range: &range, table, told: &[], step: 0 };
    Some(map_part(scene, window.hex_map()))
}

fn has_standing_piece(table: &TableState) -> bool {
    table.zones.values().flatten().any(|piece| piece.space.is_some())
}

fn map_part(scene: &Storyboard<'_>, map: HexMap) -> PicturePart {
    let title = scene.words.phrase("map", "Map");
    uncounted_part(title, 4, PictureTone::Pale, PartContent::Map(map))
}

/// The spaces in the range that the records told last.
fn told_range(records: &[TraceRecord], field: &GameMap, table: &TableState) -> BTreeSet<Hex> {
    // How many steps apart squares are is for the rules to say, so their range is not drawn.
    let told = records.iter().rev().take(8).filter(|_| !field.squares);
    let told = told.into_iter().find(|record| record.verb == RANGE);
    let Some(Act::Note { things, numbers }) = told.map(|record| &record.act) else {
        return BTreeSet::new();
    };
    let steps = numbers.first().and_then(|steps| u32::try_from(*steps).ok()).unwrap_or(0);
    field.hexes_within(steps, &range_origins(things, field, table))
}

/// The hexes on which these pieces stand.
fn range_origins(things: &[NamedSubject], field: &GameMap, table: &TableState) -> Vec<Hex> {
    things.iter().filter_map(|thing| field.hex_of(table.space_of(thing.id)?)).collect()
}

fn map_caption(scene: &Storyboard<'_>, doing: &MapChanges<'_>, after: &TableState) -> String {
    let possible = doing.possible_names();
    let possible = possible.map(|names| named_sentence(scene, "picture-possible", &names));
    let chosen = doing.chosen.map(|name| named_sentence(scene, "picture-chosen", name));
    let standing = standing_sentence(scene, after);
    joined_sentences(possible.into_iter().chain(chosen).chain([standing]))
}

/// A phrase of the language about names.
fn named_sentence(scene: &Storyboard<'_>, key: &str, names: &str) -> String {
    scene.words.phrase(key, "{names}").replace("{names}", names)
}

/// What stands where, as a sentence; empty when nothing does.
pub(super) fn standing_sentence(scene: &Storyboard<'_>, table: &TableState) -> String {
    let pieces = table.zones.values().flatten();
    let stands = pieces.filter_map(|piece| standing_phrase(scene.words, piece));
    match stands.collect::<Vec<_>>().join(", ") {
        names if names.is_empty() => names,
        names => named_sentence(scene, "picture-map", &names),
    }
}

/// "Mine at North", of a piece that stands on a space.
fn standing_phrase(words: &Lexicon, piece: &PieceState) -> Option<String> {
    let space = piece.space.as_ref()?;
    Some(format!("{} {}", words.name(&piece.name), words.at_space(space)))
}
