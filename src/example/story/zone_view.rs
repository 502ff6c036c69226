//! The zones that pictures draw, and the players whom they belong to.

use std::collections::BTreeMap;

use super::StorySource;
use super::captions::capitalized;
use crate::engine::trace::{Trace, ZoneKind};

/// A zone as it is drawn.
#[derive(Debug, Clone)]
pub(super) struct ZoneView {
    pub(super) key: String,
    pub(super) title: String,
    pub(super) owner: Option<usize>,
    pub(super) ground: usize,
    pub(super) pile: bool,
    pub(super) open: bool,
}

/// The zones that are drawn: those of the play area in its order, then the others.
pub(super) fn zone_views(source: &StorySource<'_>, players: &[String]) -> Vec<ZoneView> {
    let fields = zone_fields(source);
    let table = &source.trace.table;
    let mut zones: Vec<(usize, ZoneView)> = Vec::new();
    for (nth, kind) in table.iter().enumerate().filter(|(_, kind)| source.style.shows(&kind.key)) {
        let at = fields.iter().position(|(zone, _)| *zone == kind.key);
        let ground = at.map_or(nth, |at| fields[at].1);
        let order = at.unwrap_or(fields.len() + nth);
        zones.push((order, ZoneView::of(kind, ground, table, players)));
    }
    zones.sort_by_key(|(order, _)| *order);
    zones.into_iter().map(|(_, view)| view).collect()
}

/// The zones in the fields of the play area, each with its ground.
fn zone_fields<'a>(source: &StorySource<'a>) -> Vec<(&'a str, usize)> {
    let fields = source.mat.iter().flat_map(|mat| &mat.fields);
    fields.filter_map(|field| Some((field.zone.as_deref()?, field.ground))).collect()
}

impl ZoneView {
    fn of(kind: &ZoneKind, ground: usize, table: &[ZoneKind], players: &[String]) -> Self {
        Self {
            key: kind.key.to_owned(),
            title: zone_title(kind, table),
            owner: owner_number(kind, players),
            ground,
            pile: kind.pile,
            open: kind.open,
        }
    }
}

/// The name of a zone, with that of its owner where another zone has the same one.
fn zone_title(kind: &ZoneKind, table: &[ZoneKind]) -> String {
    let name = capitalized(kind.name.to_owned());
    let doubled = table.iter().filter(|other| other.name == kind.name).count() > 1;
    match &kind.owner {
        Some(owner) if doubled && !name.contains(owner.as_str()) => format!("{owner}: {name}"),
        _ => name,
    }
}

/// The player of each zone that belongs to one, by number.
pub(super) fn zone_owner_numbers<'a>(
    trace: &'a Trace,
    players: &[String],
) -> BTreeMap<&'a str, usize> {
    let owned = trace.table.iter();
    owned.filter_map(|kind| Some((kind.key.as_str(), owner_number(kind, players)?))).collect()
}

fn owner_number(kind: &ZoneKind, players: &[String]) -> Option<usize> {
    players.iter().position(|player| Some(player) == kind.owner.as_ref())
}

/// The players, in the order in which their zones were declared.
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
