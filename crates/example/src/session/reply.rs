//! Replies on a game. In: the game up to its next question, and the steps that were sent before. Out: a value
//! of JSON.

use std::ops::Range;

use serde_json::{Value, json};

use super::SessionTable;
use super::played::{PlayedGame, open_key_of};
use crate::examples::{self, ExampleContext};
use crate::narrate::{AskedQuestion, Lexicon};
use crate::outcome;
use crate::story::{EarlierParts, LiveStory, StorySource, rule_with_items};
use crate::{narrate, places};
use draw::drawing;
use draw::picture::{self, Picture};
use rules::engine::trace::{Decider, Deciders, NamedSubject, Outcome};

/// Width of the picture of a step, in points.
const STEP: f64 = 236.0;

/// A heading or a step as data, and the records that it shows.
type ToldEntry = (Value, Option<Range<usize>>);

/// The narrated entries of one part of a game.
pub struct ToldPart {
    entries: Vec<ToldEntry>,
    /// The parts so far, as the part that follows needs them.
    told: EarlierParts,
}

/// Returns the reply. `told` has the parts that were sent before, and is replaced by the present ones.
pub fn reply(
    game: &PlayedGame,
    whole: &[String],
    told: &mut Vec<ToldPart>,
    table: &SessionTable<'_>,
) -> Value {
    let before = told.drain(game.kept.min(told.len())..).flat_map(|part| part.entries).collect();
    let kept: usize = told.iter().map(|part| part.entries.len()).sum();
    let mut telling = Telling {
        game,
        table,
        before,
        same: 0,
        told_before: kept,
        fresh: Vec::new(),
        redrawn: Vec::new(),
    };
    let mut reply = telling.tell(told);
    reply["game"] = game_data(game, whole, table);
    reply["answers"] = json!(game.given);
    reply["keep"] = (kept + telling.same).into();
    reply["entries"] = telling.fresh.into();
    reply["redrawn"] = telling.redrawn.into();
    reply["asked"] = asked_data(game, table.book.words);
    reply["looker"] = json!(game.start.looker);
    if !game.findings.is_empty() {
        reply["findings"] = json!(game.findings);
    }
    if !reply["end"].is_null() {
        reply["trace"] = game.trace_key(table).into();
    }
    reply
}

/// Narrates the parts of a game after those that have not changed.
struct Telling<'a> {
    game: &'a PlayedGame,
    table: &'a SessionTable<'a>,
    /// Entries that were sent of these parts before.
    before: Vec<ToldEntry>,
    /// Number of those entries that still hold.
    same: usize,
    /// Number of entries that were sent of the parts before.
    told_before: usize,
    /// New entries, with their pictures.
    fresh: Vec<Value>,
    /// New pictures of entries that still hold.
    redrawn: Vec<Value>,
}

impl Telling<'_> {
    /// Narrates all of these parts, and returns the table after them.
    fn tell(&mut self, told: &mut Vec<ToldPart>) -> Value {
        let book = &self.table.book;
        let mat = book.mat.map(|mat| examples::mat_with_zones(mat, &self.game.trace));
        let mut now = Value::Null;
        let parts = self.game.trace.by_parts();
        for (nth, trace) in parts.iter().enumerate() {
            let narration = narrate::narrate(trace, book.program, book.words);
            let earlier = told.last().map_or(EarlierParts::NONE, |part| &part.told);
            let source = StorySource {
                scenario: &self.game.scenario,
                start: &self.game.start,
                trace,
                narration: &narration,
                program: book.program,
                lexicon: book.words,
                style: book.look,
                mat: mat.as_ref(),
                earlier,
            };
            let mut story = LiveStory::of(&source);
            let entries = self.tell_part(&mut story);
            if nth + 1 == parts.len() {
                now = table_now(self.game, &story, self.table);
                now["end"] = end_data(self.game, &narration.end.to_string());
            }
            let part = ToldPart { entries, told: story.told() };
            told.push(part);
        }
        now
    }

    /// Returns the entries of one part, and notes the new ones with their pictures.
    fn tell_part(&mut self, story: &mut LiveStory<'_>) -> Vec<ToldEntry> {
        let entries: Vec<ToldEntry> = story.told_entries();
        let pairs = self.before.iter().skip(self.same).zip(&entries);
        let is_alike = |((old, _), (new, _)): &(&ToldEntry, &ToldEntry)| old == new;
        let alike: Vec<_> = match self.fresh.is_empty() {
            true => pairs.take_while(is_alike).collect(),
            false => Vec::new(),
        };
        // Events without words since then are shown in the picture of the step before them.
        let grown = alike.iter().rposition(|((_, old), (_, new))| old != new);
        let (first, alike) = (self.told_before + self.same, alike.len());
        self.same += alike;
        let pictures = story.pictures(grown.unwrap_or(alike).min(alike));
        for (at, picture) in pictures.range(..alike) {
            let svg = picture_svg(picture, STEP, &self.table.book);
            self.redrawn.push(json!({ "entry": first + at, "svg": svg }));
        }
        for (at, (entry, _)) in entries.iter().enumerate().skip(alike) {
            let mut entry = entry.clone();
            if let Some(picture) = pictures.get(&at) {
                entry["svg"] = picture_svg(picture, STEP, &self.table.book).into();
            }
            self.fresh.push(entry);
        }
        entries
    }
}

/// Returns the table and the question, after the last part.
fn table_now(game: &PlayedGame, story: &LiveStory<'_>, table: &SessionTable<'_>) -> Value {
    let picture = story.table();
    let (svg, places, cards) = match &picture {
        Some(picture) => table_svg(picture, game, story, &table.book),
        None => (String::new(), json!([]), json!([])),
    };
    let mut reply = story.table_data();
    reply["table"] = svg.into();
    reply["places"] = places;
    reply["cards"] = cards;
    reply["question"] = question_data(game, &table.book);
    reply
}

fn game_data(game: &PlayedGame, whole: &[String], table: &SessionTable<'_>) -> Value {
    let program = table.book.program;
    let named = |key: &String| {
        let place = places::find_place(program, key);
        let title = place.and_then(|place| program.places.get(place as usize));
        json!({
            "play": key,
            "address": place.map(|place| places::address_of(program, place)),
            "title": title.map(|place| &place.title),
        })
    };
    let names = &game.trace.names;
    json!({
        "book": program.book,
        "title": game.scenario.title.value,
        "play": game.scenario.play.value,
        "seed": game.scenario.seed,
        "players": names.seated,
        "person": table.book.look.person.as_ref().or(names.seated.first()),
        "fewest": names.fewest,
        "most": names.players.len(),
        "seats": game.start.deciders.players,
        "nobody": game.start.deciders.nobody,
        "companion": table.book.companion,
        "atTable": game.start.at_table,
        "wholeGames": whole.iter().map(named).collect::<Vec<_>>(),
    })
}

/// Returns the question that waits for a person. If it would name things that the onlooker may not know, only
/// the person is named.
fn question_data(game: &PlayedGame, book: &ExampleContext<'_>) -> Value {
    let Outcome::Unanswered { question, options, by, about, among, place, .. } =
        &game.trace.outcome
    else {
        return Value::Null;
    };
    let is_open = among.iter().chain(about.as_deref()).all(|thing| thing.seen);
    if !is_open && !is_put_to_looker(game, by.as_deref()) {
        return json!({ "hidden": true, "by": by, "options": [] });
    }
    let (text, subject) = asked_of(question);
    let about = about.as_deref().map(|thing| thing.name.as_str());
    let asked = AskedQuestion { words: question, by: by.as_deref(), about };
    let labels = options.iter().map(|option| book.words.put_answer(question, option));
    json!({
        "hidden": false,
        "text": text,
        "asks": book.words.put_question(&asked),
        "key": open_key_of(&game.trace),
        "options": options,
        "labels": labels.collect::<Vec<_>>(),
        "by": by,
        "about": about.or(subject),
        "rule": place.map(|place| rule_with_items(book.program, place)),
    })
}

/// Returns whether a question is put to the onlooker, who may then see the options.
fn is_put_to_looker(game: &PlayedGame, by: Option<&str>) -> bool {
    let Deciders { players, nobody } = &game.start.deciders;
    let Some(looker) = game.start.looker.as_deref() else { return false };
    match by {
        Some(by) => by == looker,
        None => *nobody == Decider::Person && players.get(looker) == Some(&Decider::Person),
    }
}

/// Returns the questions and answers of persons in words, in the order of `answers`. They are given only if
/// there is one person, because an answer may name things that others may not know.
fn asked_data(game: &PlayedGame, words: &Lexicon) -> Value {
    let persons = game.start.deciders.players.iter();
    let persons = persons.filter(|(_, decider)| **decider == Decider::Person);
    let persons: Vec<&String> = persons.map(|(name, _)| name).collect();
    let is_own = persons.len() == 1 && game.start.looker.as_ref() == Some(persons[0]);
    if !is_own {
        return json!([]);
    }
    let put = |(key, answer): &(String, String)| {
        let question = key.rsplit_once(" (").map_or(key.as_str(), |(question, _)| question);
        let asked = AskedQuestion { words: question, by: None, about: None };
        let asks = words.put_question(&asked);
        json!({ "asks": asks, "answer": words.put_answer(question, answer) })
    };
    game.given.iter().map(put).collect()
}

/// Splits a question from its subject: `How much life does it have?: Scout` begins with a sentence of its
/// own.
fn asked_of(question: &str) -> (&str, Option<&str>) {
    match question.split_once("?: ") {
        Some((sentence, subject)) => (&question[..=sentence.len()], Some(subject)),
        None => (question, None),
    }
}

/// Returns the ending of the game; null while a question is open.
fn end_data(game: &PlayedGame, words: &str) -> Value {
    let trace = &game.trace;
    let (winner, loser) = match &trace.outcome {
        Outcome::Unanswered { .. } => return Value::Null,
        Outcome::Over { winner, loser, .. } => (winner.as_ref(), loser.as_ref()),
        _ => (None, None),
    };
    json!({
        "kind": outcome::outcome_word(&trace.outcome),
        "line": outcome::outcome_line(&trace.outcome),
        "words": words,
        "winner": winner,
        "loser": loser,
        "turns": trace.end.turn,
    })
}

/// Returns the table as SVG, with the areas of the cards that are options of the open question and of all
/// other known cards, as fractions of its width and height.
fn table_svg(
    picture: &Picture,
    game: &PlayedGame,
    story: &LiveStory<'_>,
    book: &ExampleContext<'_>,
) -> (String, Value, Value) {
    let width = game.width.max(picture.least_width());
    let (drawing, pieces) = picture::draw_picture_with_pieces(picture, width);
    let area_of = |id: u32| {
        let (_, area) = pieces.iter().find(|(own, _)| *own == id)?;
        Some(json!({
            "x": area.x / drawing.width,
            "y": area.y / drawing.height,
            "width": area.width / drawing.width,
            "height": area.height / drawing.height,
        }))
    };
    let place = |(option, thing): (usize, &NamedSubject)| {
        let mut place = area_of(thing.id).filter(|_| thing.seen)?;
        place["option"] = option.into();
        Some(place)
    };
    let card = |(id, name, zone): (u32, String, String)| {
        let mut place = area_of(id)?;
        (place["name"], place["zone"]) = (name.into(), zone.into());
        Some(place)
    };
    let places: Vec<Value> =
        option_things(&game.trace.outcome).into_iter().filter_map(place).collect();
    let cards: Vec<Value> = story.known_pieces().into_iter().filter_map(card).collect();
    (svg_of(&drawing, book), places.into(), cards.into())
}

/// Returns the options that are pieces, by their index in the options of a question, some of which may be
/// words.
fn option_things(outcome: &Outcome) -> Vec<(usize, &NamedSubject)> {
    let Outcome::Unanswered { among, options, .. } = outcome else { return Vec::new() };
    let mut things = among.iter().peekable();
    let named = |(at, option): (usize, &String)| {
        let is_it = |thing: &&NamedSubject| {
            let rest = option.strip_prefix(&thing.name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
        };
        things.next_if(is_it).map(|thing| (at, thing))
    };
    options.iter().enumerate().filter_map(named).collect()
}

fn picture_svg(picture: &Picture, width: f64, book: &ExampleContext<'_>) -> String {
    svg_of(&picture::draw_picture(picture, width), book)
}

fn svg_of(drawing: &drawing::Drawing, book: &ExampleContext<'_>) -> String {
    let palette = book.theme.palette();
    drawing::render_svg(drawing, &|token| palette.css_colour(token))
}
