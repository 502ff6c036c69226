//! How a card lies, as facts say it: `face up`, `rested`, `at Ice 9-14`.

use std::fmt;

use super::FactFailure;
use super::names::{require_flag, require_space};
use crate::engine::trace::{PieceState, Trace};

/// How a card is said to lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CardState<'c> {
    FaceUp,
    FaceDown,
    /// On the space of this name.
    At(&'c str),
    /// With the flag of this name.
    Flag(&'c str),
}

impl<'c> CardState<'c> {
    /// The state of these words.
    ///
    /// # Errors
    /// When the game has no such flag or space.
    pub(super) fn read(state: &'c str, trace: &Trace) -> Result<Self, FactFailure> {
        match state {
            "face up" | "face-up" => Ok(Self::FaceUp),
            "face down" | "face-down" => Ok(Self::FaceDown),
            _ => match state.strip_prefix("at ") {
                Some(space) => require_space(space, trace).map(|()| Self::At(space)),
                None => require_flag(state, trace).map(|()| Self::Flag(state)),
            },
        }
    }

    /// Whether a piece is in this state.
    pub(super) fn is_of(self, piece: &PieceState) -> bool {
        match self {
            Self::FaceUp => piece.face_up,
            Self::FaceDown => !piece.face_up,
            Self::At(space) => piece.space.as_deref() == Some(space),
            Self::Flag(own) => piece.flags.iter().any(|flag| flag == own),
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
        }
    }
}

/// Whether one of the pieces is not in a state.
pub(super) fn any_is_not(pieces: &[&PieceState], state: CardState<'_>) -> bool {
    let mut is_in = pieces.iter().map(|piece| state.is_of(piece));
    match state {
        // A piece that stands nowhere does not stand there either: none of several may.
        CardState::At(_) => !is_in.any(|is| is),
        CardState::FaceUp | CardState::FaceDown | CardState::Flag(_) => is_in.any(|is| !is),
    }
}

/// "it is face up, rested, at Ice 9-14": the first of the pieces, and where all of them stand.
pub(super) fn pieces_in_words(pieces: &[&PieceState]) -> String {
    let first = pieces.first().expect("there is a piece of that name");
    let side = if first.face_up { "face up" } else { "face down" };
    let flags = first.flags.iter().map(String::as_str);
    let states = [side].into_iter().chain(flags).collect::<Vec<_>>().join(", ");
    let spaces: Vec<&str> = pieces.iter().filter_map(|piece| piece.space.as_deref()).collect();
    match spaces.as_slice() {
        [] => format!("it is {states}"),
        _ => format!("it is {states}, at {}", spaces.join(" and ")),
    }
}
