//! Frames: the open constructs while the events of the Markdown parser come in.

use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, LinkType, Tag};

use crate::parse::grid::{CellDraft, RowDraft};
use crate::parse::html::{DocumentNode, HtmlPiece};
use crate::{
    Attributes, Column, ColumnWidth, Definition, Inline, InlineKind, ListItem, TextAlignment,
};
use base::source::Span;

/// Kind of an open construct.
pub enum FrameKind {
    Root,
    Paragraph,
    Heading(u8, Attributes),
    Quote,
    List {
        start: Option<u64>,
        tight: bool,
        items: Vec<ListItem>,
    },
    Item(Option<bool>),
    Code(String),
    Html,
    Table {
        columns: Vec<Column>,
        rows: Vec<RowDraft>,
    },
    Row {
        cells: Vec<CellDraft>,
    },
    Cell,
    Definitions(Vec<Definition>),
    Term,
    Meaning,
    Footnote(String),
    Emphasis,
    Strong,
    Strike,
    Superscript,
    Subscript,
    Link(String),
    Image {
        url: String,
        title: String,
    },
    /// Nested too deep: its content becomes part of the frame around it.
    Transparent,
}

/// An open tag, and its content so far.
pub struct OpenTag {
    pub kind: FrameKind,
    pub span: Span,
    pub pieces: Vec<HtmlPiece>,
}

impl OpenTag {
    pub fn new(kind: FrameKind, span: Span) -> Self {
        Self { kind, span, pieces: Vec::new() }
    }

    pub fn is_code(&self) -> bool {
        matches!(self.kind, FrameKind::Code(_))
    }

    /// Returns the text at its end; lines of code stay separate.
    pub fn last_text(&mut self) -> Option<(&mut String, &mut Span)> {
        let is_code = self.is_code();
        match self.pieces.last_mut() {
            Some(HtmlPiece::Node(DocumentNode::Inline(Inline {
                kind: InlineKind::Text(text),
                span,
            }))) if !is_code => Some((text, span)),
            _ => None,
        }
    }
}

impl FrameKind {
    /// Returns the frame that a tag opens.
    pub fn of(tag: Tag<'_>) -> Self {
        match tag {
            Tag::Paragraph => Self::Paragraph,
            Tag::Heading { level, id, classes, attrs } => {
                let pairs = attrs.into_iter().map(|(key, value)| {
                    (key.into_string(), value.map(CowStr::into_string).unwrap_or_default())
                });
                let attributes = Attributes {
                    id: id.map(CowStr::into_string),
                    classes: classes.into_iter().map(CowStr::into_string).collect(),
                    pairs: pairs.collect(),
                    value: None,
                };
                Self::Heading(level as u8, attributes)
            }
            Tag::BlockQuote(_) => Self::Quote,
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Self::Code(info.into_string()),
            Tag::CodeBlock(CodeBlockKind::Indented) => Self::Code(String::new()),
            Tag::HtmlBlock => Self::Html,
            Tag::List(start) => Self::List { start, tight: true, items: Vec::new() },
            Tag::Item => Self::Item(None),
            Tag::FootnoteDefinition(label) => Self::Footnote(label.into_string()),
            Tag::DefinitionList => Self::Definitions(Vec::new()),
            Tag::DefinitionListTitle => Self::Term,
            Tag::DefinitionListDefinition => Self::Meaning,
            Tag::Table(alignments) => {
                let columns = alignments.into_iter().map(aligned_column).collect();
                Self::Table { columns, rows: Vec::new() }
            }
            Tag::TableHead | Tag::TableRow => Self::Row { cells: Vec::new() },
            Tag::TableCell => Self::Cell,
            Tag::Emphasis => Self::Emphasis,
            Tag::Strong => Self::Strong,
            Tag::Strikethrough => Self::Strike,
            Tag::Superscript => Self::Superscript,
            Tag::Subscript => Self::Subscript,
            Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
                Self::Link(format!("mailto:{dest_url}"))
            }
            Tag::Link { dest_url, .. } => Self::Link(dest_url.into_string()),
            Tag::Image { dest_url, title, .. } => {
                Self::Image { url: dest_url.into_string(), title: title.into_string() }
            }
            // The extension is off: front matter is read before the parser sees the text.
            Tag::MetadataBlock(_) => Self::Transparent,
        }
    }

    /// Reports whether it counts as a level of nested blocks.
    pub fn is_container(&self) -> bool {
        matches!(self, Self::Quote | Self::List { .. } | Self::Definitions(_))
    }

    /// Reports whether it is a part of a container.
    pub fn is_part_of_container(&self) -> bool {
        matches!(self, Self::Item(_) | Self::Term | Self::Meaning)
    }

    /// Reports whether it counts as a level of emphasis.
    pub fn is_mark(&self) -> bool {
        matches!(self, Self::Emphasis | Self::Strong | Self::Strike)
    }
}

fn aligned_column(alignment: Alignment) -> Column {
    let align = match alignment {
        Alignment::None => TextAlignment::Auto,
        Alignment::Left => TextAlignment::Left,
        Alignment::Center => TextAlignment::Center,
        Alignment::Right => TextAlignment::Right,
    };
    Column { align, width: ColumnWidth::Auto }
}
