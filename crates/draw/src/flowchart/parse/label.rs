//! Finds the ends of labels. A label in double quotes ends at the next double quote. Any other ends
//! at the closer that fits its brackets, and only if no other closer could be meant.

use std::ops::Range;

use super::super::NodeShape;
use super::MAX_LABEL;
use super::decode;
use super::label_end::{LabelEnd, find_label_ends, label_goes_on};
use super::label_text::{QUOTE_IT, too_long_error};
use super::reader::{ChartReader, ParseError, ParseResult, ambiguity_error, syntax_error};
use super::shape::LabelBracket;

/// Characters that Mermaid refuses in a label between brackets or bars without double quotes.
pub const IN_BRACKETS: &[char] = &['[', ']', '(', ')', '{', '}', '|', '"', ';'];
/// Characters that Mermaid refuses in a label that begins like another shape, such as `[/cost/ or
/// more]`.
const LIKE_A_SHAPE: &[char] = &['[', ']', '(', ')', '{', '}', '|', '"', ';', '/', '\\'];

/// Most bytes in which the end of an unquoted label is sought, so that long lines take linear time.
const WINDOW: usize = MAX_LABEL * 4 + 16;

/// A label and the shape of its brackets.
type ShapedLabel = (String, NodeShape);

impl ChartReader<'_> {
    /// Reads a label in one of `brackets`; `None` if there is none at the cursor. `what` names the
    /// label in messages.
    pub fn read_bracketed_label(
        &mut self,
        what: &str,
        brackets: &'static [LabelBracket],
    ) -> ParseResult<Option<ShapedLabel>> {
        let rest = self.rest();
        let fitting: Vec<&'static LabelBracket> =
            brackets.iter().filter(|bracket| rest.starts_with(bracket.open)).collect();
        if fitting.is_empty() {
            return Ok(None);
        }
        match self.read_quoted_label(&fitting)? {
            Some(label) => Ok(Some(label)),
            None => self.read_unquoted_label(what, &fitting).map(Some),
        }
    }

    /// Reads a label in double quotes between the first of the brackets that fits.
    fn read_quoted_label(
        &mut self,
        fitting: &[&'static LabelBracket],
    ) -> ParseResult<Option<ShapedLabel>> {
        let start = self.at;
        let quoted = |bracket: &&LabelBracket| bracket.quoted_label(self.text, start);
        let Some(QuotedLabel { inner, behind, shape }) =
            fitting.iter().copied().find_map(|b| quoted(&b))
        else {
            return Ok(None);
        };
        self.at = behind;
        let decoded = decode::decode_quoted(self.slice(&inner));
        Ok(Some((self.finish_label(inner, decoded)?, shape)))
    }
}

/// A string in double quotes with its closing bracket: the bytes between the quotes, the byte after
/// the bracket, the shape.
struct QuotedLabel {
    inner: Range<usize>,
    behind: usize,
    shape: NodeShape,
}

impl LabelBracket {
    fn quoted_label(&self, text: &str, start: usize) -> Option<QuotedLabel> {
        let inner = quoted_range(text, start + self.open.len())?;
        let tail = text[inner.end + 1..].trim_ascii_start();
        let (closer, shape) = self.close.iter().find(|(closer, _)| tail.starts_with(closer))?;
        let behind = text.len() - tail.len() + closer.len();
        Some(QuotedLabel { inner, behind, shape: *shape })
    }
}

/// Returns the range between double quotes after blanks.
pub fn quoted_range(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    let body = rest.trim_ascii_start().strip_prefix('"')?;
    let start = text.len() - body.len();
    Some(start..start + body.find('"')?)
}

impl ChartReader<'_> {
    fn read_unquoted_label(
        &mut self,
        what: &str,
        fitting: &[&'static LabelBracket],
    ) -> ParseResult<ShapedLabel> {
        let start = self.at;
        let (bracket, end) = self.find_unquoted_end(what, fitting)?;
        let body = start + bracket.open.len()..end.at;
        self.reject_foreign_shape(bracket, &body)?;
        self.reject_early_end(what, &body, &end)?;
        let special = if bracket.open == fitting[0].open { IN_BRACKETS } else { LIKE_A_SHAPE };
        let label = self.settle_label(body, what, special)?;
        self.at = end.behind();
        Ok((label, end.shape))
    }

    /// Returns the first of the brackets that closes on this line, and its end. Fails if another
    /// one closes as well.
    fn find_unquoted_end(
        &mut self,
        what: &str,
        fitting: &[&'static LabelBracket],
    ) -> ParseResult<(&'static LabelBracket, LabelEnd)> {
        let (start, line_end) = (self.at, self.line_end());
        let open = start..start + fitting.last().map_or(1, |bracket| bracket.open.len());
        let bytes = &self.text.as_bytes()[..line_end.min(start + WINDOW)];
        let mut found = find_label_ends(bytes, start, fitting);
        match found.len() {
            0 if start + WINDOW < line_end => Err(too_long_error(open, what)),
            2.. => Err(two_ends_error(&found[0].1, what)),
            _ => found.pop().ok_or_else(|| self.unclosed_error(open, what)),
        }
    }

    /// Fails for Mermaid's ellipse and its boxes with settings.
    fn reject_foreign_shape(&self, bracket: &LabelBracket, body: &Range<usize>) -> ParseResult<()> {
        let raw = self.slice(body).trim();
        let dashes = raw.len() > 1 && raw.starts_with('-') && raw.ends_with('-');
        let ellipse = bracket.open == "(" && dashes;
        let settings = bracket.open == "[" && raw.starts_with('|');
        if ellipse || settings {
            let place = self.at..body.start + 1;
            let hint = "write `([...])` or `[...]`";
            return Err(syntax_error(place, "this shape is not drawn", hint));
        }
        Ok(())
    }

    /// Fails if a bracket or double quote of the label is closed after its end.
    fn reject_early_end(
        &mut self,
        what: &str,
        body: &Range<usize>,
        end: &LabelEnd,
    ) -> ParseResult<()> {
        let limit = self.line_end().min(self.at + WINDOW).max(end.behind());
        let text = self.text.as_bytes();
        if label_goes_on(self.slice(body).as_bytes(), &text[end.behind()..limit]) {
            return Err(two_ends_error(end, what));
        }
        Ok(())
    }
}

/// Returns the range without blanks at its ends.
pub fn trim_range(text: &str, range: Range<usize>) -> Range<usize> {
    let body = &text[range.start..range.end];
    let start = range.end - body.trim_ascii_start().len();
    start..start + body.trim_ascii().len()
}

fn two_ends_error(end: &LabelEnd, what: &str) -> ParseError {
    ambiguity_error(end.at..end.behind(), format!("{what} could end here or later"), QUOTE_IT)
}

impl ChartReader<'_> {
    /// Returns the error that no closer fits; with several candidates it is not clear which one is
    /// meant.
    fn unclosed_error(&mut self, open: Range<usize>, what: &str) -> ParseError {
        let end = self.line_end();
        let closer = match self.slice(&open) {
            "(" => ')',
            "{" => '}',
            _ => ']',
        };
        if self.text[open.end..end].matches(closer).nth(1).is_some() {
            return ambiguity_error(open, format!("it is not clear where {what} ends"), QUOTE_IT);
        }
        let hint = format!("add `{closer}`");
        syntax_error(open, format!("{what} is not closed on this line"), &hint)
    }
}
