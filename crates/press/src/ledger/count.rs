//! Words and their count. In: texts in which words must be found, and texts in which they are. Out:
//! what is missing, once words in pieces are put together.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use super::LostWords;

/// A word that is longer fills whole lines, most of which are equally long.
const LINE: usize = 200;
/// Steps that pieces of a word are looked for in, besides some for each of its letters.
const MOST_STEPS: usize = 10_000;

/// Calls `f` on each word of `text` in lower case, with the byte where it begins. Letters of
/// scripts that set no spaces are words of their own.
pub fn each_word(text: &str, f: &mut dyn FnMut(&str, usize)) {
    let mut word = String::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let letter = if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() };
        let alone = letter && stands_alone(c);
        // Places where a word may be broken, and joiners, do not end it.
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

/// Letters of scripts that set no spaces between words.
fn stands_alone(c: char) -> bool {
    matches!(
        u32::from(c),
        0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x2e80..=0x9fff | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff
    )
}

/// The hash of a word: fast, and the same in every run.
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

/// Count of each word that was found, without those that were expected; below 0 it is missing.
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

    /// True if nothing is missing, even without putting pieces together.
    pub fn is_settled(&self) -> bool {
        self.words.values().all(|count| *count >= 0)
    }

    /// The words that are missing, and neither there in pieces nor as a piece. A piece is used once.
    pub fn lost(mut self) -> LostWords {
        let lost = self.lost_whole();
        if lost.is_empty() { lost } else { self.lost_apart(lost) }
    }

    /// Which of the missing words are not there joined to others that are missing, as those of tags
    /// without a space between them are.
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

    /// The words that are missing, and not there in pieces either.
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

    /// The lengths of what was found more often than expected, in bytes: the longest first, and
    /// those first of which there is most.
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

    /// Takes the pieces that make up a word from what was found, tried in the order of their
    /// `lengths`; whether they are there.
    fn take_pieces(&mut self, word: &str, lengths: &[usize]) -> bool {
        // Where each piece begins, and which of the lengths it has.
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
