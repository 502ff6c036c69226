//! Charts that rules walk through.

use serde::{Deserialize, Serialize};

/// A chart whose boxes are carried out by functions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChartProgram {
    /// Name for `walk`, without `#`, as in the book that the rules come from.
    pub anchor: String,
    /// Index in [`super::Program::places`].
    pub place: u32,
    /// Box at which a walk begins; index into `boxes`.
    pub first: u32,
    /// Boxes; the printed number of each is one more than its index.
    pub boxes: Vec<BoxProgram>,
}

/// A box of a chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoxProgram {
    /// Name in the played text.
    pub id: String,
    /// Name in the rules; the same as `id` if they have no other.
    pub name: String,
    /// Small number printed at the box.
    pub number: u32,
    /// Text of the box, in one line.
    pub label: String,
    /// Index in [`super::Program::places`].
    pub place: u32,
    /// Index in [`super::Program::functions`].
    pub function: Option<u32>,
    /// Exits; empty at an end.
    pub exits: Vec<BoxExit>,
    /// True if the players may respond here.
    pub wait: bool,
    /// Chart or function that the box leads on to.
    pub link: Option<ChartLead>,
    /// Number of its first way among the ways of all charts; an end counts as one way.
    pub way: u32,
}

/// An exit of a box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxExit {
    /// Text at the line, in one line.
    pub label: String,
    /// Box at the end of the line; index into [`ChartProgram::boxes`].
    pub to: u32,
    /// Answers that take the exit, in their normal form.
    pub answers: Vec<String>,
}

/// Target that a box leads on to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChartLead {
    /// A chart; index in [`super::Program::charts`].
    Chart(u32),
    /// A function; index in [`super::Program::functions`].
    Function(u32),
}

impl BoxProgram {
    /// Returns the exit that an answer takes; `None` if no exit fits, or more than one.
    pub fn exit(&self, given: &str) -> Option<usize> {
        let normal = (!is_plain(given)).then(|| normal_answer(given));
        let is_given = |own: &String| match &normal {
            Some(normal) => own == normal,
            None => own.eq_ignore_ascii_case(given),
        };
        let fits = |at: &usize| self.exits[*at].answers.iter().any(is_given);
        let mut fitting = (0..self.exits.len()).filter(fits);
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// Returns the number of ways; an end counts as one.
    pub fn ways(&self) -> u32 {
        u32::try_from(self.exits.len()).unwrap_or(u32::MAX).max(1)
    }

    /// Returns the exits as a message lists them: `"Yes", "No"`.
    pub fn choices(&self) -> String {
        self.exits.iter().map(|exit| format!("\"{}\"", exit.label)).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the normal form of an answer, in which white space, case and the forms of quotation marks and
/// dashes are equal.
pub fn normal_answer(text: &str) -> String {
    crate::places::sentences::normal_words(text).to_lowercase()
}

/// True if an answer is one plain word, which differs from its normal form only by case. Boxes that are
/// passed again and again mostly have such answers.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns the part of a label before its parenthesis.
pub fn label_head(label: &str) -> &str {
    label.split_once('(').map_or(label, |(head, _)| head).trim()
}
