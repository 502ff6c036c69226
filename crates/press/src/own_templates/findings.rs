//! Findings about faults of templates, at their lines.

use std::sync::LazyLock;

use typst::diag::{Severity, SourceDiagnostic};
use typst::syntax::{ast, parse};
use typst::text::FontBook;

use base::diagnostic::{Diagnostic, code, nearest_name, short_quote};
use base::source::Span;
use base::theme::templates::Hook;

/// The names that `crates/press/src/set/rulepress.typ` offers.
static OFFERED: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = parse(include_str!("../set/rulepress.typ"));
    let bindings = root.children().filter_map(|node| node.cast::<ast::LetBinding<'_>>());
    let names = bindings.flat_map(|binding| binding.kind().bindings());
    names.map(|name| name.as_str().to_owned()).collect()
});
/// The most words that a finding lists.
const MOST_WORDS: usize = 8;

/// A fault of a template.
pub struct TemplateFault {
    /// The hooks that cannot be used because of it.
    pub hooks: Vec<Hook>,
    /// The finding about it.
    pub finding: Diagnostic,
}

/// A finding about a template.
pub fn template_finding(message: String, place: Option<Span>) -> Diagnostic {
    Diagnostic { span: place, ..Diagnostic::global(code::TEMPLATE, message) }
}

/// Words between the name of a hook and the reason why it cannot be used.
const UNUSABLE: &str = " cannot be used: ";

/// True if two findings report the same fault of a template, whichever hook they name.
pub fn is_same_fault(one: &Diagnostic, other: &Diagnostic) -> bool {
    let why =
        |finding: &Diagnostic| finding.message.split_once(UNUSABLE).map(|(_, why)| why.to_owned());
    let same_place = one.code == other.code && one.span == other.span;
    one == other || same_place && why(one).is_some() && why(one) == why(other)
}

/// Note that the bundled drawing replaces a hook that cannot be used.
const STAND_IN: &str = "until then the bundled drawing is used";

/// Turns an error or a warning of Typst at a place of a template into a fault.
pub fn typst_fault(
    error: &SourceDiagnostic,
    hooks: Vec<Hook>,
    place: Span,
    fonts: &FontBook,
) -> TemplateFault {
    let message = plain_message(&error.message);
    let is_error = error.severity == Severity::Error;
    let message = match hooks.first() {
        Some(hook) if is_error => {
            format!("the template `{}`{UNUSABLE}{message}", hook.name())
        }
        _ => message,
    };
    let mut finding = template_finding(message, Some(place));
    match cure_of(&error.message, &hooks).or_else(|| font_cure(&error.message, fonts)) {
        Some(cure) => finding = finding.hint(cure),
        None => {
            for hint in &error.hints {
                finding = finding.hint(hint.v.as_str());
            }
        }
    }
    if is_error {
        finding = finding.hint(STAND_IN);
    }
    TemplateFault { hooks, finding }
}

/// Returns a message of Typst without its words about Typst itself.
fn plain_message(message: &str) -> String {
    let inner = ["failed to load file (", "failed to load package ("]
        .into_iter()
        .find_map(|opening| message.strip_prefix(opening)?.strip_suffix(')'));
    let message = inner.unwrap_or(message);
    match message.split_once(" would escape") {
        Some((path, _)) => format!("{path} is outside the folder of the book"),
        None => message.to_owned(),
    }
}

/// Returns the fix, if the message of Typst does not say it.
fn cure_of(message: &str, hooks: &[Hook]) -> Option<String> {
    if let Some(name) = message.strip_prefix("unknown variable: ") {
        if matches!(name, "plugin" | "eval") {
            return Some("delete it: a template cannot run another program".to_owned());
        }
        let near = nearest_name(name, OFFERED.iter().map(String::as_str))?;
        return Some(format!("write `#import \"/rulepress.typ\": {near}` at its head"));
    }
    if let Some(key) = message.strip_prefix("dictionary does not contain key ") {
        let fields = hooks.iter().flat_map(|hook| fields_of(*hook));
        let near = nearest_name(key.trim_matches('"'), fields.copied());
        let listed = || "docs/templates.md lists what each hook is given".to_owned();
        return Some(near.map_or_else(listed, |near| format!("write `{near}`")));
    }
    let cure = if message == "unresolved import" {
        "docs/templates.md lists what `/rulepress.typ` offers"
    } else if message.contains("a template reads only") {
        "name a file as a path from this one; list a picture whose name is put together under `pictures` of `[templates]` in theme.toml"
    } else if message.contains("uses no packages") || message.contains("would escape") {
        "copy what you need into a `.typ` file of the book's folder, and import that"
    } else if message.starts_with("maximum function call depth") {
        "look for a function that calls itself"
    } else if message == "unclosed delimiter" {
        "each `(`, `[` and `{` has its `)`, `]` or `}`: write the one that is missing"
    } else if message == "loop seems to be infinite" || message == "condition is always true" {
        "let the loop end: `for n in range(5) { ... }` runs five times"
    } else if message == "condition is always false" {
        "leave the loop out, or fix its condition: it never runs"
    } else if message == "CMYK does not have an alpha component" {
        "inks for a print shop are not seen through: take a paler colour, as `colour.lighten(50%)` gives it"
    } else {
        return None;
    };
    Some(cure.to_owned())
}

/// Returns the fix for a missing font.
fn font_cure(message: &str, fonts: &FontBook) -> Option<String> {
    let name = message.strip_prefix("unknown font family: ")?;
    let families: Vec<&str> = fonts.families().map(|(family, _)| family).collect();
    let lower: Vec<String> = families.iter().map(|family| family.to_lowercase()).collect();
    if let Some(near) = nearest_name(name, lower.iter().map(String::as_str)) {
        let near = families.iter().find(|family| family.to_lowercase() == near)?;
        return Some(format!("write `{near}`"));
    }
    // Fonts of other scripts are chosen automatically.
    let families = families.into_iter().filter(|family| !family.starts_with("Noto "));
    let families: Vec<String> = families.map(|family| format!("`{family}`")).collect();
    Some(format!(
        "`font.body` and `font.display` of `/rulepress.typ` are those of the theme, and theme.toml can name files of others; there are {}",
        families.join(", ")
    ))
}

/// Returns the fields of the data of a hook, except those that only functions of `/rulepress.typ` read.
pub fn fields_of(hook: Hook) -> &'static [&'static str] {
    match hook {
        Hook::Cover => &[
            "title", "subtitle", "edition", "authors", "notice", "facts", "width", "height",
            "bleed", "default",
        ],
        Hook::Chapter => &["number", "title", "name", "default"],
        Hook::Callout => &["kind", "body", "size", "colour", "ground", "sign", "long", "default"],
        Hook::CardFace => &[
            "name",
            "plain-name",
            "kind",
            "text",
            "cost",
            "stats",
            "group",
            "group-number",
            "count",
            "colour",
            "icon",
            "fields",
            "deck",
            "size",
            "width",
            "height",
            "bleed",
            "safe",
            "default",
        ],
        Hook::CardBack => &["deck", "words", "width", "height", "bleed", "safe", "default"],
        Hook::Panel => &["title", "name", "number", "body", "size", "default"],
    }
}

/// Returns the finding about words that a template leaves out.
pub fn lost_words(hook: Hook, place: Option<Span>, lost: &[&str]) -> Diagnostic {
    let name = hook.name();
    let shown: Vec<String> = lost.iter().take(MOST_WORDS).map(|word| short_quote(word)).collect();
    let more = lost.len().saturating_sub(MOST_WORDS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message =
        format!("the template `{name}` leaves out words of the book: {}{more}", shown.join(" "));
    let hint = match hook {
        Hook::CardFace | Hook::CardBack => {
            "place the name, the cost, the type line, the text and the stats of every card; until then the bundled cards are used"
        }
        Hook::Cover => {
            "place title, subtitle, facts, edition, authors and notice; until then the bundled cover is used"
        }
        Hook::Chapter => "place `it.title`; until then the bundled opening is used",
        Hook::Callout => "place `it.body`; until then the bundled callout is used",
        Hook::Panel => "place `it.title` and `it.body`; until then the bundled panel is used",
    };
    template_finding(message, place).hint(hint)
}
