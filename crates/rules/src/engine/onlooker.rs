//! Deciders of questions, and the player whose view of a game is shown. In: names of players of a start. Out:
//! answers to the kernel's questions about a player at each question and each hidden piece.

use super::components::{Components, Zone, ZoneSight};
use super::event::{Subject, Visibility};
use super::game::Game;
use super::ids::{PieceId, PlayerId, ZoneId};
use super::trace::{Decider, Deciders, Start};

/// Deciders of questions, and the player who looks on.
#[derive(Debug, Clone, Default)]
pub struct Onlooker {
    /// Players who do not answer by the plan.
    deciders: Vec<(PlayerId, Decider)>,
    /// Decider of questions to nobody.
    nobody: Decider,
    /// Player whose view is shown.
    looker: Option<PlayerId>,
    /// Zones whose cards only their owner may see.
    private: Vec<ZoneId>,
}

impl Onlooker {
    /// Reads a start; names that no player has are ignored.
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

    /// True if only the owner of a zone may see its cards.
    pub fn is_private(&self, zone: ZoneId) -> bool {
        self.private.contains(&zone)
    }

    /// Returns the decider of questions to a player, or to nobody.
    pub fn decider(&self, asked: Option<PlayerId>) -> Decider {
        let Some(asked) = asked else { return self.nobody };
        let own = self.deciders.iter().find(|(player, _)| *player == asked);
        own.map_or(Decider::Plan, |(_, decider)| *decider)
    }
}

/// Returns the zones that a start calls private.
fn private_zones(parts: &Components, start: &Start) -> Vec<ZoneId> {
    let numbered = (0..).map(ZoneId).zip(&parts.zones);
    let private = numbered.filter(|(_, zone)| start.private.contains(&zone.key));
    private.map(|(id, _)| id).collect()
}

impl Game {
    /// Returns the players who may know the name of a piece as it is now.
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

    /// Returns a piece for an event, with true if its name may be known now.
    pub fn subject(&self, piece: PieceId) -> Subject {
        Subject::Piece(piece, self.shows(self.visibility(piece)))
    }

    /// True if the onlooker may know names with this visibility.
    pub fn shows(&self, sees: Visibility) -> bool {
        match sees {
            Visibility::All => true,
            Visibility::Nobody => false,
            Visibility::Only(player) => self.onlooker.looker == Some(player),
        }
    }

    /// True if a zone hides all its cards from the onlooker.
    pub fn is_closed(&self, zone: &Zone) -> bool {
        let is_it = |id: &ZoneId| std::ptr::eq(self.parts.zone(*id), zone);
        let is_private = self.onlooker.private.iter().any(is_it);
        is_private && !zone.owner.is_some_and(|owner| self.looks_on(owner))
    }

    /// True if the onlooker may look at the face-down pieces of a zone.
    pub fn is_open(&self, zone: &Zone) -> bool {
        match zone.sight {
            _ if self.is_closed(zone) => false,
            ZoneSight::All => true,
            ZoneSight::Owner => zone.owner.is_some_and(|owner| self.looks_on(owner)),
            ZoneSight::Nobody => false,
        }
    }

    /// True if the player is the onlooker.
    fn looks_on(&self, player: PlayerId) -> bool {
        self.onlooker.looker == Some(player)
    }
}
