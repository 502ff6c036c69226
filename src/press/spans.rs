//! Places of the author's texts as Typst spans and back, so that an error of the press points into
//! the text.

use typst::World;
use typst::syntax::{DiagSpan, RangeMapper, Span as Typst, SyntaxKind, SyntaxNode};

use super::world;
use crate::source::{SourceId, Span};

/// The virtual path under which Typst knows a text.
fn source_path(source: SourceId) -> String {
    format!("/texts/{}", source.0)
}

/// The Typst span of a place; detached for an empty one.
pub(super) fn typst_span(span: Span) -> Typst {
    let range = span.range();
    if range.is_empty() {
        return Typst::detached();
    }
    let mut node = SyntaxNode::leaf(SyntaxKind::Text, " ".repeat(range.len()));
    let mapped = RangeMapper::new([range])
        .map(|mapper| node.synthesize_mapped(world::file_id(&source_path(span.source)), &mapper));
    match mapped {
        Ok(Ok(())) => node.span(),
        _ => Typst::detached(),
    }
}

/// The place in an author's text that a Typst span means, if it means one.
pub(super) fn author_span(span: impl Into<DiagSpan>, world: &dyn World) -> Option<Span> {
    use typst::WorldExt;
    let span = span.into();
    let name = span.id()?.vpath().get_without_slash().to_owned();
    let source = name.strip_prefix("texts/")?.parse().ok()?;
    Some(Span::new(SourceId(source), world.range(span)?))
}
