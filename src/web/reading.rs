//! The page with the text of a book. In: its text, the theme, and the index. Out: the page with its style and
//! its scripts (`templates/web/reading.*` and the files beside them).

use anyhow::{Context as _, Result};
use serde_json::Value;
use tera::Context;

use super::fonts::PageFamilies;
use super::page::{fill_template, text_hash};
use super::plain::PlainNumbers;
use base::theme::colour::{LEAST_CONTRAST, Rgb};
use base::theme::{BookTheme, Palette};

const STYLE: &str = concat!(
    include_str!("../../templates/web/reading.css"),
    include_str!("../../templates/web/tools.css")
);
/// Script that runs before anything is shown.
const EARLY: &str = include_str!("../../templates/web/early.js");
const SCRIPT: &str = concat!(
    include_str!("../../templates/web/reading.js"),
    include_str!("../../templates/web/search.js"),
    include_str!("../../templates/web/explain.js"),
    include_str!("../../templates/web/charts.js"),
    include_str!("../../templates/web/stage.js"),
);

/// Tokens of the grounds behind words.
const GROUNDS: [&str; 4] = ["paper", "faint", "tint", "blush"];
/// Colours of words, and the tokens that they are made from.
const WORDS: [(&str, &str); 4] =
    [("text", "ink"), ("muted", "grey"), ("accent", "navy"), ("warning", "rust")];

/// Ground of panels beside the text; at night it is mixed with paper, because it would glare.
const LIGHT_PANEL: &str = "--panel: var(--faint); ";
const DARK_PANEL: &str = "--panel: color-mix(in srgb, var(--faint) 40%, var(--paper)); ";

/// Parts of a page besides its values.
pub struct ReadingPage<'a> {
    pub theme: &'a BookTheme,
    pub families: PageFamilies<'a>,
    /// The index as JSON for a script element.
    pub index: String,
}

/// Returns the page; `values` are those of `templates/web/book.html`.
pub fn fill_reading_page(values: &Value, page: &ReadingPage<'_>) -> Result<String> {
    let style = page_style(page);
    let mut context = Context::from_serialize(&PlainNumbers(values))
        .context("the values of a page cannot be written")?;
    context.insert("policy", &page_policy(&style));
    context.insert("style", &style);
    context.insert("early", EARLY);
    context.insert("script", SCRIPT);
    context.insert("index", &page.index);
    fill_template("book.html", &context)
}

/// Returns the policy: only our scripts, this style and files of the same folder may run, apply or be
/// fetched.
fn page_policy(style: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' {} {}; style-src 'self' {}; font-src data:; img-src 'self' data:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'",
        text_hash(EARLY),
        text_hash(SCRIPT),
        text_hash(style)
    )
}

/// Returns the colours by day and by night, the fonts, then the style of all books.
fn page_style(page: &ReadingPage<'_>) -> String {
    let light = colour_properties(&page.theme.palette());
    let dark = colour_properties(&Palette::of(page.theme, "dark"));
    let (light, dark) = (light + LIGHT_PANEL, dark + DARK_PANEL);
    let corner = page
        .theme
        .style
        .corner
        .map_or_else(String::new, |corner| format!("--corner: {corner}mm; "));
    format!(
        ":root {{ color-scheme: light; {light}{}{corner}}}\n\
         @media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme=\"light\"]) {{ color-scheme: dark; {dark}}} }}\n\
         @media screen {{ :root[data-theme=\"dark\"] {{ color-scheme: dark; {dark}}} }}\n{STYLE}",
        page.families.css_properties()
    )
}

/// Returns the colours of a palette, and those of words, which are legible on all their grounds.
fn colour_properties(palette: &Palette) -> String {
    let words = word_colours(palette);
    let words = words.iter().map(|(name, colour)| format!("--{name}: {}; ", colour.hex()));
    palette.css_properties() + &words.collect::<String>()
}

/// Returns the colours of words by name.
fn word_colours(palette: &Palette) -> Vec<(&'static str, Rgb)> {
    let rgb = |token: &str| Rgb::parse(&palette.css_colour(token)).unwrap_or(Rgb::BLACK);
    let grounds = GROUNDS.map(rgb);
    let mut words: Vec<(&str, Rgb)> =
        WORDS.iter().map(|(name, token)| (*name, readable_on_all(rgb(token), &grounds))).collect();
    let deep = rgb("deep");
    words.push(("on-deep", most_contrast(deep, Rgb::WHITE)));
    words.push(("on-accent", most_contrast(words[2].1, rgb("paper"))));
    words.push(("on-highlight", most_contrast(rgb("highlight"), rgb("ink"))));
    words
}

/// Returns the wanted colour if it is legible on a ground, or else black or white.
fn most_contrast(ground: Rgb, wanted: Rgb) -> Rgb {
    let extreme = if Rgb::BLACK.contrast(ground) >= Rgb::WHITE.contrast(ground) {
        Rgb::BLACK
    } else {
        Rgb::WHITE
    };
    if wanted.contrast(ground) >= LEAST_CONTRAST { wanted } else { extreme }
}

/// Returns the nearest colour that is legible on each of the grounds; if there is none, black or white,
/// whichever has more contrast with the worst of them.
fn readable_on_all(colour: Rgb, grounds: &[Rgb]) -> Rgb {
    let worst = |colour: Rgb| {
        grounds.iter().map(|ground| colour.contrast(*ground)).fold(f64::MAX, f64::min)
    };
    let towards = |end: Rgb| {
        let steps =
            (0..=50).map(|step| Rgb(colour.mixed(end, f64::from(step) / 50.0).0.map(f64::round)));
        steps.enumerate().find(|(_, tried)| worst(*tried) >= LEAST_CONTRAST)
    };
    let found = [towards(Rgb::BLACK), towards(Rgb::WHITE)].into_iter().flatten();
    let nearest = found.min_by_key(|(step, _)| *step).map(|(_, colour)| colour);
    let extreme = if worst(Rgb::BLACK) >= worst(Rgb::WHITE) { Rgb::BLACK } else { Rgb::WHITE };
    nearest.unwrap_or(extreme)
}
