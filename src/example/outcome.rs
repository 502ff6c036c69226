//! The end of a play as words and as findings at the place of the rule or of the scenario.

use super::codes;
use super::fields::shortened;
use super::scenario::Scenario;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::engine::trace::{Fault, Outcome, Trace};
use crate::rules::Program;
use crate::source::{Source, SourceId, Sources, Span};

/// One word for the kind of outcome, as `expect.outcome` writes it.
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

/// The outcome in one line, for a trace file: `gap: which weapon (Sword, Axe)`.
pub fn outcome_line(outcome: &Outcome) -> String {
    let kind = outcome_word(outcome);
    match outcome {
        Outcome::Stopped | Outcome::Finished => kind.to_owned(),
        Outcome::Over { winner, loser, reason } => {
            let won = winner.as_ref().map(|name| format!("won by {name}"));
            let lost = loser.as_ref().map(|name| format!("lost by {name}"));
            let parts = [won, lost, (!reason.is_empty()).then(|| reason.clone())];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            if parts.is_empty() { kind.to_owned() } else { format!("{kind}: {}", parts.join(", ")) }
        }
        Outcome::Gap { question, options, .. } | Outcome::Unanswered { question, options, .. } => {
            let options = if options.is_empty() {
                String::new()
            } else {
                format!(" ({})", options.join(", "))
            };
            format!("{kind}: {question}{options}")
        }
        Outcome::Stuck { reason, .. } => format!("{kind}: {reason}"),
        Outcome::Limit { what } => format!("{kind}: {what}"),
        Outcome::Fault(fault) => format!("{kind}: {}", fault.message),
    }
}

/// Says what is wrong with the end of a play, unless the scenario expects it.
pub fn judge_outcome(
    scenario: &Scenario,
    program: &Program,
    trace: &Trace,
    sources: &Sources,
    findings: &mut Findings,
) {
    let kind = outcome_word(&trace.outcome);
    if let Some(expected) = &scenario.expect.outcome
        && !matches!(
            trace.outcome,
            Outcome::Fault(_) | Outcome::Limit { .. } | Outcome::Unanswered { .. }
        )
    {
        if expected.value != kind {
            let message = format!(
                "the play should end `{}`, but it ends `{}`",
                expected.value,
                shortened(&outcome_line(&trace.outcome))
            );
            findings.push(Diagnostic::at(codes::UNMET_EXPECTATION, expected.span, message));
        }
        return;
    }
    let at_rule = |code: Code, place: Option<u32>, message: String| {
        finding_at_rule(scenario, program, code, place, message)
    };
    match &trace.outcome {
        Outcome::Finished if scenario.until.is_some() => report_missed_stop(scenario, findings),
        Outcome::Over { .. } if scenario.until.is_some() => report_missed_stop(scenario, findings),
        Outcome::Stopped | Outcome::Finished | Outcome::Over { .. } => {}
        Outcome::Gap { question, options, place } => {
            let message = format!("the book does not say: {}", shortened(question));
            let finding = at_rule(codes::RULES_GAP, *place, message);
            let finding =
                if options.is_empty() { finding } else { finding.hint(possible_answers(options)) };
            findings.push(
                finding.hint("say it in the book, or write `outcome = \"gap\"` under `[expect]`"),
            );
        }
        Outcome::Stuck { reason, place } => {
            let message = format!("the play can not go on: {}", shortened(reason));
            findings.push(at_rule(codes::RULES_STUCK, *place, message));
        }
        Outcome::Unanswered { question, options, .. } => {
            findings.push(unanswered_choice(scenario, question, options))
        }
        Outcome::Limit { what } => {
            let message = format!(
                "the play of `{}` hit a limit: {}",
                shortened(&scenario.name),
                shortened(what)
            );
            let finding = Diagnostic::at(codes::RULES_LIMIT, scenario.play.span, message);
            findings.push(finding.hint("look for a rule that never ends, or play less"));
        }
        Outcome::Fault(fault) => findings.push(play_fault(scenario, program, fault, sources)),
    }
}

fn report_missed_stop(scenario: &Scenario, findings: &mut Findings) {
    if let Some(until) = &scenario.until {
        let message = format!("the play ends before it reaches `{}`", shortened(&until.value));
        let finding = Diagnostic::at(codes::UNMET_EXPECTATION, until.span, message);
        findings.push(finding.hint("leave `until` out, or name a place that is reached"));
    }
}

/// A finding at the scenario that also shows the rule.
fn finding_at_rule(
    scenario: &Scenario,
    program: &Program,
    code: Code,
    place: Option<u32>,
    message: String,
) -> Diagnostic {
    let finding = Diagnostic::at(code, scenario.play.span, message);
    match place.and_then(|place| program.places.get(place as usize)) {
        Some(place) => finding.related(place.span, "this rule is carried out"),
        None => finding,
    }
}

fn possible_answers(options: &[String]) -> String {
    format!(
        "possible would be {}",
        super::fields::backticked_names(options.iter().map(String::as_str))
    )
}

fn unanswered_choice(scenario: &Scenario, question: &str, options: &[String]) -> Diagnostic {
    let span = scenario.answers.first().map_or(scenario.play.span, |(question, _)| question.span);
    let answer = options.first().map_or("...", String::as_str);
    let line = format!("{} = {}", super::toml_quoted(question), super::toml_quoted(answer));
    let message = format!("the choice `{}` has no answer", shortened(question));
    let finding = Diagnostic::at(codes::UNANSWERED_CHOICE, span, message);
    let finding =
        if options.is_empty() { finding } else { finding.hint(possible_answers(options)) };
    finding.hint(format!("write under [answers]: {line}"))
}

/// Why the rules can not be run at all.
pub(super) fn unplayable_rules(
    reason: &Outcome,
    program: &Program,
    sources: &Sources,
) -> Diagnostic {
    let Outcome::Fault(fault) = reason else { return loading_limit(reason, program) };
    let mut finding = match fault_span(program, fault, sources) {
        Some(span) => Diagnostic::at(codes::RULE_FAULT, span, &fault.message),
        None => Diagnostic::global(codes::RULE_FAULT, &fault.message),
    };
    finding.trail.clone_from(&fault.trail);
    finding.hints.extend(fault.hint.clone());
    finding
}

/// Rules that die while they are loaded tell nothing of where.
fn loading_limit(reason: &Outcome, program: &Program) -> Diagnostic {
    let message = format!("the rules can not be loaded: {}", shortened(&outcome_line(reason)));
    let finding = Diagnostic::global(codes::RULES_LIMIT, message);
    let modules =
        super::fields::backticked_names(program.modules.iter().map(|module| module.path.as_str()));
    finding.hint(format!("look at what stands outside of functions in {modules}"))
}

/// A fault of a rule stands in its module; one of the position at what the scenario says of it.
fn play_fault(
    scenario: &Scenario,
    program: &Program,
    fault: &Fault,
    sources: &Sources,
) -> Diagnostic {
    let mut finding = match fault_span(program, fault, sources) {
        Some(span) => Diagnostic::at(codes::RULE_FAULT, span, &fault.message)
            .related(scenario.play.span, "played here"),
        None => Diagnostic::at(
            codes::SCENARIO_POSITION,
            scenario_entry_named(scenario, &fault.message),
            &fault.message,
        ),
    };
    finding.trail.clone_from(&fault.trail);
    match &fault.hint {
        Some(hint) => finding.hint(hint),
        None => finding,
    }
}

/// The place of a fault in the text of its module, if it has a module.
pub(super) fn fault_span(program: &Program, fault: &Fault, sources: &Sources) -> Option<Span> {
    let module = program
        .modules
        .iter()
        .find(|module| !fault.module.is_empty() && module.path == fault.module)?;
    Some(span_of(sources.get(module.source), module.source, fault))
}

fn span_of(source: &Source, id: SourceId, fault: &Fault) -> Span {
    let line = fault.line.max(1) as usize;
    let start: usize = source.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let text = source.text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let byte = |column: u32| {
        let nth = column.max(1) as usize - 1;
        start + text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at)
    };
    Span::new(id, byte(fault.column)..byte(fault.end_column.max(fault.column.saturating_add(1))))
}

/// The entry of the scenario that a message about its position names in backticks.
fn scenario_entry_named(scenario: &Scenario, message: &str) -> Span {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let cards = || scenario.position.iter().flat_map(|zone| &zone.cards);
    let has = |name: &&str| {
        let marked = |flags: &[String], counters: &[(String, i64)]| {
            flags.iter().any(|flag| flag == name)
                || counters.iter().any(|(counter, _)| counter == name)
        };
        let mark = cards()
            .find(|card| marked(&card.value.flags, &card.value.counters))
            .map(|card| card.span);
        let zone = scenario
            .position
            .iter()
            .find(|zone| zone.key.value == **name)
            .map(|zone| zone.key.span);
        let card = cards().rfind(|card| card.value.name == **name).map(|card| card.span);
        let row =
            scenario.cards.iter().find(|row| row.name.value == **name).map(|row| row.name.span);
        card.or(mark).or(zone).or(row)
    };
    names.iter().find_map(has).unwrap_or(scenario.play.span)
}
