//! What each finding means, why it comes and what to do about it. The texts stand in
//! `crates/base/src/diagnostic/explanations/`, a file for each group of findings.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{Code, code};

/// The groups of findings: heading, and the file of their texts.
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

/// The texts of one finding, as they are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExplanationText {
    cause: String,
    cure: String,
    #[serde(default)]
    example: String,
}

/// What a finding means, why it comes, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The finding.
    pub code: Code,
    /// What it says, in one sentence.
    pub meaning: &'static str,
    /// Why it comes.
    pub cause: String,
    /// What to do about it.
    pub cure: String,
    /// A few lines that bring it; may be empty.
    pub example: String,
}

/// One explanation as data.
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
    /// As data.
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

/// Explanations of findings about one thing.
#[derive(Debug)]
pub struct ExplanationGroup {
    /// Its heading.
    pub title: &'static str,
    /// By code.
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

/// All explanations, by what the findings are about.
pub fn explanation_groups() -> &'static [ExplanationGroup] {
    &EXPLAINED
}

/// The explanation of the finding of this name.
pub fn find_explanation(name: &str) -> Option<&'static Explanation> {
    let mut all = EXPLAINED.iter().flat_map(|group| &group.findings);
    all.find(|finding| finding.code.name == name)
}
