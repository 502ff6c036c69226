//! Values of the slots of a sentence. In: a record or an outcome. Out: values by slot.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Narrator;
use super::pick_slots;
use super::sentence::is_name_known;
use document::address::slug;
use rules::engine::trace::{
    Act, NamedPending, NamedSubject, NamedVisibility, NamedZoneSlot, Outcome, Trace, TraceRecord,
};

/// Value of a slot.
#[derive(Debug, Clone)]
pub enum SlotValue<'a> {
    /// Words as the rules give them.
    Words(Cow<'a, str>),
    /// Several words.
    List(Vec<&'a str>),
    /// A whole number.
    Number(i64),
    /// Several whole numbers.
    Numbers(&'a [i64]),
    /// A player, by name.
    Player(&'a str),
    /// A piece.
    Piece(&'a NamedSubject),
    /// Several things.
    Things(Vec<RemarkedThing<'a>>),
    /// A zone.
    Zone(&'a NamedZoneSlot),
    /// Things, grouped by reason.
    Grouped(Vec<ThingGroup<'a>>),
    /// Values of consecutive sentences.
    Sentences(Vec<SlotValues<'a>>),
}

/// A thing with a remark in brackets, which may be empty.
#[derive(Debug, Clone)]
pub struct RemarkedThing<'a> {
    pub thing: &'a NamedSubject,
    pub remark: String,
}

/// Things with a common reason.
#[derive(Debug, Clone)]
pub struct ThingGroup<'a> {
    pub reason: &'a str,
    pub things: Vec<RemarkedThing<'a>>,
}

impl<'a> RemarkedThing<'a> {
    /// Returns a thing without a remark.
    pub fn plain(thing: &'a NamedSubject) -> Self {
        Self { thing, remark: String::new() }
    }
}

impl<'a> SlotValue<'a> {
    fn words(text: &'a str) -> Self {
        Self::Words(text.into())
    }

    fn list(texts: &'a [String]) -> Self {
        Self::List(texts.iter().map(String::as_str).collect())
    }

    /// Returns things without remarks.
    pub fn plain_things(things: impl IntoIterator<Item = &'a NamedSubject>) -> Self {
        Self::Things(things.into_iter().map(RemarkedThing::plain).collect())
    }
}

/// Values by the name of the slot.
pub type SlotValues<'a> = BTreeMap<&'static str, SlotValue<'a>>;

/// The players of a trace, and the owners of zones.
pub struct ZoneOwners<'a> {
    players: BTreeMap<String, &'a str>,
    /// Known owners of zones, by the key of the zone.
    zones: BTreeMap<&'a str, &'a str>,
}

impl<'a> ZoneOwners<'a> {
    /// Returns the players of a trace, by the names with which the keys of their zones begin.
    pub fn of(trace: &'a Trace) -> Self {
        let named = trace.end.players.keys().map(String::as_str);
        let subjects = trace.records.iter().flat_map(|record| record.act.subjects());
        let owners = subjects.filter_map(|(_, thing)| thing.owner.as_deref());
        let players = named.chain(owners).map(|name| (slug(name), name)).collect();
        Self { players, zones: BTreeMap::new() }
    }

    /// Returns the players, and the owners of zones that the table names.
    pub fn of_table(trace: &'a Trace) -> Self {
        let zones = trace.table.iter();
        let owned = zones.filter_map(|zone| Some((zone.key.as_str(), zone.owner.as_deref()?)));
        Self { zones: owned.collect(), ..Self::of(trace) }
    }

    /// Returns the owner of a zone.
    pub fn owner(&self, zone: &NamedZoneSlot) -> Option<&'a str> {
        let (first, _) = zone.key.split_once('.')?;
        self.zones.get(zone.key.as_str()).or_else(|| self.players.get(first)).copied()
    }

    /// Returns whether a name is that of a player, and not of a team.
    pub fn has_player(&self, name: &str) -> bool {
        self.players.values().any(|player| *player == name)
    }

    /// Returns whether a thing is a player.
    pub fn is_player(&self, thing: &NamedSubject) -> bool {
        thing.owner.is_none() && self.has_player(&thing.name)
    }
}

/// Returns the names in a record that the reader may not know.
pub fn hidden_names(record: &TraceRecord) -> BTreeSet<&str> {
    let (mut shown, mut hidden) = (BTreeSet::new(), BTreeSet::new());
    for (_, thing) in record.act.subjects() {
        let names = if is_name_known(record, thing) { &mut shown } else { &mut hidden };
        names.insert(thing.name.as_str());
    }
    hidden.retain(|name| !name.is_empty() && !shown.contains(name));
    hidden
}

/// Returns the values of a record's slots.
pub fn record_slots<'a>(record: &'a TraceRecord, teller: &Narrator<'a>) -> SlotValues<'a> {
    let mut values = SlotValues::from([("verb", SlotValue::words(&record.verb))]);
    let player = record_player(record, &teller.table);
    values.extend(player_slot("actor", record.actor.as_deref()));
    values.extend(player_slot("player", player));
    add_act_slots(record, teller, &mut values);
    values
}

fn player_slot<'a>(
    slot: &'static str,
    name: Option<&'a str>,
) -> Option<(&'static str, SlotValue<'a>)> {
    Some((slot, SlotValue::Player(name?)))
}

/// Returns the player a record is about: the one who was asked, owns the piece, has the counter or the zone,
/// or whose turn it is.
fn record_player<'a>(record: &'a TraceRecord, table: &ZoneOwners<'a>) -> Option<&'a str> {
    let own = match &record.act {
        Act::Count { of, .. } if table.is_player(of) => Some(of.name.as_str()),
        Act::Shuffle { zone, .. } => table.owner(zone),
        Act::Turn { player, .. } | Act::Eliminate { player } => Some(player.as_str()),
        Act::Ask { by, .. } | Act::Trigger { by, .. } => by.as_deref(),
        act => act.subjects().first().and_then(|(_, thing)| thing.owner.as_deref()),
    };
    own.or(record.actor.as_deref())
}

fn add_act_slots<'a>(record: &'a TraceRecord, teller: &Narrator<'a>, values: &mut SlotValues<'a>) {
    let mut put = |slot, value| drop(values.insert(slot, value));
    match &record.act {
        Act::Move { piece, from, to, .. } => {
            put("piece", SlotValue::Piece(piece));
            put("from", SlotValue::Zone(from));
            put("to", SlotValue::Zone(to));
            put("zone", SlotValue::Zone(to));
            put("at", SlotValue::Number(i64::from(to.at) + 1));
        }
        Act::Walk { piece, from, to, route, cost, was, rotation } => {
            put("piece", SlotValue::Piece(piece));
            put("from", SlotValue::Piece(from));
            put("to", SlotValue::Piece(to));
            put("space", SlotValue::Piece(to));
            let passed = route.get(1..route.len().max(2) - 1).unwrap_or_default();
            put("route", SlotValue::list(passed));
            put("number", SlotValue::Number(i64::from(*cost)));
            put("was", SlotValue::Number(i64::from(*was)));
            put("now", SlotValue::Number(i64::from(*rotation)));
        }
        Act::Sight { from, to, .. } => {
            put("piece", SlotValue::Piece(from));
            put("piece2", SlotValue::Piece(to));
        }
        Act::Edge { one, other, from, to } => {
            put("piece", SlotValue::Piece(one));
            put("piece2", SlotValue::Piece(other));
            put("was", SlotValue::words(teller.words.name(from)));
            put("now", SlotValue::words(teller.words.name(to)));
        }
        Act::Stand { piece, from, to, space, .. } => {
            put("piece", SlotValue::Piece(piece));
            put("from", SlotValue::Zone(from));
            put("to", SlotValue::Zone(to));
            put("zone", SlotValue::Zone(to));
            put("space", SlotValue::Piece(space));
        }
        Act::Flip { piece, .. } => put("piece", SlotValue::Piece(piece)),
        Act::Rotate { piece, was, now } => {
            let turned = (i64::from(*now) - i64::from(*was)).rem_euclid(360);
            put("piece", SlotValue::Piece(piece));
            put("was", SlotValue::Number(i64::from(*was)));
            put("now", SlotValue::Number(i64::from(*now)));
            put("by", SlotValue::Number(turned.min(360 - turned)));
        }
        Act::Attach { piece, host } | Act::Detach { piece, host } => {
            put("piece", SlotValue::Piece(piece));
            put("piece2", SlotValue::Piece(host));
        }
        Act::Flag { piece, flag, .. } => {
            put("piece", SlotValue::Piece(piece));
            put("flag", SlotValue::words(teller.words.name(flag)));
        }
        Act::Count { of, counter, was, now } => {
            put("piece", SlotValue::Piece(of));
            put("counter", SlotValue::words(teller.words.name(counter)));
            put("was", SlotValue::Number(*was));
            put("now", SlotValue::Number(*now));
            put("by", SlotValue::Number(now.saturating_sub(*was).saturating_abs()));
        }
        Act::Shuffle { zone, cards, .. } => {
            put("zone", SlotValue::Zone(zone));
            put("cards", SlotValue::Number(i64::from(*cards)));
        }
        Act::Roll { dice } => {
            let faces = dice.iter().map(|(_, face)| face.as_str());
            put("dice", SlotValue::List(faces.collect()));
        }
        Act::Pick { .. } => pick_slots::add_pick_slots(record, teller, values),
        Act::Ask { question, options, answer, about, .. } => {
            add_question_slots(question, values);
            values.extend(about.as_ref().map(|piece| ("piece", SlotValue::Piece(piece))));
            values.insert("options", SlotValue::list(options));
            values.insert("answer", SlotValue::words(answer));
        }
        Act::Check { question, things, numbers, .. } => {
            add_question_slots(question, values);
            add_thing_slots(things, values);
            add_number_slots(numbers, values);
        }
        Act::Note { things, numbers } => {
            add_thing_slots(things, values);
            add_number_slots(numbers, values);
        }
        Act::Phase { name } => put("name", SlotValue::words(teller.words.name(name))),
        Act::Turn { player, number } => {
            put("player", SlotValue::Player(player));
            put("number", SlotValue::Number(i64::from(*number)));
        }
        Act::Round { number } => put("number", SlotValue::Number(i64::from(*number))),
        Act::Attempt { reason } => put("reason", SlotValue::words(reason)),
        Act::Push { what } | Act::Resolve { what } | Act::Trigger { what, .. } => match what {
            NamedPending::Thing(piece) => put("piece", SlotValue::Piece(piece)),
            NamedPending::Label(label) => put("name", SlotValue::words(teller.words.name(label))),
        },
        Act::Pass { player } | Act::Eliminate { player } => {
            put("player", SlotValue::Player(player))
        }
        Act::Box(passed) => {
            let name = unnumbered_label(&passed.label).trim_end_matches(['.', ' ']);
            put("name", SlotValue::words(name));
            put("number", SlotValue::Number(i64::from(passed.number)));
            if let Some(exit) = passed.exit.as_ref().filter(|_| passed.branches) {
                put("answer", SlotValue::words(exit));
            }
        }
        Act::Over { winner, loser, reason } => {
            add_ending_slots(winner.as_deref(), loser.as_deref(), reason, values)
        }
    }
}

/// Splits a question at its colon.
pub fn split_question(question: &str) -> (&str, Option<&str>) {
    match question.split_once(':') {
        Some((start, detail)) => (start.trim(), Some(detail.trim())),
        None => (question, None),
    }
}

/// Adds the words of a question, and the detail after its colon.
fn add_question_slots<'a>(question: &'a str, values: &mut SlotValues<'a>) {
    let asked = question.trim_end_matches(['?', '.', ' ']);
    values.insert("question", SlotValue::words(asked));
    let (_, detail) = split_question(question);
    values.extend(detail.map(|detail| ("detail", SlotValue::words(detail))));
}

fn add_thing_slots<'a>(things: &'a [NamedSubject], values: &mut SlotValues<'a>) {
    let slots = ["piece", "piece2"].into_iter().zip(things);
    values.extend(slots.map(|(slot, thing)| (slot, SlotValue::Piece(thing))));
    values.insert("things", SlotValue::plain_things(things));
}

fn add_number_slots<'a>(numbers: &'a [i64], values: &mut SlotValues<'a>) {
    values.insert("numbers", SlotValue::Numbers(numbers));
    let slots = ["number", "number2", "number3"].into_iter().zip(numbers);
    values.extend(slots.map(|(slot, number)| (slot, SlotValue::Number(*number))));
}

fn add_ending_slots<'a>(
    winner: Option<&'a str>,
    loser: Option<&'a str>,
    reason: &'a str,
    values: &mut SlotValues<'a>,
) {
    values.extend(player_slot("winner", winner));
    values.extend(player_slot("loser", loser));
    values.insert("reason", SlotValue::words(reason));
}

/// Returns the values of an outcome's slots.
pub fn outcome_slots(outcome: &Outcome) -> SlotValues<'_> {
    let mut values = SlotValues::new();
    match outcome {
        Outcome::Over { winner, loser, reason } => {
            add_ending_slots(winner.as_deref(), loser.as_deref(), reason, &mut values)
        }
        Outcome::Gap { question, options, .. } | Outcome::Unanswered { question, options, .. } => {
            add_question_slots(question, &mut values);
            values.insert("options", SlotValue::list(options));
        }
        Outcome::Stuck { reason, .. } | Outcome::Limit { what: reason } => {
            values.insert("reason", SlotValue::words(reason));
        }
        Outcome::Fault(fault) => {
            values.insert("reason", SlotValue::words(&fault.message));
        }
        Outcome::Stopped | Outcome::Finished => {}
    }
    values
}

/// Returns a record about nothing, for sentences without a record.
pub fn empty_record() -> TraceRecord {
    let act = Act::Note { things: Vec::new(), numbers: Vec::new() };
    TraceRecord {
        verb: act.name().to_owned(),
        act,
        place: None,
        effect: None,
        scope: 0,
        turn: 0,
        phase: None,
        actor: None,
        cause: None,
        seen: NamedVisibility::All,
    }
}

/// Returns a label without the number that its author put before it, because every box has a number.
fn unnumbered_label(label: &str) -> &str {
    let rest = label.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(". ").filter(|_| rest.len() < label.len()).unwrap_or(label)
}
