//! Fills the slots of a template. In: a template and the values of its slots. Out: a sentence that names
//! nothing that is hidden from the reader.

use std::collections::BTreeSet;

use super::Narrator;
use super::lexicon::NounForms;
use super::owners::name_owners;
use super::sentence::{Sentence, SentencePart, is_name_known};
use super::slots::{RemarkedThing, SlotValue, SlotValues, ThingGroup, hidden_names};
use super::template::{Template, TemplatePart};
use rules::engine::trace::{NamedSubject, NamedZoneSlot, TraceRecord};

/// Forms of a noun that has none.
static NO_FORMS: NounForms = NounForms::new();

/// Returns the sentence of a template.
pub fn fill_template(
    template: &Template,
    values: &SlotValues<'_>,
    teller: &Narrator<'_>,
    record: &TraceRecord,
) -> Sentence {
    let speaks_of = named_player(template, values);
    let filler = TemplateFiller { values, teller, record, speaks_of };
    let parts = filler.fill(template);
    Sentence::finished(name_owners(parts, record, |owner| filler.player(owner, "of")))
}

/// Returns the player that a sentence names, so that its zones can be "its".
fn named_player<'a>(template: &Template, values: &SlotValues<'a>) -> Option<&'a str> {
    let slot = ["player", "actor"].into_iter().find(|slot| template.fills(slot))?;
    if let SlotValue::Player(name) = values.get(slot)? { Some(name) } else { None }
}

struct TemplateFiller<'a> {
    values: &'a SlotValues<'a>,
    teller: &'a Narrator<'a>,
    record: &'a TraceRecord,
    speaks_of: Option<&'a str>,
}

impl TemplateFiller<'_> {
    fn fill(&self, template: &Template) -> Vec<SentencePart> {
        template.parts.iter().flat_map(|hole| self.hole(hole)).collect()
    }

    fn hole(&self, hole: &TemplatePart) -> Vec<SentencePart> {
        match hole {
            TemplatePart::Text(text) => vec![words_part(text.as_str())],
            TemplatePart::Slot { slot, form } => self.slot(slot, form),
            TemplatePart::Choice { slot, one, many } => {
                vec![words_part(if self.is_one(slot) { one.as_str() } else { many })]
            }
        }
    }

    /// Returns a phrase of the language as a part of the sentence.
    fn phrase_part(&self, name: &str, otherwise: &str) -> SentencePart {
        words_part(self.teller.words.phrase(name, otherwise))
    }

    /// Returns whether words for the value of a slot are in the singular.
    fn is_one(&self, slot: &str) -> bool {
        match self.values.get(slot) {
            Some(SlotValue::Number(number)) => *number == 1,
            Some(SlotValue::Numbers(numbers)) => numbers.len() == 1,
            Some(SlotValue::List(list)) => list.len() == 1,
            Some(SlotValue::Things(things)) => things.len() == 1,
            Some(SlotValue::Player(name)) => self.is_one_player(name),
            Some(SlotValue::Piece(thing)) => {
                !self.teller.table.is_player(thing) || self.is_one_player(&thing.name)
            }
            Some(SlotValue::Words(_) | SlotValue::Zone(_)) | None => true,
            Some(SlotValue::Grouped(_) | SlotValue::Sentences(_)) => true,
        }
    }

    /// Returns whether words for a player are in the singular.
    fn is_one_player(&self, name: &str) -> bool {
        self.player_forms(name).get("number").is_none_or(|number| number != "many")
    }

    fn slot(&self, slot: &str, form: &str) -> Vec<SentencePart> {
        let number = |number: &i64| vec![SentencePart::Number { number: *number }];
        let words = |text: &str| vec![words_part(self.veiled(text))];
        match self.values.get(slot) {
            Some(SlotValue::Words(text)) => words(text),
            Some(SlotValue::List(list)) => self.joined(list.iter().map(|text| words(text))),
            Some(SlotValue::Number(one)) => number(one),
            Some(SlotValue::Numbers(list)) => self.joined(list.iter().map(number)),
            Some(SlotValue::Player(name)) => vec![self.player(name, form)],
            Some(SlotValue::Piece(thing)) => vec![self.thing(thing, form)],
            Some(SlotValue::Things(things)) => self.things(things, form),
            Some(SlotValue::Zone(spot)) => vec![self.zone(spot, form)],
            Some(SlotValue::Sentences(all)) => self.sentences(all),
            Some(SlotValue::Grouped(groups)) => self.groups(groups, form),
            None => vec![self.phrase_part("nobody", "nobody")],
        }
    }

    /// Returns "not empty: A and B; out of range: C".
    fn groups(&self, groups: &[ThingGroup<'_>], form: &str) -> Vec<SentencePart> {
        let mut parts = Vec::new();
        for (at, ThingGroup { reason, things }) in groups.iter().enumerate() {
            parts.extend((at > 0).then(|| self.phrase_part("besides", "; ")));
            let colon = if reason.is_empty() { "" } else { ": " };
            parts.push(words_part(format!("{}{colon}", self.veiled(reason))));
            parts.extend(self.things(things, form));
        }
        parts
    }

    /// Returns the result of each line of a choice, by the sentences of `pick line`.
    fn sentences(&self, all: &[SlotValues<'_>]) -> Vec<SentencePart> {
        let mut parts = Vec::new();
        for values in all {
            let Some(template) = self.line_template(values) else { continue };
            if !parts.is_empty() && !template.is_mute() {
                parts.push(self.phrase_part("then", "; "));
            }
            parts.extend(TemplateFiller { values, ..*self }.fill(template));
        }
        parts
    }

    /// Returns the template for one line of a printed list.
    fn line_template(&self, values: &SlotValues<'_>) -> Option<&Template> {
        let tags = BTreeSet::from([match values.get("dropped") {
            Some(SlotValue::Things(things)) if things.is_empty() => "idle",
            _ => "drops",
        }]);
        self.teller.words.verbs.get("pick line")?.choose(&tags, values)
    }

    fn player_forms(&self, name: &str) -> &NounForms {
        let players = &self.teller.words.players;
        let usual = if self.teller.table.has_player(name) { "*" } else { "* team" };
        players.get(name).or_else(|| players.get(usual)).unwrap_or(&NO_FORMS)
    }

    fn player(&self, name: &str, form: &str) -> SentencePart {
        SentencePart::Player {
            name: name.to_owned(),
            text: self.veiled(&self.player_noun(name, form)),
        }
    }

    fn player_noun(&self, name: &str, form: &str) -> String {
        noun_in_form(self.player_forms(name), form, name)
    }

    fn thing(&self, thing: &NamedSubject, form: &str) -> SentencePart {
        if self.teller.table.is_player(thing) {
            self.player(&thing.name, form)
        } else {
            self.piece_part(thing, form)
        }
    }

    fn piece_part(&self, thing: &NamedSubject, form: &str) -> SentencePart {
        let known = is_name_known(self.record, thing);
        let (forms, name) = if known { ("seen", thing.name.as_str()) } else { ("unseen", "?") };
        let text = noun_in_form(self.thing_forms(forms), form, name);
        let mut thing = thing.clone();
        if !known {
            (thing.name, thing.seen) = (String::new(), false);
        }
        SentencePart::Piece { thing, text }
    }

    /// Returns the words for things that are `seen`, `unseen` or `unseen-many`.
    fn thing_forms(&self, kind: &str) -> &NounForms {
        self.teller.words.things.get(kind).unwrap_or(&NO_FORMS)
    }

    /// Returns whether the reader knows a thing by its name.
    fn is_shown(&self, thing: &NamedSubject) -> bool {
        self.teller.table.is_player(thing) || is_name_known(self.record, thing)
    }

    /// Lists things: those that the reader knows by name, and the number of the others.
    fn things(&self, things: &[RemarkedThing<'_>], form: &str) -> Vec<SentencePart> {
        let unseen = things.iter().filter(|own| !self.is_shown(own.thing)).count();
        let is_single = |own: &&RemarkedThing<'_>| {
            self.is_shown(own.thing) || unseen == 1 || !own.remark.is_empty()
        };
        let (single, counted): (Vec<_>, Vec<_>) = things.iter().partition(is_single);
        let mut lists: Vec<_> = single.into_iter().map(|one| self.remarked(one, form)).collect();
        if !counted.is_empty() {
            let forms = self.thing_forms("unseen-many");
            lists.push(vec![words_part(noun_in_form(forms, form, &counted.len().to_string()))]);
        }
        if lists.is_empty() {
            lists.push(vec![self.phrase_part("nothing", "nothing")]);
        }
        self.joined(lists)
    }

    /// Returns a thing with its remark in brackets.
    fn remarked(&self, remarked: &RemarkedThing<'_>, form: &str) -> Vec<SentencePart> {
        let RemarkedThing { thing, remark } = remarked;
        let mut parts = vec![self.thing(thing, form)];
        if !remark.is_empty() {
            parts.push(words_part(format!(" ({})", self.veiled(remark))));
        }
        parts
    }

    /// Joins lists as "A, B and C".
    fn joined(&self, lists: impl IntoIterator<Item = Vec<SentencePart>>) -> Vec<SentencePart> {
        let mut lists = lists.into_iter().peekable();
        let mut parts = lists.next().unwrap_or_default();
        while let Some(list) = lists.next() {
            parts.push(match lists.peek().is_none() {
                true => self.phrase_part("and", " and "),
                false => self.phrase_part("comma", ", "),
            });
            parts.extend(list);
        }
        parts
    }

    /// Returns "its Graveyard", "the Automa's Graveyard", "the Automa Hand".
    fn zone(&self, spot: &NamedZoneSlot, form: &str) -> SentencePart {
        let noun = match self.teller.words.zone_forms(spot) {
            Some(forms) => noun_in_form(forms, form, &spot.name),
            None => self.unnamed_zone(spot, form),
        };
        SentencePart::Zone { key: spot.key.clone(), text: self.veiled(&noun) }
    }

    /// Names a zone that has no words of its own: its owner, and its name.
    fn unnamed_zone(&self, spot: &NamedZoneSlot, form: &str) -> String {
        let owner = self.teller.table.owner(spot).filter(|owner| !spot.name.contains(owner));
        let of = |form| owner.map(|owner| self.player_noun(owner, form)).unwrap_or_default();
        let kind = match owner {
            None => "*",
            Some(owner) if self.speaks_of == Some(owner) => "* own",
            Some(_) => "* other",
        };
        let forms = self.teller.words.zones.get(kind).unwrap_or(&NO_FORMS);
        let text = noun_in_form(forms, form, &spot.name);
        text.replace("{own}", &of("own")).replace("{of}", &of("of"))
    }

    /// Returns `text` without the names of this record that the reader may not know.
    fn veiled(&self, text: &str) -> String {
        let mut names: Vec<&str> = hidden_names(self.record).into_iter().collect();
        // A name may be part of a longer one.
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let stand_in = noun_in_form(self.thing_forms("unseen"), "", "?");
        names.into_iter().fold(text.to_owned(), |text, name| replace_word(&text, name, &stand_in))
    }
}

/// Returns `text` with every whole word `name` replaced.
fn replace_word(text: &str, name: &str, by: &str) -> String {
    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        out.push_str(before);
        let word = !inside(out.chars().next_back()) && !inside(after.chars().next());
        out.push_str(if word { by } else { name });
        rest = after;
    }
    out + rest
}

/// Returns a noun in a form, with its name in place of `{name}`; just the name if there are no forms.
fn noun_in_form(forms: &NounForms, form: &str, name: &str) -> String {
    let text = forms.get(form).or_else(|| forms.get("")).map_or("{name}", String::as_str);
    text.replace("{name}", name).replace("{number}", name)
}

fn words_part(text: impl Into<String>) -> SentencePart {
    SentencePart::Words { text: text.into() }
}
