//! Messages between parent and child: postcard after its length in four bytes, the lowest first.

use std::borrow::Cow;
use std::io::{self, BufReader, Read, Write};
use std::process::ChildStdout;
use std::sync::mpsc::Sender;

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::games::CountedGame;
use crate::engine::trace::{Fault, Start, Trace};
use crate::program::Program;

/// Longest message, in bytes.
const LONGEST_MESSAGE: u64 = 1 << 30;

/// First message of the parent.
#[derive(Serialize, Deserialize)]
pub enum ChildRequest<'r> {
    /// Plays to trace; more plays of the same program may follow, as [`PlayJobs`].
    Play(Box<PlayRequest<'r>>),
    /// Games to count; ranges of seeds follow.
    Count(Box<GamesRequest>),
}

/// Games to count.
#[derive(Serialize, Deserialize)]
pub struct GamesRequest {
    /// Rules whose functions do not record that they are entered.
    pub program: Program,
    /// Start of each game, apart from its seed.
    pub start: Start,
    /// The most memory that the child may use, in bytes.
    pub memory: u64,
}

/// Message of a child that counts games.
#[derive(Serialize, Deserialize)]
pub enum GameMessage {
    /// The modules were loaded; the faults if they cannot run.
    Loaded(Vec<Fault>),
    /// A game is done.
    Played(Box<CountedGame>),
}

/// Starts of plays, with the number of each.
pub type PlayJobs<'r> = Vec<(usize, Cow<'r, Start>)>;

/// Plays to trace.
#[derive(Serialize, Deserialize)]
pub struct PlayRequest<'r> {
    pub program: Cow<'r, Program>,
    pub jobs: PlayJobs<'r>,
    /// The most memory that the child may use, in bytes.
    pub memory: u64,
    /// True if the plays are made one after the other, in this order.
    pub one_by_one: bool,
}

/// Message of a child that plays.
#[derive(Serialize, Deserialize)]
pub enum PlayMessage {
    /// The modules were loaded; the faults if they cannot run.
    Loaded(Vec<Fault>),
    /// A play is done.
    Played(usize, Box<Trace>),
    /// A play panicked, with these words.
    Panicked(usize, String),
}

/// Encodes a message with its length.
pub fn encode_message(message: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let body = postcard::to_stdvec(message).context("cannot write a message")?;
    let length = u32::try_from(body.len()).ok();
    let length = length.filter(|length| u64::from(*length) <= LONGEST_MESSAGE);
    let length = length.context("a message to or from the rules is longer than 1 GiB")?;
    Ok([&length.to_le_bytes()[..], &body].concat())
}

/// Sends an encoded message.
pub fn send_message(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)?;
    to.flush()
}

/// Forwards all messages of a child, until it ends or the receiver is gone.
pub fn forward_messages<M: DeserializeOwned>(stdout: Option<ChildStdout>, sender: &Sender<M>) {
    let Some(stdout) = stdout else { return };
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(message)) = receive_message(&mut stdout) {
        if sender.send(message).is_err() {
            return;
        }
    }
}

/// Receives the next message; `None` at the end.
pub fn receive_message<T: DeserializeOwned>(from: &mut impl Read) -> anyhow::Result<Option<T>> {
    let Some(length) = receive_length(from).context("cannot read a message")? else {
        return Ok(None);
    };
    anyhow::ensure!(length <= LONGEST_MESSAGE, "a message is longer than 1 GiB");
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body).context("cannot read a message")?;
    postcard::from_bytes(&body).context("cannot understand a message").map(Some)
}

fn receive_length(from: &mut impl Read) -> io::Result<Option<u64>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => Ok(Some(u64::from(u32::from_le_bytes(length)))),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the first message of the bytes read so far and its length in bytes; `None` if it is not whole yet.
pub fn first_message<T: DeserializeOwned>(read: &[u8]) -> anyhow::Result<Option<(T, usize)>> {
    let Some((length, rest)) = read.split_first_chunk::<4>() else { return Ok(None) };
    let length = u64::from(u32::from_le_bytes(*length));
    anyhow::ensure!(length <= LONGEST_MESSAGE, "a message is longer than 1 GiB");
    let Some(body) = rest.get(..length as usize) else { return Ok(None) };
    let message = postcard::from_bytes(body).context("cannot understand a message")?;
    Ok(Some((message, 4 + body.len())))
}
