//! Papers: trim sizes and margins as `templates/tokens.toml` gives them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// Points in a millimetre.
pub(super) const MM: f64 = 72.0 / 25.4;

/// A trim size with its margins, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Paper {
    /// Width of the page.
    pub width: f64,
    /// Height of the page.
    pub height: f64,
    /// Margin at the binding.
    pub inside: f64,
    /// Margin away from the binding.
    pub outside: f64,
    /// Margin above.
    pub top: f64,
    /// Margin below.
    pub bottom: f64,
    /// Between two columns.
    pub gutter: f64,
}

#[derive(Deserialize)]
struct DesignTokens {
    paper: BTreeMap<String, Paper>,
    size: BTreeMap<String, f64>,
    theme: BTreeMap<String, ThemeTokens>,
    card: BTreeMap<String, CardTrim>,
    sheet: SheetForm,
    face: CardForm,
}

/// What a theme changes, of which only the sizes matter here.
#[derive(Debug, Clone, Default, Deserialize)]
struct ThemeTokens {
    #[serde(default)]
    size: BTreeMap<String, f64>,
}

/// The trim of a card, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
struct CardTrim {
    width: f64,
    height: f64,
}

/// The form of a reference sheet, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct SheetForm {
    /// On all sides.
    pub margin: f64,
    /// Between columns.
    pub gutter: f64,
    /// Height of the bar with the title.
    pub bar: f64,
    /// Width of the column with the course of the turn.
    pub turn: f64,
}

/// The form of a card, in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct CardForm {
    /// On all sides.
    pub margin: f64,
    /// Height of the title.
    pub head: f64,
    /// Height of the line below.
    pub foot: f64,
}

static TOKENS: LazyLock<DesignTokens> = LazyLock::new(|| {
    toml::from_str(include_str!("../../templates/tokens.toml"))
        .expect("the bundled tokens are well formed")
});

/// The paper of this name.
pub fn find_paper(name: &str) -> Option<Paper> {
    TOKENS.paper.get(name).copied()
}

/// All names.
pub fn paper_names() -> impl Iterator<Item = &'static str> {
    TOKENS.paper.keys().map(String::as_str)
}

/// How much larger the text of a theme is than that of the standard one.
pub fn theme_zoom(theme: &str) -> f64 {
    let body = TOKENS.theme.get(theme).and_then(|theme| theme.size.get("body"));
    body.map_or(1.0, |body| body / type_size("body"))
}

/// Width and height of the cards of this size.
pub fn card_trim(name: &str) -> Option<(f64, f64)> {
    TOKENS.card.get(name).map(|card| (card.width, card.height))
}

/// The names of the sizes of cards.
pub fn card_size_names() -> impl Iterator<Item = &'static str> {
    TOKENS.card.keys().map(String::as_str)
}

/// The form of reference sheets.
pub fn sheet_form() -> SheetForm {
    TOKENS.sheet
}

/// The form of cards.
pub fn card_form() -> CardForm {
    TOKENS.face
}

/// A type size in points by its token.
pub fn type_size(name: &str) -> f64 {
    TOKENS.size.get(name).copied().expect("the token is one of tokens.toml")
}

impl Paper {
    /// The paper as text sees it that is set `zoom` times as large.
    pub fn seen(&self, zoom: f64) -> Self {
        Self {
            width: self.width / zoom,
            height: self.height / zoom,
            inside: self.inside / zoom,
            outside: self.outside / zoom,
            top: self.top / zoom,
            bottom: self.bottom / zoom,
            gutter: self.gutter / zoom,
        }
    }

    /// Width of the text on an upright page, in points.
    pub fn text_width(&self) -> f64 {
        (self.width - self.inside - self.outside) * MM
    }

    /// Width of one of two columns, in points.
    pub fn column_width(&self) -> f64 {
        (self.width - self.inside - self.outside - self.gutter) / 2.0 * MM
    }

    /// Width of the text on a turned page, in points.
    pub fn turned_width(&self) -> f64 {
        (self.height - self.inside - self.outside) * MM
    }

    /// Height of the text on a turned page, in points.
    pub fn turned_height(&self) -> f64 {
        (self.width - self.top - self.bottom) * MM
    }

    /// Height of the text on an upright page, in points.
    pub fn text_height(&self) -> f64 {
        (self.height - self.top - self.bottom) * MM
    }
}
