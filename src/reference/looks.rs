//! Icons and colours for the look of a book, as a page with two pictures. In: the bundled icons and themes.
//! Out: `docs/reference/looks.md`, `icons.svg` and `colours.svg`.

use std::fmt::Write;

use super::{cell_text, made_note};
use base::source::schema::file_schema;
use base::theme::file::ThemeFile;
use base::theme::{self, Palette, colour_roles};
use document::icons::all_icons;

/// Number of icons in a row of the picture.
const COLUMNS: usize = 5;
/// Width and height of the space of one icon, in pixels.
const PLACE: (usize, usize) = (160, 40);
/// Width and height of a colour on the picture, in pixels.
const SWATCH: (usize, usize) = (104, 34);
/// Width of the names beside the colours, in pixels.
const NAMES: usize = 130;

/// Returns the purpose of a theme's colour, in a sentence.
pub fn role_sentence(role: &str) -> String {
    let schema = file_schema::<ThemeFile>();
    let path = format!("/properties/colour/properties/{role}/description");
    cell_text(schema.pointer(&path).and_then(|said| said.as_str()).unwrap_or_default())
}

/// Returns the page that lists icons and colours.
pub fn looks_page() -> String {
    let mut page = made_note("`crates/document/icons/icons.toml` and `crates/base/themes/`");
    page += "# Icons and colours\n\n## Icons\n\n\
        `:sword:` in a text, a table, a sheet or a card prints the icon of that name; decks and `rules/table.toml` name it \
        without colons. An SVG file `icons/mana.svg` of your book is `:mana:`. `rulepress icons BOOK` lists both.\n\n\
        ![All bundled icons with their names](icons.svg)\n\n| icon | is read aloud as |\n|---|---|\n";
    for (name, icon) in all_icons() {
        let _ = writeln!(page, "| `{name}` | {} |", cell_text(&icon.says));
    }
    page += "\n## Colours of themes\n\n\
        `[colour]` of theme.toml sets colours by their purpose; the picture shows the colours of the bundled themes, and \
        `rulepress colours BOOK` lists those of a book.\n\n\
        ![The colours of the bundled themes](colours.svg)\n\n| colour | for |\n|---|---|\n";
    for (role, _) in colour_roles() {
        let _ = writeln!(page, "| `{role}` | {} |", role_sentence(role));
    }
    page
}

/// Draws all bundled icons.
pub fn icons_picture() -> String {
    let (wide, high) = PLACE;
    let count = all_icons().count();
    let mut drawing = opened(COLUMNS * wide, count.div_ceil(COLUMNS) * high + 8);
    for (nth, (name, icon)) in all_icons().enumerate() {
        let (x, y) = ((nth % COLUMNS) * wide + 12, (nth / COLUMNS) * high + 12);
        let _ = write!(
            drawing,
            "<g transform=\"translate({x} {y})\"><g fill=\"none\" stroke=\"#000\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        );
        for path in &icon.outline.paths {
            let _ = write!(drawing, "<path d=\"{path}\"/>");
        }
        let _ = writeln!(drawing, "</g><text x=\"32\" y=\"17\">{name}</text></g>");
    }
    drawing + "</svg>\n"
}

/// Draws the colours of all bundled themes, by purpose.
pub fn colours_picture() -> String {
    let (wide, high) = SWATCH;
    let themes: Vec<&str> = theme::bundled_names().collect();
    let roles = colour_roles();
    let mut drawing = opened(NAMES + themes.len() * wide + 12, (roles.len() + 1) * high + 12);
    for (column, name) in themes.iter().enumerate() {
        let x = NAMES + column * wide;
        let _ = writeln!(drawing, "<text x=\"{x}\" y=\"24\" font-weight=\"bold\">{name}</text>");
        let palette = theme::bundled(name).map(|theme| theme.palette());
        let palette = palette.unwrap_or_else(|| Palette::standard().clone());
        for (row, (_, tokens)) in roles.iter().enumerate() {
            let y = (row + 1) * high;
            drawing += &swatches(&palette, tokens, x, y);
        }
    }
    for (row, (role, _)) in roles.iter().enumerate() {
        let y = (row + 1) * high + 21;
        let _ = writeln!(drawing, "<text x=\"12\" y=\"{y}\">{role}</text>");
    }
    drawing + "</svg>\n"
}

/// Draws one colour with its value, or several side by side.
fn swatches(palette: &Palette, tokens: &[&str], x: usize, y: usize) -> String {
    let room = SWATCH.0 - 8;
    let wide = if tokens.len() == 1 { 28 } else { room / tokens.len() };
    let mut drawn = String::new();
    for (nth, token) in tokens.iter().enumerate() {
        let (colour, x) = (palette.css_colour(token), x + nth * wide);
        let _ = writeln!(
            drawn,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"28\" fill=\"{colour}\" stroke=\"#888\"/>"
        );
        if tokens.len() == 1 {
            let (x, y) = (x + 34, y + 18);
            let _ = writeln!(drawn, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\">{colour}</text>");
        }
    }
    drawn
}

fn opened(wide: usize, high: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" font-family=\"sans-serif\" font-size=\"14\"><rect width=\"{wide}\" height=\"{high}\" fill=\"#fff\"/>\n"
    )
}
