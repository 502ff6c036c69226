//! Reports marks that were not understood and stayed text: braces that open like attributes,
//! references to footnotes that do not exist, and pulls inside a line.

use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;
use document::{Block, Document, Inline, InlineKind, short_quote, walk};

/// A mark that is longer is text, in characters.
const LONGEST: usize = 80;
/// What to do about braces in a text.
const BRACES_HINT: &str = "write {#name}, {.class}, {key=value} or {=value}, names without blanks";
/// What to do about words in the braces of a title.
const PAIR_HINT: &str = "write {#name}, {.class} or {key=value}, names without blanks";
/// What to do about a pull inside a text.
const PULL_HINT: &str =
    "write it on a line of its own, outside of tables, with an empty line above it";
/// How attributes open.
const OPENINGS: [&str; 3] = ["{#", "{.", "{="];

/// Checks the text of a document and of its footnotes.
pub fn check_leftovers(document: &Document, findings: &mut Findings) {
    for blocks in document.bodies() {
        walk::each_block(blocks, &mut |block| check_unread_pairs(block, findings));
        walk::each_inline(blocks, &mut |inline| check_inline(inline, findings));
    }
}

fn check_inline(inline: &Inline, findings: &mut Findings) {
    if let InlineKind::Text(text) = &inline.kind {
        check_footnote_marks(inline, text, findings);
        check_braces(inline, text, findings);
        check_open_marks(inline, text, findings);
        check_pulls(inline, text, findings);
    }
}

/// Pulls that do not stand alone, as in a sentence or a table.
fn check_pulls(inline: &Inline, text: &str, findings: &mut Findings) {
    for (at, mark) in marked_parts(text, "![[", ']') {
        let mark = text.get(at..at + mark.len() + 1).filter(|mark| mark.ends_with("]]"));
        let Some(mark) = mark else { continue };
        let message = "a pull stands alone; here it belongs to a text and is printed as it is";
        let span = inline.span.part(text, at..at + mark.len());
        findings.push(Diagnostic::at(code::MISSING_PULL, span, message).hint(PULL_HINT));
    }
}

fn check_footnote_marks(inline: &Inline, text: &str, findings: &mut Findings) {
    for (at, mark) in marked_parts(text, "[^", ']') {
        findings.push(unknown_footnote(mark, inline.span.part(text, at..at + mark.len())));
    }
}

/// Braces that open like attributes and are not closed.
fn check_open_marks(inline: &Inline, text: &str, findings: &mut Findings) {
    let unclosed = OPENINGS.iter().filter_map(|opening| unclosed_mark(text, opening));
    for (at, mark) in unclosed {
        let span = inline.span.part(text, at..at + mark.len());
        let message = format!("`{mark}` has no closing brace; it is printed as it is");
        let hint = format!("write {mark}}}");
        findings.push(Diagnostic::at(code::UNKNOWN_ATTRIBUTE, span, message).hint(hint));
    }
}

/// The name in braces that ends a text without being closed, with where it begins.
fn unclosed_mark<'a>(text: &'a str, opening: &str) -> Option<(usize, &'a str)> {
    let at = text.rfind(opening)?;
    let (mark, name) = (&text[at..], &text[at + opening.len()..]);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    (!name.is_empty() && mark.len() <= LONGEST && name.chars().all(is_name)).then_some((at, mark))
}

fn check_braces(inline: &Inline, text: &str, findings: &mut Findings) {
    for (at, mark) in unread_marks(text) {
        findings.push(unread_braces(mark, inline.span.part(text, at..at + mark.len())));
    }
}

/// The braces of a text, but for the names of values.
fn unread_marks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let marks = OPENINGS.iter().flat_map(move |opening| marked_parts(text, opening, '}'));
    marks.filter(|(at, mark)| !is_value(mark) && !ends_with_pull(&text[..*at]))
}

/// Whether a text ends with a pull, which is told with its attributes.
fn ends_with_pull(text: &str) -> bool {
    let inside = text.strip_suffix("]]").and_then(|text| text.rsplit_once("![["));
    inside.is_some_and(|(_, inside)| !inside.contains("]]"))
}

fn unknown_footnote(mark: &str, span: Span) -> Diagnostic {
    let message = format!("unknown footnote `{}`", &mark[2..mark.len() - 1]);
    let hint = format!("write {mark}: and its text on a line of their own");
    Diagnostic::at(code::UNKNOWN_FOOTNOTE, span, message).hint(hint)
}

fn unread_braces(mark: &str, span: Span) -> Diagnostic {
    let message = format!("unknown attribute `{mark}`; it is printed as it is");
    Diagnostic::at(code::UNKNOWN_ATTRIBUTE, span, message).hint(BRACES_HINT)
}

/// Whether a mark names a value, which is looked for elsewhere.
fn is_value(mark: &str) -> bool {
    mark.starts_with("{=") && !mark.contains(char::is_whitespace)
}

/// Words in the braces of a title that are no attribute.
fn check_unread_pairs(block: &Block, findings: &mut Findings) {
    let unread = block.attributes.pairs.iter().filter(|(_, value)| value.is_empty());
    findings.0.extend(unread.map(|(key, _)| unread_pair(key, block.span)));
}

fn unread_pair(key: &str, span: Span) -> Diagnostic {
    let message = format!("unknown attribute `{}` in braces", short_quote(key));
    Diagnostic::at(code::UNKNOWN_ATTRIBUTE, span, message).hint(PAIR_HINT)
}

/// The pieces of `text` from `open` to `close`, on one line and short, with where they begin.
fn marked_parts<'a>(
    text: &'a str,
    open: &'a str,
    close: char,
) -> impl Iterator<Item = (usize, &'a str)> {
    text.match_indices(open).filter_map(move |(at, _)| {
        let rest = &text[at..];
        let end = rest.char_indices().take(LONGEST).find(|(_, c)| *c == close)?.0;
        (end > open.len()).then(|| (at, &rest[..=end]))
    })
}
