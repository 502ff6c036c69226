//! Content that was laid out, and the room in which it is the same.

use std::rc::Rc;

use typst::layout::{Abs, Frame, Size};

use super::super::laid_once::LEAST_LEFT;
use super::frames::lowest_end;

/// Content on pages, or in columns, that had so much room.
pub(super) struct Laid {
    frames: Rc<[Frame]>,
    /// One for each frame.
    rooms: Vec<Abs>,
    /// How far down what is seen of each frame reaches; the whole height of the last one, as what follows stands below it.
    ends: Vec<Abs>,
}

impl Laid {
    pub(super) fn new(frames: Rc<[Frame]>, rooms: &impl Fn(usize) -> Option<Abs>) -> Self {
        let last = frames.len().saturating_sub(1);
        let end = |(nth, frame): (usize, &Frame)| {
            if nth < last { lowest_end(frame) } else { frame.height() }
        };
        let ends = frames.iter().enumerate().map(end).collect();
        Self { rooms: (0..frames.len()).map_while(rooms).collect(), frames, ends }
    }

    /// What stands in other room, if that is known: pages are filled as far as they have room, so that it is the same with
    /// less, as long as what stands there has room.
    pub(super) fn frames_in(&self, rooms: &impl Fn(usize) -> Option<Abs>) -> Option<Rc<[Frame]>> {
        let new: Vec<Abs> = (0..self.frames.len()).map_while(rooms).collect();
        if new == self.rooms {
            return Some(Rc::clone(&self.frames));
        }
        let mut each = new.iter().zip(self.rooms.iter().zip(&self.ends));
        let is_whole = [new.len(), self.rooms.len()] == [self.frames.len(); 2];
        let has_room = |(new, (room, end)): (&Abs, (&Abs, &Abs))| {
            new == room || new <= room && *end + Abs::pt(LEAST_LEFT) <= *new
        };
        if !is_whole || !each.all(has_room) {
            return None;
        }
        let each = self.frames.iter().zip(new);
        Some(each.map(|(frame, room)| no_higher_than(frame, room)).collect())
    }
}

/// A frame without the space at its end that has no room.
fn no_higher_than(frame: &Frame, room: Abs) -> Frame {
    let mut frame = frame.clone();
    let height = frame.height().min(room);
    frame.set_size(Size::new(frame.width(), height));
    frame
}
