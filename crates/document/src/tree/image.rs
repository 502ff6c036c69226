//! Pictures: what their author wrote of them, and how large they are drawn.

use serde::{Deserialize, Serialize};

/// A picture.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// As written.
    pub url: String,
    /// What is to be seen on it.
    pub alt: String,
    /// The title as written.
    pub title: String,
    /// Path below the root, once the file was found and is a picture, with the extension of what it
    /// is.
    pub file: Option<String>,
    /// Its own size, known with `file`.
    pub natural: NaturalSize,
    /// What its author asks for.
    pub asked: AskedSize,
}

/// The size of a picture as its file has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct NaturalSize {
    /// Points, of which a pixel has 0.75.
    pub width: f32,
    /// The same.
    pub height: f32,
    /// Whether it is a drawing that states no size: alone it fills its column.
    pub open: bool,
}

/// The size and the place that an author asks of a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedSize {
    /// Without it, the width follows from the height.
    pub width: Option<PictureLength>,
    /// In points; with a width as well, the picture is stretched to both.
    pub height: Option<f32>,
    /// It is drawn no wider.
    pub most_width: Option<PictureLength>,
    /// It is drawn no higher, in points.
    pub most_height: Option<f32>,
    /// Where it stands.
    pub place: PicturePlace,
    /// Width over height of what is shown of it; the rest is cut off.
    pub crop: Option<f32>,
    /// The point that is kept in the middle of what is shown, as far as the picture reaches: parts of
    /// its width and height from the top left corner. Without one, its middle.
    pub focus: Option<(f32, f32)>,
}

/// What is shown of a picture: parts of its width and height, from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PictureWindow {
    /// What is cut off at the left.
    pub left: f32,
    /// What is cut off at the top.
    pub top: f32,
    /// What is shown of its width.
    pub width: f32,
    /// What is shown of its height.
    pub height: f32,
}

/// A length that a picture can have.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum PictureLength {
    /// So many points.
    Points(f32),
    /// So many hundredths of the column, item or cell.
    Percent(f32),
}

/// Where a picture stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PicturePlace {
    /// As its size and the words round it have it.
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
    /// In the line, in the middle of it.
    Middle,
    /// In the line, standing on it.
    Bottom,
}

impl PictureLength {
    /// In points, in a column of `room` points.
    pub fn points(self, room: f32) -> f32 {
        match self {
            Self::Points(points) => points,
            Self::Percent(percent) => room * percent / 100.0,
        }
    }
}

impl PicturePlace {
    /// Its word in HTML, in CSS and in `{align=..}`; empty for an open one.
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

    /// Whether it is in a row of its own (`Some(true)`) or in the line (`Some(false)`).
    pub fn is_apart(self) -> Option<bool> {
        match self {
            Self::Open => None,
            Self::Left | Self::Center | Self::Right => Some(true),
            Self::Top | Self::Middle | Self::Bottom => Some(false),
        }
    }
}

impl AskedSize {
    /// What `self` asks for, and else what `other` does.
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

    /// Whether it says how wide or high the picture is.
    pub fn is_sized(&self) -> bool {
        self.width.is_some() || self.height.is_some()
    }
}

impl Image {
    /// How wide it is before it is fitted into its room.
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

    /// Width over height of what is shown of its file.
    pub fn natural_ratio(&self) -> f32 {
        self.asked.crop.unwrap_or_else(|| self.file_ratio())
    }

    /// Width over height of its file.
    fn file_ratio(&self) -> f32 {
        let ratio = self.natural.width / self.natural.height;
        if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 }
    }

    /// What is shown of it, if it is cut: as much as there is of the asked ratio, round its focus.
    pub fn window(&self) -> Option<PictureWindow> {
        let ratio = self.asked.crop? / self.file_ratio();
        let (width, height) = (ratio.min(1.0), (1.0 / ratio).min(1.0));
        let (x, y) = self.asked.focus.unwrap_or((0.5, 0.5));
        let start = |focus: f32, length: f32| (focus - length / 2.0).clamp(0.0, 1.0 - length);
        Some(PictureWindow { left: start(x, width), top: start(y, height), width, height })
    }

    /// Its height where both sides are asked for, in points.
    pub fn stretched_height(&self) -> Option<f32> {
        self.asked.width.and(self.asked.height)
    }

    /// Width and height in a column of `room` points, however high the page is.
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
