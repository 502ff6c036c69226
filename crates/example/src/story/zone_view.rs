//! The zones that pictures draw, and their owners.

use std::collections::BTreeMap;

use super::StorySource;
use super::mat_zones::zone_kind;
use base::text::capitalized;
pub use draw::picture::GROUNDS;
use rules::engine::trace::{Trace, ZoneKind};

/// View of a zone in pictures.
#[derive(Debug, Clone)]
pub struct ZoneView {
    pub key: String,
    pub owner: Option<usize>,
    pub ground: usize,
    pub pile: bool,
    pub open: bool,
    /// True if the onlooker may look at none of its pieces.
    pub closed: bool,
}

/// Returns the drawn zones: those of the play mat in its order, then the others.
pub fn zone_views(source: &StorySource<'_>, players: &[String]) -> Vec<ZoneView> {
    let fields = source.mat.iter().flat_map(|mat| &mat.fields);
    let fields: Vec<&String> = fields.filter_map(|field| field.zone.as_ref()).collect();
    let grounds = kind_grounds(source, players);
    let mut zones: Vec<(usize, ZoneView)> = Vec::new();
    for (nth, kind) in drawn_kinds(source) {
        let at = fields.iter().position(|zone| **zone == kind.key);
        let ground = grounds[&zone_kind(&kind.name, players)];
        let view = ZoneView {
            key: kind.key.to_owned(),
            owner: owner_number(kind, players),
            ground,
            pile: kind.pile,
            open: kind.open,
            closed: kind.closed,
        };
        zones.push((at.unwrap_or(fields.len() + nth), view));
    }
    zones.sort_by_key(|(order, _)| *order);
    zones.into_iter().map(|(_, view)| view).collect()
}

/// Returns the zones that the book shows, with their indices in the order in which the rules declare them.
fn drawn_kinds<'a>(source: &StorySource<'a>) -> impl Iterator<Item = (usize, &'a ZoneKind)> {
    let zones = source.trace.table.iter().enumerate();
    zones.filter(|(_, kind)| source.style.shows(&kind.key) || source.shows(&kind.key))
}

/// Returns a ground for every kind of zone: that of its field in the play mat, else the rarest one. Zones are
/// taken in the order in which the rules declare them, so that all examples of a book have the same grounds.
fn kind_grounds(source: &StorySource<'_>, players: &[String]) -> BTreeMap<String, usize> {
    let mut grounds = BTreeMap::new();
    for field in source.mat.iter().flat_map(|mat| &mat.fields) {
        let mut zones = source.trace.table.iter();
        let zone = zones.find(|kind| field.zone.as_ref() == Some(&kind.key));
        grounds.extend(zone.map(|zone| (zone_kind(&zone.name, players), field.ground)));
    }
    for (_, zone) in drawn_kinds(source) {
        let uses = |ground: &usize| grounds.values().filter(|own| *own == ground).count();
        let rarest = (0..GROUNDS.len()).min_by_key(uses).unwrap_or(0);
        grounds.entry(zone_kind(&zone.name, players)).or_insert(rarest);
    }
    grounds
}

/// Returns the printed names of all zones, by key.
pub fn zone_titles(table: &[ZoneKind]) -> BTreeMap<&str, String> {
    table.iter().map(|kind| (kind.key.as_str(), zone_title(kind, table))).collect()
}

/// Returns the name of a zone, with that of its owner if another zone has the same name.
fn zone_title(kind: &ZoneKind, table: &[ZoneKind]) -> String {
    let name = capitalized(&kind.name);
    let doubled = table.iter().filter(|other| other.name == kind.name).count() > 1;
    match &kind.owner {
        Some(owner) if doubled && !name.contains(owner.as_str()) => format!("{owner}: {name}"),
        _ => name,
    }
}

/// Returns the index of the owner of each zone that has one.
pub fn zone_owner_numbers<'a>(trace: &'a Trace, players: &[String]) -> BTreeMap<&'a str, usize> {
    let owned = trace.table.iter();
    owned.filter_map(|kind| Some((kind.key.as_str(), owner_number(kind, players)?))).collect()
}

fn owner_number(kind: &ZoneKind, players: &[String]) -> Option<usize> {
    players.iter().position(|player| Some(player) == kind.owner.as_ref())
}

/// Returns the players, in the order in which their zones were declared.
pub fn trace_players(trace: &Trace) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    let owners = trace.table.iter().filter_map(|zone| zone.owner.as_ref());
    for player in owners.chain(trace.end.players.keys()) {
        if !players.contains(player) {
            players.push(player.to_owned());
        }
    }
    players
}
