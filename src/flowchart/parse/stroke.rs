//! The strokes of a line: `-->`, `x==x`, `-.->`, or the `--` before a label.

use super::super::{EdgeHead, EdgeStyle};
use super::reader::is_name_letter;

/// Strokes as they are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct EdgeStroke {
    pub(super) style: EdgeStyle,
    pub(super) tail: EdgeHead,
    pub(super) head: EdgeHead,
    pub(super) length: usize,
    /// The byte behind it.
    pub(super) end: usize,
    /// Whether it is only the beginning: a label and the rest follow.
    pub(super) opens: bool,
    /// Whether its `x` or `o` is written together with what follows, and may belong to that.
    pub(super) glued: bool,
}

/// The strokes at `at`, if there are any.
pub(super) fn read_stroke(text: &str, at: usize) -> Option<EdgeStroke> {
    let bytes = text.as_bytes();
    let tail = match bytes.get(at)? {
        b'<' => EdgeHead::Arrow,
        b'x' => EdgeHead::Cross,
        b'o' => EdgeHead::Circle,
        _ => EdgeHead::None,
    };
    let start = at + usize::from(tail != EdgeHead::None);
    match bytes.get(start..)? {
        [b'-', b'.', ..] => dotted_stroke(text, start, tail),
        [b'-', b'-', ..] => straight_stroke(text, start, tail, EdgeStyle::Solid),
        [b'=', b'=', ..] => straight_stroke(text, start, tail, EdgeStyle::Thick),
        [b'~', b'~', b'~', ..] if tail == EdgeHead::None => Some(invisible_stroke(bytes, start)),
        _ => None,
    }
}

/// How often `byte` stands at `at`.
pub(super) fn run_length(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes[at.min(bytes.len())..].iter().take_while(|found| **found == byte).count()
}

fn straight_stroke(
    text: &str,
    start: usize,
    tail: EdgeHead,
    line: EdgeStyle,
) -> Option<EdgeStroke> {
    let byte = if line == EdgeStyle::Solid { b'-' } else { b'=' };
    let count = run_length(text.as_bytes(), start, byte);
    let (head, end, glued) = stroke_head(text, start + count);
    let opens = head == EdgeHead::None && count == 2;
    let length = if head == EdgeHead::None { count.saturating_sub(2).max(1) } else { count - 1 };
    Some(EdgeStroke { style: line, tail, head, length, end, opens, glued })
}

fn dotted_stroke(text: &str, start: usize, tail: EdgeHead) -> Option<EdgeStroke> {
    let bytes = text.as_bytes();
    let dots = run_length(bytes, start + 1, b'.');
    let behind = start + 1 + dots;
    let stroke = EdgeStroke {
        style: EdgeStyle::Dotted,
        tail,
        head: EdgeHead::None,
        length: dots,
        end: behind,
        opens: true,
        glued: false,
    };
    match bytes.get(behind) {
        Some(b'-') => {
            let (head, end, glued) = stroke_head(text, behind + 1);
            Some(EdgeStroke { head, end, glued, opens: false, ..stroke })
        }
        _ if dots == 1 => Some(stroke),
        _ => None,
    }
}

fn invisible_stroke(bytes: &[u8], start: usize) -> EdgeStroke {
    let count = run_length(bytes, start, b'~');
    let (line, none) = (EdgeStyle::Invisible, EdgeHead::None);
    EdgeStroke {
        style: line,
        tail: none,
        head: none,
        length: count - 2,
        end: start + count,
        opens: false,
        glued: false,
    }
}

/// The head at `at`, the byte behind it, and whether a letter follows it at once.
fn stroke_head(text: &str, at: usize) -> (EdgeHead, usize, bool) {
    let head = match text.as_bytes().get(at) {
        Some(b'>') => return (EdgeHead::Arrow, at + 1, false),
        Some(b'x') => EdgeHead::Cross,
        Some(b'o') => EdgeHead::Circle,
        _ => return (EdgeHead::None, at, false),
    };
    (head, at + 1, text[at + 1..].starts_with(is_name_letter))
}

/// The strokes that close a label which begins at `from`, on a line that ends at `line_end`: where
/// they begin and what they are. `None` when there are none, or when what should be one is none.
pub(super) fn find_closing_stroke(
    text: &str,
    from: usize,
    line_end: usize,
    line: EdgeStyle,
) -> Option<(usize, Option<EdgeStroke>)> {
    let rest = &text[from..line_end];
    let mark = match line {
        EdgeStyle::Dotted => ".-",
        EdgeStyle::Thick => "==",
        _ => "--",
    };
    let mut at = from + rest.find(mark)?;
    if line != EdgeStyle::Dotted {
        return Some((at, read_stroke(text, at).filter(|stroke| !stroke.opens)));
    }
    let bytes = text.as_bytes();
    let behind = at + 1;
    while at > from && bytes[at - 1] == b'.' {
        at -= 1;
    }
    let length = behind - at;
    if at > from && bytes[at - 1] == b'-' {
        at -= 1;
    }
    let (head, end, glued) = stroke_head(text, behind + 1);
    let none = EdgeHead::None;
    Some((at, Some(EdgeStroke { style: line, tail: none, head, length, end, opens: false, glued })))
}
