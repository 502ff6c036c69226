//! Break opportunities in words that fit in no column; all other text is unchanged.

use std::borrow::Cow;

use base::font::{self, Face};

/// Length in bytes below which a run fits in any column.
const SHORT: usize = 16;
/// Filled part of the room from which a word breaks after a sign.
const LATE: f64 = 0.6;
/// Invisible character at which a line may break.
pub const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// Returns `text` with zero-width spaces in each word that is wider than `limit` points at `size` points.
pub fn breakable_words(text: &str, face: Face, size: f64, limit: f64) -> Cow<'_, str> {
    if !has_wide_word(text, face, size, limit) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut run = 0.0;
    let mut buffer = [0; 4];
    for c in text.chars() {
        if c.is_whitespace() && !is_no_break_space(c) {
            run = 0.0;
        } else {
            run += font::text_width(c.encode_utf8(&mut buffer), face) * size;
            if run > limit {
                out.push(ZERO_WIDTH_SPACE);
                run = 0.0;
            }
        }
        out.push(c);
        if breaks_well(c) && run > limit * LATE {
            out.push(ZERO_WIDTH_SPACE);
            run = 0.0;
        }
    }
    Cow::Owned(out)
}

fn has_wide_word(text: &str, face: Face, size: f64, limit: f64) -> bool {
    let is_wide = |word: &str| word.len() >= SHORT && font::text_width(word, face) * size > limit;
    text.split_ascii_whitespace().any(is_wide)
}

/// True for a sign after which a word may break.
fn breaks_well(c: char) -> bool {
    matches!(c, '/' | '-' | '_' | '.' | ',' | ';' | ')' | ']') || is_no_break_space(c)
}

/// True for a space that keeps words on one line, as long as a line can hold them.
fn is_no_break_space(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2007}' | '\u{202f}')
}
