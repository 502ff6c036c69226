//! Hidden names are in no sentence.

use rulepress::engine::trace::{Act, NamedSubject, NamedVisibility, Trace};
use rulepress::example::narrate;

use super::{Book, pieces, replay};

/// A name that is hidden from the reader is in no sentence, whatever the record itself holds.
pub(super) fn sentences(book: &Book, trace: &Trace) -> Result<usize, String> {
    let real = replay::names(trace);
    let told = narrate::narrate(trace, &book.game.program, &book.game.words);
    let mut hidden = 0;
    for told in &told.sentences {
        let record = &trace.records[told.record];
        let (shown, unseen): (Vec<&NamedSubject>, Vec<&NamedSubject>) = pieces(&record.act)
            .into_iter()
            .partition(|piece| piece.seen && record.seen == NamedVisibility::All);
        let sentence = if unseen.is_empty() { String::new() } else { told.sentence.to_string() };
        for piece in unseen {
            hidden += 1;
            let card = real[&piece.id];
            let also_shown = shown.iter().any(|shown| real[&shown.id] == card);
            if !also_shown && sentence.contains(card) {
                return Err(format!("`{sentence}` names `{card}`"));
            }
        }
    }
    Ok(hidden)
}

/// A card drawn from a face-down deck is not seen by everybody.
pub(super) fn draws(_: &Book, trace: &Trace) -> Result<usize, String> {
    let mut drawn = 0;
    for record in trace.records.iter().filter(|record| record.verb == "draw") {
        let Act::Move { from, piece, .. } = &record.act else { continue };
        drawn += 1;
        if !from.key.ends_with(".deck") || record.seen == NamedVisibility::All || piece.seen {
            return Err(format!("everybody sees {} drawn from `{}`", piece.name, from.key));
        }
    }
    Ok(drawn)
}
