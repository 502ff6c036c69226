//! A drawing as SVG 1.1: real text, no ids, no scripts; the same drawing always gives the same
//! bytes.

use std::fmt::Write;

use super::{
    Area, CurveMove, DashStyle, Drawing, DrawingItem, DrawingTarget, Point, Stroke, TextAlign,
    TextLines, TextWeight,
};

/// The families of the words, quoted because one of them ends in a digit.
const FAMILY: &str = "'Source Sans 3', sans-serif";

/// The drawing as a whole SVG document; `colours` gives the CSS colour of a token.
pub fn render_svg(drawing: &Drawing, colours: &dyn Fn(&str) -> String) -> String {
    let mut sheet = SvgWriter { colours, out: String::new() };
    let (width, height) = (short_decimal(drawing.width), short_decimal(drawing.height));
    let role = if drawing.items.iter().any(|item| matches!(item, DrawingItem::Link { .. })) {
        "group"
    } else {
        "img"
    };
    sheet.write_line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" role="{role}" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" font-family="{FAMILY}">"#
    ));
    sheet.write_line(format_args!("<title>{}</title>", xml_line(&svg_title(&drawing.alt))));
    sheet.write_line(format_args!("<desc>{}</desc>", xml_line(&drawing.alt)));
    for item in &drawing.items {
        sheet.write_item(item);
    }
    sheet.out.push_str("</svg>\n");
    sheet.out
}

/// The first sentence of the alternative text.
fn svg_title(alt: &str) -> String {
    let end = alt.find(". ").map_or(alt.len(), |at| at + 1);
    let first = &alt[..end];
    if first.chars().count() <= 90 {
        first.to_owned()
    } else {
        first.chars().take(89).chain(['…']).collect()
    }
}

/// What is written so far.
struct SvgWriter<'a> {
    colours: &'a dyn Fn(&str) -> String,
    out: String,
}

impl SvgWriter<'_> {
    fn write_line(&mut self, words: std::fmt::Arguments) {
        self.out.write_fmt(words).expect("writing to a string cannot fail");
        self.out.push('\n');
    }

    fn write_item(&mut self, item: &DrawingItem) {
        match item {
            DrawingItem::Rect { area, radius, fill, stroke } => {
                let round = if *radius > 0.0 {
                    format!(r#" rx="{}""#, short_decimal(*radius))
                } else {
                    String::new()
                };
                let paint = self.paint_attributes(fill.as_deref(), stroke.as_ref());
                self.write_line(format_args!("<rect {}{round}{paint}/>", extent_attributes(area)));
            }
            DrawingItem::Ellipse { area, fill, stroke } => {
                self.write_ellipse(area, fill.as_deref(), stroke.as_ref())
            }
            DrawingItem::Polygon { points, fill, stroke } => {
                let corners: Vec<String> =
                    points.iter().map(|point| coordinate_pair(*point)).collect();
                let paint = self.paint_attributes(fill.as_deref(), stroke.as_ref());
                self.write_line(format_args!(
                    r#"<polygon points="{}"{paint}/>"#,
                    corners.join(" ")
                ));
            }
            DrawingItem::Path { points, radius, stroke } => {
                self.write_path(&super::rounded_corners(points, *radius), None, Some(stroke))
            }
            DrawingItem::Curve { moves, fill, stroke } => {
                self.write_path(moves, fill.as_deref(), stroke.as_ref())
            }
            DrawingItem::Text(text) => self.write_text(text),
            DrawingItem::Link { area, target, text } => self.write_link(area, target, text),
        }
    }

    fn write_ellipse(&mut self, area: &Area, fill: Option<&str>, stroke: Option<&Stroke>) {
        let (x, y) = area.middle();
        let (across, down) = (short_decimal(area.width / 2.0), short_decimal(area.height / 2.0));
        let paint = self.paint_attributes(fill, stroke);
        let (x, y) = (short_decimal(x), short_decimal(y));
        if across == down {
            self.write_line(format_args!(r#"<circle cx="{x}" cy="{y}" r="{across}"{paint}/>"#));
        } else {
            self.write_line(format_args!(
                r#"<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}"{paint}/>"#
            ));
        }
    }

    fn write_path(&mut self, moves: &[CurveMove], fill: Option<&str>, stroke: Option<&Stroke>) {
        let steps: Vec<String> = moves.iter().map(path_command).collect();
        let paint = self.paint_attributes(fill, stroke);
        self.write_line(format_args!(r#"<path d="{}"{paint}/>"#, steps.join(" ")));
    }

    fn paint_attributes(&self, fill: Option<&str>, stroke: Option<&Stroke>) -> String {
        let mut paint =
            format!(r#" fill="{}""#, fill.map_or("none".to_owned(), |token| self.colour(token)));
        if let Some(stroke) = stroke {
            let colour = self.colour(&stroke.colour);
            paint +=
                &format!(r#" stroke="{colour}" stroke-width="{}""#, short_decimal(stroke.width));
            paint += &dash_attributes(stroke);
        }
        paint
    }

    fn colour(&self, token: &str) -> String {
        xml_line(&(self.colours)(token))
    }

    fn write_text(&mut self, text: &TextLines) {
        let anchor = match text.align {
            TextAlign::Left => "",
            TextAlign::Center => r#" text-anchor="middle""#,
            TextAlign::Right => r#" text-anchor="end""#,
        };
        let weight = if text.weight == TextWeight::Bold { r#" font-weight="700""# } else { "" };
        let colour = self.colour(&text.colour);
        let (x, size) = (short_decimal(text.at.0), short_decimal(text.size));
        // Each line is an element of its own: blanks between the lines of one would shift centred
        // words.
        for (index, line) in text.lines.iter().enumerate() {
            let y = short_decimal(text.at.1 + index as f64 * text.step);
            let words = xml_line(line);
            self.write_line(format_args!(
                r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}{anchor}>{words}</text>"#
            ));
        }
    }

    fn write_link(&mut self, area: &Area, target: &DrawingTarget, text: &str) {
        let address = match target {
            DrawingTarget::Anchor(anchor) => format!("#{anchor}"),
            DrawingTarget::Url(url) => url.clone(),
        };
        self.write_line(format_args!(
            r#"<a xlink:href="{}"><title>{}</title><rect {} fill="none" pointer-events="all"/></a>"#,
            xml_line(&address),
            xml_line(text),
            extent_attributes(area),
        ));
    }
}

fn extent_attributes(area: &Area) -> String {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(short_decimal);
    format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#)
}

fn path_command(step: &CurveMove) -> String {
    match step {
        CurveMove::To(point) => format!("M{}", coordinate_pair(*point)),
        CurveMove::Line(point) => format!("L{}", coordinate_pair(*point)),
        CurveMove::Cubic(a, b, end) => {
            format!("C{} {} {}", coordinate_pair(*a), coordinate_pair(*b), coordinate_pair(*end))
        }
        CurveMove::Close => "Z".to_owned(),
    }
}

fn dash_attributes(stroke: &Stroke) -> String {
    let wide = stroke.width;
    match stroke.dash {
        DashStyle::Solid => String::new(),
        DashStyle::Dashed => {
            format!(
                r#" stroke-dasharray="{} {}""#,
                short_decimal(4.0 * wide),
                short_decimal(3.0 * wide)
            )
        }
        DashStyle::Dotted => {
            format!(r#" stroke-linecap="round" stroke-dasharray="0 {}""#, short_decimal(2.6 * wide))
        }
    }
}

fn coordinate_pair((x, y): Point) -> String {
    format!("{},{}", short_decimal(x), short_decimal(y))
}

/// At most two decimals, and no more than it needs.
fn short_decimal(value: f64) -> String {
    let words = format!("{value:.2}");
    let short = words.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Words on one line, without the characters that XML forbids.
fn xml_line(words: &str) -> String {
    let blank = |c: char| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c };
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    escape_markup(&words.chars().map(blank).filter(allowed).collect::<String>())
}

/// Text that can stand in HTML and XML, in quoted attributes too.
pub fn escape_markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
