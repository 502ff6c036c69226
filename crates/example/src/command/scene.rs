//! `rulepress find --write NAME`: a scenario of a game that reaches the target. In: the seed of such a game.
//! Out: the text of a scenario that plays to the target without a question. It begins with the innermost rule
//! that can be played and leads there, or else plays the whole game.

mod position;
mod text;

use super::SeededGames;
use super::find::SeedTarget;
use crate::{places, scenario, start};
use base::diagnostic::Findings;
use position::laid_position;
use rules::engine::trace::{Outcome, Probe, RunningCall, Start, Trace};
use rules::executor::Executor;
use rules::{Program, Role};
use text::SceneText;

/// Number of seeds that are tried from one position.
const SEEDS: u64 = 32;
/// Number of seeds that are played at once.
const AT_ONCE: u64 = 8;
/// Number of plays of a batch that are written down and read again.
const MOST_READ: usize = 2;
/// Number of cards of a face-down pile that are written, if no more are needed.
const TOP: usize = 6;

/// A scenario made from a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundScene {
    /// Text of its file.
    pub text: String,
    /// The seed of the game.
    pub seed: u64,
    /// True if it plays the whole game, because no position leads to the target.
    pub whole: bool,
}

/// The games in which a target is searched.
pub struct SceneSearch<'a> {
    /// The target.
    pub target: &'a SeedTarget<'a>,
    /// The games.
    pub games: &'a SeededGames<'a>,
    /// The checked rules.
    pub program: &'a Program,
    /// Plays the rules.
    pub executor: &'a dyn Executor,
    /// Name of the scenario.
    pub name: &'a str,
}

/// A scenario, and its play with random answers.
pub struct Scene {
    /// Anchor of the place whose function is played, `#turn`.
    play: String,
    /// Start of the play.
    start: Start,
    /// The play.
    trace: Trace,
}

impl SceneSearch<'_> {
    /// Returns a scenario of the game with this seed, if one can be made.
    pub fn scene_of_game(&self, seed: u64) -> Option<FoundScene> {
        let start = Start { seed, ..self.games.start(self.program)? };
        let stopped = self.play_to_target(&start);
        let running = stopped.map(|trace| trace.running).unwrap_or_default();
        let near = running.into_iter().rev().find_map(|call| self.near_scene(&start, call));
        let found = |text, whole| FoundScene { text, seed, whole };
        near.map(|text| found(text, false))
            .or_else(|| self.whole_scene(&start).map(|text| found(text, true)))
    }

    fn play_once(&self, start: &Start) -> Option<Trace> {
        self.executor.play(self.program, std::slice::from_ref(start)).ok()?.pop()
    }

    /// Plays the game up to the moment at which it reaches the target.
    fn play_to_target(&self, start: &Start) -> Option<Trace> {
        let place = self.target.place();
        if self.target.exit().is_none() && places::can_stop_at(self.program, place) {
            return self.play_once(&Start { until: Some(place), ..start.clone() });
        }
        let trace = self.play_once(start)?;
        let shown = trace.records.iter().find(|record| self.target.shown(record))?;
        self.play_to_call(start, shown.scope)
    }

    fn play_to_call(&self, start: &Start, call: u32) -> Option<Trace> {
        let probe = Probe { call, ..Probe::default() };
        self.play_once(&Start { probe, ..start.clone() })
    }

    /// Returns the scenario that begins with the call of a running function.
    fn near_scene(&self, game: &Start, running: RunningCall) -> Option<String> {
        let play = self.played_place(running.function)?;
        let before = self.play_to_call(game, running.call)?;
        let actor = before.records.iter().rev().find_map(|record| record.actor.clone());
        let begun = Start {
            play: running.function,
            player: actor,
            repeat: 1,
            ready: places::function_with_role(self.program, &Role::Ready),
            legal: places::function_with_role(self.program, &Role::Legal),
            ..game.clone()
        };
        let laid = laid_position(&before.end, &begun, |start| {
            self.play_to_call(start, 1).and_then(|trace| trace.start)
        })?;
        let seeds = (1..=SEEDS).step_by(AT_ONCE as usize);
        for first in seeds {
            let scenes = self.played_scenes(&play, &laid, first)?;
            if let Some(text) =
                scenes.iter().take(MOST_READ).find_map(|scene| self.sound_text(scene))
            {
                return Some(text);
            }
        }
        None
    }

    /// Returns the plays of some seeds that reach the target, the shortest first. None if a play breaks down,
    /// because others would too.
    fn played_scenes(&self, play: &str, start: &Start, first: u64) -> Option<Vec<Scene>> {
        let probe = Probe { answers: true, ..Probe::default() };
        let seeds = first..first + AT_ONCE;
        let starts: Vec<Start> =
            seeds.map(|seed| Start { seed, seeded: true, probe, ..start.clone() }).collect();
        let traces = self.executor.play(self.program, &starts).ok()?;
        let breaks_down =
            |outcome: &Outcome| matches!(outcome, Outcome::Limit { .. } | Outcome::Fault(_));
        if traces.iter().any(|trace| breaks_down(&trace.outcome)) {
            return None;
        }
        let played = starts.into_iter().zip(traces);
        let reaching = played.filter(|(_, trace)| self.is_reached(trace));
        let mut scenes: Vec<Scene> =
            reaching.map(|(start, trace)| Scene { play: play.to_owned(), start, trace }).collect();
        scenes.sort_by_key(|scene| scene.trace.records.len());
        Some(scenes)
    }

    /// Returns the scenario of the whole game, with all its answers.
    fn whole_scene(&self, game: &Start) -> Option<String> {
        let probe = Probe { answers: true, ..Probe::default() };
        let start = Start { probe, ..game.clone() };
        let trace = self.play_once(&start).filter(|trace| self.is_reached(trace))?;
        self.sound_text(&Scene { play: self.games.play.to_owned(), start, trace })
    }

    /// Returns whether a play reaches the target and ends regularly.
    fn is_reached(&self, trace: &Trace) -> bool {
        self.target.reached(trace) && ends_by_rules(&trace.outcome)
    }

    /// Returns the name by which a scenario plays a function.
    fn played_place(&self, function: u32) -> Option<String> {
        let bindings = self.program.bindings.iter().filter(|binding| binding.function == function);
        let mut keys = bindings.map(|binding| binding.key.replacen('/', " ", 1));
        keys.find(|key| places::find_function(self.program, key) == Some(function))
    }

    /// Returns the text of a scenario, if it plays in the same way without a question.
    fn sound_text(&self, scene: &Scene) -> Option<String> {
        let guessed = &scene.trace.guessed;
        let short = text::shortest_answers(guessed);
        let ways = [(Some(TOP), &short), (Some(TOP), guessed), (None, &short), (None, guessed)];
        ways.into_iter().find_map(|(top, answers)| {
            let text = SceneText { search: self, scene, answers, top }.written();
            self.is_sound(scene, &text).then_some(text)
        })
    }

    /// Returns whether the text of a scenario plays as the scenario was played.
    fn is_sound(&self, scene: &Scene, text: &str) -> bool {
        let trace = self.play_text(text);
        trace.is_some_and(|trace| {
            trace.outcome == scene.trace.outcome
                && trace.records.len() == scene.trace.records.len()
                && self.target.reached(&trace)
        })
    }

    /// Plays the text of a scenario as if it was read from its file.
    fn play_text(&self, text: &str) -> Option<Trace> {
        let mut findings = Findings::default();
        // Findings in this text are discarded, so it needs no source of its own.
        let source = self.program.modules.first()?.source;
        let read = scenario::read_scenario(self.name, source, text, &mut findings)?;
        let start = start::scenario_start(&read, self.program, &mut findings)?;
        if findings.0.is_empty() { self.play_once(&start) } else { None }
    }
}

/// Returns a scenario of one game from the set-up on, with every random answer of that game. None if no rule
/// is bound to the played place.
pub fn game_scenario(
    title: &str,
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> Option<String> {
    let probe = Probe { answers: true, ..Probe::default() };
    let start = Start { seed: games.seed, probe, ..games.start(program)? };
    let traces = executor.play(program, &[start]).unwrap_or_default();
    let guessed = traces.into_iter().next().map(|trace| trace.guessed).unwrap_or_default();
    Some(text::game_text(title, games, &guessed))
}

/// Returns whether a play ends regularly.
fn ends_by_rules(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Stopped | Outcome::Finished | Outcome::Over { .. } => true,
        Outcome::Gap { .. }
        | Outcome::Stuck { .. }
        | Outcome::Unanswered { .. }
        | Outcome::Limit { .. }
        | Outcome::Fault(_) => false,
    }
}
