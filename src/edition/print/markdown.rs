//! Changes as Markdown: a heading for each kind of thing, and an item for each change.

/// What changed, as Markdown.
pub fn diff_markdown(diff: &super::super::EditionDiff) -> String {
    super::phrases::summary(diff)
}
