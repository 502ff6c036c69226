//! The hooks that draw inlines.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue};
use typst::syntax::Span;

use super::TemplateHooks;
use document::icons::Icon;
use document::{Address, Anchor};

impl TemplateHooks<'_, '_> {
    /// A picture in running text.
    pub fn image(&mut self, picture: Dict, span: Span) -> SourceResult<Content> {
        self.call("image", [picture.into_value()], span)
    }

    /// The mark in place of a picture that is missing.
    pub fn lost(&mut self, alt: &str, span: Span) -> SourceResult<Content> {
        self.call("lost", [alt.into_value()], span)
    }

    /// An icon, from the paths of its shapes, which are filled, or of its lines.
    pub fn icon(&mut self, icon: &Icon, shapes: Array, span: Span) -> SourceResult<Content> {
        let says = icon.says.as_str().into_value();
        self.call("icon", [says, shapes.into_value(), icon.outline.filled.into_value()], span)
    }

    /// A named value.
    pub fn value(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.call("value", [body.into_value()], span)
    }

    /// A term for the index.
    pub fn term(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.call("term", [body.into_value()], span)
    }

    /// The number of a rule behind words that name it.
    pub fn rule_number(&mut self, body: Content, span: Span) -> SourceResult<Content> {
        self.call("rule-number", [body.into_value()], span)
    }

    /// The reference "see 3.2, page 7"; without an anchor, with a placeholder that is as wide as most page
    /// numbers.
    pub fn see(
        &mut self,
        anchor: Option<&Anchor>,
        address: &Address,
        span: Span,
    ) -> SourceResult<Content> {
        let anchor = anchor.map(|anchor| anchor.0.as_str());
        self.call("see", [anchor.into_value(), address.0.as_str().into_value()], span)
    }

    /// The reference "see *Other book* 3.2".
    pub fn other(&mut self, book: &str, address: &Address, span: Span) -> SourceResult<Content> {
        self.call("other", [book.into_value(), address.0.as_str().into_value()], span)
    }

    /// The number of a link in the list of links.
    pub fn note_mark(&mut self, number: usize, span: Span) -> SourceResult<Content> {
        self.call("note-mark", [(number as i64).into_value()], span)
    }
}
