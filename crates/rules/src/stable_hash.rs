//! A hash that is the same on every machine and in every version: FNV-1a of 64 bits (Fowler, Noll and Vo).

use super::modules::lex::TokenKind;
use super::modules::shape::{FunctionDef, ModuleShape};
use super::places::sentences;

/// Hash of one run of bytes, or of several.
#[derive(Debug, Clone, Copy)]
pub struct StableHash(u64);

impl StableHash {
    /// Begins with the hash of no bytes.
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a run of bytes and a mark for its end.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Returns the hash.
    pub fn get(self) -> u64 {
        self.0
    }
}

/// Returns the hash of the tokens of a function; comments, blank lines and the width of indents do not count.
pub fn function_hash(shape: &ModuleShape<'_>, def: &FunctionDef) -> u64 {
    let mut hash = StableHash::new();
    for at in def.tokens.clone() {
        match shape.tokens()[at].kind {
            TokenKind::Comment => {}
            TokenKind::Newline => hash.add(b"\n"),
            TokenKind::Indent => hash.add(b"\t"),
            TokenKind::Dedent => hash.add(b"\x08"),
            _ => hash.add(shape.word(at).as_bytes()),
        }
    }
    hash.get()
}

/// Returns the hash of a sentence in its normal form.
pub fn sentence_hash(text: &str) -> u64 {
    let mut hash = StableHash::new();
    hash.add(sentences::normal_words(text).as_bytes());
    hash.get()
}
