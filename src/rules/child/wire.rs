//! What parent and child say to each other: postcard behind its length in four bytes, the lowest
//! first.

use std::io::{self, Read, Write};

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::engine::trace::{Fault, Start, Trace};
use crate::rules::program::Program;

/// The most bytes of one message.
const LONGEST_MESSAGE: u64 = 1 << 30;

/// From the parent, once.
#[derive(Serialize, Deserialize)]
pub(super) struct PlayRequest {
    pub program: Program,
    /// Numbered.
    pub jobs: Vec<(usize, Start)>,
    /// The most bytes the child may use.
    pub memory: u64,
    /// Play one after the other, in this order.
    pub alone: bool,
}

/// From the child.
#[derive(Serialize, Deserialize)]
pub(super) enum PlayMessage {
    /// The modules were read; faults if they can not run.
    Loaded(Vec<Fault>),
    /// A play is done.
    Played(usize, Box<Trace>),
    /// A play broke down, with these words.
    Panicked(usize, String),
}

/// A message as it is sent.
pub(super) fn encode_message(message: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let body = postcard::to_stdvec(message).context("can not write a message")?;
    let length =
        u32::try_from(body.len()).ok().filter(|length| u64::from(*length) <= LONGEST_MESSAGE);
    let length = length.context("a message to or from the rules is longer than 1 GiB")?;
    Ok([&length.to_le_bytes()[..], &body].concat())
}

/// Sends one message.
pub(super) fn send_message(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)?;
    to.flush()
}

/// The next message; none at the end.
pub(super) fn receive_message<T: DeserializeOwned>(
    from: &mut impl Read,
) -> anyhow::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error).context("can not read a message"),
    }
    let length = u64::from(u32::from_le_bytes(length));
    anyhow::ensure!(length <= LONGEST_MESSAGE, "a message is longer than 1 GiB");
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body).context("can not read a message")?;
    postcard::from_bytes(&body).context("can not understand a message").map(Some)
}
