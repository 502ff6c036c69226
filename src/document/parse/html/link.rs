//! Links, places to link to, and pictures.

use super::convert::{HtmlConverter, NodeContext};
use super::dom::DomId;
use super::{DocumentNode, inline};
use crate::diagnostic::{Diagnostic, code};
use crate::document::{Attributes, Image, InlineKind, Link, LinkTarget};

impl HtmlConverter<'_> {
    /// `<img>`
    pub(super) fn image(&self, id: DomId) -> Image {
        let value = |key| self.dom.attribute(id, key).unwrap_or_default().trim().to_owned();
        Image {
            url: value("src"),
            alt: value("alt"),
            title: value("title"),
            file: None,
            ratio: 0.0,
        }
    }

    /// The name of a place: `id` of an element, or `name` of an `<a>`.
    pub(super) fn anchor(&self, id: DomId) -> Option<Attributes> {
        let name = if self.dom.name(id) == "a" { self.dom.attribute(id, "name") } else { None };
        let name = self.dom.attribute(id, "id").or(name)?.trim();
        (!name.is_empty())
            .then(|| Attributes { id: Some(name.to_owned()), ..Attributes::default() })
    }

    /// `<a>`: a link, a place to link to, or both.
    pub(super) fn link(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let span = self.span(id);
        let content = self.children(id, around);
        let attributes = self.anchor(id);
        let url = self.dom.attribute(id, "href").unwrap_or_default().trim().to_owned();
        let content = if url.is_empty() || self.refuses(&url, id) {
            content
        } else {
            let link = |content| {
                InlineKind::Link(Link { url: url.clone(), content, target: LinkTarget::Nowhere })
            };
            inline::wrap_nodes(content, span, &link)
        };
        match attributes {
            Some(attributes) => inline::name_content(content, attributes, span, out),
            None => out.extend(content),
        }
    }

    /// Whether a link would run something, which is then reported.
    fn refuses(&mut self, url: &str, id: DomId) -> bool {
        let bare: String =
            url.chars().filter(|c| !c.is_whitespace() && !c.is_control()).take(12).collect();
        let bare = bare.to_ascii_lowercase();
        let Some(scheme) = ["javascript:", "vbscript:", "data:"]
            .into_iter()
            .find(|scheme| bare.starts_with(scheme))
        else {
            return false;
        };
        let message = format!("a link to `{scheme}` can not be printed; its text is kept");
        let span = self.span(id);
        self.findings.push(
            Diagnostic::at(code::SCRIPT, span, message)
                .hint("link to a page or a place in the book"),
        );
        true
    }
}
