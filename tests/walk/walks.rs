//! Walks through charts of the rules' own book.

use rulepress::engine::trace::{Act, Outcome};
use rulepress::example::command::{Coverage, Reached};

use super::book::{book, lines, load, play, told};
use crate::common::{Folder, has_all};

/// A card is activated for its cost.
pub(super) const TEXT: &str = r##"# Cards {#cards}

## Activation {#activation}

A card is activated.

```mermaid {#card-activation}
graph TD
Announce["Announce the card."] --> Check{"Are its elements enabled?"}
Check -- No --> Illegal(["Activation illegal"])
Check -- "Yes (go on)" --> Pay["Pay the costs"]
Pay -- Cannot Pay --> Illegal
Pay -- Costs Paid --> Thank["Give thanks"]
Thank --> Done(["The card is activated"])
%% link: Done -> #resolution
```

## Resolution {#resolution}

The card is resolved.
"##;

pub(super) const CHART: &str = r##"#@ chart #card-activation
load("table.star", "coins", "you")

def Check(cost):
    return "YES" if cost < 9 else "No"

def Pay(cost):
    if you.count(coins) < cost:
        return "Cannot Pay"
    you.add(coins, -cost, verb = "pay")
    return "costs  paid"

def Thank(cost):
    note("skip", you)

# A helper is no box.
def helper():
    pass
"##;

pub(super) const TABLE: &str = "you = player(\"You\")\ncoins = counter(\"coins\")\n";

pub(super) const CALLS: &str = r##"load("table.star", "coins", "you")

#@ #activation
def activate():
    you.add(coins, 5)
    note("skip", you, [1 if walk("#card-activation", cost) == "Illegal" else 0 for cost in [3, 3, 9]])

#@ #resolution
def resolve(cost):
    you.add(coins, 1)
"##;

fn cards(name: &str, chart: &str) -> Folder {
    let folder = Folder::new(name);
    book(&folder, TEXT, &[("chart", chart), ("table", TABLE), ("calls", CALLS)]);
    folder
}

#[test]
fn a_walk_is_told_and_cited() {
    let folder = cards("walk-told", CHART);
    let (program, found) = load(&folder);
    assert_eq!(found, "");
    let trace = play(&program, "#activation", None);
    assert_eq!(trace.outcome, Outcome::Finished);
    assert_eq!(
        told(&program, &trace)[1..8],
        [
            "1.1 box 1: Announce the card.",
            "1.1 box 2: Are its elements enabled? Yes (go on).",
            "1.1 box 4: You pay 3 coins.",
            "1.1 box 4: Pay the costs: Costs Paid.",
            "1.1 box 5: You: nothing happens.",
            "1.1 box 6: The card is activated.",
            "1.2: You now has 3 coins.",
        ]
    );
    let walked = &lines(&program, &trace)[1..9];
    assert_eq!(
        walked,
        [
            "box Announce  @card-activation/Announce",
            "box Check Yes (go on) @card-activation/Check",
            "pay You coins 5 > 2 @card-activation/Pay",
            "box Pay Costs Paid @card-activation/Pay",
            "skip You  @card-activation/Thank",
            "box Thank  @card-activation/Thank",
            "box Done  @card-activation/Done",
            "count You coins 2 > 3 @resolution",
        ]
    );
}

#[test]
fn a_walk_gives_the_box_where_it_ends() {
    let folder = cards("walk-ends", CHART);
    let (program, _) = load(&folder);
    let trace = play(&program, "#activation", None);
    let Some(Act::Note { numbers, .. }) = trace.records.last().map(|record| &record.act) else {
        panic!("the last event is a note");
    };
    assert_eq!(numbers, &[0, 0, 1]);
    let boxes = trace.records.iter().filter(|record| matches!(record.act, Act::Box { .. }));
    assert_eq!(boxes.count(), 5 + 5 + 3);
}

#[test]
fn what_no_walk_takes_is_listed() {
    let folder = cards("walk-coverage", CHART);
    let (program, _) = load(&folder);
    let mut reached = Reached::default();
    reached.add(&play(&program, "#activation", None));
    let text = Coverage::of(&program, &reached).report().text;
    assert!(text.contains("boxes of charts    6 of 6 (100 %)"), "{text}");
    assert!(text.contains("exits of charts    3 of 4 (75 %)"), "{text}");
    assert!(text.contains("1.1 box 4  #card-activation/Pay  \"Cannot Pay\""), "{text}");
}

#[test]
fn a_play_stops_at_a_box() {
    let folder = cards("walk-stops", CHART);
    let (program, _) = load(&folder);
    for (until, events) in
        [("#card-activation", 1), ("#card-activation Announce", 1), ("#card-activation Pay", 3)]
    {
        let trace = play(&program, "#activation", Some(until));
        assert_eq!(trace.outcome, Outcome::Stopped, "{until}");
        assert_eq!(trace.records.len(), events, "{until}");
    }
}

#[test]
fn a_wrong_answer_names_the_exits() {
    let folder =
        cards("walk-wrong", &CHART.replace("return \"costs  paid\"", "return \"Paid\".strip()"));
    let (program, found) = load(&folder);
    assert_eq!(found, "");
    let Outcome::Fault(fault) = play(&program, "#activation", None).outcome else {
        panic!("it is no answer")
    };
    assert_eq!(
        fault.message,
        "the box `Pay` was answered with \"Paid\", which is not one of its exits"
    );
    assert_eq!(fault.hint.as_deref(), Some("its exits are \"Cannot Pay\", \"Costs Paid\""));
    assert_eq!(fault.module, "rules/calls.star");
}

#[test]
fn a_chart_without_a_module_can_not_be_walked() {
    let folder = Folder::new("walk-unknown");
    let calls = "#@ #activation\ndef activate():\n    walk(\"#card-activate\")\n";
    let resolve = "#@ #resolution\ndef resolve(cost):\n    pass\n";
    book(
        &folder,
        TEXT,
        &[("chart", CHART), ("table", TABLE), ("calls", &format!("{calls}\n{resolve}"))],
    );
    let (program, found) = load(&folder);
    let wanted = "error[stray-walk]: no module opens with `#@ chart #card-activate`";
    has_all(&found, &[wanted, "did you mean `#card-activation`?"]);
    let Outcome::Fault(fault) = play(&program, "#activation", None).outcome else {
        panic!("there is none")
    };
    assert_eq!(fault.message, "no module opens with `#@ chart #card-activate`");
    assert_eq!(fault.hint.as_deref(), Some("did you mean `#card-activation`?"));
}

/// A chart that leads into another one and comes back, and one that never ends.
const LOOPS: &str = r##"# Turn {#turn}

```mermaid {#outer}
graph TD
First["First"] --> Inner["The inner chart"]
Inner --> Last(["Last"])
%% link: Inner -> #inner-chart
%% link: Last -> #endless
```

```mermaid {#inner-chart}
graph TD
subgraph Frame
One["One"] --> Two(["Two"])
end
Frame --> Three(["Three"])
```

```mermaid {#endless}
graph TD
Begin["Begin"] --> Again["Again"]
Again --> Begin
```
"##;

#[test]
fn charts_lead_into_charts_and_have_bounds() {
    let folder = Folder::new("walk-loops");
    let modules = [
        ("a", "#@ chart #outer\n#@ #turn\ndef turn():\n    walk(\"#outer\")\n"),
        ("b", "#@ chart #inner-chart\n\n#@ box Two\ndef two():\n    note(\"skip\")\n"),
        ("c", "#@ chart #endless\n"),
    ];
    book(&folder, LOOPS, &modules);
    let (program, found) = load(&folder);
    assert!(!found.contains("error"), "{found}");
    let trace = play(&program, "#turn", None);
    assert_eq!(
        trace.outcome,
        Outcome::Limit { what: "a walk through more than 10000 boxes in one turn".to_owned() }
    );
    let ids = trace.records.iter().filter_map(|record| match &record.act {
        Act::Box(passed) => Some(passed.id.as_str()),
        _ => None,
    });
    let first: Vec<&str> = ids.take(8).collect();
    assert_eq!(first, ["First", "Inner", "One", "Two", "Three", "Last", "Begin", "Again"]);
}

/// An attempt that fails takes a walk back, but the walked boxes are not forgotten.
#[test]
fn a_failed_attempt_takes_a_walk_back() {
    let folder = Folder::new("walk-attempt");
    let calls = r##"load("table.star", "coins", "you")

def tries(cost):
    return walk("#card-activation", cost) != "Illegal"

#@ #activation
def activate():
    attempt(tries, 1)

#@ #resolution
def resolve(cost):
    pass
"##;
    book(&folder, TEXT, &[("chart", CHART), ("table", TABLE), ("calls", calls)]);
    let (program, found) = load(&folder);
    assert_eq!(found, "");
    let trace = play(&program, "#activation", None);
    assert_eq!(trace.records.len(), 5, "four boxes stay told");
    assert!(matches!(trace.records[4].act, Act::Attempt { .. }));
    assert_eq!(trace.walked.len(), 4);
}

/// The inner chart leads on from its end, once to a chart and once to a rule.
const BACK: &str = r##"# Turn {#turn}

```mermaid {#outer}
graph TD
First["First"] --> Inner["The inner chart"]
Inner --> Last(["Last"])
%% link: Inner -> #inner-chart
%% link: Last -> #rule
```

```mermaid {#inner-chart}
graph TD
One["One"] --> Two(["Two"])
%% link: Two -> #outer
```

## Rule {#rule}

It is carried out.
"##;

/// Returns the boxes of a walk that `call` begins, and how often the rule was carried out.
fn boxes(name: &str, call: &str) -> (Vec<String>, usize) {
    let folder = Folder::new(name);
    let turn = format!(
        "#@ chart #outer\n#@ #turn\ndef turn():\n    {call}\n\n#@ #rule\ndef rule():\n    note(\"rule\")\n"
    );
    book(&folder, BACK, &[("a", &turn), ("b", "#@ chart #inner-chart\n")]);
    let (program, found) = load(&folder);
    assert!(!found.contains("error"), "{found}");
    let trace = play(&program, "#turn", None);
    assert_eq!(trace.outcome, Outcome::Finished);
    let id = |act: &Act| match act {
        Act::Box(passed) => Some(passed.id.clone()),
        _ => None,
    };
    let rules = trace.records.iter().filter(|record| record.verb == "rule").count();
    (trace.records.iter().filter_map(|record| id(&record.act)).collect(), rules)
}

#[test]
fn a_walk_that_comes_back_ends_at_its_first_end() {
    let whole = ["First", "Inner", "One", "Two", "Last"];
    assert_eq!(boxes("walk-leads-on", "walk(\"#outer\")"), (whole.map(str::to_owned).to_vec(), 1));
    assert_eq!(
        boxes("walk-back", "walk(\"#outer\", back = True)"),
        (whole.map(str::to_owned).to_vec(), 0)
    );
    let inner = ["One", "Two"].map(str::to_owned).to_vec();
    assert_eq!(boxes("walk-back-inner", "walk(\"#inner-chart\", back = True)"), (inner.clone(), 0));
    let on = [inner, whole.map(str::to_owned).to_vec()].concat();
    assert_eq!(boxes("walk-on-inner", "walk(\"#inner-chart\")"), (on, 1));
}
