//! Design tokens under a theme: those of `crates/base/tokens.toml`, changed by the theme of the book and by a
//! modifier: large print, little ink, dark.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use toml::{Table, Value};

use super::colour::{LEAST_CONTRAST, Rgb, TokenColour};
use super::{BODY, BookTheme, ThemeChoice};

/// Tokens of the standard theme, as text.
pub const TOKENS: &str = include_str!("../../tokens.toml");

/// Names of the modifiers for any theme; the first changes nothing.
pub const MODIFIERS: [&str; 4] = ["standard", "large-print", LOW_INK, DARK];

/// The modifier that saves ink.
pub const LOW_INK: &str = "low-ink";

/// The modifier whose colours follow from those of the theme.
pub const DARK: &str = "dark";
/// Colour of the page under the dark modifier.
const DARK_PAPER: Rgb = Rgb([22.0, 24.0, 28.0]);
/// Fraction of its colour that a ground keeps on dark pages.
const KEPT_OF_GROUND: f64 = 0.22;
/// Colour of words under the dark modifier: not quite white.
const DARK_TEXT: Rgb = Rgb([232.0, 232.0, 228.0]);
/// Least contrast of words and the plate of a cover on dark pages.
const LEAST_PLATE: f64 = 7.0;
/// Tokens of grounds below words.
const GROUNDS: [&str; 14] = [
    "faint", "tint", "blush", "sky", "cream", "sage", "amber", "blue", "coral", "apricot", "lemon",
    "leaf", "lilac", "rose",
];

/// Tokens of the standard theme.
static STANDARD: LazyLock<Table> =
    LazyLock::new(|| TOKENS.parse().expect("the bundled tokens are well formed"));

/// Returns the tokens in the syntax of Typst, under the theme of a book and the value of `--theme`.
pub fn themed_tokens(theme: &BookTheme, asked: &str) -> String {
    let choice = ThemeChoice::of(asked);
    let theme = &*choice.theme(theme);
    let mut tokens = STANDARD.clone();
    tokens.remove("theme");
    let own = own_modifier(choice.modifier);
    tokens.insert("standard-body".to_owned(), Value::Float(BODY.0));
    scale_sizes(&mut tokens, theme.size.unwrap_or(BODY.0) / BODY.0);
    for (role, family) in [("display", &theme.display), ("body", &theme.body)] {
        if let Some(family) = family {
            table(&mut tokens, "family").insert(role.to_owned(), family.clone().into());
        }
    }
    let margins = Table::try_from(theme.margins).unwrap_or_default();
    tokens.insert("margins".to_owned(), Value::Table(margins));
    let style = Table::try_from(&theme.style).unwrap_or_default();
    table(&mut tokens, "style").extend(style);
    if let Some(cover) = theme.cover {
        let cover = Value::try_from(cover).expect("it is a word");
        table(&mut tokens, "style").insert("cover".to_owned(), cover);
    }
    for (key, changed) in own {
        match (tokens.get_mut(key), changed) {
            (Some(Value::Table(there)), Value::Table(changed)) => {
                there.extend(changed.clone());
            }
            _ => {
                tokens.insert(key.clone(), changed.clone());
            }
        }
    }
    let colours = Palette::of(theme, choice.modifier).colours;
    let colours = Table::try_from(colours).expect("colours are plain data");
    tokens.insert("colour".to_owned(), Value::Table(colours));
    tokens.to_string()
}

/// Returns the changes of a modifier, except papers and colours, which templates do not read.
fn own_modifier(modifier: &str) -> impl Iterator<Item = (&'static String, &'static Value)> {
    let own = STANDARD.get("theme").and_then(|themes| themes.get(modifier)?.as_table());
    own.into_iter().flatten().filter(|(key, _)| !matches!(key.as_str(), "paper" | "colour"))
}

fn table<'t>(tokens: &'t mut Table, name: &str) -> &'t mut Table {
    let entry = tokens.entry(name.to_owned()).or_insert_with(|| Value::Table(Table::new()));
    entry.as_table_mut().expect("it is a table")
}

/// Multiplies all sizes of type, but none becomes smaller than may be printed.
fn scale_sizes(tokens: &mut Table, factor: f64) {
    let sizes = table(tokens, "size");
    let least = sizes.get("least").and_then(number).unwrap_or(0.0);
    for (_, size) in sizes.iter_mut().filter(|(name, _)| *name != "least") {
        if let Some(points) = number(size) {
            *size = Value::Float(((points * factor * 10.0).round() / 10.0).max(least));
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}

/// All colours, by the names of their tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    colours: BTreeMap<String, TokenColour>,
}

impl Palette {
    /// Returns the colours of the standard theme.
    pub fn standard() -> &'static Self {
        static PALETTE: LazyLock<Palette> =
            LazyLock::new(|| Palette::of(&BookTheme::default(), MODIFIERS[0]));
        &PALETTE
    }

    /// Returns the colours of a theme under the value of `--theme`.
    pub fn of(theme: &BookTheme, asked: &str) -> Self {
        let choice = ThemeChoice::of(asked);
        let (theme, modifier) = (choice.theme(theme), choice.modifier);
        let mut colours = colours_of(STANDARD.get("colour"));
        colours.extend(theme.colour.clone());
        let modified = STANDARD.get("theme").and_then(|themes| themes.get(modifier)?.get("colour"));
        colours.extend(colours_of(modified));
        let mut palette = Self { colours };
        if modifier == DARK {
            palette.darken();
        }
        palette
    }

    /// Names of all tokens that are colours.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.colours.keys().map(String::as_str)
    }

    /// Returns the colour of a token in CSS; black if the token is no colour.
    pub fn css_colour(&self, token: &str) -> String {
        self.colours.get(token).map_or_else(|| "#000000".to_owned(), |own| own.screen.clone())
    }

    /// Returns every token as a custom property of CSS: `--ink: #000000;`
    pub fn css_properties(&self) -> String {
        self.colours.iter().map(|(name, own)| format!("--{name}: {}; ", own.screen)).collect()
    }

    /// Returns the colour of a token.
    pub fn rgb(&self, token: &str) -> Rgb {
        self.colours.get(token).map_or(Rgb::BLACK, TokenColour::rgb)
    }

    /// Changes the colours to light words on a dark page: grounds keep some of their colour, and drawings on
    /// them become as light as necessary.
    fn darken(&mut self) {
        let grounds: Vec<Rgb> =
            GROUNDS.iter().map(|token| DARK_PAPER.mixed(self.rgb(token), KEPT_OF_GROUND)).collect();
        let lightest = grounds.iter().copied().reduce(|one, other| {
            if one.contrast(DARK_PAPER) > other.contrast(DARK_PAPER) { one } else { other }
        });
        let lightest = lightest.unwrap_or(DARK_PAPER);
        for (token, own) in &mut self.colours {
            let colour = match token.as_str() {
                "paper" => DARK_PAPER,
                "ink" => DARK_TEXT,
                "rule" => DARK_PAPER.mixed(DARK_TEXT, 0.35),
                "deep" => dark_plate(own.rgb()),
                token if GROUNDS.contains(&token) => {
                    let at = GROUNDS.iter().position(|ground| *ground == token);
                    at.map_or(DARK_PAPER, |at| grounds[at])
                }
                _ => readable(own.rgb(), lightest),
            };
            *own = TokenColour::of(colour);
        }
    }
}

/// Returns the plate of a cover on dark pages: as much of the colour as leaves words on it legible.
fn dark_plate(colour: Rgb) -> Rgb {
    let parts = (0..=10).rev().map(|part| DARK_PAPER.mixed(colour, f64::from(part) / 20.0));
    let legible = |plate: &Rgb| plate.contrast(DARK_TEXT) >= LEAST_PLATE;
    parts.into_iter().find(legible).unwrap_or(DARK_PAPER)
}

/// Returns the colour, made lighter until words in it can be read on a dark ground.
fn readable(colour: Rgb, ground: Rgb) -> Rgb {
    let steps = (0..=50).map(|step| colour.mixed(Rgb::WHITE, f64::from(step) / 50.0));
    steps.into_iter().find(|tried| tried.contrast(ground) >= LEAST_CONTRAST).unwrap_or(Rgb::WHITE)
}

fn colours_of(table: Option<&Value>) -> BTreeMap<String, TokenColour> {
    let colours = table.cloned().map(Value::try_into);
    colours.map_or_else(BTreeMap::new, |read| read.expect("the bundled colours are well formed"))
}
