//! Content that was laid out, and the room in which it is the same.

use std::rc::Rc;

use typst::layout::{Abs, Frame};

use super::super::laid_once::LEAST_LEFT;

/// Content on pages, or in columns, that had so much room.
pub(super) struct Laid {
    frames: Rc<[Frame]>,
    /// One for each frame.
    rooms: Vec<Abs>,
}

impl Laid {
    pub(super) fn new(frames: Rc<[Frame]>, rooms: &impl Fn(usize) -> Option<Abs>) -> Self {
        Self { rooms: (0..frames.len()).map_while(rooms).collect(), frames }
    }

    /// What stands in other room, if that is known: pages are filled as far as they have room, so that it is the same with
    /// less, as long as what stands there has room.
    pub(super) fn frames_in(&self, rooms: &impl Fn(usize) -> Option<Abs>) -> Option<Rc<[Frame]>> {
        let has_room = |(nth, (frame, own)): (usize, (&Frame, &Abs))| {
            let room = rooms(nth)?;
            let has_room =
                room == *own || room <= *own && frame.height() + Abs::pt(LEAST_LEFT) <= room;
            has_room.then_some(())
        };
        let mut each = self.frames.iter().zip(&self.rooms).enumerate();
        let is_same =
            self.rooms.len() == self.frames.len() && each.all(|own| has_room(own).is_some());
        is_same.then(|| Rc::clone(&self.frames))
    }
}
