//! Pictures: their source, and the size at which they are drawn.

use serde::{Deserialize, Serialize};

/// A picture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Address, as written.
    pub url: String,
    /// Alternative text.
    pub alt: String,
    /// Title, as written.
    pub title: String,
    /// Path below the root, once the file was found and is a picture; its extension is that of its format.
    pub file: Option<String>,
    /// Size in its file, known with `file`.
    pub natural: NaturalSize,
    /// Size and place that its author asks for.
    pub asked: AskedSize,
}

/// Size of a picture according to its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct NaturalSize {
    /// Width in points; a pixel has 0.75.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// True for a drawing without a size of its own, which fills its column if it is alone.
    pub open: bool,
}

/// Size and place that an author asks of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedSize {
    /// Width; if unset, it follows from the height.
    pub width: Option<PictureLength>,
    /// Height in points; with a width as well, the picture is stretched to both.
    pub height: Option<f32>,
    /// Greatest width.
    pub most_width: Option<PictureLength>,
    /// Greatest height, in points.
    pub most_height: Option<f32>,
    /// Place.
    pub place: PicturePlace,
    /// Width divided by height of the visible part; the rest is cut off.
    pub crop: Option<f32>,
    /// Point kept in the middle of the visible part, as far as the picture reaches: fractions of its width
    /// and height from the top left corner. The middle by default.
    pub focus: Option<(f32, f32)>,
}

/// Visible part of a picture: fractions of its width and height, from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureWindow {
    /// Fraction cut off at the left.
    pub left: f32,
    /// Fraction cut off at the top.
    pub top: f32,
    /// Visible fraction of its width.
    pub width: f32,
    /// Visible fraction of its height.
    pub height: f32,
}

/// A length of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum PictureLength {
    /// Points.
    Points(f32),
    /// Percentage of the column, item or cell.
    Percent(f32),
}

/// Place of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PicturePlace {
    /// Determined by its size and the words around it.
    #[default]
    Open,
    /// In a row of its own, at the left.
    Left,
    /// In a row of its own, in the middle.
    Center,
    /// In a row of its own, at the right.
    Right,
    /// In the line, its top at that of the letters.
    Top,
    /// In the line, at its middle.
    Middle,
    /// In the line, at its bottom.
    Bottom,
}

impl PictureLength {
    /// Returns the length in points, in a column of `room` points.
    pub fn points(self, room: f32) -> f32 {
        match self {
            Self::Points(points) => points,
            Self::Percent(percent) => room * percent / 100.0,
        }
    }
}

impl PicturePlace {
    /// Returns the word for this place in HTML, in CSS and in `{align=..}`; empty if the place is not given.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "",
            Self::Left => "left",
            Self::Center => "center",
            Self::Right => "right",
            Self::Top => "top",
            Self::Middle => "middle",
            Self::Bottom => "bottom",
        }
    }

    /// Returns `Some(true)` for a row of its own, `Some(false)` for a place in the line.
    pub fn is_apart(self) -> Option<bool> {
        match self {
            Self::Open => None,
            Self::Left | Self::Center | Self::Right => Some(true),
            Self::Top | Self::Middle | Self::Bottom => Some(false),
        }
    }
}

impl AskedSize {
    /// Returns the values of `self`, or those of `other` where they are unset.
    pub fn or(self, other: Self) -> Self {
        let place = if self.place == PicturePlace::Open { other.place } else { self.place };
        Self {
            width: self.width.or(other.width),
            height: self.height.or(other.height),
            most_width: self.most_width.or(other.most_width),
            most_height: self.most_height.or(other.most_height),
            place,
            crop: self.crop.or(other.crop),
            focus: self.focus.or(other.focus),
        }
    }

    /// Reports whether it sets the width or height of the picture.
    pub fn is_sized(&self) -> bool {
        self.width.is_some() || self.height.is_some()
    }
}

impl Image {
    /// Returns its width before it is fitted into its room.
    pub fn wanted_width(&self) -> PictureLength {
        match (self.asked.width, self.asked.height) {
            (Some(width), _) => width,
            (None, Some(height)) => PictureLength::Points(height * self.natural_ratio()),
            (None, None) => {
                let shown = self.window().map_or(1.0, |window| window.width);
                PictureLength::Points(self.natural.width * shown)
            }
        }
    }

    /// Width divided by height of the visible part.
    pub fn natural_ratio(&self) -> f32 {
        self.asked.crop.unwrap_or_else(|| self.file_ratio())
    }

    /// Width divided by height of its file.
    fn file_ratio(&self) -> f32 {
        let ratio = self.natural.width / self.natural.height;
        if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 }
    }

    /// Returns the visible part if the picture is cut: the largest part of the asked ratio, around its focus.
    pub fn window(&self) -> Option<PictureWindow> {
        let ratio = self.asked.crop? / self.file_ratio();
        let (width, height) = (ratio.min(1.0), (1.0 / ratio).min(1.0));
        let (x, y) = self.asked.focus.unwrap_or((0.5, 0.5));
        let start = |focus: f32, length: f32| (focus - length / 2.0).clamp(0.0, 1.0 - length);
        Some(PictureWindow { left: start(x, width), top: start(y, height), width, height })
    }

    /// Returns its height if both sides are asked for, in points.
    pub fn stretched_height(&self) -> Option<f32> {
        self.asked.width.and(self.asked.height)
    }

    /// Returns width and height in a column of `room` points, regardless of the height of the page.
    pub fn size_in(&self, room: f32) -> (f32, f32) {
        let width = self.wanted_width().points(room);
        let stretched = self.stretched_height().map(|height| width / height);
        let ratio = stretched.unwrap_or_else(|| self.natural_ratio());
        let most = self.asked.most_width.map(|most| most.points(room));
        let high = self.asked.most_height.map(|height| height * ratio);
        let width = [most, high].into_iter().flatten().fold(width.min(room), f32::min);
        (width, width / ratio)
    }
}
