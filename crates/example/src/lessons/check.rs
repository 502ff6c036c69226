//! Compares lessons with the rules. In: the lessons of a book, its rules and a way to play. Out: findings,
//! each at the words that are not true.

use super::walk::{LessonWay, WalkLog};
use super::words::LessonWords;
use super::{BookLesson, LessonChoice, LessonQuestion};
use crate::examples::ExampleContext;
use crate::fields::Located;
use crate::{places, start};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use rules::executor::{Executor, refused_traces};

/// The most plays in which one book's lessons are walked.
const MOST_PLAYS: usize = 5_000;

/// Walks every lesson by each of its right answers, and reports where it disagrees with the rules.
pub fn check_lessons(
    lessons: &[BookLesson],
    book: &ExampleContext<'_>,
    executor: &dyn Executor,
    findings: &mut Findings,
) {
    let mut log = WalkLog::default();
    for lesson in lessons {
        LessonCheck { book, findings: &mut log.findings }.lesson(lesson);
    }
    let mut ways: Vec<LessonWay<'_>> = Vec::new();
    for lesson in lessons {
        ways.extend(LessonWay::beginnings(lesson, book, &mut log));
    }
    let mut plays = 0;
    while !ways.is_empty() {
        plays += ways.len();
        if plays > MOST_PLAYS {
            let message = format!("the lessons have more than {MOST_PLAYS} ways through them");
            let finding = Diagnostic::global(code::LESSON_FILE, message);
            log.findings.push(finding.hint("delete some right answers"));
            break;
        }
        let starts: Vec<_> = ways.iter().map(|way| way.start.clone()).collect();
        let traces = executor.play(book.program, &starts);
        let traces = traces.unwrap_or_else(|reasons| refused_traces(&reasons, starts.len()));
        let played = ways.into_iter().zip(traces);
        ways = played.flat_map(|(way, trace)| way.lead_on(&trace, book, &mut log)).collect();
    }
    findings.append(log.findings());
}

/// Checks of a lesson that need no play.
struct LessonCheck<'a> {
    book: &'a ExampleContext<'a>,
    findings: &'a mut Findings,
}

impl LessonCheck<'_> {
    fn lesson(&mut self, lesson: &BookLesson) {
        if lesson.seat_in(self.book).is_none() {
            let message = "the lesson does not say which player the reader is";
            let finding = Diagnostic::at(code::LESSON_FILE, lesson.title.span, message);
            let hint = "write `seat = \"...\"`, or `person` in rules/table.toml";
            self.findings.push(finding.hint(hint));
        }
        for part in &lesson.parts {
            self.place(&part.teaches);
            self.words(&part.say);
            for choice in &part.choices {
                self.choice(choice);
            }
        }
        if let Some(whole) = &lesson.whole_game {
            self.place(whole);
            let is_played = places::find_function(self.book.program, &whole.value).is_some();
            if places::find_place(self.book.program, &whole.value).is_some() && !is_played {
                let message = format!("nothing can be played at `{}`", short_quote(&whole.value));
                let hint = "name a rule that a function carries out";
                self.findings
                    .push(Diagnostic::at(code::STALE_LESSON, whole.span, message).hint(hint));
            }
        }
    }

    fn choice(&mut self, choice: &LessonChoice) {
        if let LessonQuestion::Guess(guess) = &choice.asked {
            self.words(&guess.words);
            if let Some(until) = &guess.until {
                self.place(until);
            }
        }
        for words in [&choice.say, &choice.praise, &choice.hint].into_iter().flatten() {
            self.words(words);
        }
        let explained = choice.wrong.iter().chain(&choice.forbidden).map(|(_, words)| words);
        for words in explained.chain(&choice.otherwise) {
            self.words(words);
            if words.places().next().is_none() {
                let message = "these words name no rule";
                let hint = "link to the rule that says this: `[words](#anchor)`";
                let finding = Diagnostic::at(code::UNEXPLAINED_CHOICE, words.span, message);
                self.findings.push(finding.hint(hint));
            }
        }
    }

    fn place(&mut self, name: &Located<String>) {
        if places::find_place(self.book.program, &name.value).is_none() {
            self.findings.push(self.unknown_place(name));
        }
    }

    fn unknown_place(&self, name: &Located<String>) -> Diagnostic {
        let mut finding = start::no_place(self.book.program, name, |_| true);
        finding.code = code::STALE_LESSON;
        finding
    }

    fn words(&mut self, words: &LessonWords) {
        for place in words.places() {
            self.place(&Located { value: place.to_owned(), span: words.span });
        }
        for value in words.unknown_values(self.book.program) {
            let message = format!("the book has no value `{}`", short_quote(&value));
            let finding = Diagnostic::at(code::STALE_LESSON, words.span, message);
            self.findings
                .push(finding.hint("write the name of a value: `[4]{=draw}` defines `draw`"));
        }
    }
}
