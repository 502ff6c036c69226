//! Limits on the cost of pictures, in one place. Each is far above what pictures of games need, and keeps a
//! hostile one below a gigabyte and ten seconds.

/// Most pixels of a picture: an A3 page at 600 dots per inch.
pub const MAX_PIXELS: u64 = 70_000_000;
/// Most bytes of a decoded picture: the press holds up to three copies at once.
pub const MAX_BITMAP: u64 = 288 << 20;
/// Decoded bytes that the pictures of any book may take.
pub const FREE_DECODED: u64 = 384 << 20;
/// Further decoded bytes for each byte of the files: a photograph is about ten times as large once it is
/// decoded, a bomb a thousand times.
pub const DECODED_FOR_STORED: u64 = 16;
/// Most decoded bytes of all pictures together: the press holds them all at once.
pub const MAX_DECODED: u64 = 2 << 30;
/// Most bytes of a colour profile; the largest profiles of print shops have about 3 MB.
pub const MAX_PROFILE: u64 = 8 << 20;

/// Most bytes of the text of a drawing; its parsed form takes fifty times as much.
pub const MAX_SVG: usize = 8 << 20;
/// Most nodes of the text of a drawing.
pub const MAX_NODES: u32 = 600_000;
/// Deepest nesting of a drawing: each level takes stack.
pub const MAX_DEPTH: usize = 100;
/// Most elements of a drawing, including those that are drawn again: used ones, patterns, masks, markers at
/// each corner.
pub const MAX_ELEMENTS: usize = 100_000;
/// Most characters of text in a drawing: each becomes an outline.
pub const MAX_LETTERS: usize = 50_000;
/// Most letters that entities may expand to.
pub const MAX_ENTITIES: usize = 4 << 20;
/// Most comparisons of style rules with elements.
pub const MAX_STYLE_WORK: usize = 20_000_000;
/// Most tries to find the ancestors that style rules such as `g g path` ask for; each takes half a
/// microsecond.
pub const MAX_CLIMBING: u64 = 10_000_000;

/// Longer side of a drawing that becomes a bitmap, in pixels: the width of the text of A4 at the 288 dots per
/// inch of filters.
pub const LONGEST_SIDE: f64 = 2_000.0;
/// Most work on the bitmaps of one drawing, in nanoseconds of one core of 2025.
pub const MAX_WORK: f64 = 4.5e9;
/// Most work on all drawings of a book, each as often as it is shown, in nanoseconds.
pub const MAX_TOTAL_WORK: f64 = 9e9;
/// Most bytes of bitmaps that one drawing holds at once while it is drawn.
pub const MAX_LAYERS: f64 = (320 << 20) as f64;
/// Most octaves of noise; the finest visible noise has eight.
pub const MAX_OCTAVES: u32 = 12;
/// Most waves of noise from the origin to its farthest place: they are counted in 31 bits.
pub const MAX_WAVES: f64 = 1e9;
/// Greatest distance by which a filter may move or blur something, in pixels: fifty times the drawing.
pub const MAX_REACH: f64 = 100_000.0;
