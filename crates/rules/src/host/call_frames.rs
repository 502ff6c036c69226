//! Keeps which functions are running, and so which rule an event follows.
//!
//! Each function tells that it was entered, with the depth of the call stack. A function is over as
//! soon as something happens at a depth that is not deeper.

use crate::engine::trace::RunningCall;
use crate::engine::{NumberSet, RuleSite};
use crate::{Function, Role};

/// A running function.
#[derive(Clone, Copy, Debug)]
struct CallFrame {
    /// Which function; index in `Program::functions`.
    function: u32,
    /// The number of the call.
    call: u32,
    /// How deep the calls were inside it.
    depth: usize,
    /// What its events cite.
    site: RuleSite,
}

/// What a function does to citations.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionCitation {
    /// Its place, if it is bound.
    pub place: Option<u32>,
    /// True if it carries out a card's effect.
    effect: bool,
}

impl FunctionCitation {
    /// What `function` does to citations.
    pub fn of(function: &Function) -> Self {
        let effect = matches!(function.role, Some(Role::Effect { .. }));
        Self { place: function.places.first().copied(), effect }
    }

    /// The same at another of its places.
    pub fn at_place(self, place: u32) -> Self {
        Self { place: Some(place), ..self }
    }
}

/// The running functions, outermost first, and those that were entered.
#[derive(Clone, Debug, Default)]
pub struct CallFrames {
    stack: Vec<CallFrame>,
    entered: u32,
    reached: NumberSet,
    walked: NumberSet,
    /// The event that what happens now is an answer to; index into the log.
    pub cause: Option<u32>,
}

impl CallFrames {
    /// A function is entered; `depth` is that of a call inside it.
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

    /// What an event cites that a call at `depth` makes.
    pub fn site(&mut self, depth: usize) -> RuleSite {
        self.leave_from(depth + 1);
        RuleSite { cause: self.cause, ..self.innermost_site() }
    }

    /// The functions that a call at `depth` made or that were called beside it are over: what it
    /// calls next follows the rule that it stands in.
    pub fn forget_finished(&mut self, depth: usize) {
        self.leave_from(depth + 1);
    }

    /// The functions at this depth and deeper are over.
    fn leave_from(&mut self, depth: usize) {
        while self.stack.last().is_some_and(|frame| frame.depth >= depth) {
            self.stack.pop();
        }
    }

    /// The function that runs, as far as is known.
    pub fn innermost_function(&self) -> Option<u32> {
        self.stack.last().map(|frame| frame.function)
    }

    /// The number of the call that was entered last.
    pub fn last_call(&self) -> u32 {
        self.entered
    }

    /// The functions that run, as far as is known, outermost first.
    pub fn running(&self) -> Vec<RunningCall> {
        let calls = self.stack.iter();
        calls.map(|frame| RunningCall { function: frame.function, call: frame.call }).collect()
    }

    fn innermost_site(&self) -> RuleSite {
        self.stack.last().map(|frame| frame.site).unwrap_or_default()
    }

    /// Forgets what went on and what was entered, for the next part of a play.
    pub fn clear(&mut self) {
        self.stack.clear();
        self.reached.clear();
        self.walked.clear();
        self.entered = 0;
        self.cause = None;
    }

    /// An exit of a box is taken.
    pub fn take_way(&mut self, way: u32) {
        self.walked.insert(way);
    }

    /// Functions that were entered, ascending.
    pub fn reached(&self) -> Vec<u32> {
        self.reached.ascending()
    }

    /// Exits of boxes that were taken, ascending.
    pub fn walked(&self) -> Vec<u32> {
        self.walked.ascending()
    }
}
