//! Findings about the sense of charts.
use super::check;
use rulepress::flowchart::{ChartedSection, lint_chart, prose_exits};

fn found(text: &str) -> Vec<String> {
    let (chart, _) = check(&format!("graph TD\n{text}"));
    let name = |remark: rulepress::flowchart::ChartFinding| {
        format!("{} {}", &remark.code.name["chart-".len()..], remark.message)
    };
    lint_chart(&chart).into_iter().map(name).collect()
}

fn codes(text: &str) -> String {
    let found = found(text);
    found.iter().map(|line| line.split(' ').next().unwrap_or("")).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_remark() {
    for (text, expected) in [
        ("A --> B", ""),
        ("A{x?} -- Yes --> B\nA -- No --> C([End])\nB --> C", ""),
        ("A --> B\nC --> B", "unreachable"),
        ("A --> B\nC --> D --> C\nD --> B", "unreachable"),
        ("B --> C\nA --> B", ""),
        ("A --> B\nC --> D", ""),
        ("A --- B\nC --- B", ""),
        ("A{x?} -- Yes --> B\nA -- No --> C", "dead-end dead-end"),
        ("A{x?} -- Yes --> B\nA -- No --> C[Proceed to Draw Phase]", "dead-end"),
        ("A{x?} -- Yes --> B\nA -- No --> C[Illegal: revert]", ""),
        ("A{x?} -- Yes --> B\nA -- No --> C([Done])\n%% link: B -> #x", ""),
        ("A --> B{x}", "dead-end"),
        ("A{x} --> B", "one-exit"),
        ("A{x?} -- Yes --> B", "missing-answer"),
        ("A{x?} -- Yes (a) --> B\nA -- Yes (b) --> C\nB --> C", "missing-answer"),
        ("A{x?} -- Yes --> B\nA -- Otherwise --> C\nB --> C", ""),
        ("A{x?} -- Yes --> B\nA -- yes --> B", "missing-answer same-answer"),
        ("A{x?} -- Yes --> B\nA --> B", "no-answer"),
        ("A{x?} --> B\nA --> C\nB --> C", "no-answer"),
        ("A --> B & C\nB & C --> D", ""),
        ("A -- x --> B\nA -- y --> C\nB --> C", "branch"),
        ("F@{ shape: fork }\nF -- Players --> B\nF -- Players --> C\nF --> D\nB & C & D --> E", ""),
        ("A --> F@{ shape: join }\nF -- Yes --> C", ""),
        ("A --> B --> C --> B", "endless"),
        ("A --> B --> B", "endless"),
        ("A --> B --> C --> B\nC --> D", ""),
        ("A --> B --> C --> B\nclick C \"#x\"", ""),
        ("A --> one\nsubgraph one\nB --> C\nend\none --> D", ""),
        ("A --> B\nsubgraph one\nB\nend\none --> D", ""),
        ("A ~~~ B", ""),
        ("A", ""),
    ] {
        assert_eq!(codes(text), expected, "{text} {:?}", found(text));
    }
}

#[test]
fn ways_out_in_words() {
    let names = [
        ("7. Draw Phase", "draw-phase"),
        ("8. Main Phase", "main-phase"),
        ("End Phase", "end-phase"),
        ("End Phase Actions", "end-phase-actions"),
        ("Combat", "combat"),
        ("Combat", "combat-2"),
    ]
    .map(|(title, anchor)| ChartedSection { title: title.to_owned(), anchor: anchor.to_owned() });
    let text =
        "graph TD\nA[Proceed to Draw Phase]\nB[Go to the main phase]\nC(End Phase Begins)\nD[Return to Main Phase]
E[Start of Draw Phase]\nF[Proceed to Combat]\nG[Proceed to End Phase Actions]\nH[Go to Draw Phase or go to Main Phase]
I[Proceed to Main Phases]\nJ[See End Phase]";
    let (chart, _) = check(text);
    let found: Vec<String> = prose_exits(&chart, &names.each_ref())
        .into_iter()
        .map(|(node, anchor)| format!("{} {anchor}", chart.nodes[node].id))
        .collect();
    assert_eq!(
        found,
        [
            "A draw-phase",
            "B main-phase",
            "C end-phase",
            "D main-phase",
            "G end-phase-actions",
            "J end-phase"
        ]
    );
}
