//! Characters that cannot be printed: counts them, and reports each one, or all of a script in one finding.

use std::collections::BTreeMap;

use unicode_script::{Script, UnicodeScript};

use base::diagnostic::{Diagnostic, Findings, code};
use base::font;
use base::source::{Sources, Span};

/// Most characters of a script that are reported one by one.
const FEW: usize = 4;
/// Most findings about lost characters.
const NAMED: usize = 20;
/// The hint.
const HINT: &str = "write another character or a word";
/// The hint about a whole script.
const SCRIPT_HINT: &str =
    "the bundled fonts have Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese and Japanese letters";

/// Characters that cannot be printed: how often, and where first.
#[derive(Default)]
pub struct LostGlyphs(BTreeMap<char, LostGlyph>);

/// Number of times that a character occurs, and its first place.
#[derive(Default, Clone, Copy)]
struct LostGlyph {
    count: usize,
    place: Option<GlyphPlace>,
}

/// A place of a character.
#[derive(Clone, Copy)]
pub struct GlyphPlace {
    pub first: Span,
    /// The whole text that it is part of.
    pub text: Span,
}

impl LostGlyph {
    fn first(&self) -> Option<Span> {
        self.place.map(|place| place.first)
    }
}

/// Characters of one script.
type ScriptGlyphs = BTreeMap<char, LostGlyph>;

impl LostGlyphs {
    /// Counts a character, and keeps the place of the first.
    pub fn count(&mut self, c: char, place: Option<GlyphPlace>) {
        let glyph = self.0.entry(c).or_default();
        glyph.count += 1;
        glyph.place = glyph.place.or(place);
    }

    /// Reports each character, or the whole script where there are many.
    pub fn report(mut self, sources: &Sources, findings: &mut Findings) {
        for (c, glyph) in &mut self.0 {
            let Some(place) = &mut glyph.place else { continue };
            let written = sources.get(place.first.source).text.get(place.first.range());
            // A text that was changed after it was read has only the place of the whole.
            if written != Some(&*c.encode_utf8(&mut [0; 4])) {
                place.first = place.text;
            }
        }
        let mut told = Vec::new();
        for (script, glyphs) in self.by_script() {
            if glyphs.len() <= FEW {
                told.extend(glyphs.iter().map(|(c, glyph)| lost_glyph(*c, glyph)));
            } else {
                told.push(lost_script(script, &glyphs));
            }
        }
        let more = told.len().saturating_sub(NAMED);
        findings.0.extend(told.into_iter().take(NAMED));
        if more > 0 {
            let message = format!("{more} more kinds of character are in no bundled font");
            findings.push(Diagnostic::global(code::MISSING_GLYPH, message));
        }
    }

    /// The characters of each script, in the order of their codes.
    fn by_script(&self) -> Vec<(Script, ScriptGlyphs)> {
        let mut scripts: Vec<(Script, ScriptGlyphs)> = Vec::new();
        for (c, glyph) in &self.0 {
            let script = c.script();
            match scripts.iter_mut().find(|known| known.0 == script) {
                Some((_, glyphs)) => drop(glyphs.insert(*c, *glyph)),
                None => scripts.push((script, BTreeMap::from([(*c, *glyph)]))),
            }
        }
        scripts
    }
}

fn lost_glyph(c: char, glyph: &LostGlyph) -> Diagnostic {
    let printed = if font::prints_nothing(c) { "it is left out" } else { "its code is printed" };
    let lack = if font::is_mark(c) && font::covers_character(c) {
        "no bundled font can place the mark"
    } else {
        "no bundled font has"
    };
    let times = times(glyph.count);
    placed(glyph.first(), format!("{lack} {}, used {times}; {printed}", point(c))).hint(HINT)
}

fn lost_script(script: Script, glyphs: &ScriptGlyphs) -> Diagnostic {
    let count: usize = glyphs.values().map(|glyph| glyph.count).sum();
    let examples: Vec<String> = glyphs.keys().take(3).map(|c| point(*c)).collect();
    let message = format!(
        "no bundled font has {} {}, such as {}, used {}; their codes are printed instead",
        glyphs.len(),
        script_words(script),
        examples.join(", "),
        times(count)
    );
    let first = glyphs.values().filter_map(LostGlyph::first).min();
    // The other scripts write no language.
    let is_written = !matches!(script, Script::Common | Script::Inherited | Script::Unknown);
    placed(first, message).hint(if is_written { SCRIPT_HINT } else { HINT })
}

fn placed(span: Option<Span>, message: String) -> Diagnostic {
    Diagnostic { span, ..Diagnostic::global(code::MISSING_GLYPH, message) }
}

/// Returns the words that name the characters of a script.
fn script_words(script: Script) -> String {
    match script {
        Script::Common => "signs".to_owned(),
        Script::Inherited => "marks".to_owned(),
        Script::Unknown => "private or unassigned characters".to_owned(),
        script => format!("characters of the script {}", script.full_name().replace('_', " ")),
    }
}

/// `U+1F3B2`
fn point(c: char) -> String {
    format!("U+{:04X}", c as u32)
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
