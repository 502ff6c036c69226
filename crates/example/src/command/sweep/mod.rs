//! `rulepress simulate --set`: the same seeds with other numbers in place of named values. In: the rules, and
//! the numbers to try. Out: shares and means for each of them, and a curve.

mod picture;
mod setting;
mod words;

use std::ops::ControlFlow;

pub use setting::{SweptValue, WrongSetting};

use super::plot::plot_svg;
use super::simulate::no_number;
use super::{CommandReport, GameTally, Simulation, TallyStyle};
use base::diagnostic::{Diagnostic, Findings, code};
use rules::{Constant, Program};

/// The most settings of one run.
pub const MOST_SETTINGS: usize = 100;

/// Games with some numbers in place of named values.
#[derive(Debug)]
pub struct SweptGames {
    /// The numbers, one for each value that is set.
    pub numbers: Vec<i64>,
    /// Counts of its games.
    pub tally: GameTally,
}

/// A value that is set.
#[derive(Debug)]
pub struct SetValue {
    /// Its name and the numbers that are tried.
    pub swept: SweptValue,
    /// The number in the book, if the value is a number.
    pub known: Option<i64>,
}

/// A run with other numbers in place of named values.
#[derive(Debug, Default)]
pub struct Sweep {
    /// Values that are set.
    pub values: Vec<SetValue>,
    /// The games, in the order in which they were played.
    pub rows: Vec<SweptGames>,
}

impl Sweep {
    /// Plays the games of `simulation` with each of the numbers. The findings say why nothing can be played.
    pub fn count(simulation: &Simulation<'_>, values: Vec<SweptValue>) -> (Self, Findings) {
        let mut findings = Findings::default();
        let values = values.into_iter().map(|swept| {
            let known = book_number(simulation.program, &swept.name);
            SetValue { swept, known }
        });
        let mut sweep = Self { values: values.collect(), rows: Vec::new() };
        for numbers in sweep.combinations() {
            if (simulation.stop)() {
                break;
            }
            let program = sweep.program_with(simulation.program, &numbers);
            let mut tally = GameTally::default();
            let simulation = Simulation { program: &program, ..*simulation };
            let failed = simulation.count_into(&mut tally, &mut |_| ControlFlow::Continue(()));
            if !failed.0.is_empty() {
                findings.append(failed);
                break;
            }
            // A setting whose games were stopped would be reported as if it were complete.
            if tally.games() < simulation.games.games {
                break;
            }
            let row = SweptGames { numbers, tally };
            let told = simulation.report(&row.tally, &TallyStyle::default()).findings;
            let name = words::label(&sweep, &row);
            findings.0.extend(told.0.into_iter().map(|mut finding| {
                finding.message = format!("{name}: {}", finding.message);
                finding
            }));
            sweep.rows.push(row);
        }
        (sweep, findings)
    }

    /// Returns every combination of the numbers; the last value changes first.
    fn combinations(&self) -> Vec<Vec<i64>> {
        self.values.iter().fold(vec![Vec::new()], |begun, value| {
            let longer = |own: &Vec<i64>| {
                let with = |number| [own.as_slice(), &[number]].concat();
                value.swept.numbers.iter().copied().map(with).collect::<Vec<_>>()
            };
            begun.iter().flat_map(longer).collect()
        })
    }

    /// Returns the rules with other numbers.
    fn program_with(&self, program: &Program, numbers: &[i64]) -> Program {
        let mut program = program.clone();
        for (value, number) in self.values.iter().zip(numbers) {
            let known = program.values.iter_mut().find(|(name, _)| *name == value.swept.name);
            if let Some((_, constant)) = known {
                *constant = Constant::Int(*number);
            }
        }
        program
    }

    /// Returns the number of settings that were played.
    pub fn settings(&self) -> usize {
        self.rows.len()
    }

    /// Returns the counts as text and as data; `metrics` are the numbers to report, all if empty.
    pub fn report(&self, metrics: &[String], mut findings: Findings) -> CommandReport {
        if let Some(row) = self.rows.last() {
            let known =
                |name: &String| self.rows.iter().any(|row| row.tally.number(name).is_some());
            let unknown = metrics.iter().filter(|name| !known(name));
            findings.0.extend(unknown.map(|name| no_number(&row.tally, name)));
        }
        let text = words::sweep_text(self, metrics);
        let json = words::sweep_data(self, metrics);
        CommandReport { text, json, findings }
    }

    /// Returns whether these numbers are those of the book.
    pub fn is_of_book(&self, numbers: &[i64]) -> bool {
        self.values.iter().zip(numbers).all(|(value, number)| value.known == Some(*number))
    }

    /// Draws the curve of a number, or of the winners if none is named, as an SVG file. A finding if there is
    /// no axis or nothing to draw.
    pub fn curve_svg(&self, metric: Option<&str>) -> Result<String, Box<Diagnostic>> {
        let takes_several = |at: &usize| self.values[*at].swept.numbers.len() > 1;
        let axes: Vec<usize> = (0..self.values.len()).filter(takes_several).collect();
        let [axis] = axes[..] else {
            let message = "a curve needs exactly one value with several numbers";
            let hint = "give several numbers to one --set, as in --set life=20..30, and one number to each other --set";
            return Err(Box::new(Diagnostic::global(code::UNKNOWN_METRIC, message).hint(hint)));
        };
        let lines = words::curves(self, metric, axis);
        if lines.is_empty() {
            let message =
                "there is nothing to draw: no game has a winner, or no game has this number";
            let finding = Diagnostic::global(code::UNKNOWN_METRIC, message);
            return Err(Box::new(finding.hint("name a number of these games with --metric")));
        }
        let SetValue { swept, known } = &self.values[axis];
        Ok(plot_svg(&picture::draw_curves(&swept.name, metric, &lines, *known)))
    }
}

/// Returns the number that the book has for a value.
fn book_number(program: &Program, name: &str) -> Option<i64> {
    let known = program.values.iter().find(|(own, _)| own == name);
    match known {
        Some((_, Constant::Int(number))) => Some(*number),
        Some((_, Constant::Text(_))) | None => None,
    }
}
