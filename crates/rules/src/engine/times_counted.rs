//! How often questions were asked, and chance fell under a name: what numbers the answers of a scenario, `question (2)`.

use super::random::{Digest, text_hash};

/// How often each of some words came up, by hash of the words.
#[derive(Clone, Debug, Default)]
pub struct TimesCounted(Vec<(u64, u32)>);

impl TimesCounted {
    /// Returns whether nothing came up so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How often these words came up so far.
    pub fn of(&self, words: &str) -> u32 {
        let key = text_hash(words) as u64;
        self.0.iter().find(|(known, _)| *known == key).map_or(0, |(_, times)| *times)
    }

    /// Counts the words once more, and says how often they came up, this time included.
    pub fn count(&mut self, words: &str) -> u32 {
        let key = text_hash(words) as u64;
        let at = self.0.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.0.push((key, 0));
            self.0.len() - 1
        });
        self.0[at].1 += 1;
        self.0[at].1
    }

    /// Becomes the same as another one, in the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }

    /// Adds all of it to a digest. Order does not count, so they are sorted first.
    pub fn digest(&self, digest: &mut Digest) {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        for (words, times) in sorted {
            digest.add(words);
            digest.add(u64::from(times));
        }
    }
}
