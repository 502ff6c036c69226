//! The strokes of a line: `-->`, `x==x`, `-.->`, or the `--` before a label.

use super::super::{Head, Line};
use super::reader::in_id;

/// Strokes as they are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stroke {
    pub(super) line: Line,
    pub(super) tail: Head,
    pub(super) head: Head,
    pub(super) length: usize,
    /// The byte behind it.
    pub(super) end: usize,
    /// Whether it is only the beginning: a label and the rest follow.
    pub(super) opens: bool,
    /// Whether its `x` or `o` is written together with what follows, and may belong to that.
    pub(super) glued: bool,
}

/// The strokes at `at`, if there are any.
pub(super) fn read(text: &str, at: usize) -> Option<Stroke> {
    let bytes = text.as_bytes();
    let tail = match bytes.get(at)? {
        b'<' => Head::Arrow,
        b'x' => Head::Cross,
        b'o' => Head::Circle,
        _ => Head::None,
    };
    let start = at + usize::from(tail != Head::None);
    match bytes.get(start..)? {
        [b'-', b'.', ..] => dotted(text, start, tail),
        [b'-', b'-', ..] => straight(text, start, tail, Line::Solid),
        [b'=', b'=', ..] => straight(text, start, tail, Line::Thick),
        [b'~', b'~', b'~', ..] if tail == Head::None => Some(invisible(bytes, start)),
        _ => None,
    }
}

/// How often `byte` stands at `at`.
pub(super) fn run(bytes: &[u8], at: usize, byte: u8) -> usize {
    bytes[at.min(bytes.len())..].iter().take_while(|found| **found == byte).count()
}

fn straight(text: &str, start: usize, tail: Head, line: Line) -> Option<Stroke> {
    let byte = if line == Line::Solid { b'-' } else { b'=' };
    let count = run(text.as_bytes(), start, byte);
    let (head, end, glued) = head(text, start + count);
    let opens = head == Head::None && count == 2;
    let length = if head == Head::None { count.saturating_sub(2).max(1) } else { count - 1 };
    Some(Stroke { line, tail, head, length, end, opens, glued })
}

fn dotted(text: &str, start: usize, tail: Head) -> Option<Stroke> {
    let bytes = text.as_bytes();
    let dots = run(bytes, start + 1, b'.');
    let behind = start + 1 + dots;
    let stroke = Stroke {
        line: Line::Dotted,
        tail,
        head: Head::None,
        length: dots,
        end: behind,
        opens: true,
        glued: false,
    };
    match bytes.get(behind) {
        Some(b'-') => {
            let (head, end, glued) = head(text, behind + 1);
            Some(Stroke { head, end, glued, opens: false, ..stroke })
        }
        _ if dots == 1 => Some(stroke),
        _ => None,
    }
}

fn invisible(bytes: &[u8], start: usize) -> Stroke {
    let count = run(bytes, start, b'~');
    let (line, none) = (Line::Invisible, Head::None);
    Stroke {
        line,
        tail: none,
        head: none,
        length: count - 2,
        end: start + count,
        opens: false,
        glued: false,
    }
}

/// The head at `at`, the byte behind it, and whether a letter follows it at once.
fn head(text: &str, at: usize) -> (Head, usize, bool) {
    let head = match text.as_bytes().get(at) {
        Some(b'>') => return (Head::Arrow, at + 1, false),
        Some(b'x') => Head::Cross,
        Some(b'o') => Head::Circle,
        _ => return (Head::None, at, false),
    };
    (head, at + 1, text[at + 1..].starts_with(in_id))
}

/// The strokes that close a label which begins at `from`, on a line that ends at `line_end`: where
/// they begin and what they are. `None` when there are none, or when what should be one is none.
pub(super) fn closing(
    text: &str,
    from: usize,
    line_end: usize,
    line: Line,
) -> Option<(usize, Option<Stroke>)> {
    let rest = &text[from..line_end];
    let mark = match line {
        Line::Dotted => ".-",
        Line::Thick => "==",
        _ => "--",
    };
    let mut at = from + rest.find(mark)?;
    if line != Line::Dotted {
        return Some((at, read(text, at).filter(|stroke| !stroke.opens)));
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
    let (head, end, glued) = head(text, behind + 1);
    let none = Head::None;
    Some((at, Some(Stroke { line, tail: none, head, length, end, opens: false, glued })))
}
