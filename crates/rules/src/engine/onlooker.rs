//! Who answers questions, and whose eyes a game is told for. In: names of players of a start. Out: what the
//! kernel asks about a player at each question and each hidden piece.

use super::components::{Components, Zone, ZoneSight};
use super::event::{Subject, Visibility};
use super::game::Game;
use super::ids::{PieceId, PlayerId, ZoneId};
use super::trace::{Decider, Deciders, Start};

/// Who answers, and who looks on.
#[derive(Debug, Clone, Default)]
pub struct Onlooker {
    /// The players who do not answer by the plan.
    deciders: Vec<(PlayerId, Decider)>,
    /// Who answers what is asked of nobody.
    nobody: Decider,
    /// Whose eyes see.
    looker: Option<PlayerId>,
    /// The zones whose cards only their owner may see.
    private: Vec<ZoneId>,
}

impl Onlooker {
    /// What a start says; names that no player has say nothing.
    pub fn of_start(parts: &Components, start: &Start) -> Self {
        let named = |name: &str| parts.player_ids().find(|id| parts.player(*id).name == name);
        let Deciders { players, nobody } = &start.deciders;
        let players = players.iter();
        let deciders = players.filter_map(|(name, decider)| Some((named(name)?, *decider)));
        Self {
            deciders: deciders.collect(),
            nobody: *nobody,
            looker: start.looker.as_deref().and_then(named),
            private: private_zones(parts, start),
        }
    }

    /// Returns whether only the owner of a zone may see its cards.
    pub fn is_private(&self, zone: ZoneId) -> bool {
        self.private.contains(&zone)
    }

    /// Who answers what is asked of a player, or of nobody.
    pub fn decider(&self, asked: Option<PlayerId>) -> Decider {
        let Some(asked) = asked else { return self.nobody };
        let own = self.deciders.iter().find(|(player, _)| *player == asked);
        own.map_or(Decider::Plan, |(_, decider)| *decider)
    }
}

/// The zones that a start calls private.
fn private_zones(parts: &Components, start: &Start) -> Vec<ZoneId> {
    let numbered = (0..).map(ZoneId).zip(&parts.zones);
    let private = numbered.filter(|(_, zone)| start.private.contains(&zone.key));
    private.map(|(id, _)| id).collect()
}

impl Game {
    /// Who may know the name of a piece as it lies.
    pub fn visibility(&self, piece: PieceId) -> Visibility {
        let piece = self.state.piece(piece);
        let zone = self.parts.zone(piece.zone);
        match zone.sight {
            _ if self.onlooker.is_private(piece.zone) => {
                zone.owner.map_or(Visibility::Nobody, Visibility::Only)
            }
            ZoneSight::All => Visibility::All,
            ZoneSight::Owner | ZoneSight::Nobody if piece.up => Visibility::All,
            ZoneSight::Owner => zone.owner.map_or(Visibility::Nobody, Visibility::Only),
            ZoneSight::Nobody => Visibility::Nobody,
        }
    }

    /// A piece in an event, with whether its name may be known now.
    pub fn subject(&self, piece: PieceId) -> Subject {
        Subject::Piece(piece, self.shows(self.visibility(piece)))
    }

    /// Returns whether the one who looks on may know the names that are seen by so many.
    pub fn shows(&self, sees: Visibility) -> bool {
        match sees {
            Visibility::All => true,
            Visibility::Nobody => false,
            Visibility::Only(player) => self.onlooker.looker == Some(player),
        }
    }

    /// Returns whether a zone hides all its cards from the one who looks on.
    pub fn is_closed(&self, zone: &Zone) -> bool {
        let is_it = |id: &ZoneId| std::ptr::eq(self.parts.zone(*id), zone);
        let is_private = self.onlooker.private.iter().any(is_it);
        is_private && !zone.owner.is_some_and(|owner| self.looks_on(owner))
    }

    /// Returns whether the one who looks on may look at the face-down pieces of a zone.
    pub fn is_open(&self, zone: &Zone) -> bool {
        match zone.sight {
            _ if self.is_closed(zone) => false,
            ZoneSight::All => true,
            ZoneSight::Owner => zone.owner.is_some_and(|owner| self.looks_on(owner)),
            ZoneSight::Nobody => false,
        }
    }

    /// Returns whether a player looks on.
    fn looks_on(&self, player: PlayerId) -> bool {
        self.onlooker.looker == Some(player)
    }
}
