//! Places of tokens on sheets. In: the tokens with their counts, a page and the bleed round each. Out: tokens
//! in rows, sheet by sheet; lengths are in millimetres from the top left corner.

use serde::{Deserialize, Serialize};

use crate::set::values::Line;
use base::size::Size;

/// A kind of token to be placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TokenBox {
    /// Its trim.
    pub size: Size,
    /// Number of copies.
    pub count: usize,
    /// True if straight cuts from edge to edge separate it.
    pub straight: bool,
}

/// A token on a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TokenPlace {
    /// Index of its kind.
    pub token: usize,
    /// Left edge of its trim.
    pub x: f64,
    /// Top edge of its trim.
    pub y: f64,
}

/// The area of a sheet for tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SheetRoom {
    /// Its left edge.
    pub left: f64,
    /// Its top edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Bleed round each token.
    pub bleed: f64,
    /// True if rows end at the right edge; else they are centred.
    pub against_right: bool,
}

/// A row of tokens, of which the first is the highest.
struct TokenRow {
    sheet: usize,
    top: f64,
    height: f64,
    width: f64,
    tokens: Vec<usize>,
}

/// The sheets with tokens in rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PackedTokens {
    /// The tokens of each sheet.
    pub sheets: Vec<Vec<TokenPlace>>,
    /// Heights on each sheet at which a straight cut from edge to edge separates tokens.
    pub cuts: Vec<Vec<f64>>,
}

/// Places tokens in rows, the highest first; a lower token is put at the end of a row with room for it.
///
/// # Errors
/// When a token does not fit the room; the error is its index.
pub fn pack_tokens(tokens: &[TokenBox], room: &SheetRoom) -> Result<PackedTokens, usize> {
    let outer = |nth: usize| tokens[nth].size.grown(room.bleed);
    let fits = |nth: &usize| {
        let Size { width, height } = outer(*nth);
        width <= room.width + 1e-6 && height <= room.height + 1e-6
    };
    let mut order: Vec<usize> = (0..tokens.len()).filter(|nth| tokens[*nth].count > 0).collect();
    if let Some(large) = order.iter().find(|nth| !fits(nth)) {
        return Err(*large);
    }
    order.sort_by(|one, other| {
        let (one, other) = (outer(*one), outer(*other));
        other.height.total_cmp(&one.height).then(other.width.total_cmp(&one.width))
    });
    let mut rows: Vec<TokenRow> = Vec::new();
    // Copies go to the row of the one before, or to a later one: no earlier row has room.
    for nth in order {
        let Size { width, height } = outer(nth);
        let mut from = 0;
        for _ in 0..tokens[nth].count {
            let open = rows[from..].iter().position(|row| {
                row.height + 1e-6 >= height && row.width + width <= room.width + 1e-6
            });
            from = match open {
                Some(at) => from + at,
                None => {
                    rows.push(next_row(rows.last(), height, room));
                    rows.len() - 1
                }
            };
            rows[from].width += width;
            rows[from].tokens.push(nth);
        }
    }
    Ok(places_of(&rows, tokens, room))
}

/// Returns an empty row below the last one, or on the next sheet.
fn next_row(last: Option<&TokenRow>, height: f64, room: &SheetRoom) -> TokenRow {
    let below = last.map_or((0, room.top), |row| (row.sheet, row.top + row.height));
    let fits = below.1 + height <= room.top + room.height + 1e-6;
    let (sheet, top) = if fits { below } else { (below.0 + 1, room.top) };
    TokenRow { sheet, top, height, width: 0.0, tokens: Vec::new() }
}

fn places_of(rows: &[TokenRow], tokens: &[TokenBox], room: &SheetRoom) -> PackedTokens {
    let widest = rows.iter().map(|row| row.width).fold(0.0, f64::max);
    let free = room.width - widest;
    let left = room.left + if room.against_right { free } else { free / 2.0 };
    let mut packed = PackedTokens::default();
    for row in rows {
        if packed.sheets.len() <= row.sheet {
            packed.sheets.push(Vec::new());
            packed.cuts.push(Vec::new());
        }
        let mut x = left;
        for nth in &row.tokens {
            let place = TokenPlace { token: *nth, x: x + room.bleed, y: row.top + room.bleed };
            packed.sheets[row.sheet].push(place);
            x += tokens[*nth].size.width + 2.0 * room.bleed;
        }
        let high = row.height - 2.0 * room.bleed;
        let is_straight = |nth: &usize| tokens[*nth].straight && tokens[*nth].size.height == high;
        if row.tokens.iter().all(is_straight) {
            packed.cuts[row.sheet].extend([row.top + room.bleed, row.top + room.bleed + high]);
        }
    }
    packed
}

/// Returns short lines in the margins at both ends of straight cuts, on a page of this width whose printer
/// cannot reach its `edge`.
pub fn cut_marks(levels: &[f64], tokens: &[TokenPlace], width: f64, edge: f64) -> Vec<Line> {
    let first = tokens.iter().map(|place| place.x).fold(width, f64::min);
    let near = (first - 2.5).max(edge + 0.5);
    let mark = |level: &f64| {
        [
            ((edge.min(near), *level), (near, *level)),
            ((width - near, *level), (width - edge.min(near), *level)),
        ]
    };
    levels.iter().flat_map(mark).collect()
}
