//! Checks an SVG before it is drawn. In: its text. Out: nothing, or why it must not be drawn.

use std::collections::BTreeMap;

/// Drawings nested deeper than this are not drawn.
const MAX_DEPTH: usize = 100;
/// The most elements of a drawing, with those that `<use>` draws again.
const MAX_ELEMENTS: usize = 100_000;

/// The letters of base 64 by their values.
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// How comments and character data begin and end.
const SKIPPED: [(&str, &str); 2] = [("<!--", "-->"), ("<![CDATA[", "]]>")];

/// Refuses drawings that are nested too deep or that grow out of bounds; gives the pictures inside,
/// as bytes.
pub(super) fn check_svg(text: &str) -> Result<Vec<Vec<u8>>, String> {
    let SvgDrawing { elements, pictures, .. } = read_drawing(text)?;
    let ids = element_ids(&elements);
    let mut drawn = ElementCosts { elements: &elements, ids, costs: BTreeMap::new() };
    match drawn.cost(0..elements.len(), 0) {
        Some(cost) if cost <= MAX_ELEMENTS => Ok(pictures),
        _ => Err(format!("it draws more than {MAX_ELEMENTS} elements")),
    }
}

/// An element: the elements inside it follow it, up to `end`.
struct SvgElement<'a> {
    end: usize,
    id: Option<&'a str>,
    uses: Option<&'a str>,
}

impl<'a> SvgElement<'a> {
    /// The element that a tag opens, which has the number `at`.
    fn of(tag: &'a str, at: usize) -> Self {
        let uses = tag_attribute(tag, "href").and_then(|href| href.strip_prefix('#'));
        Self { end: at + 1, id: tag_attribute(tag, "id"), uses }
    }
}

/// The first element of each name.
fn element_ids<'a>(elements: &[SvgElement<'a>]) -> BTreeMap<&'a str, usize> {
    let last_first = elements.iter().enumerate().rev();
    last_first.filter_map(|(at, element)| Some((element.id?, at))).collect()
}

/// The elements of a text in the order in which they open, and the pictures among them.
#[derive(Default)]
struct SvgDrawing<'a> {
    elements: Vec<SvgElement<'a>>,
    pictures: Vec<Vec<u8>>,
    /// The elements that are not closed yet.
    open: Vec<usize>,
}

fn read_drawing(mut text: &str) -> Result<SvgDrawing<'_>, String> {
    let mut drawing = SvgDrawing::default();
    while let Some(tag) = take_tag(&mut text) {
        drawing.read_tag(tag)?;
    }
    Ok(drawing)
}

/// Takes the next tag off the front of `text`, with what stands before it.
fn take_tag<'a>(text: &mut &'a str) -> Option<&'a str> {
    let tags = from_next_tag(text)?;
    let (tag, after) = tags.split_at(tag_length(tags));
    *text = after;
    Some(tag)
}

fn from_next_tag(mut text: &str) -> Option<&str> {
    loop {
        text = &text[text.find('<')?..];
        let Some(end) = skipped_length(text) else { return Some(text) };
        text = &text[end..];
    }
}

impl<'a> SvgDrawing<'a> {
    fn read_tag(&mut self, tag: &'a str) -> Result<(), String> {
        if tag.starts_with("</") {
            self.close_element();
        } else if !is_declaration(tag) {
            self.open_element(tag)?;
        }
        check_entity(tag)
    }

    fn close_element(&mut self) {
        if let Some(at) = self.open.pop() {
            self.elements[at].end = self.elements.len();
        }
    }

    fn open_element(&mut self, tag: &'a str) -> Result<(), String> {
        self.pictures.extend(shown_picture(tag)?);
        self.push_element(tag);
        self.check_depth()
    }

    fn push_element(&mut self, tag: &'a str) {
        let at = self.elements.len();
        self.elements.push(SvgElement::of(tag, at));
        if !tag.ends_with("/>") {
            self.open.push(at);
        }
    }

    fn check_depth(&self) -> Result<(), String> {
        if self.open.len() > MAX_DEPTH {
            return Err(format!("its elements are nested deeper than {MAX_DEPTH}"));
        }
        Ok(())
    }
}

fn is_declaration(tag: &str) -> bool {
    tag.starts_with("<!") || tag.starts_with("<?")
}

fn check_entity(tag: &str) -> Result<(), String> {
    if tag.starts_with("<!ENTITY") && tag[1..].contains('<') {
        return Err("an entity in it holds elements".to_owned());
    }
    Ok(())
}

fn shown_picture(tag: &str) -> Result<Option<Vec<u8>>, String> {
    let href = tag_attribute(tag, "href").filter(|_| shows_picture(tag));
    href.map(embedded_picture).transpose()
}

fn shows_picture(tag: &str) -> bool {
    ["<image", "<feImage"].iter().any(|name| tag.starts_with(name))
}

/// The bytes of a picture that is written into a drawing.
fn embedded_picture(href: &str) -> Result<Vec<u8>, String> {
    let data = href.trim().strip_prefix("data:image/").ok_or("it shows another file")?;
    let (kind, data) = data.split_once(";base64,").ok_or("a picture in it is not in base 64")?;
    if kind.starts_with("svg") {
        return Err("it holds another drawing".to_owned());
    }
    decode_base64(data).ok_or_else(|| "a picture in it cannot be read".to_owned())
}

/// Four letters are three bytes; white space does not count, `=` fills up the end.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        bits = bits << 6 | base64_value(letter)?;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(out)
}

fn base64_value(letter: u8) -> Option<u32> {
    BASE64.iter().position(|known| *known == letter).map(|value| value as u32)
}

/// The length of a comment or of character data at the front of `text`.
fn skipped_length(text: &str) -> Option<usize> {
    let (_, close) = SKIPPED.into_iter().find(|(open, _)| text.starts_with(open))?;
    Some(text.find(close).map_or(text.len(), |at| at + close.len()))
}

/// The length of the tag at the front of `text`; `>` in quotes does not end it.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'[') if text.starts_with("<!DOCTYPE") => return at + 1,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// The value of an attribute, whatever name space stands before its name.
fn tag_attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.match_indices(name).find_map(|(at, _)| {
        let free = tag[..at].ends_with([' ', '\t', '\n', '\r', ':']);
        let value = tag[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| free && matches!(c, '"' | '\''))?;
        value[1..].split(quote).next()
    })
}

/// How many elements come of each element that is drawn again.
struct ElementCosts<'a> {
    elements: &'a [SvgElement<'a>],
    ids: BTreeMap<&'a str, usize>,
    costs: BTreeMap<usize, Option<usize>>,
}

impl ElementCosts<'_> {
    /// What `range` draws; `None` when that is too much.
    fn cost(&mut self, range: std::ops::Range<usize>, depth: usize) -> Option<usize> {
        let mut sum = range.len();
        for at in range {
            let Some(target) = self.drawn_again(at) else { continue };
            sum += self.cost_of(target, depth + 1)?;
            if sum > MAX_ELEMENTS {
                return None;
            }
        }
        Some(sum)
    }

    /// The element that the element `at` draws again.
    fn drawn_again(&self, at: usize) -> Option<usize> {
        self.elements[at].uses.and_then(|id| self.ids.get(id).copied())
    }

    /// What the element `at` draws; one that uses itself is left out when it is drawn.
    fn cost_of(&mut self, at: usize, depth: usize) -> Option<usize> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(known) = self.costs.get(&at) {
            return *known;
        }
        self.costs.insert(at, Some(0));
        let cost = self.cost(at..self.elements[at].end, depth);
        self.costs.insert(at, cost);
        cost
    }
}
