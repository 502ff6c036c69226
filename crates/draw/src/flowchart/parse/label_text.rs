//! Decodes labels, and reports those that need double quotes in Mermaid.

use std::ops::Range;

use super::super::ChartFinding;
use super::MAX_LABEL;
use super::decode::{self, DecodedLabel};
use super::entity::ends_entity;
use super::label::trim_range;
use super::reader::{
    ChartReader, ParseError, ParseResult, ambiguity_error, syntax_error, too_large_error,
};
use base::diagnostic::code;

/// Characters that Mermaid refuses in a label within a line.
pub const IN_LINE: &[char] = &['"', ';'];

pub const QUOTE_IT: &str =
    "put the whole label in double quotes, with `#quot;` for double quotes inside it";

impl ChartReader<'_> {
    /// Returns the decoded label in `body`; adds a finding if it needs double quotes.
    pub fn settle_label(
        &mut self,
        body: Range<usize>,
        what: &str,
        special: &[char],
    ) -> ParseResult<String> {
        let blank = !body.is_empty() && special != IN_LINE;
        let place = trim_range(self.text, body);
        let raw = self.slice(&place);
        if raw.is_empty() && blank {
            return Ok(String::new());
        }
        if let Some(inner) = quoted_whole(raw) {
            let place = place.start + 1..place.end - 1;
            return self.finish_label(place, decode::decode_quoted(inner));
        }
        if raw.is_empty() {
            let hint = "write what it says, or `\" \"`";
            return Err(syntax_error(place, format!("{what} is empty"), hint));
        }
        reject_outer_quotes(raw, &place, what)?;
        reject_arrow_inside(raw, &place, what)?;
        if needs_quotes(raw, special) {
            let message = format!("{what} needs double quotes for Mermaid");
            let finding = ChartFinding::new(code::CHART_QUOTES, place.clone(), message, QUOTE_IT);
            self.findings.push(finding.with_fix(place.clone(), quote_label(raw)));
        }
        self.finish_label(place, decode::decode_plain(raw))
    }
}

/// Returns the text between double quotes that enclose a whole label.
fn quoted_whole(raw: &str) -> Option<&str> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('"')).then_some(inner)
}

/// Fails for double quotes at the edges that may or may not belong to the label.
fn reject_outer_quotes(raw: &str, place: &Range<usize>, what: &str) -> ParseResult<()> {
    if !raw.starts_with('"') {
        return Ok(());
    }
    if raw.matches('"').count() % 2 == 1 {
        return Err(open_quote_error(place.start, what, QUOTE_IT));
    }
    if raw.ends_with('"') {
        let message = format!("{what} may or may not include its outer double quotes");
        let hint = "write `#quot;` for double quotes inside the label";
        return Err(ambiguity_error(place.clone(), message, hint));
    }
    Ok(())
}

/// Returns the error that the double quote at a byte is not closed.
pub fn open_quote_error(at: usize, what: &str, hint: &str) -> ParseError {
    syntax_error(at..at + 1, format!("the double quote of {what} is not closed"), hint)
}

/// Fails for an arrow inside a label, because more likely a closing bracket is missing.
fn reject_arrow_inside(raw: &str, place: &Range<usize>, what: &str) -> ParseResult<()> {
    let Some(at) = ["-->", "==>", ".->"].iter().filter_map(|arrow| raw.find(arrow)).min() else {
        return Ok(());
    };
    let place = place.start + at..place.start + at + 3;
    let message = format!("{what} contains an arrow, or is not closed before the arrow");
    Err(ambiguity_error(place, message, QUOTE_IT))
}

/// True if Mermaid reads a label only in double quotes.
pub fn needs_quotes(raw: &str, special: &[char]) -> bool {
    raw.char_indices()
        .any(|(at, letter)| special.contains(&letter) && (letter != ';' || !ends_entity(raw, at)))
}

/// Returns the label as Mermaid reads it in double quotes. Backticks around the whole label would
/// make it a Markdown string.
pub fn quote_label(raw: &str) -> String {
    let text = raw.replace('"', "#quot;");
    match text.starts_with('`') && text.ends_with('`') {
        true => format!("\"{}\"", text.replace('`', "#96;")),
        false => format!("\"{text}\""),
    }
}

impl ChartReader<'_> {
    /// Decodes a value between quotes of any kind.
    pub fn decode_value(&mut self, place: Range<usize>) -> ParseResult<String> {
        let decoded = decode::decode_quoted(self.slice(&place));
        self.finish_label(place, decoded)
    }

    /// Reports what was not decoded, and checks the length of the label.
    pub fn finish_label(
        &mut self,
        place: Range<usize>,
        decoded: DecodedLabel,
    ) -> ParseResult<String> {
        if decoded.text.chars().nth(MAX_LABEL).is_some() {
            return Err(too_long_error(place.start..place.start + 1, "this label"));
        }
        if let Some(code) = decoded.unknown {
            let message = format!("unknown entity code `{code}`: it is printed as written");
            let hint = "write the character itself, or its number such as `#35;`";
            self.findings.push(ChartFinding::new(code::CHART_ENTITY, place.clone(), message, hint));
        }
        if decoded.emphasis {
            self.ignore("emphasis in Markdown text", place);
        }
        Ok(decoded.text)
    }
}

/// Returns the error that a label is over the limit.
pub fn too_long_error(place: Range<usize>, what: &str) -> ParseError {
    let message = format!("{what} is longer than {MAX_LABEL} characters, or not closed");
    too_large_error(place, message, "move the text out of the chart")
}
