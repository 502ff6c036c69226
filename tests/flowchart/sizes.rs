//! Charts that are too large, or written so that careless reading would take long.
use rulepress::diagnostic::code::CHART_TOO_LARGE;
use rulepress::flowchart::lint_chart;
use rulepress::flowchart::parse_chart;
use std::time::Instant;

fn refused(text: &str) {
    let start = Instant::now();
    let (chart, remarks) = parse_chart(text);
    assert!(chart.is_none());
    let error = remarks.iter().find(|remark| remark.is_fatal()).expect("an error");
    assert_eq!(error.code, CHART_TOO_LARGE, "{}", error.message);
    assert!(start.elapsed().as_secs() < 3, "{:?}", start.elapsed());
}

fn quick(text: &str) {
    let start = Instant::now();
    let (chart, _) = parse_chart(text);
    if let Some(chart) = chart {
        lint_chart(&chart);
    }
    assert!(start.elapsed().as_secs() < 3, "{:?} {:.60}", start.elapsed(), text);
}

#[test]
fn limits() {
    let nodes = |count| (0..count).map(|n| format!("N{n}[x (y)]\n")).collect::<String>();
    let edges =
        |count| (0..count).map(|n| format!("A{} --> B{}\n", n % 50, n % 70)).collect::<String>();
    let deep = |count: usize| format!("{}A\n{}", "subgraph\n".repeat(count), "end\n".repeat(count));
    for (text, most) in
        [(nodes(2000), nodes(2001)), (edges(5000), edges(5001)), (deep(30), deep(31))]
    {
        assert!(parse_chart(&format!("graph TD\n{text}")).0.is_some());
        refused(&format!("graph TD\n{most}"));
    }
    refused(&format!("graph TD\n{}", nodes(10_000)));
    refused(&format!("graph TD\n{}", edges(50_000)));
    refused(&format!("graph TD\n{}", deep(1_000)));
    refused(&format!(
        "graph TD\n{} --> B",
        (0..100).map(|n| format!("A{n}")).collect::<Vec<_>>().join(" & ")
            + " --> "
            + &(0..100).map(|n| format!("B{n}")).collect::<Vec<_>>().join(" & ")
    ));
}

#[test]
fn long_labels() {
    let word = "ä".repeat(2000);
    for (open, close) in [
        ("A[", "]"),
        ("A[\"", "\"]"),
        ("A -- ", " --> B"),
        ("A -->|", "| B"),
        ("A -- \"", "\" --> B"),
    ] {
        assert!(parse_chart(&format!("graph TD\n{open}{word}{close}")).0.is_some(), "{open}");
        refused(&format!("graph TD\n{open}{word}ä{close}"));
        refused(&format!("graph TD\n{open}{}{close}", "x (".repeat(33_334)));
    }
    refused(&format!("graph TD\nsubgraph {word}x\nA\nend"));
}

#[test]
fn hostile_texts() {
    let many = [
        "A[(x) y];",
        "A([1] y);",
        "A[x (y];",
        "A[\"x;",
        "A -- x ",
        "A[[",
        "A[",
        "A{{{x",
        "A((((x",
        "A & ",
        "A-->",
        "%%{",
        "click A \"",
        "A@{",
        "`",
        "\"",
        "A[x \" y];",
        "subgraph x[",
        "end;",
        "#x;",
        "A--",
        "A-.",
        "A -. x ..",
        "A -->|x",
        "A[\"`* _",
        "a.",
        "-",
        "=",
        "x",
        "o--",
        "&",
        "A[/x",
        "A>x",
        "\u{a0}",
        "<",
        ";",
        "A:::x ",
    ];
    for piece in many {
        for glue in ["", "\n"] {
            quick(&format!("graph TD\n{}", format!("{piece}{glue}").repeat(40_000)));
            quick(&format!("graph TD\nA[\"`{}`\"]", format!("{piece}{glue}").repeat(40_000)));
        }
    }
}

#[test]
fn large_charts_are_checked_quickly() {
    let chain: String = (0..1999).map(|n| format!("N{n} -- Yes --> N{}\n", n + 1)).collect();
    quick(&format!("graph TD\n{chain}N1999 --> N0"));
}
