//! Plays in child processes of this program, each under a limit of memory and with a deadline: rules that
//! hang or crash do not end this process. The last child waits for more plays of the same rules.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::games::{CountedGame, GamesToCount};
use super::own_program::own_program;
use super::running_child::{LastHeard, RunningChild, TalkEnd};
use super::wire::{PlayJobs, PlayRequest};
use super::{Executor, fault_outcomes};
use crate::engine::trace::{Outcome, Start, Trace};
use crate::program::Program;

/// The most memory that a child may use, in bytes.
const MOST_MEMORY: u64 = 2 << 30;
/// The longest silence of a child, in seconds.
const PATIENCE: u64 = 30;

/// Command that starts a child, and the child's limits.
#[derive(Debug, Clone)]
pub struct ChildProcess {
    /// The binary, most often this one.
    pub binary: PathBuf,
    /// Arguments that make the binary call [`super::serve_plays`].
    pub arguments: Vec<String>,
    /// The most memory, in bytes.
    pub memory: u64,
    /// The longest silence.
    pub patience: Duration,
    /// The last child, while it has nothing to do.
    pub idle: IdleChild,
}

/// A child that has played everything it was asked for. It keeps its rules loaded for more plays of the same
/// program.
#[derive(Clone, Default)]
pub struct IdleChild(Arc<Mutex<Option<(Program, RunningChild)>>>);

impl IdleChild {
    /// Takes the child if it has loaded these rules; otherwise the child ends.
    fn take(&self, program: &Program) -> Option<RunningChild> {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        idle.filter(|(own, _)| own == program).map(|(_, child)| child)
    }

    /// Keeps a child in place of the previous one, which ends.
    fn keep(&self, program: &Program, child: RunningChild) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *idle = Some((program.clone(), child));
    }
}

impl fmt::Debug for IdleChild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdleChild")
    }
}

impl ChildProcess {
    /// Returns this binary with a hidden subcommand, 2 GiB and half a minute.
    pub fn of_this_binary(subcommand: &str) -> anyhow::Result<Self> {
        let binary = own_program()?;
        let (memory, patience) = (MOST_MEMORY, Duration::from_secs(PATIENCE));
        let (arguments, idle) = (vec![subcommand.to_owned()], IdleChild::default());
        Ok(Self { binary, arguments, memory, patience, idle })
    }

    fn play_queue(&self, program: &Program, queue: &mut PlayQueue<'_>) -> Result<(), Unplayed> {
        let (mut loaded, mut one_by_one) = (false, false);
        let mut idle = self.idle.take(program);
        while !loaded || queue.open > 0 {
            let jobs = queue.jobs();
            let (single, is_used) = (jobs.len() == 1, idle.is_some());
            let mut child = match idle.take() {
                Some(child) => {
                    child.ask(&jobs)?;
                    child
                }
                None => {
                    let (program, memory) = (Cow::Borrowed(program), self.memory);
                    RunningChild::spawn(self, PlayRequest { program, jobs, memory, one_by_one })?
                }
            };
            let heard = child.listen(self.patience, queue);
            if matches!(heard, LastHeard::Done) && !one_by_one {
                self.idle.keep(program, child);
                return Ok(());
            }
            let is_silent = matches!(heard, LastHeard::Silence);
            match child.end(heard)? {
                TalkEnd::Done => loaded = true,
                TalkEnd::Faults(faults) => return Err(Unplayed::Rules(fault_outcomes(faults))),
                TalkEnd::Died { loading: true, death } => {
                    return Err(Unplayed::Rules(vec![death.outcome()]));
                }
                // An earlier play may have broken a used child, but it cannot have made this play endless.
                TalkEnd::Died { loading: false, .. } if is_used && !is_silent => {}
                // Of several plays at once any may be at fault; one by one it is the first open one.
                TalkEnd::Died { loading: false, death } if one_by_one || single => {
                    queue.finish_next(death.outcome());
                    one_by_one = false;
                }
                TalkEnd::Died { loading: false, .. } => one_by_one = true,
            }
        }
        Ok(())
    }
}

impl Executor for ChildProcess {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        let mut queue = PlayQueue::new(starts);
        match self.play_queue(program, &mut queue) {
            Ok(()) => {}
            Err(Unplayed::Rules(reasons)) => return Err(reasons),
            Err(Unplayed::Machine(error)) => {
                queue.finish_next(Outcome::Limit { what: format!("{error:#}") });
            }
        }
        Ok(queue.into_traces())
    }

    fn count_games(
        &self,
        program: &Program,
        games: &GamesToCount<'_>,
        each: &mut dyn FnMut(CountedGame) -> ControlFlow<()>,
    ) -> Result<(), Vec<Outcome>> {
        self.count_in_children(program, games, each)
    }
}

/// Why plays were not made.
enum Unplayed {
    /// The rules cannot be run.
    Rules(Vec<Outcome>),
    /// This machine failed, not the rules.
    Machine(anyhow::Error),
}

impl From<anyhow::Error> for Unplayed {
    fn from(error: anyhow::Error) -> Self {
        Self::Machine(error)
    }
}

/// Plays to be made, and the traces so far.
pub struct PlayQueue<'s> {
    starts: &'s [Start],
    traces: Vec<Option<Trace>>,
    /// Number of plays without a trace.
    pub open: usize,
}

impl<'s> PlayQueue<'s> {
    fn new(starts: &'s [Start]) -> Self {
        Self { starts, traces: vec![None; starts.len()], open: starts.len() }
    }

    /// Returns all open plays.
    fn jobs(&self) -> PlayJobs<'s> {
        let open = self.starts.iter().enumerate().filter(|(at, _)| self.traces[*at].is_none());
        open.map(|(at, start)| (at, Cow::Borrowed(start))).collect()
    }

    /// Takes the trace of a play; a second trace of the same play is ignored.
    pub fn finish(&mut self, at: usize, trace: Trace) {
        if let Some(open @ None) = self.traces.get_mut(at) {
            *open = Some(trace);
            self.open -= 1;
        }
    }

    /// Ends the first open play with this outcome.
    fn finish_next(&mut self, outcome: Outcome) {
        if let Some(at) = self.traces.iter().position(Option::is_none) {
            self.finish(at, Trace::ended(outcome));
        }
    }

    fn into_traces(self) -> Vec<Trace> {
        let unfinished =
            || Trace::ended(Outcome::Limit { what: "the play was not finished".to_owned() });
        self.traces.into_iter().map(|trace| trace.unwrap_or_else(unfinished)).collect()
    }
}
