//! Content that was laid out, and the rooms in which it stays the same.

use std::rc::Rc;

use typst::layout::{Abs, Frame};

use super::super::laid_once::LEAST_LEFT;
use super::notes::Room;

/// Content on pages, or in columns, with these rooms.
pub struct Laid {
    frames: Rc<[Frame]>,
    /// Room of each frame.
    rooms: Vec<Room>,
    /// Height of each frame with its notes, if any were found during layout.
    needs: Option<Vec<Abs>>,
}

impl Laid {
    pub fn new(
        frames: Rc<[Frame]>,
        rooms: &impl Fn(usize) -> Option<Room>,
        needs: Option<Vec<Abs>>,
    ) -> Self {
        Self { rooms: (0..frames.len()).map_while(rooms).collect(), frames, needs }
    }

    /// Returns the frames in other rooms, if they are known: pages are filled as far as possible, so a
    /// smaller room gives the same frames as long as they fit.
    pub fn frames_in(&self, rooms: &impl Fn(usize) -> Option<Room>) -> Option<Rc<[Frame]>> {
        let has_room = |(nth, (frame, own)): (usize, (&Frame, &Room))| {
            let room = rooms(nth)?;
            let left = Abs::pt(LEAST_LEFT);
            let has_text = room.text == own.text
                || room.text <= own.text && frame.height() + left <= room.text;
            let has_notes = self.needs.as_ref().is_none_or(|needs| {
                room.whole == own.whole
                    || room.whole <= own.whole && needs[nth] + left <= room.whole
            });
            let is_alike = self.needs.is_none() || room.noted == own.noted;
            (has_text && has_notes && is_alike).then_some(())
        };
        let mut each = self.frames.iter().zip(&self.rooms).enumerate();
        let is_same =
            self.rooms.len() == self.frames.len() && each.all(|own| has_room(own).is_some());
        is_same.then(|| Rc::clone(&self.frames))
    }
}
