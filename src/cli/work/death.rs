//! A child that ended before its work was done, as a finding: the book, the limit and a remedy.

use std::path::Path;

use super::limits::LimitArgs;
use base::diagnostic::{Diagnostic, code};
use base::text::shown_path;
use press::book::size_words;
use rules::executor::Death;

/// The end of the work on the book at `path`.
pub struct WorkDeath<'a> {
    pub path: &'a Path,
    pub death: Death,
    /// The output in work at the end, such as `rulebook`.
    pub stage: Option<&'a str>,
}

/// Returns the finding about a child that ended early.
pub fn death_finding(death: &WorkDeath<'_>, limits: &LimitArgs) -> Diagnostic {
    let path = shown_path(death.path);
    let message = format!("the book `{path}` {}{}", cause_words(death, limits), stage_words(death));
    let finding = Diagnostic::global(code::BOOK_LIMIT, message);
    finding.hint(death_hint(&death.death, limits))
}

/// Returns the finding about a book with templates of its own: it is printed once more, without them.
pub fn death_by_templates(death: &WorkDeath<'_>, limits: &LimitArgs) -> Diagnostic {
    let path = shown_path(death.path);
    let cause = match (&death.death, limits.time()) {
        (Death::Time, None) => "takes too long".to_owned(),
        _ => cause_words(death, limits),
    };
    let stage = stage_words(death);
    let message = format!("with its own templates the book `{path}` {cause}{stage}");
    Diagnostic::global(code::TEMPLATE, message)
        .hint("look in the templates for something that grows without end; until then the bundled templates are used")
}

fn cause_words(death: &WorkDeath<'_>, limits: &LimitArgs) -> String {
    match &death.death {
        Death::Memory => format!("needs more than {}", size_words(limits.memory())),
        Death::Time => match limits.time().map_or(0, |time| time.as_secs()) {
            1 => "takes longer than 1 second".to_owned(),
            seconds => format!("takes longer than {seconds} seconds"),
        },
        Death::Stack => "is nested too deeply".to_owned(),
        Death::Crash(words) => format!("ended the program: {words}"),
    }
}

fn stage_words(death: &WorkDeath<'_>) -> String {
    death.stage.map(|stage| format!(", at {stage}")).unwrap_or_default()
}

fn death_hint(death: &Death, limits: &LimitArgs) -> String {
    match death {
        Death::Memory => {
            let more = size_words(limits.memory().saturating_mul(2)).replace(' ', "");
            format!("allow more with --limit-memory {more}, or split the book into several books")
        }
        Death::Time => {
            "allow more with --limit-seconds, or split the book into several books".to_owned()
        }
        Death::Stack => "nest fewer lists, quotes or brackets".to_owned(),
        Death::Crash(_) => "please report it with this book".to_owned(),
    }
}
