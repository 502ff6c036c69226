//! Plays as data follow their schema, and name nothing hidden.

use std::collections::BTreeSet;

use rulepress::example::story;
use serde_json::Value;

use super::played;
use crate::common::root;

fn schema() -> Value {
    let text =
        std::fs::read_to_string(root().join("docs/play.schema.json")).expect("the schema is there");
    serde_json::from_str(&text).expect("the schema is JSON")
}

/// Returns the differences of `value` from `schema`; knows the part of JSON Schema that ours uses.
fn wrong(value: &Value, schema: &Value, whole: &Value, at: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let meant = whole
            .pointer(name.trim_start_matches('#'))
            .unwrap_or_else(|| panic!("{name} is not defined"));
        return wrong(value, meant, whole, at);
    }
    let mut found = Vec::new();
    if let Some(forms) = schema["oneOf"].as_array() {
        let fitting = forms.iter().filter(|form| wrong(value, form, whole, at).is_empty()).count();
        if fitting != 1 {
            found.push(format!("{at}: {fitting} forms fit {value}"));
        }
    }
    if !schema["const"].is_null() && *value != schema["const"] {
        found.push(format!("{at}: {value} is not {}", schema["const"]));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.is_empty() && !kinds.contains(&kind) {
        found.push(format!("{at}: {value} is not {kinds:?}"));
    }
    for item in value.as_array().into_iter().flatten() {
        found.extend(wrong(item, &schema["items"], whole, &format!("{at}[]")));
    }
    if let (Some(object), Some(properties)) = (value.as_object(), schema["properties"].as_object())
    {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                found.push(format!("{at}: `{name}` is missing"));
            }
        }
        for (name, value) in object {
            match properties.get(name) {
                Some(property) => {
                    found.extend(wrong(value, property, whole, &format!("{at}.{name}")))
                }
                None => found.push(format!("{at}: `{name}` is not in the schema")),
            }
        }
    } else if let (Some(object), other @ Value::Object(_)) =
        (value.as_object(), &schema["additionalProperties"])
    {
        object.iter().for_each(|(name, value)| {
            found.extend(wrong(value, other, whole, &format!("{at}.{name}")))
        });
    }
    found
}

#[test]
fn data_follows_its_schema() {
    let schema = schema();
    let mut backs = 0;
    assert_eq!(schema["properties"]["form"]["const"], story::FORM);
    assert_eq!(schema["properties"]["version"]["const"], story::VERSION);
    for read in played() {
        let book = read.rules.as_ref().expect("it can be played").context(&read.sources);
        for example in &read.examples {
            let data =
                book.with_story_source(example, |source| story::play_data(source, &example.story));
            let found = wrong(&data, &schema, &schema, &example.scenario.name);
            assert!(found.is_empty(), "{}", found.join("\n"));
            backs += hides(&data, &example.scenario.name);
        }
    }
    assert!(backs > 100, "only {backs} face-down cards");
    assert!(!wrong(&serde_json::json!({ "form": "x" }), &schema, &schema, "bad").is_empty());
}

/// Cards whose name is not given are not named by another field of the same table; pieces have no
/// numbers. Gives how many there are.
fn hides(data: &Value, name: &str) -> usize {
    let tables = data["entries"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|entry| &entry["table"])
        .chain([&data["start"]]);
    let mut backs = 0;
    for zone in
        tables.filter_map(|table| table["zones"].as_object()).flat_map(|zones| zones.values())
    {
        for piece in zone.as_array().into_iter().flatten() {
            let keys: BTreeSet<&str> =
                piece.as_object().expect("a piece").keys().map(String::as_str).collect();
            assert_eq!(keys, BTreeSet::from(["card", "counters", "face_up", "flags"]), "{name}");
            if piece["face_up"] == false {
                backs += 1;
                assert!(piece["card"].is_null(), "{name}: {piece}");
            }
        }
    }
    backs
}
