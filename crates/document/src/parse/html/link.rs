//! Links and places to link to.

use super::DocumentNode;
use super::convert::{HtmlConverter, NodeContext};
use super::dom::DomId;
use super::{inline, stated_words};
use crate::{InlineKind, Link, LinkTarget};
use base::diagnostic::code;

/// Schemes of addresses that would run a script or embed data.
const REFUSED: [&str; 3] = ["javascript:", "vbscript:", "data:"];

impl HtmlConverter<'_> {
    /// Returns the name of a place: `id` of an element, or `name` of an `<a>`.
    pub fn anchor(&self, id: DomId) -> Option<String> {
        let name = if self.dom.name(id) == "a" { self.dom.attribute(id, "name") } else { None };
        stated_words(self.dom.attribute(id, "id").or(name)?)
    }

    /// Converts `<a>`: a link, a place to link to, or both.
    pub fn link(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let content = self.children(id, around);
        let url = self.dom.attribute(id, "href").unwrap_or_default().trim();
        let content = if url.is_empty() || self.refuses(url, id) {
            content
        } else {
            let link = |content| Link { url: url.to_owned(), content, target: LinkTarget::Nowhere };
            inline::wrap_nodes(content, self.span(id), &|content| InlineKind::Link(link(content)))
        };
        self.name_nodes(id, content, out);
    }

    /// Adds the content of an element, with the name of the place if the element gives it one.
    pub fn name_nodes(&self, id: DomId, content: Vec<DocumentNode>, out: &mut Vec<DocumentNode>) {
        match self.anchor(id) {
            Some(name) => inline::name_content(content, name, self.span(id), out),
            None => out.extend(content),
        }
    }

    /// Reports whether a link would run a script or embed data, and adds the finding.
    fn refuses(&mut self, url: &str, id: DomId) -> bool {
        let visible = url.chars().filter(|c| !c.is_whitespace() && !c.is_control());
        let start = visible.take(12).collect::<String>().to_ascii_lowercase();
        let Some(scheme) = REFUSED.into_iter().find(|scheme| start.starts_with(scheme)) else {
            return false;
        };
        let message = format!("a link to `{scheme}` cannot be printed; its text is kept");
        let hint = "link to a web page or to a place in the book";
        self.findings.report(code::SCRIPT, self.span(id), message, hint);
        true
    }
}
