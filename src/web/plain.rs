//! Data for a template. `serde_json` keeps numbers with all their digits, which Tera would take for maps:
//! here they are numbers again.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

/// Serializes data with plain numbers.
pub struct PlainNumbers<'v>(pub &'v Value);

impl Serialize for PlainNumbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_none(),
            Value::Bool(truth) => serializer.serialize_bool(*truth),
            Value::String(text) => serializer.serialize_str(text),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(whole), _) => serializer.serialize_i64(whole),
                (None, Some(whole)) => serializer.serialize_u64(whole),
                (None, None) => serializer.serialize_f64(number.as_f64().unwrap_or_default()),
            },
            Value::Array(all) => {
                let mut list = serializer.serialize_seq(Some(all.len()))?;
                all.iter().try_for_each(|one| list.serialize_element(&PlainNumbers(one)))?;
                list.end()
            }
            Value::Object(all) => {
                let mut map = serializer.serialize_map(Some(all.len()))?;
                for (key, value) in all {
                    map.serialize_entry(key, &PlainNumbers(value))?;
                }
                map.end()
            }
        }
    }
}
