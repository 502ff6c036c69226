//! One picture in place of steps: the table after the play, with numbers at what each step of a section
//! brought.

mod check;
mod marks;
mod section_steps;

use std::collections::BTreeMap;

pub use check::check_figure;
use marks::{FigureMarks, StepIndexes};
use section_steps::SectionSteps;

use super::captions::{self, joined_sentences};
use super::changes::TablePair;
use super::storyboard::Storyboard;
use super::zone::{TALLY_GROUND, plain_zone, tally_amount, uncounted_part};
use super::zone_view::ZoneView;
use super::{StorySource, TableState, map};
use crate::places;
use draw::picture::{
    CardFace, PartContent, Picture, PicturePart, PictureTone, TallyAmount, ZoneCards,
};
use rules::engine::trace::{PieceState, Start};

/// Draws the picture of a scenario with `figure`; none if it has none, or if the picture would show no step.
pub fn draw_figure(
    source: &StorySource<'_>,
    before: &TableState,
    scene: &Storyboard<'_>,
) -> Option<Picture> {
    let section =
        places::find_place(source.program, &source.scenario.lesson.figure.as_ref()?.value);
    let section = source.program.places.get(section? as usize)?;
    let steps = SectionSteps::of(source.program, section);
    let mut table = before.clone();
    table.apply_records(&source.trace.records);
    let tables = TablePair { scene, before, after: &table };
    let marks = FigureMarks::of(&source.trace.records, &steps, tables);
    let figure = TableFigure { scene, steps, marks, table, start: source.start };
    figure.picture()
}

/// Returns whether everybody sees the number of pieces: all of them are face up, or the pile has its number
/// on it.
fn counts_itself(content: &PartContent) -> bool {
    let PartContent::Cards(own) = content else { return false };
    let all_seen = own.cards.iter().all(|card| card.face != CardFace::Down);
    match own.cards.is_empty() {
        true => own.rest > 0,
        false => own.rest == 0 && all_seen,
    }
}

/// A table with the numbers of steps.
struct TableFigure<'a> {
    scene: &'a Storyboard<'a>,
    steps: SectionSteps<'a>,
    marks: FigureMarks,
    /// The table at the end of the play.
    table: TableState,
    start: &'a Start,
}

impl TableFigure<'_> {
    fn picture(&self) -> Option<Picture> {
        let shown_zones = self.scene.zones.iter().filter(|view| {
            let touched = !self.steps_in(&view.key).is_empty();
            let shown = touched && !self.scene.stands_on_maps(&view.key, &self.table);
            shown || self.scene.wanted.contains(&view.key.as_str())
        });
        let mut parts: Vec<PicturePart> = shown_zones.map(|view| self.zone_part(view)).collect();
        parts.extend(self.scene.players.iter().filter_map(|player| self.tally(player)));
        let discs = self.marks.pieces.iter().map(|(id, steps)| (*id, self.discs(steps)));
        let discs: BTreeMap<u32, Vec<String>> = discs.collect();
        parts.extend(map::figure_parts(self.scene, &self.table, &discs));
        if !parts.iter().any(PicturePart::is_numbered) {
            return None;
        }
        let alt = self.in_words(&parts);
        let picture = self.scene.finish_picture(parts, Vec::new(), alt);
        Some(Picture { packed: true, ..picture })
    }

    /// Returns the steps that brought the pieces in a zone.
    fn steps_in(&self, zone: &str) -> StepIndexes {
        let pieces = self.table.pieces_in(zone);
        let of_pieces = pieces.iter().filter_map(|piece| self.marks.pieces.get(&piece.id));
        let shuffled = self.marks.zones.get(zone).filter(|_| !pieces.is_empty());
        of_pieces.chain(shuffled).flatten().copied().collect()
    }

    fn discs(&self, steps: &StepIndexes) -> Vec<String> {
        steps.iter().map(|nth| self.steps.number(*nth).to_owned()).collect()
    }

    /// Returns a zone with its discs: those of all visible pieces at its title, those of some on their cards.
    fn zone_part(&self, view: &ZoneView) -> PicturePart {
        let mut part = plain_zone(self.scene, view, &self.table, self.start);
        let mut steps = self.steps_in(&view.key);
        if let PartContent::Cards(own) = &mut part.kind {
            own.stacked = view.pile && own.cards.len() == 1;
            if !view.pile {
                self.put_on_cards(own, &mut steps);
            }
        }
        part.discs = self.discs(&steps);
        part.now = part.now.filter(|_| !counts_itself(&part.kind));
        part
    }

    /// Puts discs on the faces of a zone if only some faces have them, and removes these from the zone's own.
    fn put_on_cards(&self, cards: &mut ZoneCards, steps: &mut StepIndexes) {
        let on_cards = self.steps_on_cards(cards);
        let all_have = |nth: &usize| on_cards.iter().all(|(_, own)| own.contains(nth));
        let on_some: StepIndexes = on_cards.iter().flat_map(|(_, own)| own).copied().collect();
        let apart: StepIndexes = on_some.into_iter().filter(|nth| !all_have(nth)).collect();
        for (at, own) in &on_cards {
            cards.cards[*at].discs = self.discs(&own.intersection(&apart).copied().collect());
        }
        steps.retain(|nth| !apart.contains(nth));
    }

    /// Returns the steps of the cards whose faces are visible, each with the index of the card.
    fn steps_on_cards(&self, cards: &ZoneCards) -> Vec<(usize, StepIndexes)> {
        let cards = cards.cards.iter().enumerate();
        let faces = cards.filter(|(_, card)| card.face != CardFace::Down);
        let steps = |id| self.marks.pieces.get(&id).cloned().unwrap_or_default();
        faces.map(|(at, card)| (at, steps(card.id))).collect()
    }

    /// Returns the counters that steps gave a player.
    fn tally(&self, player: &String) -> Option<PicturePart> {
        let now = self.table.players.get(player)?;
        let counters = self.scene.counters.iter().filter_map(|counter| {
            let steps = self.marks.counters.get(&(player.clone(), counter.clone()))?;
            Some((tally_amount(self.scene, counter, now, now)?, steps))
        });
        let counters: Vec<(TallyAmount, &StepIndexes)> = counters.collect();
        let (_, first) = counters.first()?;
        let whole = counters.iter().all(|(_, steps)| steps == first);
        let discs = if whole { self.discs(first) } else { Vec::new() };
        let amounts = counters.iter().map(|(amount, steps)| TallyAmount {
            discs: if whole { Vec::new() } else { self.discs(steps) },
            ..amount.clone()
        });
        let content = PartContent::Tally(amounts.collect());
        let owner = self.scene.players.iter().position(|own| own == player);
        let part = uncounted_part(player, TALLY_GROUND, PictureTone::Plain, content);
        Some(PicturePart { owner, discs, ..part })
    }

    /// Describes the result of each step, and then everything else on the table.
    fn in_words(&self, parts: &[PicturePart]) -> String {
        let steps = (0..self.steps.count()).map(|nth| self.step_in_words(nth, parts));
        let plain = parts.iter().filter(|part| !part.is_numbered());
        let plain = plain.map(|part| captions::part_caption(self.scene, &self.table, part));
        joined_sentences(steps.chain(plain))
    }

    /// Returns "2: Rift deck (176): 176 face-down cards."
    fn step_in_words(&self, nth: usize, parts: &[PicturePart]) -> String {
        let told = parts.iter().map(|part| match &part.kind {
            PartContent::Cards(own) if self.steps_in(&own.zone).contains(&nth) => {
                captions::short_zone_caption(self.scene, &own.zone, &self.table)
            }
            PartContent::Tally(amounts) => self.tally_in_words(part, amounts, nth),
            PartContent::Map(_) => {
                let is_of_step = |piece: &&PieceState| {
                    let steps = self.marks.pieces.get(&piece.id);
                    steps.is_some_and(|steps| steps.contains(&nth))
                };
                map::pieces_sentence(self.scene, self.table.pieces().filter(is_of_step))
            }
            PartContent::Cards(_) | PartContent::Dice(_) => String::new(),
        });
        let told = joined_sentences(told);
        if told.is_empty() { told } else { format!("{}: {told}", self.steps.number(nth)) }
    }

    /// Describes the amounts of a player that a step changed.
    fn tally_in_words(&self, part: &PicturePart, amounts: &[TallyAmount], nth: usize) -> String {
        let number = self.steps.number(nth);
        let is_own = |amount: &&TallyAmount| {
            part.discs.iter().chain(&amount.discs).any(|disc| disc == number)
        };
        let own: Vec<TallyAmount> = amounts.iter().filter(is_own).cloned().collect();
        if own.is_empty() {
            return String::new();
        }
        let part = PicturePart { kind: PartContent::Tally(own), ..part.clone() };
        captions::part_caption(self.scene, &self.table, &part)
    }
}
