//! Limits on the nesting of a document, so that every column can hold it and recursion does not exhaust the
//! stack.

use base::diagnostic::{Diagnostic, code};
use base::source::Span;

/// Most nested lists, quotes and tables: eight indents leave words a third of the narrowest column.
pub const MAX_DEPTH: usize = 8;
/// Most nested tables: the third has no room for a word.
pub const MAX_TABLES: usize = 2;
/// Most nested callouts: the press cannot nest its own rules for them deeper than six.
pub const MAX_CALLOUTS: usize = 3;
/// Most nested emphasis and links; nobody sees a difference after the third.
pub const MAX_MARKS: usize = 12;

/// Returns the finding about the first place that is nested too deeply.
pub fn depth_finding(span: Span) -> Diagnostic {
    let message = "nested too deeply; the deeper parts are printed at the last level that fits";
    let hint = format!(
        "nest at most {MAX_DEPTH} lists or quotes, {MAX_CALLOUTS} callouts and {MAX_TABLES} tables"
    );
    Diagnostic::at(code::NESTED_TOO_DEEP, span, message).hint(hint)
}
