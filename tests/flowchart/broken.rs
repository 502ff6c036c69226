//! Charts that cannot be read, or can be read in two ways.
use super::position;
use rulepress::diagnostic::Code;
use rulepress::diagnostic::code::{
    CHART_AMBIGUOUS as AMBIGUOUS, CHART_KIND as KIND, CHART_NAME as NAME, CHART_SYNTAX as SYNTAX,
    CHART_TOO_LARGE as TOO_LARGE,
};
use rulepress::flowchart::parse_chart;

/// Text, line and column of the first error, its code.
const CASES: &[(&str, (usize, usize), Code)] = &[
    ("", (1, 1), KIND),
    ("A --> B", (1, 1), KIND),
    ("sequenceDiagram\nA->>B: x", (1, 1), KIND),
    ("\n  pie title X", (2, 3), KIND),
    ("graph XY\nA", (1, 7), SYNTAX),
    ("graph TD A --> B", (1, 10), SYNTAX),
    ("graph TD", (1, 9), SYNTAX),
    ("---\ntitle: x\ngraph TD\nA", (1, 1), SYNTAX),
    ("graph TD\nA\ngraph LR\nB", (3, 1), SYNTAX),
    ("graph TD\nA -->", (2, 3), SYNTAX),
    ("graph TD\nA -->\nB", (2, 3), SYNTAX),
    ("graph TD\nA --> B & \nC", (2, 11), SYNTAX),
    ("graph TD\n--> B", (2, 1), SYNTAX),
    ("graph TD\nA B", (2, 3), SYNTAX),
    ("graph TD\nA -> B", (2, 3), SYNTAX),
    ("graph TD\nA[x] => B", (2, 6), SYNTAX),
    ("graph TD\nA -->> B", (2, 6), SYNTAX),
    ("graph TD\nA[Start --> B[End]", (2, 2), SYNTAX),
    ("graph TD\nA[Start\nB --> A", (2, 2), SYNTAX),
    ("graph TD\nA{x --> B(y)", (2, 2), SYNTAX),
    ("graph TD\nA[\"x] --> B", (2, 3), SYNTAX),
    ("graph TD\nA[see [1] --> B[x]", (2, 2), AMBIGUOUS),
    ("graph TD\nA[x --> B]", (2, 5), AMBIGUOUS),
    ("graph TD\nA[foo] bar]", (2, 8), SYNTAX),
    ("graph TD\nA[foo] B[bar]", (2, 8), SYNTAX),
    ("graph TD\nA[foo (bar] --> B[baz) qux]", (2, 11), AMBIGUOUS),
    ("graph TD\nA[5\" disc] --> B[3\" disc]", (2, 10), AMBIGUOUS),
    ("graph TD\nA[\"say \"x\" now\"]", (2, 3), AMBIGUOUS),
    ("graph TD\nA[(x) y)]", (2, 8), AMBIGUOUS),
    ("graph TD\nA[]", (2, 3), SYNTAX),
    ("graph TD\nA --- oB\nA---oB", (3, 5), AMBIGUOUS),
    ("graph TD\nA --oops--> B", (2, 5), AMBIGUOUS),
    ("graph TD\nA -- a -- b --> C", (2, 8), SYNTAX),
    ("graph TD\nA -- text\nB", (2, 3), SYNTAX),
    ("graph TD\nA -- text---> B", (2, 9), AMBIGUOUS),
    ("graph TD\nA -- a --> |b| C", (2, 3), SYNTAX),
    ("graph TD\nA -->|x B", (2, 6), SYNTAX),
    ("graph TD\nA -->|| B", (2, 7), SYNTAX),
    ("graph TD\nA&B --> C", (2, 2), AMBIGUOUS),
    ("graph TD\nA[x] --> B\nA[y]", (3, 2), NAME),
    ("graph TD\nA[x] --> B\nA(x)", (3, 2), NAME),
    ("graph TD\nA --> end", (2, 7), SYNTAX),
    ("graph TD\nend --> A", (2, 1), SYNTAX),
    ("graph TD\nA\nend", (3, 1), SYNTAX),
    ("graph TD\nsubgraph x\nA", (2, 1), SYNTAX),
    ("graph TD\nsubgraph x\nsubgraph x\nA\nend\nend", (3, 10), NAME),
    ("graph TD\nsubgraph x\nA --> x\nend", (3, 7), NAME),
    ("graph TD\nsubgraph x\nA\nend\nx[Label]", (5, 1), NAME),
    ("graph TD\nsubgraph x\nA\nend\nsubgraph x\nB\nend", (5, 10), NAME),
    ("graph TD\nsubgraph x\nA\nend\nx", (5, 1), NAME),
    ("graph TD\nsubgraph x(Title)\nA\nend", (2, 11), AMBIGUOUS),
    ("graph TD\nsubgraph x [Title\nA\nend", (2, 12), SYNTAX),
    ("graph TD\nA\ndirection LR", (3, 1), SYNTAX),
    ("graph TD\nA@{ shape: dodecahedron }", (2, 12), SYNTAX),
    ("graph TD\nA@{ shape: lean_right }", (2, 12), SYNTAX),
    ("graph TD\nA@{ shape: doc }\nA@{ shape: hex }", (3, 12), NAME),
    ("graph TD\nA@{ shape: doc }\nA[x]", (3, 2), NAME),
    ("graph ><\nA", (1, 7), SYNTAX),
    ("graph TD\nA@{ shape: rect", (2, 2), SYNTAX),
    ("graph TD\nA@{ colour: red }", (2, 5), SYNTAX),
    ("graph TD\nA\nclick B \"#x\"", (3, 7), NAME),
    ("graph TD\nA\nclick A https://x", (3, 14), SYNTAX),
    ("graph TD\nA\n%% wait: A B", (3, 12), NAME),
    ("graph TD\nA\n%% link: A -> draw", (3, 9), SYNTAX),
    ("graph TD\nstyle --> B\nclass A", (3, 1), SYNTAX),
    ("graph TD\n%%{init: {}\nA", (2, 1), SYNTAX),
    ("graph TD\nA[x]:::", (2, 5), SYNTAX),
    ("graph TD\nA(-x-)", (2, 2), SYNTAX),
    ("graph TD\nä[ö (ü)] ß[x]", (2, 10), SYNTAX),
];

#[test]
fn errors_stand_at_their_places() {
    let mut wrong = String::new();
    for (text, place, code) in CASES {
        let (chart, remarks) = parse_chart(text);
        assert!(chart.is_none(), "{text}");
        let error = remarks.iter().find(|remark| remark.is_fatal()).expect("an error");
        assert!(!error.message.is_empty() && !error.hint.is_empty());
        let found = (position(text, error.place.start), error.code);
        if found != (*place, *code) {
            wrong += &format!("{text:?}: {found:?} {}\n", error.message);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn other_kinds_are_named() {
    let (_, remarks) = parse_chart("%% x\nsequenceDiagram\nA->>B: x");
    assert_eq!(remarks.len(), 1);
    assert_eq!(remarks[0].message, "this is a `sequenceDiagram`, not a flowchart");
}

#[test]
fn errors_of_several_lines_are_all_named() {
    let (_, remarks) = parse_chart("graph TD\nA[x --> B\nC D\nsubgraph y [\nE -->\nend\nF[ok (1)]");
    let lines: Vec<usize> = remarks
        .iter()
        .filter(|remark| remark.is_fatal())
        .map(|remark| remark.place.start)
        .collect();
    assert_eq!(lines.len(), 4, "{remarks:#?}");
    assert!(remarks.iter().all(|remark| remark.code != TOO_LARGE));
}
