//! Logs what a printed list chose.

use super::components::Order;
use super::event::{Account, Candidate, Sees, Sifted, Subject, What, verb};
use super::game::{Game, Trouble, seen_together};
use super::ids::PieceId;
use super::pick::Sieve;

impl Game {
    /// Tells how the list at `place` chose: the ones that were not valid, each with the reason, and
    /// what each line did.
    pub fn log_pick(
        &mut self,
        place: u32,
        excluded: &[(Candidate, String)],
        lines: &[Sieve<Candidate>],
        chosen: Option<Candidate>,
    ) -> Result<(), Trouble> {
        let excluded: Vec<_> =
            excluded.iter().map(|(one, why)| (self.told(*one), self.words.word(why))).collect();
        let lines = lines.iter().map(|line| self.sifted(line)).collect();
        let chosen = chosen.map(|one| self.told(one));
        let things: Vec<Subject> = excluded.iter().map(|(thing, _)| *thing).chain(chosen).collect();
        let sees: Sees = seen_together(&things);
        self.append(
            What::Pick(Box::new(Account { place, excluded, lines, chosen })),
            verb::PICK,
            sees,
        )
    }

    /// Whether it makes no difference which of these is taken: copies of one card in one pile,
    /// alike in everything.
    pub fn alike(&self, candidates: &[Candidate]) -> bool {
        let pieces: Option<Vec<PieceId>> = candidates.iter().map(|one| one.piece()).collect();
        let Some(pieces) = pieces else { return false };
        let Some((first, others)) = pieces.split_first() else { return true };
        let first = self.state.piece(*first);
        let in_pile = self.parts.zone(first.zone).order == Order::Pile;
        in_pile
            && others.iter().map(|other| self.state.piece(*other)).all(|other| {
                (other.card, other.owner, other.zone, other.up, other.flags)
                    == (first.card, first.owner, first.zone, first.up, first.flags)
                    && other.amounts == first.amounts
            })
    }

    /// A candidate in an event.
    fn told(&self, candidate: Candidate) -> Subject {
        match candidate {
            Candidate::Piece(piece) => self.subject(piece),
            Candidate::Space(space) => Subject::Space(space),
            Candidate::Card(card) => Subject::Card(card),
        }
    }

    fn sifted(&self, line: &Sieve<Candidate>) -> Sifted {
        let seen =
            |all: &[(Candidate, i64)]| all.iter().map(|(one, n)| (self.told(*one), *n)).collect();
        Sifted {
            place: line.rule.place,
            most: line.rule.most,
            kept: seen(&line.kept),
            dropped: seen(&line.dropped),
        }
    }
}

impl Candidate {
    /// The piece, if it is one.
    pub fn piece(self) -> Option<PieceId> {
        match self {
            Self::Piece(piece) => Some(piece),
            Self::Space(_) | Self::Card(_) => None,
        }
    }
}
