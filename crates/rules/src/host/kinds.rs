//! Attributes of counters, flags and dice in rules.

use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::values::{Heap, Value};

use super::context::with_components;
use super::handles::{CounterHandle, DieHandle, FlagHandle, ThingId};
use crate::engine::CardCell;

/// Returns the value of a face in rules.
pub fn face_value<'v>(face: &CardCell, heap: Heap<'v>) -> Value<'v> {
    match face {
        CardCell::Int(number) => heap.alloc(*number),
        CardCell::Text(_) | CardCell::None => heap.alloc(face.text()),
    }
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

    /// The words and numbers on its faces, in the order of the declaration.
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
