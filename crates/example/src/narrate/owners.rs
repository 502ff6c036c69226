//! Names the owners of pieces if one sentence names two pieces of one name that belong to different players:
//! "Ada's *Bot* defends against Ben's *Bot*."

use super::sentence::SentencePart;
use rules::engine::Role;
use rules::engine::trace::{NamedSubject, TraceRecord};

/// Returns the parts of a sentence about a record, with the owners of pieces that could be confused; `noun`
/// is the form of an owner before a possession.
pub fn name_owners(
    parts: Vec<SentencePart>,
    record: &TraceRecord,
    noun: impl Fn(&str) -> SentencePart,
) -> Vec<SentencePart> {
    let mut told = Vec::with_capacity(parts.len());
    for part in parts {
        if let Some(owner) = mistakable_owner(&part, record)
            && !says_owner(&told, owner)
        {
            told.push(noun(owner));
            told.push(SentencePart::Words { text: " ".to_owned() });
        }
        told.push(part);
    }
    told
}

/// Returns the owner of a piece, if the record has another piece of the same name with another owner.
fn mistakable_owner<'p>(part: &'p SentencePart, record: &TraceRecord) -> Option<&'p str> {
    let SentencePart::Piece { thing, .. } = part else { return None };
    let owner = thing.owner.as_deref()?;
    let is_other = |(_, other): &(Role, &NamedSubject)| {
        other.name == thing.name && other.owner.as_deref().is_some_and(|other| other != owner)
    };
    let named = !thing.name.is_empty();
    (named && record.act.subjects().iter().any(is_other)).then_some(owner)
}

/// Returns whether the words before a piece name its owner: "Ada's ".
fn says_owner(told: &[SentencePart], owner: &str) -> bool {
    match told {
        [.., SentencePart::Player { name, .. }, SentencePart::Words { text }] => {
            name == owner && text.trim().is_empty()
        }
        _ => false,
    }
}
