//! Plays in a child of this program, under a limit of memory and of time.

use crate::engine::trace::{Outcome, Start, Trace};
use crate::example::player::{ended_trace, fault_outcomes};
use crate::rules::Program;
use crate::rules::child::{self, ChildPlays, ChildProcess, Death};
use crate::rules::host::LoadedRules;

/// The hidden subcommand that the child runs.
pub(super) const SUBCOMMAND: &str = "play-rules";

/// Checks and plays in a child; what kills it becomes the outcome of the play that did it.
pub(super) fn play_in_child_process(
    program: &Program,
    starts: &[Start],
) -> Result<Vec<Trace>, Vec<Outcome>> {
    let mut traces = Vec::with_capacity(starts.len());
    let mut take = |_, played: Result<Trace, Death>| {
        traces.push(played.unwrap_or_else(|death| ended_trace(death_outcome(&death))));
    };
    let played = ChildProcess::of_this_binary(SUBCOMMAND)
        .and_then(|child| child::play_in_child(&child, program, starts, &mut take));
    match played {
        Ok(ChildPlays::All) => {}
        Ok(ChildPlays::Faults(found)) => return Err(fault_outcomes(found)),
        Ok(ChildPlays::Died(death)) => return Err(vec![death_outcome(&death)]),
        Err(error) => traces.push(ended_trace(Outcome::Limit { what: format!("{error:#}") })),
    }
    traces.resize_with(starts.len(), || {
        ended_trace(Outcome::Limit { what: "the play was not finished".to_owned() })
    });
    Ok(traces)
}

fn death_outcome(death: &Death) -> Outcome {
    let what = match death {
        Death::Memory => "the rules use too much memory".to_owned(),
        Death::Stack => "the rules call each other too deep".to_owned(),
        Death::Time => "the rules take too long".to_owned(),
        Death::Crash(words) => format!("the rules broke down: {words}"),
    };
    Outcome::Limit { what }
}

/// The child's side.
pub(super) fn serve_child() -> anyhow::Result<u8> {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout());
    child::serve_plays(input, output, LoadedRules::load, LoadedRules::play)?;
    Ok(0)
}
