//! The keys of every kind of TOML file as a page, made from their schemas.

use serde_json::{Map, Value};

use super::{cell_text, made_note};
use base::source::manifest::Manifest;
use base::source::schema::file_schema;
use base::theme::file::ThemeFile;
use example::file_keys::{ScenarioKeys, TableKeys, WordsKeys};
use example::lessons::keys::LessonKeys;
use press::pdf::home::saved::PrintersFile;
use press::profile::Profile;
use rules::BindingsFile;

/// A kind of TOML file that authors write.
#[derive(Debug, Clone, Copy)]
pub struct FileKind {
    /// The name of its schema: `book`.
    pub name: &'static str,
    /// The path of its files.
    pub files: &'static str,
    schema: fn() -> Value,
}

/// All kinds of TOML files that authors write.
pub const FILE_KINDS: [FileKind; 9] = [
    FileKind { name: "book", files: "book.toml", schema: file_schema::<Manifest> },
    FileKind { name: "theme", files: "theme.toml", schema: file_schema::<ThemeFile> },
    FileKind {
        name: "scenario",
        files: "examples/BOOK/NAME.toml",
        schema: file_schema::<ScenarioKeys>,
    },
    FileKind { name: "lesson", files: "lessons/NAME.toml", schema: file_schema::<LessonKeys> },
    FileKind { name: "table", files: "rules/table.toml", schema: file_schema::<TableKeys> },
    FileKind { name: "words", files: "rules/words.toml", schema: file_schema::<WordsKeys> },
    FileKind { name: "profile", files: "PROFILE.toml", schema: file_schema::<Profile> },
    FileKind { name: "printers", files: "printers.toml", schema: file_schema::<PrintersFile> },
    FileKind { name: "bindings", files: "BINDINGS.toml", schema: file_schema::<BindingsFile> },
];

impl FileKind {
    /// Returns its JSON Schema.
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// Returns the path of its schema, from the folder of the project.
    pub fn schema_path(&self) -> String {
        format!("docs/schemas/{}.schema.json", self.name)
    }

    /// Returns the text of its schema as it is checked in.
    pub fn schema_text(&self) -> String {
        let mut schema = self.schema();
        schema["title"] = format!("rulepress: {}", self.files).into();
        let text = serde_json::to_string_pretty(&schema).expect("a schema is data");
        format!("{text}\n")
    }
}

/// Table of a lesson with the keys of a scenario, which the page lists only once.
const SCENARIO: &str = "scenario";

const INTRODUCTION: &str = "\
# Keys of every file

Every key of the TOML files that authors write. A key that is not listed here is a finding, which names the keys that are.

An editor completes these keys and marks mistakes as you type, if it knows the schema of the file: in VS Code with the
extension \"Even Better TOML\", in other editors with Taplo. Copy the schema from `docs/schemas/` beside your file, and
write its name into the first line:

    #:schema ./book.schema.json
    title = \"Dragon Dice\"

";

/// Returns the text of `docs/reference/book.md`.
pub fn keys_page() -> String {
    let mut page = made_note("the types that these files are read into") + INTRODUCTION;
    for kind in FILE_KINDS {
        let schema = kind.schema();
        page += &format!("## {}\n\n{}\n\n", kind.files, description(&schema));
        page +=
            &format!("Its schema is [{0}.schema.json](../schemas/{0}.schema.json).\n\n", kind.name);
        page += &keys_table(&schema);
        page += &inner_tables(&schema, "");
    }
    page.trim_end().to_owned() + "\n"
}

/// Returns the tables in a table, each under a heading.
fn inner_tables(schema: &Value, path: &str) -> String {
    let mut text = String::new();
    for (key, inner) in keys_of(schema).into_iter().flatten() {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let (mut path, mut table) = (path, inner);
        while let Some(each) = table.get("additionalProperties").filter(|each| each.is_object()) {
            (path, table) = (format!("{path}.NAME"), each);
        }
        if key == SCENARIO {
            text += &format!("### `[{path}]`\n\n{}\n\n", description(table));
            continue;
        }
        if let Some(each) = table.get("items").filter(|each| keys_of(each).is_some()) {
            text += &format!("### `[[{path}]]`\n\n{}\n\n", description(each));
            text += &keys_table(each);
            text += &inner_tables(each, &path);
            continue;
        }
        if keys_of(table).is_some() {
            text += &format!("### `[{path}]`\n\n{}\n\n", description(table));
            text += &keys_table(table);
            text += &inner_tables(table, &path);
        }
    }
    text
}

fn keys_of(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split("\n\n").map(cell_text).collect::<Vec<_>>().join("\n\n")
}

fn keys_table(schema: &Value) -> String {
    let mut text = "| key | holds | says |\n|---|---|---|\n".to_owned();
    let required = schema.get("required").and_then(Value::as_array);
    for (key, inner) in keys_of(schema).into_iter().flatten() {
        let is_required = required.is_some_and(|all| all.iter().any(|one| one == key));
        let absence = match inner.get("default") {
            _ if is_required => "It must be there.".to_owned(),
            Some(default) => format!("If left out, it is `{}`.", cell_text(&toml_words(default))),
            None => String::new(),
        };
        let says = [
            cell_text(&description(inner)),
            choices_words(inner),
            absence,
            example_words(key, inner),
        ];
        let says: Vec<String> = says.into_iter().filter(|part| !part.is_empty()).collect();
        text += &format!("| `{key}` | {} | {} |\n", kind_words(inner), says.join(" "));
    }
    text + "\n"
}

/// Names the type of a key: "a list of texts".
fn kind_words(schema: &Value) -> String {
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        let kinds: Vec<String> = choices.iter().map(kind_words).collect();
        return kinds.join(" or ");
    }
    let kind = schema.get("type").and_then(Value::as_str);
    match kind {
        _ if schema.get("oneOf").is_some() || schema.get("enum").is_some() => "a word".to_owned(),
        Some("string") if schema.get("format").is_some() => "a date".to_owned(),
        Some("string") => "a text".to_owned(),
        Some("integer") => "a whole number".to_owned(),
        Some("number") => "a number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => {
            let items = &schema["items"];
            let several = match items.get("type").and_then(Value::as_str) {
                Some("object") => "tables",
                Some("integer" | "number") => "numbers",
                _ if items.get("oneOf").is_some() => "words",
                _ => "texts",
            };
            format!("a list of {several}")
        }
        Some("object") => "a table".to_owned(),
        _ => "a value".to_owned(),
    }
}

/// Lists choices: "`long`: the long edge; `short`: the short edge."
fn choices_words(schema: &Value) -> String {
    let items = schema.get("items").unwrap_or(schema);
    let Some(choices) = items.get("oneOf").or(items.get("enum")).and_then(Value::as_array) else {
        return String::new();
    };
    let words = choices.iter().map(|choice| {
        let word = choice.get("const").unwrap_or(choice).as_str().unwrap_or_default();
        match choice.get("description").and_then(Value::as_str) {
            Some(says) => format!("`{word}`: {}", cell_text(says).trim_end_matches('.')),
            None => format!("`{word}`"),
        }
    });
    format!("{}.", words.collect::<Vec<_>>().join("; "))
}

fn example_words(key: &str, schema: &Value) -> String {
    let Some(example) = schema.get("examples").and_then(|all| all.get(0)) else {
        return String::new();
    };
    let value = match schema.get("format") {
        Some(_) => example.as_str().unwrap_or_default().to_owned(),
        None => toml_words(example),
    };
    format!("Example: `{}`", cell_text(&format!("{key} = {value}")))
}

/// Writes a value as TOML on one line.
fn toml_words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => toml::Value::from(text.as_str()).to_string(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(toml_words).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| {
                format!("{} = {}", toml_edit::Key::new(key), toml_words(value))
            };
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
    }
}
