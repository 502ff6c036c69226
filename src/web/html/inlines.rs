//! Inlines as HTML.

use super::pictures::picture_html;
use crate::document::icons::Icon;
use crate::document::{Inline, InlineKind, Link, LinkTarget, Pictures};
use crate::drawing::{DrawingTarget, escape_markup};

/// Inlines as HTML, escaped; `pictures` are those of the book.
pub(super) fn inlines_html(inlines: &[Inline], pictures: &Pictures) -> String {
    inlines.iter().map(|inline| inline_html(inline, pictures)).collect()
}

fn inline_html(inline: &Inline, pictures: &Pictures) -> String {
    match &inline.kind {
        InlineKind::Text(text) => escape_markup(text),
        InlineKind::Space => " ".to_owned(),
        InlineKind::Break => "<br>".to_owned(),
        InlineKind::Emphasis(content) => wrapped("em", content, pictures),
        InlineKind::Strong(content) => wrapped("strong", content, pictures),
        InlineKind::Strike(content) => wrapped("s", content, pictures),
        InlineKind::Subscript(content) => wrapped("sub", content, pictures),
        InlineKind::Superscript(content) => wrapped("sup", content, pictures),
        InlineKind::Code(text) => format!("<code>{}</code>", escape_markup(text)),
        InlineKind::Link(link) => link_html(link, pictures),
        InlineKind::Image(image) => picture_html(image, pictures),
        InlineKind::Icon(icon) => icon_html(icon),
        InlineKind::FootnoteRef(label) => note_mark(label),
        InlineKind::Value(value) => wrapped("strong", &value.content, pictures),
        InlineKind::Span(content, attributes) => {
            span_html(content, attributes.id.as_deref(), pictures)
        }
    }
}

/// An icon as a drawing that takes the colour and the size of the words round it.
fn icon_html(icon: &Icon) -> String {
    let says = escape_markup(&icon.says);
    let paint = if icon.outline.filled {
        "fill=\"currentColor\""
    } else {
        "fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
    };
    let path = |path: &String| format!("<path d=\"{}\"/>", escape_markup(path));
    let paths: String = icon.outline.paths.iter().map(path).collect();
    format!(
        "<svg class=\"icon\" role=\"img\" aria-label=\"{says}\" viewBox=\"0 0 24 24\" width=\"18\" height=\"18\" {paint}><title>{says}</title>{paths}</svg>"
    )
}

fn wrapped(tag: &str, content: &[Inline], pictures: &Pictures) -> String {
    format!("<{tag}>{}</{tag}>", inlines_html(content, pictures))
}

fn note_mark(label: &str) -> String {
    let label = escape_markup(label);
    format!("<sup><a href=\"#note-{label}\">{label}</a></sup>")
}

fn span_html(content: &[Inline], id: Option<&str>, pictures: &Pictures) -> String {
    let content = inlines_html(content, pictures);
    let Some(id) = id else { return content };
    format!("<span id=\"{}\">{content}</span>", escape_markup(id))
}

fn link_html(link: &Link, pictures: &Pictures) -> String {
    let content = inlines_html(&link.content, pictures);
    match &link.target {
        LinkTarget::Place { anchor, address, .. } => place_link(&anchor.0, &address.0, &content),
        LinkTarget::Other { book, address } => {
            format!("{content} ({} {})", escape_markup(book), escape_markup(&address.0))
        }
        LinkTarget::Web { .. } => web_link(&link.url, content),
        LinkTarget::Nowhere => content,
    }
}

fn place_link(anchor: &str, address: &str, content: &str) -> String {
    let (anchor, title) = (escape_markup(anchor), escape_markup(address));
    format!("<a href=\"#{anchor}\" title=\"{title}\">{content}</a>")
}

/// A link that leaves the book; only its words where the address is not one of the web.
fn web_link(url: &str, content: String) -> String {
    let Some(DrawingTarget::Url(url)) = DrawingTarget::of(url) else { return content };
    format!("<a href=\"{}\" rel=\"noreferrer\">{content}</a>", escape_markup(&url))
}
