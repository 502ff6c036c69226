//! Tags of records, by which the table of a verb chooses one of its sentences.
//!
//! * every record: the name of its act (`move`, `flip`, ...); `effect` inside the
//!   effect of a card; `nobody` if no player has to do with it
//! * a piece: `seen` or `unseen`
//! * move: `same` within one zone · flip: `up` `down` · rotate: `left` `right` · flag: `on` `off`
//!   · count: `more` `less` `still`, `none` if nothing is left, `player`
//! * walk: `turned`, `same` if it only turned, `far` if other spaces are on the way · sight: `yes` `no`,
//!   `bare` without lines · edge: `open` if it is open now, `new` if it was open
//! * shuffle: `empty` · ask: `by` if the rules say who was asked, `policy` if a policy answered
//! * check: `yes` `no`, `bare` without things, `numbers` · note: `bare`, `numbers`
//! * pick: `chosen` `none` `tied`, `only` if no line had to decide, `excluded` if some were not
//!   valid, `yes` if the line asks for a yes, `place` if the counted amount is not said
//! * box: `asks` if it is a question, `branches` if it has several exits, `end` if nothing
//!   leads on, `acts` if something happened in it
//! * push · resolve · trigger: `label` if it is no piece
//! * attempt: `reason` · over and the outcomes: `winner` `loser` `reason` `options`

use std::collections::BTreeSet;

use super::pick_slots;
use super::sentence::is_name_known;
use rules::engine::trace::{
    Act, Answerer, NamedElimination, NamedPending, NamedSubject, Outcome, TraceRecord,
};

/// Returns the tags of a record.
pub fn record_tags(record: &TraceRecord) -> BTreeSet<&'static str> {
    let mut tags = RecordTags(BTreeSet::from([record.act.name()]));
    tags.add("effect", record.effect.is_some());
    if let Some((_, thing)) = record.act.subjects().first() {
        tags.add_either(is_name_known(record, thing), "seen", "unseen");
    }
    tags.add_act(&record.act);
    tags.0
}

/// The tags of a record during their collection.
#[derive(Default)]
struct RecordTags(BTreeSet<&'static str>);

impl RecordTags {
    fn add(&mut self, tag: &'static str, holds: bool) {
        self.0.extend(holds.then_some(tag));
    }

    fn add_either(&mut self, holds: bool, yes: &'static str, no: &'static str) {
        self.0.insert(if holds { yes } else { no });
    }

    fn add_act(&mut self, act: &Act) {
        match act {
            Act::Move { from, to, .. } => self.add("same", from.key == to.key),
            Act::Attempt { reason } => self.add("reason", !reason.is_empty()),
            Act::Flip { up, .. } => self.add_either(*up, "up", "down"),
            Act::Flag { on, .. } => self.add_either(*on, "on", "off"),
            Act::Count { was, now, .. } => {
                self.add("none", *now == 0);
                self.add("more", now > was);
                self.add("less", now < was);
                self.add("still", now == was);
            }
            Act::Shuffle { cards, .. } => self.add("empty", *cards == 0),
            Act::Check { holds, things, numbers, .. } => {
                self.add_either(*holds, "yes", "no");
                self.add_contents(things, numbers);
            }
            Act::Note { things, numbers } => self.add_contents(things, numbers),
            Act::Pick { excluded, lines, chosen, .. } => {
                self.add_choice(chosen.is_some(), lines);
                self.add("excluded", !excluded.is_empty());
            }
            Act::Over { winner, loser, reason } => {
                self.add_ending(winner.is_some(), loser.is_some(), reason);
            }
            Act::Push { what } | Act::Resolve { what } | Act::Trigger { what, .. } => {
                self.add("label", matches!(what, NamedPending::Label(_)));
            }
            Act::Ask { by, from, .. } => {
                self.add("by", by.is_some());
                self.add("policy", *from == Answerer::Policy);
            }
            Act::Box(passed) => {
                self.add("asks", passed.label.ends_with('?'));
                self.add("branches", passed.branches);
                self.add("end", passed.exit.is_none());
                self.add("acts", passed.acts);
            }
            Act::Rotate { was, now, .. } => {
                let turned = (i64::from(*now) - i64::from(*was)).rem_euclid(360);
                self.add_either(turned > 180, "left", "right");
            }
            Act::Walk { was, rotation, route, .. } => {
                self.add("turned", was != rotation);
                self.add("same", route.len() == 1);
                self.add("far", route.len() > 2);
            }
            Act::Sight { free, lines, .. } => {
                self.add_either(*free, "yes", "no");
                self.add("bare", lines.is_empty());
            }
            Act::Edge { from, to, .. } => {
                self.add("open", to.is_empty());
                self.add("new", from.is_empty());
            }
            Act::Attach { .. } | Act::Detach { .. } => {}
            Act::Stand { .. } | Act::Roll { .. } | Act::Phase { .. } | Act::Turn { .. } => {}
            Act::Round { .. } | Act::Pass { .. } | Act::Eliminate { .. } => {}
        }
    }

    /// Adds the tags of the contents of a check or a note.
    fn add_contents(&mut self, things: &[NamedSubject], numbers: &[i64]) {
        self.add("bare", things.is_empty());
        self.add("numbers", !numbers.is_empty());
    }

    /// Adds the tags of a choice by a printed list.
    fn add_choice(&mut self, is_chosen: bool, lines: &[NamedElimination]) {
        let decisive = lines.iter().rfind(|line| !line.dropped.is_empty());
        let tied = !is_chosen && lines.last().is_some_and(|line| line.kept.len() > 1);
        self.add("chosen", is_chosen);
        self.add("none", !is_chosen && !tied);
        self.add("tied", tied);
        self.add("only", is_chosen && decisive.is_none());
        self.add("yes", decisive.is_some_and(pick_slots::asks_for_yes));
    }

    fn add_ending(&mut self, has_winner: bool, has_loser: bool, reason: &str) {
        self.add("winner", has_winner);
        self.add("loser", has_loser);
        self.add("reason", !reason.is_empty());
    }
}

/// Returns the tags of an outcome.
pub fn outcome_tags(outcome: &Outcome) -> BTreeSet<&'static str> {
    let mut tags = RecordTags::default();
    match outcome {
        Outcome::Over { winner, loser, reason } => {
            tags.add_ending(winner.is_some(), loser.is_some(), reason);
        }
        Outcome::Gap { options, .. } | Outcome::Unanswered { options, .. } => {
            tags.add("options", !options.is_empty());
        }
        Outcome::Stopped | Outcome::Finished | Outcome::Stuck { .. } => {}
        Outcome::Limit { .. } | Outcome::Fault(_) => {}
    }
    tags.0
}
