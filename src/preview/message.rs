//! Messages to and from the process that works on a book.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FindingCard;
use crate::edition::review::ReviewPlace;
use base::source::Span;
use press::preview::PageBox;

/// A message to the process that works on a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PreviewOrder {
    /// Read the book, and make the views that are looked at.
    Read(Vec<LookedAt>),
    /// Make this view from the book as last read.
    Make(LookedAt),
    /// Draw the page of this name.
    Draw(String),
    /// Find the place on the pages for a place of the text.
    Find(Span),
    /// Write the files of the nth requested output.
    Write(usize),
    /// Report the items that wait for review.
    Review,
    /// Accept an item that waits.
    Accept(ReviewedItem),
}

/// An item of a review, in the state in which it was seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReviewedItem {
    /// Its name.
    pub id: String,
    /// The state that was seen.
    pub state: String,
}

/// A view that somebody looks at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LookedAt {
    /// The key of the view.
    pub view: String,
    /// The visible page, from 0.
    pub page: usize,
}

/// A message from the process that works on a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PreviewNews {
    /// The book was read, and these views were made from it.
    Read(BookCard, Vec<MadeView>),
    /// A view was made, with findings of its layout.
    Made(MadeView),
    /// A page as SVG, by its name; `None` if there is no such page any more.
    Drawn(String, Option<Vec<u8>>),
    /// The place on the pages for a place of the text, if it is printed.
    Found(Span, Option<FoundPlace>),
    /// The review.
    Reviewed(ReviewCard),
    /// An item was accepted, or could not be for this reason.
    Accepted(ReviewedItem, Option<String>),
    /// The files of an output were written.
    Written {
        /// Their paths.
        files: Vec<String>,
        /// True if more outputs are to be written.
        more: bool,
        /// Findings about files that could not be written.
        findings: Vec<FindingCard>,
    },
}

/// A book as it was read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BookCard {
    /// Its title.
    pub title: String,
    /// The reason why its pages are those of an earlier state, if they are.
    pub problem: Option<String>,
    /// True if its outputs can be written.
    pub printable: bool,
    /// The views that can be looked at.
    pub views: Vec<ViewCard>,
    /// Its findings.
    pub findings: Vec<FindingCard>,
    /// The folders of the files that it was read from.
    pub folders: Vec<String>,
}

/// The review of a book, for a browser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewCard {
    /// The review as data.
    pub json: String,
    /// The place to change for each item, by its name.
    pub places: BTreeMap<String, ReviewPlace>,
}

/// A view that can be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ViewCard {
    /// Its key: `rulebook`, or `example/NAME`.
    pub key: String,
    /// Its name for people.
    pub title: String,
}

/// A view as it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MadeView {
    /// Its key.
    pub key: String,
    /// Its pages; missing if it could not be made, so that the earlier pages stay.
    pub pages: Option<Vec<PageCard>>,
    /// The findings of making it.
    pub findings: Vec<FindingCard>,
}

/// A page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageCard {
    /// Its name: pages with the same name have the same drawing.
    pub name: String,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// The new parts of it.
    pub changed: Vec<PageBox>,
}

/// A place on the pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundPlace {
    /// The key of the view.
    pub view: String,
    /// The page, from 0.
    pub page: usize,
    /// The boxes around the words.
    pub boxes: Vec<PageBox>,
}

impl PreviewNews {}
