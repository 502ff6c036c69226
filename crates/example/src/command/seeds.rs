//! Games from many seeds, one after another.

use crate::{outcome, places, start};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::text::counted;
use rules::Program;
use rules::engine::trace::{Outcome, SeatChoice, Start, Trace};
use rules::executor::Executor;

/// The most games that are played at once, and the number at first, before the length of the games is known.
const MOST_AT_ONCE: u64 = 1_024;
const FIRST_AT_ONCE: u64 = 16;
/// Approximate number of events that are held in memory at once.
const MOST_HELD: u64 = 400_000;

/// Games from many seeds; open choices are answered from the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededGames<'a> {
    /// The place whose function is played after the game is set up: `#turn`.
    pub play: &'a str,
    /// Number of plays of that function in each game, at least 1.
    pub turns: u32,
    /// Number of players; none for the usual players.
    pub players: Option<u32>,
    /// The first seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
}

impl SeededGames<'_> {
    /// Plays the games and passes each trace on with its seed. The findings say why nothing can be played,
    /// and how many games a fault stopped.
    pub fn play_each(
        &self,
        program: &Program,
        executor: &dyn Executor,
        findings: &mut Findings,
        mut each: impl FnMut(u64, Trace),
    ) {
        let Some(start) = self.start(program) else {
            findings.push(self.no_bound_rule(program));
            return;
        };
        let mut stopped = Vec::new();
        let mut note = |seed: u64, trace: Trace| {
            if matches!(trace.outcome, Outcome::Fault(_)) {
                stopped.push(seed);
            }
            each(seed, trace);
        };
        if let Err(reasons) = self.play_from(&start, program, executor, &mut note) {
            findings.0.extend(reasons.iter().map(rules_not_loaded));
        }
        findings.0.extend(self.stopped_games(&stopped));
    }

    /// Reports games that a fault stopped: the rest of them was not played.
    fn stopped_games(&self, stopped: &[u64]) -> Option<Diagnostic> {
        let (first, play) = (stopped.first()?, short_quote(self.play));
        let games = counted(stopped.len(), "game");
        let message = format!("a fault stopped {games} of `{play}`");
        let hint = format!(
            "run `rulepress simulate` to see the fault; the first of them has the seed {first}"
        );
        Some(Diagnostic::global(code::STOPPED_GAMES, message).hint(hint))
    }

    /// Returns the start of every game, without its seed; none if no rule is bound to the place.
    pub fn start(&self, program: &Program) -> Option<Start> {
        let play = places::find_function(program, self.play)?;
        let (repeat, players) = (self.turns.max(1), self.seats());
        Some(Start { play, players, seeded: true, repeat, ..start::game_start(program) })
    }

    fn seats(&self) -> SeatChoice {
        self.players.map_or(SeatChoice::Usual, SeatChoice::Count)
    }

    /// Sets games up from the same seeds and passes each trace on; does nothing if the rules have no set-up.
    pub fn set_up_each(
        &self,
        program: &Program,
        executor: &dyn Executor,
        mut each: impl FnMut(u64, Trace),
    ) {
        let opening = start::game_start(program);
        if let Some(play) = opening.setup {
            let start = Start { play, players: self.seats(), seeded: true, ..opening };
            // Rules that cannot be run are reported when games are played.
            let _ = self.play_from(&start, program, executor, &mut each);
        }
    }

    /// Plays several games at once: as many as keep the events in memory below [`MOST_HELD`].
    fn play_from(
        &self,
        start: &Start,
        program: &Program,
        executor: &dyn Executor,
        each: &mut dyn FnMut(u64, Trace),
    ) -> Result<(), Vec<Outcome>> {
        let last = self.seed.saturating_add(self.games);
        let (mut first, mut at_once) = (self.seed, FIRST_AT_ONCE);
        while first < last {
            let seeds = first..last.min(first.saturating_add(at_once));
            let starts: Vec<Start> =
                seeds.clone().map(|seed| Start { seed, ..start.clone() }).collect();
            let traces = executor.play(program, &starts)?;
            let events: usize = traces.iter().map(|trace| trace.records.len()).sum();
            let room = MOST_HELD * traces.len() as u64 / (events as u64).max(1);
            at_once = room.clamp(1, MOST_AT_ONCE);
            first = seeds.end;
            seeds.zip(traces).for_each(|(seed, trace)| each(seed, trace));
        }
        Ok(())
    }

    /// Reports why nothing can be played, if no rule is bound to the place.
    pub fn fault(&self, program: &Program) -> Option<Diagnostic> {
        let is_bound = places::find_function(program, self.play).is_some();
        (!is_bound).then(|| self.no_bound_rule(program))
    }

    fn no_bound_rule(&self, program: &Program) -> Diagnostic {
        let is_bound = |place| places::is_bound(program, place);
        let written = short_quote(self.play);
        let message = format!("nothing can be played at `{written}`: no rule is bound to it");
        let hint = match places::nearest_place(program, self.play, is_bound) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!(
                "name a rule that begins a game or a turn with --play \"#anchor\", or bind a function to this \
                 one: `#@ {written}` above its `def`"
            ),
        };
        Diagnostic::global(code::SCENARIO_PLACE, message).hint(hint)
    }
}

/// Reports why the rules cannot be run.
pub fn rules_not_loaded(reason: &Outcome) -> Diagnostic {
    let Outcome::Fault(fault) = reason else {
        let line = outcome::outcome_line(reason);
        let message = format!("the rules cannot be loaded: {line}");
        return Diagnostic::global(code::RULES_LIMIT, message);
    };
    let message = format!("{}, line {}: {}", fault.module, fault.line, fault.message);
    let mut finding = Diagnostic::global(code::RULE_FAULT, message);
    finding.hints.extend(fault.hint.clone());
    finding
}
