//! Things of the game in rules: numbers. The things themselves are in the kernel.
#![allow(
    unsafe_code,
    reason = "the derives of the starlark crate write unsafe code; none is written here"
)]

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;

use allocative::Allocative;
use starlark::any::ProvidesStaticType;
use starlark::typing::Ty;
use starlark::values::none::NoneOr;
use starlark::values::type_repr::StarlarkTypeRepr;
use starlark::values::{
    AllocFrozenValue, AllocValue, FrozenHeap, FrozenValue, Heap, NoSerialize, StarlarkPagable,
    StarlarkValue, UnpackValue, Value, ValueLike,
};

use super::context::{component_name, piece_name};
use crate::engine::{CardId, CounterId, DieId, FlagId, PieceId, PlayerId, SpaceId, ZoneId};

/// The number of a thing of the kernel; rules have nothing else of it.
pub trait ThingId: Copy + fmt::Debug + Eq + Send + Sync + 'static {
    /// Returns the number.
    fn number(self) -> u32;
    /// Returns the thing with a number that [`Self::number`] returned.
    fn from_number(number: u32) -> Self;
    /// Returns the name of the thing, while the game is loaded or played.
    fn name(self) -> String;
}

/// A thing of the game as a value of rules.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative, StarlarkPagable,
)]
#[allocative(bound = "I: 'static")]
pub struct Handle<I: 'static> {
    /// Number in the kernel.
    pub number: u32,
    kind: PhantomData<I>,
}

/// A player.
pub type PlayerHandle = Handle<PlayerId>;
/// A zone.
pub type ZoneHandle = Handle<ZoneId>;
/// A card or token on the table.
pub type PieceHandle = Handle<PieceId>;
/// A kind of counter.
pub type CounterHandle = Handle<CounterId>;
/// A kind of flag.
pub type FlagHandle = Handle<FlagId>;
/// A kind of die.
pub type DieHandle = Handle<DieId>;
/// A row of card data.
pub type RowHandle = Handle<CardId>;
/// A space of a map.
pub type SpaceHandle = Handle<SpaceId>;

impl<I: ThingId> Handle<I> {
    /// Returns the value of a thing.
    pub fn new(id: I) -> Self {
        Self { number: id.number(), kind: PhantomData }
    }

    /// Returns the thing in the kernel.
    pub fn id(self) -> I {
        I::from_number(self.number)
    }

    /// Returns the values of several things.
    pub fn list(ids: impl IntoIterator<Item = I>) -> Vec<Self> {
        ids.into_iter().map(Self::new).collect()
    }

    /// Returns the value of a thing, or None.
    pub fn or_none(id: Option<I>) -> NoneOr<Self> {
        NoneOr::from_option(id.map(Self::new))
    }
}

/// Returns the thing that rules passed, if they passed one.
pub fn given_id<I: ThingId>(handle: NoneOr<&Handle<I>>) -> Option<I> {
    handle.into_option().map(|handle| handle.id())
}

impl<I: ThingId> fmt::Display for Handle<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id().name())
    }
}

impl<'v, I> AllocValue<'v> for Handle<I>
where
    Self: StarlarkValue<'v> + ProvidesStaticType<'v, StaticType = Self> + Send + Sync,
{
    fn alloc_value(self, heap: Heap<'v>) -> Value<'v> {
        heap.alloc_simple(self)
    }
}

impl<I> AllocFrozenValue for Handle<I>
where
    Self: StarlarkValue<'static> + ProvidesStaticType<'static, StaticType = Self> + Send + Sync,
{
    fn alloc_frozen_value(self, heap: &FrozenHeap) -> FrozenValue {
        heap.alloc_simple(self)
    }
}

impl<'v, I> StarlarkTypeRepr for &'v Handle<I>
where
    Handle<I>: StarlarkValue<'v>,
{
    type Canonical = Handle<I>;

    fn starlark_type_repr() -> Ty {
        Handle::<I>::get_type_starlark_repr()
    }
}

impl<'v, I> UnpackValue<'v> for &'v Handle<I>
where
    Handle<I>: StarlarkValue<'v>,
{
    type Error = Infallible;

    fn unpack_value_impl(value: Value<'v>) -> Result<Option<Self>, Self::Error> {
        Ok(value.downcast_ref())
    }
}

/// Implements `ThingId` for a number of the kernel; `name` is the thing's name in the components.
macro_rules! thing_id {
    ($id:ident, |$parts:ident, $own:ident| $name:expr) => {
        impl ThingId for $id {
            fn number(self) -> u32 {
                self.0.into()
            }

            fn from_number(number: u32) -> Self {
                Self(number as _)
            }

            fn name(self) -> String {
                let $own = self;
                component_name(|$parts| $name)
            }
        }
    };
}

thing_id!(PlayerId, |parts, id| &parts.player(id).name);
thing_id!(ZoneId, |parts, id| &parts.zone(id).name);
thing_id!(CounterId, |parts, id| &parts.counter(id).name);
thing_id!(FlagId, |parts, id| &parts.flag(id).name);
thing_id!(DieId, |parts, id| &parts.die(id).name);
thing_id!(CardId, |parts, id| &parts.card(id).name);
thing_id!(SpaceId, |parts, id| parts.space_name(id));

impl ThingId for PieceId {
    fn number(self) -> u32 {
        self.0
    }

    fn from_number(number: u32) -> Self {
        Self(number)
    }

    fn name(self) -> String {
        piece_name(self)
    }
}
