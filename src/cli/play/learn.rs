//! `play BOOK --learn` and `play BOOK --lesson NAME`: a lesson in the terminal, with the words and
//! explanations of a page. In: a lesson, and the lines that a person types. Out: its parts, what happens, and
//! why a choice is wrong.

use std::io::{BufRead, Write};

use anyhow::{Result, bail};
use serde_json::{Map, Value, json};

use super::lines::{PlayedPath, load_path};
use super::terminal::{QUIT, TerminalGame, answer_of, each, read_answer, rule_text, words};
use super::{PlayArgs, require_rules};
use crate::cli::console::print_out;
use crate::cli::executor::rules_executor;
use crate::cli::exit::Exit;
use base::text::shown_path;
use example::session::SessionTable;

/// Number of wrong answers before a hint.
const PATIENT: usize = 2;

/// Lists the lessons of a book, or takes a person through one.
pub fn learn_in_terminal(args: &PlayArgs) -> Result<Exit> {
    if args.record || args.lines || args.output.is_some() || args.step.is_some() {
        bail!("--learn and --lesson cannot be combined with --record, --lines, --step or -o");
    }
    let played = load_path(args)?;
    let rules = require_rules(&played.loaded)?;
    let PlayedPath { loaded, .. } = &played;
    let executor = rules_executor()?;
    let book = rules.context(&loaded.sources);
    let table = SessionTable { book, executor: &executor, rule: None, scenario: None };
    let mut game = TerminalGame::at(&table);
    let Some(name) = &args.lesson else {
        let listed = game.ask(&json!({ "lessons": {} }))?;
        print_out(format_args!("{}", list_text(&listed["lessons"], &shown_path(&args.scenario))));
        return Ok(Exit::Done);
    };
    let lesson = game.ask(&json!({ "lesson": name }))?["lesson"].take();
    let mut taught =
        TaughtLesson { game, lesson, scenario: String::new(), reply: Value::Null, is_told: false };
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    taught.teach(&mut input, &mut output, &shown_path(&args.scenario))
}

/// Returns a line for each lesson, with the command that starts it.
fn list_text(lessons: &Value, book: &str) -> String {
    let line = |lesson: &Value| {
        let (title, about) = (words(&lesson["title"]), words(&lesson["about"]));
        let (minutes, name) = (&lesson["minutes"], words(&lesson["name"]));
        format!("{title} ({minutes} min): {about}\n    rulepress play \"{book}\" --lesson {name}\n")
    };
    let text: String = each(lessons).map(line).collect();
    if text.is_empty() { format!("`{book}` has no lessons\n") } else { text }
}

/// A lesson in progress.
struct TaughtLesson<'a> {
    game: TerminalGame<'a>,
    lesson: Value,
    /// The scenario that is played.
    scenario: String,
    /// The last reply of the game.
    reply: Value,
    /// True if its steps have been printed.
    is_told: bool,
}

impl TaughtLesson<'_> {
    fn teach(
        &mut self,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
        book: &str,
    ) -> Result<Exit> {
        let parts: Vec<Value> = each(&self.lesson["parts"]).cloned().collect();
        writeln!(output, "{}\n{}", words(&self.lesson["title"]), words(&self.lesson["about"]))?;
        for (nth, part) in parts.iter().enumerate() {
            writeln!(output, "\n{} of {}: {}\n", nth + 1, parts.len(), words(&part["title"]))?;
            write!(output, "{}", paragraphs(&part["say"]))?;
            if let Some(scenario) = part["scenario"].as_str() {
                self.game.forget_table();
                self.is_told = false;
                self.play(scenario.to_owned(), json!([]))?;
            }
            for choice in each(&part["choices"]) {
                if !self.choose(choice, input, output)? {
                    return Ok(Exit::Errors);
                }
            }
        }
        writeln!(output, "\nYou have finished this lesson.")?;
        if let Some(rule) = self.lesson["wholeGame"]["play"].as_str() {
            let seat = self.lesson["seat"].as_str();
            let seat = seat.map(|seat| format!(" --as \"{seat}\"")).unwrap_or_default();
            writeln!(output, "A whole game: rulepress play \"{book}{rule}\" --record{seat}")?;
        }
        Ok(Exit::Done)
    }

    /// Begins a scenario, with the lesson's seat for the person.
    fn play(&mut self, scenario: String, answers: Value) -> Result<()> {
        let seats: Map<String, Value> = self.lesson["seat"]
            .as_str()
            .map(|seat| (seat.to_owned(), json!("person")))
            .into_iter()
            .collect();
        let begin = json!({ "begin": {
            "scenario": scenario, "seats": seats, "others": "plan", "nobody": "person", "answers": answers,
        } });
        self.reply = self.game.ask(&begin)?;
        self.scenario = scenario;
        Ok(())
    }

    /// Asks until the answer is right; returns false at the end of the input.
    fn choose(
        &mut self,
        choice: &Value,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<bool> {
        if !std::mem::take(&mut self.is_told) {
            write!(output, "{}", self.game.news(&self.reply))?;
        }
        let guess = &choice["guess"];
        let question = &self.reply["question"];
        let key = words(&question["key"]);
        let asks = key.rsplit_once(" (").map_or(key, |(words, _)| words);
        if guess.is_null() && asks != words(&choice["asks"]) {
            bail!("the lesson contradicts the rules; `rulepress check` says where");
        }
        write!(output, "{}", paragraphs(&choice["say"]))?;
        let asked = if guess.is_null() { question } else { &Value::Null };
        let (options, labels) = options_of(choice, asked);
        let asks = match (guess.is_null(), question["asks"].as_str()) {
            (false, _) => plain(guess),
            (true, Some(asks)) => asks.to_owned(),
            (true, None) => format!("{}?", words(&question["text"]).trim_end_matches('?')),
        };
        writeln!(output, "\n{asks}")?;
        for (label, number) in labels.iter().zip(1..) {
            writeln!(output, "  {number}. {label}")?;
        }
        let mut wrong = 0;
        loop {
            let Some(line) = read_answer(input, output)? else { return Ok(false) };
            match answer_of(&options, &labels, &line).map(str::to_owned) {
                None if line == "rule" => {
                    let rule = if asked.is_null() { &Value::Null } else { &asked["rule"] };
                    writeln!(output, "{}", rule_text(rule))?;
                }
                None if line == QUIT => return Ok(false),
                None => {
                    writeln!(output, "write one of the answers or its number, `rule` or `quit`")?
                }
                Some(answer) if each(&choice["right"]).any(|right| *right == *answer) => {
                    self.go_on(choice, &answer)?;
                    write!(output, "{}", self.game.news(&self.reply))?;
                    write!(output, "{}", paragraphs(&choice["praise"]))?;
                    self.is_told = true;
                    return Ok(true);
                }
                Some(answer) => {
                    wrong += 1;
                    write!(output, "{}", explanation_text(choice, &answer))?;
                    if wrong >= PATIENT && !choice["hint"].is_null() {
                        write!(output, "Hint: {}", paragraphs(&choice["hint"]))?;
                    }
                }
            }
        }
    }

    /// Gives the answer to the rules; after a guess, the rules play on.
    fn go_on(&mut self, choice: &Value, answer: &str) -> Result<()> {
        if choice["guess"].is_null() {
            self.reply = self.game.ask(&json!({ "answer": answer }))?;
            return Ok(());
        }
        let answers = self.reply["answers"].clone();
        self.play(words(&choice["scenario"]).to_owned(), answers)
    }
}

/// Returns the possible answers and their labels: the options, and among them those that the rules forbid.
fn options_of(choice: &Value, question: &Value) -> (Vec<String>, Vec<String>) {
    let none = Map::new();
    let named = |key: &str| -> Vec<(String, String)> {
        let all = choice[key].as_object().unwrap_or(&none).iter();
        all.map(|(answer, why)| (answer.clone(), words(&why["label"]).to_owned())).collect()
    };
    if question.is_null() {
        let right =
            each(&choice["right"]).map(|right| (words(right).to_owned(), words(right).to_owned()));
        let mut all: Vec<(String, String)> =
            right.chain(named("wrong")).chain(named("forbidden")).collect();
        all.sort();
        return all.into_iter().unzip();
    }
    let labels = each(&question["labels"]).map(|label| words(label).to_owned());
    let options = each(&question["options"]).map(|option| words(option).to_owned());
    let mut all: Vec<(String, String)> = options.zip(labels).collect();
    for (nth, forbidden) in named("forbidden").into_iter().enumerate() {
        all.insert((2 * nth + 1) % (all.len() + 1), forbidden);
    }
    all.into_iter().unzip()
}

/// Returns the reason why an answer is wrong, with the rule.
fn explanation_text(choice: &Value, answer: &str) -> String {
    let own = [&choice["wrong"][answer], &choice["forbidden"][answer], &choice["otherwise"]];
    let why = own.into_iter().find(|why| !why.is_null()).unwrap_or(&Value::Null);
    let lead = match (choice["guess"].is_null(), choice["forbidden"][answer].is_null()) {
        (false, _) => "No",
        (true, false) => "Not allowed",
        (true, true) => "Not now",
    };
    format!("{lead}: {}", paragraphs(&why["words"]))
}

/// Writes words as lines; the number of a rule follows the words that lead to it.
fn paragraphs(said: &Value) -> String {
    let part = |part: &Value| {
        let address = part["rule"]["address"].as_str();
        let address = address.map(|address| format!(" ({address})")).unwrap_or_default();
        format!("{}{address}", words(&part["text"]))
    };
    let line = |parts: &Value| each(parts).map(part).collect::<String>() + "\n";
    each(said).map(line).collect()
}

/// Writes words without the numbers of rules.
fn plain(said: &Value) -> String {
    let parts = each(said).flat_map(each);
    parts.map(|part| words(&part["text"])).collect()
}
