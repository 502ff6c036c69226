//! What rules hold in their hands: numbers of things of the game. The things themselves are in the
//! kernel.
#![allow(
    unsafe_code,
    reason = "the derives of the starlark crate write unsafe code; none is written here"
)]

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::collections::StarlarkHasher;
use starlark::environment::Methods;
use starlark::starlark_simple_value;
use starlark::typing::Ty;
use starlark::values::{
    Heap, NoSerialize, StarlarkPagable, StarlarkValue, Value, ValueLike, starlark_value,
};

use super::{columns, fractions, kinds, piece, space, zone};
use crate::engine::{self, CardId, CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, ZoneId};

/// A player.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Player(u8);
/// A zone.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Zone(u16);
/// A card or token on the table.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Piece(u32);
/// A kind of counter.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Counter(u16);
/// A kind of flag.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Flag(u8);
/// A kind of die.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Die(u8);
/// A row of card data.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Row(u32);

/// A space of a map.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Space(u16);
/// An exact fraction: what stands above the line, and below.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
pub(super) struct Fraction(i64, i64);

starlark_simple_value!(Space);
starlark_simple_value!(Fraction);
starlark_simple_value!(Player);
starlark_simple_value!(Zone);
starlark_simple_value!(Piece);
starlark_simple_value!(Counter);
starlark_simple_value!(Flag);
starlark_simple_value!(Die);
starlark_simple_value!(Row);

starlark::methods_static!(PLAYER_METHODS = zone::player_methods);
starlark::methods_static!(ZONE_METHODS = zone::zone_methods);
starlark::methods_static!(PIECE_METHODS = piece::piece_methods);
starlark::methods_static!(ROW_METHODS = columns::row_methods);
starlark::methods_static!(SPACE_METHODS = space::space_methods);
starlark::methods_static!(FRACTION_METHODS = fractions::fraction_methods);
starlark::methods_static!(COUNTER_METHODS = kinds::counter_methods);
starlark::methods_static!(FLAG_METHODS = kinds::flag_methods);
starlark::methods_static!(DIE_METHODS = kinds::die_methods);

/// Whether the other value is the same thing.
fn same<'v, T: StarlarkValue<'v> + PartialEq>(
    this: &T,
    other: Value<'v>,
) -> starlark::Result<bool> {
    Ok(other.downcast_ref::<T>().is_some_and(|other| other == this))
}

fn hash(number: u64, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
    std::hash::Hash::hash(&number, hasher);
    Ok(())
}

#[starlark_value(type = "player")]
impl<'v> StarlarkValue<'v> for Player {
    fn get_methods() -> Option<&'static Methods> {
        Some(PLAYER_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }
}

#[starlark_value(type = "zone")]
impl<'v> StarlarkValue<'v> for Zone {
    fn get_methods() -> Option<&'static Methods> {
        Some(ZONE_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }

    fn iterate_collect(&self, heap: Heap<'v>) -> starlark::Result<Vec<Value<'v>>> {
        zone::zone_cards(self.id(), heap)
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
}

#[starlark_value(type = "piece")]
impl<'v> StarlarkValue<'v> for Piece {
    fn get_methods() -> Option<&'static Methods> {
        Some(PIECE_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }

    fn attr_ty(name: &str) -> Option<Ty> {
        columns::column_type(name)
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        columns::piece_cell(self.id(), attribute, heap)
    }

    fn dir_attr(&self) -> Vec<String> {
        columns::column_names()
    }
}

#[starlark_value(type = "row")]
impl<'v> StarlarkValue<'v> for Row {
    fn get_methods() -> Option<&'static Methods> {
        Some(ROW_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }

    fn attr_ty(name: &str) -> Option<Ty> {
        columns::column_type(name)
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        columns::card_cell(self.id(), attribute, heap)
    }

    fn dir_attr(&self) -> Vec<String> {
        columns::column_names()
    }
}

#[starlark_value(type = "space")]
impl<'v> StarlarkValue<'v> for Space {
    fn get_methods() -> Option<&'static Methods> {
        Some(SPACE_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }

    fn attr_ty(name: &str) -> Option<Ty> {
        columns::column_type(name)
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        columns::card_cell(space::space_card(self.id()), attribute, heap)
    }

    fn dir_attr(&self) -> Vec<String> {
        columns::column_names()
    }
}

#[starlark_value(type = "fraction")]
impl<'v> StarlarkValue<'v> for Fraction {
    fn get_methods() -> Option<&'static Methods> {
        Some(FRACTION_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }
}

#[starlark_value(type = "counter")]
impl<'v> StarlarkValue<'v> for Counter {
    fn get_methods() -> Option<&'static Methods> {
        Some(COUNTER_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }
}

#[starlark_value(type = "flag")]
impl<'v> StarlarkValue<'v> for Flag {
    fn get_methods() -> Option<&'static Methods> {
        Some(FLAG_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }
}

#[starlark_value(type = "die")]
impl<'v> StarlarkValue<'v> for Die {
    fn get_methods() -> Option<&'static Methods> {
        Some(DIE_METHODS.methods())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        same(self, other)
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        hash(self.0.into(), hasher)
    }
}

impl Player {
    pub(super) fn new(id: PlayerId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> PlayerId {
        PlayerId(self.0)
    }
}

impl Zone {
    pub(super) fn new(id: ZoneId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> ZoneId {
        ZoneId(self.0)
    }
}

impl Piece {
    pub(super) fn new(id: PieceId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> PieceId {
        PieceId(self.0)
    }
}

impl Counter {
    pub(super) fn new(id: CounterId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> CounterId {
        CounterId(self.0)
    }
}

impl Flag {
    pub(super) fn new(id: FlagId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> FlagId {
        FlagId(self.0)
    }
}

impl Die {
    pub(super) fn new(id: DieId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> DieId {
        DieId(self.0)
    }
}

impl Space {
    pub(super) fn new(id: SpaceId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> SpaceId {
        SpaceId(self.0)
    }
}

impl Fraction {
    pub(super) fn new(fraction: engine::Fraction) -> Self {
        Self(fraction.top(), fraction.bottom())
    }

    pub(super) fn get(self) -> engine::Fraction {
        engine::Fraction::new(self.0, self.1).expect("it was made of a fraction")
    }
}

impl Row {
    pub(super) fn new(id: CardId) -> Self {
        Self(id.0)
    }

    pub(super) fn id(self) -> CardId {
        CardId(self.0)
    }
}
