//! Explanations of each finding: its meaning, its cause and its cure. The texts are in
//! `crates/base/src/diagnostic/explanations/`, a file for each group of findings.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{Code, code};

/// Groups of findings: heading, and the file of their texts.
const GROUPS: [(&str, &str); 9] = [
    ("Files and folders", include_str!("explanations/files.toml")),
    ("The text", include_str!("explanations/text.toml")),
    ("Links, values and pulls", include_str!("explanations/links.toml")),
    ("Tables, data and cards", include_str!("explanations/data.toml")),
    ("Flowcharts", include_str!("explanations/charts.toml")),
    ("Rules", include_str!("explanations/rules.toml")),
    ("Rules and the text they follow", include_str!("explanations/bindings.toml")),
    ("Examples", include_str!("explanations/examples.toml")),
    ("Pages and print", include_str!("explanations/print.toml")),
];

/// Texts of one finding, as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplanationText {
    cause: String,
    cure: String,
    #[serde(default)]
    example: String,
}

/// Explanation of a finding: its meaning, its cause and its cure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Kind of the finding.
    pub code: Code,
    /// Meaning, in one sentence.
    pub meaning: &'static str,
    /// Cause.
    pub cause: String,
    /// Cure.
    pub cure: String,
    /// A few lines that cause the finding; may be empty.
    pub example: String,
}

/// An explanation as data.
#[derive(Debug, Serialize)]
pub struct ExplanationRecord<'a> {
    code: &'a str,
    severity: super::Severity,
    meaning: &'a str,
    cause: &'a str,
    cure: &'a str,
    example: &'a str,
}

impl Explanation {
    /// Returns the explanation as data.
    pub fn record(&self) -> ExplanationRecord<'_> {
        ExplanationRecord {
            code: self.code.name,
            severity: self.code.severity,
            meaning: self.meaning,
            cause: self.cause.trim(),
            cure: self.cure.trim(),
            example: self.example.trim_matches('\n'),
        }
    }
}

/// Explanations of findings about one subject.
#[derive(Debug)]
pub struct ExplanationGroup {
    /// Heading.
    pub title: &'static str,
    /// Explanations, by code.
    pub findings: Vec<Explanation>,
}

static EXPLAINED: LazyLock<Vec<ExplanationGroup>> = LazyLock::new(|| {
    GROUPS
        .iter()
        .map(|(title, text)| {
            let texts: BTreeMap<String, ExplanationText> = toml::from_str(text)
                .unwrap_or_else(|error| panic!("explanations of {title}: {error}"));
            let findings = texts.into_iter().map(|(name, text)| explanation(&name, text));
            ExplanationGroup { title, findings: findings.collect() }
        })
        .collect()
});

fn explanation(name: &str, text: ExplanationText) -> Explanation {
    let known = code::ALL.iter().find(|(code, _)| code.name == name);
    let (code, meaning) = known.unwrap_or_else(|| panic!("no finding is called `{name}`"));
    let ExplanationText { cause, cure, example } = text;
    Explanation { code: *code, meaning, cause, cure, example }
}

/// Returns all explanations, by subject.
pub fn explanation_groups() -> &'static [ExplanationGroup] {
    &EXPLAINED
}

/// Returns the explanation of the finding of this name.
pub fn find_explanation(name: &str) -> Option<&'static Explanation> {
    let mut all = EXPLAINED.iter().flat_map(|group| &group.findings);
    all.find(|finding| finding.code.name == name)
}
