//! Pieces that are attached to others: a weapon to a champion, an enchantment to a unit. A piece has one host
//! at most. It is let go as soon as it or its host moves to another zone, unless it moves along: nothing is
//! ever attached to a piece that is gone.

use super::event::{EventKind, Visibility, verb};
use super::game::{Game, InsertAt, KernelError};
use super::grid::MapPlacement;
use super::ids::{PieceId, TextId, ZoneId};
use super::state::GameState;

/// A piece and its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The piece.
    pub piece: PieceId,
    /// The piece it is attached to.
    pub host: PieceId,
    /// True if it moves with its host to other zones and spaces.
    pub along: bool,
}

impl GameState {
    /// Returns the piece that a piece is attached to.
    pub fn host_of(&self, piece: PieceId) -> Option<PieceId> {
        self.attachment_of(piece).map(|attachment| attachment.host)
    }

    /// Returns the pieces that are attached to a piece, the oldest attachment first.
    pub fn attachments_of(&self, host: PieceId) -> Vec<PieceId> {
        self.attachments_to(host).map(|attachment| attachment.piece).collect()
    }

    /// True if a piece is attached to another, or another to it.
    pub fn is_tied(&self, piece: PieceId) -> bool {
        self.attached.iter().any(|tie| tie.piece == piece || tie.host == piece)
    }

    fn attachment_of(&self, piece: PieceId) -> Option<&Attachment> {
        self.attached.iter().find(|attachment| attachment.piece == piece)
    }

    fn attachments_to(&self, host: PieceId) -> impl Iterator<Item = &Attachment> {
        self.attached.iter().filter(move |attachment| attachment.host == host)
    }

    /// True if `piece` is attached to `other`, directly or through other pieces.
    fn hangs_on(&self, piece: PieceId, other: PieceId) -> bool {
        let mut hosts = std::iter::successors(Some(piece), |at| self.host_of(*at));
        hosts.any(|host| host == other)
    }
}

impl Game {
    /// Attaches a piece to another, and lets it go from any third.
    pub fn attach(&mut self, tie: Attachment, verb: Option<&str>) -> Result<(), KernelError> {
        let Attachment { piece, host, .. } = tie;
        if self.state.hangs_on(host, piece) {
            return Err(self.attached_to_itself(piece, host));
        }
        let before = self.state.host_of(piece);
        self.state.attached.retain(|attachment| attachment.piece != piece);
        self.state.attached.push(tie);
        if before == Some(host) {
            return Ok(());
        }
        let verb = self.verb(verb, verb::ATTACH);
        let what = EventKind::Attach { piece, host: self.subject(host) };
        self.log_piece(what, verb, piece, Visibility::Nobody)
    }

    fn attached_to_itself(&self, piece: PieceId, host: PieceId) -> KernelError {
        let name = self.piece_name(piece);
        if piece == host {
            return KernelError::wrong(format!("`{name}` cannot be attached to itself"));
        }
        let (own, between) = (self.piece_name(host), self.state.host_of(host));
        let by = between.filter(|between| *between != piece).map(|between| {
            format!("`{}`, and so is attached to the same `{name}`", self.piece_name(between))
        });
        let to = by.unwrap_or_else(|| format!("that same `{name}`"));
        KernelError::wrong(format!(
            "`{name}` cannot be attached to `{own}`, which is attached to {to}"
        ))
    }

    /// Takes a piece from its host; does nothing if it has none.
    pub fn detach(&mut self, piece: PieceId, verb: Option<&str>) -> Result<(), KernelError> {
        let verb = self.verb(verb, verb::DETACH);
        self.let_go(piece, verb)
    }

    fn let_go(&mut self, piece: PieceId, verb: TextId) -> Result<(), KernelError> {
        let Some(host) = self.state.host_of(piece) else { return Ok(()) };
        self.state.attached.retain(|attachment| attachment.piece != piece);
        let what = EventKind::Detach { piece, host: self.subject(host) };
        self.log_piece(what, verb, piece, Visibility::Nobody)
    }

    /// Settles the attachments of a piece that has left a zone or a space: it is let go, and so are those
    /// attached to it that do not move along.
    pub fn settle_ties(&mut self, piece: PieceId, from: ZoneId) -> Result<(), KernelError> {
        if self.state.attached.is_empty() {
            return Ok(());
        }
        if self.state.piece(piece).zone != from {
            self.let_go(piece, verb::PART)?;
        }
        self.settle_attachments(piece, from)
    }

    fn settle_attachments(&mut self, host: PieceId, from: ZoneId) -> Result<(), KernelError> {
        let to = self.state.piece(host).zone;
        let ties: Vec<Attachment> = self.state.attachments_to(host).copied().collect();
        for tie in ties {
            if tie.along {
                self.carry(tie.piece, host)?;
            } else if to != from {
                self.let_go(tie.piece, verb::DETACH)?;
                self.parted.push(tie.piece);
            }
        }
        Ok(())
    }

    /// Brings a piece to the zone and the space of its host, and its own attachments with it.
    fn carry(&mut self, piece: PieceId, host: PieceId) -> Result<(), KernelError> {
        let own = self.state.piece(piece);
        let (from, size, host) = (own.zone, own.size, self.state.piece(host));
        match (host.space, host.zone) {
            (Some(space), zone) => {
                self.lay_on_space(piece, MapPlacement { zone, space, size }, None)?;
            }
            (None, zone) if zone != from => {
                self.lay_in_zone(piece, zone, InsertAt::Last, None, None)?;
            }
            (None, _) => {}
        }
        self.settle_attachments(piece, from)
    }
}
