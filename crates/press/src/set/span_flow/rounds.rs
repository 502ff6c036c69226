//! The ways that pieces were set in the round before, and where columns ended. Typst lays pages out again until no reference to a
//! page is wrong. A round takes the ways of the one before, as long as the pages stand as they did there.

use typst::engine::Engine;
use typst::foundations::{Array, Dict, IntoValue, Packed, Selector, Str, Value};
use typst::introspection::{
    Location, MetadataElem, QueryFirstIntrospection, SplitLocator, Tag, TagFlags,
};
use typst::layout::{Abs, Fragment, FrameItem, Point};
use typst::syntax::Span;
use typst::utils::hash128;

use super::Setting;

/// The record of the round before.
pub struct Rounds {
    /// Location of the record.
    location: Location,
    /// The ways of that round, by all that stood on the page.
    known: Dict,
    /// True if no round was before this one: its pages only tell the next round on which page a thing
    /// stands.
    pub is_first: bool,
}

impl Rounds {
    /// Reads what the round before has told.
    pub fn read(engine: &mut Engine, locator: &mut SplitLocator) -> Self {
        let location = locator.next_location(engine, key(), Span::detached());
        let told = QueryFirstIntrospection(Selector::Location(location), Span::detached());
        let told = engine.introspect(told);
        let is_first = told.is_none();
        let known =
            told.and_then(|told| told.to_packed::<MetadataElem>()?.value.clone().cast().ok());
        Self { location, known: known.unwrap_or_default(), is_first }
    }

    /// The number of the way that was taken where the pages stood so.
    pub fn known_way(&self, standing: &Str) -> Option<usize> {
        self.known.get(standing).ok()?.clone().cast().ok()
    }

    /// The end of columns where the pages stood so.
    pub fn known_foot(&self, standing: &Str) -> Option<Foot> {
        let told: Array = self.known.get(standing).ok()?.clone().cast().ok()?;
        let [page, depth] = told.as_slice() else { return None };
        let (page, depth) = (page.clone().cast().ok()?, depth.clone().cast().ok()?);
        Some(Foot { page, depth: Abs::raw(depth) })
    }

    /// Tells the next round the ways that were taken, by a mark on the first of the pages.
    pub fn tell(&self, taken: Dict, pages: Fragment) -> Fragment {
        let mut pages = pages.into_frames();
        if let Some(first) = pages.first_mut() {
            let mut told = Packed::new(MetadataElem::new(Value::Dict(taken)));
            told.set_location(self.location);
            let flags = TagFlags { introspectable: true, tagged: false };
            let tags = [Tag::Start(told.pack(), flags), Tag::End(self.location, key(), flags)];
            first.prepend_multiple(tags.map(|tag| (Point::zero(), FrameItem::Tag(tag))));
        }
        Fragment::frames(pages)
    }
}

/// The end of columns.
#[derive(Clone, Copy)]
pub struct Foot {
    /// How many pages behind the one at hand.
    pub page: usize,
    /// How far down.
    pub depth: Abs,
}

impl Foot {
    /// The record for the next round.
    pub fn value(self) -> Value {
        Value::Array(Array::from_iter([self.page.into_value(), self.depth.to_raw().into_value()]))
    }
}

fn key() -> u128 {
    hash128(&"ways that pieces are set")
}

impl Setting<'_> {
    /// Describes what is on the page at hand before the piece of this number, and what is owed behind it.
    pub fn standing(&self, nth: usize) -> Str {
        let sheets = &self.sheets;
        let owed: Vec<_> = sheets.owed.iter().map(|own| (own.0, own.1.height().to_raw())).collect();
        let (top, foot) = (sheets.top.to_raw(), sheets.foot().to_raw());
        format!("{nth} {} {top:?} {foot:?} {owed:?}", sheets.pages.len()).into()
    }
}
