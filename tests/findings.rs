//! Every kind of finding: the output of `check` for the cases of `tests/cases/findings` and for the
//! real documents.

use std::path::Path;

use rulepress::diagnostic::code;

use crate::common::{Folder, SEEDS, cases, golden, root, rulepress, seeds};

/// Codes without a case. No text causes `typesetting` or `panic`: they are mistakes of the press and
/// of the program. A text that is `too-large` or `chart-too-large` is no small file: `too_large`
/// below and tests/flowchart/sizes.rs write such texts, tests/layout/fallback.rs those of
/// `chart-fallback`. Only `build` reports `accessibility`, `coarse-picture`, `print-file`, `thick-booklet` and
/// `nothing-made` and `missing-output`; tests/marked.rs shows `lost-note`, tests/printers.rs `printers-file`, tests/limits.rs and tests/writes.rs show `unwritten`, `book-limit`
/// and `file-name`, and no text causes the last: tests/ledger.rs takes words away.
const WITHOUT_CASE: [&str; 27] = [
    "lost-note",
    "printers-file",
    "coarse-picture",
    "small-card",
    "mat-paper",
    "unknown-metric",
    "unbalanced",
    "unsure-balance",
    "other-games",
    "stopped-games",
    "unknown-step",
    "unwritten-scenario",
    "typesetting",
    "panic",
    "too-large",
    "chart-too-large",
    "chart-fallback",
    "accessibility",
    "print-file",
    "thick-booklet",
    "nothing-made",
    "missing-output",
    "unwritten",
    "book-limit",
    "file-name",
    "lost-words",
    "off-the-page",
];

/// Only Linux limits memory.
const LIMITED: [&str; 1] = ["rules-limit-memory"];

#[test]
fn findings() {
    let mut cases = cases("findings");
    cases.retain(|case| cfg!(target_os = "linux") || !LIMITED.contains(&&*stem(case)));
    let wrong: Vec<String> = cases.iter().filter_map(|case| check(case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the output of `check` in the folder of the case, so that its paths are short. A book
/// that holds `theirs.md` plays that text by its rules.
fn check(case: &Path) -> Option<String> {
    let name = case.file_name().and_then(|name| name.to_str()).expect("cases have plain names");
    let folder = case.parent().expect("it lies in a folder");
    let (text, map) = (format!("{name}/theirs.md"), format!("{name}/theirs.toml"));
    let ran = match folder.join(&text).is_file() {
        true => rulepress(folder, &["check", &text, "--rules", name, "--bindings", &map]),
        false => rulepress(folder, &["check", name]),
    };
    assert_eq!(ran.stdout, "", "{name}: findings go to the other stream");
    let text = format!("{}exit code {}\n", ran.stderr, ran.code.expect("it was not killed"));
    golden(&case.with_extension("txt"), &text)
}

/// `check` ends as `build` does, and `build` ends with 1 if and only if an output is missing.
#[test]
fn check_finds_what_build_refuses() {
    let output = Folder::new("findings-build");
    let mut cases = cases("findings");
    cases.retain(|case| cfg!(target_os = "linux") || !LIMITED.contains(&&*stem(case)));
    let wrong: Vec<String> = cases.iter().filter_map(|case| disagree(case, &output)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the differences between `check` and `build` on a case, if there are any.
fn disagree(case: &Path, output: &Folder) -> Option<String> {
    let name = case.file_name().and_then(|name| name.to_str()).expect("cases have plain names");
    let folder = case.parent().expect("it lies in a folder");
    let to = output.path().to_str().expect("it is text");
    let checked = rulepress(folder, &["check", name]);
    let built = rulepress(folder, &["build", name, "-o", to]);
    let has_rulebook = built.stdout.lines().any(|path| path.ends_with("rulebook.pdf"));
    let is_refused = built.code == Some(1);
    let is_missing = !has_rulebook || built.stderr.contains("error[");
    let agree = checked.code == built.code && (is_refused == is_missing || built.code > Some(1));
    (!agree).then(|| {
        let (check, build) = (checked.code, built.code);
        format!(
            "{name}: check {check:?}, build {build:?}, rulebook {has_rulebook}: {}",
            built.stderr
        )
    })
}

#[test]
fn every_kind_has_a_case() {
    let cases: Vec<String> = cases("findings").iter().map(|case| stem(case)).collect();
    for (code, _) in code::ALL.iter().filter(|(code, _)| !WITHOUT_CASE.contains(&code.name)) {
        let own = |case: &&String| {
            case.strip_prefix(code.name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let case = cases.iter().find(own);
        let case =
            case.unwrap_or_else(|| panic!("`{}` has no case in tests/cases/findings", code.name));
        let golden = root().join("tests/cases/findings").join(case).with_extension("txt");
        let text = std::fs::read_to_string(&golden).unwrap_or_default();
        assert!(
            text.contains(&format!("[{}]", code.name)),
            "{} does not show `{}`",
            golden.display(),
            code.name
        );
    }
}

#[test]
fn too_large() {
    let folder = Folder::with("too-large", "rules.md", "# Rules\n\nDraw.\n".repeat(1_400_000));
    let ran = folder.run(&["check", "rules.md"]);
    let text = "error[too-large]: it is larger than 4 MiB\n--> rules.md\n = help: split it into several files\n";
    assert_eq!(ran.stderr, format!("{text}\nrules.md: 1 error\n"));
    assert_eq!(ran.code, Some(5));
}

fn stem(case: &Path) -> String {
    case.file_stem().map(|name| name.to_string_lossy().into_owned()).expect("cases have names")
}

#[test]
fn real_documents() {
    let Some(seeds) = seeds() else { return };
    let mut wrong = Vec::new();
    for name in SEEDS {
        let ran = rulepress(&seeds, &["check", name]);
        let text = format!("{}exit code {}\n", ran.stderr, ran.code.expect("it was not killed"));
        let path = root().join("tests/cases/seeds").join(name).with_extension("txt");
        wrong.extend(golden(&path, &text));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
