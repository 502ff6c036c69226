//! The health of a book. In: a book that was played, and the number of further games. Out: what holds each
//! passage, what no game uses, how choices fall, what the book leaves open, which values nothing reads, which
//! terms are used otherwise, and whether `[balance]` holds; as data and as a page.

mod balance;
mod choices;
mod games;
mod holders;
mod page;
mod passages;
mod picture;
mod places;
mod sections;
mod summary;
mod tally;
mod terms;
mod unused;
mod values;

use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::PlayedBook;
use base::diagnostic::{Findings, Severity};
use example::command::{OpenQuestion, PlayedBalance};
use example::places::address_of;
use rules::Program;

pub use balance::{BalancedBound, LengthOfGames, RuleBalance};
pub use choices::{Choice, ChoiceOption, OptionVerdict};
pub use games::HealthGames;
pub use page::report_page;
pub use passages::{Chapter, Passage, PassageState};
pub use places::TextPlace;
pub use summary::{Figure, FigureVerdict};
pub use terms::{TermForm, TermForms, TermUse, UnusedTerm};
pub use unused::{Unused, UnusedPart, UnusedRows, UnusedThing};
pub use values::{UnreadValue, ValueUse};

use example::command::Reached;
use games::PlayedRule;
use places::BookText;
use tally::HealthTally;
use unused::UnusedFinder;

/// The health of a book.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct HealthReport {
    /// The title of the book.
    pub book: String,
    /// Its language.
    pub language: String,
    /// True if it has rules that can be played.
    pub has_rules: bool,
    /// Number of its examples that were played.
    pub examples: usize,
    /// The most important figures, each with a verdict.
    pub figures: Vec<Figure>,
    /// Its passages by chapter, with what holds them.
    pub chapters: Vec<Chapter>,
    /// The games that were played; missing if none were asked for.
    pub games: Option<GamesOfReport>,
    /// The named values.
    pub values: ValueUse,
    /// The terms of the glossary in the text.
    pub terms: TermUse,
    /// The number of findings of `check`.
    pub findings: FindingCounts,
}

/// Results of many games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GamesOfReport {
    /// The rules that were played.
    pub rules: Vec<String>,
    /// The first seed.
    pub seed: u64,
    /// Number of games of each rule.
    pub each: u64,
    /// Number of games of all rules.
    pub played: u64,
    /// Number of these games that a fault or a limit stopped.
    pub stopped: u64,
    /// Largest share of all games in which an event can happen that happened in none of these, with a
    /// confidence of 95 %: three divided by the number of games (the rule of three).
    pub never_below: f64,
    /// The rules, cards and rows that no game used.
    pub unused: Unused,
    /// The choices in these games.
    pub choices: Vec<Choice>,
    /// The questions that the book leaves open.
    pub gaps: Vec<Gap>,
    /// The results of `[balance]`.
    pub balance: Vec<RuleBalance>,
}

/// A question that the book leaves open.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Gap {
    /// Its words.
    pub question: String,
    /// The address of the rule that asks; empty if there is none.
    pub address: String,
    /// The answers that were possible.
    pub options: Vec<String>,
    /// Number of games that met it.
    pub games: u64,
    /// The smallest seed of a game that meets it.
    pub seed: u64,
    /// The place of the rule.
    pub place: Option<TextPlace>,
}

/// Numbers of findings of `check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FindingCounts {
    /// Findings that keep an output from being made.
    pub errors: usize,
    /// Findings to look at.
    pub warnings: usize,
    /// Findings about repairs.
    pub notes: usize,
}

impl FindingCounts {
    fn of(findings: &Findings) -> Self {
        Self {
            errors: findings.count(Severity::Error),
            warnings: findings.count(Severity::Warning),
            notes: findings.count(Severity::Note),
        }
    }
}

/// Examines a book; plays `games`, if there are any, beside those of `balance`, which have been played.
/// Findings say why nothing can be played.
pub fn examine(
    book: &PlayedBook,
    games: Option<&HealthGames<'_>>,
    balance: Option<&PlayedBalance<'_>>,
    findings: &mut Findings,
) -> HealthReport {
    let text = BookText { manuscript: &book.manuscript, sources: &book.sources };
    let program = book.rules.as_ref().map(|rules| &rules.program);
    let mut shown = Reached::default();
    book.examples.iter().for_each(|example| shown.add(&example.trace));
    let played = match (program, games) {
        (Some(program), Some(games)) => {
            Some((games, games.play(program, &book.manuscript.manifest, findings)))
        }
        _ => None,
    };
    let mut tally = HealthTally::default();
    let order = played.map(|(games, played)| {
        let mut rules = Vec::new();
        for PlayedRule { rule, tally: own } in played {
            rules.push(rule);
            tally.append(own);
        }
        GameOrder { rules, seed: games.seed, each: games.games }
    });
    let chapters = passages::passages_by_chapter(&text, program, &shown, &tally.reach);
    let games = order.zip(program).map(|(order, program)| {
        let questions = std::mem::take(&mut tally.questions).sorted();
        let finder = UnusedFinder { program, book: &text, tally: &tally, shown: &shown };
        GamesOfReport {
            rules: order.rules,
            seed: order.seed,
            each: order.each,
            played: tally.games,
            stopped: tally.stopped,
            never_below: 3.0 / tally.games.max(1) as f64,
            unused: finder.find(),
            choices: tally.choices.choices(|place| address_of(program, place)),
            gaps: questions.into_iter().map(|question| gap_of(question, program, &text)).collect(),
            balance: balance.map(balance::balance_of).unwrap_or_default(),
        }
    });
    let language = book.manuscript.manifest.language.as_ref();
    let language = language.map(|own| own.get_ref().clone());
    let mut report = HealthReport {
        book: book.manuscript.title().to_owned(),
        language: language.or(book.manuscript.document.language.clone()).unwrap_or("en".to_owned()),
        has_rules: program.is_some(),
        examples: book.examples.len(),
        figures: Vec::new(),
        chapters,
        games: games.filter(|games| games.played > 0),
        values: values::value_use(&text, program),
        terms: terms::term_use(&text),
        findings: FindingCounts::default(),
    };
    report.figures = summary::figures(&report);
    report
}

impl HealthReport {
    /// Sets the number of findings of `check`.
    pub fn count_findings(&mut self, findings: &Findings) {
        self.findings = FindingCounts::of(findings);
        self.figures = summary::figures(self);
    }
}

/// The games that were asked for.
struct GameOrder {
    rules: Vec<String>,
    seed: u64,
    each: u64,
}

fn gap_of(open: OpenQuestion, program: &Program, text: &BookText<'_>) -> Gap {
    let own = open.place.map(|place| &program.places[place as usize]);
    let own = own.filter(|place| place.book.is_none());
    Gap {
        address: open.place.map(|place| address_of(program, place)).unwrap_or_default(),
        place: own.map(|place| text.place(place.span)),
        options: open.options.into_iter().collect(),
        question: open.question,
        games: open.games,
        seed: open.seed,
    }
}
