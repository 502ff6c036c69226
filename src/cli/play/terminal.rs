//! `play BOOK --record`: a game in the terminal, with the questions of a page. In: the seats of persons, and
//! the lines that they type. Out: what happens, changes of the table, each question, and at the end the
//! scenario, if it is wanted.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use super::lines::{PlayedPath, load_path};
use super::{PlayArgs, require_rules, tell_written};
use crate::cli::executor::rules_executor;
use crate::cli::exit::Exit;
use crate::cli::write::{Before, write_made};
use base::text::shown_path;
use example::command::chosen_option;
use example::session::{Session, SessionTable};

/// Help on the words that are commands instead of answers.
const WORDS: &str = "`back` takes back the last answer, `rule` shows the rule, `why` shows the last choice made by a list, `quit` ends the play";
/// Word that ends the game.
pub const QUIT: &str = "quit";
/// More consecutive numbers than this are printed as a range.
const MOST_NUMBERS: usize = 9;

/// Plays a game with a person in the terminal.
pub fn play_in_terminal(args: &PlayArgs) -> Result<Exit> {
    if let Some(path) = args.output.as_deref().filter(|path| file_ending(path) != Some("toml")) {
        bail!(
            "-o takes the file of a scenario, whose name ends in .toml, not {}",
            shown_path(path)
        );
    }
    let played = load_path(args)?;
    let rules = require_rules(&played.loaded)?;
    let PlayedPath { loaded, rule, scenario } = &played;
    let executor = rules_executor()?;
    let table = SessionTable {
        book: rules.context(&loaded.sources),
        executor: &executor,
        rule: rule.as_deref(),
        scenario: scenario.as_deref(),
    };
    let mut game = TerminalGame::at(&table);
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let exit = game.play(args, &mut input, &mut output)?;
    if let Some(path) = &args.output {
        let saved = game.ask(&json!({ "save": {} }))?;
        let text = saved["saved"].as_str().unwrap_or_default();
        write_made(path, text.as_bytes(), Before::Anything)
            .map_err(|failure| anyhow::anyhow!(failure.finding().message))?;
        tell_written(path);
    }
    Ok(exit)
}

fn file_ending(path: &Path) -> Option<&str> {
    path.extension().and_then(|ending| ending.to_str())
}

/// A game in a terminal.
pub struct TerminalGame<'a> {
    session: Session,
    table: &'a SessionTable<'a>,
    /// Entries that have been printed.
    told: Vec<Value>,
    /// Zones as they were last printed, by key.
    zones: BTreeMap<String, String>,
}

impl<'a> TerminalGame<'a> {
    /// Returns a game that has not begun.
    pub fn at(table: &'a SessionTable<'a>) -> Self {
        Self { session: Session::default(), table, told: Vec::new(), zones: BTreeMap::new() }
    }
}

impl TerminalGame<'_> {
    /// Returns the new steps, and the zones that changed.
    pub fn news(&mut self, reply: &Value) -> String {
        format!("{}{}", self.new_steps(reply), self.changed_zones(reply))
    }

    /// Forgets what was printed, so that another game is printed from its beginning.
    pub fn forget_table(&mut self) {
        self.told.clear();
        self.zones.clear();
    }

    /// Asks until the game or the input ends.
    fn play(
        &mut self,
        args: &PlayArgs,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<Exit> {
        let mut reply = self.begin(args)?;
        let mut why = Value::Null;
        writeln!(output, "{}\n", opening_line(&reply["game"]))?;
        loop {
            let said = each(&reply["entries"]).flat_map(|entry| each(&entry["said"]));
            let choices = said.map(|said| &said["why"]).filter(|why| !why.is_null());
            why = choices.last().cloned().unwrap_or(why);
            write!(output, "{}", self.news(&reply))?;
            if !reply["end"].is_null() {
                let end = &reply["end"];
                let told = words(&end["words"]);
                writeln!(output, "\n{}", if told.is_empty() { words(&end["line"]) } else { told })?;
                let is_over = ["over", "finished", "stopped"].contains(&words(&end["kind"]));
                return Ok(if is_over { Exit::Done } else { Exit::Errors });
            }
            let question = &reply["question"];
            if question["hidden"] == true {
                writeln!(output, "\nThe next question is for {}.", words(&question["by"]))?;
                reply = self.ask(&json!({ "look": question["by"] }))?;
                continue;
            }
            write!(output, "\n{}", question_text(question))?;
            let Some(request) = next_request(&reply, &why, input, output)? else {
                return Ok(Exit::Errors);
            };
            reply = self.ask(&request)?;
        }
    }

    /// Begins a game with the named persons, or else with the person that the book names.
    fn begin(&mut self, args: &PlayArgs) -> Result<Value> {
        let mut seats: Vec<String> = args.seats.clone();
        if seats.is_empty() {
            let begin = json!({ "seed": args.seed, "companion": args.companion, "others": "person", "nobody": "person" });
            let begin = if args.companion { begin } else { json!({ "seed": args.seed }) };
            let plan = self.ask(&json!({ "begin": begin }))?;
            seats.extend(plan["game"]["person"].as_str().map(str::to_owned));
        }
        let seats: Map<String, Value> =
            seats.into_iter().map(|name| (name, json!("person"))).collect();
        // A game at a real table is another one each time.
        let drawn = || {
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_secs() % 100_000)
        };
        let seed = args.seed.or_else(|| args.companion.then(drawn));
        let companion = args.companion;
        let begin =
            json!({ "seed": seed, "seats": seats, "nobody": "person", "companion": companion });
        self.ask(&json!({ "begin": begin }))
    }

    pub fn ask(&mut self, request: &Value) -> Result<Value> {
        let reply = self.session.reply(&request.to_string(), self.table);
        let reply: Value = serde_json::from_str(&reply).context("a reply that is not JSON")?;
        match reply["error"].as_str() {
            Some(error) => bail!("{error}"),
            None => Ok(reply),
        }
    }

    /// Returns the new steps, and the new sentences of the last step. Steps that a reply repeats for another
    /// player have been printed.
    fn new_steps(&mut self, reply: &Value) -> String {
        let keep = (reply["keep"].as_u64().unwrap_or_default() as usize).min(self.told.len());
        let mut fresh: Vec<Value> = each(&reply["entries"]).cloned().collect();
        for entry in fresh.iter_mut().filter_map(Value::as_object_mut) {
            entry.remove("svg");
        }
        // The same entry, or the same step with more sentences.
        let goes_on = |entry: &Value, before: &Value| {
            let then = each(&before["said"]);
            (&entry["heading"], &entry["step"]) == (&before["heading"], &before["step"])
                && then.clone().count() <= each(&entry["said"]).count()
                && each(&entry["said"]).zip(then).all(|(now, then)| now == then)
        };
        let is_anew = keep == 0 && fresh.len() >= self.told.len();
        let before = self.told.split_off(keep);
        let mut text = String::new();
        for (nth, entry) in fresh.iter().enumerate() {
            match before.get(nth) {
                Some(old) if is_anew || goes_on(entry, old) => {
                    text += &step_text(entry, each(&old["said"]).count());
                }
                _ => text += &step_text(entry, 0),
            }
        }
        self.told.extend(fresh);
        text
    }

    /// Returns a line for each zone and player that has changed since it was printed.
    fn changed_zones(&mut self, reply: &Value) -> String {
        let zones = each(&reply["zones"]).map(|zone| (words(&zone["title"]), zone_words(zone)));
        let none = Map::new();
        let players = reply["amounts"].as_object().unwrap_or(&none).iter();
        let players = players.map(|(player, amounts)| {
            let amounts = amounts.as_object().into_iter().flatten();
            let amounts = amounts.map(|(name, amount)| format!("{name} {amount}"));
            (player.as_str(), amounts.collect::<Vec<_>>().join(", "))
        });
        let mut text = String::new();
        for (title, now) in zones.chain(players) {
            let before = self.zones.insert(title.to_owned(), now.clone()).unwrap_or_default();
            if before != now {
                let now = if now.is_empty() { "nothing" } else { &now };
                text.push_str(&format!("    {title}: {now}\n"));
            }
        }
        text
    }
}

/// Returns the request of the person whom a reply asks; `None` at the end of the input.
fn next_request(
    reply: &Value,
    why: &Value,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<Option<Value>> {
    let question = &reply["question"];
    let answers = reply["answers"].as_array().map_or(0, Vec::len);
    let texts = |list: &Value| -> Vec<String> {
        each(list).map(|option| words(option).to_owned()).collect()
    };
    let (options, labels) = (texts(&question["options"]), texts(&question["labels"]));
    loop {
        let Some(line) = read_answer(input, output)? else { return Ok(None) };
        if let Some(answer) = answer_of(&options, &labels, &line) {
            return Ok(Some(json!({ "answer": answer })));
        }
        match line.as_str() {
            "back" if answers > 0 => return Ok(Some(json!({ "keep": answers - 1 }))),
            "back" => writeln!(output, "no answer was given yet")?,
            QUIT => return Ok(None),
            "rule" => writeln!(output, "{}", rule_text(&question["rule"]))?,
            "why" => write!(output, "{}", choice_text(why))?,
            _ => writeln!(output, "write one of the options or its number; {WORDS}")?,
        }
    }
}

/// Reads the next line, without blanks around it; `None` at the end of the input.
pub fn read_answer(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<Option<String>> {
    write!(output, "> ")?;
    output.flush()?;
    let mut line = String::new();
    if input.read_line(&mut line).context("the answer cannot be read")? == 0 {
        writeln!(output)?;
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}

/// Returns the option that a line names, by its value in the rules or by its label.
pub fn answer_of<'a>(
    options: &'a [String],
    labels: &'a [String],
    line: &'a str,
) -> Option<&'a str> {
    chosen_option(options, line).or_else(|| {
        let label = chosen_option(labels, line)?;
        let at = labels.iter().position(|own| own == label)?;
        options.get(at).map(String::as_str)
    })
}

/// Describes the game: "Gazer: Turns and phases, seed 7. Ada is asked."
fn opening_line(game: &Value) -> String {
    let seats = game["seats"].as_object();
    let persons = seats.into_iter().flatten().filter(|(_, decider)| *decider == "person");
    let persons: Vec<&str> = persons.map(|(name, _)| name.as_str()).collect();
    let asked = if persons.len() == 1 && persons != ["You"] { "is asked" } else { "are asked" };
    let (book, title, seed) = (words(&game["book"]), words(&game["title"]), &game["seed"]);
    format!("{book}: {title}, seed {seed}. {} {asked}; {WORDS}.", persons.join(" and "))
}

/// Returns a heading, or the sentences of a step from number `told` on, each with its rule.
fn step_text(entry: &Value, told: usize) -> String {
    let heading = entry["heading"].as_str().filter(|_| told == 0);
    let mut text = heading.map(|heading| format!("\n{heading}\n")).unwrap_or_default();
    for (nth, said) in each(&entry["said"]).enumerate().skip(told) {
        let parts: String = each(&said["parts"]).map(|part| words(&part["text"])).collect();
        let number = if nth == 0 { format!("{}.", entry["step"]) } else { String::new() };
        let rule = said["rule"]["address"].as_str();
        let rule = rule.map(|address| format!(" ({address})")).unwrap_or_default();
        text.push_str(&format!("{number:>4} {parts}{rule}\n"));
    }
    text
}

/// Returns the question with its rule, and its numbered options.
fn question_text(question: &Value) -> String {
    let asked = question["by"].as_str().map(|by| format!("{by}: ")).unwrap_or_default();
    let rule = question["rule"]["address"].as_str();
    let rule = rule.map(|address| format!(" ({address})")).unwrap_or_default();
    let labels: Vec<&str> = each(&question["labels"]).map(words).collect();
    let labels = options_text(&labels);
    let own = question["asks"].as_str().unwrap_or(words(&question["text"]));
    let about = question["about"].as_str().filter(|about| !own.contains(about));
    let about = about.map(|about| format!(" {about}")).unwrap_or_default();
    format!("{asked}{}?{about}{rule}\n{labels}", own.trim_end_matches('?'))
}

/// Returns a numbered line for each answer; many consecutive numbers share one line.
fn options_text(labels: &[&str]) -> String {
    let numbers: Option<Vec<i64>> = labels.iter().map(|label| label.parse().ok()).collect();
    if let Some([first, .., last]) = numbers.as_deref()
        && labels.len() > MOST_NUMBERS
        && numbers.iter().flatten().zip(*first..).all(|(number, next)| *number == next)
    {
        return format!("  a number from {first} to {last}\n");
    }
    labels.iter().zip(1..).map(|(label, number)| format!("  {number}. {label}\n")).collect()
}

/// Quotes a rule: "3.1 Preparing the game: each player draws four cards."
pub fn rule_text(rule: &Value) -> String {
    if rule.is_null() {
        return "no rule of the book has been cited yet".to_owned();
    }
    let (address, title) = (words(&rule["address"]), words(&rule["title"]));
    let item =
        |item: &Value| format!("\n  {} {}", words(&item["address"]), words(&item["text"]).trim());
    let items: String = each(&rule["items"]).map(item).collect();
    format!("{address} {title}: {}{items}", words(&rule["text"]).trim())
}

/// Explains the choice of a list: the candidates left out, and those that each line kept and dropped.
fn choice_text(why: &Value) -> String {
    if why.is_null() {
        return "no list has made a choice yet\n".to_owned();
    }
    let name = |thing: &Value| thing["name"].as_str().unwrap_or("a hidden card").to_owned();
    let counted = |things: &Value| -> String {
        let one = |thing: &Value| format!("{} ({})", name(thing), thing["amount"]);
        each(things).map(one).collect::<Vec<_>>().join(", ")
    };
    let mut text = format!("{}\n", rule_text(&why["list"]));
    for out in each(&why["excluded"]) {
        text.push_str(&format!("  no candidate: {}, {}\n", name(out), words(&out["reason"])));
    }
    for line in each(&why["lines"]) {
        let (address, rule) = (words(&line["address"]), words(&line["text"]).trim());
        let dropped = counted(&line["dropped"]);
        let dropped = if dropped.is_empty() { dropped } else { format!("; drops {dropped}") };
        text.push_str(&format!("  {address} {rule}: keeps {}{dropped}\n", counted(&line["kept"])));
    }
    let chosen = why["chosen"].as_str();
    text + &chosen.map(|chosen| format!("  chosen: {chosen}\n")).unwrap_or_default()
}

/// Describes the cards of a zone: "Bot, Mind Link, 2 face-down cards".
fn zone_words(zone: &Value) -> String {
    let known = each(&zone["cards"]).zip(each(&zone["marks"]));
    let names = known.filter_map(|(card, marks)| {
        let marks: Vec<&str> = each(marks).filter_map(Value::as_str).collect();
        let name = card.as_str()?;
        Some(if marks.is_empty() {
            name.to_owned()
        } else {
            format!("{name} ({})", marks.join(", "))
        })
    });
    let hidden = each(&zone["cards"]).filter(|card| card.is_null()).count();
    let hidden = match hidden {
        0 => None,
        1 => Some("1 face-down card".to_owned()),
        many => Some(format!("{many} face-down cards")),
    };
    names.chain(hidden).collect::<Vec<_>>().join(", ")
}

/// Returns the values of a list; empty for other values.
pub fn each(list: &Value) -> impl Iterator<Item = &Value> + Clone {
    list.as_array().into_iter().flatten()
}

/// Returns the text of a value; empty for other values.
pub fn words(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
