//! Settings of a box: `A@{ shape: diamond, label: "x" }`.

use std::ops::Range;

use super::reader::{ChartReader, ParseResult, syntax_error};
use super::shape;

/// A key and its value, with their places.
pub struct MetadataPair {
    key: String,
    key_place: Range<usize>,
    value: Range<usize>,
}

impl ChartReader<'_> {
    /// Reads the settings of a box.
    pub fn read_metadata(&mut self, slot: usize) -> ParseResult<()> {
        self.read_metadata_pairs()?.into_iter().try_for_each(|pair| self.apply_pair(slot, pair))
    }

    fn apply_pair(&mut self, slot: usize, pair: MetadataPair) -> ParseResult<()> {
        let MetadataPair { key, key_place, value } = pair;
        match key.as_str() {
            "shape" => {
                let name = self.slice(&value);
                let Some(shape) = shape::shape_named(name) else {
                    let message = format!("unknown shape `{}`", name.escape_debug());
                    let hint = format!("possible shapes: {}", shape::known_shape_names());
                    return Err(syntax_error(value, message, &hint));
                };
                self.draft.override_shape(slot, shape, value)?;
            }
            "label" => {
                // It overrides a label in brackets.
                let text = self.decode_value(value)?;
                let slot = &mut self.draft.slots[slot];
                (slot.node.label, slot.labelled) = (text, true);
            }
            "w" | "h" | "pos" | "form" | "constraint" => {
                self.ignore("the size of boxes", key_place);
            }
            "icon" | "img" => self.ignore("the picture in a box", key_place),
            _ => {
                let message = format!("unknown setting `{key}` of a box");
                return Err(syntax_error(key_place, message, "write `shape` or `label`"));
            }
        }
        Ok(())
    }

    /// Reads `@{ key: value, ... }`.
    pub fn read_metadata_pairs(&mut self) -> ParseResult<Vec<MetadataPair>> {
        let open = self.at..self.at + 2;
        self.at = open.end;
        let mut pairs = Vec::new();
        loop {
            self.take(|c| c.is_ascii_whitespace() || c == ',');
            if self.eat("}") {
                return Ok(pairs);
            }
            if self.is_at_end() {
                return Err(syntax_error(open, "`@{` is not closed", "add `}`"));
            }
            pairs.push(self.read_metadata_pair()?);
        }
    }

    fn read_metadata_pair(&mut self) -> ParseResult<MetadataPair> {
        let start = self.at;
        let key = self.take(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-').to_owned();
        let key_place = start..self.at;
        self.blanks();
        if key.is_empty() || !self.eat(":") {
            self.at = start;
            return Err(self.unexpected("`key: value`"));
        }
        self.white_space();
        let value = self.read_metadata_value()?;
        Ok(MetadataPair { key, key_place, value })
    }

    fn read_metadata_value(&mut self) -> ParseResult<Range<usize>> {
        let quote = char::from(self.peek());
        if matches!(quote, '"' | '\'') {
            return self.read_quoted_value(quote);
        }
        let start = self.at;
        let word = self.take(|c| !matches!(c, ',' | '}' | '\n')).trim_end();
        let place = start..start + word.len();
        // YAML takes a plain word without quotes literally.
        let is_plain = !word.starts_with(['|', '>', '[', '{', '&', '*']);
        if word.is_empty() || !is_plain || word.contains(['"', '#']) {
            self.at = start;
            let hint = "put the value in double quotes";
            return Err(syntax_error(place, "the value cannot be read", hint));
        }
        Ok(place)
    }

    fn read_quoted_value(&mut self, quote: char) -> ParseResult<Range<usize>> {
        let open = self.at..self.at + 1;
        let Some(length) = self.text[open.end..].find(quote) else {
            return Err(syntax_error(open, "the quote is not closed", &format!("add `{quote}`")));
        };
        self.at = open.end + length + 1;
        Ok(open.end..open.end + length)
    }
}
