//! The ways of setting pieces in the round before, and the ends of columns there. Typst lays pages out again
//! until all references to pages are right. A round reuses the ways of the one before as long as the pages
//! are the same.

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
    /// The ways of that round, by the state of the page.
    known: Dict,
    /// True in the first round: its pages only show the next round on which page each element is.
    pub is_first: bool,
}

impl Rounds {
    /// Reads the record of the round before.
    pub fn read(engine: &mut Engine, locator: &mut SplitLocator) -> Self {
        let location = locator.next_location(engine, key(), Span::detached());
        let told = QueryFirstIntrospection(Selector::Location(location), Span::detached());
        let told = engine.introspect(told);
        let is_first = told.is_none();
        let known =
            told.and_then(|told| told.to_packed::<MetadataElem>()?.value.clone().cast().ok());
        Self { location, known: known.unwrap_or_default(), is_first }
    }

    /// Returns the index of the way that was taken in this state of the pages.
    pub fn known_way(&self, standing: &Str) -> Option<usize> {
        self.known.get(standing).ok()?.clone().cast().ok()
    }

    /// Returns the end of columns in this state of the pages.
    pub fn known_foot(&self, standing: &Str) -> Option<Foot> {
        let told: Array = self.known.get(standing).ok()?.clone().cast().ok()?;
        let [page, depth] = told.as_slice() else { return None };
        let (page, depth) = (page.clone().cast().ok()?, depth.clone().cast().ok()?);
        Some(Foot { page, depth: Abs::raw(depth) })
    }

    /// Records the ways that were taken for the next round, by a mark on the first of the pages.
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
    /// Number of pages behind the current one.
    pub page: usize,
    /// Depth on that page.
    pub depth: Abs,
}

impl Foot {
    /// Returns the record for the next round.
    pub fn value(self) -> Value {
        Value::Array(Array::from_iter([self.page.into_value(), self.depth.to_raw().into_value()]))
    }
}

fn key() -> u128 {
    hash128(&"ways that pieces are set")
}

impl Setting<'_> {
    /// Describes the current page before the piece of this number, and the pieces that are owed behind it.
    pub fn standing(&self, nth: usize) -> Str {
        let sheets = &self.sheets;
        let owed: Vec<_> = sheets.owed.iter().map(|own| (own.0, own.1.height().to_raw())).collect();
        let (top, foot) = (sheets.top.to_raw(), sheets.foot().to_raw());
        format!("{nth} {} {top:?} {foot:?} {owed:?}", sheets.pages.len()).into()
    }
}
