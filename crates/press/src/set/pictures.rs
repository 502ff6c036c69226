//! Running text with pictures: small ones are set in the line, others in rows of their own. In: the inlines
//! of a paragraph. Out: its words and its rows, in their order.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value, dict};
use typst::layout::{Abs, Length, Ratio};
use typst::model::ParbreakElem;
use typst::syntax::Span;

use super::{ContentBuilder, TextRoom};
use crate::set::design::design;
use crate::set::virtual_files::picture_path;
use document::{
    Attributes, Image, Inline, InlineKind, PictureLength, PicturePlace, PictureWindow, own_words,
    walk,
};

/// Greatest height of a picture in a line of words, in lines.
const HIGHEST_IN_LINE: f64 = 3.0;
/// Greatest height of a picture that is centred in its line, in lines.
const CENTERED_IN_LINE: f64 = 1.5;

/// A part of a paragraph.
enum ParagraphPart<'a> {
    /// Words, with pictures in their lines.
    Words(Vec<Inline>),
    /// Only pictures, side by side.
    Row(&'a [Inline]),
}

impl ContentBuilder<'_, '_> {
    /// Sets the inlines of a paragraph, or of a block like one; `align` is the alignment that it asks for.
    pub fn running_text(
        &mut self,
        inlines: &[Inline],
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        let align = attributes.get("align").filter(|align| is_side(align));
        let body = self.words_and_rows(inlines, align, span)?;
        match align {
            _ if attributes.has_class("caption") => self.hooks.loose_caption(body, span),
            Some(align) if has_words(inlines) => self.hooks.aligned(align, body, span),
            _ => Ok(body),
        }
    }

    fn words_and_rows(
        &mut self,
        inlines: &[Inline],
        align: Option<&str>,
        span: Span,
    ) -> SourceResult<Content> {
        if !has_picture(inlines) {
            return self.inlines(inlines);
        }
        let parts = paragraph_parts(inlines, self.room, self.zoom);
        let mut out = Vec::with_capacity(2 * parts.len());
        for part in parts {
            out.push(match part {
                ParagraphPart::Words(words) => self.inlines(&words)?,
                ParagraphPart::Row(row) => self.picture_row(row, align, span)?,
            });
            out.push(ParbreakElem::shared().clone());
        }
        out.pop();
        Ok(Content::sequence(out))
    }

    /// Sets pictures side by side, continued in the next line if they do not fit.
    fn picture_row(
        &mut self,
        row: &[Inline],
        align: Option<&str>,
        span: Span,
    ) -> SourceResult<Content> {
        let room = TextRoom { row: true, ..self.room };
        let body = self.in_room(room, |builder| builder.inlines(row))?;
        let own = row_images(row).find_map(|image| own_side(image.asked.place));
        // Every picture could be in a line, such as a badge.
        let small =
            row_images(row).all(|image| lines_high(image, self.room, self.zoom) <= HIGHEST_IN_LINE);
        let usual = if small || self.room.depth > 0 { "" } else { "center" };
        self.hooks.picture_row(own.or(align).unwrap_or(usual), small, body, span)
    }

    /// Returns the dictionary of a picture whose file was found.
    pub fn picture_dict(&self, image: &Image, file: &str) -> Dict {
        let length = |length: PictureLength| match length {
            PictureLength::Points(points) => Length::from(Abs::pt(f64::from(points))).into_value(),
            PictureLength::Percent(percent) => Ratio::new(f64::from(percent) / 100.0).into_value(),
        };
        let points = |points: f32| length(PictureLength::Points(points));
        let line = CENTERED_IN_LINE * design().text.line * self.zoom;
        let most_height = image.asked.most_height.map(points);
        let in_title = self.room.title.then(|| points(line as f32));
        // Left, top, width and height of the visible part, as parts of the picture.
        let window = image.window().map(|PictureWindow { left, top, width, height }| {
            let parts = [left, top, width, height].map(|part| f64::from(part).into_value());
            Array::from_iter(parts)
        });
        dict! {
            "path" => picture_path(file),
            "alt" => image.alt.as_str(),
            "width" => length(image.wanted_width()),
            "height" => image.stretched_height().map(points),
            "ratio" => f64::from(image.natural_ratio()),
            "most-width" => image.asked.most_width.map(length),
            "most-height" => in_title.or(most_height),
            "row" => self.room.row,
            "place" => line_place(image, self.room, self.zoom),
            "window" => window,
        }
    }

    /// Returns the alignment of a figure.
    pub fn figure_side(&self, image: &Image, attributes: &Attributes) -> String {
        let asked = attributes.get("align").filter(|align| is_side(align));
        let usual = if self.room.depth > 0 { "start" } else { "center" };
        own_side(image.asked.place).or(asked).unwrap_or(usual).to_owned()
    }

    /// Returns the dictionary of a figure; a drawing without a size of its own is as wide as its column.
    pub fn figure_dict(&self, image: &Image, file: &str) -> Dict {
        let mut spec = self.picture_dict(image, file);
        if image.natural.open && !image.asked.is_sized() {
            spec.insert("width".into(), Value::Ratio(Ratio::one()));
        }
        spec
    }
}

/// Returns the place of a picture in its line.
fn line_place(image: &Image, room: TextRoom, zoom: f64) -> &'static str {
    match image.asked.place {
        PicturePlace::Top => "top",
        PicturePlace::Middle => "middle",
        PicturePlace::Open if lines_high(image, room, zoom) <= CENTERED_IN_LINE => "middle",
        PicturePlace::Open
        | PicturePlace::Left
        | PicturePlace::Center
        | PicturePlace::Right
        | PicturePlace::Bottom => "bottom",
    }
}

fn own_side(place: PicturePlace) -> Option<&'static str> {
    (place.is_apart() == Some(true)).then(|| place.word())
}

fn is_side(word: &str) -> bool {
    matches!(word, "left" | "center" | "right")
}

/// Height of a picture, in lines of the body.
fn lines_high(image: &Image, room: TextRoom, zoom: f64) -> f64 {
    let (_, height) = image.size_in((room.width * zoom) as f32);
    f64::from(height) / (design().text.line * zoom)
}

/// Splits a paragraph into words and rows.
fn paragraph_parts(inlines: &[Inline], room: TextRoom, zoom: f64) -> Vec<ParagraphPart<'_>> {
    if !has_words(inlines) {
        return vec![ParagraphPart::Row(inlines)];
    }
    let apart = |inline: &Inline| is_apart(inline, room, zoom);
    let mut parts = Vec::new();
    let mut rest = inlines;
    while let Some(start) = rest.iter().position(apart) {
        let goes_on = |inline: &Inline| inline.is_space() || apart(inline);
        let end = rest[start..].iter().position(|inline| !goes_on(inline));
        let end = end.map_or(rest.len(), |length| start + length);
        add_words(&rest[..start], &mut parts);
        parts.push(ParagraphPart::Row(without_ends(&rest[start..end])));
        rest = &rest[end..];
    }
    add_words(rest, &mut parts);
    parts
}

/// Adds words without the white space beside the rows around them.
fn add_words(words: &[Inline], parts: &mut Vec<ParagraphPart<'_>>) {
    let mut words = without_ends(words).to_vec();
    if let Some(InlineKind::Text(text)) = words.first_mut().map(|first| &mut first.kind) {
        *text = text.trim_start().to_owned();
    }
    if let Some(InlineKind::Text(text)) = words.last_mut().map(|last| &mut last.kind) {
        text.truncate(text.trim_end().len());
    }
    if has_words(&words) {
        parts.push(ParagraphPart::Words(words));
    }
}

/// Returns inlines without white space at their ends.
fn without_ends(inlines: &[Inline]) -> &[Inline] {
    let start = inlines.iter().position(|inline| !inline.is_space()).unwrap_or(inlines.len());
    let end = inlines.iter().rposition(|inline| !inline.is_space()).map_or(start, |end| end + 1);
    &inlines[start..end]
}

/// True if an inline among words consists only of pictures that do not fit a line.
fn is_apart(inline: &Inline, room: TextRoom, zoom: f64) -> bool {
    let alone = std::slice::from_ref(inline);
    has_picture(alone)
        && !has_words(alone)
        && row_images(alone).any(|image| {
            let high = lines_high(image, room, zoom) > HIGHEST_IN_LINE;
            image.asked.place.is_apart().unwrap_or(high)
        })
}

/// Returns the pictures among inlines whose files were found.
fn row_images(inlines: &[Inline]) -> impl Iterator<Item = &Image> {
    let mut images = Vec::new();
    walk::each_nested_inline(inlines, &mut |inline| {
        if let InlineKind::Image(image) = &inline.kind
            && image.file.is_some()
        {
            images.push(image);
        }
    });
    images.into_iter()
}

fn has_picture(inlines: &[Inline]) -> bool {
    row_images(inlines).next().is_some()
}

/// True if inlines print anything besides pictures.
fn has_words(inlines: &[Inline]) -> bool {
    let mut found = false;
    walk::each_nested_inline(inlines, &mut |inline| {
        found |= match &inline.kind {
            InlineKind::Image(image) => image.file.is_none(),
            InlineKind::FootnoteRef(_) | InlineKind::Icon(_) | InlineKind::Value(_) => true,
            kind => !own_words(kind).trim().is_empty(),
        };
    });
    found
}
