//! The rules that wait. In: a program, and the confirmations of its lock. Out: each binding that differs from
//! its confirmed state, with the earlier and the present words and the text of its function.

use super::super::words::{all_marked, is_same, marked, words_of_text};
use super::super::{FunctionChange, How, Mark, MarkedWords};
use super::examples::place_of;
use super::{ReviewBody, ReviewItem, ReviewPlace, RuleReview};
use base::source::{Sources, Span};
use rules::lock::{BindingChange, BindingName, OpenBinding};
use rules::{Constant, Function, Program, ProsePlace};

/// Maximum number of lines of a function that are shown.
const MOST_LINES: usize = 40;

/// A rule that waits.
pub struct WaitingRule<'a> {
    pub open: OpenBinding<'a>,
    function: &'a Function,
    /// The module, as `rules/turn.star`.
    file: &'a str,
    place: Option<&'a ProsePlace>,
    program: &'a Program,
}

impl<'a> WaitingRule<'a> {
    pub fn of(open: OpenBinding<'a>, program: &'a Program) -> Option<Self> {
        let function = program.functions.get(open.binding.function as usize)?;
        let file = &program.modules.get(function.module as usize)?.path;
        let place = open.binding.place.and_then(|place| program.places.get(place as usize));
        Some(Self { open, function, file, place, program })
    }

    pub fn is_new(&self) -> bool {
        self.open.change == BindingChange::New
    }

    /// True if its function is new or changed.
    pub fn has_other_function(&self) -> bool {
        matches!(self.open.change, BindingChange::New | BindingChange::Function { .. })
    }

    /// Returns the change of its function.
    pub fn function_change(&self) -> FunctionChange {
        let address = self.place.map(|place| place.address.clone());
        FunctionChange {
            name: self.function.name.clone(),
            how: if self.is_new() { How::Added } else { How::Changed },
            file: self.file.to_owned(),
            line: self.function.line as usize,
            carries: address.into_iter().filter(|address| !address.is_empty()).collect(),
            anchors: self.anchor().into_iter().collect(),
        }
    }

    /// Returns the anchor of its place, or of the section around that.
    pub fn anchor(&self) -> Option<String> {
        self.place.map(|place| place.anchor.clone().unwrap_or_else(|| place.section.clone()))
    }

    pub fn address(&self) -> &str {
        self.place.map_or("", |place| place.address.as_str())
    }

    /// Returns the title of its section; for a card, its name.
    pub fn section(&self) -> &str {
        let key = self.open.name.key.as_str();
        let card = key.rsplit_once('/').map_or(key, |(_, name)| name);
        self.place.map_or(card, |place| place.title.as_str())
    }

    /// Returns the place of its words; for the row of a card, the line that binds it.
    pub fn words_span(&self) -> Span {
        self.place.map_or(self.open.binding.span, |place| place.span)
    }

    /// Returns its words as they were confirmed and as they are, with marks.
    pub fn words(&self) -> Vec<MarkedWords> {
        let now = words_of_text(&self.with_values(&self.open.sentence));
        let before =
            self.open.confirmed.as_ref().map(|text| words_of_text(&self.with_values(text)));
        match before {
            Some(before) if !is_same(&before, &now) => marked(&before, &now),
            Some(_) | None => all_marked(Mark::Same, &now),
        }
    }

    /// Returns a sentence with its named values filled in.
    fn with_values(&self, sentence: &str) -> String {
        let mut said = sentence.to_owned();
        for (name, value) in &self.program.values {
            let slot = format!("{{={name}}}");
            if said.contains(&slot) {
                let says = match value {
                    Constant::Int(number) => number.to_string(),
                    Constant::Text(text) => text.clone(),
                };
                said = said.replace(&slot, &says);
            }
        }
        said
    }

    /// Returns the item for review.
    pub fn item(&self, sources: &Sources) -> ReviewItem {
        let BindingName { key, function } = self.open.name.clone();
        let what = match self.open.change {
            BindingChange::New => "it was never confirmed",
            BindingChange::Function { reworded: false } => {
                "the function changed, the words did not"
            }
            BindingChange::Function { reworded: true } => "the words and the function changed",
            BindingChange::Sentence => "the words changed, the function did not",
        };
        let code_place = self.code_place(sources);
        let code = self.code(sources);
        let state = (&self.open.sentence, self.open.binding.hash, &function);
        let title = [self.address(), self.section()].join(" ");
        let title = match title.trim() {
            "" => key.clone(),
            title => title.to_owned(),
        };
        ReviewItem {
            id: format!("rule/{key} {function}"),
            state: format!("{:032x}", typst_utils::hash128(&state)),
            title,
            what: what.to_owned(),
            place: place_of(self.words_span(), sources),
            blocked: Vec::new(),
            body: ReviewBody::Rule(RuleReview {
                key,
                function,
                words: self.words(),
                code_place,
                code,
            }),
        }
    }

    fn code_place(&self, sources: &Sources) -> ReviewPlace {
        let file = sources.get(self.open.binding.span.source).name.clone();
        ReviewPlace { file, line: self.function.line as usize }
    }

    /// Returns the text of its function: the line of `def` and the block below it.
    fn code(&self, sources: &Sources) -> String {
        let text = &sources.get(self.open.binding.span.source).text;
        let mut lines = text.lines().skip((self.function.line as usize).saturating_sub(1));
        let mut code: Vec<&str> = lines.next().into_iter().collect();
        let mut is_open = code.first().is_some_and(|line| !line.trim_end().ends_with(':'));
        for line in lines {
            let is_inside = line.is_empty() || line.starts_with([' ', '\t', '#']);
            if !is_inside && !is_open {
                break;
            }
            // A head of several lines ends with the line that ends with a colon.
            is_open = is_open && !line.trim_end().ends_with(':');
            code.push(line);
        }
        let is_outside = |line: &&str| line.trim().is_empty() || line.starts_with('#');
        while code.last().is_some_and(is_outside) {
            code.pop();
        }
        if code.len() > MOST_LINES {
            code.truncate(MOST_LINES);
            code.push("    ...");
        }
        code.join("\n")
    }
}
