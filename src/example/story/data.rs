//! An example as data for other programs, version 1. Its schema is `docs/play.schema.json`; nothing
//! hidden is in it, and pieces have no numbers by which a hidden one could be followed.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Entry, Said, Scene, Source, Step, Story, Table};
use crate::example::narrate::{Part, Sentence, Teller};
use crate::example::outcome;
use crate::picture::SHAPES;

/// Name of the form.
pub const FORM: &str = "rulepress-play";
/// Raised when a reader of the form would have to change.
pub const VERSION: u32 = 1;

/// A play as data.
pub fn data(source: &Source<'_>, story: &Story) -> Value {
    let teller = Teller::new(source.trace, source.program, source.words);
    let scene = Scene::of(source, &teller);
    let mut table = Table::before(source.trace);
    let start = table.as_ref().map(|table| view(table, &scene));
    let entries: Vec<Value> =
        story.entries.iter().map(|entry| self::entry(entry, source, &scene, &mut table)).collect();
    json!({
        "form": FORM,
        "version": VERSION,
        "book": source.program.book,
        "name": source.scenario.name,
        "title": source.scenario.title.value,
        "play": source.scenario.play.value,
        "seed": source.start.seed,
        "times": source.start.repeat.max(1),
        "players": players(&scene),
        "zones": zones(&scene),
        "start": start,
        "entries": entries,
        "outcome": { "kind": outcome::word(&source.trace.outcome), "text": plain(&story.end) },
    })
}

fn players(scene: &Scene<'_>) -> Vec<Value> {
    let sign =
        |(at, name): (usize, &String)| json!({ "name": name, "sign": SHAPES[at % SHAPES.len()] });
    scene.players.iter().enumerate().map(sign).collect()
}

fn zones(scene: &Scene<'_>) -> Vec<Value> {
    let zone = |view: &super::scene::View| {
        let owner = view.owner.and_then(|owner| scene.players.get(owner));
        json!({ "key": view.key, "name": view.title, "owner": owner, "pile": view.pile })
    };
    scene.zones.iter().map(zone).collect()
}

fn entry(
    entry: &Entry,
    source: &Source<'_>,
    scene: &Scene<'_>,
    table: &mut Option<Table>,
) -> Value {
    let step = match entry {
        Entry::Heading(content) => return json!({ "heading": plain(content) }),
        Entry::Step(step) => step,
    };
    if let Some(table) = table {
        let records = &source.trace.records[step.records.0..step.records.1];
        records.iter().for_each(|record| table.apply(&record.act));
    }
    json!({
        "step": step.number,
        "lead": step.lead,
        "said": step.said.iter().map(|said| self::said(said, source)).collect::<Vec<_>>(),
        "changes": step.changes,
        "table": table.as_ref().map(|table| view(table, scene)),
        "picture": step.picture.as_ref().map(|picture| picture.alt.clone()),
        "boxes": boxes(step, source),
    })
}

fn said(said: &Said, source: &Source<'_>) -> Value {
    json!({
        "text": plain(&said.sentence),
        "parts": said.sentence.parts.iter().map(part).collect::<Vec<_>>(),
        "refuses": said.refuses,
        "rule": rule(said, source),
    })
}

/// The rule that a sentence follows, with its text.
pub(super) fn rule(said: &Said, source: &Source<'_>) -> Option<Value> {
    let citation = said.citation.as_ref()?;
    let place = said.records.first().and_then(|at| source.trace.records.get(*at)?.place);
    let text = place
        .and_then(|place| source.program.places.get(place as usize))
        .map(|place| place.text.clone());
    #[derive(Serialize)]
    struct Rule<'a> {
        address: &'a str,
        anchor: &'a str,
        title: &'a str,
        book: Option<&'a str>,
        card: Option<&'a str>,
        text: String,
    }
    let rule = Rule {
        address: &citation.address,
        anchor: &citation.anchor,
        title: &citation.title,
        book: citation.book.as_deref(),
        card: citation.effect.as_deref(),
        text: text.unwrap_or_default(),
    };
    serde_json::to_value(rule).ok()
}

fn part(part: &Part) -> Value {
    match part {
        Part::Words { text } => json!({ "words": text }),
        Part::Piece { thing, text } => {
            let name = thing.seen.then_some(&thing.name);
            json!({ "card": name, "words": text })
        }
        Part::Zone { key, text } => json!({ "zone": key, "words": text }),
        Part::Player { name, text } => json!({ "player": name, "words": text }),
        Part::Number { number } => json!({ "number": number, "words": number.to_string() }),
    }
}

fn boxes(step: &Step, source: &Source<'_>) -> Vec<Value> {
    let passed = step.boxes.iter().filter_map(|at| match &source.trace.records.get(*at)?.act {
        crate::engine::trace::Act::Box { id, number, label, exit, .. } => {
            Some(json!({ "box": id, "number": number, "label": label, "exit": exit }))
        }
        _ => None,
    });
    passed.collect()
}

/// The words of a sentence.
pub(super) fn plain(sentence: &Sentence) -> String {
    let words = sentence.parts.iter().map(|part| match part {
        Part::Words { text }
        | Part::Piece { text, .. }
        | Part::Zone { text, .. }
        | Part::Player { text, .. } => text.clone(),
        Part::Number { number } => number.to_string(),
    });
    words.collect()
}

/// The table as everybody sees it.
fn view(table: &Table, scene: &Scene<'_>) -> Value {
    let mut zones = Map::new();
    for own in &scene.zones {
        let pieces = table.zones.get(&own.key).map(Vec::as_slice).unwrap_or_default();
        let piece = |piece: &crate::engine::trace::PieceState| {
            let name = scene.knows(&own.key, piece).then_some(&piece.name);
            let flags: Vec<&String> =
                scene.flags.iter().filter(|flag| piece.flags.contains(flag)).collect();
            let mut counters = piece.counters.clone();
            counters.retain(|name, _| scene.counters.contains(name));
            json!({ "card": name, "face_up": piece.face_up, "flags": flags, "counters": counters })
        };
        zones.insert(own.key.clone(), pieces.iter().map(piece).collect());
    }
    let mut players = table.players.clone();
    players
        .values_mut()
        .for_each(|counters| counters.retain(|name, _| scene.counters.contains(name)));
    json!({ "zones": zones, "players": players })
}
