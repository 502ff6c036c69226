//! Logs what a printed list chose.

use super::components::Order;
use super::event::{Account, Sees, Sifted, Subject, What, verb};
use super::game::{Game, Trouble, seen_together};
use super::ids::PieceId;
use super::pick::Sieve;

impl Game {
    /// Tells how the list at `place` chose among pieces: the ones that were not valid, each with the reason, and what each
    /// line did.
    pub fn log_pick(
        &mut self,
        place: u32,
        excluded: &[(PieceId, String)],
        lines: &[Sieve<PieceId>],
        chosen: Option<PieceId>,
    ) -> Result<(), Trouble> {
        let excluded: Vec<_> =
            excluded.iter().map(|(piece, why)| (self.subject(*piece), self.words.word(why))).collect();
        let lines = lines.iter().map(|line| self.sifted(line)).collect();
        let chosen = chosen.map(|piece| self.subject(piece));
        let things: Vec<Subject> = excluded.iter().map(|(thing, _)| *thing).chain(chosen).collect();
        let sees: Sees = seen_together(&things);
        self.append(What::Pick(Box::new(Account { place, excluded, lines, chosen })), verb::PICK, sees)
    }

    /// Whether it makes no difference which of these is taken: copies of one card in one pile, alike in everything.
    pub fn alike(&self, pieces: &[PieceId]) -> bool {
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

    fn sifted(&self, line: &Sieve<PieceId>) -> Sifted {
        let seen = |all: &[(PieceId, i64)]| all.iter().map(|(piece, n)| (self.subject(*piece), *n)).collect();
        Sifted { place: line.rule.place, most: line.rule.most, kept: seen(&line.kept), dropped: seen(&line.dropped) }
    }
}
