//! End of a play as words, and as findings at the place of the rule or of the scenario.

mod entries;

use std::borrow::Cow;

use entries::{entry_finding, entry_named_in};

use super::fields::{Located, backticked_names, did_you_mean};
use super::places;
use super::scenario::Scenario;
use super::{toml_key, toml_quoted};
use base::diagnostic::{Code, Diagnostic, Findings, code, short_quote};
use base::source::{Sources, Span};
use rules::Program;
use rules::engine::trace::{Fault, Outcome, Trace};

/// Returns one word for the kind of outcome, as `expect.outcome` writes it.
pub fn outcome_word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Stopped => "stopped",
        Outcome::Finished => "finished",
        Outcome::Over { .. } => "over",
        Outcome::Gap { .. } => "gap",
        Outcome::Stuck { .. } => "stuck",
        Outcome::Unanswered { .. } => "unanswered",
        Outcome::Limit { .. } => "limit",
        Outcome::Fault(_) => "fault",
    }
}

/// Returns the outcome in one line, for a trace file: `gap: which weapon (Sword, Axe)`.
pub fn outcome_line(outcome: &Outcome) -> String {
    let kind = outcome_word(outcome);
    match outcome_detail(outcome) {
        Some(detail) => format!("{kind}: {detail}"),
        None => kind.to_owned(),
    }
}

/// Returns the detail after the kind of an outcome, if there is any.
fn outcome_detail(outcome: &Outcome) -> Option<Cow<'_, str>> {
    match outcome {
        Outcome::Stopped | Outcome::Finished => None,
        Outcome::Over { winner, loser, reason } => {
            let reason = Some(reason.to_owned()).filter(|reason| !reason.is_empty());
            let words = winner_and_loser(winner, loser).chain(reason);
            let words = words.collect::<Vec<_>>().join(", ");
            (!words.is_empty()).then(|| words.into())
        }
        Outcome::Gap { question, options, .. } | Outcome::Unanswered { question, options, .. } => {
            Some(match options.as_slice() {
                [] => question.into(),
                _ => format!("{question} ({})", options.join(", ")).into(),
            })
        }
        Outcome::Stuck { reason: detail, .. } | Outcome::Limit { what: detail } => {
            Some(detail.into())
        }
        Outcome::Fault(fault) => Some((&fault.message).into()),
    }
}

/// Returns "won by Ada", "lost by Ben".
pub(crate) fn winner_and_loser(
    winner: &Option<String>,
    loser: &Option<String>,
) -> impl Iterator<Item = String> {
    let won = winner.iter().map(|name| format!("won by {name}"));
    won.chain(loser.iter().map(|name| format!("lost by {name}")))
}

/// Reports a wrong ending of a play, unless the scenario expects it.
pub fn judge_outcome(
    scenario: &Scenario,
    program: &Program,
    trace: &Trace,
    sources: &Sources,
    findings: &mut Findings,
) {
    let judge = OutcomeJudge { scenario, program, sources };
    findings.0.extend(match &scenario.expect.outcome {
        Some(expected) if can_be_expected(&trace.outcome) => {
            unexpected_end(expected, &trace.outcome)
        }
        _ => judge.finding(&trace.outcome),
    });
}

/// Returns whether an author may expect such an ending.
pub fn can_be_expected(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Stopped | Outcome::Finished | Outcome::Over { .. } => true,
        Outcome::Gap { .. } | Outcome::Stuck { .. } => true,
        Outcome::Unanswered { .. } | Outcome::Limit { .. } | Outcome::Fault(_) => false,
    }
}

/// Reports a play that does not end as expected.
fn unexpected_end(expected: &Located<String>, outcome: &Outcome) -> Option<Diagnostic> {
    (expected.value != outcome_word(outcome)).then(|| {
        let line = outcome_line(outcome);
        let line = short_quote(&line);
        let message =
            format!("the play should end with `{}`, but it ends with `{line}`", expected.value);
        Diagnostic::at(code::UNMET_EXPECTATION, expected.span, message)
    })
}

/// Finds faults in the ending of a scenario's play.
struct OutcomeJudge<'a> {
    scenario: &'a Scenario,
    program: &'a Program,
    sources: &'a Sources,
}

impl OutcomeJudge<'_> {
    /// Reports an ending that no play should have.
    fn finding(&self, outcome: &Outcome) -> Option<Diagnostic> {
        match outcome {
            Outcome::Stopped => None,
            Outcome::Finished | Outcome::Over { .. } => self.missed_stop(),
            Outcome::Gap { question, options, place } => Some(self.gap(question, options, *place)),
            Outcome::Stuck { reason, place } => Some(self.stuck(reason, *place)),
            Outcome::Unanswered { question, options, .. } => {
                Some(self.unanswered(question, options))
            }
            Outcome::Limit { what } => Some(self.limit(what)),
            Outcome::Fault(fault) => Some(self.fault(fault)),
        }
    }

    fn stuck(&self, reason: &str, place: Option<u32>) -> Diagnostic {
        let message = format!("the play cannot continue: {}", short_quote(reason));
        self.at_rule(code::RULES_STUCK, place, message)
    }

    /// Reports a place to stop at that the play never reached.
    fn missed_stop(&self) -> Option<Diagnostic> {
        let until = self.scenario.until.as_ref()?;
        let message = format!("the play ends before it reaches `{}`", short_quote(&until.value));
        let finding = Diagnostic::at(code::UNMET_EXPECTATION, until.span, message);
        Some(finding.hint("leave `until` out, or name a place that the play reaches"))
    }

    fn gap(&self, question: &str, options: &[String], place: Option<u32>) -> Diagnostic {
        let message = format!("the book does not say: {}", short_quote(question));
        let mut finding = self.at_rule(code::RULES_GAP, place, message);
        finding.hints.extend(possible_answers(options));
        finding
            .hint("answer the question in the book, or write `outcome = \"gap\"` under `[expect]`")
    }

    /// Reports a choice without an answer, or with an answer that is none of its options.
    fn unanswered(&self, question: &str, options: &[String]) -> Diagnostic {
        match self.unfit_answer(question, options) {
            Some(answer) => unfit_answer(question, options, answer),
            None => self.missing_answer(question, options),
        }
    }

    /// Returns the scenario's answer to this question, also if it is asked again, that is none of its
    /// options.
    fn unfit_answer(&self, question: &str, options: &[String]) -> Option<&Located<String>> {
        let is_own = |key: &str| {
            let behind = key.strip_prefix(question);
            behind.is_some_and(|rest| rest.is_empty() || is_numbering(rest))
        };
        let mut own = self.scenario.answers.iter().filter(|(key, _)| is_own(&key.value));
        own.find(|(_, answer)| !options.contains(&answer.value)).map(|(_, answer)| answer)
    }

    fn missing_answer(&self, question: &str, options: &[String]) -> Diagnostic {
        let first = self.scenario.answers.first();
        let span = first.map_or(self.scenario.play.span, |(question, _)| question.span);
        let message = format!("the choice `{}` has no answer", short_quote(question));
        let mut finding = Diagnostic::at(code::UNANSWERED_CHOICE, span, message);
        finding.hints.extend(possible_answers(options));
        let answer = options.first().map_or("...", String::as_str);
        finding.hint(format!(
            "write under [answers]: {} = {}",
            toml_key(question),
            toml_quoted(answer)
        ))
    }

    fn limit(&self, what: &str) -> Diagnostic {
        let (name, what) = (short_quote(&self.scenario.name), short_quote(what));
        let message = format!("the play of `{name}` hit a limit: {what}");
        Diagnostic::at(code::RULES_LIMIT, self.scenario.play.span, message)
            .hint("look for a rule that never ends, or play fewer turns")
    }

    /// Reports a fault: a fault of a rule in its module, and one of the position at its entry in the
    /// scenario.
    fn fault(&self, fault: &Fault) -> Diagnostic {
        let rule = fault_span(self.program, fault, self.sources);
        let entry =
            fault.entry.as_deref().and_then(|entry| entry_finding(self.scenario, entry, fault));
        match (entry, rule) {
            (Some(finding), Some(rule)) => finding.related(rule, "the rule stops here"),
            (Some(finding), None) => finding,
            (None, Some(rule)) => with_fault_context(
                Diagnostic::at(code::RULE_FAULT, rule, &fault.message)
                    .related(self.scenario.play.span, "played here"),
                fault,
            ),
            (None, None) => {
                let span = entry_named_in(self.scenario, &fault.message);
                let finding = Diagnostic::at(code::SCENARIO_POSITION, span, &fault.message);
                with_fault_context(finding, fault)
            }
        }
    }

    /// Makes a finding at the scenario that also shows the rule.
    fn at_rule(&self, code: Code, place: Option<u32>, message: String) -> Diagnostic {
        let finding = Diagnostic::at(code, self.scenario.play.span, message);
        match place.and_then(|place| self.program.places.get(place as usize)) {
            Some(place) => finding.related(place.span, "this rule is carried out"),
            None => finding,
        }
    }
}

/// Returns whether a text is ` (2)`, which marks a question that is asked for the second time.
fn is_numbering(text: &str) -> bool {
    let inside = text.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

fn unfit_answer(question: &str, options: &[String], answer: &Located<String>) -> Diagnostic {
    let (given, question) = (short_quote(&answer.value), short_quote(question));
    let message = format!("the answer `{given}` is not an option of `{question}`");
    let mut finding = Diagnostic::at(code::UNANSWERED_CHOICE, answer.span, message);
    let meant = did_you_mean(&answer.value, options.iter().map(String::as_str));
    finding.hints.extend(meant);
    finding.hints.extend(possible_answers(options));
    finding
}

/// Reports answers of a scenario to questions that its play never asks.
pub(crate) fn unused_answers(scenario: &Scenario, trace: &Trace) -> Vec<Diagnostic> {
    let unused = scenario.answers.iter().map(|(question, _)| question);
    let unused = unused.filter(|question| !trace.asked.taken.contains(&question.value));
    unused.map(|question| unused_answer(question, trace)).collect()
}

fn unused_answer(question: &Located<String>, trace: &Trace) -> Diagnostic {
    let message =
        format!("the play never asks `{}`, so its answer is unused", short_quote(&question.value));
    let finding = Diagnostic::at(code::UNUSED_ANSWER, question.span, message);
    let asked = || trace.asked.questions.iter().map(String::as_str);
    let open = asked().filter(|asked| !trace.asked.taken.contains(*asked));
    match did_you_mean(&question.value, open) {
        Some(meant) => finding.hint(meant),
        None if trace.asked.questions.is_empty() => {
            finding.hint("delete the line: this play asks nothing")
        }
        None => finding.hint(format!("this play asks {}", backticked_names(asked()))),
    }
}

/// Reports chances of a scenario that its play never draws.
pub(crate) fn unused_chances(scenario: &Scenario, trace: &Trace) -> Vec<Diagnostic> {
    let said = scenario.chance.iter();
    said.filter_map(|(name, said)| unused_chance(name, said.len(), trace)).collect()
}

fn unused_chance(name: &Located<String>, said: usize, trace: &Trace) -> Option<Diagnostic> {
    let drawn = trace.drawn.get(&name.value).map_or(0, |times| *times as usize);
    if drawn >= said {
        return None;
    }
    let shown = short_quote(&name.value);
    let message = match drawn {
        0 => format!("chance never decides `{shown}`, so its entries are unused"),
        1 => format!("`{shown}` is drawn once, but has {said} entries"),
        _ => format!("`{shown}` is drawn {drawn} times, but has {said} entries"),
    };
    let finding = Diagnostic::at(code::UNUSED_CHANCE, name.span, message);
    let known = || trace.drawn.keys().map(String::as_str).filter(|known| *known != name.value);
    Some(match did_you_mean(&name.value, known()).filter(|_| drawn == 0) {
        Some(meant) => finding.hint(meant),
        None if drawn > 0 => finding.hint("delete the surplus entries"),
        None if trace.drawn.is_empty() => {
            finding.hint("delete the line: this play leaves nothing to chance")
        }
        None => finding.hint(format!("this play draws from {}", backticked_names(known()))),
    })
}

/// Reports a play in which nothing happened, so that there is nothing to narrate.
pub(crate) fn empty_play(
    scenario: &Scenario,
    trace: &Trace,
    program: &Program,
) -> Option<Diagnostic> {
    let is_told = matches!(trace.outcome, Outcome::Gap { .. } | Outcome::Stuck { .. });
    if is_told || !trace.records.is_empty() {
        return None;
    }
    let rule = short_quote(&scenario.play.value);
    let function = places::find_function(program, &scenario.play.value);
    let function = function.and_then(|function| program.functions.get(function as usize));
    let name = function.map(|function| format!(", carried out by `{}`,", function.name));
    let name = name.unwrap_or_default();
    let message =
        format!("nothing happens in this example: the rule `{rule}`{name} ends without an event");
    let hint = "lay out a position in which the rule does something, or play another rule";
    Some(Diagnostic::at(code::EMPTY_EXAMPLE, scenario.play.span, message).hint(hint))
}

fn possible_answers(options: &[String]) -> Option<String> {
    let names = backticked_names(options.iter().map(String::as_str));
    (!options.is_empty()).then(|| format!("possible answers: {names}"))
}

/// Reports why the rules cannot be run at all.
pub(crate) fn unplayable_rules(
    reason: &Outcome,
    program: &Program,
    sources: &Sources,
) -> Diagnostic {
    let Outcome::Fault(fault) = reason else { return loading_limit(reason, program) };
    let span = fault_span(program, fault, sources);
    let finding = Diagnostic { span, ..Diagnostic::global(code::RULE_FAULT, &fault.message) };
    with_fault_context(finding, fault)
}

/// Adds the calls that led to a fault, and the hint of its rules, to a finding.
fn with_fault_context(mut finding: Diagnostic, fault: &Fault) -> Diagnostic {
    finding.trail.clone_from(&fault.trail);
    finding.hints.extend(fault.hint.clone());
    finding
}

/// Reports rules that hit a limit while they are loaded; the line of the fault is unknown.
fn loading_limit(reason: &Outcome, program: &Program) -> Diagnostic {
    let line = outcome_line(reason);
    let message = format!("the rules cannot be loaded: {}", short_quote(&line));
    let modules = backticked_names(program.modules.iter().map(|module| module.path.as_str()));
    Diagnostic::global(code::RULES_LIMIT, message)
        .hint(format!("check the lines outside functions in {modules}"))
}

/// Returns the span of a fault in the text of its module, if it has a module.
pub(crate) fn fault_span(program: &Program, fault: &Fault, sources: &Sources) -> Option<Span> {
    let mut modules = program.modules.iter().filter(|_| !fault.module.is_empty());
    let module = modules.find(|module| module.path == fault.module)?;
    let (start, line) = line_of_text(&sources.get(module.source).text, fault.line.max(1) as usize);
    let end_column = fault.end_column.max(fault.column.saturating_add(1));
    // Columns are counted in characters from 1.
    let byte = |column: u32| {
        let letter = line.char_indices().nth(column.max(1) as usize - 1);
        start + letter.map_or(line.len(), |(at, _)| at)
    };
    Some(Span::new(module.source, byte(fault.column)..byte(end_column)))
}

/// Returns the byte where a line begins, and its text; lines count from 1.
fn line_of_text(text: &str, line: usize) -> (usize, &str) {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    (start, text.get(start..).unwrap_or_default().lines().next().unwrap_or_default())
}
