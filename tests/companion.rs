//! Games at a real table: a whole game of each automaton, as reported by a person, where the table
//! of the page is that of the engine after every answer; answers that are taken back; questions;
//! and faults of `[companion]`.

use rulepress::diagnostic::Findings;
use rulepress::engine::trace::{Decider, Deciders, Start, Trace};
use rulepress::example::story::TableState;
use rulepress::example::{scenario, start};
use rulepress::rules::executor::Executor;
use serde_json::{Value, json};
use toml::Table as Toml;

use crate::common::{Folder, SeatedBook, root, rulepress};

impl SeatedBook {
    /// A scenario played without a session, up to the first question that it does not answer.
    fn played(&self, text: &str) -> Trace {
        let program = &self.loaded.rules.as_ref().expect("it can be played").program;
        let source = program.modules[0].source;
        let mut findings = Findings::default();
        let read =
            scenario::read_scenario("game", source, text, &mut findings).expect("a scenario");
        let begun = start::scenario_start(&read, program, &mut findings).expect("a start");
        let deciders = Deciders { nobody: Decider::Person, ..Deciders::default() };
        let begun = Start { deciders, ..begun };
        self.rules.play(program, &[begun]).expect("it is played").remove(0)
    }
}

/// A recorded game: its text and its answers, by question.
struct Recorded {
    text: String,
    answers: Toml,
}

impl Recorded {
    fn of(name: &str) -> Self {
        let path = root().join("tests/cases/companion").join(format!("{name}.toml"));
        let text = std::fs::read_to_string(path).expect("the game is recorded");
        let answers = text.parse::<Toml>().expect("TOML")["answers"].as_table().cloned();
        Self { text, answers: answers.expect("answers") }
    }

    fn seed(&self) -> i64 {
        self.text.parse::<Toml>().expect("TOML")["seed"].as_integer().expect("a seed")
    }

    /// Returns the person's answer to the open question of a reply.
    fn answer_to(&self, reply: &Value) -> Value {
        let key = reply["question"]["key"].as_str().expect("a question");
        json!({ "answer": self.answers[key].as_str().expect("an answer") })
    }
}

fn begin(seed: i64, person: &str) -> Value {
    let seats = json!({ person: "person" });
    json!({ "begin": { "companion": true, "seed": seed, "seats": seats, "nobody": "person" } })
}

/// The zones of a reply as names, spaces and how many lie there.
fn shown_zones(reply: &Value) -> Vec<(String, Vec<Value>, Vec<Value>)> {
    let zones = reply["zones"].as_array().expect("zones").iter();
    let list = |zone: &Value, key: &str| zone[key].as_array().expect("a list").clone();
    zones
        .map(|zone| {
            let key = zone["key"].as_str().expect("a key").to_owned();
            (key, list(zone, "cards"), list(zone, "spaces"))
        })
        .collect()
}

/// The table of the page is that of the engine: every named card is in its place, with its
/// counters.
fn must_be_the_same(reply: &Value, trace: &Trace, at: &str) {
    // During the set-up there are no steps yet: only the pieces on the table are known.
    let end = TableState::default().lying_as(&trace.end);
    let mut table = TableState::before(trace).unwrap_or(end);
    table.apply_records(&trace.records);
    let zones = shown_zones(reply);
    assert!(zones.len() > 10, "{at}: {} zones", zones.len());
    for ((key, cards, spaces), zone) in zones.iter().zip(reply["zones"].as_array().expect("zones"))
    {
        let pieces = table.pieces_in(key);
        assert_eq!(cards.len(), pieces.len(), "{at}: {key}");
        for (nth, piece) in pieces.iter().enumerate() {
            assert!(cards[nth].is_null() || cards[nth] == piece.name, "{at}: {key} {}", cards[nth]);
            assert_eq!(spaces[nth], json!(piece.space), "{at}: {key}");
            for mark in zone["marks"][nth].as_array().expect("marks") {
                let mark = mark.as_str().expect("words");
                let counter = mark.rsplit_once(' ');
                let amount = counter.and_then(|(name, now)| Some((name, now.parse::<i64>().ok()?)));
                let is_there = piece.flags.iter().any(|flag| flag == mark)
                    || amount.is_some_and(|(name, now)| piece.counters.get(name) == Some(&now));
                assert!(is_there, "{at}: `{mark}` lies not on {} in {key}", piece.name);
            }
        }
    }
    for (player, amounts) in reply["amounts"].as_object().expect("amounts") {
        let held = table.players.get(player).cloned().unwrap_or_default();
        for (name, now) in amounts.as_object().expect("amounts") {
            assert_eq!(held.get(name).copied(), now.as_i64(), "{at}: {name} of {player}");
        }
    }
}

/// Plays a recorded game from its first question to its end; after every answer the table is compared with a play of the
/// saved scenario, and now and then an answer is taken back.
fn play_recorded(name: &str, person: &str, least: usize) {
    let (mut book, game) = (SeatedBook::of(name), Recorded::of(name));
    let mut reply = book.done(&begin(game.seed(), person));
    assert_eq!(reply["game"]["atTable"], true);
    for zone in reply["game"]["companion"]["real"].as_array().expect("zones") {
        let is_shown = shown_zones(&reply).iter().any(|(known, ..)| zone == known.as_str());
        assert!(is_shown, "{name}: {zone} lies on the table and is not shown");
    }
    let (mut steps, mut asked) = (0, std::collections::BTreeSet::new());
    while reply["end"].is_null() {
        let at = format!("{name}, answer {steps}: {}", reply["question"]["text"]);
        let question = reply["question"].clone();
        assert!(question["rule"]["address"].is_string(), "{at}: no rule asks");
        assert!(question["options"].as_array().is_some_and(|all| all.len() > 1), "{at}");
        asked.insert(question["text"].as_str().expect("words").to_owned());
        let next = book.done(&game.answer_to(&reply));
        let saved = book.done(&json!({ "save": {} }));
        must_be_the_same(&next, &book.played(saved["saved"].as_str().expect("TOML")), &at);
        if steps % 9 == 4 {
            let back = book.done(&json!({ "keep": steps }));
            for key in ["question", "zones", "amounts", "answers", "table", "end"] {
                assert_eq!(back[key], reply[key], "{at}: {key} after taking back");
            }
            let again = book.done(&game.answer_to(&back));
            assert_eq!(again["zones"], next["zones"], "{at}: given again");
        }
        (reply, steps) = (next, steps + 1);
    }
    assert_eq!(reply["end"]["kind"], "over", "{name}: {}", reply["end"]);
    assert_eq!(steps, game.answers.len(), "{name}: every answer was asked for");
    assert!(steps >= least, "{name}: {steps} answers");
    let sentences = asked.iter().filter(|text| text.ends_with('?')).count();
    assert!(sentences * 4 >= asked.len() * 3, "{name}: {asked:?}");
    // The recorded file is the game, and plays the same in a session of its own.
    let whole = SeatedBook::of(name).done(&json!({ "begin": { "scenario": game.text } }));
    assert_eq!(whole["trace"], reply["trace"], "{name}: the recorded file plays otherwise");
    assert_eq!(whole["game"]["atTable"], true);
}

#[test]
fn a_game_of_wind_lorraine_is_played_at_the_table_to_its_end() {
    play_recorded("wind-lorraine", "You", 80);
}

#[test]
fn a_game_of_gaia_is_played_at_the_table_to_its_end() {
    play_recorded("gaia-project", "You", 80);
}

#[test]
fn a_mission_of_the_emperor_is_played_on_a_map_that_only_the_reader_sees() {
    play_recorded("imperial-assault", "Rebels", 120);
}

#[test]
fn what_the_page_keeps_is_dealt_by_it_and_what_it_cannot_see_is_asked() {
    let mut book = SeatedBook::of("wind-lorraine");
    let usual = book.done(&json!({ "begin": { "seed": 5, "others": "person" } }));
    assert_eq!(usual["game"]["atTable"], false);
    let companion = &usual["game"]["companion"];
    assert!(companion["words"].as_str().is_some_and(|words| words.len() > 40), "{companion}");
    let opening = book.done(&begin(5, "You"));
    assert_eq!(opening["question"]["text"], "How much life does your champion have?");
    let cards = |reply: &Value, key: &str| -> usize {
        let zones = shown_zones(reply);
        zones.iter().find(|(zone, ..)| zone == key).map_or(0, |(_, cards, _)| cards.len())
    };
    assert_eq!(cards(&opening, "automa.deck"), 52, "the page has shuffled the deck of the Automa");
    assert_eq!(cards(&opening, "you.deck"), 0, "yours lies before you");
    assert!(cards(&usual, "you.deck") > 0);
    for key in ["real", "kept"] {
        for zone in companion[key].as_array().expect("zones") {
            let is_there = shown_zones(&opening).iter().any(|(known, ..)| zone == known.as_str());
            assert!(is_there, "{zone} is not shown");
        }
    }
    let refused = SeatedBook::of("gazer").ask(&json!({ "begin": { "companion": true } }));
    assert!(refused["error"].as_str().is_some_and(|why| why.contains("[companion]")), "{refused}");
}

const RULES: &str = "# Two piles, and a question.\n\nyou = player(\"You\")\nfoe = player(\"Foe\")\ndeck = zone(\"foe.deck\", \"deck\", owner = foe)\nfield = zone(\"foe.field\", \"field\", owner = foe)\nworn = flag(\"worn\")\n\n#@ #play\ndef play():\n    for _ in range(2):\n        begin_turn(you)\n        end_turn()\n    if at_table():\n        ask(\"How many stand there?\", [0, 1, 2], by = you)\n    game_over(loser = foe)\n";

fn little_book(companion: &str) -> Folder {
    let folder = Folder::new("companion-findings");
    let head = "title = \"Little\"\nsources = [\"rules.md\"]\n\n[companion]\n";
    folder.write("book.toml", format!("{head}{companion}"));
    folder.write("rules.md", "# Play {#play}\n\nPlay until it is over.\n");
    folder.write("rules/play.star", RULES);
    folder
}

#[test]
fn what_is_wrong_with_the_companion_is_said_with_its_place() {
    let sound = "words = \"Lay it out.\"\nplay = \"#play\"\nreal = [\"foe.field\"]\nkept = [\"foe.deck\"]\nmarks = [\"worn\"]\n";
    let said = |companion: &str| {
        let ran = rulepress(little_book(companion).path(), &["check", "."]);
        ran.stdout + &ran.stderr
    };
    assert!(!said(sound).contains("book-file"), "{}", said(sound));
    for (old, new, words) in [
        ("foe.field", "foe.feild", "unknown zone `foe.feild`"),
        (
            "[\"foe.deck\"]",
            "[\"foe.deck\", \"foe.field\"]",
            "the zone `foe.field` is listed twice here",
        ),
        ("#play", "#plai", "no rule of the book is called `#plai`"),
        ("[\"worn\"]", "[\"wron\"]", "no flag or counter is called `wron`"),
        ("words", "word", "word"),
    ] {
        let said = said(&sound.replacen(old, new, 1));
        assert!(said.contains(words) && said.contains("book.toml:"), "{new}: {said}");
    }
}

#[test]
fn a_terminal_asks_at_the_table_too() {
    let folder = little_book("words = \"Lay it out.\"\nplay = \"#play\"\n");
    let plain = folder.run(&["play", "."]);
    assert!(
        !(plain.stdout + &plain.stderr).contains("How many stand there"),
        "nobody is at a table"
    );
    let asked = folder.run(&["play", ".", "--record", "--companion"]);
    assert!((asked.stdout + &asked.stderr).contains("You: How many stand there?"), "it is asked");
    folder.run(&["play", ".", "--companion"]).says("--record");
}
