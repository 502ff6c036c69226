//! Letters of the text that are missing from a font of the book: a bundled font prints them, and a finding
//! reports it.

use std::collections::BTreeSet;

use super::{Book, glyphs};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use document::{InlineKind, walk};

/// Most letters that a finding names.
const MOST_NAMED: usize = 8;

/// Reports the letters of the text that each font of the book lacks.
pub fn report_lacking_letters(book: &mut Book, findings: &mut Findings) {
    if book.theme.own_fonts.is_empty() {
        return;
    }
    let used = letters(book);
    for font in &book.theme.own_fonts {
        let lacking: Vec<char> = used.iter().copied().filter(|c| !font.has(*c)).collect();
        if lacking.is_empty() {
            continue;
        }
        let named: String = lacking.iter().take(MOST_NAMED).map(|c| format!("`{c}` ")).collect();
        let more = if lacking.len() > MOST_NAMED { "and others" } else { "" };
        let message = format!(
            "the font `{}` lacks {} of the text: {}{more}",
            short_quote(&font.family),
            if lacking.len() == 1 { "a letter" } else { "letters" },
            named,
        );
        let hint = "a bundled font is used for these letters; if that looks wrong, choose a font that has them";
        findings.push(Diagnostic::at(code::THEME_FONT, font.place, message.trim_end()).hint(hint));
    }
}

/// Returns the letters of a book, each once.
fn letters(book: &mut Book) -> BTreeSet<char> {
    let mut letters: BTreeSet<char> = book.title.chars().collect();
    letters.extend(book.subtitle.iter().flat_map(|text| text.chars()));
    for blocks in glyphs::all_blocks(book) {
        walk::each_inline(blocks, &mut |inline| {
            if let InlineKind::Text(text) = &inline.kind {
                letters.extend(text.chars());
            }
        });
    }
    letters.retain(|c| c.is_alphanumeric());
    letters
}
