//! The frame of a part: its background, its owner, its title, and its number of pieces.

use super::text::{SmallType, bold_width, break_bold, longest_word};
use super::{
    LEAST_TYPE, PartContent, PicturePart, PictureTone, cards, dice, map, sign, step, tally,
};
use crate::drawing::{Area, Canvas, Point, Size, Stroke, TextAlign, pt};

/// Distance between the edge of a part and its content, in points.
const PAD: f64 = 4.0;
/// Height of a line of the title, in points.
const TITLE: f64 = 8.6;
/// Width that a part with narrow content may have for its title, in points.
pub const NARROW_TITLE: f64 = 64.0;
/// Width of the edge of a zone, and of one in which something changes, in points.
pub const EDGE: f64 = 1.2;
const STRONG_EDGE: f64 = 2.0;
/// Backgrounds of the kinds of zones, in the order of `sets.zones` in tokens.toml.
pub const GROUNDS: [&str; 5] = ["sky", "cream", "sage", "amber", "blue"];

impl PartContent {
    /// Returns the size of the content in at most `width` points.
    fn size(&self, width: f64) -> Size {
        match self {
            Self::Cards(own) => cards::cards_size(own, width),
            Self::Tally(own) => tally::tally_size(own),
            Self::Dice(own) => dice::dice_size(own, width),
            Self::Map(own) => map::map_size(own, width),
        }
    }
}

impl PicturePart {
    /// Returns "3 → 5" or the number of pieces.
    fn count(&self) -> String {
        match (self.was, self.now) {
            (Some(was), Some(now)) => format!("{was} → {now}"),
            (None, Some(now)) => now.to_string(),
            (_, None) => String::new(),
        }
    }

    /// Returns the room for the sign of the owner before the title.
    fn owner_room(&self) -> f64 {
        if self.owner.is_some() { 10.0 } else { 0.0 }
    }

    /// Returns the room for the count after the title, and for the disc of steps after it.
    fn count_width(&self) -> f64 {
        let count = self.count();
        let count = if count.is_empty() { 0.0 } else { bold_width(&count) + 8.0 };
        count + self.disc_room()
    }

    fn disc_room(&self) -> f64 {
        if self.discs.is_empty() { 0.0 } else { step::discs_width(&self.discs) + 3.0 }
    }

    /// Returns the title in lines, for a part that is `width` points wide inside.
    fn title_lines(&self, width: f64) -> Vec<String> {
        let room = (width - self.owner_room() - self.count_width()).max(30.0);
        break_bold(&self.title, LEAST_TYPE, room)
    }

    /// Returns the height of the title of a part that is `width` points wide inside.
    fn title_height(&self, width: f64) -> f64 {
        self.title_lines(width).len().max(1) as f64 * TITLE
    }

    /// Returns the inner width of a part for content of a width. A title wraps before it makes a
    /// narrow part more than half as wide again and wider than `title` points.
    fn inner_width(&self, content: f64, room: f64, title: f64) -> f64 {
        let whole = self.title_width(bold_width(&self.title));
        let least = self.title_width(longest_word(&self.title, LEAST_TYPE));
        let title = whole.min((content * 1.5).max(title));
        content.max(title).max(least).min(room.max(content))
    }

    /// Returns the inner width for a title whose words are `words` points wide.
    fn title_width(&self, words: f64) -> f64 {
        self.owner_room() + words + 1.0 + self.count_width()
    }

    fn draw_ground(&self, area: Area, canvas: &mut Canvas) {
        let fill = if self.tone == PictureTone::Pale { "faint" } else { ground(self.ground) };
        let edge = if self.tone.is_strong() { STRONG_EDGE } else { EDGE };
        canvas.rect(area.grown(-0.5), 3.4, fill, owner_edge(self.owner, edge));
    }

    fn draw_title(&self, area: Area, canvas: &mut Canvas) {
        let (x, y) = (area.x + PAD, area.y + PAD);
        if let Some(player) = self.owner {
            sign::draw_owner(player, pt(x + 3.6, y + 4.0), 6.4, canvas);
        }
        let lines = self.title_lines(area.width - 2.0 * PAD);
        let style = SmallType::bold("ink", TextAlign::Left);
        canvas.small_lines(lines, pt(x + self.owner_room(), y + 6.4), style);
        let count = self.count();
        if !count.is_empty() {
            let end = pt(area.right() - PAD - self.disc_room(), y + 6.4);
            canvas.small_line(&count, end, SmallType::bold("ink", TextAlign::Right));
        }
        step::draw_discs(&self.discs, pt(area.right() - PAD + 1.0, y + 3.8), canvas);
    }

    fn draw_content(&self, at: Point, width: f64, canvas: &mut Canvas) {
        match &self.kind {
            PartContent::Cards(own) => cards::draw_cards(own, at, width, self.tone, canvas),
            PartContent::Tally(own) => tally::draw_tally(own, at, canvas),
            PartContent::Dice(own) => dice::draw_dice(own, at, width, canvas),
            PartContent::Map(own) => map::draw_map(own, at, width, canvas),
        }
    }
}

/// Returns the edge of a player's part, in that player's colour; grey if no player owns it.
pub fn owner_edge(owner: Option<usize>, width: f64) -> Stroke {
    Stroke::solid(width, owner.map_or("grey", sign::owner_colour))
}

/// Returns the colour of a background by its number.
pub fn ground(number: usize) -> &'static str {
    GROUNDS[number % GROUNDS.len()]
}

/// Returns the width of a part whose content is `width` points wide.
pub fn framed_width(width: f64) -> f64 {
    width + 2.0 * PAD
}

/// Returns the size of a part in at most `width` points.
pub fn framed_size(part: &PicturePart, width: f64) -> Size {
    titled_size(part, width, NARROW_TITLE)
}

/// Returns the size of a part in at most `width` points, which may be `title` points wide for its
/// title.
pub fn titled_size(part: &PicturePart, width: f64, title: f64) -> Size {
    let room = width - 2.0 * PAD;
    let content = part.kind.size(room);
    let inner = part.inner_width(content.width, room, title);
    let high = part.title_height(inner) + content.height + 2.0 * PAD + 3.0;
    Size::new(framed_width(inner), high)
}

/// Draws a part into `area`.
pub fn draw_framed_part(part: &PicturePart, area: Area, canvas: &mut Canvas) {
    part.draw_ground(area, canvas);
    part.draw_title(area, canvas);
    let inner = area.width - 2.0 * PAD;
    let down = part.title_height(inner);
    part.draw_content(pt(area.x + PAD, area.y + PAD + down + 3.0), inner, canvas);
}
