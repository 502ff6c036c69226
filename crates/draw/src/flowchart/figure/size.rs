//! Returns the size of the box that a figure needs to hold its words.

use super::FigureShape;
use crate::drawing::Size;

/// Width and height of a small sign, in em.
const SIGN: f64 = 1.6;
/// Length and breadth of a fork.
const FORK: Size = Size::new(6.0, 0.6);
/// Distance from a sign to its words.
pub const SIGN_GAP: f64 = 0.35;

/// Returns the least size of a box for words of a size; `sideways` if lines come from the left or
/// the right.
pub fn figure_size(shape: FigureShape, words: Size, sideways: bool) -> Size {
    use FigureShape::*;
    let Size { width, height } = words;
    let (wide, high) = (width + 1.4, height + 1.0);
    let (wide, high) = match shape {
        Text => (width + 0.6, height + 0.4),
        Card | TaggedProcess | LoopLimit => (wide + 0.8, high + 0.4),
        LinedProcess => (wide + 0.8, high),
        DividedProcess => (wide, high + 0.7),
        WindowPane => (wide + 0.7, high + 0.7),
        Processes => (wide + 0.6, high + 0.6),
        ManualInput => (wide, high + 0.8),
        Delay => (wide + high / 2.0, high),
        Display => (wide + 1.8, high),
        StoredData => (wide + 1.2, high),
        PaperTape => (wide, high + 1.0),
        Document => (wide, high + 0.6),
        LinedDocument => (wide + 0.8, high + 0.6),
        TaggedDocument => (wide + 0.6, high + 0.7),
        Documents => (wide + 0.6, high + 1.2),
        LyingCylinder => (wide + 1.8, high),
        Disk => (wide, high + 1.5),
        DataStore => (wide, high),
        Triangle | FlippedTriangle => (2.0 * (width + 1.0), 2.0 * (height + 0.7)),
        Brace | RightBrace => (width + 1.8, height + 0.6),
        Braces => (width + 2.6, height + 0.6),
        Cloud => (width * 1.25 + 2.4, height * 1.25 + 2.2),
        Bang => (width * 1.35 + 3.0, height * 1.35 + 2.6),
        Start | Stop | Junction | Summary | Hourglass | Bolt | Fork => {
            return sign_size(shape, words, sideways);
        }
    };
    Size::new(wide, high)
}

/// Returns the size of a sign alone or with its words beside it, or below it if lines come from the
/// sides; a fork holds its words.
fn sign_size(shape: FigureShape, size: Size, sideways: bool) -> Size {
    let Size { width, height: words } = size;
    if shape == FigureShape::Fork {
        return match (words > 0.0, sideways) {
            (true, false) => Size::new(FORK.width.max(width + 1.4), words + 0.5),
            (true, true) => Size::new(width + 0.8, FORK.width.max(words + 1.0)),
            (false, false) => FORK,
            (false, true) => Size::new(FORK.height, FORK.width),
        };
    }
    match (words > 0.0, sideways) {
        (false, _) => Size::new(SIGN, SIGN),
        (true, false) => {
            let high = SIGN.max(words);
            Size::new(high + 2.0 * (SIGN_GAP + width), high)
        }
        (true, true) => Size::new(SIGN.max(width + 0.4), SIGN + 2.0 * (SIGN_GAP + words)),
    }
}

/// Returns the size of a sign in a box with words of a height, and true if the words are below it.
pub fn sign_extent(room: Size, words: f64) -> (f64, bool) {
    let Size { width, height } = room;
    if words == 0.0 {
        return (width.min(height), false);
    }
    let below = height - 2.0 * (SIGN_GAP + words);
    if below >= SIGN - 1e-6 { (below, true) } else { (height, false) }
}
