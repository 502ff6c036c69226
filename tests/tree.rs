//! The tree of small documents: each case of `tests/cases/document` has its tree beside it.

use std::path::Path;

use rulepress::diagnostic::Findings;
use rulepress::document;

use crate::common::{cases, golden, root};

#[test]
fn trees() {
    let wrong: Vec<String> = cases("document").iter().filter_map(|case| check(case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(case: &Path) -> Option<String> {
    let mut findings = Findings::default();
    let (_, manuscript) = document::load(case, &mut findings)
        .unwrap_or_else(|error| panic!("{}: {error:#}", case.display()));
    let mut text = document::print_tree(&manuscript.document);
    findings.sort();
    for finding in &findings.0 {
        text += &format!("{}: {}\n", finding.code.name, finding.message);
    }
    let folder = format!("{}/", root().join("tests/cases/document").display());
    let text = text.replace(&folder, "");
    golden(&case.with_extension("txt"), &text)
}
