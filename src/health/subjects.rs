//! The names of what a record of a game is about: pieces, players, spaces and rows of data.

use rules::engine::trace::{Act, NamedPending, NamedSubject, TraceRecord};

/// Hands over every name that a record tells, the answer that was given among them.
pub fn each_name<'t>(record: &'t TraceRecord, f: &mut dyn FnMut(&'t str)) {
    record.effect.iter().for_each(|card| f(card));
    let mut all = |things: &'t [NamedSubject]| things.iter().for_each(|thing| f(&thing.name));
    match &record.act {
        Act::Move { piece, .. }
        | Act::Stand { piece, .. }
        | Act::Walk { piece, .. }
        | Act::Flip { piece, .. }
        | Act::Rotate { piece, .. }
        | Act::Detach { piece, .. }
        | Act::Flag { piece, .. } => f(&piece.name),
        Act::Attach { piece, host } => {
            f(&piece.name);
            f(&host.name);
        }
        Act::Count { of, .. } => f(&of.name),
        Act::Pick { chosen, lines, .. } => {
            chosen.iter().for_each(|thing| f(&thing.name));
            for line in lines {
                line.kept.iter().chain(&line.dropped).for_each(|(thing, _)| f(&thing.name));
            }
        }
        Act::Ask { answer, about, .. } => {
            f(answer);
            about.iter().for_each(|thing| f(&thing.name));
        }
        Act::Check { things, .. } | Act::Note { things, .. } => all(things),
        Act::Push { what } | Act::Resolve { what } | Act::Trigger { what, .. } => {
            if let NamedPending::Thing(thing) = what {
                f(&thing.name);
            }
        }
        Act::Sight { .. }
        | Act::Edge { .. }
        | Act::Shuffle { .. }
        | Act::Roll { .. }
        | Act::Phase { .. }
        | Act::Turn { .. }
        | Act::Round { .. }
        | Act::Attempt { .. }
        | Act::Over { .. }
        | Act::Box { .. }
        | Act::Eliminate { .. }
        | Act::Pass { .. } => {}
    }
}
