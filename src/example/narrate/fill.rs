//! Fills the holes of a template. In: a template and the values of its slots. Out: a sentence in
//! which no name stands that the reader may not know.

use std::collections::BTreeSet;

use super::Narrator;
use super::lexicon::NounForms;
use super::sentence::{Sentence, SentencePart, is_name_known};
use super::slots::{SlotValue, SlotValues, hidden_names};
use super::template::{Template, TemplatePart};
use crate::engine::trace::{NamedSubject, NamedZoneSlot, TraceRecord};

/// The sentence of a template.
pub(super) fn fill_template(
    template: &Template,
    values: &SlotValues<'_>,
    teller: &Narrator<'_>,
    record: &TraceRecord,
) -> Sentence {
    let filler =
        TemplateFiller { values, teller, record, speaks_of: named_player(template, values) };
    let parts = template.parts.iter().flat_map(|hole| filler.hole(hole)).collect();
    Sentence::finished(parts)
}

/// The player that a sentence names, so that zones can be "its".
fn named_player<'a>(template: &Template, values: &SlotValues<'a>) -> Option<&'a str> {
    let slot = ["player", "actor"].into_iter().find(|slot| template.fills(slot))?;
    match values.get(slot) {
        Some(SlotValue::Player(name)) => Some(name),
        _ => None,
    }
}

struct TemplateFiller<'a> {
    values: &'a SlotValues<'a>,
    teller: &'a Narrator<'a>,
    record: &'a TraceRecord,
    speaks_of: Option<&'a str>,
}

impl TemplateFiller<'_> {
    fn hole(&self, hole: &TemplatePart) -> Vec<SentencePart> {
        match hole {
            TemplatePart::Text(text) => vec![words_part(text.clone())],
            TemplatePart::Slot { slot, form } => self.slot(slot, form),
            TemplatePart::Choice { slot, one, many } => {
                vec![words_part(if self.is_one(slot) { one } else { many }.clone())]
            }
        }
    }

    /// Whether one speaks of what a slot holds as of one.
    fn is_one(&self, slot: &str) -> bool {
        match self.values.get(slot) {
            Some(SlotValue::Number(number)) => *number == 1,
            Some(SlotValue::Numbers(numbers)) => numbers.len() == 1,
            Some(SlotValue::List(list)) => list.len() == 1,
            Some(SlotValue::Things(things)) => things.len() == 1,
            Some(SlotValue::Player(name)) => {
                self.player_forms(name).get("number").is_none_or(|number| number != "many")
            }
            Some(SlotValue::Piece(thing)) if self.teller.table.is_player(thing) => {
                self.player_forms(&thing.name).get("number").is_none_or(|number| number != "many")
            }
            _ => true,
        }
    }

    fn slot(&self, slot: &str, form: &str) -> Vec<SentencePart> {
        match self.values.get(slot) {
            Some(SlotValue::Words(text)) => vec![words_part(self.veiled(text))],
            Some(SlotValue::List(list)) => {
                self.joined(list.iter().map(|text| vec![words_part(self.veiled(text))]).collect())
            }
            Some(SlotValue::Number(number)) => vec![SentencePart::Number { number: *number }],
            Some(SlotValue::Numbers(list)) => self.joined(
                list.iter().map(|number| vec![SentencePart::Number { number: *number }]).collect(),
            ),
            Some(SlotValue::Player(name)) => vec![self.player(name, form)],
            Some(SlotValue::Piece(thing)) => vec![self.thing(thing, form)],
            Some(SlotValue::Things(things)) => self.things(things, form),
            Some(SlotValue::Zone(spot)) => vec![self.zone(spot, form)],
            Some(SlotValue::Sentences(all)) => self.sentences(all),
            Some(SlotValue::Grouped(groups)) => self.groups(groups, form),
            None => vec![words_part(self.teller.words.phrase("nobody", "nobody").to_owned())],
        }
    }

    /// "not empty: A and B; out of range: C"
    fn groups(&self, groups: &[(String, Vec<&NamedSubject>)], form: &str) -> Vec<SentencePart> {
        let mut parts = Vec::new();
        for (at, (reason, things)) in groups.iter().enumerate() {
            let things: Vec<(&NamedSubject, String)> =
                things.iter().map(|thing| (*thing, String::new())).collect();
            let start = if at > 0 { self.teller.words.phrase("besides", "; ") } else { "" };
            let colon = if reason.is_empty() { "" } else { ": " };
            parts.push(words_part(format!("{start}{}{colon}", self.veiled(reason))));
            parts.extend(self.things(&things, form));
        }
        parts
    }

    /// What each line of a choice did, by the sentences of `pick line`.
    fn sentences(&self, all: &[SlotValues<'_>]) -> Vec<SentencePart> {
        let between = self.teller.words.phrase("then", "; ");
        let mut parts = Vec::new();
        for values in all {
            let idle = matches!(values.get("dropped"), Some(SlotValue::Things(things)) if things.is_empty());
            let tags = BTreeSet::from([if idle { "idle" } else { "drops" }]);
            let sentences = self.teller.words.verbs.get("pick line");
            let Some(template) = sentences.and_then(|variants| variants.choose(&tags, values))
            else {
                continue;
            };
            if !parts.is_empty() && !template.is_mute() {
                parts.push(words_part(between.to_owned()));
            }
            let filler = TemplateFiller { values, ..*self };
            parts.extend(template.parts.iter().flat_map(|hole| filler.hole(hole)));
        }
        parts
    }

    fn player_forms(&self, name: &str) -> &NounForms {
        static NONE: NounForms = NounForms::new();
        let players = &self.teller.words.players;
        players.get(name).or_else(|| players.get("*")).unwrap_or(&NONE)
    }

    fn player(&self, name: &str, form: &str) -> SentencePart {
        SentencePart::Player {
            name: name.to_owned(),
            text: self.veiled(&noun_in_form(self.player_forms(name), form, name)),
        }
    }

    fn thing(&self, thing: &NamedSubject, form: &str) -> SentencePart {
        if self.teller.table.is_player(thing) {
            return self.player(&thing.name, form);
        }
        let forms = |name: &str| self.teller.words.things.get(name).cloned().unwrap_or_default();
        if is_name_known(self.record, thing) {
            return SentencePart::Piece {
                thing: thing.clone(),
                text: noun_in_form(&forms("seen"), form, &thing.name),
            };
        }
        let text = noun_in_form(&forms("unseen"), form, "?");
        SentencePart::Piece {
            thing: NamedSubject { name: String::new(), seen: false, ..thing.clone() },
            text,
        }
    }

    /// Those the reader knows one by one; the others are counted. A remark stands in brackets.
    fn things(&self, things: &[(&NamedSubject, String)], form: &str) -> Vec<SentencePart> {
        let shown = |thing: &NamedSubject| {
            self.teller.table.is_player(thing) || is_name_known(self.record, thing)
        };
        let unseen = things.iter().filter(|(thing, _)| !shown(thing)).count();
        let each = |(thing, remark): &(&NamedSubject, String)| {
            let mut parts = vec![self.thing(thing, form)];
            if !remark.is_empty() {
                parts.push(words_part(format!(" ({})", self.veiled(remark))));
            }
            parts
        };
        let single = things
            .iter()
            .filter(|(thing, remark)| shown(thing) || unseen == 1 || !remark.is_empty());
        let mut lists: Vec<Vec<SentencePart>> = single.map(each).collect();
        let counted =
            things.iter().filter(|(thing, remark)| !shown(thing) && remark.is_empty()).count();
        if unseen > 1 && counted > 0 {
            let forms = self.teller.words.things.get("unseen-many").cloned().unwrap_or_default();
            lists.push(vec![words_part(noun_in_form(&forms, form, &counted.to_string()))]);
        }
        if lists.is_empty() {
            lists.push(vec![words_part(self.teller.words.phrase("nothing", "nothing").to_owned())]);
        }
        self.joined(lists)
    }

    /// "A, B and C"
    fn joined(&self, lists: Vec<Vec<SentencePart>>) -> Vec<SentencePart> {
        let (comma, and) =
            (self.teller.words.phrase("comma", ", "), self.teller.words.phrase("and", " and "));
        let last = lists.len().saturating_sub(1);
        let mut parts = Vec::new();
        for (nth, list) in lists.into_iter().enumerate() {
            if nth > 0 {
                parts.push(words_part(if nth == last { and } else { comma }.to_owned()));
            }
            parts.extend(list);
        }
        parts
    }

    /// "its Graveyard", "the Automa's Graveyard", "the Automa Hand"
    fn zone(&self, spot: &NamedZoneSlot, form: &str) -> SentencePart {
        let zones = &self.teller.words.zones;
        let owner = self.teller.table.owner(spot).filter(|owner| !spot.name.contains(owner));
        let text = match (zones.get(&spot.key).or_else(|| zones.get(&spot.name)), owner) {
            (Some(forms), _) => noun_in_form(forms, form, &spot.name),
            (None, owner) => {
                let kind = match owner {
                    None => "*",
                    Some(owner) if self.speaks_of == Some(owner) => "* own",
                    Some(_) => "* other",
                };
                let forms = zones.get(kind).cloned().unwrap_or_default();
                let of = |form| {
                    owner.map_or_else(String::new, |owner| {
                        noun_in_form(self.player_forms(owner), form, owner)
                    })
                };
                noun_in_form(&forms, form, &spot.name)
                    .replace("{own}", &of("own"))
                    .replace("{of}", &of("of"))
            }
        };
        SentencePart::Zone { key: spot.key.clone(), text: self.veiled(&text) }
    }

    /// `text` without the names of this record that the reader may not know.
    fn veiled(&self, text: &str) -> String {
        let mut names: Vec<&str> = hidden_names(self.record).into_iter().collect();
        if names.is_empty() {
            return text.to_owned();
        }
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let unseen = self.teller.words.things.get("unseen").cloned().unwrap_or_default();
        let stand_in = noun_in_form(&unseen, "", "?");
        names.into_iter().fold(text.to_owned(), |text, name| replace_word(&text, name, &stand_in))
    }
}

/// `text` with every whole word `name` replaced.
fn replace_word(text: &str, name: &str, by: &str) -> String {
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
fn noun_in_form(forms: &NounForms, form: &str, name: &str) -> String {
    let text = forms.get(form).or_else(|| forms.get("")).map_or("{name}", String::as_str);
    text.replace("{name}", name).replace("{number}", name)
}

fn words_part(text: String) -> SentencePart {
    SentencePart::Words { text }
}
