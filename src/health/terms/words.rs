//! Words of a line, and when two of them are forms of one.

/// A word where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As it is written.
    pub written: String,
    /// In lower case.
    pub lower: String,
    /// Whether it opens a sentence, so that its first letter says nothing.
    pub opens: bool,
    /// Whether nothing but a space stands between it and the word before.
    pub joined: bool,
}

impl Word {
    /// Whether its first letter is a capital.
    pub fn is_capital(&self) -> bool {
        self.written.chars().next().is_some_and(char::is_uppercase)
    }
}

/// The words of a line; hyphens and apostrophes within a word belong to it.
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

/// Whether two words in lower case may be forms of one: "attack", "attacks", "attacking".
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

/// Whether a word in lower case is another one, or its plural.
pub fn is_plural_of(word: &str, one: &str) -> bool {
    let rest = word.strip_prefix(one);
    rest.is_some_and(|rest| matches!(rest, "" | "s" | "es"))
        || one.strip_suffix('y').is_some_and(|stem| word.strip_prefix(stem) == Some("ies"))
}
