//! Names of places in a page. In: the anchors of a book, and the wanted names of its places. Out: unique
//! names.

use std::collections::{BTreeMap, BTreeSet};

/// Names of the page itself (`templates/web/book.html`); a place with such a name from its author gets none.
const OWN: [&str; 6] = ["rp-text", "rp-contents", "rp-cards", "rp-quick", "rp-found", "rp-explain"];

/// The names that a page has given.
#[derive(Debug, Default)]
pub struct PageIds {
    /// Anchors of the book, reserved for the places that their authors named.
    anchors: BTreeSet<String>,
    given: BTreeSet<String>,
    /// The last number after each name that was wanted more than once.
    numbers: BTreeMap<String, usize>,
}

impl PageIds {
    /// Reserves the names of the page itself and the `anchors` of authors.
    pub fn of(anchors: impl IntoIterator<Item = String>) -> Self {
        let given = OWN.map(str::to_owned).into();
        Self { anchors: anchors.into_iter().collect(), given, ..Self::default() }
    }

    /// Returns the name that an author gave a place; `None` for a copy of the place.
    pub fn author(&mut self, name: &str) -> Option<String> {
        let is_new = !name.is_empty() && self.given.insert(name.to_owned());
        is_new.then(|| name.to_owned())
    }

    /// Returns a generated name: `name`, or `name` with the first number that makes it unique.
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
