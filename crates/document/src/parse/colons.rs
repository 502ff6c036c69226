//! Colons at the start of a line. A definition needs a blank behind its colon; any other colon there is text,
//! also in the blocks between lines `:::` of other tools.

use std::borrow::Cow;

use super::blocks::lines_from;
use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::Span;
use base::text::replace_ascii;

/// Sign before and behind a block of other tools.
const FENCE: &str = ":::";

/// A text for the parser, in which colons that define nothing are hidden; no byte moves.
pub struct HiddenColons<'t> {
    pub text: Cow<'t, str>,
    /// Replacement of hidden colons, a character that the text does not contain.
    mark: Option<char>,
}

impl<'t> HiddenColons<'t> {
    /// Hides the colons of a text from the byte `base` on.
    pub fn of(text: &'t str, base: usize) -> Self {
        let lines = lines_from(text.get(base..).unwrap_or_default(), base);
        let places: Vec<usize> = lines.filter_map(|(at, line)| stray_colon(at, line)).collect();
        let free = || ('\u{1}'..='\u{8}').find(|mark| !text.contains(*mark));
        let Some(mark) = free().filter(|_| !places.is_empty()) else {
            return Self { text: Cow::Borrowed(text), mark: None };
        };
        let hidden = replace_ascii(text, places, mark as u8);
        Self { text: Cow::Owned(hidden), mark: Some(mark) }
    }

    /// Returns a text of the parser with its colons restored.
    pub fn shown(mark: Option<char>, text: &str) -> Cow<'_, str> {
        match mark.filter(|mark| text.contains(*mark)) {
            Some(mark) => Cow::Owned(text.replace(mark, ":")),
            None => Cow::Borrowed(text),
        }
    }

    /// Replacement of hidden colons, if some are hidden.
    pub fn mark(&self) -> Option<char> {
        self.mark
    }
}

/// Returns the place of a colon that opens a line and defines nothing.
fn stray_colon(at: usize, line: &str) -> Option<usize> {
    let rest = line_words(line);
    let behind = rest.strip_prefix(':')?;
    let defines = behind.is_empty() || behind.starts_with([' ', '\t', '\r', '\n']);
    // This is the line below the head of a table.
    let is_rule =
        rest.contains('-') && rest.trim_end().trim_matches([':', '-', '|', ' ', '\t']).is_empty();
    (!defines && !is_rule).then(|| at + line.len() - rest.len())
}

/// Returns a line without leading white space and marks of quotes.
fn line_words(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>'])
}

/// Reports whether the line end at the byte `at` is before or behind a line `:::`.
pub fn is_beside_fence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let below = text.get(at..).unwrap_or_default().trim_start_matches(['\r', '\n']);
    [before, below].into_iter().any(|line| line_words(line).starts_with(FENCE))
}

/// Returns the finding about `text`, which is at `span`, if it opens a block of other tools.
pub fn foreign_block(text: &str, span: Span) -> Option<Diagnostic> {
    let words = text.strip_prefix(FENCE)?.trim_start_matches(':').trim();
    let message =
        format!("unknown block `{FENCE} {}`; it is printed as written", short_quote(words));
    let hint = "write > before each line of the block, and [!NOTE] in the first";
    (!words.is_empty()).then(|| Diagnostic::at(code::FOREIGN_BLOCK, span, message).hint(hint))
}
