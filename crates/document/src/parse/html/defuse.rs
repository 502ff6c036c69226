//! Limits the attributes of a tag, because html5ever compares each attribute with all before it and would
//! take very long over thousands.

use std::borrow::Cow;

use base::text::replace_ascii;

/// Most attributes of a tag.
const MOST: usize = 1_000;

/// State of the scan within a tag.
#[derive(Default)]
pub struct AttributeScan {
    /// Separators seen in this tag; `None` outside of tags.
    seen: Option<usize>,
    quote: Option<u8>,
    last: u8,
}

impl AttributeScan {
    /// Returns the next text at the same length, with at most about [`MOST`] attributes in each tag: letters
    /// replace the separators of further attributes.
    pub fn defuse<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let bytes = text.bytes().enumerate();
        let changes: Vec<usize> =
            bytes.filter(|(_, byte)| self.next(*byte)).map(|(at, _)| at).collect();
        if changes.is_empty() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(replace_ascii(text, changes, b'x'))
    }

    /// Scans one byte. Returns whether it must be replaced.
    fn next(&mut self, byte: u8) -> bool {
        let last = self.last;
        if !byte.is_ascii_whitespace() || self.seen.is_none() {
            self.last = byte;
        }
        let Some(seen) = self.seen else {
            if last == b'<' && byte.is_ascii_alphabetic() {
                self.seen = Some(0);
            }
            return false;
        };
        if let Some(quote) = self.quote {
            if byte == quote {
                self.quote = None;
            }
            return false;
        }
        let opens = matches!(byte, b'"' | b'\'') && last == b'=';
        if opens && seen < MOST {
            self.quote = Some(byte);
        }
        if byte == b'>' {
            self.seen = None;
        } else if opens || byte == b'/' || byte.is_ascii_whitespace() {
            self.seen = Some(seen + 1);
            return seen >= MOST;
        }
        false
    }
}
