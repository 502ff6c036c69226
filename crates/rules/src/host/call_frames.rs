//! Keeps the running functions, and so the rule that an event follows.
//!
//! Each function reports that it was entered, with the depth of the call stack. A function is over as soon as
//! something happens at a depth that is not deeper.

use crate::engine::trace::RunningCall;
use crate::engine::{NumberSet, RuleSite};
use crate::{Function, Role};

/// A running function.
#[derive(Clone, Copy, Debug)]
struct CallFrame {
    /// Index in `Program::functions`.
    function: u32,
    /// Number of the call.
    call: u32,
    /// Depth of calls inside it.
    depth: usize,
    /// Citation of its events.
    site: RuleSite,
}

/// Effect of a function on citations.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionCitation {
    /// Place of the function, if it is bound.
    pub place: Option<u32>,
    /// True if it carries out a card's effect.
    effect: bool,
}

impl FunctionCitation {
    /// Returns the effect of `function` on citations.
    pub fn of(function: &Function) -> Self {
        let effect = matches!(function.role, Some(Role::Effect { .. }));
        Self { place: function.places.first().copied(), effect }
    }

    /// Returns the same citation with another place of the function.
    pub fn at_place(self, place: u32) -> Self {
        Self { place: Some(place), ..self }
    }
}

/// Running functions, outermost first, and the functions that were entered.
#[derive(Clone, Debug, Default)]
pub struct CallFrames {
    stack: Vec<CallFrame>,
    entered: u32,
    reached: NumberSet,
    walked: NumberSet,
    /// Event that the current events answer; index into the log.
    pub cause: Option<u32>,
}

impl CallFrames {
    /// Enters a function; `depth` is that of a call inside it.
    pub fn enter(&mut self, depth: usize, function: u32, cites: FunctionCitation) {
        self.leave_from(depth);
        self.entered = self.entered.saturating_add(1);
        self.reached.insert(function);
        let outer = self.innermost_site();
        let (place, effect) = match (cites.effect, cites.place) {
            (true, place) => (place.or(outer.place), Some(function)),
            (false, Some(place)) => (Some(place), None),
            (false, None) => (outer.place, outer.effect),
        };
        let site = RuleSite { place, effect, scope: self.entered, cause: None };
        self.stack.push(CallFrame { function, call: self.entered, depth, site });
    }

    /// Returns the citation of an event that is made by a call at `depth`.
    pub fn site(&mut self, depth: usize) -> RuleSite {
        self.leave_from(depth + 1);
        RuleSite { cause: self.cause, ..self.innermost_site() }
    }

    /// Ends the functions that a call at `depth` made, and those called beside it: its next events follow the
    /// rule that it is in itself.
    pub fn forget_finished(&mut self, depth: usize) {
        self.leave_from(depth + 1);
    }

    /// Ends the functions at this depth and deeper.
    fn leave_from(&mut self, depth: usize) {
        while self.stack.last().is_some_and(|frame| frame.depth >= depth) {
            self.stack.pop();
        }
    }

    /// Returns the innermost running function, as far as is known.
    pub fn innermost_function(&self) -> Option<u32> {
        self.stack.last().map(|frame| frame.function)
    }

    /// Returns the number of the call that was entered last.
    pub fn last_call(&self) -> u32 {
        self.entered
    }

    /// Returns the running functions, as far as is known, outermost first.
    pub fn running(&self) -> Vec<RunningCall> {
        let calls = self.stack.iter();
        calls.map(|frame| RunningCall { function: frame.function, call: frame.call }).collect()
    }

    fn innermost_site(&self) -> RuleSite {
        self.stack.last().map(|frame| frame.site).unwrap_or_default()
    }

    /// Forgets all calls and entered functions, for the next part of a play.
    pub fn clear(&mut self) {
        self.stack.clear();
        self.reached.clear();
        self.walked.clear();
        self.entered = 0;
        self.cause = None;
    }

    /// Notes that an exit of a box is taken.
    pub fn take_way(&mut self, way: u32) {
        self.walked.insert(way);
    }

    /// Returns the functions that were entered, ascending.
    pub fn reached(&self) -> Vec<u32> {
        self.reached.ascending()
    }

    /// Returns the exits of boxes that were taken, ascending.
    pub fn walked(&self) -> Vec<u32> {
        self.walked.ascending()
    }
}
