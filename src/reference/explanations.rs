//! All findings as a page, grouped by subject.

use super::made_note;
use base::diagnostic::{Explanation, Severity, explanation_groups};

const INTRODUCTION: &str = "\
# Every finding

What `rulepress check` can find, why, and what to do about it. `rulepress explain CODE` prints the same in a terminal.

An **error** means that an output is not made. A **warning** means: it is made, but look at it. A **note** says what was
repaired or understood. In a single file, of which everything is printed that can be, errors are warnings.

";

/// Returns the text of `docs/reference/findings.md`.
pub fn findings_page() -> String {
    let mut page = made_note("`crates/base/src/diagnostic/explanations/`") + INTRODUCTION;
    for group in explanation_groups() {
        page += &format!("## {}\n\n", group.title);
        group.findings.iter().for_each(|finding| page += &entry(finding));
    }
    page.trim_end().to_owned() + "\n"
}

fn entry(finding: &Explanation) -> String {
    let severity = match finding.code.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Note => "Note",
    };
    let Explanation { meaning, cause, cure, example, .. } = finding;
    let text = format!(
        "### {}\n\n*{severity}.* {meaning}\n\n**Why.** {}\n\n**What to do.** {}\n\n",
        finding.code.name,
        cause.trim(),
        cure.trim()
    );
    if example.is_empty() {
        return text;
    }
    text + &format!("````text\n{}\n````\n\n", example.trim_matches('\n'))
}
