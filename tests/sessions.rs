//! Games with persons, as a page plays them: each book from its set-up to its end with answers by
//! chance, the saved scenario that plays the same, answers that are taken back, the seats of each
//! person, and hidden information.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use rulepress::engine::trace::{Act, Outcome, Start};
use rulepress::rules::executor::Executor;
use serde_json::{Value, json};

use crate::common::{Folder, SeatedBook, has_all, root};

impl SeatedBook {
    /// Answers questions by a row of numbers until the game ends or `most` were answered.
    fn play_on(&mut self, mut reply: Value, chance: &mut Numbers, most: usize) -> Value {
        for _ in 0..most {
            if reply["question"]["hidden"] == true {
                reply = self.done(&json!({ "look": reply["question"]["by"] }));
            }
            let Some(options) = reply["question"]["options"].as_array() else { break };
            let answer = options[chance.below(options.len())].clone();
            reply = self.done(&json!({ "answer": answer }));
        }
        reply
    }
}

/// A row of numbers that look like chance.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}

const BOOKS: [&str; 5] =
    ["gazer", "grand-archive", "wind-lorraine", "gaia-project", "imperial-assault"];

/// Returns the seats: the first player answers, the plan answers for the others.
fn against_plan(first: &str, seed: u64) -> Value {
    json!({ "begin": { "seed": seed, "seats": { first: "person" }, "nobody": "person" } })
}

fn names_of(game: &Value) -> Vec<String> {
    let names = game["game"]["players"].as_array().expect("players sit there");
    names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

/// Returns the names in steps, each with the number of its entry.
fn told_names(entries: &Value) -> BTreeSet<(usize, String)> {
    let mut names = BTreeSet::new();
    for (at, entry) in entries.as_array().into_iter().flatten().enumerate() {
        let said = entry["said"].as_array().into_iter().flatten();
        for part in said.flat_map(|said| said["parts"].as_array().into_iter().flatten()) {
            if part["name"] == true {
                names.insert((at, part["text"].as_str().expect("words").to_owned()));
            }
        }
    }
    names
}

#[test]
fn each_book_is_played_to_its_end_against_the_plan_and_its_scenario_plays_the_same() {
    for book in BOOKS {
        let mut table = SeatedBook::of(book);
        let opening = table.done(&json!({ "begin": {} }));
        let first = names_of(&opening).remove(0);
        for seed in 1..=1 {
            let begun = table.done(&against_plan(&first, seed));
            assert_eq!(begun["looker"], json!(first), "{book}: the only person looks on");
            let end = table.play_on(begun, &mut Numbers(seed), 2_000);
            assert_eq!(end["question"], Value::Null, "{book} {seed}: the game does not end");
            let kind = end["end"]["kind"].as_str().unwrap_or_default();
            assert!(["over", "finished"].contains(&kind), "{book} {seed}: {}", end["end"]);
            let saved = table.done(&json!({ "save": { "title": "A game" } }));
            assert_eq!(saved["trace"], end["trace"], "{book} {seed}");
            let text = saved["saved"].as_str().expect("TOML");
            let again = SeatedBook::of(book).done(&json!({ "begin": { "scenario": text } }));
            assert_eq!(again["trace"], end["trace"], "{book} {seed}: the scenario plays otherwise");
            assert_eq!(again["end"], end["end"], "{book} {seed}");
            assert_eq!(again["game"]["title"], "A game");
        }
    }
}

#[test]
fn what_is_taken_back_was_never_played() {
    let mut table = SeatedBook::of("gazer");
    let mut chance = Numbers(7);
    let begun = table.done(&against_plan("Ada", 3));
    let before = table.play_on(begun, &mut chance, 6);
    let options = before["question"]["options"].as_array().expect("a question").clone();
    let after = table.done(&json!({ "answer": options[0] }));
    assert_eq!(after["answers"].as_array().map(Vec::len), Some(7));
    let back = table.done(&json!({ "keep": 6 }));
    for key in ["question", "zones", "amounts", "answers", "table"] {
        assert_eq!(back[key], before[key], "{key}");
    }
    // A game that continues with the answers so far is at the same place.
    let whole = table.done(&json!({ "begin": {
        "seed": 3, "seats": { "Ada": "person" }, "nobody": "person", "answers": back["answers"],
    } }));
    assert_eq!(whole["question"], before["question"]);
    assert_eq!(whole["keep"], 0);
}

/// Returns the state of a page after a reply: everything shown before and now.
fn taken_in(entries: &mut Vec<Value>, reply: &Value) -> Value {
    let keep = reply["keep"].as_u64().expect("a number") as usize;
    assert!(keep <= entries.len(), "only what was told can stay");
    entries.truncate(keep);
    for drawn in reply["redrawn"].as_array().expect("a list") {
        let at = drawn["entry"].as_u64().expect("a number") as usize;
        entries[at]["svg"] = drawn["svg"].clone();
    }
    entries.extend(reply["entries"].as_array().expect("a list").clone());
    let mut seen = reply.clone();
    seen["keep"] = json!(0);
    seen["entries"] = json!(entries);
    seen["redrawn"] = json!([]);
    seen
}

#[test]
fn a_game_that_goes_on_is_told_as_one_that_is_played_anew() {
    for (book, answers) in [("gazer", 60), ("wind-lorraine", 24), ("grand-archive", 30)] {
        let (mut table, mut anew) = (SeatedBook::of(book), SeatedBook::of(book));
        let opening = table.done(&json!({ "begin": {} }));
        let first = names_of(&opening).remove(0);
        let (mut chance, mut entries) = (Numbers(5), Vec::new());
        let mut reply = table.done(&against_plan(&first, 2));
        let mut seen = taken_in(&mut entries, &reply);
        let mut compared = 0;
        for nth in 1..=answers {
            let Some(options) = reply["question"]["options"].as_array() else { break };
            let answer = options[chance.below(options.len())].clone();
            let back = json!({ "keep": reply["answers"].as_array().map_or(0, |given| given.len() * 2 / 3) });
            reply = table.done(&if nth % 11 == 0 { back } else { json!({ "answer": answer }) });
            seen = taken_in(&mut entries, &reply);
            if nth % 5 == 0 || nth % 11 == 0 {
                let mut begin = against_plan(&first, 2);
                begin["begin"]["answers"] = reply["answers"].clone();
                let fresh = anew.done(&begin);
                let told = |reply: &Value| reply["entries"].as_array().map_or(0, Vec::len);
                assert_eq!(told(&seen), told(&fresh), "{book}, answer {nth}: as many entries");
                let pairs = seen["entries"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .zip(fresh["entries"].as_array().into_iter().flatten());
                for (told, fresh) in pairs {
                    assert_eq!(told, fresh, "{book}, answer {nth}");
                }
                assert_eq!(seen, fresh, "{book}, answer {nth}");
                compared += 1;
            }
        }
        assert!(compared > 3, "{book}: {compared} times");
        assert!(!seen["entries"].as_array().expect("a list").is_empty());
    }
}

#[test]
fn what_no_answer_changes_is_not_played_again() {
    let table = SeatedBook::of("gazer");
    let rules = table.loaded.rules.as_ref().expect("it can be played");
    let program = &rules.program;
    let play = program.functions.iter().position(|function| function.name == "whole_game");
    let mut start = Start {
        play: play.expect("it plays a game") as u32,
        seed: 2,
        seeded: true,
        ..Start::default()
    };
    start.probe.parts = true;
    let whole = table.rules.play_parts(program, &start, &[]).expect("it plays");
    assert_eq!((whole.kept, whole.parts.len()), (0, whole.trace.parts.len()));
    assert_eq!(whole.parts.len() as u32 + 1, whole.trace.end.turn, "each turn is a part");
    let question = whole.trace.records.iter().rev().find_map(|record| match &record.act {
        Act::Ask { question, .. } => Some((question.clone(), record.turn)),
        _ => None,
    });
    let (question, turn) = question.expect("something is asked");
    let times = whole.trace.records.iter().filter(
        |record| matches!(&record.act, Act::Ask { question: other, .. } if *other == question),
    );
    let key = format!("{question} ({})", times.count());
    // An answer that is no option ends the play at its question.
    start.answers.insert(key, "nothing of that kind".to_owned());
    let again = table.rules.play_parts(program, &start, &whole.parts).expect("it plays");
    assert!(matches!(again.trace.outcome, Outcome::Unanswered { .. }), "{:?}", again.trace.outcome);
    assert_eq!(again.kept as u32 + 1, turn, "it goes on from the turn of the question");
    assert!(again.trace.records.iter().all(|record| record.turn == turn));
    let parts = whole.trace.by_parts();
    assert_eq!(again.trace.start, parts[again.kept].start);
    let same = again.trace.records.len();
    assert_eq!(again.trace.records[..], parts[again.kept].records[..same]);
    let anew = table.rules.play_parts(program, &start, &[]).expect("it plays");
    assert_eq!((anew.kept, &anew.trace.end), (0, &again.trace.end));
    assert_eq!(anew.trace.asked.taken, again.trace.asked.taken);
}

#[test]
fn steps_are_told_once_and_only_those_that_are_new() {
    let mut table = SeatedBook::of("grand-archive");
    let begun = table.done(&against_plan("Player A", 2));
    let mut entries = begun["entries"].as_array().expect("steps").clone();
    let (mut reply, mut chance) = (begun, Numbers(5));
    for _ in 0..30 {
        reply = table.play_on(reply, &mut chance, 1);
        let keep = reply["keep"].as_u64().expect("a number") as usize;
        assert!(keep <= entries.len());
        entries.truncate(keep);
        entries.extend(reply["entries"].as_array().expect("steps").iter().cloned());
    }
    let whole = table.done(&json!({ "look": "Player A" }));
    assert_eq!(whole["keep"], 0);
    let all = whole["entries"].as_array().expect("steps");
    assert_eq!(all.len(), entries.len());
    let numbers: Vec<u64> = all.iter().filter_map(|entry| entry["step"].as_u64()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
}

#[test]
fn hidden_cards_are_named_to_those_alone_who_may_see_them() {
    let mut table = SeatedBook::of("gazer");
    let begun = table.done(&json!({ "begin": { "seed": 4, "others": "person" } }));
    assert_eq!(begun["looker"], Value::Null, "of two persons neither looks on unasked");
    let (mut reply, mut chance, mut hidden) = (begun, Numbers(9), 0);
    for _ in 0..40 {
        let (asked, looker) = (reply["question"].clone(), reply["looker"].clone());
        if asked["hidden"] == true {
            assert_ne!(asked["by"], looker, "whoever is asked and looks on sees the question");
            assert_eq!(asked, json!({ "hidden": true, "by": asked["by"], "options": [] }));
            hidden += 1;
        }
        reply = table.play_on(reply, &mut chance, 1);
    }
    assert!(hidden > 0, "options that lie in a hand are told to their owner alone");
    let [nobody, ada, ben] =
        [json!(null), json!("Ada"), json!("Ben")].map(|who| table.done(&json!({ "look": who })));
    let hand = |reply: &Value, owner: &str| -> Vec<Value> {
        let zones = reply["zones"].as_array().expect("zones").clone();
        let is_hand = |zone: &Value| zone["key"].as_str().is_some_and(|key| key.ends_with(".hand"));
        let own = zones.into_iter().find(|zone| zone["owner"] == owner && is_hand(zone));
        own.expect("a hand")["cards"].as_array().expect("cards").clone()
    };
    for (looks, own, other) in [(&ada, "Ada", "Ben"), (&ben, "Ben", "Ada")] {
        assert!(hand(looks, own).iter().all(Value::is_string), "{own} sees the own hand");
        for reply in [looks, &nobody] {
            assert!(hand(reply, other).iter().all(Value::is_null), "nobody else sees a hand");
        }
    }
    let [public, to_ada, to_ben] = [&nobody, &ada, &ben].map(|reply| told_names(&reply["entries"]));
    let only_ada: Vec<_> = to_ada.difference(&public).collect();
    let only_ben: Vec<_> = to_ben.difference(&public).collect();
    assert!(!only_ada.is_empty() && !only_ben.is_empty(), "each draws cards");
    assert!(only_ada.iter().all(|name| !to_ben.contains(name)), "Ben is told what Ada draws");
    assert!(only_ben.iter().all(|name| !to_ada.contains(name)), "Ada is told what Ben draws");
}

#[test]
fn plan_chance_and_persons_answer_for_their_seats() {
    let mut table = SeatedBook::of("gazer");
    let answered = |reply: &Value, by: &str| -> BTreeSet<String> {
        let steps = reply["entries"].as_array().expect("steps").iter();
        let said = steps.flat_map(|step| step["said"].as_array().into_iter().flatten().cloned());
        let own = said.filter(|said| said["answered"]["by"] == by);
        own.filter_map(|said| said["answered"]["from"].as_str().map(str::to_owned)).collect()
    };
    let seats = |ada: &str, ben: &str| json!({ "begin": { "seed": 5, "seats": { "Ada": ada, "Ben": ben }, "nobody": "chance" } });
    let mixed = table.done(&seats("plan", "chance"));
    assert_eq!(mixed["question"], Value::Null, "no person is asked");
    assert!(answered(&mixed, "Ada").contains("plan"));
    assert!(!answered(&mixed, "Ben").contains("plan"), "chance does not follow the plan");
    let person = table.done(&seats("chance", "person"));
    assert_eq!(person["question"]["by"], "Ben", "the first question is for the person");
    let on = table.play_on(person, &mut Numbers(2), 12);
    assert!(on["question"].is_null() || on["question"]["by"] == "Ben");
}

#[test]
fn what_cannot_be_asked_for_is_said_and_changes_nothing() {
    let mut table = SeatedBook::of("gazer");
    let error = |reply: Value| reply["error"].as_str().unwrap_or_default().to_owned();
    assert!(error(table.ask(&json!({ "answer": "yes" }))).contains("no game has begun"));
    let before = table.done(&against_plan("Ada", 1));
    let requests = [
        (json!({ "answer": "maybe" }), "no option is called `maybe`; the names are `no`, `yes`"),
        (json!({ "keep": 5 }), "only 0 answers"),
        (json!({ "look": "Eve" }), "no player is called `Eve`; the names are `Ada`, `Ben`"),
        (json!({ "begin": { "seats": { "Eve": "person" } } }), "no player is called `Eve`"),
        (json!({ "begin": { "looker": "Eve" } }), "no player is called `Eve`"),
        (
            json!({ "begin": { "answers": [["go (1)", "a"], ["go (1)", "b"]] } }),
            "`go (1)` is answered twice",
        ),
        (json!({ "begin": { "seed": u64::MAX } }), "a seed is at most"),
        (json!({ "begin": { "players": 9 } }), "`players` cannot be 9"),
        (json!({ "begin": { "play": "#turns-and-fases" } }), "did you mean `#turns-and-phases`?"),
        (json!({ "begin": { "scenario": "title = " } }), ""),
        (json!({ "begin": { "seat": 1 } }), "unknown field `seat`"),
        (json!({ "shout": 1 }), "send one of begin, answer, keep, look, save"),
    ];
    for (request, words) in requests {
        let said = error(table.ask(&request));
        assert!(!said.is_empty() && said.contains(words), "{request}: {said}");
    }
    for line in ["", "{", "[1]", "\u{0}", "{\"answer\": 7}", "nonsense"] {
        assert!(!error(table.ask_line(line)).is_empty(), "{line:?}");
    }
    let after = table.done(&json!({ "keep": 0 }));
    assert_eq!(after["question"], before["question"]);
}

#[test]
fn what_a_list_chose_by_and_where_cards_lie_is_told() {
    let mut table = SeatedBook::of("imperial-assault");
    let played = table.done(&json!({ "begin": { "seed": 1 } }));
    let steps = played["entries"].as_array().expect("steps").iter();
    let said = steps.flat_map(|step| step["said"].as_array().into_iter().flatten());
    let why: Vec<&Value> = said.map(|said| &said["why"]).filter(|why| !why.is_null()).collect();
    assert!(!why.is_empty(), "the Emperor chooses by lists");
    for why in &why {
        assert!(why["list"]["anchor"].is_string() && why["list"]["text"].is_string(), "{why}");
        for line in why["lines"].as_array().expect("lines") {
            assert!(line["address"].is_string() && line["kept"].is_array(), "{line}");
        }
    }
    let mut table = SeatedBook::of("gazer");
    let begun = table
        .done(&json!({ "begin": { "seed": 2, "seats": { "Ada": "person" }, "nobody": "plan" } }));
    let mut reply = begun;
    let mut chance = Numbers(3);
    let mut placed = 0;
    for _ in 0..60 {
        for place in reply["places"].as_array().expect("places") {
            let option = place["option"].as_u64().expect("a number") as usize;
            assert!(option < reply["question"]["options"].as_array().map_or(0, Vec::len));
            for side in ["x", "y", "width", "height"] {
                let part = place[side].as_f64().expect("a number");
                assert!((0.0..=1.0).contains(&part), "{place}");
            }
            placed += 1;
        }
        reply = table.play_on(reply, &mut chance, 1);
    }
    assert!(placed > 0, "cards on the table can be chosen there");
}

/// Runs the program on lines of an input.
fn run_with_lines(folder: &Folder, arguments: &[&str], lines: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
    command.current_dir(folder.path()).args(arguments);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is there");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    let said = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn a_terminal_asks_what_a_page_asks() {
    let folder = Folder::new("sessions-terminal");
    let gazer = root().join("content/gazer");
    let gazer = gazer.to_string_lossy();
    let ask = ["play", &gazer, "--record", "--seed", "7", "-o", "game.toml"];
    // Lines after `quit` answer nothing.
    let lines = "draw\nrule\nnonsense\n2\nback\ndr\nwhy\nquit\nno\n";
    let (code, said) = run_with_lines(&folder, &ask, lines);
    assert_eq!(code, Some(1), "questions are left open: {said}");
    for words in [
        "seed 7. Ada is asked",
        "Ada: What is your plan for this turn? (4.4)\n  1. Draw cards\n  2. Shuffle your discard pile under your deck\n",
        "Ada: Life and energy: Ada (",
        "1. Ada draws ",
        "4.5 Draft phase: ",
        "  4.5 a ",
        "write one of the options or its number",
        "no list has made a choice yet",
        "Ada: Which card do you draft? (5.1)",
        "8 face-down cards",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let saved = folder.text("game.toml");
    assert!(saved.contains("\"in the Draft phase (1)\" = \"draft\""), "{saved}");
    let both = ["play", &gazer, "--record", "--seed", "7", "--as", "Ada", "--as", "Ben"];
    let lines = "no\ndraw\ngo on\ntransmute\n1\n";
    let (_, shared) = run_with_lines(&folder, &both, lines);
    has_all(&shared, &["Ada and Ben are asked", "The next question is for Ada."]);
    assert_eq!(shared.matches("   1. ").count(), 1, "each step is told once: {shared}");
    let wind = root().join("content/wind-lorraine");
    let table = ["play", &wind.to_string_lossy(), "--record", "--companion", "--seed", "3"];
    let (_, said) = run_with_lines(&folder, &table, "41\nquit\n");
    has_all(&said, &["You are asked;", "  a number from 1 to 40\n", "> write one of the options"]);
    // The lines of a program continue from there.
    let play = ["play", "game.toml", "--book", &gazer, "--lines"];
    let requests = "{\"begin\": {\"seats\": {\"Ada\": \"person\"}}}\n\n{\"answer\": \"no\"}\n";
    let (code, said) = run_with_lines(&folder, &play, requests);
    assert_eq!(code, Some(0), "{said}");
    let replies: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(replies.len(), 2, "one for each request");
    assert_eq!(replies[0]["question"]["text"], "draft");
    assert!(replies[1]["error"].as_str().is_some_and(|error| error.contains("no option")));
    let refused = [
        (vec!["play", &gazer, "--as", "Ada"], "--record --as"),
        (vec!["play", &gazer, "--record", "--as", "Eve"], "no player is called `Eve`"),
        (vec!["play", &gazer, "--record", "-o", "game.txt"], "ends in .toml"),
        (vec!["play", &gazer, "--lines", "--record"], "--lines"),
    ];
    for (arguments, words) in refused {
        let (code, said) = run_with_lines(&folder, &arguments, "");
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn the_page_that_plays_goes_into_a_web_edition_with_all_that_it_plays() {
    let folder = Folder::new("sessions-player");
    for (file, text) in [("index.html", "<p>"), ("service.js", ";"), ("licences.txt", "MIT")] {
        folder.write(&format!("player/{file}"), text);
    }
    folder.write("player/books/none.txt", "");
    folder.write("empty/index.html", "<p>");
    let book = root().join("content/wind-lorraine");
    let book = book.to_string_lossy();
    let refused = ["build", &book, "--only", "web", "--player", "empty"];
    let (code, said) = run_with_lines(&folder, &refused, "");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("it has no `service.js`"), "{said}");
    let (code, said) =
        run_with_lines(&folder, &["build", &book, "--only", "web", "--player", "player"], "");
    assert_eq!(code, Some(0), "{said}");
    let web = folder.path().join("output/wind-lorraine/web");
    let index = std::fs::read_to_string(web.join("index.html")).expect("a page");
    assert!(index.contains("href=\"play/\""), "the text leads to the page that plays");
    let read = |name: &str| std::fs::read(web.join("play").join(name)).expect(name);
    assert_eq!(read("licences.txt"), b"MIT");
    let here: Value = serde_json::from_slice(&read("here.json")).expect("JSON");
    assert_eq!(here["folder"], "content/wind-lorraine");
    let examples = here["examples"].as_array().expect("examples");
    assert!(!examples.is_empty());
    let zip = read(here["file"].as_str().expect("a name"));
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).expect("a zip");
    let names = zip.file_names().map(|name| name.expect("a name").into_owned());
    let names: BTreeSet<String> = names.collect();
    let needed = ["content/wind-lorraine/book.toml", "content/grand-archive/rules/combat.star"];
    let needed = needed.into_iter().chain(examples.iter().filter_map(|one| one["file"].as_str()));
    for name in needed {
        assert!(names.contains(name), "{name} is not in the zip");
    }
    // The content of the zip can be played on its own.
    let alone = Folder::new("sessions-player-alone");
    zip.extract(alone.path()).expect("it can be unpacked");
    alone.write(".git/HEAD", "");
    let play = ["play", "content/wind-lorraine", "--lines"];
    let begin = "{\"begin\": {\"seats\": {\"You\": \"person\"}}}\n";
    let (code, said) = run_with_lines(&alone, &play, begin);
    assert_eq!(code, Some(0), "{said}");
    let reply: Value = serde_json::from_str(said.lines().next().expect("a reply")).expect("JSON");
    assert_eq!(reply["game"]["person"], "You");
    assert!(reply["error"].is_null() && reply["question"]["by"] == "You", "{}", reply["question"]);
    // In a site without the page for games, no link leads to that page.
    let (code, said) =
        run_with_lines(&folder, &["build", &book, "--only", "web", "-o", "plain"], "");
    assert_eq!(code, Some(0), "{said}");
    let index = folder.path().join("plain/wind-lorraine/web/index.html");
    assert!(!std::fs::read_to_string(index).expect("a page").contains("play/\""));
}

/// A card may let a player look at hidden cards, and choose among them: the game stops at such a question.
#[test]
fn whoever_is_asked_sees_what_there_is_to_choose_from() {
    let game = include_str!("cases/sessions/top-of-the-deck.json");
    let game: Value = serde_json::from_str(game).expect("it is a request");
    let mut table = SeatedBook::of("grand-archive");
    let asked = table.done(&game);
    assert_eq!(asked["question"]["key"], "glimpse: Barrier Servant (1)");
    assert_eq!(asked["question"]["options"], json!(["top", "bottom"]));
    let other = table.done(&json!({ "look": "Player B" }));
    assert_eq!(other["question"], json!({ "hidden": true, "by": "Player A", "options": [] }));
    table.done(&json!({ "look": "Player A" }));
    let after = table.done(&json!({ "answer": "top" }));
    assert_ne!(after["question"]["key"], asked["question"]["key"], "the game goes on");
}

/// Returns the rules of a game of turns with `line` in it, beside a rule that ends a game at once.
fn game_in_which(line: &str) -> String {
    format!(
        "you = player(\"You\")\n\n#@ #lost\ndef lost():\n    game_over(loser = you)\n\n#@ #rounds\ndef rounds():\n    \
         for _ in range(3):\n        begin_turn(you)\n        {line}\n        end_turn()\n    game_over(winner = you)\n"
    )
}

#[test]
fn a_whole_game_that_cannot_be_played_says_why() {
    let folder = Folder::new("sessions-broken");
    folder.write("book/book.toml", "title = 'Game'\nsources = ['a.md']\n");
    folder.write("book/a.md", "# Lost {#lost}\n\nYou lose.\n\n# Rounds {#rounds}\n\nThree.\n");
    let played = |line: &str, arguments: &[&str]| {
        folder.write("book/rules/a.star", game_in_which(line));
        run_with_lines(&folder, &[&["play", "book"], arguments].concat(), "quit\n")
    };
    for arguments in [&["--seed", "7"][..], &["--record", "--seed", "7"]] {
        let (code, said) = played("pass", arguments);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("You wins") || said.contains("You win"), "{arguments:?}: {said}");
        let (_, said) =
            played("len([x * y for x in range(20000) for y in range(20000)])", arguments);
        assert!(said.contains("MiB of values") || said.contains("steps"), "{arguments:?}: {said}");
        assert!(!said.contains("You lose"), "no other rule is played in its stead: {said}");
        let (code, said) = played("pass pass", arguments);
        assert_ne!(code, Some(0), "{said}");
        assert!(said.contains("a.star:11"), "{arguments:?}: {said}");
        assert!(!said.contains("plays a whole game"), "{said}");
    }
}
