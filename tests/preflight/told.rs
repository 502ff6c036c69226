//! The output of the command: places in words, faults of a kind together, data, and the exit code.

use crate::common::{Ran, has_all, root, rulepress};

fn run(arguments: &[&str]) -> Ran {
    let all: Vec<&str> = ["preflight"].iter().chain(arguments).copied().collect();
    rulepress(root(), &all)
}

const PRESS: &str = "tests/preflight/press.toml";

#[test]
fn a_good_file_ends_well() {
    let ran = run(&["tests/preflight/reportlab-good.pdf", "--profile", PRESS, "--trim", "105x148"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stderr, "tests/preflight/reportlab-good.pdf: no findings\n");
}

#[test]
fn faults_come_with_page_and_place() {
    let ran = run(&["tests/preflight/reportlab-colours.pdf", "--profile", PRESS]).ended(1);
    let told = "error[print-file]: page 7, 20 mm from the left, 90 mm from the top, 30 x 15 mm: \
        an area is transparent (transparency)";
    has_all(&ran.stderr, &[told, "warning[print-file]: page 5, "]);
    assert!(ran.stderr.ends_with("1 warning\n"), "{}", ran.stderr);
}

#[test]
fn many_faults_of_a_kind_are_one_line() {
    let ran = run(&["tests/preflight/reportlab-edges.pdf", "--profile", PRESS])
        .says("]: pages 1-4, 8, 5 places: a background or a picture ends");
    assert_eq!(ran.stderr.matches("(bleed-not-painted)").count(), 1, "{}", ran.stderr);
    let each = run(&["tests/preflight/reportlab-edges.pdf", "--profile", PRESS, "-v"]);
    assert_eq!(each.stderr.matches("(bleed-not-painted)").count(), 5, "{}", each.stderr);
}

#[test]
fn faults_come_as_data() {
    let path = "tests/preflight/ghostscript-fonts.pdf";
    let ran = run(&[path, "--profile", PRESS, "--format", "json"]);
    let data = ran.json();
    let file = &data[0];
    assert_eq!((file["file"].as_str(), file["pages"].as_u64()), (Some(path), Some(1)));
    let fault = &file["faults"][0];
    assert_eq!(fault["kind"], "font-not-embedded");
    assert_eq!((fault["page"].as_u64(), fault["severity"].as_str()), (Some(1), Some("error")));
    assert!((fault["place"]["x"].as_f64().expect("a number") - 20.0).abs() < 0.5, "{fault}");
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_looked_at() {
    let good = "tests/preflight/reportlab-good.pdf";
    let ran = run(&["tests/preflight/press.toml", good, "--profile", PRESS]);
    assert_eq!(ran.code, Some(1));
    has_all(
        &ran.stderr,
        &["error[unreadable]: it is not a PDF", "reportlab-good.pdf: no findings"],
    );
}

#[test]
fn wrong_use_is_said() {
    assert_eq!(run(&["nowhere.pdf"]).code, Some(2));
    let good = "tests/preflight/reportlab-good.pdf";
    assert_eq!(run(&[good, "--profile", "nothing"]).code, Some(2));
    assert_eq!(run(&[good, "--trim", "105"]).code, Some(2));
}
