//! The strokes of a line: `-->`, `x==x`, `-.->`, or the `--` before a label.

use super::super::{EdgeHead, EdgeStyle};
use super::reader::is_name_letter;

/// Strokes as written.
#[derive(Debug, Clone, Copy, Default)]
pub struct EdgeStroke {
    pub style: EdgeStyle,
    pub tail: EdgeHead,
    pub head: EdgeHead,
    pub length: usize,
    /// Byte after the strokes.
    pub end: usize,
    /// True if these are only the opening strokes: a label and the closing strokes follow.
    pub opens: bool,
    /// True if its `x` or `o` is written directly before the next word, and may belong to that.
    pub glued: bool,
}

/// Returns the strokes at `at`, if there are any.
pub fn read_stroke(text: &str, at: usize) -> Option<EdgeStroke> {
    let bytes = text.as_bytes();
    let tail = head_written(*bytes.get(at)?, b'<');
    let start = at + usize::from(tail != EdgeHead::None);
    match bytes.get(start..)? {
        [b'-', b'.', ..] => dotted_stroke(text, start, tail),
        [b'-', b'-', ..] => Some(straight_stroke(text, start, tail, EdgeStyle::Solid)),
        [b'=', b'=', ..] => Some(straight_stroke(text, start, tail, EdgeStyle::Thick)),
        [b'~', b'~', b'~', ..] if tail == EdgeHead::None => {
            let count = run_length(bytes, start, b'~');
            let (style, length, end) = (EdgeStyle::Invisible, count - 2, start + count);
            Some(EdgeStroke { style, length, end, ..EdgeStroke::default() })
        }
        _ => None,
    }
}

/// Returns the head that a byte is; an arrow has its own byte at each end.
fn head_written(byte: u8, arrow: u8) -> EdgeHead {
    match byte {
        b'x' => EdgeHead::Cross,
        b'o' => EdgeHead::Circle,
        _ if byte == arrow => EdgeHead::Arrow,
        _ => EdgeHead::None,
    }
}

/// Returns the number of times that `byte` is repeated at `at`.
pub fn run_length(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes[at.min(bytes.len())..].iter().take_while(|found| **found == byte).count()
}

fn straight_stroke(text: &str, start: usize, tail: EdgeHead, style: EdgeStyle) -> EdgeStroke {
    let byte = if style == EdgeStyle::Solid { b'-' } else { b'=' };
    let count = run_length(text.as_bytes(), start, byte);
    let stroke = EdgeStroke { style, tail, ..EdgeStroke::headed(text, start + count) };
    match stroke.head {
        EdgeHead::None => {
            EdgeStroke { opens: count == 2, length: count.saturating_sub(2).max(1), ..stroke }
        }
        EdgeHead::Arrow | EdgeHead::Cross | EdgeHead::Circle => {
            EdgeStroke { length: count - 1, ..stroke }
        }
    }
}

fn dotted_stroke(text: &str, start: usize, tail: EdgeHead) -> Option<EdgeStroke> {
    let bytes = text.as_bytes();
    let length = run_length(bytes, start + 1, b'.');
    let behind = start + 1 + length;
    let style = EdgeStyle::Dotted;
    match bytes.get(behind) {
        Some(b'-') => {
            Some(EdgeStroke { style, tail, length, ..EdgeStroke::headed(text, behind + 1) })
        }
        _ if length == 1 => {
            let opening = EdgeStroke { style, tail, length, end: behind, ..EdgeStroke::default() };
            Some(EdgeStroke { opens: true, ..opening })
        }
        _ => None,
    }
}

impl EdgeStroke {
    /// Returns a stroke with the head at `at`, if there is one.
    fn headed(text: &str, at: usize) -> Self {
        let next = text.as_bytes().get(at);
        let head = next.map_or(EdgeHead::None, |byte| head_written(*byte, b'>'));
        if head == EdgeHead::None {
            return Self { end: at, ..Self::default() };
        }
        let glued = head != EdgeHead::Arrow && text[at + 1..].starts_with(is_name_letter);
        Self { head, end: at + 1, glued, ..Self::default() }
    }
}

/// Returns the strokes that close a label which begins at `from`, on a line that ends at
/// `line_end`, and their first byte. `None` if there are none, or if the candidate is not valid.
pub fn find_closing_stroke(
    text: &str,
    from: usize,
    line_end: usize,
    style: EdgeStyle,
) -> Option<(usize, Option<EdgeStroke>)> {
    let find = |mark: &str| text[from..line_end].find(mark).map(|length| from + length);
    let whole = |at: usize| (at, read_stroke(text, at).filter(|stroke| !stroke.opens));
    match style {
        EdgeStyle::Solid | EdgeStyle::Invisible => find("--").map(whole),
        EdgeStyle::Thick => find("==").map(whole),
        EdgeStyle::Dotted => {
            let (start, stroke) = closing_dots(text, from, find(".-")?);
            Some((start, Some(stroke)))
        }
    }
}

/// Returns the strokes around the `.-` at `at`, which close a dotted line, and their first byte.
fn closing_dots(text: &str, from: usize, at: usize) -> (usize, EdgeStroke) {
    let before = text[from..=at].trim_end_matches('.');
    let length = at + 1 - from - before.len();
    let start = from + before.strip_suffix('-').unwrap_or(before).len();
    let stroke = EdgeStroke::headed(text, at + 2);
    (start, EdgeStroke { style: EdgeStyle::Dotted, length, ..stroke })
}
