//! Changes of the text. In: the paired passages of two editions. Out: rules that are new, gone, moved or
//! reworded, and lists in another order.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::PassagePairs;
use super::passages::{Passage, PassageKind, Passages};
use super::tables::compare_tables;
use super::words::{Word, all_marked, is_same, marked, printed};
use super::{Change, How, Mark, MarkedWords, PartChange, ShownPlace, Subject, charts, order};

/// Maximum number of words in the name of a step.
const MOST_NAMED: usize = 12;

/// A change, with the index of its passage in the later edition.
pub type PlacedChange = (usize, Change);

/// Two editions whose passages are paired.
#[derive(Clone, Copy)]
pub struct PairedText<'a, 'p> {
    pub old: &'p Passages<'a>,
    pub new: &'p Passages<'a>,
    pub pairs: &'p PassagePairs,
    /// True if another reading is in force.
    pub reread: bool,
}

/// Changes of the text, and the passages that moved and therefore have another number.
#[derive(Default)]
pub struct TextChanges {
    pub changes: Vec<PlacedChange>,
    /// The places that another reading changes.
    pub reread: Vec<ShownPlace>,
    /// Passages of the later edition whose new number another change reports.
    pub told: BTreeSet<usize>,
}

/// Compares the text of two editions.
pub fn text_changes(text: PairedText<'_, '_>) -> TextChanges {
    let mut changes = TextChanges::default();
    text.added(&mut changes);
    text.removed(&mut changes);
    text.moved(&mut changes);
    text.changed(&mut changes);
    text.reordered(&mut changes);
    changes
}

impl PairedText<'_, '_> {
    /// Adds the passages that only the later edition has, each with those in it.
    fn added(self, changes: &mut TextChanges) {
        let mut before = None;
        for (at, passage) in self.new.all.iter().enumerate() {
            let is_new = |at: usize| self.pairs.old_of[at].is_none();
            before = self.pairs.old_of[at].or(before);
            if !is_new(at) || passage.parent.is_some_and(is_new) {
                continue;
            }
            if self.reread && passage.reading.is_some() {
                changes.reread.push(shown_place(self.new, at));
                continue;
            }
            let own = self.new.whole(at).into_iter().filter(|inner| is_new(*inner));
            let own: Vec<usize> = own.collect();
            changes.told.extend(&own);
            let change = Change {
                how: How::Added,
                new: Some(self.new.place(at)),
                after: before.map(|was| self.old.place(was)),
                words: whole_text(Mark::New, self.new, &own),
                ..named_change(passage)
            };
            changes.changes.push((at, change));
        }
    }

    /// Adds the passages that only the earlier edition has, each with those in it.
    fn removed(self, changes: &mut TextChanges) {
        let mut before = 0;
        for (at, passage) in self.old.all.iter().enumerate() {
            let is_gone = |at: usize| self.pairs.new_of[at].is_none();
            if let Some(is) = self.pairs.new_of[at] {
                before = is;
            }
            if !is_gone(at) || passage.parent.is_some_and(is_gone) {
                continue;
            }
            if self.reread && passage.reading.is_some() {
                continue;
            }
            let own = self.old.whole(at).into_iter().filter(|inner| is_gone(*inner));
            let own: Vec<usize> = own.collect();
            let change = Change {
                how: How::Removed,
                old: Some(self.old.place(at)),
                words: whole_text(Mark::Old, self.old, &own),
                ..named_change(passage)
            };
            changes.changes.push((before, change));
        }
    }

    /// True if the parent of a passage of the later edition has changed.
    pub fn is_moved(self, at: usize) -> bool {
        let Some(was) = self.pairs.old_of[at] else { return false };
        let parent = self.old.all[was].parent.map(|parent| self.pairs.new_of[parent]);
        match (parent, self.new.all[at].parent) {
            (None, None) => false,
            (Some(now), parent) => now != parent,
            (None, Some(_)) => true,
        }
    }

    /// Adds the passages that moved to another section; neighbours that moved together are one change.
    fn moved(self, changes: &mut TextChanges) {
        type Way = (Option<usize>, Option<usize>);
        let mut runs: Vec<(Way, Vec<usize>)> = Vec::new();
        for at in (0..self.new.all.len()).filter(|at| self.is_moved(*at)) {
            let Some(was) = self.pairs.old_of[at] else { continue };
            if matches!(self.new.all[at].kind, PassageKind::Brief) {
                continue;
            }
            let readings = [&self.old.all[was].reading, &self.new.all[at].reading];
            if self.reread && readings.iter().any(|reading| reading.is_some()) {
                changes.told.insert(at);
                continue;
            }
            let way = (self.old.all[was].parent, self.new.all[at].parent);
            match runs.last_mut().filter(|(last, _)| *last == way) {
                Some((_, run)) => run.push(at),
                None => runs.push((way, vec![at])),
            }
        }
        for (_, run) in runs {
            let Some(was) = self.pairs.old_of[run[0]] else { continue };
            for at in &run {
                changes.told.extend(self.new.whole(*at));
            }
            let mut change = Change {
                how: How::Moved,
                old: Some(self.old.place(was)),
                new: Some(self.new.place(run[0])),
                ..named_change(&self.new.all[run[0]])
            };
            match run.as_slice() {
                [only] => {
                    let (old, new) = (&self.old.all[was], &self.new.all[*only]);
                    change.words = match is_same(&old.words, &new.words) {
                        true => all_marked(Mark::Same, &new.words),
                        false => marked(&old.words, &new.words),
                    };
                }
                several => {
                    change.parts.extend(several.iter().map(|at| {
                        let words = first_words(&self.new.all[*at].words);
                        PartChange { name: words, old: None, new: None }
                    }));
                }
            }
            changes.changes.push((run[0], change));
        }
    }

    /// Adds the passages whose words, rows or boxes changed.
    fn changed(self, changes: &mut TextChanges) {
        for (at, new) in self.new.all.iter().enumerate() {
            let Some(was) = self.pairs.old_of[at] else { continue };
            let old = &self.old.all[was];
            let change = match (&old.kind, &new.kind) {
                (PassageKind::Table(before), PassageKind::Table(after)) => {
                    let table = compare_tables(before, after);
                    (!table.is_empty()).then(|| Change {
                        how: How::Changed,
                        parts: table_parts(&table),
                        ..named_change(new)
                    })
                }
                (PassageKind::Chart(before), PassageKind::Chart(after)) => {
                    let parts = charts::chart_parts(before, after);
                    (!parts.is_empty()).then(|| Change { parts, ..named_change(new) })
                }
                _ if is_same(&old.words, &new.words) => None,
                _ if self.is_moved(at) && !matches!(new.kind, PassageKind::Brief) => None,
                _ => {
                    let is_title = matches!(new.kind, PassageKind::Title);
                    let how = if is_title { How::Renamed } else { How::Reworded };
                    Some(Change { how, words: marked(&old.words, &new.words), ..named_change(new) })
                }
            };
            let Some(change) = change else { continue };
            let is_reread = old.reading.is_some() || new.reading.is_some();
            if self.reread && is_reread && old.reading != new.reading {
                changes.reread.push(shown_place(self.new, at));
                continue;
            }
            let (old, new) = (Some(self.old.place(was)), Some(self.new.place(at)));
            changes.changes.push((at, Change { old, new, ..change }));
        }
    }

    /// Adds the lists, sections and paragraphs whose order changed.
    fn reordered(self, changes: &mut TextChanges) {
        for ((parent, _), now) in self.siblings() {
            let before: Vec<usize> = now.iter().filter_map(|at| self.pairs.old_of[*at]).collect();
            let moved = order::moved(&before);
            let Some(first) = moved.first().map(|nth| now[*nth]) else { continue };
            let parts: Vec<PartChange> = self.reordered_parts(&now, &before);
            for at in &now {
                if self.pairs.old_of[*at].is_some() {
                    changes.told.extend(self.new.whole(*at));
                }
            }
            let place = parent.unwrap_or(first);
            let was = self.pairs.old_of[place].map(|was| self.old.place(was));
            let mut change = Change {
                subject: Subject::List,
                how: How::Reordered,
                old: was,
                new: Some(self.new.place(place)),
                parts,
                ..named_change(&self.new.all[place])
            };
            if parent.is_none() {
                "of the chapters".clone_into(&mut change.name);
                let places = [&mut change.old, &mut change.new];
                places.into_iter().flatten().for_each(|place| place.address.clear());
            }
            changes.changes.push((first, change));
        }
    }

    /// Returns the passages that both editions have in the same section or item, by that; titles are
    /// separate.
    fn siblings(self) -> BTreeMap<(Option<usize>, bool), Vec<usize>> {
        let mut siblings: BTreeMap<(Option<usize>, bool), Vec<usize>> = BTreeMap::new();
        for (at, passage) in self.new.all.iter().enumerate() {
            let is_reread = self.reread && passage.reading.is_some();
            if self.pairs.old_of[at].is_some() && !self.is_moved(at) && !is_reread {
                let is_title = matches!(passage.kind, PassageKind::Title);
                siblings.entry((passage.parent, is_title)).or_default().push(at);
            }
        }
        siblings
    }

    /// Returns the smallest set of passages that moved among their siblings.
    pub fn reordered_passages(self) -> BTreeSet<usize> {
        let mut reordered = BTreeSet::new();
        for now in self.siblings().into_values() {
            let before: Vec<usize> = now.iter().filter_map(|at| self.pairs.old_of[*at]).collect();
            reordered.extend(order::moved(&before).into_iter().map(|nth| now[nth]));
        }
        reordered
    }

    /// Returns the siblings whose rank changed, each with both ranks.
    fn reordered_parts(self, now: &[usize], before: &[usize]) -> Vec<PartChange> {
        let mut sorted = before.to_vec();
        sorted.sort_unstable();
        let mut parts = Vec::new();
        for (rank, (at, was)) in now.iter().zip(before).enumerate() {
            let earlier = sorted.iter().position(|other| other == was).unwrap_or(rank);
            if earlier != rank {
                let number = |passages: &Passages<'_>, at: usize, rank: usize| {
                    let address = &passages.all[at].address;
                    match address.is_empty() {
                        true => (rank + 1).to_string(),
                        false => address.clone(),
                    }
                };
                let name = first_words(&self.new.all[*at].words);
                parts.push(PartChange {
                    name: name.trim_end_matches([',', ';', '.']).to_owned(),
                    old: Some(number(self.old, *was, earlier)),
                    new: Some(number(self.new, *at, rank)),
                });
            }
        }
        parts
    }
}

/// Returns the change of a passage with its subject only.
fn named_change(passage: &Passage) -> Change {
    let (subject, how) = match &passage.kind {
        PassageKind::Title | PassageKind::Text | PassageKind::Item => {
            (Subject::Rule, How::Reworded)
        }
        PassageKind::Brief => (Subject::Brief, How::Reworded),
        PassageKind::Term => (Subject::Term, How::Reworded),
        PassageKind::Table(_) => (Subject::Table, How::Changed),
        PassageKind::Chart(_) => (Subject::Chart, How::Changed),
    };
    let section = Some(passage.section.clone()).filter(|section| !section.is_empty());
    Change {
        subject,
        how,
        name: passage.title.clone(),
        anchor: passage.anchor.clone().or(section),
        ..Change::default()
    }
}

/// Returns the place of a passage, in the words of a reader.
pub fn shown_place(passages: &Passages<'_>, at: usize) -> ShownPlace {
    let passage = &passages.all[at];
    let cited = passages.cited(at);
    let place = match &passage.kind {
        PassageKind::Brief => format!("brief of {cited}"),
        PassageKind::Term => format!("term {}", passage.title),
        PassageKind::Table(_) => format!("table in {cited}"),
        PassageKind::Chart(_) => format!("chart in {cited}"),
        PassageKind::Title | PassageKind::Text | PassageKind::Item => cited,
    };
    let (file, line) = passages.places.file_and_line(passage.span);
    ShownPlace { place, file, line }
}

/// Returns the words of several passages, one line each, all with one mark. The title of a section is left
/// out: it is the name of the change.
fn whole_text(mark: Mark, passages: &Passages<'_>, inside: &[usize]) -> Vec<MarkedWords> {
    let is_name =
        |at: &&usize| **at == inside[0] && matches!(passages.all[**at].kind, PassageKind::Title);
    let texts = inside.iter().filter(|at| !is_name(at));
    let texts = texts.map(|at| printed(&passages.all[*at].words)).filter(|text| !text.is_empty());
    let text = texts.collect::<Vec<_>>().join("\n");
    if text.is_empty() { Vec::new() } else { vec![MarkedWords { mark, text }] }
}

/// Returns the first words of a passage, as its name.
fn first_words(words: &[Word]) -> String {
    let text = printed(&words[..words.len().min(MOST_NAMED)]);
    if words.len() > MOST_NAMED { format!("{text} ...") } else { text }
}

/// Returns the changes of a table, part by part: a row that is new or gone is one part, and so is each
/// changed field.
fn table_parts(table: &super::tables::TableChange) -> Vec<PartChange> {
    let mut parts = table.columns.clone();
    for row in &table.rows {
        let name = &row.name;
        match row.how {
            How::Added => parts.push(PartChange::new("row", None, Some(name))),
            How::Removed => parts.push(PartChange::new("row", Some(name), None)),
            _ => {
                parts.extend(row.parts.iter().map(|part| PartChange {
                    name: format!("{name}, {}", part.name),
                    ..part.clone()
                }))
            }
        }
    }
    if table.reordered {
        parts.push(PartChange::new("rows in another order", None, None));
    }
    parts
}
