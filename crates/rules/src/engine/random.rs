//! Random numbers from named streams.
//!
//! In: a seed and the name of a stream. Out: numbers that are the same on every machine, whatever other
//! streams were drawn from. The generator is ChaCha with 12 rounds. The 32 bytes of its key are the seed (8
//! bytes, little-endian), the FNV-1a hash of the name (128 bits, little-endian) and the eight letters
//! `rulepres`.

use rand_chacha::ChaCha12Rng;
use rand_core::{RngCore, SeedableRng};

const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Returns the 128-bit FNV-1a hash of a text.
pub fn text_hash(text: &str) -> u128 {
    text.bytes().fold(FNV_OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(FNV_PRIME))
}

/// A running hash of numbers: FNV-1a that takes 64 bits at a time, with a fold after each.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u128);

impl Default for Digest {
    fn default() -> Self {
        Self(FNV_OFFSET)
    }
}

impl Digest {
    /// Adds one number.
    pub fn add(&mut self, number: u64) {
        let mixed = (self.0 ^ u128::from(number)).wrapping_mul(FNV_PRIME);
        self.0 = mixed ^ (mixed >> 67);
    }

    /// Adds a text.
    pub fn add_text(&mut self, text: &str) {
        let hash = text_hash(text);
        self.add(hash as u64);
        self.add((hash >> 64) as u64);
    }

    /// Returns the hash as 32 hexadecimal digits.
    pub fn text(self) -> String {
        format!("{:032x}", self.0)
    }
}

/// All random streams of a play. A stream is created when the first number is drawn from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomStreams {
    seed: u64,
    open: Vec<(u128, ChaCha12Rng)>,
}

impl RandomStreams {
    /// Creates the streams of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed, open: Vec::new() }
    }

    /// Copies other streams, into the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.seed = other.seed;
        self.open.clone_from(&other.open);
    }

    /// Returns the seed of all streams.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Draws a number from 0 to `bound` - 1 from the stream named `name`; 0 if `bound` is 0.
    pub fn below(&mut self, name: &str, bound: u64) -> u64 {
        draw_below(self.stream(name), bound)
    }

    /// Shuffles `things` with the stream named `name`.
    pub fn shuffle<T>(&mut self, name: &str, things: &mut [T]) {
        let stream = self.stream(name);
        for last in (1..things.len()).rev() {
            let other = draw_below(stream, last as u64 + 1);
            things.swap(last, other as usize);
        }
    }

    /// Adds the seed and the position of each stream to a digest.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(self.seed);
        for (name, position) in self.positions() {
            digest.add(name as u64);
            digest.add(position as u64);
        }
    }

    /// Returns the position of each stream, ordered by their names.
    fn positions(&self) -> Vec<(u128, u128)> {
        let open = self.open.iter().map(|(name, rng)| (*name, rng.get_word_pos()));
        let mut positions: Vec<_> = open.collect();
        positions.sort_unstable();
        positions
    }

    fn stream(&mut self, name: &str) -> &mut ChaCha12Rng {
        let name = text_hash(name);
        let known = self.open.iter().position(|(known, _)| *known == name);
        let at = known.unwrap_or_else(|| self.open_stream(name));
        &mut self.open[at].1
    }

    /// Begins a stream, and returns its index.
    fn open_stream(&mut self, name: u128) -> usize {
        self.open.push((name, ChaCha12Rng::from_seed(stream_key(self.seed, name))));
        self.open.len() - 1
    }
}

/// Draws a number from 0 to `bound` - 1. Numbers that would favour some results are drawn again.
fn draw_below(stream: &mut ChaCha12Rng, bound: u64) -> u64 {
    if bound < 2 {
        return 0;
    }
    let last = u64::MAX - (u64::MAX % bound + 1) % bound;
    loop {
        let drawn = stream.next_u64();
        if drawn <= last {
            return drawn % bound;
        }
    }
}

/// Returns the key of the stream whose name has this hash.
fn stream_key(seed: u64, name: u128) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..24].copy_from_slice(&name.to_le_bytes());
    key[24..].copy_from_slice(b"rulepres");
    key
}
