//! Says which of several copies is meant if an effect ends on one that was not named just before: "The power
//! of *Spark* (number 2 of 3 from the left) ends."

use super::lexicon::Lexicon;
use super::sentence::{Sentence, SentencePart};
use crate::story::{LyingPiece, TableState};
use rules::engine::trace::{Act, NamedSubject, PieceState, Trace, TraceRecord};

/// The verb of an effect that ends by itself.
const EXPIRE: &str = "expire";

/// The table while the records of a trace change it.
pub struct CopyCounter<'t> {
    trace: &'t Trace,
    table: Option<TableState>,
}

impl<'t> CopyCounter<'t> {
    /// Begins before the first record.
    pub fn before(trace: &'t Trace) -> Self {
        Self { trace, table: TableState::before(trace) }
    }

    /// Applies the next record.
    pub fn apply(&mut self, record: &TraceRecord) {
        if let Some(table) = &mut self.table {
            table.apply(&record.act);
        }
    }

    /// Adds to the sentence of a record which of several copies it means, if an effect ends.
    pub fn name_copy(&self, record: &TraceRecord, words: &Lexicon, told: &mut Sentence) {
        let (Act::Count { of: piece, .. } | Act::Flag { piece, .. }) = &record.act else { return };
        if record.verb != EXPIRE {
            return;
        }
        let is_named = |part: &SentencePart| matches!(part, SentencePart::Piece { thing, .. } if thing == piece && part.is_card_name());
        let at = told.parts.iter().position(is_named);
        if let Some((at, text)) = at.zip(self.which_copy(piece, words)) {
            told.parts.insert(at + 1, SentencePart::Words { text });
        }
    }

    /// Says which of several copies a piece is that are in one zone with the same side up; none if it is the
    /// only one.
    fn which_copy(&self, piece: &NamedSubject, words: &Lexicon) -> Option<String> {
        let table = self.table.as_ref()?;
        let LyingPiece { zone, piece, .. } = table.find(piece.id)?;
        let is_copy =
            |other: &&PieceState| (&other.name, other.face_up) == (&piece.name, piece.face_up);
        let copies: Vec<&PieceState> = table.pieces_in(zone).iter().filter(is_copy).collect();
        let number = copies.iter().position(|copy| copy.id == piece.id)? + 1;
        let is_pile = self.trace.table.iter().any(|kind| kind.key == zone && kind.pile);
        let (key, usual) = match is_pile {
            true => ("copy-in-pile", " (number {number} of {count} from the top)"),
            false => ("copy-in-row", " (number {number} of {count} from the left)"),
        };
        let text = words.phrase(key, usual).replace("{number}", &number.to_string());
        (copies.len() > 1).then(|| text.replace("{count}", &copies.len().to_string()))
    }
}
