//! Says whose a piece is where one sentence names two of one name that belong to different players:
//! "Ada's *Bot* defends against Ben's *Bot*."

use super::sentence::SentencePart;
use rules::engine::Role;
use rules::engine::trace::{NamedSubject, TraceRecord};

/// The parts of a sentence about a record, with the owners of pieces that would be mistaken for each
/// other; `noun` is how a sentence calls an owner before what is theirs.
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

/// The owner of a piece whose name another piece of the record has as well, which is somebody
/// else's.
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
