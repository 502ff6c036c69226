//! Fonts of a theme: bundled families, and files of the book's folder.

use std::ops::Range;

use toml::Spanned;
use typst::foundations::Bytes;
use typst::text::Font;

use super::file::{FontChoice, FontFiles};
use super::{BookTheme, OwnFont, ThemeReader};
use crate::diagnostic::{Diagnostic, code, nearest_name, short_quote};
use crate::source::{self, Span};

/// Most bytes of a font file.
const MAX_FONT: u64 = 32 << 20;
/// Bundled families for titles.
const DISPLAY: [&str; 7] =
    ["Vollkorn", "Cinzel", "Cormorant", "Exo 2", "Oxanium", "Source Sans 3", "Source Serif 4"];
/// Bundled families that have all faces of running text.
const BODY: [&str; 2] = ["Source Sans 3", "Source Serif 4"];

/// Use of a font.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FontUse {
    /// Titles, in bold.
    Display,
    /// Text.
    Body,
}

impl FontUse {
    fn families(self) -> &'static [&'static str] {
        match self {
            Self::Display => &DISPLAY,
            Self::Body => &BODY,
        }
    }
}

impl ThemeReader<'_> {
    pub fn font(&mut self, theme: &mut BookTheme, font: &Spanned<FontChoice>, what: FontUse) {
        let family = match font.get_ref() {
            FontChoice::Bundled(name) => self.bundled_family(name, font.span(), what),
            FontChoice::Files(files) => self.family_of_files(theme, files, font.span(), what),
        };
        if family.is_some() {
            match what {
                FontUse::Display => theme.display = family,
                FontUse::Body => theme.body = family,
            }
        }
    }

    fn bundled_family(&mut self, name: &str, place: Range<usize>, what: FontUse) -> Option<String> {
        let known = what.families();
        if let Some(found) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) {
            return Some((*found).to_owned());
        }
        let message = match DISPLAY.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            true => format!("the font `{}` is only for titles", short_quote(name)),
            false => format!("no bundled font is called `{}`", short_quote(name)),
        };
        let near = nearest_name(name, known.iter().copied());
        let hint = match near {
            Some(near) => format!("write `{near}`"),
            None => format!(
                "write one of {}, or name files: {{ regular = \"fonts/My.ttf\", licence = \"...\" }}",
                known.join(", ")
            ),
        };
        self.report(place, message, &hint);
        None
    }

    /// Returns the family of font files, which it adds to the theme.
    fn family_of_files(
        &mut self,
        theme: &mut BookTheme,
        files: &FontFiles,
        place: Range<usize>,
        what: FontUse,
    ) -> Option<String> {
        let named = [&files.regular, &files.bold, &files.italic, &files.bold_italic];
        let wanted = match what {
            FontUse::Display => files.bold.as_ref().or(files.regular.as_ref()),
            FontUse::Body => files.regular.as_ref(),
        };
        if wanted.is_none() {
            let hint = "write { regular = \"fonts/My-Regular.ttf\", bold = \"fonts/My-Bold.ttf\" }";
            self.report(place, "the font names no file of its usual weight", hint);
            return None;
        }
        let mut family: Option<String> = None;
        for file in named.into_iter().flatten() {
            let (font, bytes) = self.font_file(file, place.clone())?;
            let own = font.info().family.clone();
            if family.as_ref().is_some_and(|family| *family != own) {
                let message = format!(
                    "the file `{}` holds the family `{}`, but the files before it `{}`",
                    short_quote(file),
                    short_quote(&own),
                    short_quote(family.as_deref().unwrap_or("")),
                );
                self.font_warning(place.clone(), message, "name files of one family");
                continue;
            }
            if let Some((source, _)) = self.files.filter(|_| family.is_none()) {
                let place = Span::new(source, place.clone());
                theme.own_fonts.push(OwnFont { family: own.clone(), place, font });
            }
            family = Some(own);
            theme.fonts.push(bytes);
        }
        if files.licence.as_ref().is_none_or(|licence| licence.trim().is_empty()) {
            let message = "the font states no licence, but every PDF contains a part of the font";
            let hint = "find out whether the font may be embedded, and write licence = \"...\"";
            self.font_warning(place, message, hint);
        }
        family
    }

    /// Reads a font file; returns none if it cannot be used, which is reported.
    fn font_file(&mut self, file: &str, place: Range<usize>) -> Option<(Font, Bytes)> {
        let (source, sources) = self.files?;
        let from = sources.get(source).path.clone();
        let read = match source::relative_path(&from, file) {
            Some(path) => sources.read(&path, MAX_FONT).map_err(|why| why.to_string()),
            None => Err("it is outside the folder of the book".to_owned()),
        };
        let found = read.and_then(|bytes| {
            let bytes = Bytes::new(bytes);
            let font = Font::new(bytes.clone(), 0).filter(has_letters);
            font.map(|font| (font, bytes)).ok_or_else(|| "it holds no font".to_owned())
        });
        match found {
            Ok(found) => Some(found),
            Err(why) => {
                let message =
                    format!("the font file `{}` cannot be used: {why}", short_quote(file));
                let hint = "name a TrueType or OpenType file in the book's folder; until then the bundled font is used";
                self.font_warning(place, message, hint);
                None
            }
        }
    }

    fn font_warning(&mut self, place: Range<usize>, message: impl Into<String>, hint: &str) {
        if let Some((source, _)) = self.files {
            let place = Span::new(source, place);
            self.findings.push(Diagnostic::at(code::THEME_FONT, place, message).hint(hint));
        }
    }
}

/// Reports whether a font has the letters of the alphabet, without which no text can be set in it.
fn has_letters(font: &Font) -> bool {
    ('a'..='z').all(|letter| font.info().coverage.contains(letter as u32))
}
