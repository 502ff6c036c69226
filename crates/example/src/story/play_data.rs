//! An example as data for other programs, version 2. Its schema is `docs/play.schema.json`. It contains
//! nothing hidden, and no numbers of pieces by which a hidden one could be followed.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::zone_view::ZoneView;
use super::{Step, StepSentence, Story, StoryEntry, StorySource, Storyboard, TableState};
use crate::narrate::{Narrator, SentencePart};
use crate::outcome;
use base::source::deck_style::MarkShape;
use rules::engine::trace::{Act, NamedBox, PieceState};

/// Name of the format.
pub const FORM: &str = "rulepress-play";
/// Version of the format; a change that readers must follow raises it.
pub const VERSION: u32 = 2;

/// Returns a play as data.
pub fn play_data(source: &StorySource<'_>, story: &Story) -> Value {
    let teller = Narrator::new(source.trace, source.program, source.lexicon);
    let scene = Storyboard::of(source, &teller);
    let mut table = TableState::before(source.trace);
    let start = table.as_ref().map(|table| table_data(table, &scene));
    let entries = story.entries.iter();
    let entries: Vec<Value> =
        entries.map(|entry| entry_data(entry, source, &scene, &mut table)).collect();
    let sign =
        |(at, name): (usize, &String)| json!({ "name": name, "sign": MarkShape::numbered(at) });
    let zone = |view: &ZoneView| {
        let owner = view.owner.and_then(|owner| scene.players.get(owner));
        json!({ "key": view.key, "name": scene.title(&view.key), "owner": owner, "pile": view.pile })
    };
    json!({
        "form": FORM,
        "version": VERSION,
        "book": source.program.book,
        "name": source.scenario.name,
        "title": source.scenario.title.value,
        "play": source.scenario.play.value,
        "seed": source.start.seed,
        "times": source.start.repeat.max(1),
        "players": scene.players.iter().enumerate().map(sign).collect::<Vec<_>>(),
        "zones": scene.zones.iter().map(zone).collect::<Vec<_>>(),
        "start": start,
        "entries": entries,
        "outcome": { "kind": outcome::outcome_word(&source.trace.outcome), "text": story.end.plain_words() },
    })
}

fn entry_data(
    entry: &StoryEntry,
    source: &StorySource<'_>,
    scene: &Storyboard<'_>,
    table: &mut Option<TableState>,
) -> Value {
    match entry {
        StoryEntry::Heading(content) => json!({ "heading": content.plain_words() }),
        StoryEntry::Step(step) => step_data(step, source, scene, table),
    }
}

fn step_data(
    step: &Step,
    source: &StorySource<'_>,
    scene: &Storyboard<'_>,
    table: &mut Option<TableState>,
) -> Value {
    if let Some(table) = table {
        table.apply_records(step.told_by(&source.trace.records));
    }
    // Boxes and attempts need not have a sentence, and some precede the next heading.
    let acts = step.told_by(&source.trace.records).iter().map(|record| &record.act);
    let boxes = acts.clone().filter_map(|act| match act {
        Act::Box(NamedBox { id, number, label, exit, .. }) => {
            Some(json!({ "box": id, "number": number, "label": label, "exit": exit }))
        }
        _ => None,
    });
    let attempts = acts.filter_map(|act| match act {
        Act::Attempt { reason } => Some(reason.as_str()),
        _ => None,
    });
    json!({
        "step": step.number,
        "lead": step.lead,
        "said": step.sentences.iter().map(|said| sentence_data(said, source)).collect::<Vec<_>>(),
        "changes": step.changes,
        "table": table.as_ref().map(|table| table_data(table, scene)),
        "picture": step.picture.as_ref().map(|picture| &picture.alt),
        "boxes": boxes.collect::<Vec<_>>(),
        "attempts": attempts.collect::<Vec<_>>(),
    })
}

fn sentence_data(said: &StepSentence, source: &StorySource<'_>) -> Value {
    json!({
        "text": said.sentence.plain_words(),
        "parts": said.sentence.parts.iter().map(sentence_part_data).collect::<Vec<_>>(),
        "refuses": said.refuses,
        "rule": rule_data(said, source),
    })
}

/// Returns the rule that a sentence follows, with its text.
pub fn rule_data(said: &StepSentence, source: &StorySource<'_>) -> Option<Value> {
    let citation = said.citation.as_ref()?;
    let record = said.records.first().and_then(|at| source.trace.records.get(*at));
    let place = record.and_then(|record| source.program.places.get(record.place? as usize));
    let rule = RuleData {
        address: &citation.address,
        anchor: &citation.anchor,
        title: &citation.title,
        book: citation.book.as_deref(),
        card: citation.effect.as_deref(),
        rulings: citation.rulings.iter().map(|ruling| ruling.address.as_str()).collect(),
        text: place.map_or("", |place| &place.text),
    };
    serde_json::to_value(rule).ok()
}

#[derive(Serialize)]
struct RuleData<'a> {
    address: &'a str,
    anchor: &'a str,
    title: &'a str,
    book: Option<&'a str>,
    card: Option<&'a str>,
    rulings: Vec<&'a str>,
    text: &'a str,
}

fn sentence_part_data(part: &SentencePart) -> Value {
    match part {
        SentencePart::Words { text } => json!({ "words": text }),
        SentencePart::Piece { thing, text } => {
            let name = thing.seen.then_some(&thing.name);
            json!({ "card": name, "words": text })
        }
        SentencePart::Zone { key, text } => json!({ "zone": key, "words": text }),
        SentencePart::Player { name, text } => json!({ "player": name, "words": text }),
        SentencePart::Number { number } => json!({ "number": number, "words": number.to_string() }),
    }
}

/// Returns the table as everybody sees it.
fn table_data(table: &TableState, scene: &Storyboard<'_>) -> Value {
    let zones = scene.zones.iter();
    let zones = zones.map(|view| {
        let pieces = table.pieces_in(&view.key).iter();
        let pieces = pieces.map(|piece| piece_data(piece, &view.key, table, scene));
        (view.key.to_owned(), pieces.collect::<Value>())
    });
    let players = table.players.iter();
    let players: BTreeMap<_, _> =
        players.map(|(player, counters)| (player, drawn_counters(counters, scene))).collect();
    json!({ "zones": zones.collect::<Map<_, _>>(), "players": players })
}

/// Returns a piece, without its name unless everybody knows it.
fn piece_data(piece: &PieceState, zone: &str, table: &TableState, scene: &Storyboard<'_>) -> Value {
    let name = scene.knows(zone, piece).then_some(&piece.name);
    let flags: Vec<&String> = scene.flags_on(piece).collect();
    let counters = drawn_counters(&piece.counters, scene);
    let mut data =
        json!({ "card": name, "face_up": piece.face_up, "flags": flags, "counters": counters });
    if piece.rotation != 0 {
        data["rotation"] = piece.rotation.into();
    }
    if let Some(host) = piece.host {
        data["attached_to"] = scene.host_name(table, host).into();
    }
    data
}

fn drawn_counters<'a>(
    counters: &'a BTreeMap<String, i64>,
    scene: &Storyboard<'_>,
) -> BTreeMap<&'a String, i64> {
    let drawn = counters.iter().filter(|(name, _)| scene.counters.contains(name));
    drawn.map(|(name, amount)| (name, *amount)).collect()
}
