//! Size and place that a picture asks for. In: its attributes in HTML, its `style`, or `{width=40%}` behind
//! it. Out: the values that can be used; the rest is reported.

use super::attributes::{leading_attributes, written_attributes};
use super::css::{self, CssLength};
use crate::{AskedSize, Attributes, Image, Inline, InlineKind, PictureLength, PicturePlace, walk};
use base::diagnostic::{Findings, code, short_quote};
use base::source::Span;

/// Largest size of a picture, in points: twenty times the longer side of A0.
const MOST: f32 = 67_000.0;
/// Hint about an unknown size.
const SIZE_HINT: &str = "write pixels such as `width=300`, a share of the column such as `width=40%`, or a length such as `width=5cm`";
/// Hint about an unknown place.
const PLACE_HINT: &str = "write `left`, `center`, `right`, `top`, `middle` or `bottom`";
/// Words of CSS that leave the size to the picture.
const NATURAL: [&str; 8] =
    ["auto", "none", "inherit", "initial", "unset", "fit-content", "max-content", "min-content"];
/// Keys of size and place in `{..}` behind a picture.
const KEYS: [&str; 9] =
    ["width", "height", "max-width", "max-height", "align", "float", "style", "crop", "focus"];
/// Hint about an unknown ratio.
const CROP_HINT: &str = "write width and height such as `crop=\"16:9\"` or `crop=\"1:1\"`";
/// Hint about an unknown focus.
const FOCUS_HINT: &str = "write how far the point is from the left and from the top, such as `focus=\"30% 20%\"`, together with a `crop`";
/// Greatest ratio of the sides of a cut picture.
const LONGEST_CROP: f32 = 20.0;

/// Reads the size and place of a picture, attribute by attribute.
pub struct SizeReader<'a> {
    asked: AskedSize,
    /// Span of the picture.
    span: Span,
    findings: &'a mut Findings,
    /// True for `display: block`.
    block: bool,
    /// True for the left and the right margin if it takes all room.
    margins: [bool; 2],
}

impl<'a> SizeReader<'a> {
    /// Makes a reader for the picture at `span`.
    pub fn new(span: Span, findings: &'a mut Findings) -> Self {
        let asked = AskedSize::default();
        Self { asked, span, findings, block: false, margins: [false; 2] }
    }

    /// Returns the size and place that were read.
    pub fn finish(mut self) -> AskedSize {
        if self.asked.focus.is_some() && self.asked.crop.is_none() {
            let message =
                "the focus of this picture has no effect, because the picture is not cropped";
            self.findings.report(code::PICTURE_SIZE, self.span, message, CROP_HINT);
        }
        if self.block && self.asked.place == PicturePlace::Open {
            self.asked.place = match self.margins {
                [true, true] => PicturePlace::Center,
                [true, false] => PicturePlace::Right,
                [false, _] => PicturePlace::Left,
            };
        }
        self.asked
    }

    /// Reads an attribute; ignores any that is not about size or place.
    pub fn read(&mut self, key: &str, value: &str) {
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "width" => self.asked.width = self.width(key, value).or(self.asked.width),
            "height" => self.asked.height = self.height(key, value).or(self.asked.height),
            "max-width" => self.asked.most_width = self.width(key, value),
            "max-height" => self.asked.most_height = self.height(key, value),
            "crop" => self.crop(value),
            "focus" => self.focus(value),
            "align" | "float" | "vertical-align" => self.place(key, value),
            "display" => self.block = value.eq_ignore_ascii_case("block"),
            "margin" => self.margin(value),
            "margin-left" => self.margins[0] = value.eq_ignore_ascii_case("auto"),
            "margin-right" => self.margins[1] = value.eq_ignore_ascii_case("auto"),
            "style" => {
                css::style_properties(value).rev().for_each(|(key, value)| self.read(key, value));
            }
            _ => {}
        }
    }

    /// Reads `margin: 0 auto`: its second value, or its only one, is that of both sides.
    fn margin(&mut self, value: &str) {
        let values: Vec<&str> = value.split_whitespace().collect();
        let is_auto = |nth: usize| values.get(nth).is_some_and(|v| v.eq_ignore_ascii_case("auto"));
        let right = is_auto(1.min(values.len().saturating_sub(1)));
        self.margins = [if values.len() == 4 { is_auto(3) } else { right }, right];
    }

    fn width(&mut self, key: &str, value: &str) -> Option<PictureLength> {
        match self.length(key, value)? {
            CssLength::Points(points) => Some(PictureLength::Points(points)),
            CssLength::Percent(percent) => Some(PictureLength::Percent(percent.min(100.0))),
        }
    }

    /// Reads a height; a percentage would refer to a surrounding that is as high as the picture.
    fn height(&mut self, key: &str, value: &str) -> Option<f32> {
        match self.length(key, value)? {
            CssLength::Points(points) => Some(points),
            CssLength::Percent(100.0) => None,
            CssLength::Percent(_) => {
                self.report_size(key, value);
                None
            }
        }
    }

    fn length(&mut self, key: &str, value: &str) -> Option<CssLength> {
        let value = value.trim_end_matches("!important").trim_end();
        if value.is_empty() || NATURAL.iter().any(|word| value.eq_ignore_ascii_case(word)) {
            return None;
        }
        let length = css::css_length(value).filter(|length| match length {
            CssLength::Points(points) | CssLength::Percent(points) => *points < MOST,
        });
        if length.is_none() {
            self.report_size(key, value);
        }
        length
    }

    fn report_size(&mut self, key: &str, value: &str) {
        let value = short_quote(value);
        let message = format!("the {key} `{value}` of this picture is not a size, and is ignored");
        self.findings.report(code::PICTURE_SIZE, self.span, message, SIZE_HINT);
    }

    fn crop(&mut self, value: &str) {
        self.asked.crop = crop_ratio(value);
        if self.asked.crop.is_none() {
            let message =
                format!("the crop `{}` of this picture is not a shape", short_quote(value));
            self.findings.report(code::PICTURE_SIZE, self.span, message, CROP_HINT);
        }
    }

    fn focus(&mut self, value: &str) {
        self.asked.focus = focus_point(value);
        if self.asked.focus.is_none() {
            let message =
                format!("the focus `{}` of this picture is not a point", short_quote(value));
            self.findings.report(code::PICTURE_SIZE, self.span, message, FOCUS_HINT);
        }
    }

    fn place(&mut self, key: &str, value: &str) {
        match value.to_ascii_lowercase().as_str() {
            "left" | "start" | "inline-start" => self.asked.place = PicturePlace::Left,
            "right" | "end" | "inline-end" => self.asked.place = PicturePlace::Right,
            "center" | "centre" => self.asked.place = PicturePlace::Center,
            "top" | "text-top" | "texttop" => self.asked.place = PicturePlace::Top,
            "middle" | "absmiddle" => self.asked.place = PicturePlace::Middle,
            "bottom" | "text-bottom" | "absbottom" | "baseline" => {
                self.asked.place = PicturePlace::Bottom;
            }
            "" | "none" | "inherit" | "initial" | "unset" => {}
            _ if key.eq_ignore_ascii_case("vertical-align") => {}
            _ => {
                let value = short_quote(value);
                let message = format!("`{key}` of this picture cannot be `{value}`");
                self.findings.report(code::PICTURE_SIZE, self.span, message, PLACE_HINT);
            }
        }
    }
}

/// Parses "16:9" or "16/9" as width divided by height.
fn crop_ratio(value: &str) -> Option<f32> {
    let (width, height) = value.trim_matches(['"', '“', '”']).split_once([':', '/'])?;
    let side = |text: &str| text.trim().parse().ok().filter(|side: &f32| *side > 0.0);
    let ratio = side(width)? / side(height)?;
    (1.0 / LONGEST_CROP..=LONGEST_CROP).contains(&ratio).then_some(ratio)
}

/// Parses "30% 20%" or "left top" as fractions of width and height.
pub fn focus_point(value: &str) -> Option<(f32, f32)> {
    let mut parts =
        value.trim_matches(['"', '“', '”']).split([' ', ',']).filter(|part| !part.is_empty());
    let part = |word: &str| match word {
        "left" | "top" => Some(0.0),
        "center" | "centre" | "middle" => Some(0.5),
        "right" | "bottom" => Some(1.0),
        _ => {
            let percent: f32 = word.strip_suffix('%')?.parse().ok()?;
            (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
        }
    };
    let point = (part(parts.next()?)?, part(parts.next()?)?);
    parts.next().is_none().then_some(point)
}

/// Gives pictures among `inlines` the sizes and places from `{..}` directly behind them; other content of the
/// braces stays.
pub fn size_pictures(inlines: &mut Vec<Inline>, findings: &mut Findings) {
    for at in (1..inlines.len()).rev() {
        let (before, behind) = inlines.split_at_mut(at);
        let (picture, text) = (&mut before[at - 1], &mut behind[0]);
        let span = picture.span.to(text.span);
        let InlineKind::Text(words) = &mut text.kind else { continue };
        let Some((asked, rest)) = take_size(picture, words, span, findings) else { continue };
        each_picture(picture, &mut |image| image.asked = asked.or(image.asked));
        *words = rest;
        if words.is_empty() {
            inlines.remove(at);
        }
    }
}

/// Reads the size of `picture` from the braces at the front of `words`. Returns it and the remaining words.
fn take_size(
    picture: &Inline,
    words: &str,
    span: Span,
    findings: &mut Findings,
) -> Option<(AskedSize, String)> {
    if !is_picture(picture) {
        return None;
    }
    let (mut attributes, rest) = leading_attributes(words)?;
    let is_own = |key: &str| KEYS.iter().any(|own| own.eq_ignore_ascii_case(key));
    let pairs = std::mem::take(&mut attributes.pairs).into_iter();
    let (own, others): (Vec<_>, Vec<_>) = pairs.partition(|(key, _)| is_own(key));
    if own.is_empty() {
        return None;
    }
    attributes.pairs = others;
    let mut reader = SizeReader::new(span, findings);
    own.iter().for_each(|(key, value)| reader.read(key, value));
    let left = if attributes == Attributes::default() {
        rest.to_owned()
    } else {
        format!("{}{rest}", written_attributes(&attributes))
    };
    Some((reader.finish(), left))
}

/// Reports whether an inline is a picture, or a link around one.
fn is_picture(inline: &Inline) -> bool {
    match &inline.kind {
        InlineKind::Image(_) => true,
        InlineKind::Link(link) => matches!(link.content.as_slice(), [one] if is_picture(one)),
        _ => false,
    }
}

fn each_picture(inline: &mut Inline, change: &mut impl FnMut(&mut Image)) {
    walk::each_nested_inline_mut(std::slice::from_mut(inline), &mut |inline| {
        if let InlineKind::Image(image) = &mut inline.kind {
            change(image);
        }
    });
}
