//! Names of places in a page. In: the anchors of a book and what its places would be called. Out: names, none of
//! which stands twice.

use std::collections::{BTreeMap, BTreeSet};

/// The names of the page itself (`templates/web/book.html`); a place that an author calls so is left without.
const OWN: [&str; 6] = ["rp-text", "rp-contents", "rp-cards", "rp-quick", "rp-found", "rp-explain"];

/// The names that a page gives out.
#[derive(Debug, Default)]
pub struct PageIds {
    /// Anchors of the book: only the place that its author named gets such a name.
    anchors: BTreeSet<String>,
    given: BTreeSet<String>,
    /// The last number behind each name that was wanted more than once.
    numbers: BTreeMap<String, usize>,
}

impl PageIds {
    /// Only the names of the page itself are given out yet; `anchors` are the names that authors gave.
    pub fn of(anchors: impl IntoIterator<Item = String>) -> Self {
        let given = OWN.map(str::to_owned).into();
        Self { anchors: anchors.into_iter().collect(), given, ..Self::default() }
    }

    /// The name that an author gave a place; none for a copy of the place.
    pub fn author(&mut self, name: &str) -> Option<String> {
        let is_new = !name.is_empty() && self.given.insert(name.to_owned());
        is_new.then(|| name.to_owned())
    }

    /// A name of our own: `name`, or the first number behind it that makes it unique.
    pub fn own(&mut self, name: &str) -> String {
        let name: String = name.split_whitespace().collect::<Vec<_>>().join("-");
        let mut tried = name.clone();
        while self.anchors.contains(&tried) || self.given.contains(&tried) {
            let number = self.numbers.entry(name.clone()).or_insert(1);
            *number += 1;
            tried = format!("{name}-{number}");
        }
        self.given.insert(tried.clone());
        tried
    }
}
