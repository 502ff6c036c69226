//! Icons in running text. In: a joined document. Out: an icon wherever the text names one.

use crate::diagnostic::{Diagnostic, Findings, Guesses, code};
use crate::document::icons::{all_icons, find_icon};
use crate::document::{Document, Inline, InlineKind, walk};
use crate::source::Span;

/// Puts icons where the text of `blocks` names them; a name that is unknown is reported and stays
/// text.
pub(super) fn fill_icons(document: &mut Document, findings: &mut Findings) {
    let mut guesses = Guesses::default();
    for blocks in document.bodies_mut() {
        walk::each_block_mut(blocks, &mut |block| {
            walk::inline_runs_mut(&mut block.kind)
                .into_iter()
                .for_each(|text| fill_icons_within(text, &mut guesses, findings));
        });
    }
}

/// The same for a text without markup.
pub(super) fn text_with_icons(text: String, span: Span, findings: &mut Findings) -> Vec<Inline> {
    let mut inlines = vec![Inline::new(InlineKind::Text(text), span)];
    fill_icons_within(&mut inlines, &mut Guesses::default(), findings);
    inlines
}

fn fill_icons_within(inlines: &mut Vec<Inline>, guesses: &mut Guesses, findings: &mut Findings) {
    let named = |inline: &Inline| matches!(&inline.kind, InlineKind::Text(text) if next_icon_name(text).is_some());
    if inlines.iter().any(named) {
        let before = std::mem::take(inlines);
        before.into_iter().for_each(|inline| split_at_icons(inline, inlines, guesses, findings));
    }
    for inline in inlines {
        if let Some(content) = walk::child_inlines_mut(&mut inline.kind) {
            fill_icons_within(content, guesses, findings);
        }
    }
}

fn split_at_icons(
    inline: Inline,
    out: &mut Vec<Inline>,
    guesses: &mut Guesses,
    findings: &mut Findings,
) {
    let InlineKind::Text(text) = &inline.kind else { return out.push(inline) };
    let exact = inline.span.range().len() == text.len();
    let place = |range: std::ops::Range<usize>| match exact {
        true => Span::new(
            inline.span.source,
            inline.span.range().start + range.start..inline.span.range().start + range.end,
        ),
        false => inline.span,
    };
    let (mut done, mut from) = (0, 0);
    while let Some(range) =
        next_icon_name(&text[from..]).map(|range| from + range.start..from + range.end)
    {
        let name = &text[range.start + 1..range.end - 1];
        from = range.end - 1;
        if find_icon(name).is_none() {
            unknown_icon(name, place(range), guesses, findings);
            continue;
        }
        if done < range.start {
            out.push(Inline::new(
                InlineKind::Text(text[done..range.start].to_owned()),
                place(done..range.start),
            ));
        }
        out.push(Inline::new(InlineKind::Icon(name.to_owned()), place(range.clone())));
        (done, from) = (range.end, range.end);
    }
    if done < text.len() {
        out.push(Inline::new(InlineKind::Text(text[done..].to_owned()), place(done..text.len())));
    }
}

/// The first `:name:` that stands apart from the words round it.
fn next_icon_name(text: &str) -> Option<std::ops::Range<usize>> {
    for (start, _) in text.match_indices(':') {
        let word = &text[start + 1..];
        let length = word
            .find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'))
            .unwrap_or(word.len());
        let end = start + 1 + length;
        let named =
            word.starts_with(|c: char| c.is_ascii_lowercase()) && text[end..].starts_with(':');
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        if named
            && apart(text[..start].chars().next_back())
            && apart(text[end + 1..].chars().next())
        {
            return Some(start..end + 1);
        }
    }
    None
}

fn unknown_icon(name: &str, span: Span, guesses: &mut Guesses, findings: &mut Findings) {
    let finding = Diagnostic::at(
        code::UNKNOWN_ICON,
        span,
        format!("there is no icon `{name}`; it prints as written"),
    );
    findings.push(finding.hint(match guesses.nearest(name, all_icons().map(|(name, _)| name)) {
        Some(near) => format!("did you mean `:{near}:`?"),
        None => "see the names in templates/icons.toml".to_owned(),
    }));
}
