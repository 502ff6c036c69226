//! Words of a line, and the test if two of them are forms of one word.

/// A word in its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word as written.
    pub written: String,
    /// The word in lower case.
    pub lower: String,
    /// True if it opens a sentence, so that its first letter means nothing.
    pub opens: bool,
    /// True if only a space is between it and the word before.
    pub joined: bool,
}

impl Word {
    /// True if its first letter is a capital.
    pub fn is_capital(&self) -> bool {
        self.written.chars().next().is_some_and(char::is_uppercase)
    }
}

/// Returns the words of a line; hyphens and apostrophes within a word belong to it.
pub fn words_of(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut at, mut opens) = (0, true);
    let is_inner = |c: char| matches!(c, '-' | '\u{2010}' | '\u{2011}' | '\'' | '’');
    while let Some(start) = text[at..].find(char::is_alphanumeric) {
        let between = &text[at..at + start];
        let begin = at + start;
        let rest = &text[begin..];
        let mut end = rest.len();
        let mut letters = rest.char_indices().peekable();
        while let Some((offset, letter)) = letters.next() {
            let goes_on = letter.is_alphanumeric()
                || (is_inner(letter)
                    && letters.peek().is_some_and(|(_, next)| next.is_alphanumeric()));
            if !goes_on {
                end = offset;
                break;
            }
        }
        let written = rest[..end].replace(['\u{2010}', '\u{2011}'], "-").replace('’', "'");
        let written = written.trim_end_matches("'s").to_owned();
        opens |=
            between.contains(['.', '!', '?', ':', '"', '“', '(', '–', '—', '/', '>', '*', ';']);
        let lower = written.to_lowercase();
        words.push(Word { written, lower, opens, joined: between == " " });
        (at, opens) = (begin + end, false);
    }
    words
}

/// True if two words in lower case may be forms of one: "attack", "attacks", "attacking".
pub fn is_form_of(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let (one, other) = (one.chars().count(), other.chars().count());
    let (short, long) = (one.min(other), one.max(other));
    let kept = if short >= 5 { short - 1 } else { short };
    common >= kept.max(3) && long - common <= 4
}

/// True if a word in lower case equals another one, or is its plural.
pub fn is_plural_of(word: &str, one: &str) -> bool {
    let rest = word.strip_prefix(one);
    rest.is_some_and(|rest| matches!(rest, "" | "s" | "es"))
        || one.strip_suffix('y').is_some_and(|stem| word.strip_prefix(stem) == Some("ies"))
}
