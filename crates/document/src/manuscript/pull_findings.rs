//! Findings about pulls, in chapters and on pages.

use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::Span;

/// Hint about a place without a brief.
pub const BRIEF_HINT: &str = "write `> [!BRIEF]` below its title, or pull its text with `|full`";
/// Hint about a place without the part that is asked for.
pub const OTHER_PLACE_HINT: &str = "pull another place";

pub fn unknown_part(part: &str, span: Span, hint: &str) -> Diagnostic {
    let message = format!("a pull cannot have the part `{}`", short_quote(part));
    Diagnostic::at(code::MISSING_PULL, span, message).hint(hint)
}

/// Returns the finding about a pull of a missing place.
pub fn lost_pull(anchor: &str, span: Span) -> Diagnostic {
    let message = format!("the pull names `#{}`, which does not exist", short_quote(anchor));
    Diagnostic::at(code::MISSING_PULL, span, message)
}

pub fn new_place_hint(anchor: &str) -> String {
    format!("write {{#{}}} after the title of the place", short_quote(anchor))
}
