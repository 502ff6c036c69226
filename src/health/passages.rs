//! The passages of a book, by what holds them. In: the places of its text, its rules, and the places that its
//! examples and many games reach. Out: every passage that readers can cite, with its state.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::TextPlace;
use super::holders::Holders;
use super::places::BookText;
use super::sections::{Sections, glossary_sections};
use base::source::{SourceId, Span};
use document::{BlockKind, walk};
use example::command::Reached;
use rules::places::ProsePlaces;
use rules::{Program, ProsePlace};

/// Maximum length of an excerpt, in characters.
const EXCERPT: usize = 180;

/// The state of a passage; the strongest is last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PassageState {
    /// No rule carries it out, and no example shows it.
    Unheld,
    /// A rule carries it out, and neither a game nor an example reached it.
    Carried,
    /// Games reached it.
    Played,
    /// An example of the book shows it.
    Shown,
}

/// A passage that readers can cite.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Passage {
    /// Its number on the page, from 1.
    pub number: usize,
    /// Its number for readers, `5.6.1 step 2`; without a number, the title of its section.
    pub address: String,
    /// The title of its section.
    pub title: String,
    /// Its first words.
    pub excerpt: String,
    /// Its state.
    pub state: PassageState,
    /// True if it is between the title of a chapter and its first section, where it is mostly an
    /// introduction.
    pub opens: bool,
    /// The function that carries it out: `rules/turn.star:40 bury`.
    pub function: Option<String>,
    /// Its place.
    pub place: TextPlace,
}

/// The passages of a chapter.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Chapter {
    /// Its address and title, `3 The turn`.
    pub title: String,
    /// Its passages in reading order.
    pub passages: Vec<Passage>,
}

impl Chapter {
    /// True if any passage in it is carried out or shown; not so for an introduction or a glossary.
    pub fn is_played(&self) -> bool {
        self.passages.iter().any(|passage| passage.state != PassageState::Unheld)
    }
}

/// A passage before its state is known: a section, an item or a box, and the places within it.
struct Unit<'p> {
    first: &'p ProsePlace,
    places: BTreeSet<u32>,
    is_heading: bool,
}

/// Returns the passages of a book by chapter, with their states from its examples and games. Without rules
/// none is carried out.
pub fn passages_by_chapter(
    book: &BookText<'_>,
    program: Option<&Program>,
    examples: &Reached,
    games: &Reached,
) -> Vec<Chapter> {
    let found;
    let places: &[ProsePlace] = match program {
        Some(program) => &program.places,
        None => {
            found = ProsePlaces::of(book.manuscript).all;
            &found
        }
    };
    let units = units_of(places);
    let holders = program.map(Holders::of).unwrap_or_default();
    let written = written_examples(book, &units);
    let states = units.iter().enumerate().map(|(nth, unit)| match written.contains(&nth) {
        true => PassageState::Shown,
        false => holders.state(&unit.places, examples, games),
    });
    let mut states: Vec<PassageState> = states.collect();
    hold_pointers(&units, places, &mut states);
    hold_openings(&units, &mut states);
    let function = |unit: &Unit<'_>| holders.function(&unit.places, program?);
    let mut chapters = group_by_chapter(book, &units, &states, &function);
    for chapter in &mut chapters {
        // A passage alone in its chapter opens nothing.
        let alone = chapter.passages.len() == 1;
        chapter.passages.iter_mut().for_each(|passage| passage.opens &= !alone);
    }
    chapters
}

/// Returns the units with text, as passages; glossaries are left out.
fn group_by_chapter(
    book: &BookText<'_>,
    units: &[Unit<'_>],
    states: &[PassageState],
    function: &dyn Fn(&Unit<'_>) -> Option<String>,
) -> Vec<Chapter> {
    let blocks = &book.manuscript.document.blocks;
    let (sections, glossary) = (Sections::of(blocks), glossary_sections(blocks));
    // A title alone, or above a table, has no text of its own.
    let says_something = |(unit, state): &(&Unit<'_>, &PassageState)| {
        let has_prose = !unit.is_heading
            || **state != PassageState::Unheld
            || sections.with_prose.contains(&unit.first.section);
        has_prose && !unit.first.text.trim().is_empty()
    };
    let mut chapters: Vec<Chapter> = Vec::new();
    for (number, (unit, state)) in units
        .iter()
        .zip(states)
        .filter(says_something)
        .filter(|(unit, _)| !glossary.contains(unit.first.section.as_str()))
        .enumerate()
    {
        let ProsePlace { address, title: section_title, .. } = unit.first;
        let section = sections.chapters.get(&unit.first.section);
        // The boxes of a chart belong to the chapter of the chart.
        let title = section.map(|section| &section.title);
        let title = title.or(chapters.last().map(|last| &last.title)).cloned().unwrap_or_default();
        let passage = Passage {
            number: number + 1,
            address: if address.is_empty() { section_title } else { address }.clone(),
            title: section_title.clone(),
            excerpt: excerpt(&unit.first.text),
            state: *state,
            opens: unit.is_heading && section.is_some_and(|section| section.is_top),
            function: function(unit),
            place: book.place(unit.first.span),
        };
        match chapters.last_mut().filter(|last| last.title == title) {
            Some(last) => last.passages.push(passage),
            None => chapters.push(Chapter { title, passages: vec![passage] }),
        }
    }
    chapters
}

/// Returns the first words of a text on one line.
pub fn excerpt(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(EXCERPT) {
        None => line,
        Some((end, _)) => {
            let cut = line[..end].rfind(' ').unwrap_or(end);
            format!("{} …", line[..cut].trim_end_matches([',', ';', ':']))
        }
    }
}

/// Returns the units of a text in reading order: its places; plain bullets and named words belong to the unit
/// around them.
fn units_of(places: &[ProsePlace]) -> Vec<Unit<'_>> {
    let mut units: Vec<Unit<'_>> = Vec::new();
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for (index, place) in (0u32..).zip(places).filter(|(_, place)| place.book.is_none()) {
        let key = (place.section.as_str(), citable_step(&place.step));
        let is_heading = place.step.is_empty() && place.anchor.as_ref() == Some(&place.section);
        match known.get(&key) {
            Some(nth) => {
                units[*nth].places.insert(index);
            }
            // Words before the first heading belong to no section.
            None if key.1.is_empty() && !is_heading => {}
            None => {
                known.insert(key, units.len());
                let places = BTreeSet::from([index]);
                units.push(Unit { first: place, places, is_heading });
            }
        }
    }
    // The boxes of charts come last in the list of places.
    units.sort_by_key(|unit| (unit.first.span.source, unit.first.span.start));
    let order: BTreeMap<SourceId, usize> = places
        .iter()
        .rev()
        .enumerate()
        .map(|(nth, place)| (place.span.source, places.len() - nth))
        .collect();
    units.sort_by_key(|unit| order.get(&unit.first.span.source).copied());
    units
}

/// Returns a step without its plain bullets, which have no number: `2.1` for `2.1.*3`.
fn citable_step(step: &str) -> String {
    let parts: Vec<&str> = step.split('.').take_while(|part| !part.starts_with('*')).collect();
    parts.join(".")
}

/// Maximum length of a pointer, in words.
const POINTER: usize = 8;

/// Raises items that only point to a rule, such as "activate an ability", to the state of that rule, if it is
/// held.
fn hold_pointers(units: &[Unit<'_>], places: &[ProsePlace], states: &mut [PassageState]) {
    let mut by_place: BTreeMap<u32, usize> = BTreeMap::new();
    for (nth, unit) in units.iter().enumerate() {
        by_place.extend(unit.places.iter().map(|place| (*place, nth)));
    }
    let mut by_anchor: BTreeMap<&str, PassageState> = BTreeMap::new();
    for (index, place) in (0u32..).zip(places).filter(|(_, place)| place.book.is_none()) {
        if let (Some(anchor), Some(nth)) = (&place.anchor, by_place.get(&index)) {
            by_anchor.entry(anchor).or_insert(states[*nth]);
        }
    }
    for (unit, state) in units.iter().zip(states) {
        let short = unit.first.text.split_whitespace().count() <= POINTER;
        if *state == PassageState::Unheld && short {
            let leads = unit.first.links.iter();
            let held = leads.map(|anchor| by_anchor.get(anchor.as_str()).copied());
            let held: Option<Vec<PassageState>> = held.collect();
            *state = held.and_then(|all| all.into_iter().min()).unwrap_or(*state);
        }
    }
}

/// Raises sections and items without a rule of their own, if all items below have one: their words open the
/// list, and they get the best state of these.
fn hold_openings(units: &[Unit<'_>], states: &mut [PassageState]) {
    let mut below: BTreeMap<(&str, String), Vec<usize>> = BTreeMap::new();
    for (nth, unit) in units.iter().enumerate().filter(|(_, unit)| !unit.is_heading) {
        let step = citable_step(&unit.first.step);
        let mut above = step.as_str();
        while let Some((rest, _)) = above.rsplit_once('.') {
            below.entry((&unit.first.section, rest.to_owned())).or_default().push(nth);
            above = rest;
        }
        below.entry((&unit.first.section, String::new())).or_default().push(nth);
    }
    for nth in (0..units.len())
        .rev()
        .filter(|nth| states[*nth] == PassageState::Unheld)
        .collect::<Vec<_>>()
    {
        let key = (units[nth].first.section.as_str(), citable_step(&units[nth].first.step));
        let items = below.get(&key).into_iter().flatten().map(|item| states[*item]);
        let items: Vec<PassageState> = items.collect();
        if !items.contains(&PassageState::Unheld) {
            states[nth] = items.into_iter().max().unwrap_or(PassageState::Unheld);
        }
    }
}

/// Returns the units that contain a written example.
fn written_examples(book: &BookText<'_>, units: &[Unit<'_>]) -> BTreeSet<usize> {
    let mut spans: Vec<Span> = Vec::new();
    walk::each_block(&book.manuscript.document.blocks, &mut |block| {
        if let BlockKind::Callout(callout) = &block.kind
            && callout.word == "EXAMPLE"
        {
            spans.push(block.span);
        }
    });
    let holder = |span: &Span| {
        let before = units.iter().enumerate().filter(|(_, unit)| {
            unit.first.span.source == span.source && unit.first.span.start <= span.start
        });
        before.max_by_key(|(_, unit)| unit.first.span.start).map(|(nth, _)| nth)
    };
    spans.iter().filter_map(holder).collect()
}
