//! The map of a game as a part of a picture: what lies on its hexes, who stands there, what could
//! be chosen and what was. A map is a file of card data with the columns `Row` and `Column`; its
//! last column says what lies on a space.

use std::collections::{BTreeMap, BTreeSet};

use super::storyboard::Storyboard;
use super::{StorySource, TableState};
use crate::engine::Hex;
use crate::engine::trace::{Act, NamedSubject, PieceState, TraceRecord};
use crate::picture::map::{HexMap, HexMark, MapHexagon, StandingPiece};
use crate::picture::{
    MapSpace, MapSpaces, PartContent, Picture, PicturePart, PictureTone, assign_letters,
};

/// The verb of a note that tells a range: how many steps from which pieces.
const RANGE: &str = "range";

/// The map of a game.
#[derive(Debug, Clone)]
pub(super) struct GameMap {
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
        let MapSpaces { list, kinds } =
            source.program.data.iter().find_map(|data| MapSpaces::of(&data.columns, &data.rows))?;
        let place = |space: MapSpace| {
            Some((space.name, (Hex::at(space.row.into(), space.column.into())?, space.kind)))
        };
        let spaces = list.into_iter().filter_map(place).collect();
        let pieces: BTreeSet<&str> = standing_names(source).collect();
        let lettered = |names: &[&str]| {
            let letters =
                assign_letters(names.iter().map(|name| (*name, source.lexicon.name(name))));
            names
                .iter()
                .map(|name| (letters[*name].clone(), source.lexicon.name(name).to_owned()))
                .collect()
        };
        let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
        let pieces: Vec<&str> = pieces.into_iter().collect();
        Some(Self { spaces, places: lettered(&kinds), pieces: lettered(&pieces) })
    }
}

/// Names of pieces that stand on a space at some time.
fn standing_names<'a>(source: &StorySource<'a>) -> impl Iterator<Item = &'a str> {
    let tables = source.trace.start.iter().chain([&source.trace.end]);
    let lain = tables
        .flat_map(|table| table.zones.values().flatten())
        .filter(|piece| piece.space.is_some());
    let put = source.trace.records.iter().filter_map(|record| match &record.act {
        Act::Stand { piece, .. } => Some(piece.name.as_str()),
        _ => None,
    });
    lain.map(|piece| piece.name.as_str()).chain(put)
}

/// What a step does on the map.
#[derive(Default)]
struct MapChanges<'a> {
    possible: BTreeSet<&'a str>,
    chosen: Option<&'a str>,
    /// Pieces that were put on a space.
    put: BTreeSet<u32>,
    /// Spaces where something was put.
    spaces: BTreeSet<&'a str>,
}

impl<'a> MapChanges<'a> {
    fn of(records: &'a [TraceRecord], field: &GameMap) -> Self {
        let mut doing = Self::default();
        let known =
            |thing: &&NamedSubject| thing.owner.is_none() && field.spaces.contains_key(&thing.name);
        for record in records {
            match &record.act {
                Act::Pick { lines, chosen, excluded, .. } => {
                    let asked = lines
                        .iter()
                        .flat_map(|line| line.kept.iter().chain(&line.dropped))
                        .map(|(one, _)| one);
                    let asked = asked.chain(chosen).filter(known).map(|thing| thing.name.as_str());
                    doing.possible.extend(asked);
                    doing.chosen = chosen
                        .as_ref()
                        .filter(known)
                        .map(|thing| thing.name.as_str())
                        .or(doing.chosen);
                    if chosen.is_none() {
                        doing.spaces.extend(
                            excluded
                                .iter()
                                .map(|(one, _)| one)
                                .filter(known)
                                .map(|one| one.name.as_str()),
                        );
                    }
                }
                Act::Stand { piece, space, .. } => {
                    doing.put.insert(piece.id);
                    doing.spaces.insert(&space.name);
                }
                _ => {}
            }
        }
        doing
    }

    fn is_nothing(&self) -> bool {
        self.possible.is_empty() && self.spaces.is_empty()
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
    let shown = records[..from].iter().rev().take(4).any(|record| {
        matches!(&record.act, Act::Pick { chosen: Some(thing), .. } if doing.spaces.contains(thing.name.as_str()))
    });
    if doing.is_nothing() || doing.possible.is_empty() && shown {
        return;
    }
    let range = told_range(records, to, field, after);
    let map = shown_map(scene, field, &doing, &range, after);
    let alt = map_caption(scene, &doing, after);
    let title = scene.words.phrase("map", "Map").to_owned();
    let part = PicturePart {
        title,
        owner: None,
        ground: 4,
        tone: PictureTone::Pale,
        was: None,
        now: None,
        kind: PartContent::Map(map),
    };
    let picture = picture.get_or_insert_with(Picture::default);
    picture.parts.push(part);
    picture.alt = [picture.alt.as_str(), alt.as_str()].join(" ").trim().to_owned();
}

/// The map as it lies at the start, with every piece on it.
pub(super) fn position_part(scene: &Storyboard<'_>, table: &TableState) -> Option<PicturePart> {
    let field = scene.field.as_ref()?;
    let stands = table.zones.values().flatten().any(|piece| piece.space.is_some());
    let map =
        stands.then(|| shown_map(scene, field, &MapChanges::default(), &BTreeSet::new(), table))?;
    let title = scene.words.phrase("map", "Map").to_owned();
    Some(PicturePart {
        title,
        owner: None,
        ground: 4,
        tone: PictureTone::Pale,
        was: None,
        now: None,
        kind: PartContent::Map(map),
    })
}

/// The spaces in the range that was told last before a record.
fn told_range(
    records: &[TraceRecord],
    to: usize,
    field: &GameMap,
    table: &TableState,
) -> BTreeSet<Hex> {
    let told = records[..to].iter().rev().take(8).find(|record| record.verb == RANGE);
    let Some(Act::Note { things, numbers }) = told.map(|record| &record.act) else {
        return BTreeSet::new();
    };
    let steps = numbers.first().and_then(|steps| u32::try_from(*steps).ok()).unwrap_or(0);
    let spaces = things.iter().filter_map(|thing| table.find(thing.id)?.2.space.as_ref());
    let from: Vec<Hex> =
        spaces.filter_map(|space| field.spaces.get(space)).map(|(hex, _)| *hex).collect();
    let all = field.spaces.values().map(|(hex, _)| *hex);
    all.filter(|hex| from.iter().any(|start| start.distance(*hex) <= steps)).collect()
}

/// The hexes that are shown: all that matter, one more on each side, in a rectangle.
fn shown_map(
    scene: &Storyboard<'_>,
    field: &GameMap,
    doing: &MapChanges<'_>,
    range: &BTreeSet<Hex>,
    table: &TableState,
) -> HexMap {
    let stand = |name: &str| standing_pieces(scene, field, name, doing, table);
    let matters = |(name, (hex, _)): &(&String, &(Hex, Option<usize>))| {
        let name = name.as_str();
        doing.possible.contains(name) || doing.spaces.contains(name) || range.contains(hex) || {
            doing.possible.is_empty() && !stand(name).is_empty()
        }
    };
    let focus: Vec<Hex> = field.spaces.iter().filter(matters).map(|(_, (hex, _))| *hex).collect();
    let bounds = |number: &dyn Fn(&Hex) -> i32, more: i32| {
        let least = focus.iter().map(number).min().unwrap_or(0);
        let most = focus.iter().map(number).max().unwrap_or(0);
        least - more..=most + more
    };
    let (rows, columns) = (bounds(&|hex| hex.row, 1), bounds(&|hex| hex.column, 2));
    let mut hexes = Vec::new();
    for (name, (hex, place)) in &field.spaces {
        if !rows.contains(&hex.row) || !columns.contains(&hex.column) {
            continue;
        }
        let mark = match () {
            _ if doing.chosen == Some(name) => HexMark::Chosen,
            _ if doing.possible.contains(name.as_str()) => HexMark::Possible,
            _ if range.contains(hex) => HexMark::Range,
            _ => HexMark::Plain,
        };
        hexes.push(MapHexagon {
            row: hex.row,
            column: hex.column,
            place: *place,
            pieces: stand(name),
            mark,
        });
    }
    hexes.sort_by_key(|hex| (hex.row, hex.column));
    let used = |mark: HexMark| hexes.iter().any(|hex| hex.mark == mark);
    let marks = [
        ("map-range", HexMark::Range),
        ("map-possible", HexMark::Possible),
        ("map-chosen", HexMark::Chosen),
    ];
    let marks =
        marks.map(
            |(key, mark)| {
                if used(mark) { scene.words.phrase(key, "").to_owned() } else { String::new() }
            },
        );
    let players = scene.players.clone();
    HexMap { hexes, places: field.places.clone(), pieces: field.pieces.clone(), players, marks }
}

fn standing_pieces(
    scene: &Storyboard<'_>,
    field: &GameMap,
    space: &str,
    doing: &MapChanges<'_>,
    table: &TableState,
) -> Vec<StandingPiece> {
    let on = |piece: &&PieceState| piece.space.as_deref() == Some(space);
    let mut found = Vec::new();
    for (zone, pieces) in &table.zones {
        for piece in pieces.iter().filter(on) {
            let name = scene.words.name(&piece.name);
            let Some(kind) = field.pieces.iter().position(|(_, known)| known == name) else {
                continue;
            };
            found.push(StandingPiece {
                kind,
                owner: scene.owner_of(zone),
                strong: doing.put.contains(&piece.id),
            });
        }
    }
    found
}

fn map_caption(scene: &Storyboard<'_>, doing: &MapChanges<'_>, after: &TableState) -> String {
    let mut sentences = Vec::new();
    let list = |names: &BTreeSet<&str>| names.iter().copied().collect::<Vec<_>>().join(", ");
    let phrase =
        |key: &str, names: String| scene.words.phrase(key, "{names}").replace("{names}", &names);
    if !doing.possible.is_empty() {
        sentences.push(phrase("picture-possible", list(&doing.possible)));
    }
    if let Some(chosen) = doing.chosen {
        sentences.push(phrase("picture-chosen", chosen.to_owned()));
    }
    sentences.push(standing_sentence(scene, after));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// What stands where, as a sentence; empty when nothing does.
pub(super) fn standing_sentence(scene: &Storyboard<'_>, table: &TableState) -> String {
    let stands = table.zones.values().flatten().filter_map(|piece| {
        let space = piece.space.as_ref()?;
        Some(format!(
            "{} {} {space}",
            scene.words.name(&piece.name),
            scene.words.phrase("at", "at")
        ))
    });
    let names = stands.collect::<Vec<_>>().join(", ");
    if names.is_empty() {
        names
    } else {
        scene.words.phrase("picture-map", "{names}").replace("{names}", &names)
    }
}
