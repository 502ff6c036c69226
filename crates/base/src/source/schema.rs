//! Schema of a kind of TOML file, made from the type that it is read into: its keys, their values and their
//! defaults. Editors use it to complete files, `docs/reference` is made from it, and readers take the known
//! keys from it.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// Returns the JSON Schema (draft 7, without references) of a TOML file that is read into `T`.
pub fn file_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    let settings = settings.with_transform(RecursiveTransform(settle_for_toml));
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Returns the names of the keys of a table, from the schema of its file; each schema is made once.
pub fn key_names<T: JsonSchema + 'static>() -> Arc<[String]> {
    static KNOWN: Mutex<BTreeMap<TypeId, Arc<[String]>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let names = known.entry(TypeId::of::<T>()).or_insert_with(|| {
        properties_of(&file_schema::<T>()).into_iter().flat_map(Map::keys).cloned().collect()
    });
    Arc::clone(names)
}

/// Returns the keys in the schema of a table.
pub(crate) fn properties_of(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

/// Removes what TOML cannot express: null, and the sizes of numbers in memory.
fn settle_for_toml(schema: &mut Schema) {
    let Some(fields) = schema.as_object_mut() else { return };
    if fields.get("format").is_some_and(|format| format != "date") {
        fields.remove("format");
    }
    if fields.get("default").is_some_and(says_nothing) {
        fields.remove("default");
    }
    if let Some(Value::Array(kinds)) = fields.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = &mut kinds[..] {
            let only = only.take();
            fields.insert("type".to_owned(), only);
        }
    }
    settle_choice(fields);
}

fn says_nothing(default: &Value) -> bool {
    match default {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Replaces a choice between null and one other type by that type.
fn settle_choice(fields: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = fields.get_mut("anyOf") else { return };
    choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
    let [only] = &mut choices[..] else { return };
    let only = only.take();
    fields.remove("anyOf");
    for (key, value) in only.as_object().into_iter().flatten() {
        fields.entry(key).or_insert_with(|| value.clone());
    }
}
