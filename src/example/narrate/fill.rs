//! Fills the holes of a template. In: a template and the values of its slots. Out: a sentence in
//! which no name stands that the reader may not know.

use std::collections::BTreeSet;

use super::Teller;
use super::sentence::{Part, Sentence, known};
use super::template::{Hole, Template};
use super::values::{Value, Values, hidden_names};
use super::words::Forms;
use crate::engine::trace::{Record, Spot, Thing};

/// The sentence of a template.
pub(super) fn fill(
    template: &Template,
    values: &Values<'_>,
    teller: &Teller<'_>,
    record: &Record,
) -> Sentence {
    let filler = Filler { values, teller, record, speaks_of: speaks_of(template, values) };
    let parts = template.holes.iter().flat_map(|hole| filler.hole(hole)).collect();
    Sentence::finished(parts)
}

/// The player that a sentence names, so that zones can be "its".
fn speaks_of<'a>(template: &Template, values: &Values<'a>) -> Option<&'a str> {
    let slot = ["player", "actor"].into_iter().find(|slot| template.fills(slot))?;
    match values.get(slot) {
        Some(Value::Player(name)) => Some(name),
        _ => None,
    }
}

struct Filler<'a> {
    values: &'a Values<'a>,
    teller: &'a Teller<'a>,
    record: &'a Record,
    speaks_of: Option<&'a str>,
}

impl Filler<'_> {
    fn hole(&self, hole: &Hole) -> Vec<Part> {
        match hole {
            Hole::Text(text) => vec![words(text.clone())],
            Hole::Slot { slot, form } => self.slot(slot, form),
            Hole::Choice { slot, one, many } => {
                vec![words(if self.is_one(slot) { one } else { many }.clone())]
            }
        }
    }

    /// Whether one speaks of what a slot holds as of one.
    fn is_one(&self, slot: &str) -> bool {
        match self.values.get(slot) {
            Some(Value::Number(number)) => *number == 1,
            Some(Value::Numbers(numbers)) => numbers.len() == 1,
            Some(Value::List(list)) => list.len() == 1,
            Some(Value::Things(things)) => things.len() == 1,
            Some(Value::Player(name)) => {
                self.player_forms(name).get("number").is_none_or(|number| number != "many")
            }
            Some(Value::Piece(thing)) if self.teller.table.is_player(thing) => {
                self.player_forms(&thing.name).get("number").is_none_or(|number| number != "many")
            }
            _ => true,
        }
    }

    fn slot(&self, slot: &str, form: &str) -> Vec<Part> {
        match self.values.get(slot) {
            Some(Value::Words(text)) => vec![words(self.veiled(text))],
            Some(Value::List(list)) => {
                self.joined(list.iter().map(|text| vec![words(self.veiled(text))]).collect())
            }
            Some(Value::Number(number)) => vec![Part::Number { number: *number }],
            Some(Value::Numbers(list)) => self
                .joined(list.iter().map(|number| vec![Part::Number { number: *number }]).collect()),
            Some(Value::Player(name)) => vec![self.player(name, form)],
            Some(Value::Piece(thing)) => vec![self.thing(thing, form)],
            Some(Value::Things(things)) => self.things(things, form),
            Some(Value::Zone(spot)) => vec![self.zone(spot, form)],
            Some(Value::Sentences(all)) => self.sentences(all),
            Some(Value::Grouped(groups)) => self.groups(groups, form),
            None => vec![words(self.teller.words.phrase("nobody", "nobody").to_owned())],
        }
    }

    /// "not empty: A and B; out of range: C"
    fn groups(&self, groups: &[(String, Vec<&Thing>)], form: &str) -> Vec<Part> {
        let mut parts = Vec::new();
        for (at, (reason, things)) in groups.iter().enumerate() {
            let things: Vec<(&Thing, String)> =
                things.iter().map(|thing| (*thing, String::new())).collect();
            let start = if at > 0 { self.teller.words.phrase("besides", "; ") } else { "" };
            let colon = if reason.is_empty() { "" } else { ": " };
            parts.push(words(format!("{start}{}{colon}", self.veiled(reason))));
            parts.extend(self.things(&things, form));
        }
        parts
    }

    /// What each line of a choice did, by the sentences of `pick line`.
    fn sentences(&self, all: &[Values<'_>]) -> Vec<Part> {
        let between = self.teller.words.phrase("then", "; ");
        let mut parts = Vec::new();
        for values in all {
            let idle =
                matches!(values.get("dropped"), Some(Value::Things(things)) if things.is_empty());
            let tags = BTreeSet::from([if idle { "idle" } else { "drops" }]);
            let sentences = self.teller.words.verbs.get("pick line");
            let Some(template) = sentences.and_then(|variants| variants.choose(&tags, values))
            else {
                continue;
            };
            if !parts.is_empty() && !template.is_mute() {
                parts.push(words(between.to_owned()));
            }
            let filler = Filler { values, ..*self };
            parts.extend(template.holes.iter().flat_map(|hole| filler.hole(hole)));
        }
        parts
    }

    fn player_forms(&self, name: &str) -> &Forms {
        static NONE: Forms = Forms::new();
        let players = &self.teller.words.players;
        players.get(name).or_else(|| players.get("*")).unwrap_or(&NONE)
    }

    fn player(&self, name: &str, form: &str) -> Part {
        Part::Player {
            name: name.to_owned(),
            text: self.veiled(&in_form(self.player_forms(name), form, name)),
        }
    }

    fn thing(&self, thing: &Thing, form: &str) -> Part {
        if self.teller.table.is_player(thing) {
            return self.player(&thing.name, form);
        }
        let forms = |name: &str| self.teller.words.things.get(name).cloned().unwrap_or_default();
        if known(self.record, thing) {
            return Part::Piece {
                thing: thing.clone(),
                text: in_form(&forms("seen"), form, &thing.name),
            };
        }
        let text = in_form(&forms("unseen"), form, "?");
        Part::Piece { thing: Thing { name: String::new(), seen: false, ..thing.clone() }, text }
    }

    /// Those the reader knows one by one; the others are counted. A remark stands in brackets.
    fn things(&self, things: &[(&Thing, String)], form: &str) -> Vec<Part> {
        let shown = |thing: &Thing| self.teller.table.is_player(thing) || known(self.record, thing);
        let unseen = things.iter().filter(|(thing, _)| !shown(thing)).count();
        let each = |(thing, remark): &(&Thing, String)| {
            let mut parts = vec![self.thing(thing, form)];
            if !remark.is_empty() {
                parts.push(words(format!(" ({})", self.veiled(remark))));
            }
            parts
        };
        let single = things
            .iter()
            .filter(|(thing, remark)| shown(thing) || unseen == 1 || !remark.is_empty());
        let mut lists: Vec<Vec<Part>> = single.map(each).collect();
        let counted =
            things.iter().filter(|(thing, remark)| !shown(thing) && remark.is_empty()).count();
        if unseen > 1 && counted > 0 {
            let forms = self.teller.words.things.get("unseen-many").cloned().unwrap_or_default();
            lists.push(vec![words(in_form(&forms, form, &counted.to_string()))]);
        }
        if lists.is_empty() {
            lists.push(vec![words(self.teller.words.phrase("nothing", "nothing").to_owned())]);
        }
        self.joined(lists)
    }

    /// "A, B and C"
    fn joined(&self, lists: Vec<Vec<Part>>) -> Vec<Part> {
        let (comma, and) =
            (self.teller.words.phrase("comma", ", "), self.teller.words.phrase("and", " and "));
        let last = lists.len().saturating_sub(1);
        let mut parts = Vec::new();
        for (nth, list) in lists.into_iter().enumerate() {
            if nth > 0 {
                parts.push(words(if nth == last { and } else { comma }.to_owned()));
            }
            parts.extend(list);
        }
        parts
    }

    /// "its Graveyard", "the Automa's Graveyard", "the Automa Hand"
    fn zone(&self, spot: &Spot, form: &str) -> Part {
        let zones = &self.teller.words.zones;
        let owner = self.teller.table.owner(spot).filter(|owner| !spot.name.contains(owner));
        let text = match (zones.get(&spot.key).or_else(|| zones.get(&spot.name)), owner) {
            (Some(forms), _) => in_form(forms, form, &spot.name),
            (None, owner) => {
                let kind = match owner {
                    None => "*",
                    Some(owner) if self.speaks_of == Some(owner) => "* own",
                    Some(_) => "* other",
                };
                let forms = zones.get(kind).cloned().unwrap_or_default();
                let of = |form| {
                    owner.map_or_else(String::new, |owner| {
                        in_form(self.player_forms(owner), form, owner)
                    })
                };
                in_form(&forms, form, &spot.name)
                    .replace("{own}", &of("own"))
                    .replace("{of}", &of("of"))
            }
        };
        Part::Zone { key: spot.key.clone(), text: self.veiled(&text) }
    }

    /// `text` without the names of this record that the reader may not know.
    fn veiled(&self, text: &str) -> String {
        let mut names: Vec<&str> = hidden_names(self.record).into_iter().collect();
        if names.is_empty() {
            return text.to_owned();
        }
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let unseen = self.teller.words.things.get("unseen").cloned().unwrap_or_default();
        let stand_in = in_form(&unseen, "", "?");
        names.into_iter().fold(text.to_owned(), |text, name| replaced(&text, name, &stand_in))
    }
}

/// `text` with every whole word `name` replaced.
fn replaced(text: &str, name: &str, by: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        out.push_str(before);
        let word = !inside(out.chars().next_back()) && !inside(after.chars().next());
        out.push_str(if word { by } else { name });
        rest = after;
    }
    out + rest
}

/// A noun in a form, with its name in place of `{name}`; without forms the name.
fn in_form(forms: &Forms, form: &str, name: &str) -> String {
    let text = forms.get(form).or_else(|| forms.get("")).map_or("{name}", String::as_str);
    text.replace("{name}", name).replace("{number}", name)
}

fn words(text: String) -> Part {
    Part::Words { text }
}
