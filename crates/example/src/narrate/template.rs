//! Sentences with slots: `{player} {player|pays|pay} with {piece} from {from}.` In: text. Out: its parts.
//!
//! `{slot}` is filled in, `{slot.form}` in another form of the word (a case, a preposition),
//! `{slot|one|many}` chooses between singular and plural: a number is singular if it is 1, a player if one
//! speaks of one person, a list if it has one entry. `{{` and `}}` are braces.

use base::diagnostic::{nearest_name, short_quote};

/// Names of all slots.
pub const SLOTS: [&str; 39] = [
    "piece",
    "piece2",
    "things",
    "player",
    "actor",
    "from",
    "to",
    "zone",
    "flag",
    "counter",
    "was",
    "now",
    "by",
    "at",
    "number",
    "number2",
    "number3",
    "numbers",
    "cards",
    "dice",
    "question",
    "detail",
    "answer",
    "options",
    "reason",
    "chosen",
    "line",
    "kept",
    "dropped",
    "excluded",
    "winner",
    "loser",
    "name",
    "verb",
    "space",
    "route",
    "each",
    "candidates",
    "invalid",
];

/// Wrong names that authors write for a slot, with the right one.
const MEANT: [(&str, &str); 14] = [
    ("card", "piece"),
    ("token", "piece"),
    ("unit", "piece"),
    ("what", "piece"),
    ("who", "player"),
    ("amount", "number"),
    ("count", "number"),
    ("value", "number"),
    ("source", "from"),
    ("target", "to"),
    ("where", "zone"),
    ("die", "dice"),
    ("hex", "space"),
    ("choice", "answer"),
];

/// A sentence with slots.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Template {
    pub parts: Vec<TemplatePart>,
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq)]
pub enum TemplatePart {
    /// Plain text.
    Text(String),
    /// A slot in a form; the form is empty for the usual one.
    Slot { slot: String, form: String },
    /// A choice between two texts, by the number of a slot.
    Choice { slot: String, one: String, many: String },
}

impl Template {
    /// Returns whether the template is empty, so that the event has no sentence.
    pub fn is_mute(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns every slot that the sentence depends on.
    pub fn slots(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Text(_) => None,
            TemplatePart::Slot { slot, .. } | TemplatePart::Choice { slot, .. } => {
                Some(slot.as_str())
            }
        })
    }

    /// Returns whether the sentence also suits several things in a slot: it chooses its words by their
    /// number, or does not begin with them.
    pub fn speaks_of_several(&self, name: &str) -> bool {
        let begins =
            matches!(self.parts.first(), Some(TemplatePart::Slot { slot, .. }) if slot == name);
        let chooses =
            |part: &TemplatePart| matches!(part, TemplatePart::Choice { slot, .. } if slot == name);
        !begins || self.parts.iter().any(chooses)
    }

    /// Returns whether a slot is filled in somewhere.
    pub fn fills(&self, name: &str) -> bool {
        self.parts
            .iter()
            .any(|hole| matches!(hole, TemplatePart::Slot { slot, .. } if slot == name))
    }
}

/// Parses a template. The error says what is wrong in it and, if possible, what was meant.
pub fn parse_template(text: &str) -> Result<Template, String> {
    let mut parser = TemplateParser::default();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        parser.text.push_str(&rest[..at]);
        rest = parser.read_brace(&rest[at..])?;
    }
    parser.text.push_str(rest);
    parser.end_text();
    Ok(Template { parts: parser.parts })
}

/// The parts read so far, and the text since the last of them.
#[derive(Default)]
struct TemplateParser {
    parts: Vec<TemplatePart>,
    text: String,
}

impl TemplateParser {
    /// Reads a doubled brace or a slot, and returns the rest.
    fn read_brace<'t>(&mut self, text: &'t str) -> Result<&'t str, String> {
        let (brace, after) = text.split_at(1);
        if let Some(rest) = after.strip_prefix(brace) {
            self.text.push_str(brace);
            return Ok(rest);
        }
        let slot =
            after.split_once('}').filter(|(inside, _)| brace == "{" && !inside.contains('{'));
        let (inside, rest) = slot.ok_or_else(|| lone_brace(brace))?;
        self.end_text();
        self.parts.push(parse_slot(inside)?);
        Ok(rest)
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(TemplatePart::Text(std::mem::take(&mut self.text)));
        }
    }
}

fn lone_brace(brace: &str) -> String {
    format!("a brace `{brace}` has no match; write `{brace}{brace}` for a brace in the sentence")
}

fn parse_slot(inside: &str) -> Result<TemplatePart, String> {
    let mut parts = inside.split('|');
    let (slot, form) = parse_slot_name(parts.next().unwrap_or_default().trim())?;
    let slot = slot.to_owned();
    match parts.collect::<Vec<_>>()[..] {
        [] => Ok(TemplatePart::Slot { slot, form: form.to_owned() }),
        [one, many] => {
            Ok(TemplatePart::Choice { slot, one: one.to_owned(), many: many.to_owned() })
        }
        _ => {
            let inside = short_quote(inside);
            Err(format!("`{{{inside}}}` needs two words to choose from: `{{{slot}|one|many}}`"))
        }
    }
}

/// Splits the name of a known slot from the form after its dot.
fn parse_slot_name(name: &str) -> Result<(&str, &str), String> {
    let (slot, form) = name.split_once('.').unwrap_or((name, ""));
    if SLOTS.contains(&slot) { Ok((slot, form)) } else { Err(unknown_slot(slot)) }
}

fn unknown_slot(slot: &str) -> String {
    let message = format!("unknown placeholder `{{{}}}`", short_quote(slot));
    let known = MEANT.iter().find(|(word, _)| *word == slot).map(|(_, meant)| *meant);
    match known.or_else(|| nearest_name(slot, SLOTS.into_iter())) {
        Some(meant) => format!("{message}; did you mean `{{{meant}}}`?"),
        None => format!("{message}; docs/reference/book.md lists them"),
    }
}
