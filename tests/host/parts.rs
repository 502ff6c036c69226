//! A play in parts: plays that can be continued, and plays that cannot.

use rulepress::engine::trace::{Act, Outcome, Start, Trace};

use super::{DATA, TABLE, go, machine};
use crate::host::book::{program, start};

/// The numbers that a play notes.
fn noted(trace: &Trace) -> Vec<i64> {
    let numbers = trace.records.iter().filter_map(|record| match &record.act {
        Act::Note { numbers, .. } => Some(numbers.clone()),
        _ => None,
    });
    numbers.flatten().collect()
}

fn refused(text: &str) -> String {
    match go(text).outcome {
        Outcome::Fault(fault) => fault.message,
        other => panic!("{other:?}\n{text}"),
    }
}

const STEP: &str = "
def step(left, words = None, sure = True, who = None):
    note(\"step\", left)
    if left > 0:
        go_on_with(step, left - 1, words, sure, who)
";

#[test]
fn a_play_goes_on_with_what_is_named() {
    let trace = go(&format!(
        "def go():\n    go_on_with(step, 3, \"words\", False, you)\n    note(\"first\", 9)\n{STEP}"
    ));
    assert_eq!(trace.outcome, Outcome::Finished);
    assert_eq!(noted(&trace), [9, 3, 2, 1, 0], "what is played returns before it goes on");
    let endless = "def go():\n    go_on_with(go)\n";
    let Outcome::Limit { what } = go(endless).outcome else { panic!("it ends") };
    assert_eq!(what, "more than 10000 parts of one play");
}

#[test]
fn what_is_taken_back_is_not_gone_on_with() {
    let tries = "def tries():\n    go_on_with(step, 1)\n    fail(\"no\")\ndef go():\n    attempt(tries)\n    note(\"done\", 7)\n";
    assert_eq!(noted(&go(&format!("{tries}{STEP}"))), [7]);
}

#[test]
fn what_cannot_be_gone_on_with_is_told() {
    let said =
        refused(&format!("def go():\n    go_on_with(step, 1)\n    go_on_with(step, 2)\n{STEP}"));
    assert!(said.contains("already to be played next"), "{said}");
    for function in ["lambda: 1", "len", "3", "\"step\""] {
        let said = refused(&format!("def go():\n    go_on_with({function})\n{STEP}"));
        assert!(said.contains("left margin"), "{function}: {said}");
    }
    for value in ["field.first()", "[1]", "field", "9223372036854775808"] {
        let said = refused(&format!("def go():\n    go_on_with(step, {value})\n{STEP}"));
        assert!(said.contains("cannot be handed"), "{value}: {said}");
    }
}

#[test]
fn so_many_values_are_handed_over_as_the_function_takes() {
    for values in ["", ", 1, 2, 3, 4, 5"] {
        let text = format!("def go():\n    go_on_with(step{values})\n{STEP}");
        let Outcome::Fault(fault) = go(&text).outcome else { panic!("{values}") };
        assert!(fault.message.contains("cannot take"), "{fault:?}");
        assert_eq!((fault.module.as_str(), fault.line), ("rules/go.star", 3), "{fault:?}");
        assert!(fault.hint.is_some_and(|hint| hint.contains("step(left")), "the cure");
    }
}

#[test]
fn set_up_goes_on_with_nothing() {
    for role in ["ready", "setup"] {
        let load = "load(\"table.star\", \"field\")\n";
        let text = format!(
            "{load}#@ {role}\ndef begins():\n    go_on_with(step, 1)\ndef go():\n    note(\"go\", 5)\n{STEP}"
        );
        let mut rules = program(&[TABLE, ("rules/go.star", &text)], DATA);
        let begins = crate::host::book::named(&rules, "begins");
        rules.functions[begins as usize].role = None;
        let start = match role {
            "ready" => Start {
                ready: Some(begins),
                position: vec![crate::host::book::put("field: Guide")],
                ..start(&rules, "go", 1)
            },
            _ => Start { setup: Some(begins), ..start(&rules, "go", 1) },
        };
        let trace = machine(&rules).play(&start);
        let Outcome::Fault(fault) = &trace.outcome else { panic!("{role}: {:?}", trace.outcome) };
        assert!(fault.message.contains("play has not begun"), "{role}: {}", fault.message);
    }
}
