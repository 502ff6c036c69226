//! States of cards in facts: `face up`, `rested`, `at Ice 9-14`, `attached to Knight`.

use std::fmt;

use super::FactFailure;
use super::names::{require_card, require_flag, require_space};
use rules::engine::trace::{PieceState, Trace};

/// State of a card.
#[derive(Debug, Clone, Copy)]
pub enum CardState<'c> {
    FaceUp,
    FaceDown,
    /// On the space of this name.
    At(&'c str),
    /// With the flag of this name.
    Flag(&'c str),
    /// Attached to a card of this name.
    AttachedTo(&'c str, &'c Trace),
    /// Turned clockwise by this many degrees.
    Rotated(u16),
}

impl<'c> CardState<'c> {
    /// Parses a state.
    ///
    /// # Errors
    /// If the game has no such flag, space or card.
    pub fn read(state: &'c str, trace: &'c Trace) -> Result<Self, FactFailure> {
        let degrees = state.strip_prefix("rotated ").and_then(|degrees| degrees.parse().ok());
        match (state, degrees) {
            ("face up" | "face-up", _) => Ok(Self::FaceUp),
            ("face down" | "face-down", _) => Ok(Self::FaceDown),
            (_, Some(degrees)) => Ok(Self::Rotated(degrees)),
            (_, None) => Self::read_named(state, trace),
        }
    }

    /// Parses a state that names a space, a card or a flag.
    fn read_named(state: &'c str, trace: &'c Trace) -> Result<Self, FactFailure> {
        if let Some(space) = state.strip_prefix("at ") {
            return require_space(space, trace).map(|()| Self::At(space));
        }
        if let Some(host) = state.strip_prefix("attached to ") {
            return require_card(host, trace).map(|()| Self::AttachedTo(host, trace));
        }
        require_flag(state, trace).map(|()| Self::Flag(state))
    }

    /// Returns whether a piece is in this state.
    pub fn is_of(self, piece: &PieceState) -> bool {
        match self {
            Self::FaceUp => piece.face_up,
            Self::FaceDown => !piece.face_up,
            Self::At(space) => piece.space.as_deref() == Some(space),
            Self::Flag(own) => piece.flags.iter().any(|flag| flag == own),
            Self::AttachedTo(host, trace) => host_name(piece, trace) == Some(host),
            Self::Rotated(degrees) => piece.rotation == degrees % 360,
        }
    }
}

impl fmt::Display for CardState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FaceUp => f.write_str("face up"),
            Self::FaceDown => f.write_str("face down"),
            Self::At(space) => write!(f, "at {space}"),
            Self::Flag(flag) => f.write_str(flag),
            Self::AttachedTo(host, _) => write!(f, "attached to {host}"),
            Self::Rotated(degrees) => write!(f, "rotated {degrees}"),
        }
    }
}

/// Returns the name of the card that a piece is attached to.
fn host_name<'t>(piece: &PieceState, trace: &'t Trace) -> Option<&'t str> {
    let host = piece.host?;
    let mut all = trace.end.zones.values().flatten();
    all.find(|other| other.id == host).map(|other| other.name.as_str())
}

/// Returns whether one of the pieces is not in a state; for a space, whether none of them is there.
pub fn any_is_not(pieces: &[&PieceState], state: CardState<'_>) -> bool {
    let mut is_in = pieces.iter().map(|piece| state.is_of(piece));
    match state {
        // "not at" a space means that none of several pieces is there.
        CardState::At(_) => !is_in.any(|is| is),
        CardState::FaceUp
        | CardState::FaceDown
        | CardState::Flag(_)
        | CardState::AttachedTo(..)
        | CardState::Rotated(_) => is_in.any(|is| !is),
    }
}

/// Returns "it is face up, rested, at Ice 9-14": the state of the first piece, and the spaces of all.
pub fn pieces_in_words(pieces: &[&PieceState], trace: &Trace) -> String {
    let first = pieces.first().expect("there is a piece of that name");
    let side = if first.face_up { "face up" } else { "face down" };
    let turned = (first.rotation != 0).then(|| format!("rotated {}", first.rotation));
    let host = host_name(first, trace).map(|host| format!("attached to {host}"));
    let flags = first.flags.iter().cloned().chain(turned).chain(host);
    let states = [side.to_owned()].into_iter().chain(flags).collect::<Vec<_>>().join(", ");
    let spaces: Vec<&str> = pieces.iter().filter_map(|piece| piece.space.as_deref()).collect();
    match spaces.as_slice() {
        [] => format!("it is {states}"),
        _ => format!("it is {states}, at {}", spaces.join(" and ")),
    }
}
