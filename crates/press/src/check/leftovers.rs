//! Reports marks that were not understood and stayed as text: braces that open like attributes, references to
//! missing footnotes, and pulls inside a line.

use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Span;
use document::{Document, InlineKind, walk};

/// Longest mark that is reported, in characters; a longer one counts as text.
const LONGEST: usize = 80;
/// The hint about braces in a text.
const BRACES_HINT: &str =
    "write {#name}, {.class}, {key=value} or {=value}, with no spaces in names";
/// The hint about words in the braces of a title.
const PAIR_HINT: &str = "write {#name}, {.class} or {key=value}, with no spaces in names";
/// The hint about a pull inside a text.
const PULL_HINT: &str = "write the pull on its own line, outside tables, below an empty line";
/// Openings of attributes.
const OPENINGS: [&str; 3] = ["{#", "{.", "{="];

/// Checks the text of a document and of its footnotes.
pub fn check_leftovers(document: &Document, findings: &mut Findings) {
    for blocks in document.bodies() {
        walk::each_block(blocks, &mut |block| {
            // Words in the braces of a title that are not an attribute.
            for (key, _) in block.attributes.pairs.iter().filter(|(_, value)| value.is_empty()) {
                let message = format!("unknown attribute `{}` in braces", short_quote(key));
                let finding = Diagnostic::at(code::UNKNOWN_ATTRIBUTE, block.span, message);
                findings.push(finding.hint(PAIR_HINT));
            }
        });
        walk::each_inline(blocks, &mut |inline| {
            if let InlineKind::Text(text) = &inline.kind {
                check_text(text, inline.span, findings);
            }
        });
    }
}

fn check_text(text: &str, span: Span, findings: &mut Findings) {
    let place = |at: usize, mark: &str| span.part(text, at..at + mark.len());
    for (at, mark) in marked_parts(text, "[^", ']') {
        let message = format!("unknown footnote `{}`", &mark[2..mark.len() - 1]);
        let hint = format!("write {mark}: and its text on a line of their own");
        let finding = Diagnostic::at(code::UNKNOWN_FOOTNOTE, place(at, mark), message);
        findings.push(finding.hint(hint));
    }
    for (at, mark) in OPENINGS.iter().flat_map(|opening| marked_parts(text, opening, '}')) {
        // Values are checked elsewhere, and a pull is reported with its attributes.
        let is_value = mark.starts_with("{=") && !mark.contains(char::is_whitespace);
        if !is_value && !ends_with_pull(&text[..at]) {
            let message = format!("unknown attribute `{mark}`; it is printed as it is");
            let finding = Diagnostic::at(code::UNKNOWN_ATTRIBUTE, place(at, mark), message);
            findings.push(finding.hint(BRACES_HINT));
        }
    }
    for (at, mark) in OPENINGS.iter().filter_map(|opening| unclosed_mark(text, opening)) {
        let message = format!("`{mark}` has no closing brace; it is printed as written");
        let finding = Diagnostic::at(code::UNKNOWN_ATTRIBUTE, place(at, mark), message);
        findings.push(finding.hint(format!("write {mark}}}")));
    }
    for (at, mark) in marked_parts(text, "![[", ']') {
        let mark = text.get(at..at + mark.len() + 1).filter(|mark| mark.ends_with("]]"));
        let Some(mark) = mark else { continue };
        let message = "a pull needs its own line; inside a line it is printed as written";
        findings.push(Diagnostic::at(code::MISSING_PULL, place(at, mark), message).hint(PULL_HINT));
    }
}

/// Returns the name in braces that ends a text without being closed, and the byte where it begins.
fn unclosed_mark<'a>(text: &'a str, opening: &str) -> Option<(usize, &'a str)> {
    let at = text.rfind(opening)?;
    let (mark, name) = (&text[at..], &text[at + opening.len()..]);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    (!name.is_empty() && mark.len() <= LONGEST && name.chars().all(is_name)).then_some((at, mark))
}

/// True if a text ends with a pull.
fn ends_with_pull(text: &str) -> bool {
    let inside = text.strip_suffix("]]").and_then(|text| text.rsplit_once("![["));
    inside.is_some_and(|(_, inside)| !inside.contains("]]"))
}

/// Returns the short pieces of `text` from `open` to `close` on one line, with the bytes where they begin.
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
