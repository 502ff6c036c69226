//! Repairs of a text before it is parsed. In: the text, as read. Out: a text of the same length that has the
//! intended meaning; no byte moves.

use std::borrow::Cow;
use std::ops::Range;

use super::attributes;
use super::blocks::lines_from;
use super::front::TextStart;
use crate::Attributes;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::{SourceId, Span};

/// Blanks stray fences of `text` from its start on, and reports Windows line ends and a byte-order mark,
/// which the parser skips.
pub fn repair_text<'t>(
    source: SourceId,
    text: &'t str,
    start: TextStart,
    findings: &mut Findings,
) -> Cow<'t, str> {
    if text_start(text) > 0 {
        let message = "the text begins with a byte-order mark, which was skipped";
        findings.push(Diagnostic::at(code::BYTE_ORDER_MARK, Span::new(source, 0..3), message));
    }
    if let Some(at) = text.find("\r\n") {
        let count = text.matches("\r\n").count();
        let message = format!("{count} line endings of Windows were read as plain line endings");
        findings.push(Diagnostic::at(code::LINE_ENDS, Span::new(source, at..at + 1), message));
    }
    let mut repaired = Cow::Borrowed(text);
    let strays = stray_fences(source, text, start.at, findings);
    for stray in strays.into_iter().chain(start.blanked) {
        let blanks = " ".repeat(stray.len());
        repaired.to_mut().replace_range(stray, &blanks);
    }
    repaired
}

/// First byte of a text, behind its byte-order mark if it has one.
pub fn text_start(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// A fence line: its character, their count, and the text behind.
struct CodeFence<'a> {
    mark: u8,
    count: usize,
    info: &'a str,
}

fn read_fence(line: &str) -> Option<CodeFence<'_>> {
    let trimmed = line.trim_start_matches(' ');
    let mark = *trimmed.as_bytes().first().filter(|byte| matches!(byte, b'`' | b'~'))?;
    let count = trimmed.bytes().take_while(|byte| *byte == mark).count();
    let info = trimmed[count..].trim();
    let fits = count >= 3 && line.len() - trimmed.len() < 4;
    (fits && !(mark == b'`' && info.contains('`'))).then_some(CodeFence { mark, count, info })
}

/// A fence that is open while lines are read.
struct OpenFence<'a> {
    fence: CodeFence<'a>,
    place: Range<usize>,
    /// True while only blank lines are behind it.
    blank: bool,
}

/// Returns the byte ranges of lone fences that would swallow a real one: only blank lines are between the
/// two.
fn stray_fences(
    source: SourceId,
    text: &str,
    base: usize,
    findings: &mut Findings,
) -> Vec<Range<usize>> {
    let mut strays = Vec::new();
    let mut open: Option<OpenFence<'_>> = None;
    for (start, line) in lines_from(&text[base..], base) {
        let place = start..start + line.trim_end().len();
        let below = &text[start + line.len()..];
        if let Some(stray) = read_line(&mut open, line.trim_end(), place, below) {
            let span = Span::new(source, stray.clone());
            let message = "this line of backticks or tildes begins no block; it was left out";
            findings.report(code::STRAY_FENCE, span, message, "delete this line");
            strays.push(stray);
        }
    }
    if let Some(open) = open {
        report_unclosed_fence(source, &open, findings);
    }
    strays
}

/// Reads one line, which has `below` after it. Returns the place of the open fence if the line shows that it
/// is stray.
fn read_line<'a>(
    open: &mut Option<OpenFence<'a>>,
    line: &'a str,
    place: Range<usize>,
    below: &str,
) -> Option<Range<usize>> {
    let found = read_fence(line);
    let Some(before) = open else {
        *open = found.map(|fence| OpenFence::new(fence, place));
        return None;
    };
    match found {
        Some(fence) if before.is_stray_before(&fence) && fence.holds_text(below) => {
            let stray = std::mem::replace(before, OpenFence::new(fence, place));
            return Some(stray.place);
        }
        Some(fence) if before.fence.is_closed_by(&fence) => *open = None,
        _ => before.blank &= line.trim().is_empty(),
    }
    None
}

impl CodeFence<'_> {
    /// Reports whether there is text between the fence and its closing fence, if `below` follows.
    fn holds_text(&self, below: &str) -> bool {
        let first = below.lines().find(|line| !line.trim().is_empty());
        first.is_some_and(|line| !read_fence(line).is_some_and(|next| self.is_closed_by(&next)))
    }

    fn is_closed_by(&self, next: &CodeFence<'_>) -> bool {
        next.info.is_empty() && next.mark == self.mark && next.count >= self.count
    }
}

impl<'a> OpenFence<'a> {
    fn new(fence: CodeFence<'a>, place: Range<usize>) -> Self {
        Self { fence, place, blank: true }
    }
}

impl OpenFence<'_> {
    fn is_stray_before(&self, next: &CodeFence<'_>) -> bool {
        let (own, other) = (&self.fence, next);
        self.blank && own.info.is_empty() && !other.info.is_empty() && own.mark == other.mark
    }
}

fn report_unclosed_fence(source: SourceId, open: &OpenFence<'_>, findings: &mut Findings) {
    let message = "this fence is not closed before the end of the text";
    let fence = "`".repeat(open.fence.count);
    let hint = format!("write {fence} on a line of its own where the block ends");
    findings.report(code::UNCLOSED_FENCE, Span::new(source, open.place.clone()), message, hint);
}

/// Reads the language and the attributes of an info string: `mermaid {#id}`.
pub fn read_info_string(info: &str) -> (String, Attributes) {
    let (language, rest) = info.split_at(info.find(['{', ' ', '\t']).unwrap_or(info.len()));
    (language.trim().to_owned(), braced_attributes(rest).unwrap_or_default())
}

fn braced_attributes(text: &str) -> Option<Attributes> {
    let (inside, _) = text.trim().strip_prefix('{')?.split_once('}')?;
    attributes::read_attributes(inside)
}
