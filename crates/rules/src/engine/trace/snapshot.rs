//! The table at one moment, with names instead of numbers of the kernel.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::NamedPending;
use crate::engine::grid::PieceSize;

/// The table at one moment.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct Snapshot {
    /// Printed name of every zone, by its key.
    pub names: BTreeMap<String, String>,
    /// Pieces of every zone by its key, left or top first.
    pub zones: BTreeMap<String, Vec<PieceState>>,
    /// Counters of every player by name that are not 0.
    pub players: BTreeMap<String, BTreeMap<String, i64>>,
    /// Edges of maps that differ from their data.
    pub edges: Vec<EdgeState>,
    /// Items that wait on the stack, the top first.
    pub stack: Vec<NamedPending>,
    /// Number of turns begun so far.
    pub turn: u32,
    /// The phase, if one has begun.
    pub phase: Option<String>,
    /// Hash of the state, 32 hexadecimal digits, the same on every machine.
    pub digest: String,
}

/// An edge of a map at one moment.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeState {
    /// Name of the space at its left or above it.
    pub one: String,
    /// Name of the space at its right or below it.
    pub other: String,
    /// Word for the edge; empty if it is open.
    pub word: String,
}

/// One piece at one moment.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PieceState {
    /// Name of the card.
    pub name: String,
    /// Number of the piece.
    pub id: u32,
    /// Name of the owner.
    pub owner: Option<String>,
    /// Name of the space of a map on which it is.
    pub space: Option<String>,
    /// Spaces that it covers when it is not turned.
    pub size: PieceSize,
    /// Number of the piece it is attached to.
    pub host: Option<u32>,
    /// True if its face is up.
    pub face_up: bool,
    /// Degrees by which it is turned clockwise, 0 to 359.
    pub rotation: u16,
    /// Names of its flags, in the order they were declared.
    pub flags: Vec<String>,
    /// Its counters that are not 0.
    pub counters: BTreeMap<String, i64>,
}
