//! What the slots of a sentence hold. In: a record or an outcome. Out: values by slot.

use std::collections::{BTreeMap, BTreeSet};

use super::Teller;
use super::sentence::known;
use super::{pick, tags};
use crate::document::address::slug;
use crate::engine::trace::{Act, Outcome, Record, Seen, Spot, Thing, Trace, Waits};

/// What a slot holds.
#[derive(Debug, Clone)]
pub(super) enum Value<'a> {
    /// Words as the rules give them.
    Words(String),
    /// Several words.
    List(Vec<String>),
    /// A whole number.
    Number(i64),
    /// Several whole numbers.
    Numbers(&'a [i64]),
    /// A player, by name.
    Player(&'a str),
    /// A piece.
    Piece(&'a Thing),
    /// Several things, each with a remark in brackets, which may be empty.
    Things(Vec<(&'a Thing, String)>),
    /// A zone.
    Zone(&'a Spot),
    /// Things by what is said of them.
    Grouped(Vec<(String, Vec<&'a Thing>)>),
    /// Values of sentences in a row.
    Sentences(Vec<Values<'a>>),
}

/// Values by the name of the slot.
pub(super) type Values<'a> = BTreeMap<&'static str, Value<'a>>;

/// The players of a trace, and which player a zone belongs to.
pub(super) struct Table<'a> {
    players: BTreeMap<String, &'a str>,
}

impl<'a> Table<'a> {
    /// The players of a trace, by the name with which the keys of their zones begin.
    pub(super) fn of(trace: &'a Trace) -> Self {
        let named = trace.end.players.keys().map(String::as_str);
        let owners = trace
            .records
            .iter()
            .flat_map(|record| things(&record.act))
            .filter_map(|t| t.owner.as_deref());
        Self { players: named.chain(owners).map(|name| (slug(name), name)).collect() }
    }

    /// The owner of a zone.
    pub(super) fn owner(&self, zone: &Spot) -> Option<&'a str> {
        let (first, _) = zone.key.split_once('.')?;
        self.players.get(first).copied()
    }

    /// Whether a thing is a player.
    pub(super) fn is_player(&self, thing: &Thing) -> bool {
        thing.owner.is_none() && self.players.values().any(|name| *name == thing.name)
    }
}

/// Every piece and player an act names.
pub(super) fn things(act: &Act) -> Vec<&Thing> {
    match act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => vec![piece],
        Act::Stand { piece, space, .. } => vec![piece, space],
        Act::Count { of, .. } => vec![of],
        Act::Push { what: Waits::Thing(piece) }
        | Act::Resolve { what: Waits::Thing(piece) }
        | Act::Trigger { what: Waits::Thing(piece), .. } => vec![piece],
        Act::Ask { about, among, .. } => about.iter().chain(among).collect(),
        Act::Check { things, .. } | Act::Note { things, .. } => things.iter().collect(),
        Act::Pick { excluded, lines, chosen, .. } => {
            let counted = lines
                .iter()
                .flat_map(|line| line.kept.iter().chain(&line.dropped))
                .map(|(thing, _)| thing);
            chosen.iter().chain(excluded.iter().map(|(thing, _)| thing)).chain(counted).collect()
        }
        _ => Vec::new(),
    }
}

/// Names in a record that the reader may not know.
pub(super) fn hidden_names(record: &Record) -> BTreeSet<&str> {
    let things = things(&record.act);
    let (shown, hidden): (Vec<&Thing>, Vec<&Thing>) =
        things.into_iter().partition(|thing| known(record, thing));
    let shown: BTreeSet<&str> = shown.into_iter().map(|thing| thing.name.as_str()).collect();
    hidden
        .into_iter()
        .map(|t| t.name.as_str())
        .filter(|name| !name.is_empty() && !shown.contains(name))
        .collect()
}

/// What the slots of a record hold.
pub(super) fn of_record<'a>(record: &'a Record, teller: &Teller<'a>) -> Values<'a> {
    let mut values = Values::from([("verb", Value::Words(record.verb.clone()))]);
    values.extend(record.actor.as_deref().map(|actor| ("actor", Value::Player(actor))));
    values.extend(player(record, &teller.table).map(|player| ("player", Value::Player(player))));
    of_act(record, teller, &mut values);
    values
}

/// The player a record is about: who was asked, owns the piece, has the counter or the zone, or
/// whose turn it is.
fn player<'a>(record: &'a Record, table: &Table<'a>) -> Option<&'a str> {
    let own = match &record.act {
        Act::Count { of, .. } if table.is_player(of) => Some(of.name.as_str()),
        Act::Shuffle { zone, .. } => table.owner(zone),
        Act::Turn { player, .. } => Some(player.as_str()),
        Act::Ask { by, .. } | Act::Trigger { by, .. } => by.as_deref(),
        act => things(act).first().and_then(|thing| thing.owner.as_deref()),
    };
    own.or(record.actor.as_deref())
}

fn of_act<'a>(record: &'a Record, teller: &Teller<'a>, values: &mut Values<'a>) {
    let mut put = |slot, value| drop(values.insert(slot, value));
    match &record.act {
        Act::Move { piece, from, to, .. } => {
            put("piece", Value::Piece(piece));
            put("from", Value::Zone(from));
            put("to", Value::Zone(to));
            put("zone", Value::Zone(to));
            put("at", Value::Number(i64::from(to.at) + 1));
        }
        Act::Stand { piece, from, to, space } => {
            put("piece", Value::Piece(piece));
            put("from", Value::Zone(from));
            put("to", Value::Zone(to));
            put("zone", Value::Zone(to));
            put("space", Value::Piece(space));
        }
        Act::Flip { piece, .. } => put("piece", Value::Piece(piece)),
        Act::Flag { piece, flag, .. } => {
            put("piece", Value::Piece(piece));
            put("flag", Value::Words(teller.words.name(flag).to_owned()));
        }
        Act::Count { of, counter, was, now } => {
            put("piece", Value::Piece(of));
            put("counter", Value::Words(teller.words.name(counter).to_owned()));
            put("was", Value::Number(*was));
            put("now", Value::Number(*now));
            put("by", Value::Number(now.saturating_sub(*was).saturating_abs()));
        }
        Act::Shuffle { zone, cards, .. } => {
            put("zone", Value::Zone(zone));
            put("cards", Value::Number(i64::from(*cards)));
        }
        Act::Roll { dice } => {
            put("dice", Value::List(dice.iter().map(|(_, face)| face.clone()).collect()))
        }
        Act::Pick { .. } => pick::values(record, teller, values),
        Act::Ask { question, options, answer, about, .. } => {
            asked(question, values);
            values.extend(about.as_ref().map(|piece| ("piece", Value::Piece(piece))));
            values.insert("options", Value::List(options.clone()));
            values.insert("answer", Value::Words(answer.clone()));
        }
        Act::Check { question, things, numbers, .. } => {
            asked(question, values);
            listed(things, values);
            amounts(numbers, values);
        }
        Act::Note { things, numbers } => {
            listed(things, values);
            amounts(numbers, values);
        }
        Act::Phase { name } => put("name", Value::Words(teller.words.name(name).to_owned())),
        Act::Turn { player, number } => {
            put("player", Value::Player(player));
            put("number", Value::Number(i64::from(*number)));
        }
        Act::Round { number } => put("number", Value::Number(i64::from(*number))),
        Act::Attempt { reason } => put("reason", Value::Words(reason.clone())),
        Act::Push { what } | Act::Resolve { what } | Act::Trigger { what, .. } => match what {
            Waits::Thing(piece) => put("piece", Value::Piece(piece)),
            Waits::Label(label) => put("name", Value::Words(teller.words.name(label).to_owned())),
        },
        Act::Pass { player } => put("player", Value::Player(player)),
        Act::Box { label, number, exit, branches, .. } => {
            put("name", Value::Words(unnumbered(label).trim_end_matches(['.', ' ']).to_owned()));
            put("number", Value::Number(i64::from(*number)));
            if let Some(exit) = exit.as_ref().filter(|_| *branches) {
                put("answer", Value::Words(exit.clone()));
            }
        }
        Act::Over { winner, loser, reason } => over(winner, loser, reason, values),
    }
}

/// The words of a question, and what follows its colon.
fn asked(question: &str, values: &mut Values<'_>) {
    values.insert("question", Value::Words(question.trim_end_matches(['?', '.', ' ']).to_owned()));
    if let Some((_, detail)) = question.split_once(':') {
        values.insert("detail", Value::Words(detail.trim().to_owned()));
    }
}

fn listed<'a>(things: &'a [Thing], values: &mut Values<'a>) {
    values.extend(things.first().map(|thing| ("piece", Value::Piece(thing))));
    values.extend(things.get(1).map(|thing| ("piece2", Value::Piece(thing))));
    values.insert(
        "things",
        Value::Things(things.iter().map(|thing| (thing, String::new())).collect()),
    );
}

fn amounts<'a>(numbers: &'a [i64], values: &mut Values<'a>) {
    values.insert("numbers", Value::Numbers(numbers));
    let slots = ["number", "number2", "number3"].into_iter().zip(numbers);
    values.extend(slots.map(|(slot, number)| (slot, Value::Number(*number))));
}

fn over<'a>(
    winner: &'a Option<String>,
    loser: &'a Option<String>,
    reason: &str,
    values: &mut Values<'a>,
) {
    values.extend(winner.as_deref().map(|name| ("winner", Value::Player(name))));
    values.extend(loser.as_deref().map(|name| ("loser", Value::Player(name))));
    values.insert("reason", Value::Words(reason.to_owned()));
}

/// What the slots of an outcome hold.
pub(super) fn of_outcome(outcome: &Outcome) -> Values<'_> {
    let mut values = Values::new();
    match outcome {
        Outcome::Over { winner, loser, reason } => over(winner, loser, reason, &mut values),
        Outcome::Gap { question, options, .. } | Outcome::Unanswered { question, options, .. } => {
            asked(question, &mut values);
            values.insert("options", Value::List(options.clone()));
        }
        Outcome::Stuck { reason, .. } | Outcome::Limit { what: reason } => {
            values.insert("reason", Value::Words(reason.clone()));
        }
        Outcome::Fault(fault) => drop(values.insert("reason", Value::Words(fault.message.clone()))),
        Outcome::Stopped | Outcome::Finished => {}
    }
    values
}

/// A record about nothing, for sentences that tell of none.
pub(super) fn no_record() -> Record {
    let act = Act::Note { things: Vec::new(), numbers: Vec::new() };
    Record {
        verb: tags::kind(&act).to_owned(),
        act,
        place: None,
        effect: None,
        scope: 0,
        turn: 0,
        phase: None,
        actor: None,
        cause: None,
        seen: Seen::All,
    }
}

/// A label without the number that its author put before it: every box has one.
fn unnumbered(label: &str) -> &str {
    let rest = label.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(". ").filter(|_| rest.len() < label.len()).unwrap_or(label)
}
