//! What is found in the text of a chart, and the edits that mend it.

use std::ops::Range;

use base::diagnostic::{Code, Severity, code};

/// Something to say about a chart's text.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartFinding {
    /// What kind.
    pub code: Code,
    /// Bytes of the chart's text.
    pub place: Range<usize>,
    /// Lower case, no full stop, names in backticks.
    pub message: String,
    /// What to write instead.
    pub hint: String,
    /// The edit that `check --fix` makes.
    pub fix: Option<TextEdit>,
}

/// An edit of a chart's text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextEdit {
    /// Bytes that are replaced.
    pub place: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

impl ChartFinding {
    /// A finding without a fix.
    pub fn new(
        code: Code,
        place: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self { code, place, message: message.into(), hint: hint.into(), fix: None }
    }

    /// The same with the edit that mends it.
    #[must_use]
    pub fn with_fix(self, place: Range<usize>, text: impl Into<String>) -> Self {
        Self { fix: Some(TextEdit { place, text: text.into() }), ..self }
    }

    /// Whether nothing can be drawn until it is mended.
    pub fn is_fatal(&self) -> bool {
        self.code.severity == Severity::Error || self.code == code::CHART_KIND
    }
}

/// The text with the fixes of all findings applied: it says the same chart, and needs no further
/// fix.
pub fn apply_fixes(text: &str, findings: &[ChartFinding]) -> String {
    let mut fixes = Vec::from_iter(findings.iter().filter_map(|finding| finding.fix.as_ref()));
    fixes.sort_by_key(|fix| (fix.place.start, fix.place.end));
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in fixes {
        if edit.place.start >= done {
            out += &text[done..edit.place.start];
            out += &edit.text;
            done = edit.place.end;
        }
    }
    out + &text[done..]
}
