//! The few parts of CSS that a printed page follows: lengths, and the properties of `style`.

/// A length above zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum CssLength {
    /// Length in points.
    Points(f32),
    /// Percentage of the space around.
    Percent(f32),
}

/// Points of an `em`, which is the text size of the body.
const EM: f32 = 10.0;

/// Parses a length in CSS units; a plain number is in pixels of 1/96 inch.
pub fn css_length(text: &str) -> Option<CssLength> {
    let (value, unit) = split_number(text, |c| c.is_ascii_digit() || c == '.');
    let value: f32 = value.parse().ok().filter(|value| *value > 0.0)?;
    let unit = unit.trim().to_ascii_lowercase();
    match unit.as_str() {
        "%" => Some(CssLength::Percent(value)),
        unit => Some(CssLength::Points(value * css_points(unit)?)),
    }
}

/// Points of a CSS unit.
fn css_points(unit: &str) -> Option<f32> {
    match unit {
        "" | "px" => Some(0.75),
        "pt" => Some(1.0),
        "pc" => Some(12.0),
        "mm" => Some(72.0 / 25.4),
        "cm" => Some(72.0 / 2.54),
        "in" => Some(72.0),
        "em" | "rem" => Some(EM),
        _ => None,
    }
}

/// Parses a number as HTML does: digits, and then anything.
pub fn leading_number(text: &str) -> Option<usize> {
    let (digits, _) = split_number(text, |c| c.is_ascii_digit());
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX))
}

/// Splits a text behind the number at its start.
fn split_number(text: &str, belongs: fn(char) -> bool) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(|c| !belongs(c)).unwrap_or(text.len()))
}

/// Returns the properties of a `style`, the last one first.
pub fn style_properties(style: &str) -> impl DoubleEndedIterator<Item = (&str, &str)> {
    let pairs = style.rsplit(';').filter_map(|part| part.split_once(':'));
    pairs.map(|(key, value)| (key.trim(), value.trim()))
}

/// Returns the value of a property of a `style`; its last one counts.
pub fn style_value<'a>(style: &'a str, property: &str) -> Option<&'a str> {
    let mut properties = style_properties(style);
    properties.find(|(key, _)| key.eq_ignore_ascii_case(property)).map(|(_, value)| value)
}
