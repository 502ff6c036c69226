//! Plays in a child of this program, under a limit of memory and of time.

use crate::engine::trace::{Outcome, Start, Trace};
use crate::example::player::{ended, faults};
use crate::rules::Program;
use crate::rules::child::{self, Child, Death, Played};
use crate::rules::host::Machine;

/// The hidden subcommand that the child runs.
pub(super) const SUBCOMMAND: &str = "play-rules";

/// Checks and plays in a child; what kills it becomes the outcome of the play that did it.
pub(super) fn player(program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
    let mut traces = Vec::with_capacity(starts.len());
    let mut take = |_, played: Result<Trace, Death>| {
        traces.push(played.unwrap_or_else(|death| ended(limit(&death))));
    };
    let played = Child::of_this_binary(SUBCOMMAND)
        .and_then(|child| child::play(&child, program, starts, &mut take));
    match played {
        Ok(Played::All) => {}
        Ok(Played::Faults(found)) => return Err(faults(found)),
        Ok(Played::Died(death)) => return Err(vec![limit(&death)]),
        Err(error) => traces.push(ended(Outcome::Limit { what: format!("{error:#}") })),
    }
    traces.resize_with(starts.len(), || {
        ended(Outcome::Limit { what: "the play was not finished".to_owned() })
    });
    Ok(traces)
}

fn limit(death: &Death) -> Outcome {
    let what = match death {
        Death::Memory => "the rules use too much memory".to_owned(),
        Death::Stack => "the rules call each other too deep".to_owned(),
        Death::Time => "the rules take too long".to_owned(),
        Death::Crash(words) => format!("the rules broke down: {words}"),
    };
    Outcome::Limit { what }
}

/// The child's side.
pub(super) fn serve() -> anyhow::Result<u8> {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout());
    child::serve(input, output, Machine::load, Machine::play)?;
    Ok(0)
}
