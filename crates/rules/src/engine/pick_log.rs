//! Logs choices by printed lists.

use super::components::ZoneOrder;
use super::event::{Candidate, EventKind, Subject, Visibility, verb};
use super::game::{Game, KernelError, common_visibility};
use super::ids::PieceId;
use super::pick::Elimination;
use super::state::Piece;

/// A candidate that is not valid.
pub struct ExcludedCandidate {
    /// The candidate.
    pub candidate: Candidate,
    /// Reason against it.
    pub reason: String,
}

impl Game {
    /// Logs the choice of the list at `place`: the invalid candidates, each with its reason, and the result
    /// of each line.
    pub fn log_pick(
        &mut self,
        place: u32,
        excluded: &[ExcludedCandidate],
        lines: &[Elimination<Candidate>],
        chosen: Option<Candidate>,
    ) -> Result<(), KernelError> {
        let excluded: Vec<_> = excluded
            .iter()
            .map(|one| (self.candidate_subject(one.candidate), self.words.intern(&one.reason)))
            .collect();
        let lines = lines.iter().map(|line| line.map(|one| self.candidate_subject(*one))).collect();
        let chosen = chosen.map(|one| self.candidate_subject(one));
        let things: Vec<Subject> = excluded.iter().map(|(thing, _)| *thing).chain(chosen).collect();
        let sees: Visibility = common_visibility(&things);
        self.append(EventKind::Pick { place, excluded, lines, chosen }, verb::PICK, sees)
    }

    /// True if it makes no difference which of these is taken: copies of one card in one pile, alike in
    /// everything.
    pub fn are_interchangeable(&self, candidates: &[Candidate]) -> bool {
        let Some(pieces) = self.only_pieces(candidates) else { return false };
        if candidates.iter().filter_map(|one| one.piece()).any(|piece| self.state.is_tied(piece)) {
            return candidates.len() < 2;
        }
        let Some((first, others)) = pieces.split_first() else { return true };
        self.parts.zone(first.zone).order == ZoneOrder::Pile
            && others.iter().all(|other| first.is_copy_of(other))
    }

    /// Returns the candidates as pieces, if all of them are pieces.
    fn only_pieces(&self, candidates: &[Candidate]) -> Option<Vec<&Piece>> {
        candidates.iter().map(|one| Some(self.state.piece(one.piece()?))).collect()
    }

    /// Returns a candidate for an event.
    pub fn candidate_subject(&self, candidate: Candidate) -> Subject {
        match candidate {
            Candidate::Piece(piece) => self.subject(piece),
            Candidate::Space(space) => Subject::Space(space),
            Candidate::Card(card) => Subject::Card(card),
        }
    }
}

impl Candidate {
    /// Returns the piece, if it is one.
    pub fn piece(self) -> Option<PieceId> {
        match self {
            Self::Piece(piece) => Some(piece),
            Self::Space(_) | Self::Card(_) => None,
        }
    }
}
