//! Renders a drawing as SVG 1.1: real text, no ids, no scripts; the same drawing always gives the
//! same bytes.

use std::fmt::{self, Display, Formatter, Write};

use super::{
    Area, CurveMove, DashStyle, Drawing, DrawingItem, DrawingTarget, Point, Stroke, TextAlign,
    TextLines, TextWeight, rounded_corners,
};

/// Font families of the words, quoted because one of them ends in a digit.
const FAMILY: &str = "'Source Sans 3', sans-serif";

/// The longest title, in characters.
const LONGEST_TITLE: usize = 90;

/// Bounds of quick rounding to hundredths: numbers above the first, and hundredths closer to a half
/// than the second, are rounded by their exact value.
const LARGEST_QUICK: f64 = 1e8;
const NEAR_HALF: f64 = 1e-6;

/// Renders a drawing as a whole SVG document; `colours` returns the CSS colour of a token.
pub fn render_svg(drawing: &Drawing, colours: &dyn Fn(&str) -> String) -> String {
    let mut writer = SvgWriter { colours, out: String::new() };
    writer.write_head(drawing);
    for item in &drawing.items {
        writer.write_item(item);
    }
    writer.out.push_str("</svg>\n");
    writer.out
}

/// Returns the first sentence of the alternative text, cut to the length of a title.
fn svg_title(alt: &str) -> String {
    let first = &alt[..alt.find(". ").map_or(alt.len(), |at| at + 1)];
    if first.chars().count() <= LONGEST_TITLE {
        return first.to_owned();
    }
    first.chars().take(LONGEST_TITLE - 1).chain(['…']).collect()
}

/// A document in the making.
struct SvgWriter<'a> {
    colours: &'a dyn Fn(&str) -> String,
    out: String,
}

impl SvgWriter<'_> {
    fn write_line(&mut self, words: fmt::Arguments) {
        self.out.write_fmt(words).expect("writing to a string cannot fail");
        self.out.push('\n');
    }

    fn write_head(&mut self, drawing: &Drawing) {
        let (width, height) = (Decimal(drawing.width), Decimal(drawing.height));
        // A drawing with links is more than a picture.
        let linked = drawing.items.iter().any(|item| matches!(item, DrawingItem::Link { .. }));
        let role = if linked { "group" } else { "img" };
        self.write_line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" role="{role}" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" font-family="{FAMILY}">"#
        ));
        self.write_line(format_args!("<title>{}</title>", xml_line(&svg_title(&drawing.alt))));
        self.write_line(format_args!("<desc>{}</desc>", xml_line(&drawing.alt)));
    }

    fn write_item(&mut self, item: &DrawingItem) {
        let paint = self.paint_attributes(item.fill(), item.stroke());
        match item {
            DrawingItem::Rect { area, radius, .. } => {
                let extent = extent_attributes(area);
                let mut round = String::new();
                if *radius > 0.0 {
                    round = format!(r#" rx="{}""#, Decimal(*radius));
                }
                self.write_line(format_args!("<rect {extent}{round}{paint}/>"));
            }
            DrawingItem::Ellipse { area, .. } => self.write_ellipse(area, &paint),
            DrawingItem::Polygon { points, .. } => {
                let corners =
                    Joined(points, |point: &Point, f: &mut Formatter| Pair(*point).fmt(f));
                self.write_line(format_args!(r#"<polygon points="{corners}"{paint}/>"#));
            }
            DrawingItem::Path { points, radius, .. } => {
                self.write_path(&rounded_corners(points, *radius), &paint)
            }
            DrawingItem::Curve { moves, .. } => self.write_path(moves, &paint),
            DrawingItem::Text(text) => self.write_text(text),
            DrawingItem::Link { area, target, text } => self.write_link(area, target, text),
        }
    }

    fn write_ellipse(&mut self, area: &Area, paint: &str) {
        let Point { x, y } = area.middle();
        let [x, y, across, down] = [x, y, area.width / 2.0, area.height / 2.0].map(Decimal);
        if across.to_string() == down.to_string() {
            self.write_line(format_args!(r#"<circle cx="{x}" cy="{y}" r="{across}"{paint}/>"#));
        } else {
            self.write_line(format_args!(
                r#"<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}"{paint}/>"#
            ));
        }
    }

    fn write_path(&mut self, moves: &[CurveMove], paint: &str) {
        let steps = Joined(moves, write_move);
        self.write_line(format_args!(r#"<path d="{steps}"{paint}/>"#));
    }

    fn paint_attributes(&self, fill: Option<&str>, stroke: Option<&Stroke>) -> String {
        let fill = fill.map_or("none".to_owned(), |token| self.colour(token));
        let Some(stroke) = stroke else { return format!(r#" fill="{fill}""#) };
        let (colour, width) = (self.colour(&stroke.colour), Decimal(stroke.width));
        let dash = dash_attributes(stroke);
        format!(r#" fill="{fill}" stroke="{colour}" stroke-width="{width}"{dash}"#)
    }

    fn colour(&self, token: &str) -> String {
        xml_line(&(self.colours)(token))
    }

    /// Writes each line as an element of its own: blanks between the lines of one element would
    /// shift centred words.
    fn write_text(&mut self, text: &TextLines) {
        let style = self.text_attributes(text);
        for (nth, line) in text.lines.iter().enumerate() {
            let [x, y] = [text.at.x, text.baseline(nth)].map(Decimal);
            self.write_line(format_args!(
                r#"<text x="{x}" y="{y}"{style}>{}</text>"#,
                xml_line(line)
            ));
        }
    }

    fn text_attributes(&self, text: &TextLines) -> String {
        let weight = match text.weight {
            TextWeight::Regular => "",
            TextWeight::Bold => r#" font-weight="700""#,
        };
        let anchor = match text.align {
            TextAlign::Left => "",
            TextAlign::Center => r#" text-anchor="middle""#,
            TextAlign::Right => r#" text-anchor="end""#,
        };
        let (size, colour) = (Decimal(text.size), self.colour(&text.colour));
        format!(r#" font-size="{size}" fill="{colour}"{weight}{anchor}"#)
    }

    fn write_link(&mut self, area: &Area, target: &DrawingTarget, text: &str) {
        let address = match target {
            DrawingTarget::Anchor(anchor) => xml_line(&format!("#{anchor}")),
            DrawingTarget::Url(url) => xml_line(url),
        };
        let (title, extent) = (xml_line(text), extent_attributes(area));
        self.write_line(format_args!(
            r#"<a xlink:href="{address}"><title>{title}</title><rect {extent} fill="none" pointer-events="all"/></a>"#
        ));
    }
}

fn extent_attributes(area: &Area) -> String {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(Decimal);
    format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#)
}

fn write_move(step: &CurveMove, f: &mut Formatter) -> fmt::Result {
    match step {
        CurveMove::To(point) => write!(f, "M{}", Pair(*point)),
        CurveMove::Line(point) => write!(f, "L{}", Pair(*point)),
        CurveMove::Cubic(a, b, end) => write!(f, "C{} {} {}", Pair(*a), Pair(*b), Pair(*end)),
        CurveMove::Close => f.write_char('Z'),
    }
}

fn dash_attributes(stroke: &Stroke) -> String {
    let widths = |count: f64| Decimal(count * stroke.width);
    match stroke.dash {
        DashStyle::Solid => String::new(),
        DashStyle::Dashed => format!(r#" stroke-dasharray="{} {}""#, widths(4.0), widths(3.0)),
        DashStyle::Dotted => {
            format!(r#" stroke-linecap="round" stroke-dasharray="0 {}""#, widths(2.6))
        }
    }
}

/// A point as SVG writes it.
struct Pair(Point);

impl Display for Pair {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Point { x, y } = self.0;
        Decimal(x).fmt(f)?;
        f.write_char(',')?;
        Decimal(y).fmt(f)
    }
}

/// Items with a blank between two of them; the function writes each.
struct Joined<'a, T, W>(&'a [T], W);

impl<T, W: Fn(&T, &mut Formatter) -> fmt::Result> Display for Joined<'_, T, W> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        for (nth, item) in self.0.iter().enumerate() {
            if nth > 0 {
                f.write_char(' ')?;
            }
            (self.1)(item, f)?;
        }
        Ok(())
    }
}

/// A number with at most two decimals, without trailing zeros.
struct Decimal(f64);

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let hundredths = self.0 * 100.0;
        let from_half = (hundredths.fract().abs() - 0.5).abs();
        if hundredths.abs() > LARGEST_QUICK || from_half < NEAR_HALF || hundredths.is_nan() {
            let words = format!("{:.2}", self.0);
            let short = words.trim_end_matches('0').trim_end_matches('.');
            return f.write_str(if short == "-0" { "0" } else { short });
        }
        let rounded = hundredths.round() as i64;
        if rounded < 0 {
            f.write_char('-')?;
        }
        write_digits(rounded.unsigned_abs() / 100, f)?;
        let rest = (rounded.unsigned_abs() % 100) as u8;
        match (rest / 10, rest % 10) {
            (0, 0) => Ok(()),
            (tenths, 0) => f.write_str(digits(&[b'.', b'0' + tenths])),
            (tenths, last) => f.write_str(digits(&[b'.', b'0' + tenths, b'0' + last])),
        }
    }
}

fn write_digits(mut number: u64, f: &mut Formatter) -> fmt::Result {
    let mut bytes = [b'0'; 20];
    let mut first = bytes.len() - 1;
    while number >= 10 {
        bytes[first] = b'0' + (number % 10) as u8;
        number /= 10;
        first -= 1;
    }
    bytes[first] = b'0' + number as u8;
    f.write_str(digits(&bytes[first..]))
}

fn digits(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("digits are ASCII")
}

/// Returns words on one line, without the characters that XML forbids.
fn xml_line(words: &str) -> String {
    let line = words.replace(['\t', '\n', '\r'], " ");
    let is_forbidden = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    escape_markup(&line.replace(is_forbidden, ""))
}

/// Escapes text for HTML and XML, including quoted attributes.
pub fn escape_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
