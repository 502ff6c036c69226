//! Findings in the text of a chart, and the edits that fix them.

use std::ops::Range;

use base::diagnostic::{Code, Severity, code};

/// A finding in a chart's text.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartFinding {
    /// Code, with its severity.
    pub code: Code,
    /// Bytes of the chart's text that it is about.
    pub place: Range<usize>,
    /// Message: lower case, no full stop, names in backticks.
    pub message: String,
    /// Hint: what to write instead.
    pub hint: String,
    /// Edit that `check --fix` makes.
    pub fix: Option<TextEdit>,
}

/// An edit of a chart's text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextEdit {
    /// Bytes that are replaced.
    pub place: Range<usize>,
    /// Text that replaces them.
    pub text: String,
}

impl ChartFinding {
    /// Returns a finding without a fix.
    pub fn new(
        code: Code,
        place: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        Self { code, place, message: message.into(), hint: hint.into(), fix: None }
    }

    /// Returns the finding with the edit that fixes it.
    #[must_use]
    pub fn with_fix(self, place: Range<usize>, text: impl Into<String>) -> Self {
        Self { fix: Some(TextEdit { place, text: text.into() }), ..self }
    }

    /// True if the chart cannot be drawn until the finding is fixed.
    pub fn is_fatal(&self) -> bool {
        self.code.severity == Severity::Error || self.code == code::CHART_KIND
    }
}

/// Applies the fixes of all findings: the result is the same chart and needs no further fix.
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
