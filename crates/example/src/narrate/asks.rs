//! Questions as a person who plays reads them. In: the words with which a rule asks, and the book's own under
//! `[asks]` of `rules/words.toml`. Out: a sentence, and the names of the answers.

use super::lexicon::{Lexicon, NounForms};

/// A question of the rules.
#[derive(Debug, Clone, Copy)]
pub struct AskedQuestion<'a> {
    /// The words of the rule that asks.
    pub words: &'a str,
    /// The player who is asked.
    pub by: Option<&'a str>,
    /// The piece it is about, if that may be named.
    pub about: Option<&'a str>,
}

impl Lexicon {
    /// Returns the question as a sentence; none if the book has no words of its own for it, or if they need a
    /// name that is not given.
    pub fn put_question(&self, question: &AskedQuestion<'_>) -> Option<String> {
        let (forms, detail) = self.forms_of_question(question.words)?;
        let slots = [("{piece}", question.about), ("{player}", question.by), ("{detail}", detail)];
        let mut sentence = forms.get("")?.clone();
        for (slot, value) in slots {
            if sentence.contains(slot) {
                sentence = sentence.replace(slot, value?);
            }
        }
        Some(sentence)
    }

    /// Returns the name of an answer to a question: the answer itself, unless the book has other words for
    /// it.
    pub fn put_answer<'a>(&'a self, question: &str, answer: &'a str) -> &'a str {
        let forms = self.forms_of_question(question).map(|(forms, _)| forms);
        let other = forms.filter(|_| !answer.is_empty()).and_then(|forms| forms.get(answer));
        other.map_or(answer, String::as_str)
    }

    /// Returns the words for a question, or for all that begin with the same words before a colon, with the
    /// detail after the colon.
    fn forms_of_question<'q>(&self, question: &'q str) -> Option<(&NounForms, Option<&'q str>)> {
        if let Some(forms) = self.asks.get(question) {
            return Some((forms, None));
        }
        let (begin, detail) = question.split_once(": ")?;
        self.asks.get(begin).map(|forms| (forms, Some(detail)))
    }

    /// Returns the questions that a book puts in words of its own.
    pub fn put_questions(&self) -> impl Iterator<Item = &str> {
        self.asks.keys().map(String::as_str)
    }
}
