//! The parts of a text in their order, as templates pass them.

use typst::foundations::{Content, Dict, Value};

use super::asides::AsidePiece;

/// A part of the text.
pub enum Part {
    /// Text in columns, or over the whole width; the text after a `closed` part begins below it.
    Text { single: bool, closed: bool, body: Content },
    /// A piece over all columns.
    Piece(Piece),
    /// Content behind the text, such as short rules.
    Tail(Content),
}

/// A piece over all columns.
pub struct Piece {
    /// Content that leads to it, such as its heading.
    pub lead: Content,
    pub body: Content,
    /// True if it stays with the next part.
    pub title: bool,
    /// True if it begins a page.
    pub begins_page: bool,
    /// True if hardly more than a title leads to it.
    pub bare: bool,
    /// For a piece that may be on the next page: the content in its place, and the content above it there.
    pub elsewhere: Option<(Content, Content)>,
    /// Its form in a column, if it may be there just as well.
    pub column: Option<Content>,
    /// Its form in the margin, if it may be there.
    pub aside: Option<AsidePiece>,
    /// True if it is a table, whose head is repeated on each page.
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
