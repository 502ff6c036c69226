//! The index: every anchor of a book, and the slugs that lead to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Address, Anchor};
use base::source::{SourceId, Span};

/// The place that an anchor names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnchorEntry {
    /// Address that readers cite.
    pub address: Address,
    /// Title of the section, or of the section around the place.
    pub title: String,
    /// Span of the place.
    pub span: Span,
}

/// Every anchor of a book, and the slugs that lead to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnchorIndex {
    /// Places by anchor.
    pub entries: BTreeMap<Anchor, AnchorEntry>,
    /// Anchors by file and slug.
    pub aliases: BTreeMap<(SourceId, String), Anchor>,
    /// First heading of each file.
    pub firsts: BTreeMap<SourceId, Anchor>,
}

impl AnchorIndex {
    /// Returns the anchor that `name` means in `source`.
    pub fn find(&self, source: SourceId, name: &str) -> Option<&Anchor> {
        let exact = self.entries.get_key_value(&Anchor(name.to_owned())).map(|(anchor, _)| anchor);
        self.aliases.get(&(source, name.to_owned())).or(exact)
    }

    /// Names of all places.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(|anchor| anchor.0.as_str())
    }

    /// Returns the first heading of a file.
    pub fn first(&self, source: SourceId) -> Option<&Anchor> {
        self.firsts.get(&source)
    }
}

/// Returns the anchor of a title as hosting sites make it: lower case, no punctuation, hyphens for spaces.
pub fn slug(title: &str) -> String {
    let keep = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    title.trim().to_lowercase().chars().filter(keep).collect::<String>().replace(' ', "-")
}
