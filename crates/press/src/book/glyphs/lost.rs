//! Characters that cannot be printed, counted, and told as findings: each by itself, or many of one
//! script together.

use std::collections::BTreeMap;

use unicode_script::{Script, UnicodeScript};

use base::diagnostic::{Diagnostic, Findings, code};
use base::font;
use base::source::{Sources, Span};

/// So many characters of one script are told one by one.
const FEW: usize = 4;
/// At most this many findings are made.
const NAMED: usize = 20;
/// What to do about it.
const HINT: &str = "write another character or a word";
/// What to do about a whole script.
const SCRIPT_HINT: &str =
    "the bundled fonts have Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese and Japanese letters";

/// Characters that cannot be printed: how often, and where first.
#[derive(Default)]
pub struct LostGlyphs(BTreeMap<char, LostGlyph>);

/// How often a character was met, and where first.
#[derive(Default, Clone, Copy)]
struct LostGlyph {
    count: usize,
    first: Option<Span>,
    /// The whole text that it is part of.
    text: Option<Span>,
}

impl LostGlyph {
    /// Keeps its place only where it stands there: of a text that was mended since it was read, the
    /// place of the whole is known.
    fn settle_place(&mut self, c: char, sources: &Sources) {
        let written = self.first.and_then(|at| sources.get(at.source).text.get(at.range()));
        if written != Some(&*c.encode_utf8(&mut [0; 4])) {
            self.first = self.text;
        }
    }
}

/// Characters of one script.
type ScriptGlyphs = Vec<(char, LostGlyph)>;

impl LostGlyphs {
    /// Counts a character, and keeps the place of the first and that of its text.
    pub fn count(&mut self, c: char, place: Option<(Span, Span)>) {
        let glyph = self.0.entry(c).or_default();
        glyph.count += 1;
        if let (None, Some((first, text))) = (glyph.first, place) {
            (glyph.first, glyph.text) = (Some(first), Some(text));
        }
    }

    /// A finding for each character, or for all of a script where there are many.
    pub fn report(mut self, sources: &Sources, findings: &mut Findings) {
        self.0.iter_mut().for_each(|(c, glyph)| glyph.settle_place(*c, sources));
        let told: Vec<Diagnostic> =
            self.by_script().into_iter().flat_map(script_findings).collect();
        let more = told.len().saturating_sub(NAMED);
        findings.0.extend(told.into_iter().take(NAMED));
        if more > 0 {
            findings.push(more_lost_glyphs(more));
        }
    }

    /// The characters of each script, in the order of their codes.
    fn by_script(&self) -> Vec<(Script, ScriptGlyphs)> {
        let mut scripts: Vec<(Script, ScriptGlyphs)> = Vec::new();
        for (c, glyph) in &self.0 {
            let script = c.script();
            match scripts.iter_mut().find(|known| known.0 == script) {
                Some((_, glyphs)) => glyphs.push((*c, *glyph)),
                None => scripts.push((script, vec![(*c, *glyph)])),
            }
        }
        scripts
    }
}

fn script_findings((script, glyphs): (Script, ScriptGlyphs)) -> Vec<Diagnostic> {
    if glyphs.len() <= FEW {
        glyphs.into_iter().map(lost_glyph).collect()
    } else {
        vec![lost_script(script, &glyphs)]
    }
}

fn lost_glyph((c, glyph): (char, LostGlyph)) -> Diagnostic {
    let printed = if font::prints_nothing(c) { "it is left out" } else { "its code is printed" };
    let lack = if font::is_mark(c) && font::covers_character(c) {
        "no bundled font can place the mark"
    } else {
        "no bundled font has"
    };
    let times = times(glyph.count);
    placed(glyph.first, format!("{lack} {}, used {times}; {printed}", point(c))).hint(HINT)
}

fn lost_script(script: Script, glyphs: &[(char, LostGlyph)]) -> Diagnostic {
    let count: usize = glyphs.iter().map(|(_, glyph)| glyph.count).sum();
    let examples: Vec<String> = glyphs.iter().take(3).map(|(c, _)| point(*c)).collect();
    let message = format!(
        "no bundled font has {} {}, such as {}, used {}; their codes are printed",
        glyphs.len(),
        script_words(script),
        examples.join(", "),
        times(count)
    );
    let first = glyphs.iter().filter_map(|(_, glyph)| glyph.first).min();
    let hint = if is_written(script) { SCRIPT_HINT } else { HINT };
    placed(first, message).hint(hint)
}

fn placed(span: Option<Span>, message: String) -> Diagnostic {
    Diagnostic { span, ..Diagnostic::global(code::MISSING_GLYPH, message) }
}

/// What the characters of a script are called.
fn script_words(script: Script) -> String {
    match script {
        Script::Common => "signs".to_owned(),
        Script::Inherited => "marks".to_owned(),
        Script::Unknown => "private or unassigned characters".to_owned(),
        script => format!("characters of the script {}", script.full_name().replace('_', " ")),
    }
}

/// Whether languages are written in a script.
fn is_written(script: Script) -> bool {
    !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
}

/// `U+1F3B2`
fn point(c: char) -> String {
    format!("U+{:04X}", c as u32)
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

fn more_lost_glyphs(count: usize) -> Diagnostic {
    let message = format!("{count} more kinds of character are in no bundled font");
    Diagnostic::global(code::MISSING_GLYPH, message)
}
