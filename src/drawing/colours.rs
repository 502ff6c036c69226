//! The colours of `templates/tokens.toml` for SVG and CSS.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct ColourTokens {
    colour: BTreeMap<String, TokenColour>,
}

#[derive(Deserialize)]
struct TokenColour {
    screen: String,
}

static TOKENS: LazyLock<ColourTokens> = LazyLock::new(|| {
    toml::from_str(include_str!("../../templates/tokens.toml"))
        .expect("the bundled tokens are well formed")
});

/// The CSS colour of a token.
pub fn css_colour(token: &str) -> String {
    TOKENS.colour.get(token).map_or_else(|| "#000000".to_owned(), |colour| colour.screen.clone())
}

/// Every token as a custom property of CSS: `--ink: #000000;`
pub fn css_properties() -> String {
    TOKENS.colour.iter().map(|(name, colour)| format!("--{name}: {}; ", colour.screen)).collect()
}
