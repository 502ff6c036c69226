//! Texts that events name, each once, the verbs of the kernel first.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::event::verb;
use super::ids::TextId;

/// A quick hash of short texts, for a table whose order does not matter.
#[derive(Debug, Default)]
pub struct TextHasher(u64);

/// Builds the quick hash.
pub type QuickHash = BuildHasherDefault<TextHasher>;

impl Hasher for TextHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// Most texts that are kept from one play to the next.
const MOST_KEPT_TEXTS: usize = 4_096;

/// Texts of a game, each once. It can be reused from one game to the next, which saves building it again.
#[derive(Clone, Debug)]
pub struct TextInterner {
    texts: Vec<Arc<str>>,
    known: HashMap<Arc<str>, TextId, QuickHash>,
}

impl Default for TextInterner {
    fn default() -> Self {
        let mut interner = Self { texts: Vec::new(), known: HashMap::default() };
        for (verb, word) in verb::ALL {
            assert_eq!(interner.intern(word), *verb, "verbs are listed in the order of numbers");
        }
        interner
    }
}

impl TextInterner {
    /// Returns the number of a text.
    pub fn intern(&mut self, text: &str) -> TextId {
        match self.known.get(text) {
            Some(word) => *word,
            None => self.add_text(text.into()),
        }
    }

    fn add_text(&mut self, text: Arc<str>) -> TextId {
        let word = TextId(self.texts.len() as u32);
        self.texts.push(Arc::clone(&text));
        self.known.insert(text, word);
        word
    }

    /// Returns the text of a number.
    pub fn text(&self, word: TextId) -> &str {
        &self.texts[word.0 as usize]
    }

    /// Returns the texts for the next game: the same ones, or only the verbs if there are too many.
    pub fn recycled(self) -> Self {
        if self.texts.len() > MOST_KEPT_TEXTS { Self::default() } else { self }
    }
}
