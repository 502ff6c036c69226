//! Story of a game in progress. In: a trace up to a question or the end. Out: its steps so far as data, new
//! ones with their pictures, and the present table, without anything that the onlooker may not know.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value, json};

use super::play_data::rule_data;
use super::steps::{as_step, story_entries};
use super::{
    EarlierParts, Step, StepSentence, StoryEntry, StorySource, Storyboard, TableState, map,
};
use crate::narrate::{AskedQuestion, Lexicon, Narrator, Sentence, SentencePart};
use crate::places;
use draw::picture::Picture;
use rules::Program;
use rules::engine::trace::{
    Act, Answerer, NamedElimination, NamedSubject, PieceState, TraceRecord,
};

/// The most items of a rule that are sent with it.
const MOST_ITEMS: usize = 40;

/// Story of a game in progress.
pub struct LiveStory<'a> {
    source: &'a StorySource<'a>,
    scene: Storyboard<'a>,
    entries: Vec<StoryEntry>,
}

impl<'a> LiveStory<'a> {
    /// Returns the steps of a play.
    pub fn of(source: &'a StorySource<'a>) -> Self {
        let teller = Narrator::new(source.trace, source.program, source.lexicon);
        let mut entries = story_entries(source, &teller);
        for step in entries.iter_mut().filter_map(as_step) {
            step.number += source.earlier.steps;
        }
        let scene = Storyboard::of(source, &teller);
        Self { source, scene, entries }
    }

    /// Returns the parts so far, as the story of the next part needs them.
    pub fn told(&self) -> EarlierParts {
        let steps = self.entries.iter().filter(|entry| entry.step().is_some()).count();
        EarlierParts {
            steps: self.source.earlier.steps + steps as u32,
            flags: self.scene.flags.iter().cloned().collect(),
            counters: self.scene.counters.iter().cloned().collect(),
            standing: map::standing_names(self.source).map(str::to_owned).collect(),
        }
    }

    /// Returns headings and steps as data without pictures, each with the indices of the records that it
    /// shows; none for a heading.
    pub fn told_entries(&self) -> Vec<(Value, Option<Range<usize>>)> {
        let records = |entry: &StoryEntry| entry.step().map(|step| step.records.clone());
        self.entries.iter().map(|entry| (self.entry_data(entry), records(entry))).collect()
    }

    /// Returns pictures of the changes in each step from the entry `first` on, by the index of the entry.
    pub fn pictures(&mut self, first: usize) -> BTreeMap<usize, Picture> {
        let mut drawn = BTreeMap::new();
        let Some(mut table) = TableState::before(self.source.trace) else { return drawn };
        let all = &self.source.trace.records;
        for (at, entry) in self.entries.iter_mut().enumerate() {
            let Some(step) = as_step(entry) else { continue };
            if at < first {
                table.apply_records(step.told_by(all));
                continue;
            }
            step.draw(&mut table, all, &self.scene);
            drawn.extend(step.picture.take().map(|picture| (at, picture)));
        }
        drawn
    }

    /// Returns the picture of the present table; none if nothing is on it.
    pub fn table(&self) -> Option<Picture> {
        self.scene.table_picture(&self.now(), self.source.start)
    }

    /// Returns the present table as data: zones with the names of their known cards, and amounts of players.
    pub fn table_data(&self) -> Value {
        let now = self.now();
        let zones = self.scene.zones.iter().map(|view| {
            let pieces = now.pieces_in(&view.key);
            let name = |piece| self.scene.knows(&view.key, piece).then_some(&piece.name);
            let marks = |piece| match self.scene.knows(&view.key, piece) {
                true => self.marks_on(piece),
                false => Vec::new(),
            };
            let owner = view.owner.and_then(|owner| self.scene.players.get(owner));
            json!({
                "key": view.key,
                "title": self.scene.title(&view.key),
                "owner": owner,
                "pile": view.pile,
                "count": pieces.len(),
                "cards": pieces.iter().map(name).collect::<Vec<_>>(),
                "marks": pieces.iter().map(marks).collect::<Vec<_>>(),
                "spaces": pieces.iter().map(|piece| piece.space.as_ref()).collect::<Vec<_>>(),
            })
        });
        let amounts: Map<String, Value> = self
            .scene
            .players
            .iter()
            .filter_map(|player| Some((player.clone(), self.amounts_of(now.players.get(player)?))))
            .collect();
        json!({ "zones": zones.collect::<Vec<_>>(), "amounts": amounts })
    }

    /// Returns the numbers, names and zones of pieces whose names are known.
    pub fn known_pieces(&self) -> Vec<(u32, String, String)> {
        let now = self.now();
        let in_zone = |key: &str| {
            let pieces = now.pieces_in(key).iter().filter(|piece| self.scene.knows(key, piece));
            pieces.map(|piece| (piece.id, piece.name.clone(), key.to_owned())).collect::<Vec<_>>()
        };
        self.scene.zones.iter().flat_map(|view| in_zone(&view.key)).collect()
    }

    /// Returns the flags and counters on a piece, in words.
    fn marks_on(&self, piece: &PieceState) -> Vec<String> {
        let counters = self.scene.counters_on(piece);
        let counters =
            counters.map(|(name, amount)| format!("{} {amount}", self.scene.words.name(name)));
        let flags = self.scene.flags_on(piece).map(|flag| self.scene.words.name(flag).to_owned());
        counters.chain(flags).collect()
    }

    fn amounts_of(&self, counters: &BTreeMap<String, i64>) -> Value {
        let drawn = counters.iter().filter(|(name, _)| self.scene.counters.contains(name));
        drawn.map(|(name, amount)| (self.scene.words.name(name), *amount)).collect()
    }

    fn now(&self) -> TableState {
        let end = &self.source.trace.end;
        let mut table = TableState::before(self.source.trace).unwrap_or_default();
        table.apply_records(&self.source.trace.records);
        table.lying_as(end)
    }

    fn entry_data(&self, entry: &StoryEntry) -> Value {
        match entry {
            StoryEntry::Heading(content) => json!({ "heading": content.plain_words() }),
            StoryEntry::Step(step) => self.step_data(step),
        }
    }

    fn step_data(&self, step: &Step) -> Value {
        let said = step.sentences.iter().map(|said| self.said_data(said));
        json!({ "step": step.number, "lead": step.lead, "said": said.collect::<Vec<_>>() })
    }

    fn said_data(&self, said: &StepSentence) -> Value {
        let mut records = said.records.iter().filter_map(|at| self.source.trace.records.get(*at));
        let first = records.next();
        json!({
            "parts": parts_data(&said.sentence),
            "refuses": said.refuses,
            "rule": rule_data(said, self.source),
            "why": first.and_then(|record| self.choice_data(record)),
            "answered": first.and_then(|record| answer_data(record, self.source.lexicon)),
        })
    }

    /// Returns the choice by a printed list: the excluded candidates, and those that each line kept and
    /// dropped.
    fn choice_data(&self, record: &TraceRecord) -> Option<Value> {
        let Act::Pick { place, excluded, lines, chosen } = &record.act else { return None };
        let excluded = excluded
            .iter()
            .map(|(thing, reason)| json!({ "name": known_name(thing), "reason": reason }));
        Some(json!({
            "list": place_data(self.source.program, *place),
            "excluded": excluded.collect::<Vec<_>>(),
            "lines": lines.iter().map(|line| self.line_data(line)).collect::<Vec<_>>(),
            "chosen": chosen.as_ref().map(known_name),
        }))
    }

    fn line_data(&self, line: &NamedElimination) -> Value {
        let counted = |all: &[(NamedSubject, i64)]| -> Vec<Value> {
            let one = |(thing, amount): &(NamedSubject, i64)| json!({ "name": known_name(thing), "amount": amount });
            all.iter().map(one).collect()
        };
        let mut data = place_data(self.source.program, line.place);
        data["most"] = line.most.into();
        data["kept"] = counted(&line.kept).into();
        data["dropped"] = counted(&line.dropped).into();
        data
    }
}

/// Returns a rule with the steps and lettered items below its words.
pub fn rule_with_items(program: &Program, place: u32) -> Value {
    let mut data = place_data(program, place);
    let Some(whole) = program.places.get(place as usize) else { return data };
    let is_item = |at: &u32| {
        let item = &program.places[*at as usize];
        let own = item.section == whole.section && !item.step.is_empty();
        own && *at != place && places::is_within(program, *at, place)
    };
    let items = (0..program.places.len() as u32).filter(is_item).take(MOST_ITEMS);
    let item = |at: u32| {
        let text = &program.places[at as usize].text;
        json!({ "address": places::address_of(program, at), "text": text })
    };
    data["items"] = items.map(item).collect();
    data
}

/// Returns the number, anchor, title and words of a place.
fn place_data(program: &Program, place: u32) -> Value {
    let found = program.places.get(place as usize);
    json!({
        "address": places::address_of(program, place),
        "anchor": found.and_then(|place| place.anchor.as_ref()),
        "title": found.map(|place| &place.title),
        "text": found.map(|place| &place.text),
        "book": found.and_then(|place| place.book.as_ref()),
    })
}

/// Returns the name of a thing, if it may be known.
fn known_name(thing: &NamedSubject) -> Option<&String> {
    thing.seen.then_some(&thing.name)
}

fn parts_data(sentence: &Sentence) -> Vec<Value> {
    let part = |part: &SentencePart| {
        let is_name = matches!(part, SentencePart::Piece { thing, .. } if thing.seen);
        match is_name {
            true => json!({ "text": part.printed_text(), "name": true }),
            false => json!({ "text": part.printed_text() }),
        }
    };
    sentence.parts.iter().map(part).collect()
}

/// Returns the answer to a question and who gave it, without the names of hidden things.
fn answer_data(record: &TraceRecord, words: &Lexicon) -> Option<Value> {
    let Act::Ask { question, options, answer, by, from, about, among } = &record.act else {
        return None;
    };
    let is_open = among.iter().chain(about).all(|thing| thing.seen);
    let about = about.as_ref().map(|thing| thing.name.as_str()).filter(|_| is_open);
    let asked = AskedQuestion { words: question, by: by.as_deref(), about };
    let from = match from {
        Answerer::Scenario => "person",
        Answerer::Policy => "plan",
        Answerer::Chance => "chance",
    };
    Some(match is_open {
        true => {
            json!({
                "question": question,
                "options": options,
                "answer": answer,
                "asks": words.put_question(&asked),
                "label": words.put_answer(question, answer),
                "by": by,
                "from": from,
            })
        }
        false => json!({ "by": by, "from": from }),
    })
}
