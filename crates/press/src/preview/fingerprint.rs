//! Fingerprints of pages: the same drawing has the same one, wherever its words come from and whatever is on
//! the pages before it.

use std::hash::{Hash, Hasher};

use typst::layout::{Frame, FrameItem};
use typst_layout::Page;
use typst_utils::hash128;

/// Returns the fingerprint of a page.
pub fn page_fingerprint(page: &Page) -> u128 {
    hash128(&DrawnPage(page))
}

struct DrawnPage<'a>(&'a Page);

impl Hash for DrawnPage<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.bleed, &self.0.fill).hash(state);
        hash_frame(&self.0.frame, state);
    }
}

fn hash_frame(frame: &Frame, state: &mut impl Hasher) {
    frame.size().hash(state);
    for (position, item) in frame.items() {
        match item {
            FrameItem::Group(group) => {
                (0_u8, position, group.transform, &group.clip).hash(state);
                hash_frame(&group.frame, state);
            }
            // Everything except the origin of the letters.
            FrameItem::Text(text) => {
                (1_u8, position).hash(state);
                (&text.font, text.size, &text.fill, &text.stroke).hash(state);
                for glyph in &text.glyphs {
                    let advances =
                        (glyph.x_advance, glyph.x_offset, glyph.y_advance, glyph.y_offset);
                    (glyph.id, advances).hash(state);
                }
            }
            FrameItem::Shape(shape, _) => (2_u8, position, shape).hash(state),
            FrameItem::Image(image, size, _) => (3_u8, position, image, size).hash(state),
            FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}
