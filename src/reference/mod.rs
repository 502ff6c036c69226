//! The references of `docs/`, made from the code, so that they stay up to date: the functions for rules, the
//! keys of every TOML file with their JSON Schemas, all findings with cause and cure, and the checks of
//! finished PDFs. A test compares them with the files that are checked in; `BLESS=1` writes them.

mod explanations;
mod keys;
mod looks;
mod preflight;
mod primitives;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};

use crate::edition::EditionDiff;
use crate::edition::review::Review;
use crate::health::HealthReport;
use base::text::single_spaced;

pub use keys::{FILE_KINDS, FileKind};
pub use looks::role_sentence;

/// A file of `docs/` that is made from the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferencePage {
    /// Its path, from the folder of the project: `docs/reference/rules.md`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Returns all files of `docs/` that are made from the code.
pub fn reference_pages() -> Vec<ReferencePage> {
    let guides = [
        ("rules.md", primitives::rules_page()),
        ("book.md", keys::keys_page()),
        ("findings.md", explanations::findings_page()),
        ("looks.md", looks::looks_page()),
        ("icons.svg", looks::icons_picture()),
        ("colours.svg", looks::colours_picture()),
        ("preflight.md", preflight::preflight_page()),
    ];
    let guides = guides.map(|(name, text)| (format!("docs/reference/{name}"), text));
    let schemas = FILE_KINDS.iter().map(|kind| (kind.schema_path(), kind.schema_text()));
    let told = [
        ("docs/schemas/diff.schema.json".to_owned(), told_schema::<EditionDiff>()),
        ("docs/schemas/review.schema.json".to_owned(), told_schema::<Review>()),
        ("docs/schemas/report.schema.json".to_owned(), told_schema::<HealthReport>()),
    ];
    let all = guides.into_iter().chain(schemas).chain(told);
    all.map(|(path, text)| ReferencePage { path, text }).collect()
}

/// Returns the schema of a command's JSON output.
fn told_schema<T: JsonSchema>() -> String {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    // The sizes of numbers in memory mean nothing to readers.
    let plain = RecursiveTransform(|schema: &mut Schema| {
        schema.remove("format");
    });
    let generator = settings.with_transform(plain).into_generator();
    let schema = generator.into_root_schema_for::<T>().to_value();
    serde_json::to_string_pretty(&schema).expect("a schema is data") + "\n"
}

/// Returns the note at the top of every generated page.
fn made_note(from: &str) -> String {
    format!(
        "<!-- Made from {from} by `BLESS=1 cargo test --release references`. Change it there. -->\n\n"
    )
}

/// Writes a text for one cell of a Markdown table.
fn cell_text(text: &str) -> String {
    single_spaced(text).replace('|', "\\|")
}
