//! Shortens long lists of things in the sentences of printed examples: only the first things are named, the
//! others are counted. The pages of the web edition name them all.

use super::narrate::{Lexicon, Sentence, SentencePart};

/// The most things of a list that is not shortened.
const MOST_NAMED: usize = 5;
/// Number of named things in a shortened list.
const NAMED: usize = 3;

/// Returns the sentence with its long lists shortened.
pub fn shorten_lists(sentence: &Sentence, lexicon: &Lexicon) -> Sentence {
    let list =
        ListWords { comma: lexicon.phrase("comma", ", "), and: lexicon.phrase("and", " and ") };
    let mut parts = Vec::new();
    let mut rest = sentence.parts.as_slice();
    while let [first, behind @ ..] = rest {
        let length = list.length(rest);
        if length > MOST_NAMED {
            let (listed, after) = rest.split_at(2 * length - 1);
            parts.extend_from_slice(&listed[..2 * NAMED - 1]);
            parts.push(list.others(listed, length - NAMED, lexicon));
            rest = after;
            if let [SentencePart::Words { text }, after @ ..] = rest {
                parts.push(words(list.without_remark(text)));
                rest = after;
            }
        } else {
            parts.push(first.clone());
            rest = behind;
        }
    }
    Sentence { parts }
}

fn words(text: &str) -> SentencePart {
    SentencePart::Words { text: text.to_owned() }
}

/// Words between the things of a list.
struct ListWords<'a> {
    comma: &'a str,
    and: &'a str,
}

impl ListWords<'_> {
    /// Returns the length of the list that begins with the first part; 0 if that is no thing.
    fn length(&self, parts: &[SentencePart]) -> usize {
        let Some(SentencePart::Piece { .. }) = parts.first() else { return 0 };
        let more = parts[1..].chunks_exact(2).take_while(|pair| match pair {
            [SentencePart::Words { text }, SentencePart::Piece { .. }] => self.is_between(text),
            _ => false,
        });
        1 + more.count()
    }

    /// Returns whether words separate two things of a list, with or without a remark on the first.
    fn is_between(&self, text: &str) -> bool {
        let bare = self.without_remark(text);
        bare == self.comma || bare == self.and
    }

    /// Removes the remark in brackets from the words after a thing: " (3), " becomes ", ".
    fn without_remark<'t>(&self, text: &'t str) -> &'t str {
        let remark = text.strip_prefix(" (").and_then(|rest| rest.split_once(')'));
        remark.map_or(text, |(_, rest)| rest)
    }

    /// Returns " (3) and 7 others": the remark on the last named thing, and the number of the others.
    fn others(&self, listed: &[SentencePart], number: usize, lexicon: &Lexicon) -> SentencePart {
        let behind = match listed.get(2 * NAMED - 1) {
            Some(SentencePart::Words { text }) => text.as_str(),
            _ => "",
        };
        let remark = &behind[..behind.len() - self.without_remark(behind).len()];
        let others = lexicon.phrase("others", "{number} others");
        words(&format!("{remark}{}{}", self.and, others.replace("{number}", &number.to_string())))
    }
}
