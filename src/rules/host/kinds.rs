//! What rules can ask of counters, flags and dice.

use starlark::environment::MethodsBuilder;
use starlark::starlark_module;
use starlark::values::{Heap, Value};

use super::context::{component_name, with_declarations, with_play_untracked};
use super::values::{Counter, Die, Flag};
use crate::engine::CardCell;

/// What stands on a face, as rules see it.
pub(super) fn face_value<'v>(face: &CardCell, heap: Heap<'v>) -> Value<'v> {
    match face {
        CardCell::Int(number) => heap.alloc(*number),
        face => heap.alloc(face.text()),
    }
}

#[starlark_module]
pub(super) fn counter_methods(builder: &mut MethodsBuilder) {
    /// Printed name.
    #[starlark(attribute)]
    fn name(this: &Counter) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.counter(id).name.clone()))
    }
}

#[starlark_module]
pub(super) fn flag_methods(builder: &mut MethodsBuilder) {
    /// Printed name.
    #[starlark(attribute)]
    fn name(this: &Flag) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.flag(id).name.clone()))
    }
}

#[starlark_module]
pub(super) fn die_methods(builder: &mut MethodsBuilder) {
    /// Printed name.
    #[starlark(attribute)]
    fn name(this: &Die) -> starlark::Result<String> {
        let id = this.id();
        Ok(component_name(|parts| parts.die(id).name.clone()))
    }

    /// What stands on its faces.
    #[starlark(attribute)]
    fn faces<'v>(this: &Die, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let id = this.id();
        let played = with_play_untracked(|play| play.game.parts.die(id).faces.clone());
        let faces = played
            .map_or_else(|| with_declarations(|draft| Ok(draft.parts.die(id).faces.clone())), Ok)?;
        Ok(faces.iter().map(|shown| face_value(shown, heap)).collect())
    }
}
