//! Values of rules in Starlark: their types, methods, comparisons and attributes.
#![allow(
    unsafe_code,
    reason = "the derives of the starlark crate write unsafe code; none is written here"
)]

use std::collections::BTreeSet;
use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::collections::{Hashed, StarlarkHasher};
use starlark::environment::{Methods, MethodsBuilder};
use starlark::starlark_simple_value;
use starlark::typing::Ty;
use starlark::values::{
    Heap, NoSerialize, StarlarkPagable, StarlarkValue, Value, ValueLike, starlark_value,
};

use super::handles::{
    CounterHandle, DieHandle, FlagHandle, PieceHandle, PlayerHandle, RowHandle, SpaceHandle,
    ThingId, ZoneHandle,
};
use super::{columns, fractions, grid, kinds, piece, space, standing, zone};
use crate::engine::{Fraction, Walks};

/// An exact fraction: numerator and denominator.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub struct FractionValue(i64, i64);

starlark_simple_value!(FractionValue);

impl FractionValue {
    /// Converts a fraction of the kernel.
    pub fn new(fraction: Fraction) -> Self {
        Self(fraction.top(), fraction.bottom())
    }

    /// Returns the fraction in the kernel.
    pub fn get(self) -> Fraction {
        Fraction::new(self.0, self.1).expect("it was made of a fraction")
    }
}

impl fmt::Display for FractionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A place where a walk can end.
#[derive(Debug, Clone, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable)]
pub struct StopValue {
    #[allocative(skip)]
    #[starlark_pagable(skip)]
    walks: Arc<Walks>,
    nth: u32,
}

starlark_simple_value!(StopValue);

impl StopValue {
    /// Creates the place with this number where a walk can end.
    pub fn new(walks: &Arc<Walks>, nth: usize) -> Self {
        Self { walks: Arc::clone(walks), nth: nth as u32 }
    }

    /// Returns the walk.
    pub fn walks(&self) -> &Walks {
        &self.walks
    }

    /// Returns its number among the places where the walk can end.
    pub fn nth(&self) -> usize {
        self.nth as usize
    }
}

impl PartialEq for StopValue {
    fn eq(&self, other: &Self) -> bool {
        self.walks.piece == other.walks.piece
            && self.walks.stop(self.nth()) == other.walks.stop(other.nth())
    }
}

impl fmt::Display for StopValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stop = self.walks.stop(self.nth());
        write!(f, "{} for {}", ThingId::name(stop.space), stop.cost)
    }
}

starlark::methods_static!(STOP_METHODS = grid::stop_methods);
starlark::methods_static!(PLAYER_METHODS = zone::player_methods);
starlark::methods_static!(ZONE_METHODS = zone::zone_methods);
starlark::methods_static!(PIECE_METHODS = all_piece_methods);
starlark::methods_static!(ROW_METHODS = columns::row_methods);
starlark::methods_static!(SPACE_METHODS = space::space_methods);
starlark::methods_static!(FRACTION_METHODS = fractions::fraction_methods);
starlark::methods_static!(COUNTER_METHODS = kinds::counter_methods);
starlark::methods_static!(FLAG_METHODS = kinds::flag_methods);
starlark::methods_static!(DIE_METHODS = kinds::die_methods);

/// Adds the methods of a piece, on a map and elsewhere.
fn all_piece_methods(builder: &mut MethodsBuilder) {
    piece::piece_methods(builder);
    standing::standing_methods(builder);
}

/// Returns the names of all attributes and methods of values in rules, without columns of card data.
pub fn attribute_names() -> BTreeSet<String> {
    let tables = [
        PlayerHandle::get_methods(),
        ZoneHandle::get_methods(),
        PieceHandle::get_methods(),
        RowHandle::get_methods(),
        SpaceHandle::get_methods(),
        StopValue::get_methods(),
        FractionValue::get_methods(),
        CounterHandle::get_methods(),
        FlagHandle::get_methods(),
        DieHandle::get_methods(),
    ];
    let documented = tables.into_iter().flatten().map(|table| table.documentation(Ty::any()));
    documented.flat_map(|table| table.members.into_iter().map(|(name, _)| name)).collect()
}

/// True if the other value is the same thing.
fn is_same<'v, T: StarlarkValue<'v> + PartialEq>(
    this: &T,
    other: Value<'v>,
) -> starlark::Result<bool> {
    Ok(other.downcast_ref::<T>().is_some_and(|other| other == this))
}

/// Makes a handle a value of Starlark: it equals another handle of the same number.
macro_rules! handle_value {
    ($handle:ident is $name:literal with $methods:ident { $($own:tt)* }) => {
        #[starlark_value(type = $name)]
        impl<'v> StarlarkValue<'v> for $handle {
            fn get_methods() -> Option<&'static Methods> {
                Some($methods.methods())
            }

            fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
                is_same(self, other)
            }

            fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
                u64::from(self.number).hash(hasher);
                Ok(())
            }

            $($own)*
        }
    };
    // A thing with a row of card data, whose cells are its attributes.
    ($handle:ident is $name:literal with $methods:ident and cells of $cell:path) => {
        handle_value!($handle is $name with $methods {
            fn attr_ty(name: &str) -> Option<Ty> {
                columns::column_type(name)
            }

            fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
                self.get_attr_hashed(Hashed::new(attribute), heap)
            }

            fn get_attr_hashed(&self, attribute: Hashed<&str>, heap: Heap<'v>) -> Option<Value<'v>> {
                $cell(self.id(), attribute, heap)
            }

            fn dir_attr(&self) -> Vec<String> {
                columns::column_names()
            }
        });
    };
}

handle_value!(PlayerHandle is "player" with PLAYER_METHODS {});
handle_value!(CounterHandle is "counter" with COUNTER_METHODS {});
handle_value!(FlagHandle is "flag" with FLAG_METHODS {});
handle_value!(DieHandle is "die" with DIE_METHODS {});
handle_value!(PieceHandle is "piece" with PIECE_METHODS and cells of columns::piece_cell);
handle_value!(RowHandle is "row" with ROW_METHODS and cells of columns::card_cell);
handle_value!(SpaceHandle is "space" with SPACE_METHODS and cells of space::space_cell);
handle_value!(ZoneHandle is "zone" with ZONE_METHODS {
    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        let cards = zone::zone_cards(self.id())?;
        Ok(cards.into_iter().map(|card| heap.alloc(card)).collect())
    }

    fn length(&self) -> starlark::Result<i32> {
        zone::zone_length(self.id())
    }

    fn is_in(&self, other: Value<'v>) -> starlark::Result<bool> {
        zone::zone_holds(self.id(), other)
    }

    fn to_bool(&self) -> bool {
        true
    }
});

#[starlark_value(type = "stop")]
impl<'v> StarlarkValue<'v> for StopValue {
    fn get_methods() -> Option<&'static Methods> {
        Some(STOP_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        is_same(self, other)
    }
}

#[starlark_value(type = "fraction")]
impl<'v> StarlarkValue<'v> for FractionValue {
    fn get_methods() -> Option<&'static Methods> {
        Some(FRACTION_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        is_same(self, other)
    }
}
