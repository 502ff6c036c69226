//! What a picture may cost, in one place: each limit is far above what pictures of games need, and
//! keeps a hostile one below a gigabyte and ten seconds.

/// The most pixels of a picture: an A3 page at 600 dots an inch.
pub const MAX_PIXELS: u64 = 70_000_000;
/// The most bytes of a picture once it is decoded: the press holds up to three copies at once.
pub const MAX_BITMAP: u64 = 288 << 20;
/// Bytes that the decoded pictures of any book may take.
pub const FREE_DECODED: u64 = 384 << 20;
/// Bytes more for each byte of the files: a photograph is about ten times as large once it is
/// decoded, a bomb a thousand times.
pub const DECODED_FOR_STORED: u64 = 16;
/// The most bytes all pictures together may have once they are decoded: the press holds them all
/// at once.
pub const MAX_DECODED: u64 = 2 << 30;
/// The most bytes of a colour profile; the largest of print shops have about 3 MB.
pub const MAX_PROFILE: u64 = 8 << 20;

/// The most bytes of the text of a drawing; what is made of it takes fifty times as much.
pub const MAX_SVG: usize = 8 << 20;
/// The most nodes of the text of a drawing.
pub const MAX_NODES: u32 = 600_000;
/// Drawings nested deeper than this are not drawn: each level takes stack.
pub const MAX_DEPTH: usize = 100;
/// The most elements of a drawing, with those that are drawn again: used ones, patterns, masks,
/// markers at each corner.
pub const MAX_ELEMENTS: usize = 100_000;
/// The most characters of text in a drawing: each becomes an outline.
pub const MAX_LETTERS: usize = 50_000;
/// The most letters that entities may stand for.
pub const MAX_ENTITIES: usize = 4 << 20;
/// The most comparisons of style rules with elements.
pub const MAX_STYLE_WORK: usize = 20_000_000;
/// The most tries to find the ancestors that style rules such as `g g path` ask for; each takes half
/// a millionth of a second.
pub const MAX_CLIMBING: u64 = 10_000_000;

/// The larger side of a drawing where it becomes a bitmap, in pixels: the width of the text of A4 at
/// the 288 dots an inch that filters are drawn with.
pub const LONGEST_SIDE: f64 = 2_000.0;
/// The most work on the bitmaps of one drawing, in nanoseconds of one core of 2025.
pub const MAX_WORK: f64 = 4.5e9;
/// The most work on all drawings of a book, each as often as it is shown.
pub const MAX_TOTAL_WORK: f64 = 9e9;
/// The most bytes that one drawing holds in bitmaps at once while it is drawn.
pub const MAX_LAYERS: f64 = (320 << 20) as f64;
/// The finest noise that can be seen has eight octaves.
pub const MAX_OCTAVES: u32 = 12;
/// The most waves of noise from the origin to its farthest place: they are counted in 31 bits.
pub const MAX_WAVES: f64 = 1e9;
/// How far a filter may move or blur something, in pixels: fifty times the drawing.
pub const MAX_REACH: f64 = 100_000.0;
