//! Properties that hold for all texts: nothing is lost, nothing panics.
use super::check;
use rulepress::flowchart::print_chart;
use rulepress::flowchart::{apply_fixes, parse_chart};

/// A small generator, so that failures repeat.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides
    }

    fn text(&mut self, pieces: &[&str], most: usize) -> String {
        (0..=self.roll(most)).map(|_| pieces[self.roll(pieces.len())]).collect()
    }
}

const PIECES: &[&str] = &[
    "a", "B", "ü", "word", " ", " ", " x ", "o", "(", ")", "[", "]", "{", "}", "\"", "'", "`", ";",
    "&", "#", "/", "\\", "|", "-", "--", "=", ".", "<", ">", "%", "%%", "@", ":", ",", "?", "!",
    "*", "_", "~", "end", "(x)", "[y]", "\"q\"", "#35;", "&amp;", "1)", "-->", "🂡",
];

/// A label as it is read: single blanks.
fn collapsed(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| if "\"#&<\\`".contains(c) { format!("#{};", c as u32) } else { c.to_string() })
        .collect()
}

const FORMS: &[(&str, &str)] = &[
    ("graph TD\nQ[", "] --> R"),
    ("graph TD\nQ(", ") --> R"),
    ("graph TD\nQ{", "}\nQ --> R[x (y)]"),
    ("graph TD\nQ([", "])"),
    ("graph TD\nQ{{", "}}; R"),
    ("graph TD\nQ -- ", " --> R"),
    ("graph TD\nQ == ", " ==> R"),
    ("graph TD\nQ -. ", " .-> R"),
    ("graph TD\nQ -->|", "| R"),
    ("graph TD\nsubgraph one [", "]\nQ\nend"),
    ("graph TD\nsubgraph ", "\nQ\nend"),
];

fn labels(text: &str) -> Vec<String> {
    let (chart, _) = check(text);
    let nodes = chart.nodes.into_iter().map(|node| node.label);
    let edges = chart.edges.into_iter().filter_map(|edge| edge.label);
    let groups = chart.subgraphs.into_iter().map(|group| group.title);
    nodes.chain(edges).chain(groups).collect()
}

#[test]
fn quoted_labels_keep_every_byte() {
    let mut dice = Dice(1);
    for _ in 0..4000 {
        let text = dice.text(PIECES, 12);
        let (open, close) = FORMS[dice.roll(FORMS.len())];
        let labels = labels(&format!("{open}\"{}\"{close}", escaped(&text)));
        // A line with a blank label has none.
        let said = collapsed(&text);
        assert!(said.is_empty() || labels.contains(&said), "{text:?} {labels:?}");
    }
}

/// Returns the meaning of an unquoted label: entity codes are decoded, and the outer double quotes
/// are removed.
fn meant(text: &str) -> String {
    let text = collapsed(text);
    let inner = text
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .filter(|inner| !inner.contains('"'));
    collapsed(inner.unwrap_or(&text))
        .replace("#35;", "\u{1}")
        .replace("&amp;", "&")
        .replace('\u{1}', "#")
}

#[test]
fn unquoted_labels_keep_every_byte_or_are_errors() {
    let mut dice = Dice(2);
    let mut read = 0;
    for _ in 0..40_000 {
        let text = dice.text(PIECES, 8);
        let form = dice.roll(FORMS.len());
        let (open, close) = FORMS[form];
        let source = format!("{open}{text}{close}");
        if parse_chart(&source).0.is_none() {
            continue;
        }
        read += 1;
        let joined = labels(&source).join("\n");
        let letters =
            |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
        // Text may turn out to be a comment, a line, a second statement; nothing of what is left
        // may be lost.
        let special = ["%%", ";", "--", "==", "~~", ".-", "|", "&", "[", "-->", "`", "@"]
            .iter()
            .any(|s| text.contains(s));
        if !special {
            assert!(letters(&joined).contains(&letters(&meant(&text))), "{source:?} {joined:?}");
        }
        if !special && !text.contains(['(', ')', '{', '}', ']', '/', '\\']) {
            assert!(joined.contains(&meant(&text)), "{source:?} {joined:?}");
        }
    }
    assert!(read > 10_000, "{read}");
}

#[test]
fn any_text_is_read_or_refused() {
    let pieces: Vec<&str> = PIECES
        .iter()
        .copied()
        .chain(["\n", "\n", "A", " --> ", "A[x]", "subgraph ", "end\n", "click ", "@{", "style "])
        .collect();
    let mut dice = Dice(3);
    for _ in 0..60_000 {
        let source = format!("graph TD\n{}", dice.text(&pieces, 14));
        let (chart, remarks) = parse_chart(&source);
        for remark in &remarks {
            assert!(source.get(remark.place.clone()).is_some(), "{source:?} {remark:?}");
        }
        if let Some(chart) = chart {
            let fixed = apply_fixes(&source, &remarks);
            let (again, left) = parse_chart(&fixed);
            assert_eq!(
                again.as_ref().map(print_chart),
                Some(print_chart(&chart)),
                "{source:?} {fixed:?} {left:#?}"
            );
            assert!(left.iter().all(|remark| remark.fix.is_none()), "{source:?} {fixed:?}");
            rulepress::flowchart::lint_chart(&chart);
        }
    }
}
