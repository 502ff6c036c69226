//! The parts of a text in their order, as templates hand them over.

use typst::foundations::{Content, Dict, Value};

use super::asides::AsidePiece;

/// A part of the text.
pub enum Part {
    /// Text in columns, or over all of them; what follows text that is `closed` begins below it.
    Text { single: bool, closed: bool, body: Content },
    /// A piece over all columns.
    Piece(Piece),
    /// Content behind the text.
    Tail(Content),
}

/// A piece over all columns.
pub struct Piece {
    /// The content that leads to it, such as its heading.
    pub lead: Content,
    pub body: Content,
    /// True if it stays with what follows.
    pub title: bool,
    /// True if it begins a page.
    pub begins_page: bool,
    /// True if hardly more than a title leads to it.
    pub bare: bool,
    /// If it may stand on the next page: what stands in its place, and above it there.
    pub elsewhere: Option<(Content, Content)>,
    /// If it may stand in a column just as well: what stands there.
    pub column: Option<Content>,
    /// If it may stand in the margin: how.
    pub aside: Option<AsidePiece>,
    /// True if it is a table, whose head is printed again where it goes on.
    pub table: bool,
}

impl Part {
    pub fn of(value: Value) -> Option<Self> {
        let part: Dict = value.cast().ok()?;
        let content = |key: &str| -> Option<Content> {
            let value = part.get(key).ok().filter(|value| **value != Value::None)?;
            value.clone().cast().ok()
        };
        let holds = |key: &str| part.get(key).is_ok_and(|value| *value == Value::Bool(true));
        if let Some(text) = content("text") {
            let (single, closed) = (holds("single"), holds("closed"));
            return Some(Self::Text { single, closed, body: text });
        }
        if let Some(tail) = content("tail") {
            return Some(Self::Tail(tail));
        }
        let elsewhere = content("pointer").zip(content("head").or(Some(Content::empty())));
        Some(Self::Piece(Piece {
            lead: content("lead").unwrap_or_default(),
            body: content("body")?,
            title: holds("title"),
            begins_page: holds("new-page"),
            bare: holds("bare"),
            elsewhere,
            column: content("column"),
            aside: content("aside").map(|body| {
                let name = part.get("name").ok().and_then(|name| name.clone().cast().ok());
                AsidePiece { body, name }
            }),
            table: holds("table"),
        }))
    }
}
