//! A drawing as SVG 1.1: real text, no ids, no scripts; the same drawing always gives the same
//! bytes.

use std::fmt::Write;

use super::{Align, Area, Dash, Drawing, Item, Move, Point, Stroke, Target, Text, Weight};

/// The families of the words, quoted because one of them ends in a digit.
const FAMILY: &str = "'Source Sans 3', sans-serif";

/// The drawing as a whole SVG document; `colours` gives the CSS colour of a token.
pub fn svg(drawing: &Drawing, colours: &dyn Fn(&str) -> String) -> String {
    let mut sheet = Sheet { colours, out: String::new() };
    let (width, height) = (number(drawing.width), number(drawing.height));
    let role = if drawing.items.iter().any(|item| matches!(item, Item::Link { .. })) {
        "group"
    } else {
        "img"
    };
    sheet.line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" role="{role}" width="{width}pt" height="{height}pt" viewBox="0 0 {width} {height}" font-family="{FAMILY}">"#
    ));
    sheet.line(format_args!("<title>{}</title>", on_a_line(&title(&drawing.alt))));
    sheet.line(format_args!("<desc>{}</desc>", on_a_line(&drawing.alt)));
    for item in &drawing.items {
        sheet.item(item);
    }
    sheet.out.push_str("</svg>\n");
    sheet.out
}

/// The first sentence of the alternative text.
fn title(alt: &str) -> String {
    let end = alt.find(". ").map_or(alt.len(), |at| at + 1);
    let first = &alt[..end];
    if first.chars().count() <= 90 {
        first.to_owned()
    } else {
        first.chars().take(89).chain(['…']).collect()
    }
}

/// What is written so far.
struct Sheet<'a> {
    colours: &'a dyn Fn(&str) -> String,
    out: String,
}

impl Sheet<'_> {
    fn line(&mut self, words: std::fmt::Arguments) {
        self.out.write_fmt(words).expect("writing to a string cannot fail");
        self.out.push('\n');
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Rect { area, radius, fill, stroke } => {
                let round = if *radius > 0.0 {
                    format!(r#" rx="{}""#, number(*radius))
                } else {
                    String::new()
                };
                let paint = self.paint(fill.as_deref(), stroke.as_ref());
                self.line(format_args!("<rect {}{round}{paint}/>", extent(area)));
            }
            Item::Ellipse { area, fill, stroke } => {
                self.ellipse(area, fill.as_deref(), stroke.as_ref())
            }
            Item::Polygon { points, fill, stroke } => {
                let corners: Vec<String> = points.iter().map(|point| pair(*point)).collect();
                let paint = self.paint(fill.as_deref(), stroke.as_ref());
                self.line(format_args!(r#"<polygon points="{}"{paint}/>"#, corners.join(" ")));
            }
            Item::Path { points, radius, stroke } => {
                self.data(&super::rounded(points, *radius), None, Some(stroke))
            }
            Item::Curve { moves, fill, stroke } => {
                self.data(moves, fill.as_deref(), stroke.as_ref())
            }
            Item::Text(text) => self.text(text),
            Item::Link { area, target, text } => self.link(area, target, text),
        }
    }

    fn ellipse(&mut self, area: &Area, fill: Option<&str>, stroke: Option<&Stroke>) {
        let (x, y) = area.middle();
        let (across, down) = (number(area.width / 2.0), number(area.height / 2.0));
        let paint = self.paint(fill, stroke);
        let (x, y) = (number(x), number(y));
        if across == down {
            self.line(format_args!(r#"<circle cx="{x}" cy="{y}" r="{across}"{paint}/>"#));
        } else {
            self.line(format_args!(
                r#"<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}"{paint}/>"#
            ));
        }
    }

    fn data(&mut self, moves: &[Move], fill: Option<&str>, stroke: Option<&Stroke>) {
        let steps: Vec<String> = moves.iter().map(step).collect();
        let paint = self.paint(fill, stroke);
        self.line(format_args!(r#"<path d="{}"{paint}/>"#, steps.join(" ")));
    }

    fn paint(&self, fill: Option<&str>, stroke: Option<&Stroke>) -> String {
        let mut paint =
            format!(r#" fill="{}""#, fill.map_or("none".to_owned(), |token| self.colour(token)));
        if let Some(stroke) = stroke {
            let colour = self.colour(&stroke.colour);
            paint += &format!(r#" stroke="{colour}" stroke-width="{}""#, number(stroke.width));
            paint += &dashes(stroke);
        }
        paint
    }

    fn colour(&self, token: &str) -> String {
        on_a_line(&(self.colours)(token))
    }

    fn text(&mut self, text: &Text) {
        let anchor = match text.align {
            Align::Left => "",
            Align::Center => r#" text-anchor="middle""#,
            Align::Right => r#" text-anchor="end""#,
        };
        let weight = if text.weight == Weight::Bold { r#" font-weight="700""# } else { "" };
        let colour = self.colour(&text.colour);
        let (x, size) = (number(text.at.0), number(text.size));
        // Each line is an element of its own: blanks between the lines of one would shift centred
        // words.
        for (index, line) in text.lines.iter().enumerate() {
            let y = number(text.at.1 + index as f64 * text.step);
            let words = on_a_line(line);
            self.line(format_args!(
                r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}{anchor}>{words}</text>"#
            ));
        }
    }

    fn link(&mut self, area: &Area, target: &Target, text: &str) {
        let address = match target {
            Target::Anchor(anchor) => format!("#{anchor}"),
            Target::Url(url) => url.clone(),
        };
        self.line(format_args!(
            r#"<a xlink:href="{}"><title>{}</title><rect {} fill="none" pointer-events="all"/></a>"#,
            on_a_line(&address),
            on_a_line(text),
            extent(area),
        ));
    }
}

fn extent(area: &Area) -> String {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    format!(r#"x="{x}" y="{y}" width="{width}" height="{height}""#)
}

fn step(step: &Move) -> String {
    match step {
        Move::To(point) => format!("M{}", pair(*point)),
        Move::Line(point) => format!("L{}", pair(*point)),
        Move::Cubic(a, b, end) => format!("C{} {} {}", pair(*a), pair(*b), pair(*end)),
        Move::Close => "Z".to_owned(),
    }
}

fn dashes(stroke: &Stroke) -> String {
    let wide = stroke.width;
    match stroke.dash {
        Dash::Solid => String::new(),
        Dash::Dashed => {
            format!(r#" stroke-dasharray="{} {}""#, number(4.0 * wide), number(3.0 * wide))
        }
        Dash::Dotted => {
            format!(r#" stroke-linecap="round" stroke-dasharray="0 {}""#, number(2.6 * wide))
        }
    }
}

fn pair((x, y): Point) -> String {
    format!("{},{}", number(x), number(y))
}

/// At most two decimals, and no more than it needs.
fn number(value: f64) -> String {
    let words = format!("{value:.2}");
    let short = words.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Words on one line, without the characters that XML forbids.
fn on_a_line(words: &str) -> String {
    let blank = |c: char| if matches!(c, '\t' | '\n' | '\r') { ' ' } else { c };
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    escaped(&words.chars().map(blank).filter(allowed).collect::<String>())
}

/// Text that can stand in HTML and XML, in quoted attributes too.
pub fn escaped(text: &str) -> String {
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
