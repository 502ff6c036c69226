//! A game as questions and answers, a line of JSON each, for a page or a program that plays. In: a request.
//! Out: the events since the last one, the table as the onlooker sees it, and the next question to a person,
//! or the ending.
//!
//! A rule cannot wait for an answer: each answer plays the game again, with all answers so far. An executor
//! that keeps its rules loaded plays from the beginning of the last part that no answer changes.
//! `docs/play-lines.md` describes the requests and replies.

mod played;
mod reply;
mod request;
mod saved;

use serde_json::{Value, json};

use self::played::PlayedGame;
use self::reply::ToldPart;
pub use self::request::LONGEST_REQUEST;
use self::request::{Begin, Request};
use super::command::{SeededGames, whole_games};
use super::examples::ExampleContext;
use super::lessons;
use super::outcome::outcome_line;
use base::diagnostic::short_quote;
use rules::engine::trace::Outcome;
use rules::executor::Executor;

/// The most answers of one game.
const MOST_ANSWERS: usize = 10_000;

/// The parts that a game needs.
pub struct SessionTable<'a> {
    /// The book.
    pub book: ExampleContext<'a>,
    /// Plays the rules.
    pub executor: &'a dyn Executor,
    /// The rule that is played if a request names none, `#turn`.
    pub rule: Option<&'a str>,
    /// The scenario that is played if a request names none.
    pub scenario: Option<&'a str>,
}

/// A game with persons, from one request to the next.
#[derive(Default)]
pub struct Session {
    game: Option<PlayedGame>,
    /// The rules that play whole games, once they are known.
    whole: Option<Vec<String>>,
    /// Narrated parts of the game.
    told: Vec<ToldPart>,
}

/// Reason why a request is refused, in words.
type Refusal = String;

impl Session {
    /// Returns the reply to one request, as one line of JSON without its end. A wrong request gets an
    /// `error`, and the game stays as it was.
    pub fn reply(&mut self, line: &str, table: &SessionTable<'_>) -> String {
        let reply = request::read(line).and_then(|request| self.done(request, table));
        reply.unwrap_or_else(|refusal| json!({ "error": refusal })).to_string()
    }

    fn done(&mut self, request: Request, table: &SessionTable<'_>) -> Result<Value, Refusal> {
        match request {
            Request::Begin(begin) => self.begin(*begin, table),
            Request::Answer(answer) => {
                let game = self.begun()?.answered(&answer)?;
                self.replace(game, table)
            }
            Request::Keep(count) => {
                let game = self.begun()?.with_first_answers(count)?;
                self.replace(game, table)
            }
            Request::Look(looker) => {
                let game = self.begun()?.seen_by(looker)?;
                self.told.clear();
                self.replace(game, table)
            }
            Request::Save(title) => {
                let game = self.begun()?;
                Ok(json!({ "saved": game.saved(&title), "trace": game.trace_key(table) }))
            }
            Request::Lessons(_) => {
                Ok(json!({ "lessons": lessons::lessons_data(table.book.lessons) }))
            }
            Request::Lesson(name) => lesson_of(&name, table),
        }
    }

    fn begun(&self) -> Result<&PlayedGame, Refusal> {
        self.game.as_ref().ok_or_else(|| "no game has begun: send {\"begin\": {}} first".to_owned())
    }

    fn begin(&mut self, begin: Begin, table: &SessionTable<'_>) -> Result<Value, Refusal> {
        let whole = match self.whole.take() {
            Some(whole) => whole,
            None => whole_games_of(table)?,
        };
        let whole = self.whole.insert(whole);
        let game = PlayedGame::begun(begin, whole, table)?;
        self.told.clear();
        self.replace(game, table)
    }

    /// Plays a game and keeps it instead of the one so far, unless its rules cannot be played.
    fn replace(&mut self, game: PlayedGame, table: &SessionTable<'_>) -> Result<Value, Refusal> {
        let game = game.played(table)?;
        let whole = self.whole.as_deref().unwrap_or_default();
        let reply = reply::reply(&game, whole, &mut self.told, table);
        self.game = Some(game);
        Ok(reply)
    }
}

/// Returns a lesson of the book.
fn lesson_of(name: &str, table: &SessionTable<'_>) -> Result<Value, Refusal> {
    let all = table.book.lessons;
    match all.iter().find(|lesson| lesson.name == name) {
        Some(lesson) => Ok(json!({ "lesson": lessons::lesson_data(lesson, &table.book) })),
        None if all.is_empty() => Err("the book has no lessons".to_owned()),
        None => {
            let names: Vec<String> = all.iter().map(|lesson| lesson.name.clone()).collect();
            Err(unknown("no lesson is called", name, &names))
        }
    }
}

/// Returns the rules that play whole games.
fn whole_games_of(table: &SessionTable<'_>) -> Result<Vec<String>, Refusal> {
    let games = SeededGames { play: "", turns: 1, players: None, seed: 1, games: 1 };
    whole_games(&games, table.book.program, table.executor).map_err(|reasons| {
        let told: Vec<String> = reasons
            .iter()
            .map(|reason| match reason {
                Outcome::Fault(fault) => {
                    format!("{}:{}: {}", fault.module, fault.line, fault.message)
                }
                other => outcome_line(other),
            })
            .collect();
        format!("the rules cannot be run: {}", told.join("; "))
    })
}

/// Refuses an unknown name, and lists the known ones.
fn unknown(what: &str, name: &str, known: &[String]) -> Refusal {
    let known: Vec<String> = known.iter().map(|one| format!("`{}`", short_quote(one))).collect();
    format!("{what} `{}`; the names are {}", short_quote(name), known.join(", "))
}
