//! A game up to its next question. In: its start and the answers of persons. Out: its trace up to the next
//! question to a person, or the end.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::request::Begin;
use super::{MOST_ANSWERS, Refusal, SessionTable, saved, unknown};
use crate::command::SeededGames;
use crate::narrate;
use crate::scenario::{self, Scenario};
use crate::{Located, places, start, trace_file};
use base::diagnostic::Findings;
use rules::engine::trace::{Decider, Deciders, Outcome, Probe, SeatChoice, Start, Trace};
use rules::executor::refused_traces;
use rules::host::{PartedPlay, PlayPart};

/// Width of the table if a request names none, in points.
const TABLE: f64 = 460.0;
/// The smallest width of the table, in points.
const NARROWEST: f64 = 160.0;
/// The largest width of the table, in points.
const WIDEST: f64 = 1_600.0;
/// Reason why a book cannot be played with real cards.
const NO_COMPANION: &str =
    "this book has no `[companion]` in its book.toml: it is not played at the table";

/// A game up to its next question.
#[derive(Clone)]
pub struct PlayedGame {
    /// The text of its scenario, without the answers of persons.
    pub text: String,
    /// The scenario that was read from the text.
    pub scenario: Scenario,
    /// Its start, without the answers of persons.
    pub start: Start,
    /// Decider for the players that the request did not name.
    others: Decider,
    /// Deciders that the request named.
    seats: Deciders,
    /// True if a request named the onlooker.
    chosen_looker: bool,
    /// Width of the table, in points.
    pub width: f64,
    /// Answers of persons: key and answer.
    pub given: Vec<(String, String)>,
    /// Its play, from the first part that is new.
    pub trace: Trace,
    /// Number of earlier parts that have not changed.
    pub kept: usize,
    /// Beginnings of its parts after the first, at which a play can resume.
    parts: Vec<PlayPart>,
    /// Faults of its scenario, in words.
    pub findings: Vec<String>,
}

impl PlayedGame {
    /// Returns a game that has not been played yet.
    pub fn begun(
        begin: Begin,
        whole: &[String],
        table: &SessionTable<'_>,
    ) -> Result<Self, Refusal> {
        if begin.seed.is_some_and(|seed| i64::try_from(seed).is_err()) {
            return Err(format!("a seed is at most {}", i64::MAX));
        }
        if begin.answers.len() > MOST_ANSWERS {
            return Err(format!("a game has at most {MOST_ANSWERS} answers"));
        }
        let mut keys = BTreeSet::new();
        if let Some((key, _)) = begin.answers.iter().find(|(key, _)| !keys.insert(key)) {
            return Err(format!("`{key}` is answered twice"));
        }
        if begin.companion && table.book.companion.is_none() {
            return Err(NO_COMPANION.to_owned());
        }
        let text = scenario_text(&begin, whole, table)?;
        let mut findings = Findings::default();
        let program = table.book.program;
        // Positions of findings in this text are never shown, so it needs no source of its own.
        let source = program.modules.first().map(|module| module.source);
        let source = source.ok_or("the book has no rules to play")?;
        let read = scenario::read_scenario("game", source, &text, &mut findings);
        let started = read.and_then(|mut scenario| {
            scenario.seed = begin.seed.unwrap_or(scenario.seed);
            scenario.companion |= begin.companion;
            let start = start::scenario_start(&scenario, program, &mut findings)?;
            if let Some(companion) = table.book.companion.filter(|_| scenario.companion) {
                let span = scenario.play.span;
                // Marks and zones of the real table are narrated even if pictures omit them.
                let marks = companion.marks.iter().chain(&companion.real).cloned();
                let marks = marks.map(|value| Located { value, span });
                scenario.lesson.show.extend(marks);
            }
            Some((scenario, start))
        });
        let findings: Vec<String> = findings.0.iter().map(|one| one.message.clone()).collect();
        let Some((scenario, start)) = started else { return Err(findings.join("; ")) };
        let players = begin.players.map_or(start.players.clone(), SeatChoice::Count);
        let probe = Probe { answers: true, parts: true, ..Probe::default() };
        let private = table.book.look.private.clone();
        let start = Start { players, probe, private, seeded: true, looker: begin.looker, ..start };
        let persons = begin.seats.values().chain(&begin.others);
        let has_person = { persons }.any(|one| *one == Decider::Person);
        let by_person = if has_person { Decider::Person } else { Decider::Plan };
        let nobody = begin.nobody.unwrap_or(by_person);
        let seats = Deciders { players: begin.seats, nobody };
        let chosen_looker = start.looker.is_some();
        // If the plan decides for the other seats, everything that it needs is known before the first play.
        let is_known = begin.others.unwrap_or_default() == Decider::Plan;
        let looker = only_person(&seats, seats.players.keys()).filter(|_| is_known);
        let looker = start.looker.clone().or(looker);
        let start = Start { looker, deciders: seats.clone(), ..start };
        Ok(Self {
            text,
            scenario,
            chosen_looker,
            start,
            others: begin.others.unwrap_or_default(),
            seats,
            width: begin.width.unwrap_or(TABLE).clamp(NARROWEST, WIDEST),
            given: begin.answers,
            trace: Trace::ended(Outcome::Finished),
            kept: 0,
            parts: Vec::new(),
            findings,
        })
    }

    /// Returns the game with an answer to the open question.
    pub fn answered(&self, answer: &str) -> Result<Self, Refusal> {
        let Outcome::Unanswered { options, .. } = &self.trace.outcome else {
            return Err("no question is open".to_owned());
        };
        if !options.is_empty() && !options.iter().any(|option| option == answer) {
            return Err(unknown("no option is called", answer, options));
        }
        if self.given.len() == MOST_ANSWERS {
            return Err(format!("a game has at most {MOST_ANSWERS} answers"));
        }
        let mut game = self.clone();
        game.given.push((open_key_of(&self.trace).unwrap_or_default(), answer.to_owned()));
        Ok(game)
    }

    /// Returns the game with only the first answers of persons.
    pub fn with_first_answers(&self, count: usize) -> Result<Self, Refusal> {
        if count > self.given.len() {
            return Err(format!("there are only {} answers", self.given.len()));
        }
        let mut game = self.clone();
        game.given.truncate(count);
        Ok(game)
    }

    /// Returns the game as another onlooker sees it.
    pub fn seen_by(&self, looker: Option<String>) -> Result<Self, Refusal> {
        let names = &self.trace.names.seated;
        if let Some(name) = looker.as_ref().filter(|name| !names.contains(name)) {
            return Err(unknown("no player is called", name, names));
        }
        let mut game = self.clone();
        (game.start.looker, game.chosen_looker) = (looker, true);
        // Everything is narrated again.
        game.parts.clear();
        Ok(game)
    }

    /// Plays the game. Answers that are no longer asked for are dropped, and so are those that fit no option.
    pub fn played(mut self, table: &SessionTable<'_>) -> Result<Self, Refusal> {
        let mut played = self.play(table);
        let names = played.trace.names.seated.clone();
        let named = self.seats.players.keys().chain(&self.start.looker);
        if let Some(name) = { named }.find(|name| !names.is_empty() && !names.contains(name)) {
            return Err(unknown("no player is called", name, &names));
        }
        if self.settle_seats(&names) {
            self.parts.clear();
            played = self.play(table);
        }
        if let Outcome::Fault(fault) = &played.trace.outcome
            && fault.module.is_empty()
        {
            let hint = fault.hint.iter().map(|hint| format!("; {hint}")).collect::<String>();
            return Err(format!("{}{hint}", fault.message));
        }
        // The first answer of a person that ended the play because it fits no option.
        let refused = open_key_of(&played.trace);
        let refused = refused.and_then(|open| self.given.iter().position(|(key, _)| *key == open));
        if let Some(refused) = refused {
            self.given.truncate(refused);
            played = self.play(table);
        }
        let PartedPlay { trace, kept, parts } = played;
        (self.trace, self.kept) = (trace, kept);
        self.parts.truncate(kept);
        self.parts.extend(parts);
        let taken = &self.trace.asked.taken;
        self.given.retain(|(key, _)| taken.contains(key));
        Ok(self)
    }

    fn play(&self, table: &SessionTable<'_>) -> PartedPlay {
        let start = self.whole_start();
        let played = table.executor.play_parts(table.book.program, &start, &self.parts);
        played.unwrap_or_else(|reasons| {
            let mut traces = refused_traces(&reasons, 1);
            let trace = traces.pop().unwrap_or_else(|| Trace::ended(Outcome::Finished));
            PartedPlay { trace, kept: 0, parts: Vec::new() }
        })
    }

    /// Returns the start with the answers of persons.
    pub fn whole_start(&self) -> Start {
        let mut start = self.start.clone();
        start.answers.extend(self.given.iter().cloned());
        start
    }

    /// Sets the decider of each player at the table and the onlooker; returns whether that changed anything.
    fn settle_seats(&mut self, names: &[String]) -> bool {
        let mut deciders = self.seats.clone();
        for name in names {
            deciders.players.entry(name.clone()).or_insert(self.others);
        }
        let only = only_person(&deciders, names.iter());
        let looker = if self.chosen_looker { self.start.looker.clone() } else { only };
        let known = &self.start.deciders;
        let answers =
            |all: &Deciders, name: &String| all.players.get(name).copied().unwrap_or_default();
        let is_other = looker != self.start.looker
            || names.iter().any(|name| answers(&deciders, name) != answers(known, name));
        (self.start.deciders, self.start.looker) = (deciders, looker);
        is_other
    }

    /// Returns the hash of its trace, 64 hexadecimal digits: the same for each play of the saved scenario.
    pub fn trace_key(&self, table: &SessionTable<'_>) -> String {
        let mut start = Start { looker: None, ..self.whole_start() };
        start.answers.extend(self.trace.guessed.clone());
        let game = Self { start, given: Vec::new(), parts: Vec::new(), ..self.clone() };
        let trace = game.play(table).trace;
        let told = narrate::narrate(&trace, table.book.program, table.book.words);
        let file = trace_file::trace_file_of("", &trace, table.book.program, &told).to_string();
        Sha256::digest(file.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the scenario of the game so far.
    pub fn saved(&self, title: &super::request::Title) -> String {
        let answers = self.given.iter().cloned().chain(self.trace.guessed.clone());
        let changed = saved::Changed {
            title: title.title.as_deref(),
            seed: self.scenario.seed,
            players: &self.start.players,
            at_table: self.start.at_table,
            answers: answers.collect(),
        };
        saved::scenario_of(&self.text, changed)
    }
}

/// Returns the person among these players, if there is just one.
fn only_person<'n>(deciders: &Deciders, names: impl Iterator<Item = &'n String>) -> Option<String> {
    let is_person = |name: &&String| deciders.players.get(*name) == Some(&Decider::Person);
    let mut persons = names.filter(is_person);
    persons.next().filter(|_| persons.next().is_none()).cloned()
}

/// Returns the key under which a scenario answers the question that ended a play: `attack: Bot (2)` for the
/// second time.
pub fn open_key_of(trace: &Trace) -> Option<String> {
    match &trace.outcome {
        Outcome::Unanswered { question, times, .. } => Some(format!("{question} ({times})")),
        _ => None,
    }
}

/// Returns the text of the scenario that a request begins.
fn scenario_text(
    begin: &Begin,
    whole: &[String],
    table: &SessionTable<'_>,
) -> Result<String, Refusal> {
    let given = begin.scenario.as_deref().or(table.scenario.filter(|_| begin.play.is_none()));
    if let Some(text) = given {
        return Ok(text.to_owned());
    }
    let at_table = table.book.companion.filter(|_| begin.companion);
    let at_table = at_table.and_then(|companion| companion.play.as_deref());
    let play = begin.play.as_deref().or(table.rule).or(at_table);
    let play = play.or(whole.first().map(String::as_str));
    let Some(play) = play else {
        return Err("no rule of the book plays a whole game; name one under `play`".to_owned());
    };
    if places::find_function(table.book.program, play).is_none() {
        let games = SeededGames { play, turns: 1, players: None, seed: 1, games: 1 };
        let fault = games.fault(table.book.program);
        let words = fault.map(|fault| [vec![fault.message], fault.hints].concat().join("; "));
        return Err(words.unwrap_or_else(|| format!("nothing can be played at `{play}`")));
    }
    Ok(saved::head_of(table.book.program, play, begin.seed.unwrap_or(1)))
}
