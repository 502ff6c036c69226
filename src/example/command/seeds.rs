//! One game after the other, from many seeds.

use crate::diagnostic::{Diagnostic, Findings};
use crate::engine::trace::{Outcome, Start, Trace};
use crate::example::fields::shortened;
use crate::example::{codes, outcome, places, start};
use crate::rules::Program;
use crate::rules::executor::Executor;

/// The most games that are played at once, and how many are before it is known how long they are.
const MOST_AT_ONCE: u64 = 1_024;
const FIRST_AT_ONCE: u64 = 16;
/// About so many events are held at once.
const MOST_HELD: u64 = 400_000;

/// Games from many seeds; open choices are answered from the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededGames<'a> {
    /// The place whose function is played after the game is set up: `#turn`.
    pub play: &'a str,
    /// How many times in each game, at least 1.
    pub turns: u32,
    /// The first seed.
    pub seed: u64,
    /// How many games.
    pub games: u64,
}

impl SeededGames<'_> {
    /// Plays them and hands each trace over with its seed; a finding says why nothing can be
    /// played.
    pub(super) fn play_each(
        &self,
        program: &Program,
        player: &dyn Executor,
        findings: &mut Findings,
        mut each: impl FnMut(u64, Trace),
    ) {
        let Some(play) = places::find_function(program, self.play) else {
            findings.push(self.unbound(program));
            return;
        };
        let start =
            Start { play, seeded: true, repeat: self.turns.max(1), ..start::game_start(program) };
        self.play_from(&start, program, player, findings, &mut each);
    }

    /// Sets games up from the same seeds and hands each trace over; nothing where nothing sets up.
    pub(super) fn set_up_each(
        &self,
        program: &Program,
        player: &dyn Executor,
        mut each: impl FnMut(u64, Trace),
    ) {
        let opening = start::game_start(program);
        if let Some(play) = opening.setup {
            // Rules that can not be run are told of when games are played.
            let start = Start { play, seeded: true, ..opening };
            self.play_from(&start, program, player, &mut Findings::default(), &mut each);
        }
    }

    fn play_from(
        &self,
        start: &Start,
        program: &Program,
        player: &dyn Executor,
        findings: &mut Findings,
        each: &mut dyn FnMut(u64, Trace),
    ) {
        let last = self.seed.saturating_add(self.games);
        let (mut first, mut at_once) = (self.seed, FIRST_AT_ONCE);
        while first < last {
            let next = last.min(first.saturating_add(at_once));
            let starts: Vec<Start> =
                (first..next).map(|seed| Start { seed, ..start.clone() }).collect();
            let traces = match player.play(program, &starts) {
                Ok(traces) => traces,
                Err(reasons) => return findings.0.extend(reasons.iter().map(rules_not_loaded)),
            };
            let events: usize = traces.iter().map(|trace| trace.records.len()).sum();
            at_once = (MOST_HELD * (next - first) / (events as u64).max(1)).clamp(1, MOST_AT_ONCE);
            for (seed, trace) in (first..next).zip(traces) {
                each(seed, trace);
            }
            first = next;
        }
    }

    fn unbound(&self, program: &Program) -> Diagnostic {
        let bound = |place: u32| places::bound_to(program, place).next().is_some();
        let message =
            format!("nothing can be played at `{}`: no rule is bound to it", shortened(self.play));
        let finding = Diagnostic::global(codes::SCENARIO_PLACE, message);
        match places::nearest_place(program, self.play, bound) {
            Some(meant) => finding.hint(format!("did you mean `{meant}`?")),
            None => finding.hint(format!(
                "bind a function to it: `#@ {}` above its `def`",
                shortened(self.play)
            )),
        }
    }
}

/// Why the rules can not be run.
fn rules_not_loaded(reason: &Outcome) -> Diagnostic {
    match reason {
        Outcome::Fault(fault) => {
            let message = format!("{}, line {}: {}", fault.module, fault.line, fault.message);
            let mut finding = Diagnostic::global(codes::RULE_FAULT, message);
            finding.hints.extend(fault.hint.clone());
            finding
        }
        other => Diagnostic::global(
            codes::RULES_LIMIT,
            format!("the rules can not be loaded: {}", outcome::outcome_line(other)),
        ),
    }
}
