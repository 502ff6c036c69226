//! What all pictures of one example share: the zones in the order of the play area, the players,
//! the letters of flags and counters, and what stands in the corners of cards.

use std::collections::{BTreeMap, BTreeSet};

use super::map::{self, GameMap};
use super::{StorySource, TableChange, TableState, captions, zone};
use crate::engine::trace::{Act, PieceState, Start, Trace, TraceRecord, ZoneKind, ZoneLayout};
use crate::example::narrate::{Lexicon, Narrator};
use crate::picture::{
    CardToken, PartContent, PartMotion, Picture, PicturePart, PictureTone, assign_letters,
};

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

/// What all pictures of one example share.
#[derive(Debug)]
pub struct Storyboard<'a> {
    pub(super) words: &'a Lexicon,
    /// Those that are drawn, in the order of the play area.
    pub(super) zones: Vec<ZoneView>,
    pub(super) players: Vec<String>,
    /// Counters that are drawn.
    pub(super) counters: Vec<String>,
    /// Flags that are drawn.
    pub(super) flags: Vec<String>,
    /// Flags that lay a card on its side.
    pub(super) turned: &'a [String],
    letters: BTreeMap<String, String>,
    corners: BTreeMap<&'a str, &'a str>,
    wanted: Vec<&'a str>,
    /// The map, if the game has one.
    pub(super) field: Option<GameMap>,
    /// Owners of all zones, by key.
    owners: BTreeMap<String, usize>,
}

impl<'a> Storyboard<'a> {
    /// What the pictures of an example share.
    pub(super) fn of(source: &StorySource<'a>, teller: &Narrator<'_>) -> Self {
        let trace = source.trace;
        let players = trace_players(trace);
        let owning = players.clone();
        let told: BTreeSet<usize> =
            source.narration.sentences.iter().map(|told| told.record).collect();
        let (counters, flags) = (drawn_counters(trace, source), drawn_flags(trace, source, &told));
        let names =
            counters.iter().chain(flags.iter().filter(|flag| !source.style.turned.contains(flag)));
        let letters = assign_letters(names.map(|name| (name.as_str(), teller.name(name))));
        Self {
            words: source.lexicon,
            zones: zone_views(source, &players),
            players,
            counters,
            flags,
            turned: &source.style.turned,
            letters,
            corners: card_corners(source),
            field: GameMap::of(source),
            owners: zone_owner_numbers(trace, &owning),
            wanted: source.scenario.draw.iter().map(|zone| zone.value.as_str()).collect(),
        }
    }

    /// What stands in the corner of a card.
    pub(super) fn corner(&self, card: &str) -> &str {
        self.corners.get(card).copied().unwrap_or_default()
    }

    /// Whether everybody knows what a piece is.
    pub(super) fn knows(&self, zone: &str, piece: &PieceState) -> bool {
        piece.face_up || self.zones.iter().any(|view| view.key == zone && view.open)
    }

    /// The printed name of a zone.
    pub(super) fn title<'s>(&'s self, zone: &'s str) -> &'s str {
        self.zones.iter().find(|view| view.key == zone).map_or(zone, |view| view.title.as_str())
    }

    /// Flags and counters on a piece.
    pub(super) fn tokens(&self, piece: &PieceState) -> Vec<CardToken> {
        let counters = self.counters.iter().enumerate().filter_map(|(kind, counter)| {
            let amount = *piece.counters.get(counter)?;
            Some(CardToken {
                kind,
                letter: self.letter(counter),
                amount: Some(amount),
                strong: false,
            })
        });
        let shown = self.flags.iter().enumerate().filter(|(_, flag)| piece.flags.contains(flag));
        let flags = shown.filter(|(_, flag)| !self.turned.contains(flag)).map(|(kind, flag)| {
            CardToken { kind, letter: self.letter(flag), amount: None, strong: false }
        });
        counters.chain(flags).collect()
    }

    /// The number of the player to whom a zone belongs.
    pub(super) fn owner_of(&self, zone: &str) -> Option<usize> {
        self.owners.get(zone).copied()
    }

    pub(super) fn letter(&self, name: &str) -> String {
        self.letters.get(name).cloned().unwrap_or_default()
    }

    /// The table at the start: the zones that the scenario lays out and those it wants to be drawn.
    pub(super) fn position_picture(&self, table: &TableState, start: &Start) -> Option<Picture> {
        let laid = |zone: &str| {
            start.position.iter().any(|put: &ZoneLayout| put.zone == zone)
                || self.wanted.contains(&zone)
        };
        let views = self.zones.iter().filter(|view| laid(&view.key));
        let mut parts: Vec<PicturePart> =
            views.map(|view| zone::plain_zone(self, view, table, start)).collect();
        let named = table.players.iter().filter(|(_, counters)| !counters.is_empty());
        parts.extend(named.filter_map(|(player, _)| zone::player_tally(self, player, None, table)));
        parts.retain(
            |part| !matches!(&part.kind, PartContent::Tally(amounts) if amounts.is_empty()),
        );
        parts.extend(map::position_part(self, table));
        let alt = captions::position_caption(self, table, &parts);
        (!parts.is_empty()).then(|| self.finish_picture(parts, Vec::new(), alt))
    }

    /// What changed on the table in a step; none when nothing did.
    pub(super) fn step_picture(
        &self,
        before: &TableState,
        after: &TableState,
        records: &[TraceRecord],
        changes: &[TableChange],
    ) -> Option<Picture> {
        let touched: BTreeSet<&str> = changes.iter().flat_map(TableChange::zones).collect();
        let mut parts = Vec::new();
        let mut shown = Vec::new();
        for view in &self.zones {
            let strong = touched.contains(view.key.as_str());
            if strong || self.wanted.contains(&view.key.as_str()) {
                parts.push(zone::changed_zone(
                    self,
                    view,
                    (before, after),
                    strong.then_some(changes),
                ));
                shown.push(view.key.as_str());
            }
        }
        let counted = |player: &&String| changes.iter().any(|change| change.is_of_player(player));
        parts.extend(
            self.players
                .iter()
                .filter(counted)
                .filter_map(|player| zone::player_tally(self, player, Some(before), after)),
        );
        parts.extend(dice_part(records, self.words));
        // That a pile was shuffled cannot be seen.
        let seen = changes.iter().any(|change| !matches!(change, TableChange::Shuffle { .. }));
        if !seen || !parts.iter().any(|part| part.tone.is_strong()) {
            return None;
        }
        let motions = zone_motions(changes, &shown);
        Some(self.finish_picture(parts, motions, captions::step_caption(self, after, changes)))
    }

    fn finish_picture(
        &self,
        parts: Vec<PicturePart>,
        motions: Vec<PartMotion>,
        alt: String,
    ) -> Picture {
        let mut legend: Vec<(CardToken, String)> = Vec::new();
        let cards = parts.iter().filter_map(|part| {
            if let PartContent::Cards(cards) = &part.kind { Some(cards) } else { None }
        });
        for token in cards.flat_map(|cards| &cards.cards).flat_map(|card| &card.tokens) {
            if legend.iter().any(|(known, _)| known.letter == token.letter) {
                continue;
            }
            let name = self
                .letters
                .iter()
                .find(|(_, letter)| **letter == token.letter)
                .map(|(name, _)| name);
            let name = name.map(|name| self.words.name(name).to_owned()).unwrap_or_default();
            legend.push((CardToken { strong: false, ..token.clone() }, name));
        }
        Picture { parts, motions, legend, alt }
    }
}

/// Which parts pieces went between.
fn zone_motions(changes: &[TableChange], shown: &[&str]) -> Vec<PartMotion> {
    let mut motions = Vec::new();
    for change in changes {
        let TableChange::Move { from, to, .. } = change else { continue };
        let at = |zone: &str| shown.iter().position(|own| *own == zone);
        if let (Some(from), Some(to)) = (at(from), at(to)) {
            let motion = PartMotion { from, to };
            if !motions.contains(&motion) {
                motions.push(motion);
            }
        }
    }
    motions
}

/// The dice of a step.
fn dice_part(records: &[TraceRecord], words: &Lexicon) -> Option<PicturePart> {
    let rolled = records.iter().filter_map(|record| match &record.act {
        Act::Roll { dice } => Some(dice),
        _ => None,
    });
    let faces: Vec<(String, String)> = rolled.flatten().cloned().collect();
    let title = words.name(&faces.first()?.0).to_owned();
    let kind = PartContent::Dice(faces.into_iter().map(|(_, face)| face).collect());
    Some(PicturePart {
        title,
        owner: None,
        ground: 1,
        tone: PictureTone::Strong,
        was: None,
        now: None,
        kind,
    })
}

/// The player of each zone that belongs to one, by number.
fn zone_owner_numbers(trace: &Trace, players: &[String]) -> BTreeMap<String, usize> {
    let number =
        |kind: &ZoneKind| players.iter().position(|player| Some(player) == kind.owner.as_ref());
    trace.table.iter().filter_map(|kind| Some((kind.key.clone(), number(kind)?))).collect()
}

/// The players, in the order in which their zones were declared.
pub fn trace_players(trace: &Trace) -> Vec<String> {
    let mut players: Vec<String> = Vec::new();
    let owners = trace.table.iter().filter_map(|zone| zone.owner.clone());
    for player in owners.chain(trace.end.players.keys().cloned()) {
        if !players.contains(&player) {
            players.push(player);
        }
    }
    players
}

fn zone_views(source: &StorySource<'_>, players: &[String]) -> Vec<ZoneView> {
    let fields: Vec<(&str, usize)> = source
        .mat
        .map(|mat| {
            mat.fields
                .iter()
                .filter_map(|field| Some((field.zone.as_deref()?, field.ground)))
                .collect()
        })
        .unwrap_or_default();
    let field = |key: &str| fields.iter().position(|(zone, _)| *zone == key);
    let table = &source.trace.table;
    let mut zones: Vec<(usize, ZoneView)> = Vec::new();
    for (nth, kind) in table.iter().enumerate().filter(|(_, kind)| source.style.shows(&kind.key)) {
        let at = field(&kind.key);
        let view = ZoneView {
            key: kind.key.clone(),
            title: zone_title(kind, table),
            owner: kind
                .owner
                .as_ref()
                .and_then(|owner| players.iter().position(|player| player == owner)),
            ground: at.map_or(nth, |at| fields[at].1),
            pile: kind.pile,
            open: kind.open,
        };
        zones.push((at.unwrap_or(fields.len() + nth), view));
    }
    zones.sort_by_key(|(order, _)| *order);
    zones.into_iter().map(|(_, view)| view).collect()
}

/// The name of a zone, with that of its owner where another zone has the same one.
fn zone_title(kind: &ZoneKind, table: &[ZoneKind]) -> String {
    let mut name = kind.name.clone();
    if let Some(first) = name.chars().next() {
        name.replace_range(..first.len_utf8(), &first.to_uppercase().collect::<String>());
    }
    let doubled = table.iter().filter(|other| other.name == kind.name).count() > 1;
    match &kind.owner {
        Some(owner) if doubled && !name.contains(owner.as_str()) => format!("{owner}: {name}"),
        _ => name,
    }
}

/// Counters that occur in a trace, by name.
fn drawn_counters(trace: &Trace, source: &StorySource<'_>) -> Vec<String> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for snapshot in trace.start.iter().chain([&trace.end]) {
        names.extend(
            snapshot
                .zones
                .values()
                .flatten()
                .flat_map(|piece| piece.counters.keys())
                .map(String::as_str),
        );
        names.extend(snapshot.players.values().flat_map(BTreeMap::keys).map(String::as_str));
    }
    for record in &trace.records {
        if let Act::Count { counter, .. } = &record.act {
            names.insert(counter);
        }
    }
    let hidden = |name: &&str| source.style.hidden.iter().any(|own| own == name);
    names.into_iter().filter(|name| !hidden(name)).map(str::to_owned).collect()
}

/// Flags that are drawn: those of the scenario's position, those that are told, and those that lay
/// a card on its side.
fn drawn_flags(trace: &Trace, source: &StorySource<'_>, told: &BTreeSet<usize>) -> Vec<String> {
    let mut names: BTreeSet<&str> = source.style.turned.iter().map(String::as_str).collect();
    let cards = source.start.position.iter().flat_map(|put| &put.cards);
    names.extend(cards.flat_map(|card| &card.flags).map(String::as_str));
    for (at, record) in trace.records.iter().enumerate() {
        match &record.act {
            Act::Flag { flag, .. } if told.contains(&at) => drop(names.insert(flag)),
            _ => {}
        }
    }
    let hidden = |name: &&str| source.style.hidden.iter().any(|own| own == name);
    names.into_iter().filter(|name| !hidden(name)).map(str::to_owned).collect()
}

/// What stands in the corner of each card.
fn card_corners<'a>(source: &StorySource<'a>) -> BTreeMap<&'a str, &'a str> {
    let mut corners = BTreeMap::new();
    let wanted = |title: &str| {
        let title = title.to_lowercase();
        let own = source.style.corner.iter();
        own.clone()
            .position(|name| *name == title)
            .or_else(|| own.clone().position(|name| title.ends_with(&format!(" {name}"))))
    };
    for data in &source.program.data {
        let columns =
            data.columns.iter().enumerate().filter_map(|(at, title)| Some((wanted(title)?, at)));
        let Some((_, column)) = columns.min() else { continue };
        for row in &data.rows {
            if let (Some(name), Some(cell)) = (row.first(), row.get(column)) {
                corners.entry(name.as_str()).or_insert(cell.trim());
            }
        }
    }
    for row in &source.scenario.cards {
        let cells = row.cells.iter().filter_map(|(title, cell)| Some((wanted(title)?, cell)));
        if let Some((_, cell)) = cells.min() {
            corners.insert(row.name.value.as_str(), cell.trim());
        }
    }
    corners
}
