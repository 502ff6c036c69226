//! Walks through charts of a text that may not be touched.

use rulepress::engine::trace::Outcome;

use super::book::{book, lines, load_foreign, play, told};
use super::walks::{CALLS, CHART, TABLE, TEXT};
use crate::common::Folder;

/// The procedure as another author draws it: no ids, other boxes, other answers.
const THEIRS: &str = r##"# 7. Flow

## Card Activation

```mermaid
graph TD
A[Announce] --> B{2. Check Elements}
B -- No --> Z[Activation Illegal]
B -- Fine --> I[8. Pay Costs]
I -- Not Payable --> Z
I -- Costs Paid --> D[End]
```
"##;

const BINDINGS: &str = r##"
[places]
"#cards" = ""
"#activation" = "#card-activation"
"#resolution" = ""

[charts]
"#card-activation" = "#card-activation"

[boxes."#card-activation"]
Check = "B"
Pay = "I"
Illegal = "Z"
Thank = ""
Done = "D"

[answers."#card-activation"]
"Yes" = "Fine"
"Cannot Pay" = "Not Payable"
"##;

fn theirs(name: &str, bindings: &str) -> Folder {
    let folder = Folder::new(name);
    book(&folder, TEXT, &[("chart", CHART), ("table", TABLE), ("calls", CALLS)]);
    folder.write("theirs.md", THEIRS);
    folder.write("theirs.toml", bindings);
    folder
}

#[test]
fn boxes_and_labels_of_the_other_text_are_walked() {
    let folder = theirs("walk-theirs", BINDINGS);
    let (program, found) = load_foreign(&folder);
    assert!(!found.contains("error") && !found.contains("unmapped"), "{found}");
    let trace = play(&program, "#activation", None);
    assert_eq!(trace.outcome, Outcome::Finished, "{found}");
    let walked = &lines(&program, &trace)[1..7];
    assert_eq!(
        walked,
        [
            "box A  @card-activation/A",
            "box B Fine @card-activation/B",
            "pay You coins 5 > 2 @card-activation/I",
            "box I Costs Paid @card-activation/I",
            "box D  @card-activation/D",
            "count You coins 2 > 3 @card-activation",
        ]
    );
    let sentences = told(&program, &trace);
    assert_eq!(sentences[2], "1 box 2: Check Elements: Fine.");
    assert_eq!(sentences.last().map(String::as_str), Some("1: You: nothing happens."));
}

#[test]
fn what_the_bindings_leave_open_is_found() {
    let less = BINDINGS.replace("Check = \"B\"\n", "Check = \"Q\"\n").replace("Thank = \"\"\n", "");
    let folder = theirs("walk-theirs-open", &less.replace("\"Not Payable\"", "\"Never\""));
    let (_, found) = load_foreign(&folder);
    for wanted in [
        "error[stray-box]: their chart has no box `Q`",
        "error[unbound-box]: no function answers the box `B` of `#card-activation`",
        "error[stray-answer]: no exit of their chart has the answer \"Never\"",
        "error[stray-answer]: the box `I` has no exit \"Cannot Pay\"",
        "warning[unmapped-place]: the chart that is walked has no box `Thank`",
    ] {
        assert!(found.contains(wanted), "{wanted}\n{found}");
    }
}

#[test]
fn a_chart_that_the_other_text_has_not_is_ours() {
    let none = BINDINGS.replace(
        "\"#card-activation\" = \"#card-activation\"\n\n[boxes",
        "\"#card-activation\" = \"\"\n\n[boxes",
    );
    let folder = theirs("walk-theirs-none", &none);
    let (program, found) = load_foreign(&folder);
    assert!(!found.contains("error"), "{found}");
    let trace = play(&program, "#activation", None);
    assert_eq!(lines(&program, &trace)[2], "box Check Yes (go on) @cards:card-activation/Check");
}

#[test]
fn the_players_respond_where_the_bindings_say_so() {
    let waits = BINDINGS.replace("[boxes.", "[waits]\n\"#card-activation\" = \"B D\"\n\n[boxes.");
    let folder = theirs("walk-theirs-waits", &waits);
    let (program, found) = load_foreign(&folder);
    assert!(!found.contains("error"), "{found}");
    let trace = play(&program, "#activation", None);
    let walked = &lines(&program, &trace)[1..8];
    assert_eq!(
        walked,
        [
            "box A  @card-activation/A",
            "pass You  @card-activation/B",
            "box B Fine @card-activation/B",
            "pay You coins 5 > 2 @card-activation/I",
            "box I Costs Paid @card-activation/I",
            "pass You  @card-activation/D",
            "box D  @card-activation/D",
        ]
    );
    let wrong = waits
        .replace("\"B D\"", "\"B Q\"")
        .replace("[waits]\n", "[waits]\n\"#card-activaton\" = \"A\"\n");
    let (_, found) = load_foreign(&theirs("walk-theirs-waits-wrong", &wrong));
    for wanted in [
        "error[stray-box]: their chart has no box `Q`",
        "error[dangling-binding]: the rules' own book has no chart `#card-activaton`",
        "did you mean `#card-activation`?",
    ] {
        assert!(found.contains(wanted), "{wanted}\n{found}");
    }
}
