//! Charts that rules walk through.

use serde::{Deserialize, Serialize};

/// A chart whose boxes are carried out by functions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChartProgram {
    /// How `walk` names it, without `#`: as the rules' own book or the book they come from names
    /// it.
    pub anchor: String,
    /// Index in [`super::Program::places`].
    pub place: u32,
    /// The box at which a walk begins; index into `boxes`.
    pub first: u32,
    /// Its boxes; the number that is printed is one more than the index.
    pub boxes: Vec<BoxProgram>,
}

/// A box of a chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoxProgram {
    /// As the text that is played names it.
    pub id: String,
    /// As the rules name it; the same as `id` where they do not.
    pub name: String,
    /// The small number that is printed at it.
    pub number: u32,
    /// What it says, in one line.
    pub label: String,
    /// Index in [`super::Program::places`].
    pub place: u32,
    /// Index in [`super::Program::functions`].
    pub function: Option<u32>,
    /// The exits; none at an end.
    pub exits: Vec<BoxExit>,
    /// True if the players may respond here.
    pub wait: bool,
    /// Where it leads on to.
    pub link: Option<ChartLead>,
    /// Number of its first way among those of all charts; an end counts as one way.
    pub way: u32,
}

/// An exit of a box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxExit {
    /// What stands at the line, in one line.
    pub label: String,
    /// The box it leads to; index into [`ChartProgram::boxes`].
    pub to: u32,
    /// Answers that take it, as `answer` makes them.
    pub answers: Vec<String>,
}

/// What a box leads on to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChartLead {
    /// A chart; index in [`super::Program::charts`].
    Chart(u32),
    /// A function; index in [`super::Program::functions`].
    Function(u32),
}

impl BoxProgram {
    /// The exit that an answer takes; none when none fits, or more than one.
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

    /// How many ways there are, an end counting as one.
    pub fn ways(&self) -> u32 {
        u32::try_from(self.exits.len()).unwrap_or(u32::MAX).max(1)
    }

    /// Its exits as a message names them: `"Yes", "No"`.
    pub fn choices(&self) -> String {
        self.exits.iter().map(|exit| format!("\"{}\"", exit.label)).collect::<Vec<_>>().join(", ")
    }
}

/// An answer as answers are compared: white space, case and the forms of quotation marks and dashes
/// are equal.
pub fn normal_answer(text: &str) -> String {
    crate::places::sentences::normal_words(text).to_lowercase()
}

/// Whether an answer differs from its normal form by nothing but case: it is one plain word. Boxes
/// that are passed again and again are mostly answered so.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The part of a label before its parenthesis.
pub fn label_head(label: &str) -> &str {
    label.split_once('(').map_or(label, |(head, _)| head).trim()
}
