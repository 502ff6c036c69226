//! Papers that a book asks for. In: a book and a kind of output. Out: papers that are known, and findings
//! about those that are not.

use super::paper::Paper;
use crate::book::{Book, Output};
use crate::outputs::USUAL_PAPER;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::{Sources, Span, path_below};
use base::theme::ThemeChoice;

/// Returns the names of the papers that `book` asks for an output; an unknown one is an error. The theme that
/// `--theme` names may bring a page of its own.
pub fn output_papers(
    book: &Book,
    output: Output,
    theme: &str,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<String> {
    let record = output.record();
    let asked = (record.papers)(book);
    if asked.is_empty() && !record.has_theme_page {
        return record.usual_papers.iter().map(|paper| (*paper).to_owned()).collect();
    }
    if asked.is_empty() {
        let (theme, _) = ThemeChoice::chosen(theme, &book.theme);
        let page = theme.page.as_ref().map_or(USUAL_PAPER, |page| &page.size);
        if Paper::find(page).is_some() {
            return vec![page.to_owned()];
        }
        let message = format!("a page cannot be `{}`", short_quote(page));
        let place = theme.page.as_ref().and_then(|page| page.place);
        let finding = Diagnostic::global(code::THEME_FILE, message).hint(Paper::known_names());
        findings.push(Diagnostic { span: place, ..finding });
        return vec![USUAL_PAPER.to_owned()];
    }
    let (known, unknown): (Vec<&String>, Vec<&String>) =
        asked.iter().partition(|name| Paper::find(name).is_some());
    for name in unknown {
        findings.push(unknown_name("paper", name, Paper::known_names(), book, sources));
    }
    if known.is_empty() {
        vec![USUAL_PAPER.to_owned()]
    } else {
        known.into_iter().cloned().collect()
    }
}

/// Returns the finding about an unknown name in a book.toml.
pub(crate) fn unknown_name(
    what: &str,
    name: &str,
    hint: String,
    book: &Book,
    sources: &Sources,
) -> Diagnostic {
    let message = format!("unknown {what} `{}`", short_quote(name));
    let own = path_below(&book.folder, "book.toml");
    let mut files = sources.iter().filter(|(_, source)| source.path == own);
    let place = files.find_map(|(id, source)| {
        let quoted = |quote: &char| source.text.find(&format!("{quote}{name}{quote}"));
        let at = ['"', '\''].iter().find_map(quoted)?;
        Some(Span::new(id, at..at + name.len() + 2))
    });
    let finding = match place {
        Some(span) => Diagnostic::at(code::BOOK_FILE, span, message),
        None => Diagnostic::file(code::BOOK_FILE, sources.shown_path(&own), message),
    };
    finding.hint(hint)
}
