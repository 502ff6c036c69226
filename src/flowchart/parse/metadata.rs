//! `A@{ shape: diamond, label: "x" }`

use std::ops::Range;

use super::super::{ChartFinding, codes};
use super::label;
use super::reader::{ChartReader, ParseResult, parse_error};
use super::shape;

/// A key with its value, and where they stand.
pub(super) struct MetadataPair {
    key: String,
    key_place: Range<usize>,
    value: Range<usize>,
}

/// Reads the settings of a box.
pub(super) fn read_metadata(reader: &mut ChartReader, slot: usize) -> ParseResult<()> {
    for MetadataPair { key, key_place, value } in read_metadata_pairs(reader)? {
        match key.as_str() {
            "shape" => {
                let name = &reader.text[value.clone()];
                let Some(shape) = shape::shape_named(name) else {
                    return Err(unknown_shape_error(name, value));
                };
                reader.draft.set_shape(slot, shape, value)?;
            }
            "label" => {
                let text = label::decode_value(reader, value.clone())?;
                reader.draft.set_label(slot, text, value)?;
            }
            "w" | "h" | "pos" | "form" | "constraint" => {
                reader.ignore("the size of boxes", key_place)
            }
            "icon" | "img" => {
                return Err(parse_error(
                    codes::SYNTAX,
                    key_place,
                    "pictures in boxes are not drawn",
                    "give the box a label",
                ));
            }
            _ => {
                let message = format!("boxes have no `{key}`");
                return Err(parse_error(
                    codes::SYNTAX,
                    key_place,
                    message,
                    "write `shape` or `label`",
                ));
            }
        }
    }
    Ok(())
}

fn unknown_shape_error(name: &str, place: Range<usize>) -> Box<ChartFinding> {
    let hint = format!("known shapes are {}", shape::known_shape_names());
    parse_error(codes::SYNTAX, place, format!("there is no shape `{}`", name.escape_debug()), &hint)
}

/// Reads `@{ key: value, ... }`.
pub(super) fn read_metadata_pairs(reader: &mut ChartReader) -> ParseResult<Vec<MetadataPair>> {
    let start = reader.at;
    reader.at += 2;
    let mut pairs = Vec::new();
    loop {
        reader.take(|c| c.is_ascii_whitespace() || c == ',');
        if reader.eat("}") {
            return Ok(pairs);
        }
        if reader.at == reader.text.len() {
            return Err(parse_error(
                codes::SYNTAX,
                start..start + 2,
                "`@{` is not closed",
                "add `}`",
            ));
        }
        pairs.push(read_metadata_pair(reader)?);
    }
}

fn read_metadata_pair(reader: &mut ChartReader) -> ParseResult<MetadataPair> {
    let start = reader.at;
    let key = reader.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-').to_owned();
    let key_place = start..reader.at;
    reader.blanks();
    if key.is_empty() || !reader.eat(":") {
        reader.at = start;
        return Err(reader.unexpected("`key: value`"));
    }
    reader.take(|c| c.is_ascii_whitespace());
    let value = read_metadata_value(reader)?;
    Ok(MetadataPair { key, key_place, value })
}

fn read_metadata_value(reader: &mut ChartReader) -> ParseResult<Range<usize>> {
    let start = reader.at;
    let quote = char::from(reader.peek());
    if matches!(quote, '"' | '\'') {
        let Some(length) = reader.text[start + 1..].find(quote) else {
            return Err(parse_error(
                codes::SYNTAX,
                start..start + 1,
                "the quote is not closed",
                &format!("add `{quote}`"),
            ));
        };
        reader.at = start + length + 2;
        return Ok(start + 1..start + 1 + length);
    }
    let word = reader.take(|c| !matches!(c, ',' | '}' | '\n')).trim_end();
    if word.is_empty()
        || word.starts_with(['|', '>', '[', '{', '&', '*'])
        || word.contains(['"', '#'])
    {
        reader.at = start;
        let hint = "put the value into double quotes";
        return Err(parse_error(
            codes::SYNTAX,
            start..start + word.len(),
            "the value cannot be read",
            hint,
        ));
    }
    Ok(start..start + word.len())
}
