//! Pieces of syntax with the graphs they say: `tests/cases/flowchart/snippets.txt`, renewed by
//! `BLESS=1`.
use super::{check, position};
use rulepress::flowchart::print_chart;

const PATH: &str = "tests/cases/flowchart/snippets.txt";

#[test]
fn snippets_say_what_they_say() {
    let text = std::fs::read_to_string(PATH).expect("the snippets are there");
    let mut renewed = String::new();
    for case in text.split("@@@ ").skip(1) {
        let (name, body) = case.split_once('\n').expect("a name");
        let source = body.split("\n>>>\n").next().expect("a source").trim_end_matches('\n');
        renewed += &format!("@@@ {name}\n{source}\n>>>\n{}\n", said(source));
    }
    if std::env::var("BLESS").is_ok() {
        std::fs::write(PATH, &renewed).expect("writable");
        return;
    }
    let case = |text: &str| -> Vec<String> { text.split("@@@ ").map(str::to_owned).collect() };
    for (old, new) in case(&text).iter().zip(case(&renewed)) {
        assert_eq!(*old, new);
    }
    assert_eq!(text, renewed);
}

fn said(source: &str) -> String {
    let source = source.replace("\\r", "\r");
    let (chart, remarks) = check(&source);
    let mut out = print_chart(&chart);
    for remark in remarks {
        let (line, column) = position(&source, remark.place.start);
        out += &format!("{line}:{column} {}: {}", remark.code.name, remark.message);
        if let Some(fix) = remark.fix {
            out += &format!(" => {:?}", fix.text);
        }
        out += "\n";
    }
    out
}
