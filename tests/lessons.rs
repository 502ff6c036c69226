//! Lessons of our books, walked as on a page by a reader who first chooses wrongly wherever
//! possible; lessons in the protocol and in the terminal; and a change of a rule that makes a
//! lesson untrue is found.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use rulepress::diagnostic::{Findings, code};
use rulepress::example::game::BookLocation;
use rulepress::pipeline::{self};
use rulepress::rules::executor::Resident;
use serde_json::{Value, json};

use crate::common::{Folder, SeatedBook, has_all, root};

/// The books that teach, with how many lessons each has.
const BOOKS: [(&str, usize); 2] = [("gazer", 3), ("wind-lorraine", 1)];

impl SeatedBook {
    fn lesson(&mut self, name: &str) -> Value {
        self.done(&json!({ "lesson": name }))["lesson"].take()
    }

    fn begin(&mut self, lesson: &Value, scenario: &Value, answers: &Value) -> Value {
        let seat = lesson["seat"].as_str().expect("somebody sits down");
        self.done(&json!({ "begin": {
            "scenario": scenario, "seats": { seat: "person" }, "others": "plan", "nobody": "person", "answers": answers,
        } }))
    }
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn keys(table: &Value) -> BTreeSet<String> {
    table.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect()
}

/// Counts of the tries on a walk.
#[derive(Default)]
struct Tried {
    choices: usize,
    wrong: usize,
    forbidden: usize,
    rules: BTreeSet<String>,
}

/// Every answer that is not right is explained, by words and a rule with its number and text; a forbidden one is no option of
/// the rules.
fn choose_wrongly(choice: &Value, options: &BTreeSet<String>, tried: &mut Tried, place: &str) {
    let right: BTreeSet<String> =
        each(&choice["right"]).map(|right| right.as_str().expect("a text").to_owned()).collect();
    let forbidden = keys(&choice["forbidden"]);
    assert!(options.is_disjoint(&forbidden), "{place}: the rules allow {forbidden:?}");
    assert!(!right.is_disjoint(options), "{place}: {right:?} is none of {options:?}");
    for answer in options.difference(&right).chain(&forbidden) {
        let own = [&choice["wrong"][answer], &choice["forbidden"][answer], &choice["otherwise"]];
        let why = own.into_iter().find(|why| !why.is_null());
        let why = why.unwrap_or_else(|| panic!("{place}: `{answer}` is not explained"));
        let words: Vec<&str> = each(&why["words"])
            .flat_map(each)
            .map(|part| part["text"].as_str().expect("a text"))
            .collect();
        assert!(words.concat().split_whitespace().count() > 4, "{place}: `{answer}`: {words:?}");
        let rule = &why["rule"];
        assert!(
            rule["text"].as_str().is_some_and(|text| !text.is_empty()),
            "{place}: {answer}: {rule}"
        );
        tried.rules.insert(rule["address"].as_str().expect("it has a number").to_owned());
        if forbidden.contains(answer) { tried.forbidden += 1 } else { tried.wrong += 1 }
    }
    tried.choices += 1;
}

/// Walks a lesson to its end; `nth` says which of several right answers is taken.
fn walk(reader: &mut SeatedBook, name: &str, nth: usize) -> Tried {
    let lesson = reader.lesson(name);
    let (mut reply, mut tried) = (Value::Null, Tried::default());
    for part in each(&lesson["parts"]) {
        let place = format!("{name}, {}", part["title"]);
        assert!(part["teaches"]["text"].is_string(), "{place} teaches no rule");
        if part["scenario"].is_string() {
            reply = reader.begin(&lesson, &part["scenario"], &json!([]));
        }
        assert!(each(&part["choices"]).next().is_some(), "{place}: nothing is done");
        for choice in each(&part["choices"]) {
            if choice["guess"].is_array() {
                let options = keys(&choice["wrong"]).into_iter();
                let options = options.chain(
                    each(&choice["right"]).map(|right| right.as_str().expect("a text").to_owned()),
                );
                choose_wrongly(choice, &options.collect(), &mut tried, &place);
                let before = reply.clone();
                reply = reader.begin(&lesson, &choice["scenario"], &before["answers"]);
                assert_eq!(
                    reply["answers"], before["answers"],
                    "{place}: a guess takes answers back"
                );
                assert_ne!(
                    reply["zones"], before["zones"],
                    "{place}: nothing shows whether it is so"
                );
                continue;
            }
            let question = &reply["question"];
            assert_eq!(question["text"], choice["asks"], "{place}: the rules ask otherwise");
            assert!(
                question["asks"].is_string(),
                "{place}: {} is put in no words",
                question["text"]
            );
            let options: Vec<String> = each(&question["options"])
                .map(|one| one.as_str().expect("a text").to_owned())
                .collect();
            choose_wrongly(choice, &options.iter().cloned().collect(), &mut tried, &place);
            let right: Vec<&Value> = each(&choice["right"])
                .filter(|right| options.iter().any(|one| **right == **one))
                .collect();
            let answer = right[nth % right.len()];
            reply = reader.done(&json!({ "answer": answer }));
        }
    }
    tried
}

/// Gives every right answer, after a wrong one at each question.
#[test]
fn lessons_are_walked_wrongly_first() {
    for (book, count) in BOOKS {
        let mut reader = SeatedBook::of(book);
        let listed = reader.done(&json!({ "lessons": {} }));
        let names: Vec<&Value> = each(&listed["lessons"]).collect();
        assert_eq!(names.len(), count, "{book}");
        for lesson in names {
            let name = lesson["name"].as_str().expect("it has a name");
            let parts = lesson["parts"].as_u64().expect("it has parts");
            assert!((5..=12).contains(&parts), "{book}, {name}: {parts} parts");
            for nth in 0..3 {
                let tried = walk(&mut reader, name, nth);
                assert!(
                    tried.choices >= 8 && tried.wrong >= tried.choices,
                    "{book}, {name}: {} of {}",
                    tried.wrong,
                    tried.choices
                );
                assert!(tried.rules.len() >= 6, "{book}, {name}: {:?}", tried.rules);
                assert!(tried.forbidden >= 1, "{book}, {name}: nothing is forbidden");
            }
        }
    }
}

#[test]
fn the_last_lesson_of_gazer_ends_with_a_whole_game() {
    let mut reader = SeatedBook::of("gazer");
    let lesson = reader.lesson("03-draft-and-shuffle");
    let play = lesson["wholeGame"]["play"].clone();
    let game =
        reader.done(&json!({ "begin": { "play": play, "seats": { "Ada": "person" }, "seed": 3 } }));
    let whole = each(&game["game"]["wholeGames"]).any(|one| one["play"] == play);
    assert!(whole, "{play} plays no whole game");
    assert_eq!(game["question"]["by"], "Ada");
}

#[test]
fn unknown_lessons_are_refused() {
    let mut reader = SeatedBook::of("gazer");
    let reply = reader.ask(&json!({ "lesson": "04-more" }));
    let error = reply["error"].as_str().expect("it is refused");
    assert!(error.contains("`04-more`") && error.contains("`01-first-cards`"), "{error}");
    let mut without = SeatedBook::of("gaia-project");
    assert_eq!(without.done(&json!({ "lessons": {} }))["lessons"], json!([]));
    assert_eq!(without.ask(&json!({ "lesson": "one" }))["error"], "the book has no lessons");
}

/// The findings about lessons of a copy of Gazer in which one text is another.
fn changed(file: &str, from: &str, to: &str) -> Findings {
    let folder = Folder::new(&format!("lessons-{}", file.replace('/', "-")));
    let book = root().join("content/gazer");
    for entry in walkdir::WalkDir::new(&book) {
        let entry = entry.expect("it can be listed");
        let below = entry.path().strip_prefix(&book).expect("it is inside");
        if !entry.file_type().is_file() || below.starts_with("design") {
            continue;
        }
        let mut text = std::fs::read(entry.path()).expect("it can be read");
        if below == Path::new(file) {
            let before = String::from_utf8(text).expect("it is text");
            assert!(before.contains(from), "{file} has no `{from}`");
            text = before.replace(from, to).into_bytes();
        }
        folder.write(&below.to_string_lossy(), text);
    }
    let loaded = pipeline::load(&BookLocation::of(folder.path())).expect("the book is there");
    let game = loaded.rules.as_ref().expect("it can be played");
    let mut findings = Findings::default();
    game.check_lessons(&loaded.sources, &Resident::of(&game.program), &mut findings);
    findings
}

#[test]
fn a_changed_rule_makes_lessons_stale() {
    let unchanged = changed("lessons/01-first-cards.toml", "title", "title");
    assert!(unchanged.0.is_empty(), "{unchanged:?}");
    let cases = [
        // Each target may be attacked as often as one likes.
        (
            "rules/attack.star",
            "return not card.has(attacked)",
            "return True",
            "the rules allow `Ben`",
        ),
        // Tapped minions may attack.
        (
            "rules/attack.star",
            "return [card for card in minions(player) if not card.has(tapped)]",
            "return minions(player)",
            "the rules allow `Earth Spirit`",
        ),
        // The action has another name.
        (
            "rules/turn.star",
            "more = [\"transmute\"]",
            "more = [\"turn over\"]",
            "the answer `transmute` is not an option",
        ),
        // The phase asks otherwise.
        (
            "rules/turn.star",
            "ask(\"plan\", [",
            "ask(\"your plan\", [",
            "the rules ask `your plan` here",
        ),
        // Armor does nothing.
        (
            "cards.csv",
            "Mist Folk,Water,Minion,2,,5,5,0,3",
            "Mist Folk,Water,Minion,2,,5,5,0,1",
            "is not true",
        ),
        // A card costs more.
        (
            "cards.csv",
            "Energy Orb,Base,Device,10,4,2,3",
            "Energy Orb,Base,Device,10,4,5,3",
            "but the lesson expects `which card`",
        ),
        // A place is gone.
        ("05-actions.md", "{#defend-one}", "{#one-attacker}", "unknown place `#defend-one`"),
    ];
    for (file, from, to, words) in cases {
        let findings = changed(file, from, to);
        let stale = findings.0.iter().filter(|one| one.code == code::STALE_LESSON);
        let messages: Vec<&str> = stale.map(|one| one.message.as_str()).collect();
        assert!(
            messages.iter().any(|message| message.contains(words)),
            "{file}, {to}: {messages:?}"
        );
    }
}

/// Every question that the rules of our books ask is a sentence, or is put in one.
#[test]
fn questions_are_put_in_sentences() {
    let mut wrong = Vec::new();
    for book in ["gazer", "grand-archive", "wind-lorraine", "gaia-project", "imperial-assault"] {
        let loaded = pipeline::load(&BookLocation::of(&root().join("content").join(book)))
            .expect("it is there");
        let game = loaded.rules.as_ref().expect("it can be played");
        let put: BTreeSet<&str> = game.words.put_questions().collect();
        let mut asked = BTreeSet::new();
        for module in &game.program.modules {
            let text = &loaded.sources.get(module.source).text;
            for (_, rest) in text.match_indices("ask(\"").map(|(at, _)| text.split_at(at + 5)) {
                let words = rest.split('"').next().unwrap_or_default();
                asked.insert(words.trim_end_matches(": ").to_owned());
            }
        }
        wrong.extend(
            asked
                .iter()
                .filter(|one| !one.ends_with('?') && !put.contains(one.as_str()))
                .map(|one| format!("{book}: `{one}` is put in no sentence")),
        );
        assert!(book == "imperial-assault" || asked.len() > 1, "{book}: {asked:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the output of the program for a lesson and the lines of a person.
fn in_terminal(arguments: &[&str], lines: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rulepress"));
    program.current_dir(root()).arg("play").args(arguments);
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    child.stdin.take().expect("it has an input").write_all(lines.as_bytes()).expect("it reads");
    let ran = child.wait_with_output().expect("it ends");
    assert!(ran.stderr.is_empty(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("it is text")
}

#[test]
fn a_lesson_is_walked_in_the_terminal() {
    let listed = in_terminal(&["content/gazer", "--learn"], "");
    has_all(&listed, &["Your first cards (5 min)", "--lesson 03-draft-and-shuffle"]);
    // One answer is wrong, one forbidden, twice the same for the hint; then all are right.
    let lines = "keep it for later\nIt keeps its Memory\nYou choose a card of\nIt materializes\nSlide\nAt the left end, face-down\nIt fails\nYour champion\n\
        Magus Disciple\nBarrier Servant\nyes\nattack\nBarrier Servant\nHonorable Vanguard\nThe Automa plays it\n";
    let told = in_terminal(&["content/wind-lorraine", "--lesson", "01-the-automa"], lines);
    for words in [
        "write one of the answers or its number",
        "No: The Automa never waits: it materializes the top card now (5.2 step 1)",
        "Hint: Compare the memory cost",
        "Not allowed: It is rested, and it has no Intercept",
        "Which unit intercepts the attack?",
        "You have finished this lesson.",
    ] {
        assert!(told.contains(words), "`{words}` is not told:\n{told}");
    }
}

/// Returns the output of `check` for a book with one lesson that has this text after its head.
fn checked(name: &str, text: &str) -> String {
    let folder = Folder::with(name, ".git/HEAD", "");
    folder.run(&["new", "first"]).ended(0);
    let head = "title = \"A\"\nabout = \"A lesson.\"\nminutes = 1\n";
    folder.write("first/lessons/01-a.toml", format!("{head}{text}"));
    folder.run(&["check", "first"]).stderr
}

#[test]
fn empty_lists_are_told() {
    for (name, text, line) in [
        ("parts", "part = []\n", "01-a.toml:4"),
        (
            "choices",
            "[[part]]\ntitle = \"B\"\nteaches = \"#turn\"\nsay = \"Go on.\"\nchoice = []\n[part.scenario]\nplay = \"#turn\"\n",
            "01-a.toml:8",
        ),
        (
            "right",
            "[[part]]\ntitle = \"B\"\nteaches = \"#turn\"\nsay = \"Go on.\"\n[part.scenario]\nplay = \"#turn\"\n[[part.choice]]\nasks = \"next\"\nright = []\n",
            "01-a.toml:12",
        ),
    ] {
        let said = checked(&format!("lessons-empty-{name}"), text);
        assert!(said.contains("error[lesson-file]") && said.contains(line), "{name}: {said}");
    }
}
