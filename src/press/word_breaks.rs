//! Break opportunities in words that no column could hold; all other text passes unchanged.

use std::borrow::Cow;

use crate::font::{self, Face};

/// Runs shorter than this many bytes fit any column.
const SHORT: usize = 16;
/// May break here without being noticed.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// `text` with a zero-width space in each word wider than `limit` points at `size` points.
pub(super) fn breakable_words(text: &str, face: Face, size: f64, limit: f64) -> Cow<'_, str> {
    if !text
        .split_ascii_whitespace()
        .any(|word| word.len() >= SHORT && font::text_width(word, face) * size > limit)
    {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut run = 0.0;
    let mut buffer = [0; 4];
    for c in text.chars() {
        if c.is_whitespace() {
            run = 0.0;
        } else {
            run += font::text_width(c.encode_utf8(&mut buffer), face) * size;
            if run > limit {
                out.push(ZERO_WIDTH_SPACE);
                run = 0.0;
            }
        }
        out.push(c);
        if matches!(c, '/' | '-' | '_' | '.' | ',' | ';' | ')' | ']') && run > limit * 0.6 {
            out.push(ZERO_WIDTH_SPACE);
            run = 0.0;
        }
    }
    Cow::Owned(out)
}
