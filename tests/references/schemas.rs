//! The JSON Schemas accept every TOML file of the project, and refuse the same files as the
//! program.

use std::path::{Path, PathBuf};

use rulepress::diagnostic::{Findings, code};
use rulepress::example::lessons::read_lesson;
use rulepress::example::narrate::Lexicon;
use rulepress::example::scenario::read_scenario;
use rulepress::example::story::TableStyle;
use rulepress::press::pdf::home::saved::PrintersFile;
use rulepress::press::profile::find_profile;
use rulepress::reference::{FILE_KINDS, FileKind};
use rulepress::rules::BindingsFile;
use rulepress::source::SourceId;
use rulepress::source::manifest::parse_manifest;
use rulepress::theme::file::ThemeFile;
use serde_json::Value;

use crate::common::{Folder, root};

#[test]
fn schemas_accept_every_file_of_the_project() {
    let (mut seen, mut wrong) = (Vec::new(), Vec::new());
    for path in toml_files() {
        let Some(kind) = kind_of(&path) else { continue };
        seen.push(kind.name);
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let value = json_of(&text.parse::<toml::Table>().expect("it is TOML").into());
        let found = violations(&kind.schema(), &value, "");
        wrong.extend(found.into_iter().map(|what| format!("{}: {what}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for kind in FILE_KINDS {
        assert!(seen.contains(&kind.name), "no file of the project is a {}", kind.name);
    }
}

/// The least that a file of each kind says; and the tables of it that have keys of their own.
const LEAST: [(&str, &str, &[&str]); 9] = [
    ("theme", "base = \"codex\"\n", &["colour", "font", "type", "style", "cover"]),
    ("book", "title = \"A\"\n", &["options", "output.rulebook"]),
    ("scenario", "title = \"A\"\nplay = \"#turn\"\n", &["expect"]),
    ("lesson", LESSON, &[]),
    ("table", "corner = [\"Cost\"]\n", &[]),
    ("words", "language = \"en\"\n", &["lines"]),
    ("profile", PROFILE, &[]),
    ("bindings", "reading = \"printed\"\n", &[]),
    ("printers", "default = \"office\"\n", &["printer.office"]),
];
const LESSON: &str = "title = \"A\"\nabout = \"B\"\nminutes = 1\n[[part]]\ntitle = \"C\"\nteaches = \"#turn\"\n\
    say = \"D\"\n[part.scenario]\nplay = \"#turn\"\n[[part.choice]]\nasks = \"e\"\nright = \"f\"\n";
const PROFILE: &str =
    "about = \"A\"\nfamily = \"home\"\nmakes = []\nsource = \"B\"\nchecked = 2026-11-20\n";

#[test]
fn wrong_keys_are_refused_by_schema_and_program() {
    for (name, least, tables) in LEAST {
        let kind = FILE_KINDS.iter().find(|kind| kind.name == name).expect("there is one");
        assert_eq!(refusals(kind, least), (false, false), "{name}: {least}");
        let at_margin = format!("wrong-key = 1\n{least}");
        assert_eq!(refusals(kind, &at_margin), (true, true), "{name}: {at_margin}");
        for table in tables {
            let inside = format!("{least}[{table}]\nwrong-key = 1\n");
            assert_eq!(refusals(kind, &inside), (true, true), "{name}: {inside}");
        }
    }
}

#[test]
fn wrong_kinds_of_values_are_refused_by_schema_and_program() {
    let wrong = [
        ("book", "sources = \"rules.md\"\n"),
        ("book", "title = 3\n"),
        ("book", "[options]\nindex = \"yes\"\n"),
        ("book", "[deck.main]\nname = \"Card\"\n"),
        ("scenario", "title = \"A\"\nplay = \"#turn\"\nturns = 0\n"),
        ("scenario", "title = \"A\"\nplay = \"#turn\"\ndetail = \"all\"\n"),
        ("scenario", "play = \"#turn\"\n"),
        ("scenario", "title = \"A\"\nplay = \"#turn\"\n[position]\nhand = \"Guard\"\n"),
        ("lesson", "title = \"A\"\nabout = \"B\"\nminutes = 61\npart = []\n"),
        ("table", "corner = \"Cost\"\n"),
        ("words", "[verbs]\ndraw = 1\n"),
        ("bindings", "[places]\n\"#a\" = 1\n"),
        ("printers", "[printer.a]\nshift = [1.0]\n"),
        ("printers", "[printer.a]\npasses = \"left\"\n"),
    ];
    for (name, text) in wrong {
        let kind = FILE_KINDS.iter().find(|kind| kind.name == name).expect("there is one");
        assert_eq!(refusals(kind, text), (true, true), "{name}: {text}");
    }
    let profile = FILE_KINDS.iter().find(|kind| kind.name == "profile").expect("there is one");
    for wrong in ["bleed = 1000.0", "flip = \"left\"", "dpi = 3"] {
        let text = format!("{PROFILE}{wrong}\n");
        assert_eq!(refusals(profile, &text), (true, true), "{text}");
    }
}

#[test]
fn every_key_has_a_sentence_and_an_example() {
    for kind in FILE_KINDS {
        let mut bare = Vec::new();
        undocumented(&kind.schema(), "", &mut bare);
        assert!(bare.is_empty(), "{}: {bare:?}", kind.name);
    }
}

/// Keys without a sentence, or that hold no table and have no example.
fn undocumented(schema: &Value, path: &str, bare: &mut Vec<String>) {
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{key}");
        let is_table = inner["properties"].is_object()
            || inner["additionalProperties"]["properties"].is_object();
        let has_example = is_table || inner["examples"].is_array();
        if !inner["description"].is_string() || !has_example {
            bare.push(path.clone());
        }
        undocumented(inner, &path, bare);
        undocumented(&inner["additionalProperties"], &path, bare);
    }
}

#[test]
fn examples_of_keys_fit_their_schemas() {
    for kind in FILE_KINDS {
        check_examples(&kind.schema(), kind.name);
    }
}

fn check_examples(schema: &Value, path: &str) {
    for example in schema["examples"].as_array().into_iter().flatten() {
        let found = violations(schema, example, path);
        assert!(found.is_empty(), "{path}: {example}: {found:?}");
    }
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        check_examples(inner, &format!("{path}.{key}"));
    }
}

/// Returns whether the schema of a kind, and whether the program refuse a text.
fn refusals(kind: &FileKind, text: &str) -> (bool, bool) {
    let value = json_of(&text.parse::<toml::Table>().expect("it is TOML").into());
    let by_schema = !violations(&kind.schema(), &value, "").is_empty();
    let mut findings = Findings::default();
    let source = SourceId(0);
    match kind.name {
        "book" => drop(parse_manifest(source, text, &mut findings)),
        "scenario" => drop(read_scenario("a", source, text, &mut findings)),
        "lesson" => drop(read_lesson("a", source, text, &mut findings)),
        "table" => drop(TableStyle::read(
            source,
            text,
            &rulepress::document::BookIcons::default(),
            &mut findings,
        )),
        "words" => Lexicon::english().add(source, text, &mut findings),
        "profile" => {
            let name = std::thread::current().name().unwrap_or_default().replace("::", "-");
            let folder = Folder::with(&format!("schemas-profile-{name}"), "own.toml", text);
            let path = folder.path().join("own.toml");
            return (by_schema, find_profile(path.to_str().expect("it is text")).is_err());
        }
        "printers" => return (by_schema, toml::from_str::<PrintersFile>(text).is_err()),
        "theme" => return (by_schema, toml::from_str::<ThemeFile>(text).is_err()),
        _ => return (by_schema, toml::from_str::<BindingsFile>(text).is_err()),
    }
    findings.0.retain(|finding| finding.code != code::NEWER_BOOK);
    (by_schema, !findings.0.is_empty())
}

/// The TOML files that belong to books, examples and templates.
fn toml_files() -> Vec<PathBuf> {
    let folders = [
        "content",
        "examples",
        "templates",
        "crates/base/themes",
        "crates/example/words",
        "crates/press/profiles",
        "tests/settings",
    ]
    .map(|folder| root().join(folder));
    let entries =
        folders.iter().flat_map(|folder| walkdir::WalkDir::new(folder).sort_by_file_name());
    let files = entries.map(|entry| entry.expect("it can be listed").into_path());
    files.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect()
}

/// Returns the kind of a file, by its name and folder.
fn kind_of(path: &Path) -> Option<FileKind> {
    let inside =
        path.strip_prefix(root()).expect("it is inside").to_string_lossy().replace('\\', "/");
    let name = match inside.as_str() {
        file if file.ends_with("/book.toml") => "book",
        file if file.ends_with("/theme.toml") || file.starts_with("crates/base/themes/") => "theme",
        file if file.ends_with("/rules/table.toml") => "table",
        file if file.ends_with("words.toml") || file.starts_with("crates/example/words/") => {
            "words"
        }
        file if file.starts_with("crates/press/profiles/") => "profile",
        file if file.ends_with("/printers.toml") => "printers",
        file if file.contains("/lessons/") => "lesson",
        file if file.contains("/bindings/") => "bindings",
        file if file.starts_with("examples/") => "scenario",
        _ => return None,
    };
    FILE_KINDS.into_iter().find(|kind| kind.name == name)
}

/// A value of TOML as JSON; a date becomes its text.
fn json_of(value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.as_str().into(),
        toml::Value::Integer(number) => (*number).into(),
        toml::Value::Float(number) => (*number).into(),
        toml::Value::Boolean(truth) => (*truth).into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(items) => items.iter().map(json_of).collect(),
        toml::Value::Table(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), json_of(value))).collect()
        }
    }
}

/// Returns the parts of a schema that a value breaks. An unknown word makes the test fail, so that
/// no schema says more than is checked.
pub(crate) fn violations(schema: &Value, value: &Value, path: &str) -> Vec<String> {
    let Some(words) = schema.as_object() else {
        return if schema == &Value::Bool(false) {
            vec![format!("{path}: is not allowed")]
        } else {
            vec![]
        };
    };
    let fits = |schema: &Value| violations(schema, value, path).is_empty();
    let mut found = Vec::new();
    for (word, wanted) in words {
        let list = || wanted.as_array().expect("it is a list");
        let holds = match word.as_str() {
            "type" => has_type(wanted, value),
            "enum" => list().contains(value),
            "const" => wanted == value,
            "oneOf" => list().iter().filter(|one| fits(one)).count() == 1,
            "anyOf" => list().iter().any(fits),
            "minimum" => {
                value.as_f64().is_none_or(|number| number >= wanted.as_f64().expect("a number"))
            }
            "maximum" => {
                value.as_f64().is_none_or(|number| number <= wanted.as_f64().expect("a number"))
            }
            "maxItems" => value
                .as_array()
                .is_none_or(|all| all.len() as u64 <= wanted.as_u64().expect("a number")),
            "minItems" => value
                .as_array()
                .is_none_or(|all| all.len() as u64 >= wanted.as_u64().expect("a number")),
            "required" => value.as_object().is_none_or(|fields| {
                list().iter().all(|key| fields.contains_key(key.as_str().expect("a key")))
            }),
            "items" => {
                let items = value.as_array().into_iter().flatten();
                found.extend(items.flat_map(|item| violations(wanted, item, path)));
                true
            }
            "properties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    let known = wanted.get(key);
                    found.extend(
                        known
                            .into_iter()
                            .flat_map(|known| violations(known, inner, &format!("{path}.{key}"))),
                    );
                }
                true
            }
            "additionalProperties" => {
                let known =
                    |key: &str| words.get("properties").is_some_and(|all| all.get(key).is_some());
                for (key, inner) in
                    value.as_object().into_iter().flatten().filter(|(key, _)| !known(key))
                {
                    found.extend(violations(wanted, inner, &format!("{path}.{key}")));
                }
                true
            }
            "$schema" | "title" | "description" | "default" | "examples" | "format" => true,
            other => panic!("the schema says `{other}`, which this test does not look at"),
        };
        if !holds {
            found.push(format!("{path}: {value} breaks `{word}`: {wanted}"));
        }
    }
    found
}

fn has_type(wanted: &Value, value: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |wanted: &Value| wanted == kind || (wanted == "number" && kind == "integer");
    wanted.as_array().map_or_else(|| is(wanted), |all| all.iter().any(is))
}
