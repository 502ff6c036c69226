//! Common parts of the pictures of many games: width, words and colours.

use draw::drawing::{Canvas, Drawing, Point, TextAlign, TextLines, TextWeight, render_svg};

/// Width of a picture, in points.
pub const WIDE: f64 = 420.0;
/// Font size of words, in points.
pub const SMALL: f64 = 8.5;
/// Font size of a title, in points.
const TITLE: f64 = 14.0;

/// Returns a line of small grey words.
pub fn words(line: String, at: Point, align: TextAlign) -> TextLines {
    let (weight, colour) = (TextWeight::Regular, "grey".into());
    let (width, step, size) = (WIDE - at.x, SMALL * 1.2, SMALL);
    TextLines { at, width, lines: vec![line], step, size, weight, colour, align }
}

/// Draws the title of a picture.
pub fn draw_title(title: &str, at: Point, canvas: &mut Canvas) {
    let (weight, colour) = (TextWeight::Bold, "navy".into());
    let (size, step) = (TITLE, TITLE * 1.2);
    canvas.text(TextLines {
        weight,
        colour,
        size,
        step,
        ..words(title.to_owned(), at, TextAlign::Left)
    });
}

/// Renders a picture as an SVG file in the standard colours.
pub fn plot_svg(drawing: &Drawing) -> String {
    let palette = base::theme::Palette::standard();
    render_svg(drawing, &|token| palette.css_colour(token))
}
