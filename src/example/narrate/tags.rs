//! Tags of records: by them the table of a verb says which of its sentences is meant.
//!
//! * every record: the name of what the kernel did (`move`, `flip`, ...); `effect` inside the
//!   effect of a card; `nobody` when no player has to do with it
//! * a piece: `seen` or `unseen`
//! * move: `same` within one zone · flip: `up` `down` · flag: `on` `off` · count: `more` `less`
//!   `still`, `none` when nothing is left, `player`
//! * shuffle: `empty` · ask: `by` when the rules say who was asked, `policy` when a policy answered
//! * check: `yes` `no`, `bare` without things, `numbers` · note: `bare`, `numbers`
//! * pick: `chosen` `none` `tied`, `only` when no line had to decide, `excluded` when some were not
//!   valid, `yes` when the line asks for a yes, `place` when what was counted is not told
//! * box: `asks` when it is a question, `branches` when it has several exits, `end` when nothing
//!   leads on, `acts` when something happened in it
//! * push · resolve · trigger: `label` when it is no piece
//! * attempt: `reason` · over and the outcomes: `winner` `loser` `reason` `options`

use std::collections::BTreeSet;

use super::sentence::is_name_known;
use super::{pick_slots, slots};
use crate::engine::trace::{Act, Answerer, NamedPending, Outcome, TraceRecord};

/// The kernel's own verb.
pub(super) fn kernel_verb(act: &Act) -> &'static str {
    match act {
        Act::Move { .. } => "move",
        Act::Stand { .. } => "stand",
        Act::Flip { .. } => "flip",
        Act::Flag { .. } => "flag",
        Act::Count { .. } => "count",
        Act::Shuffle { .. } => "shuffle",
        Act::Roll { .. } => "roll",
        Act::Pick { .. } => "pick",
        Act::Ask { .. } => "ask",
        Act::Check { .. } => "check",
        Act::Phase { .. } => "phase",
        Act::Turn { .. } => "turn",
        Act::Round { .. } => "round",
        Act::Note { .. } => "note",
        Act::Attempt { .. } => "attempt",
        Act::Over { .. } => "over",
        Act::Box { .. } => "box",
        Act::Push { .. } => "push",
        Act::Resolve { .. } => "resolve",
        Act::Pass { .. } => "pass",
        Act::Trigger { .. } => "trigger",
    }
}

/// The tags of a record.
pub(super) fn record_tags(record: &TraceRecord) -> BTreeSet<&'static str> {
    let mut tags = BTreeSet::from([kernel_verb(&record.act)]);
    let mut add = |tag: &'static str, holds: bool| {
        if holds {
            tags.insert(tag);
        }
    };
    add("effect", record.effect.is_some());
    if let Some(thing) = slots::act_things(&record.act).first() {
        add(if is_name_known(record, thing) { "seen" } else { "unseen" }, true);
    }
    match &record.act {
        Act::Move { from, to, .. } => add("same", from.key == to.key),
        Act::Attempt { reason } => add("reason", !reason.is_empty()),
        Act::Flip { up, .. } => add(if *up { "up" } else { "down" }, true),
        Act::Flag { on, .. } => add(if *on { "on" } else { "off" }, true),
        Act::Count { was, now, .. } => {
            add("none", *now == 0);
            add(if now > was { "more" } else { "less" }, now != was);
            add("still", now == was);
        }
        Act::Shuffle { cards, .. } => add("empty", *cards == 0),
        Act::Check { holds, things, numbers, .. } => {
            add("numbers", !numbers.is_empty());
            add(if *holds { "yes" } else { "no" }, true);
            add("bare", things.is_empty());
        }
        Act::Note { things, numbers } => {
            add("bare", things.is_empty());
            add("numbers", !numbers.is_empty());
        }
        Act::Pick { excluded, lines, chosen, .. } => {
            let decided = lines.iter().any(|line| !line.dropped.is_empty());
            let tied = chosen.is_none() && lines.last().is_some_and(|line| line.kept.len() > 1);
            add("chosen", chosen.is_some());
            add("none", chosen.is_none() && !tied);
            add("tied", tied);
            add("only", chosen.is_some() && !decided);
            add("excluded", !excluded.is_empty());
            let decisive = lines.iter().rfind(|line| !line.dropped.is_empty());
            add("yes", decisive.is_some_and(pick_slots::asks_for_yes));
        }
        Act::Over { winner, loser, reason } => {
            add("winner", winner.is_some());
            add("loser", loser.is_some());
            add("reason", !reason.is_empty());
        }
        Act::Push { what } | Act::Resolve { what } | Act::Trigger { what, .. } => {
            add("label", matches!(what, NamedPending::Label(_)));
        }
        Act::Ask { by, from, .. } => {
            add("by", by.is_some());
            add("policy", *from == Answerer::Policy);
        }
        Act::Box { label, exit, branches, acts, .. } => {
            add("asks", label.ends_with('?'));
            add("branches", *branches);
            add("end", exit.is_none());
            add("acts", *acts);
        }
        Act::Stand { .. } | Act::Roll { .. } | Act::Phase { .. } | Act::Turn { .. } => {}
        Act::Round { .. } | Act::Pass { .. } => {}
    }
    tags
}

/// The tags of an outcome.
pub(super) fn outcome_tags(outcome: &Outcome) -> BTreeSet<&'static str> {
    let mut tags = BTreeSet::new();
    match outcome {
        Outcome::Over { winner, loser, reason } => {
            tags.extend(winner.as_ref().map(|_| "winner"));
            tags.extend(loser.as_ref().map(|_| "loser"));
            tags.extend((!reason.is_empty()).then_some("reason"));
        }
        Outcome::Gap { options, .. } | Outcome::Unanswered { options, .. } => {
            tags.extend((!options.is_empty()).then_some("options"));
        }
        Outcome::Stopped | Outcome::Finished | Outcome::Stuck { .. } => {}
        Outcome::Limit { .. } | Outcome::Fault(_) => {}
    }
    tags
}
