//! Where a label without double quotes ends, by counting brackets.

use super::super::NodeShape;
use super::shape::LabelBracket;

/// Where an unquoted label ends.
pub(super) struct LabelEnd {
    /// The byte of its closer.
    pub(super) at: usize,
    pub(super) closer: &'static str,
    pub(super) shape: NodeShape,
    /// Whether half a closer was passed over.
    pub(super) stray: bool,
}

/// Where the brackets close, longest first, up to the first that closes beyond doubt. No longer one
/// closes behind the shortest, but for its own length.
pub(super) fn find_label_ends(
    bytes: &[u8],
    start: usize,
    end: usize,
    fitting: &[&'static LabelBracket],
) -> Vec<(&'static LabelBracket, LabelEnd)> {
    let last = fitting
        .last()
        .and_then(|bracket| scan_for_closer(&bytes[..end], start + bracket.open.len(), bracket));
    let mut found = Vec::new();
    for bracket in fitting {
        let end = last.as_ref().map_or(end, |close| end.min(close.at + bracket.open.len()));
        if let Some(close) = scan_for_closer(&bytes[..end], start + bracket.open.len(), bracket) {
            let certain = !close.stray;
            found.push((*bracket, close));
            if certain {
                break;
            }
        }
    }
    found
}

/// The first closer outside of all brackets of its own kinds.
fn scan_for_closer(bytes: &[u8], from: usize, bracket: &LabelBracket) -> Option<LabelEnd> {
    let mut depth = [0_usize; 3];
    let mut stray = false;
    for at in from..bytes.len() {
        if depth == [0; 3] {
            for (closer, shape) in bracket.close {
                if bytes[at..].starts_with(closer.as_bytes()) {
                    return Some(LabelEnd { at, closer, shape: *shape, stray });
                }
            }
        }
        stray |= count_bracket(&mut depth, bytes[at], bracket.counted);
    }
    None
}

/// Counts a bracket of one of the kinds; true if it closes what was not opened.
fn count_bracket(depth: &mut [usize; 3], byte: u8, counted: &[u8]) -> bool {
    for (kind, (open, close)) in [(b'[', b']'), (b'(', b')'), (b'{', b'}')].into_iter().enumerate()
    {
        if !counted.contains(&open) {
            continue;
        }
        if byte == open {
            depth[kind] += 1;
        } else if byte == close {
            let stray = depth[kind] == 0;
            depth[kind] = depth[kind].saturating_sub(1);
            return stray;
        }
    }
    false
}

/// Whether a bracket or double quote that is open within a label is closed behind it: then the
/// label could go on.
pub(super) fn label_goes_on(inner: &[u8], outer: &[u8]) -> bool {
    let quotes = inner.iter().filter(|byte| **byte == b'"').count();
    let brackets = [b"[", b"(", b"{"];
    quotes % 2 == 1 && outer.contains(&b'"')
        || brackets.into_iter().any(|kind| bracket_goes_on(inner, outer, kind))
}

fn bracket_goes_on(inner: &[u8], outer: &[u8], kind: &[u8]) -> bool {
    let mut depth = [0; 3];
    for byte in inner {
        count_bracket(&mut depth, *byte, kind);
    }
    let open = depth != [0; 3];
    let mut depth = [0; 3];
    open && outer.iter().any(|byte| count_bracket(&mut depth, *byte, kind))
}
