//! `for _ in repeat():`, a loop that ends by `break` or `return`.
#![allow(
    unsafe_code,
    reason = "the traits of the starlark crate have unsafe functions for iteration"
)]

use std::fmt;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::starlark_simple_value;
use starlark::values::{Heap, NoSerialize, StarlarkPagable, StarlarkValue, Value, starlark_value};

use super::context::with_play_untracked;

/// Most rounds of a loop.
const MOST_ROUNDS: usize = 10_000;

/// The loop.
#[derive(Debug, Clone, Copy, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable)]
pub struct Repeat;

starlark_simple_value!(Repeat);

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("repeat()")
    }
}

#[starlark_value(type = "repeat")]
impl<'v> StarlarkValue<'v> for Repeat {
    unsafe fn iterate(&self, me: Value<'v>, _heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(me)
    }

    unsafe fn iter_next(&self, index: usize, heap: Heap<'v>) -> Option<Value<'v>> {
        if index < MOST_ROUNDS {
            return Some(heap.alloc(index as i32));
        }
        // The loop ends here, and the next action of the rules finds that the play is over.
        let what = format!("a `repeat()` that runs more than {MOST_ROUNDS} times");
        with_play_untracked(|play| play.hit_limit(what));
        None
    }

    unsafe fn iter_stop(&self) {}
}
