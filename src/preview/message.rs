//! What the process that works on a book is told, and what it says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FindingCard;
use crate::edition::review::ReviewPlace;
use base::source::Span;
use press::preview::PageBox;

/// To the process that works on a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PreviewOrder {
    /// Read the book, and make what is looked at.
    Read(Vec<LookedAt>),
    /// Make what is looked at of the book as it was read last.
    Make(LookedAt),
    /// Draw the page of this name.
    Draw(String),
    /// Find where a place of the text is printed.
    Find(Span),
    /// Write the files of the nth output that is asked for.
    Write(usize),
    /// Say what waits to be looked at.
    Review,
    /// Accept something that waits.
    Accept(ReviewedItem),
}

/// Something that somebody looked at: its name, and that of the state in which it was seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ReviewedItem {
    /// Its name.
    pub id: String,
    /// Names what was seen of it.
    pub state: String,
}

/// Something that is looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LookedAt {
    /// The key of the view.
    pub view: String,
    /// The page that is seen, from 0.
    pub page: usize,
}

/// From the process that works on a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PreviewNews {
    /// The book was read, and this was made of it.
    Read(BookCard, Vec<MadeView>),
    /// A view was made, with findings of its layout.
    Made(MadeView),
    /// A page as SVG, by its name; none if there is no such page any more.
    Drawn(String, Option<Vec<u8>>),
    /// Where a place of the text is printed, if it is anywhere.
    Found(Span, Option<FoundPlace>),
    /// What waits to be looked at.
    Reviewed(ReviewCard),
    /// Something was accepted, or this kept it from being.
    Accepted(ReviewedItem, Option<String>),
    /// The files of an output were written; whether others remain, and what could not be made.
    Written {
        /// Their paths.
        files: Vec<String>,
        /// Whether there are outputs behind this one.
        more: bool,
        /// What was found.
        findings: Vec<FindingCard>,
    },
}

/// A book as it was read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BookCard {
    /// Its title.
    pub title: String,
    /// Why its pages are those of an earlier state, if they are.
    pub problem: Option<String>,
    /// Whether its outputs can be written.
    pub printable: bool,
    /// What can be looked at.
    pub views: Vec<ViewCard>,
    /// What is wrong with it.
    pub findings: Vec<FindingCard>,
    /// The folders of the files that it was read from.
    pub folders: Vec<String>,
}

/// What waits to be looked at, for a browser.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewCard {
    /// The review as data.
    pub json: String,
    /// Where each item can be changed, by its name.
    pub places: BTreeMap<String, ReviewPlace>,
}

/// Something that can be looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ViewCard {
    /// `rulebook`, or `example/NAME`.
    pub key: String,
    /// What people call it.
    pub title: String,
}

/// A view as it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MadeView {
    /// Its key.
    pub key: String,
    /// Its pages; none if it could not be made, so that those from before stay.
    pub pages: Option<Vec<PageCard>>,
    /// What was found when it was made.
    pub findings: Vec<FindingCard>,
}

/// A page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageCard {
    /// Names what is drawn on it: the same name, the same drawing.
    pub name: String,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// What is new on it.
    pub changed: Vec<PageBox>,
}

/// Where a finding is printed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundPlace {
    /// The key of the view.
    pub view: String,
    /// The page, from 0.
    pub page: usize,
    /// Round the words.
    pub boxes: Vec<PageBox>,
}

impl PreviewNews {}
