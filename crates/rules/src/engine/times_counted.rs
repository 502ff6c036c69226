//! Counts how often each question was asked, and how often chance decided under each name. The counts number
//! the answers of a scenario, `question (2)`.

use super::random::{Digest, text_hash};

/// Counts of words, by hash of the words.
#[derive(Clone, Debug, Default)]
pub struct TimesCounted(Vec<(u64, u32)>);

impl TimesCounted {
    /// True if nothing was counted so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the count of these words so far.
    pub fn of(&self, words: &str) -> u32 {
        let key = text_hash(words) as u64;
        self.0.iter().find(|(known, _)| *known == key).map_or(0, |(_, times)| *times)
    }

    /// Counts the words once more, and returns their count.
    pub fn count(&mut self, words: &str) -> u32 {
        let key = text_hash(words) as u64;
        let at = self.0.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.0.push((key, 0));
            self.0.len() - 1
        });
        self.0[at].1 += 1;
        self.0[at].1
    }

    /// Copies other counts, into the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }

    /// Adds all counts to a digest. Their order does not matter, so they are sorted first.
    pub fn digest(&self, digest: &mut Digest) {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        for (words, times) in sorted {
            digest.add(words);
            digest.add(u64::from(times));
        }
    }
}
