//! `A@{ shape: diamond, label: "x" }`

use std::ops::Range;

use super::reader::{ChartReader, ParseResult, syntax_error};
use super::{label_text, shape};

/// A key with its value, and where they stand.
pub(super) struct MetadataPair {
    key: String,
    key_place: Range<usize>,
    value: Range<usize>,
}

/// Reads the settings of a box.
pub(super) fn read_metadata(reader: &mut ChartReader, slot: usize) -> ParseResult<()> {
    for pair in read_metadata_pairs(reader)? {
        apply_pair(reader, slot, pair)?;
    }
    Ok(())
}

fn apply_pair(reader: &mut ChartReader, slot: usize, pair: MetadataPair) -> ParseResult<()> {
    let MetadataPair { key, key_place, value } = pair;
    match key.as_str() {
        "shape" => apply_shape(reader, slot, value),
        "label" => {
            let text = label_text::decode_value(reader, value.clone())?;
            reader.draft.set_label(slot, text, value)
        }
        "w" | "h" | "pos" | "form" | "constraint" => {
            reader.ignore("the size of boxes", key_place);
            Ok(())
        }
        "icon" | "img" => {
            let hint = "give the box a label";
            Err(syntax_error(key_place, "pictures in boxes are not drawn", hint))
        }
        _ => {
            let message = format!("unknown setting `{key}` of a box");
            Err(syntax_error(key_place, message, "write `shape` or `label`"))
        }
    }
}

fn apply_shape(reader: &mut ChartReader, slot: usize, value: Range<usize>) -> ParseResult<()> {
    let name = &reader.text[value.clone()];
    let Some(shape) = shape::shape_named(name) else {
        let hint = format!("possible shapes: {}", shape::known_shape_names());
        return Err(syntax_error(value, format!("unknown shape `{}`", name.escape_debug()), &hint));
    };
    reader.draft.set_shape(slot, shape, value)
}

/// Reads `@{ key: value, ... }`.
pub(super) fn read_metadata_pairs(reader: &mut ChartReader) -> ParseResult<Vec<MetadataPair>> {
    let open = reader.at..reader.at + 2;
    reader.at = open.end;
    let mut pairs = Vec::new();
    loop {
        reader.take(|c| c.is_ascii_whitespace() || c == ',');
        if reader.eat("}") {
            return Ok(pairs);
        }
        if reader.is_at_end() {
            return Err(syntax_error(open, "`@{` is not closed", "add `}`"));
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
    reader.white_space();
    let value = read_metadata_value(reader)?;
    Ok(MetadataPair { key, key_place, value })
}

fn read_metadata_value(reader: &mut ChartReader) -> ParseResult<Range<usize>> {
    let quote = char::from(reader.peek());
    if matches!(quote, '"' | '\'') {
        return read_quoted_value(reader, quote);
    }
    let start = reader.at;
    let word = reader.take(|c| !matches!(c, ',' | '}' | '\n')).trim_end();
    let place = start..start + word.len();
    if !is_plain_value(word) {
        reader.at = start;
        let hint = "put the value into double quotes";
        return Err(syntax_error(place, "the value cannot be read", hint));
    }
    Ok(place)
}

fn read_quoted_value(reader: &mut ChartReader, quote: char) -> ParseResult<Range<usize>> {
    let open = reader.at..reader.at + 1;
    let Some(length) = reader.text[open.end..].find(quote) else {
        return Err(syntax_error(open, "the quote is not closed", &format!("add `{quote}`")));
    };
    reader.at = open.end + length + 1;
    Ok(open.end..open.end + length)
}

/// Whether YAML takes a word without quotes as it stands.
fn is_plain_value(word: &str) -> bool {
    !word.is_empty()
        && !word.starts_with(['|', '>', '[', '{', '&', '*'])
        && !word.contains(['"', '#'])
}
