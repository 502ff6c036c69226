//! Places of the author's texts as Typst spans and back, so that an error of the press points into the text.

use typst::World;
use typst::syntax::{DiagSpan, RangeMapper, Span as Typst, SyntaxKind, SyntaxNode};

use crate::set::virtual_files::{file_id, source_of_path, source_path};
use base::source::Span;

/// Returns the Typst span of a place; detached for an empty one.
pub fn typst_span(span: Span) -> Typst {
    let range = span.range();
    if range.is_empty() {
        return Typst::detached();
    }
    let mut node = SyntaxNode::leaf(SyntaxKind::Text, " ".repeat(range.len()));
    let mapped = RangeMapper::new([range])
        .map(|mapper| node.synthesize_mapped(file_id(&source_path(span.source)), &mapper));
    match mapped {
        Ok(Ok(())) => node.span(),
        _ => Typst::detached(),
    }
}

/// Returns the label of a chart: the name that its author gave it, or else its place.
pub fn chart_label(id: Option<&str>, place: Typst) -> String {
    id.map_or_else(|| format!("chart at {}", place.into_raw()), str::to_owned)
}

/// Returns the place in a text of the author that a Typst span points to, if it points to one.
pub fn author_span(span: impl Into<DiagSpan>, world: &dyn World) -> Option<Span> {
    use typst::WorldExt;
    let span = span.into();
    let source = source_of_path(span.id()?)?;
    Some(Span::new(source, world.range(span)?))
}
