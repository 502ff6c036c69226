//! Value of `--theme`: a bundled theme instead of the book's own, a modifier for any theme, or both.

use std::borrow::Cow;

use super::file::ChartStyle;
use super::tokens::LOW_INK;
use super::{BookTheme, MODIFIERS, bundled, bundled_names};
use crate::diagnostic::nearest_name;

/// A modifier, and a bundled theme if one is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeChoice {
    base: Option<&'static str>,
    /// One of [`MODIFIERS`].
    pub modifier: &'static str,
}

impl ThemeChoice {
    /// Parses `codex`, `large-print` or `codex,large-print`.
    ///
    /// # Errors
    /// If a name is unknown, or two of a kind are asked for; the error says what to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut choice = Self { base: None, modifier: MODIFIERS[0] };
        for name in text.split(',').map(str::trim) {
            let modifier = MODIFIERS.iter().find(|known| **known == name);
            let base = bundled_names().find(|known| *known == name);
            match (modifier, base) {
                // `standard` before other names is no theme: the book keeps its own.
                (Some(modifier), _) if choice.modifier == MODIFIERS[0] => {
                    choice.modifier = modifier
                }
                (None, Some(base)) if choice.base.is_none() => choice.base = Some(base),
                (None, None) => return Err(unknown(name)),
                _ => {
                    return Err(format!(
                        "`{text}` names two themes or two variants; write one theme and one of {}",
                        MODIFIERS[1..].join(", ")
                    ));
                }
            }
        }
        Ok(choice)
    }

    /// Returns the choice of a text that was checked before; an invalid text asks for nothing.
    pub fn of(text: &str) -> Self {
        Self::parse(text).unwrap_or(Self { base: None, modifier: MODIFIERS[0] })
    }

    /// Reports whether words are light on dark pages.
    pub fn is_dark(self) -> bool {
        self.modifier == super::tokens::DARK
    }

    /// Reports whether a bundled theme replaces the book's own.
    pub fn replaces_own(self) -> bool {
        self.base.is_some()
    }

    /// Returns the theme of the pages for this choice, and its modifier.
    pub fn chosen<'t>(asked: &str, own: &'t BookTheme) -> (Cow<'t, BookTheme>, &'static str) {
        let choice = Self::of(asked);
        (choice.theme(own), choice.modifier)
    }

    /// Returns the style of flowcharts: plain if ink is saved.
    pub fn chart(self, own: &BookTheme) -> ChartStyle {
        if self.modifier == LOW_INK { ChartStyle::Plain } else { self.theme(own).chart() }
    }

    /// Returns the theme of the pages: the bundled one that is asked for, else the book's own.
    pub fn theme(self, own: &BookTheme) -> Cow<'_, BookTheme> {
        match self.base.and_then(bundled) {
            Some(base) => Cow::Owned(base),
            None => Cow::Borrowed(own),
        }
    }
}

/// Checks the value of `--theme`, and returns it unchanged.
///
/// # Errors
/// If there is no theme of this name.
pub fn parse_theme(text: &str) -> Result<String, String> {
    ThemeChoice::parse(text).map(|_| text.to_owned())
}

fn unknown(name: &str) -> String {
    let known: Vec<&str> = MODIFIERS.into_iter().chain(bundled_names().skip(1)).collect();
    match nearest_name(name, known.iter().copied()) {
        Some(near) => format!("no theme is called `{name}`; did you mean `{near}`?"),
        None => format!("no theme is called `{name}`; write one of {}", known.join(", ")),
    }
}
