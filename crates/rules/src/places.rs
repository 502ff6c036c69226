//! Places that can be cited. In: a joined document with its addresses. Out: every heading, item and named
//! place with its step path and its words, to be looked up by the names of `#@` lines.

mod collect;
pub mod sentences;
mod texts;

use std::collections::BTreeMap;

use super::program::ProsePlace;
use base::diagnostic::{nearest_name, short_quote};
use base::source::Span;
use document::{CodeBlock, Manuscript};

/// Places of one text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProsePlaces {
    /// All places, in reading order.
    pub all: Vec<ProsePlace>,
    /// Words of each place, with `{=name}` instead of the text of a named value.
    pub named: Vec<String>,
    /// Tie-breaker lists and other lists directly below a heading.
    pub lists: Vec<PlacedList>,
    /// Charts.
    pub charts: Vec<PlacedChart>,
    anchors: BTreeMap<String, usize>,
    /// Places by the anchor of a heading or list, and step.
    steps: BTreeMap<(String, String), usize>,
}

/// A list and its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedList {
    /// Name in the rules: its own anchor, or that of its section if it is the first list there.
    pub anchor: Option<String>,
    /// True if the list or its section has the class `.tiebreakers`.
    pub tiebreakers: bool,
    /// Place of the list, or else of its section.
    pub place: usize,
    /// Places of the items, in printed order.
    pub items: Vec<usize>,
}

/// A chart with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedChart {
    /// Anchor of the chart, if it has one.
    pub anchor: Option<String>,
    /// Anchor of the section, if this is its first chart.
    pub section: Option<String>,
    /// Place of the chart, or else of its section.
    pub place: usize,
    /// Code block with the chart.
    pub code: CodeBlock,
    /// Span of the block.
    pub span: Span,
}

/// Why a place was not found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingPlace {
    /// Unknown anchor; with the most similar anchor.
    Anchor(Option<String>),
    /// Unknown step; with the steps that exist.
    Step(Vec<String>),
}

impl MissingPlace {
    /// Returns a hint for the missing place at or below `anchor`.
    pub(crate) fn hint(&self, anchor: &str) -> String {
        let anchor = short_quote(anchor);
        match self {
            Self::Anchor(Some(near)) => format!("did you mean `#{near}`?"),
            Self::Anchor(None) => format!("write {{#{anchor}}} after the title or item"),
            Self::Step(steps) if steps.is_empty() => format!("`#{anchor}` has no steps"),
            Self::Step(steps) => format!("its steps are {}", short_quote(&steps.join(", "))),
        }
    }
}

impl ProsePlaces {
    /// Collects the places of a text.
    pub fn of(manuscript: &Manuscript) -> Self {
        collect::collect_places(manuscript)
    }

    /// Returns the place of an anchor, or of a step below it; both as written, without `#`.
    pub fn find(&self, anchor: &str, step: Option<&str>) -> Result<usize, MissingPlace> {
        let Some(place) = self.anchors.get(anchor).copied() else {
            return Err(MissingPlace::Anchor(self.nearest_anchor(anchor).map(str::to_owned)));
        };
        let Some(step) = step else { return Ok(place) };
        let found = self.steps.get(&(anchor.to_owned(), step.to_owned())).copied();
        found.ok_or_else(|| MissingPlace::Step(self.steps_of(anchor)))
    }

    /// Returns the list that rules name by this anchor.
    pub fn list(&self, anchor: &str) -> Option<&PlacedList> {
        self.lists.iter().find(|list| list.anchor.as_deref() == Some(anchor))
    }

    /// Returns the chart that rules name by this anchor.
    pub fn chart(&self, anchor: &str) -> Option<&PlacedChart> {
        let (all, anchor) = (&self.charts, Some(anchor));
        let own = all.iter().find(|chart| chart.anchor.as_deref() == anchor);
        own.or_else(|| all.iter().find(|chart| chart.section.as_deref() == anchor))
    }

    /// Returns the anchors of all charts.
    pub fn chart_anchors(&self) -> impl Iterator<Item = &str> {
        self.charts.iter().filter_map(|chart| chart.anchor.as_deref().or(chart.section.as_deref()))
    }

    /// Returns the steps below an anchor, in reading order.
    pub fn steps_of(&self, anchor: &str) -> Vec<String> {
        let below = (anchor.to_owned(), String::new())..;
        let mut found: Vec<_> =
            self.steps.range(below).take_while(|((of, _), _)| of == anchor).collect();
        found.sort_by_key(|(_, place)| **place);
        found.into_iter().map(|((_, step), _)| step.clone()).collect()
    }

    /// Returns the anchor that is most similar to `wanted`, if any is similar.
    pub fn nearest_anchor(&self, wanted: &str) -> Option<&str> {
        nearest_name(wanted, self.anchors.keys().map(String::as_str))
    }

    /// Returns the name of a place in a lock.
    pub fn key(&self, place: usize) -> String {
        let place = &self.all[place];
        match &place.anchor {
            Some(anchor) => format!("#{anchor}"),
            None => format!("#{}/{}", place.section, place.step),
        }
    }
}
