//! Count of words. In: the expected words, and the words that were found. Out: the missing words, after
//! pieces of words are joined.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use super::LostWords;

/// Longest word; a longer one fills whole lines, most of which are equally long.
const LINE: usize = 200;
/// Most steps in the search for the pieces of a word, besides some for each of its letters.
const MOST_STEPS: usize = 10_000;

/// Calls `f` on each word of `text` in lower case, with the byte where it begins. Letters of scripts without
/// spaces are words of their own.
pub fn each_word(text: &str, f: &mut dyn FnMut(&str, usize)) {
    let mut word = String::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let letter = if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() };
        let alone = letter && stands_alone(c);
        // Joiners, and places where a word may be broken, do not end it.
        let joins = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
        if !word.is_empty() && (alone || !letter && !joins) {
            f(&word, start);
            word.clear();
        }
        if letter {
            if word.is_empty() {
                start = at;
            }
            if c.is_ascii() {
                word.push(c.to_ascii_lowercase());
            } else {
                word.extend(c.to_lowercase());
            }
        }
        if alone {
            f(&word, start);
            word.clear();
        }
    }
    if !word.is_empty() {
        f(&word, start);
    }
}

/// True for letters of scripts without spaces between words.
fn stands_alone(c: char) -> bool {
    matches!(
        u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x2e80..=0x9fff | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff
    )
}

/// Hash of a word: fast, and the same in every run.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..chunk.len()].copy_from_slice(chunk);
            let word = u64::from_le_bytes(padded);
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

/// Balance of each word: times found minus times expected; a word below 0 is missing.
#[derive(Debug, Clone, Default)]
pub struct WordCount {
    words: HashMap<Box<str>, i64, BuildHasherDefault<WordHasher>>,
}

impl WordCount {
    /// Expects a word, which is lower case.
    pub fn expect(&mut self, word: &str) {
        self.add(word, -1);
    }

    /// Finds a word, which is lower case.
    pub fn find(&mut self, word: &str) {
        self.add(word, 1);
    }

    /// Expects each word of a text.
    pub fn expect_text(&mut self, text: &str) {
        each_word(text, &mut |word, _| self.expect(word));
    }

    /// Finds each word of a text.
    pub fn find_text(&mut self, text: &str) {
        each_word(text, &mut |word, _| self.find(word));
    }

    fn add(&mut self, word: &str, by: i64) {
        match self.words.get_mut(word) {
            Some(count) => *count += by,
            None => drop(self.words.insert(word.into(), by)),
        }
    }

    /// True if nothing is missing, even without joining pieces.
    pub fn is_settled(&self) -> bool {
        self.words.values().all(|count| *count >= 0)
    }

    /// Returns the missing words that are found neither in pieces nor as a piece. A piece is used once.
    pub fn lost(mut self) -> LostWords {
        let lost = self.lost_whole();
        if lost.is_empty() { lost } else { self.lost_apart(lost) }
    }

    /// Returns the missing words that are not found joined to other missing words, like words of tags without
    /// a space between them.
    fn lost_apart(&self, lost: LostWords) -> LostWords {
        let mut pieces = Self::default();
        lost.iter().for_each(|(word, times)| pieces.add(word, *times as i64));
        let (lengths, _) = pieces.piece_lengths();
        let mut joined: Vec<&str> = Vec::new();
        for (word, count) in self.words.iter().filter(|(_, count)| **count > 0) {
            joined.extend(std::iter::repeat_n(&**word, *count as usize));
        }
        joined.sort_unstable();
        for word in joined {
            pieces.take_pieces(word, &lengths);
        }
        let left = pieces.words.into_iter().filter(|(_, times)| *times > 0);
        left.map(|(word, times)| (word.into(), times as usize)).collect()
    }

    /// Returns the missing words that are not found in pieces either.
    fn lost_whole(&mut self) -> LostWords {
        let missing = self.words.iter().filter(|(_, count)| **count < 0);
        let mut missing: Vec<(Box<str>, i64)> =
            missing.map(|(word, count)| (word.clone(), -count)).collect();
        missing.sort_by(|a, b| (b.0.len(), &a.0).cmp(&(a.0.len(), &b.0)));
        let (longest_first, commonest_first) = self.piece_lengths();
        let mut lost = LostWords::new();
        for (word, times) in missing {
            let lengths = if word.len() > LINE { &commonest_first } else { &longest_first };
            let found = (0..times).take_while(|_| self.take_pieces(&word, lengths)).count() as i64;
            if found < times {
                lost.insert(word.into(), (times - found) as usize);
            }
        }
        lost
    }

    /// Returns the lengths in bytes of words that were found more often than expected: the longest first, and
    /// the most frequent first.
    fn piece_lengths(&self) -> (Vec<usize>, Vec<usize>) {
        let mut bytes: BTreeMap<usize, i64> = BTreeMap::new();
        for (word, count) in self.words.iter().filter(|(_, count)| **count > 0) {
            *bytes.entry(word.len()).or_default() += count * word.len() as i64;
        }
        let longest_first: Vec<usize> = bytes.keys().rev().copied().collect();
        let mut commonest_first = longest_first.clone();
        commonest_first.sort_by_key(|length| std::cmp::Reverse(bytes[length]));
        (longest_first, commonest_first)
    }

    /// Takes the pieces that make up a word from the words found, tried in the order of their `lengths`;
    /// returns whether they exist.
    fn take_pieces(&mut self, word: &str, lengths: &[usize]) -> bool {
        // Start of each piece, and the index of its length.
        let mut taken: Vec<(usize, usize)> = Vec::new();
        let (mut at, mut next) = (0, 0);
        for _ in 0..MOST_STEPS + word.len() * lengths.len() {
            if at == word.len() {
                return true;
            }
            if next < lengths.len() {
                match word.get(at..at + lengths[next]).filter(|piece| self.has(piece)) {
                    Some(piece) => {
                        self.add(piece, -1);
                        taken.push((at, next));
                        (at, next) = (at + piece.len(), 0);
                    }
                    None => next += 1,
                }
            } else if let Some((before, length)) = taken.pop() {
                self.add(&word[before..at], 1);
                (at, next) = (before, length + 1);
            } else {
                return false;
            }
        }
        taken.iter().for_each(|(at, length)| self.add(&word[*at..*at + lengths[*length]], 1));
        false
    }

    fn has(&self, piece: &str) -> bool {
        self.words.get(piece).is_some_and(|count| *count > 0)
    }
}
