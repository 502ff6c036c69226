//! What is said of a game after a request. In: the game as far as it was played, and the steps that were told before.
//! Out: a value of JSON.

use serde_json::{Value, json};

use super::SessionTable;
use super::played::PlayedGame;
use crate::drawing;
use crate::engine::trace::{NamedSubject, Outcome};
use crate::example::examples::{self, ExampleContext};
use crate::example::outcome;
use crate::example::story::{LiveStory, StorySource};
use crate::example::{narrate, places};
use crate::picture::{self, Picture};

/// Width of the picture of a step, in points.
const STEP: f64 = 236.0;

/// The reply; `told` are the steps that were told before, and then those that are told now.
pub(super) fn reply(
    game: &PlayedGame,
    whole: &[String],
    told: &mut Vec<Value>,
    table: &SessionTable<'_>,
) -> Value {
    let book = &table.book;
    let narration = narrate::narrate(&game.trace, book.program, book.words);
    let mat = book.mat.map(|mat| examples::mat_with_zones(mat, &game.trace));
    let source = StorySource {
        scenario: &game.scenario,
        start: &game.start,
        trace: &game.trace,
        narration: &narration,
        program: book.program,
        lexicon: book.words,
        style: book.look,
        mat: mat.as_ref(),
    };
    let mut story = LiveStory::of(&source);
    let entries = story.entries_data();
    let keep = told.iter().zip(&entries).take_while(|(old, new)| old == new).count();
    let pictures = story.pictures(keep);
    let mut new: Vec<Value> = entries[keep..].to_vec();
    for (at, entry) in new.iter_mut().enumerate() {
        if let Some(picture) = pictures.get(&(keep + at)) {
            entry["svg"] = picture_svg(picture, STEP, book).into();
        }
    }
    *told = entries;
    let picture = story.table();
    let (svg, places) = match &picture {
        Some(picture) => table_svg(picture, game, book),
        None => (String::new(), Value::Array(Vec::new())),
    };
    let mut reply = story.table_data();
    reply["game"] = game_data(game, whole, table);
    reply["answers"] = json!(game.given);
    reply["keep"] = keep.into();
    reply["entries"] = new.into();
    reply["table"] = svg.into();
    reply["places"] = places;
    reply["looker"] = json!(game.start.looker);
    reply["question"] = question_data(game, &story);
    reply["end"] = end_data(game, &narrate_words(&narration));
    if !game.findings.is_empty() {
        reply["findings"] = json!(game.findings);
    }
    if !reply["end"].is_null() {
        reply["trace"] = game.trace_key(table).into();
    }
    reply
}

fn narrate_words(narration: &narrate::Narration) -> String {
    narration.end.to_string()
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

/// The question that waits for a person; of one that would name what the one who looks on may not know, only whose it is.
fn question_data(game: &PlayedGame, story: &LiveStory<'_>) -> Value {
    let Outcome::Unanswered { question, options, by, about, among, place, .. } =
        &game.trace.outcome
    else {
        return Value::Null;
    };
    if !among.iter().chain(about.as_deref()).all(|thing| thing.seen) {
        return json!({ "hidden": true, "by": by, "options": [] });
    }
    let (text, subject) = asked_of(question);
    json!({
        "hidden": false,
        "text": text,
        "key": game.open_key(),
        "options": options,
        "by": by,
        "about": about.as_deref().map(|thing| thing.name.as_str()).or(subject),
        "rule": place.map(|place| story.rule_with_items(place)),
    })
}

/// A question as it is put, and what it is about: `How much life does it have?: Scout` is a sentence of its own.
fn asked_of(question: &str) -> (&str, Option<&str>) {
    match question.split_once("?: ") {
        Some((sentence, subject)) => (&question[..=sentence.len()], Some(subject)),
        None => (question, None),
    }
}

/// How the game ended; null while a question is open.
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

/// The table as SVG, and where the cards lie that are options of the open question, as parts of its width and height.
fn table_svg(picture: &Picture, game: &PlayedGame, book: &ExampleContext<'_>) -> (String, Value) {
    let width = game.width.max(picture.least_width());
    let (drawing, pieces) = picture::draw_picture_with_pieces(picture, width);
    let place = |(option, thing): (usize, &NamedSubject)| {
        let (_, area) = pieces.iter().find(|(id, _)| *id == thing.id && thing.seen)?;
        Some(json!({
            "option": option,
            "x": area.x / drawing.width,
            "y": area.y / drawing.height,
            "width": area.width / drawing.width,
            "height": area.height / drawing.height,
        }))
    };
    let places: Vec<Value> =
        option_things(&game.trace.outcome).into_iter().filter_map(place).collect();
    (svg_of(&drawing, book), places.into())
}

/// The options that are pieces, by their index: those of a question in the order of its options, some of which may be
/// words.
fn option_things(outcome: &Outcome) -> Vec<(usize, &NamedSubject)> {
    let Outcome::Unanswered { among, options, .. } = outcome else { return Vec::new() };
    let mut things = among.iter().peekable();
    let named = |(at, option): (usize, &String)| {
        let is_it = |thing: &&NamedSubject| is_label_of(option, &thing.name);
        things.next_if(is_it).map(|thing| (at, thing))
    };
    options.iter().enumerate().filter_map(named).collect()
}

/// Whether an option is a piece of this name: the name, or for a second one of it `Bot (2)`.
fn is_label_of(option: &str, name: &str) -> bool {
    let rest = option.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
}

fn picture_svg(picture: &Picture, width: f64, book: &ExampleContext<'_>) -> String {
    svg_of(&picture::draw_picture(picture, width), book)
}

fn svg_of(drawing: &drawing::Drawing, book: &ExampleContext<'_>) -> String {
    let palette = book.theme.palette();
    drawing::render_svg(drawing, &|token| palette.css_colour(token))
}
