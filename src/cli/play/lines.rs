//! `play PATH --lines`: a game as questions and answers, each a line of JSON. Natively, lines are read until
//! the input ends. In a module nothing can wait: its start reads the book and returns, and its host calls
//! `rulepress_go_on` for each line that it has put into the standard input.

use std::io::{BufRead, Read, Write};

use anyhow::{Context, Result, bail};

use super::{PlayArgs, game, load_with_scenario, require_rules};
use crate::cli::exit::Exit;
use crate::cli::paths::require_path;
use crate::cli::place::PlacePath;
use crate::pipeline::{self, LoadedBook};
use example::session::{LONGEST_REQUEST, Session, SessionTable};
use rules::executor::Executor;

/// A book, and the game that is played by its rules.
struct GameLines<E> {
    loaded: LoadedBook,
    session: Session,
    executor: E,
    rule: Option<String>,
    scenario: Option<String>,
}

/// The path to play: a book, one of its rules, or the text of a scenario.
pub struct PlayedPath {
    pub loaded: LoadedBook,
    pub rule: Option<String>,
    pub scenario: Option<String>,
}

/// Plays a game with a program or page that writes lines.
pub fn play_lines(args: &PlayArgs) -> Result<Exit> {
    if args.record || args.step.is_some() || args.output.is_some() {
        bail!(
            "--lines reads requests and writes replies; it cannot be combined with --record, --step or -o"
        );
    }
    let played = load_path(args)?;
    require_rules(&played.loaded)?;
    answer_lines(played)
}

/// Loads the book, rule or scenario of the command line.
pub fn load_path(args: &PlayArgs) -> Result<PlayedPath> {
    let place = PlacePath::of(&args.scenario);
    if game::is_game(&place) {
        require_path(&place.path)?;
        args.rules.require_paths()?;
        let loaded = pipeline::load(&args.rules.location(&place.path))?;
        let rule = place.anchor.map(|anchor| format!("#{anchor}"));
        return Ok(PlayedPath { loaded, rule, scenario: None });
    }
    let loaded = load_with_scenario(&args.scenario, args.book.as_deref(), &args.rules)?;
    let file = loaded.rules.as_ref().and_then(|rules| rules.files.first());
    let file = file.context("the scenario cannot be read")?;
    let scenario = loaded.sources.get(file.source).text.to_string();
    Ok(PlayedPath { loaded, rule: None, scenario: Some(scenario) })
}

impl<E: Executor> GameLines<E> {
    /// Reads one request and writes its reply; returns false if there was no request.
    fn go_on(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<bool> {
        let mut line = Vec::new();
        let mut input = input.take(LONGEST_REQUEST as u64 + 1);
        if input.read_until(b'\n', &mut line).context("the next request cannot be read")? == 0 {
            return Ok(false);
        }
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            return Ok(true);
        }
        let rules = require_rules(&self.loaded)?;
        let table = SessionTable {
            book: rules.context(&self.loaded.sources),
            executor: &self.executor,
            rule: self.rule.as_deref(),
            scenario: self.scenario.as_deref(),
        };
        let reply = self.session.reply(line.trim(), &table);
        writeln!(output, "{reply}")?;
        output.flush()?;
        Ok(true)
    }
}

/// Answers requests until the input ends.
#[cfg(not(target_family = "wasm"))]
fn answer_lines(played: PlayedPath) -> Result<Exit> {
    let executor = crate::cli::executor::rules_executor()?;
    let PlayedPath { loaded, rule, scenario } = played;
    let mut lines = GameLines { loaded, session: Session::default(), executor, rule, scenario };
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    while lines.go_on(&mut input, &mut output)? {}
    Ok(Exit::Done)
}

#[cfg(target_family = "wasm")]
use module::answer_lines;

/// A game that waits between two calls of the host.
#[cfg(target_family = "wasm")]
mod module {
    use std::cell::RefCell;
    use std::io::{BufReader, Read};

    use super::{Exit, GameLines, PlayedPath, Result, Session, require_rules};
    use crate::cli::console::print_error;
    use rules::executor::Resident;

    thread_local! {
        static GAME: RefCell<Option<GameLines<Resident>>> = const { RefCell::new(None) };
    }

    /// Keeps the game for [`rulepress_go_on`].
    pub fn answer_lines(played: PlayedPath) -> Result<Exit> {
        let PlayedPath { loaded, rule, scenario } = played;
        let executor = Resident::of(&require_rules(&loaded)?.program);
        let lines = GameLines { loaded, session: Session::default(), executor, rule, scenario };
        GAME.with_borrow_mut(|game| *game = Some(lines));
        Ok(Exit::Done)
    }

    /// Reads one request from the standard input and writes its reply to the standard output.
    #[expect(unsafe_code, reason = "the host calls it by this name, which nothing else has")]
    #[unsafe(no_mangle)]
    extern "C" fn rulepress_go_on() {
        GAME.with_borrow_mut(|game| {
            let Some(game) = game else { return };
            let mut text = Vec::new();
            // The host has put exactly one line there.
            let read = std::io::stdin().lock().read_to_end(&mut text);
            let mut input = BufReader::new(text.as_slice());
            let done = read
                .map_err(Into::into)
                .and_then(|_| game.go_on(&mut input, &mut std::io::stdout()));
            if let Err(error) = done {
                print_error(format_args!("error: {error}\n"));
            }
        });
    }
}
