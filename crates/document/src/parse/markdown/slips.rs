//! Likely mistakes in Markdown: a heading without its blank, a table whose second line does not fit, a link
//! to a missing definition. In: a paragraph, as written. Out: findings; the text is printed as written.

use pulldown_cmark::{BrokenLink, LinkType};

use crate::parse::blocks::lines_from;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Span;

/// Reports the lines of the paragraph at `span` of a text that look like something else.
pub fn report_slips(text: &str, span: Span, findings: &mut Findings) {
    let written = text.get(span.range()).unwrap_or_default();
    let lines: Vec<(usize, &str)> =
        lines_from(written, span.range().start).map(|(at, line)| (at, line.trim_end())).collect();
    let is_alone = lines.len() == 1;
    for (nth, (at, line)) in lines.iter().enumerate() {
        let (line, place) = visible_part(line, *at, span);
        if let Some(words) = unspaced_heading(line, is_alone) {
            let signs = &line[..line.len() - words.len()];
            let message = format!(
                "`{}` is not a heading: a space is missing after `{signs}`",
                short_quote(line)
            );
            let finding = Diagnostic::at(code::UNSPACED_HEADING, place, message);
            findings.push(finding.hint(format!("write `{signs} {}`", short_quote(words))));
        }
        let above =
            nth.checked_sub(1).map(|above| visible_part(lines[above].1, lines[above].0, span));
        let is_rule = line.contains("--")
            && line.contains('|')
            && line.bytes().all(|byte| b"|-: \t".contains(&byte));
        if let Some((above, head)) = above.filter(|(above, _)| is_rule && above.contains('|')) {
            findings.0.extend(table_finding(above, line, head.to(place)));
        }
    }
}

/// Returns a line without the signs of the quotes around it, and its place.
fn visible_part(line: &str, at: usize, span: Span) -> (&str, Span) {
    let visible = line.trim_start_matches([' ', '\t', '>']);
    let start = at + line.len() - visible.len();
    (visible, Span::new(span.source, start..start + visible.len()))
}

/// Returns the words of a heading whose blank is missing. A single `#` may begin a tag such as `#solo`, so it
/// counts only before a capital letter, in a line that is a paragraph of its own.
fn unspaced_heading(line: &str, is_alone: bool) -> Option<&str> {
    let words = line.trim_start_matches('#');
    let level = line.len() - words.len();
    let first = words.chars().next()?;
    let is_title = match level {
        1 => is_alone && first.is_uppercase() && !words.contains('#'),
        2..=6 => first.is_alphanumeric(),
        _ => false,
    };
    is_title.then_some(words)
}

/// Returns the finding about a table whose first two lines have different numbers of columns.
fn table_finding(head: &str, rule: &str, place: Span) -> Option<Diagnostic> {
    let (columns, marked) = (column_count(head), column_count(rule));
    let message = format!(
        "this table is printed as text: its first line has {columns} columns, but the next line has {marked}"
    );
    let finding = Diagnostic::at(code::BROKEN_TABLE, place, message);
    let hint = "write `|---` in the second line once for each column of the first";
    (columns != marked).then(|| finding.hint(hint))
}

/// Number of columns of a line; bars at its ends separate nothing, and `\\|` is text.
fn column_count(line: &str) -> usize {
    let line = line.trim().replace("\\|", "");
    let inner = line.strip_prefix('|').unwrap_or(&line);
    inner.strip_suffix('|').unwrap_or(inner).split('|').count()
}

/// Returns the finding about a link such as `[rules][b]` or `[b][]` whose definition is missing; `[b]` alone
/// is text, and so is `[2][3]`.
pub fn lost_reference(link: &BrokenLink<'_>, text: &str, place: Span) -> Option<Diagnostic> {
    match link.link_type {
        LinkType::Reference | LinkType::ReferenceUnknown => {}
        LinkType::Collapsed | LinkType::CollapsedUnknown => {}
        _ => return None,
    }
    if link.reference.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let written = short_quote(text.get(place.range())?);
    let name = short_quote(&link.reference);
    let message = format!("the link `{written}` has no address and is printed as text");
    let finding = Diagnostic::at(code::BROKEN_LINK, place, message);
    Some(
        finding.hint(format!(
            "write the address of the link on a line of its own: `[{name}]: address`"
        )),
    )
}
