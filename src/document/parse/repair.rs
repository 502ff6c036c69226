//! Repairs of a text before it is parsed. In: the text as read. Out: a text of the same length, in
//! which every byte keeps its place, that means what the author meant.

use super::attributes;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{SourceId, Span};

/// `text` with stray fences blanked; Windows line ends and a byte-order mark are reported, the
/// parser skips them.
pub(super) fn repair_text(source: SourceId, text: &str, findings: &mut Findings) -> String {
    if text.starts_with('\u{feff}') {
        let span = Span::new(source, 0..3);
        findings.push(Diagnostic::at(
            code::BYTE_ORDER_MARK,
            span,
            "the text opens with a byte-order mark; it was skipped",
        ));
    }
    if let Some(at) = text.find("\r\n") {
        let count = text.matches("\r\n").count();
        let message = format!("{count} Windows line ends were read as line ends");
        findings.push(Diagnostic::at(code::LINE_ENDS, Span::new(source, at..at + 1), message));
    }
    let mut repaired = text.to_owned();
    for (start, end) in stray_fences(source, text, findings) {
        repaired.replace_range(start..end, &" ".repeat(end - start));
    }
    repaired
}

/// A fence line: its character, how many, and what follows.
struct CodeFence<'a> {
    mark: u8,
    count: usize,
    info: &'a str,
}

fn read_fence(line: &str) -> Option<CodeFence<'_>> {
    let trimmed = line.trim_start_matches(' ');
    let mark = *trimmed.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let count = trimmed.bytes().take_while(|b| *b == mark).count();
    let info = trimmed[count..].trim();
    let fits = count >= 3 && line.len() - trimmed.len() < 4;
    (fits && !(mark == b'`' && info.contains('`'))).then_some(CodeFence { mark, count, info })
}

/// A fence that is open while lines are read.
struct OpenFence<'a> {
    fence: CodeFence<'a>,
    start: usize,
    end: usize,
    blank: bool,
}

/// The byte ranges of lone fences that would swallow a real one: nothing but blank lines stands
/// between the two.
fn stray_fences(source: SourceId, text: &str, findings: &mut Findings) -> Vec<(usize, usize)> {
    let mut strays = Vec::new();
    let mut open: Option<OpenFence<'_>> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        let found = read_fence(line.trim_end());
        open = match (open, found) {
            (Some(before), Some(fence)) if before.is_stray_before(&fence) => {
                findings.push(stray_fence(source, &before));
                strays.push((before.start, before.end));
                Some(OpenFence { fence, start, end, blank: true })
            }
            (Some(before), Some(fence)) if before.closes(&fence) => None,
            (Some(before), _) => {
                Some(OpenFence { blank: before.blank && line.trim().is_empty(), ..before })
            }
            (None, found) => found.map(|fence| OpenFence { fence, start, end, blank: true }),
        };
        start += line.len();
    }
    if let Some(open) = open {
        let message = "this fence is not closed before the end of the text";
        let hint = format!(
            "write {} on a line of its own where the block ends",
            "`".repeat(open.fence.count)
        );
        findings.push(
            Diagnostic::at(code::UNCLOSED_FENCE, Span::new(source, open.start..open.end), message)
                .hint(hint),
        );
    }
    strays
}

impl OpenFence<'_> {
    fn is_stray_before(&self, next: &CodeFence<'_>) -> bool {
        self.blank
            && self.fence.info.is_empty()
            && !next.info.is_empty()
            && self.fence.mark == next.mark
    }

    fn closes(&self, next: &CodeFence<'_>) -> bool {
        next.info.is_empty() && next.mark == self.fence.mark && next.count >= self.fence.count
    }
}

fn stray_fence(source: SourceId, open: &OpenFence<'_>) -> Diagnostic {
    let span = Span::new(source, open.start..open.end);
    Diagnostic::at(
        code::STRAY_FENCE,
        span,
        "a lone fence would swallow the block below it; it was left out",
    )
    .hint("delete this line")
}

/// The language and the attributes of an info string: `mermaid {#id}`.
pub(super) fn read_info_string(info: &str) -> (String, crate::document::Attributes) {
    let (language, rest) = match info.find(['{', ' ', '\t']) {
        Some(at) => (info[..at].trim(), info[at..].trim()),
        None => (info.trim(), ""),
    };
    let inside = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let attributes =
        inside.and_then(|(inside, _)| attributes::read_attributes(inside)).unwrap_or_default();
    (language.to_owned(), attributes)
}
