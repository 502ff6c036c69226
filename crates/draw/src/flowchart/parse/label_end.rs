//! Finds the end of a label without double quotes, by counting brackets.

use super::super::NodeShape;
use super::shape::LabelBracket;

/// The end of an unquoted label.
pub struct LabelEnd {
    /// Byte of its closer.
    pub at: usize,
    pub closer: &'static str,
    pub shape: NodeShape,
    /// True if half a closer was skipped.
    pub stray: bool,
}

impl LabelEnd {
    /// Returns the byte after the closer.
    pub fn behind(&self) -> usize {
        self.at + self.closer.len()
    }
}

/// The kinds of brackets, as they open and close.
const KINDS: [(u8, u8); 3] = [(b'[', b']'), (b'(', b')'), (b'{', b'}')];

/// Number of open brackets of each kind.
#[derive(Default, PartialEq)]
struct BracketDepth([usize; KINDS.len()]);

impl BracketDepth {
    fn after(bytes: &[u8], counted: &[u8]) -> Self {
        let mut depth = Self::default();
        for byte in bytes {
            depth.count(*byte, counted);
        }
        depth
    }

    fn is_open(&self) -> bool {
        *self != Self::default()
    }

    /// Counts a bracket of one of the kinds; true if it closes a bracket that was not opened.
    fn count(&mut self, byte: u8, counted: &[u8]) -> bool {
        for (depth, (open, close)) in self.0.iter_mut().zip(KINDS) {
            if !counted.contains(&open) {
                continue;
            }
            if byte == open {
                *depth += 1;
            } else if byte == close {
                let stray = *depth == 0;
                *depth = depth.saturating_sub(1);
                return stray;
            }
        }
        false
    }
}

/// Returns the ends of the brackets, longest first, up to the first that is certain. No longer
/// bracket closes after the shortest, apart from its own length.
pub fn find_label_ends(
    bytes: &[u8],
    start: usize,
    fitting: &[&'static LabelBracket],
) -> Vec<(&'static LabelBracket, LabelEnd)> {
    let shortest =
        fitting.last().and_then(|last| last.scan_for_closer(bytes, start + last.open.len()));
    let mut found = Vec::new();
    for bracket in fitting {
        let length = bracket.open.len();
        let limit = shortest.as_ref().map_or(bytes.len(), |end| bytes.len().min(end.at + length));
        if let Some(end) = bracket.scan_for_closer(&bytes[..limit], start + length) {
            let certain = !end.stray;
            found.push((*bracket, end));
            if certain {
                break;
            }
        }
    }
    found
}

impl LabelBracket {
    /// Returns the first closer outside all brackets of its own kinds.
    fn scan_for_closer(&self, bytes: &[u8], from: usize) -> Option<LabelEnd> {
        let mut depth = BracketDepth::default();
        let mut stray = false;
        for at in from..bytes.len() {
            if !depth.is_open()
                && let Some((closer, shape)) = self
                    .close
                    .iter()
                    .copied()
                    .find(|(closer, _)| bytes[at..].starts_with(closer.as_bytes()))
            {
                return Some(LabelEnd { at, closer, shape, stray });
            }
            stray |= depth.count(bytes[at], self.counted);
        }
        None
    }
}

/// True if a bracket or double quote that is open within a label is closed after it, so that the
/// label could go on.
pub fn label_goes_on(inner: &[u8], outer: &[u8]) -> bool {
    let has_open_quote = inner.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
    has_open_quote && outer.contains(&b'"')
        || KINDS.into_iter().any(|(open, close)| {
            BracketDepth::after(inner, &[open]).is_open() && closes_unopened(outer, open, close)
        })
}

/// True if a bracket closes that was not opened before.
fn closes_unopened(bytes: &[u8], open: u8, close: u8) -> bool {
    let mut depth = 0_usize;
    for byte in bytes {
        if *byte == open {
            depth += 1;
        } else if *byte == close {
            if depth == 0 {
                return true;
            }
            depth -= 1;
        }
    }
    false
}
