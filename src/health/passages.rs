//! The passages of a book by what holds them. In: the places of its text, its rules, and what its
//! examples and many games reach. Out: every passage that readers can cite, with its state.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::TextPlace;
use super::places::BookText;
use super::tally::Reach;
use crate::document::{Block, BlockKind, walk};
use crate::example::places::address_of;
use crate::rules::places::ProsePlaces;
use crate::rules::{Program, ProsePlace};
use crate::source::{SourceId, Span};

/// The most characters of a passage that are shown.
const EXCERPT: usize = 180;

/// By what a passage is held, the strongest last.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum PassageState {
    /// By nothing: no rule carries it out, and no example shows it.
    Unheld,
    /// A rule carries it out, and neither a game nor an example came to it.
    Carried,
    /// Games came to it.
    Played,
    /// An example of the book shows it.
    Shown,
}

/// A passage that readers can cite.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Passage {
    /// Its number on the page, from 1.
    pub number: usize,
    /// What readers cite, `5.6.1 step 2`; the title of its section where that has no number.
    pub address: String,
    /// The title of its section.
    pub title: String,
    /// Its first words.
    pub excerpt: String,
    /// By what it is held.
    pub state: PassageState,
    /// The function that carries it out: `rules/turn.star:40 bury`.
    pub function: Option<String>,
    /// Where it stands.
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
    /// Whether anything in it is carried out or shown: an introduction or a glossary is not.
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

/// The passages of a book, chapter by chapter. Without rules none is carried out.
pub(super) fn passages_by_chapter(
    book: &BookText<'_>,
    program: Option<&Program>,
    (examples, games): (&Reach, &Reach),
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
    let written = written_examples(book, &units);
    let holders = program.map(Holders::of).unwrap_or_default();
    let mut states: Vec<PassageState> = units
        .iter()
        .enumerate()
        .map(|(nth, unit)| match written.contains(&nth) {
            true => PassageState::Shown,
            false => holders.state(unit, examples, games),
        })
        .collect();
    let leading = states_of_openings(&units, &states);
    leading.into_iter().for_each(|(nth, state)| states[nth] = state);
    let glossary = glossary_sections(&book.manuscript.document.blocks);
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut tops = ChapterTitles::of(&book.manuscript.document.blocks);
    let mut number = 0;
    for (unit, state) in units.iter().zip(states) {
        if glossary.contains(unit.first.section.as_str()) || unit.first.text.trim().is_empty() {
            continue;
        }
        let title = tops.chapter_of(&unit.first.section);
        if chapters.last().is_none_or(|last| last.title != title) {
            chapters.push(Chapter { title, passages: Vec::new() });
        }
        number += 1;
        let passages = chapters.last_mut().map(|chapter| &mut chapter.passages);
        passages.into_iter().for_each(|all| {
            all.push(Passage {
                number,
                address: shown_address(unit.first),
                title: unit.first.title.clone(),
                excerpt: excerpt(&unit.first.text),
                state,
                function: program.and_then(|program| holders.function(unit, program)),
                place: book.place(unit.first.span),
            });
        });
    }
    chapters
}

fn shown_address(place: &ProsePlace) -> String {
    if place.address.is_empty() { place.title.clone() } else { place.address.clone() }
}

/// The first words of a text in one line.
pub(super) fn excerpt(text: &str) -> String {
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

/// The units of a text in reading order: places of the text itself, plain bullets and named words
/// with what they stand in.
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
    // Boxes of charts are known last.
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

/// A step without its plain bullets, which nothing numbers: `2.1.*3` is `2.1`.
fn citable_step(step: &str) -> String {
    let parts: Vec<&str> = step.split('.').take_while(|part| !part.starts_with('*')).collect();
    parts.join(".")
}

/// What of the rules holds each place.
#[derive(Default)]
struct Holders {
    functions: BTreeMap<u32, Vec<u32>>,
    /// Places of lists and charts that rules read.
    read: BTreeSet<u32>,
    ways: BTreeMap<u32, Vec<u32>>,
}

impl Holders {
    fn of(program: &Program) -> Self {
        let mut holders = Self::default();
        for (index, function) in (0u32..).zip(&program.functions) {
            for place in &function.places {
                holders.functions.entry(*place).or_default().push(index);
            }
        }
        holders.read.extend(program.lists.iter().map(|list| list.place));
        for chart in &program.charts {
            holders.read.insert(chart.place);
            for own in &chart.boxes {
                let ways = own.way..own.way + own.ways();
                holders.ways.entry(own.place).or_default().extend(ways.clone());
                holders.ways.entry(chart.place).or_default().extend(ways);
            }
        }
        for list in &program.lists {
            for item in &list.items {
                holders.read.insert(item.place);
            }
        }
        holders
    }

    fn state(&self, unit: &Unit<'_>, examples: &Reach, games: &Reach) -> PassageState {
        let is_carried = |place: &u32| {
            self.functions.contains_key(place)
                || self.read.contains(place)
                || self.ways.contains_key(place)
        };
        if unit.places.iter().any(|place| self.is_reached(*place, examples)) {
            PassageState::Shown
        } else if unit.places.iter().any(|place| self.is_reached(*place, games)) {
            PassageState::Played
        } else if unit.places.iter().any(is_carried) {
            PassageState::Carried
        } else {
            PassageState::Unheld
        }
    }

    fn is_reached(&self, place: u32, reach: &Reach) -> bool {
        let numbers = |all: &BTreeMap<u32, Vec<u32>>| all.get(&place).cloned().unwrap_or_default();
        reach.cited.contains_key(&place)
            || reach.lines.contains_key(&place)
            || numbers(&self.functions).iter().any(|one| reach.functions.contains_key(one))
            || numbers(&self.ways).iter().any(|one| reach.ways.contains_key(one))
    }

    fn function(&self, unit: &Unit<'_>, program: &Program) -> Option<String> {
        let first = unit.places.iter().find_map(|place| self.functions.get(place)?.first())?;
        Some(function_words(program, *first))
    }
}

/// `rules/turn.star:40 bury`
pub(super) fn function_words(program: &Program, index: u32) -> String {
    let function = &program.functions[index as usize];
    let module = program.modules.get(function.module as usize);
    let path = module.map_or("", |module| module.path.as_str());
    format!("{path}:{} {}", function.line, function.name)
}

/// Sections without a rule of their own whose items all have one: their words open the list, and are
/// held as well as the best of these.
fn states_of_openings(
    units: &[Unit<'_>],
    states: &[PassageState],
) -> Vec<(usize, PassageState)> {
    let mut items: BTreeMap<&str, Vec<PassageState>> = BTreeMap::new();
    for (unit, state) in units.iter().zip(states).filter(|(unit, _)| !unit.is_heading) {
        items.entry(&unit.first.section).or_default().push(*state);
    }
    let openings = units.iter().enumerate().filter(|(nth, unit)| {
        unit.is_heading && states[*nth] == PassageState::Unheld
    });
    let held = openings.filter_map(|(nth, unit)| {
        let items = items.get(unit.first.section.as_str())?;
        let all = items.iter().all(|state| *state != PassageState::Unheld);
        Some((nth, *items.iter().max()?)).filter(|_| all)
    });
    held.collect()
}

/// The units in which a written example stands.
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

/// The anchors of glossaries and of the sections in them.
pub(super) fn glossary_sections(blocks: &[Block]) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut open: Option<u8> = None;
    for block in blocks {
        let BlockKind::Heading(heading) = &block.kind else { continue };
        if open.is_some_and(|level| heading.level <= level) {
            open = None;
        }
        if block.attributes.has_class("glossary") {
            open.get_or_insert(heading.level);
        }
        if open.is_some() {
            found.insert(heading.anchor.0.as_str());
        }
    }
    found
}

/// The chapter that each section stands in.
struct ChapterTitles {
    by_section: BTreeMap<String, String>,
}

impl ChapterTitles {
    fn of(blocks: &[Block]) -> Self {
        let headings = blocks.iter().filter_map(|block| match &block.kind {
            BlockKind::Heading(heading) => Some(heading),
            _ => None,
        });
        let mut by_section = BTreeMap::new();
        let mut chapter = String::new();
        for heading in headings {
            if heading.level <= 1 || chapter.is_empty() {
                let title = crate::document::plain_text(&heading.content);
                chapter = format!("{} {title}", heading.address.0).trim().to_owned();
            }
            by_section.insert(heading.anchor.0.clone(), chapter.clone());
        }
        Self { by_section }
    }

    fn chapter_of(&mut self, section: &str) -> String {
        self.by_section.get(section).cloned().unwrap_or_default()
    }
}

/// The address of a place that a record or a list names.
pub(super) fn cited_address(program: &Program, place: u32) -> String {
    address_of(program, place)
}
