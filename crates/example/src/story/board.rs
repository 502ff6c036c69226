//! One picture for several steps: the table before the first of them, with their numbers on the pieces they
//! are about, and arrows for moves.

use std::collections::{BTreeMap, BTreeSet};

use super::captions::{board_caption, joined_sentences};
use super::changes::TablePair;
use super::map;
use super::storyboard::{Storyboard, zone_motions};
use super::zone::BoardZone;
use super::zone_view::ZoneView;
use super::{Step, StoryEntry, StorySource, TableChange, TableState, Telling};
use draw::picture::{PartContent, Picture, PicturePart, PictureTone, joined_disc};
use rules::engine::Elimination;
use rules::engine::trace::{Act, NamedPending, TraceRecord};

/// The most steps that are numbered on one picture.
const MOST_STEPS: usize = 10;

/// A picture with numbered steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Number of its first step; the picture is printed before it.
    pub first: u32,
    /// The table before that step.
    pub picture: Picture,
}

/// Draws the pictures for the steps that are printed in full.
pub fn draw_boards(
    entries: &[StoryEntry],
    mut table: TableState,
    source: &StorySource<'_>,
    scene: &Storyboard<'_>,
) -> Vec<Board> {
    let records = &source.trace.records;
    let mut boards = Vec::new();
    let mut run = StepRun::default();
    for entry in entries {
        let StoryEntry::Step(step) = entry else { continue };
        let is_full = step.telling == Telling::Full;
        if is_full && run.is_full_before(step, records, scene) {
            boards.extend(std::mem::take(&mut run).board(&table, records, scene));
        }
        if run.steps.is_empty() {
            run.before = table.clone();
        }
        table.apply_records(step.told_by(records));
        if is_full {
            run.steps.push(step);
        }
    }
    boards.extend(run.board(&table, records, scene));
    boards
}

/// Steps on one picture.
#[derive(Default)]
struct StepRun<'a> {
    before: TableState,
    steps: Vec<&'a Step>,
}

impl StepRun<'_> {
    /// Returns whether the next step needs another picture: this one has many steps, or its maps would have
    /// to draw something twice.
    fn is_full_before(&self, next: &Step, records: &[TraceRecord], scene: &Storyboard<'_>) -> bool {
        let uses = |step: &Step| map::map_uses(step.told_by(records), &scene.maps);
        let used: BTreeSet<_> = self.steps.iter().flat_map(|step| uses(step)).collect();
        self.steps.len() >= MOST_STEPS || uses(next).iter().any(|one| used.contains(one))
    }

    /// Draws the picture; none if nothing happens on the table.
    fn board(
        self,
        after: &TableState,
        records: &[TraceRecord],
        scene: &Storyboard<'_>,
    ) -> Option<Board> {
        let first = self.steps.first()?.number;
        let marks = StepMarks::of(&self.steps, records);
        let tables = TablePair { scene, before: &self.before, after };
        let changes: Vec<TableChange> =
            self.steps.iter().flat_map(|step| step.changes.iter().cloned()).collect();
        let views = scene.zones.iter().filter(|view| {
            let touched = changes.iter().any(|change| change.zones().contains(&view.key.as_str()));
            let pieces = self.before.pieces_in(&view.key);
            let named = pieces.iter().any(|piece| marks.named.contains(&piece.id));
            let shown = (touched || named) && !scene.stands_on_maps(&view.key, &self.before);
            shown || scene.wanted.contains(&view.key.as_str())
        });
        let is_bare = |view: &&ZoneView| {
            let tables = [&self.before, after];
            tables.iter().all(|table| table.pieces_in(&view.key).is_empty())
        };
        let views: Vec<&ZoneView> = views.filter(|view| !is_bare(view)).collect();
        let zones = views.iter().map(|view| BoardZone { tables, view, marks: &marks }.part());
        let mut parts: Vec<PicturePart> = zones.collect();
        let motions = zone_motions(&changes, &views);
        self.number_hidden_changes(&mut parts);
        parts.extend(self.tallies(tables, &changes));
        parts.extend(self.dice(records, scene));
        let maps = map::board_parts(scene, records, &self.steps, &self.before, &marks.steps);
        let (maps, choices): (Vec<PicturePart>, Vec<String>) = maps.into_iter().unzip();
        parts.extend(maps);
        if !parts.iter().any(PicturePart::is_numbered) {
            return None;
        }
        let before = board_caption(scene, &self.before, &parts);
        let told = self.steps.iter().map(|step| scene.told_changes(step, records));
        let alt = joined_sentences(std::iter::once(before).chain(told).chain(choices));
        Some(Board { first, picture: scene.finish_picture(parts, motions, alt) })
    }

    /// Puts the numbers of steps that no card shows on their zones.
    fn number_hidden_changes(&self, parts: &mut [PicturePart]) {
        let shown: BTreeSet<u32> = parts.iter().flat_map(PicturePart::faces).collect();
        let mut numbers: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for step in &self.steps {
            let hidden = step.changes.iter().filter(|change| match change {
                TableChange::Shuffle { .. } => true,
                change => change.piece().is_some_and(|id| !shown.contains(&id)),
            });
            for zone in hidden.filter_map(|change| change.zones().last().copied()) {
                let own = numbers.entry(zone).or_default();
                if own.last() != Some(&step.number) {
                    own.push(step.number);
                }
            }
        }
        for part in parts {
            let own = part.zone_key().and_then(|zone| numbers.get(zone));
            part.discs = own.map(|own| joined_disc(own)).unwrap_or_default();
        }
    }

    /// Returns the counters of players that the steps change.
    fn tallies(&self, tables: TablePair<'_>, changes: &[TableChange]) -> Vec<PicturePart> {
        let tallies = tables.changed_tallies(changes).filter_map(|mut part| {
            part.tone = PictureTone::Plain;
            let told = |step: &&&Step| step.changes.iter().any(|one| one.is_of_player(&part.title));
            let numbers = self.steps.iter().filter(told).map(|step| step.number);
            part.discs = joined_disc(&numbers.collect::<Vec<_>>());
            if let PartContent::Tally(amounts) = &mut part.kind {
                amounts.retain(|amount| amount.was.is_some());
            }
            part.has_content().then_some(part)
        });
        tallies.collect()
    }

    /// Returns the dice of the steps.
    fn dice(&self, records: &[TraceRecord], scene: &Storyboard<'_>) -> Vec<PicturePart> {
        let rolls = self.steps.iter().filter_map(|step| {
            let part = scene.dice_part(step.told_by(records), PictureTone::Plain)?;
            Some(PicturePart { discs: joined_disc(&[step.number]), ..part })
        });
        rolls.collect()
    }
}

/// The pieces that steps are about.
pub struct StepMarks {
    /// Numbers of the steps that change or use a piece, by piece.
    pub steps: BTreeMap<u32, Vec<u32>>,
    /// Pieces that the steps name.
    pub named: BTreeSet<u32>,
}

impl StepMarks {
    fn of(told: &[&Step], records: &[TraceRecord]) -> Self {
        let mut marks = Self { steps: BTreeMap::new(), named: BTreeSet::new() };
        for step in told {
            let touched = step.changes.iter().filter_map(TableChange::piece);
            let acts = step.told_by(records).iter().map(|record| &record.act);
            let used = acts.clone().filter_map(used_piece);
            for id in touched.chain(used) {
                let steps = marks.steps.entry(id).or_default();
                if steps.last() != Some(&step.number) {
                    steps.push(step.number);
                }
            }
            marks.named.extend(acts.flat_map(named_pieces));
        }
        marks.named.extend(marks.steps.keys());
        marks
    }
}

/// Returns the piece that an act uses: a chosen one, or one that is put on the stack.
fn used_piece(act: &Act) -> Option<u32> {
    match act {
        Act::Pick { chosen: Some(thing), .. } => Some(thing.id),
        Act::Push { what: NamedPending::Thing(thing) } => Some(thing.id),
        _ => None,
    }
}

/// Returns the pieces that an act compares.
fn named_pieces(act: &Act) -> Vec<u32> {
    let Act::Pick { lines, excluded, .. } = act else { return Vec::new() };
    let compared = lines.iter().flat_map(Elimination::compared);
    compared.chain(excluded.iter().map(|(thing, _)| thing)).map(|thing| thing.id).collect()
}
