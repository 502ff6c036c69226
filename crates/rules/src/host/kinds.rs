//! What rules can ask of counters, flags and dice.

use starlark::environment::MethodsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::{Heap, Value};

use super::arguments::read_lifetime;
use super::context::{act_on_game, with_components};
use super::handles::{CounterHandle, DieHandle, FlagHandle, ThingId};
use crate::engine::{CardCell, CounterHolder};

/// What stands on a face, as rules see it.
pub fn face_value<'v>(face: &CardCell, heap: Heap<'v>) -> Value<'v> {
    match face {
        CardCell::Int(number) => heap.alloc(*number),
        CardCell::Text(_) | CardCell::None => heap.alloc(face.text()),
    }
}

/// How much is added to a counter, until when, and the verb for it.
pub type Addition<'a> = (i64, NoneOr<&'a str>, NoneOr<&'a str>);

/// Adds to a counter of a piece or a player, or takes away.
pub fn add_to_counter(
    holder: CounterHolder,
    counter: &CounterHandle,
    (amount, until, verb): Addition<'_>,
    eval: &Evaluator<'_, '_, '_>,
) -> starlark::Result<NoneType> {
    let until = read_lifetime(until)?;
    act_on_game(eval, |game| {
        game.change_counter(holder, counter.id(), (amount, until), verb.into_option())
    })
}

#[starlark_module]
pub fn counter_methods(builder: &mut MethodsBuilder) {
    /// The printed name.
    ///
    /// ```python
    /// ask("which kind", [damage.name, gold.name])
    /// ```
    #[starlark(attribute)]
    fn name(this: &CounterHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }
}

#[starlark_module]
pub fn flag_methods(builder: &mut MethodsBuilder) {
    /// The printed name.
    ///
    /// ```python
    /// ask("which mark", [tapped.name, "none"])
    /// ```
    #[starlark(attribute)]
    fn name(this: &FlagHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }
}

#[starlark_module]
pub fn die_methods(builder: &mut MethodsBuilder) {
    /// The printed name.
    ///
    /// ```python
    /// ask("which die", [d6.name, "none"])
    /// ```
    #[starlark(attribute)]
    fn name(this: &DieHandle) -> starlark::Result<String> {
        Ok(this.id().name())
    }

    /// What stands on its faces, in the order of the declaration.
    ///
    /// ```python
    /// best = max(d6.faces)
    /// ```
    #[starlark(attribute)]
    fn faces<'v>(this: &DieHandle, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        with_components(|components| {
            let faces = components.die(this.id()).faces.iter();
            faces.map(|face| face_value(face, heap)).collect()
        })
    }
}
