//! Checks an SVG before it is drawn. In: its text. Out: the text as it can be drawn and the pictures inside,
//! or the reason why it must not be drawn.
//!
//! This module neither draws nor decodes: it counts the text itself, and how often its elements are drawn
//! again.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use roxmltree::{Document, Node, NodeId, ParsingOptions};

use super::hidden::xml_fault;
use super::limits::{
    MAX_CLIMBING, MAX_DEPTH, MAX_ELEMENTS, MAX_ENTITIES, MAX_LETTERS, MAX_NODES, MAX_STYLE_WORK,
    MAX_SVG,
};
use base::font::{self, TextRole};
use draw::drawing::escape_markup;

/// A drawing that may be parsed.
pub struct CheckedSvg<'a> {
    /// Text of the drawing, in which codes replace characters that no font has.
    pub text: Cow<'a, str>,
    /// Pictures inside, as bytes.
    pub pictures: Vec<Vec<u8>>,
    /// True if the drawing has no size of its own, except perhaps relative to the page.
    pub open: bool,
    /// True if it shows words.
    pub has_words: bool,
    /// Characters of its text that no font has.
    pub lost: Vec<char>,
}

/// Refuses drawings that are nested too deeply or grow beyond limits.
pub fn check_svg(text: &str) -> Result<CheckedSvg<'_>, String> {
    check_size(text)?;
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document =
        Document::parse_with_options(text, options).map_err(|error| xml_fault(&error))?;
    check_depth(&document)?;
    let pictures = embedded_pictures(&document)?;
    let sheet = StyleSheet::of(&document);
    check_styles(&sheet, &document)?;
    check_letters(&document)?;
    let mut drawn = ElementCosts::of(&document, &sheet);
    match drawn.cost(document.root_element(), 0) {
        Some(cost) if cost <= MAX_ELEMENTS => {}
        _ => return Err(format!("it draws more than {MAX_ELEMENTS} elements")),
    }
    let has_words = text_nodes(&document).next().is_some();
    let (text, lost) = spelled_text(text, &document);
    let open = !is_sized(&document);
    Ok(CheckedSvg { text, pictures, open, has_words, lost })
}

/// Reports whether a drawing has an absolute width or height.
fn is_sized(document: &Document<'_>) -> bool {
    let root = document.root_element();
    let sides = ["width", "height"].into_iter().filter_map(|key| root.attribute(key));
    sides.into_iter().any(|side| side.contains(|c: char| c.is_ascii_digit()) && !side.contains('%'))
}

fn check_size(text: &str) -> Result<(), String> {
    if text.len() > MAX_SVG {
        return Err(format!("it has more than {} MB of text", MAX_SVG >> 20));
    }
    let values = text.match_indices("<!ENTITY").map(|(at, _)| entity_text(&text[at + 1..]));
    let mut longest = 0;
    for value in values {
        if value.contains(['<', '&']) {
            return Err("an entity in it holds others or elements".to_owned());
        }
        longest = longest.max(value.len());
    }
    if longest > 0 && longest * text.matches('&').count() > MAX_ENTITIES {
        return Err("the entities in it expand to too much text".to_owned());
    }
    Ok(())
}

/// Returns the declaration of an entity up to its end; `>` in quotes does not end it.
fn entity_text(text: &str) -> &str {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return &text[..at],
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    text
}

fn check_depth(document: &Document<'_>) -> Result<(), String> {
    let mut depths: HashMap<NodeId, usize> = HashMap::new();
    for node in document.descendants().filter(Node::is_element) {
        let above = node.parent().and_then(|parent| depths.get(&parent.id()).copied());
        let depth = above.map_or(0, |depth| depth + 1);
        if depth > MAX_DEPTH {
            return Err(format!("its elements are nested deeper than {MAX_DEPTH}"));
        }
        depths.insert(node.id(), depth);
    }
    Ok(())
}

fn check_letters(document: &Document<'_>) -> Result<(), String> {
    let letters: usize = text_nodes(document).filter_map(|node| node.text()).map(str::len).sum();
    if letters > MAX_LETTERS {
        return Err(format!("it has more than {MAX_LETTERS} bytes of words"));
    }
    Ok(())
}

/// Returns the text nodes that a drawing shows.
fn text_nodes<'a, 'i>(document: &'a Document<'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    let texts = document.descendants().filter(|node| node.has_tag_name_of("text"));
    texts.flat_map(|text| text.descendants()).filter(Node::is_text)
}

/// Names of elements in any name space.
trait ElementName {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl ElementName for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

/// Returns the text of a drawing in which codes replace characters that no font has, and these characters.
fn spelled_text<'a>(text: &'a str, document: &Document<'_>) -> (Cow<'a, str>, Vec<char>) {
    let mut lost = Vec::new();
    let mut edits = Vec::new();
    for node in text_nodes(document) {
        let words = node.text().unwrap_or_default();
        let missing = font::lost_characters(words, TextRole::Prose);
        if !missing.is_empty() {
            lost.extend(missing.iter().map(|(_, c)| *c));
            edits.push((node.range(), escape_markup(&font::spell_lost(words, &missing))));
        }
    }
    if edits.is_empty() {
        return (Cow::Borrowed(text), lost);
    }
    edits.sort_by_key(|(range, _)| range.start);
    edits.dedup_by_key(|(range, _)| range.start);
    let mut spelled = text.to_owned();
    for (range, words) in edits.into_iter().rev() {
        spelled.replace_range(range, &words);
    }
    (Cow::Owned(spelled), lost)
}

/// Returns the pictures embedded in a drawing.
fn embedded_pictures(document: &Document<'_>) -> Result<Vec<Vec<u8>>, String> {
    let shown = document
        .descendants()
        .filter(|node| node.has_tag_name_of("image") || node.has_tag_name_of("feImage"));
    let addresses = shown.filter_map(|node| reference_attribute(node));
    addresses.filter(|href| !href.starts_with('#')).map(embedded_picture).collect()
}

/// Returns the value of `href`, in any name space.
fn reference_attribute<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let mut named = node.attributes().filter(|attribute| attribute.name() == "href");
    named.next().map(|attribute| attribute.value().trim())
}

/// Decodes a picture embedded in a drawing.
fn embedded_picture(href: &str) -> Result<Vec<u8>, String> {
    let data = href.strip_prefix("data:image/").ok_or("it shows another file")?;
    let (kind, data) = data.split_once(";base64,").ok_or("a picture in it is not in base 64")?;
    if kind.starts_with("svg") {
        return Err("it holds another drawing".to_owned());
    }
    decode_base64(data).ok_or_else(|| "a picture in it cannot be read".to_owned())
}

/// Decodes base 64; ignores white space and missing padding.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let letters: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(&STANDARD, lenient).decode(letters).ok()
}

/// Style sheets of a drawing, as far as they make elements be drawn again.
struct StyleSheet<'a> {
    /// Number of rules.
    rules: usize,
    /// Number of selectors, by the number of ancestors that they look for at any height.
    climbs: BTreeMap<usize, u64>,
    /// Ids that the elements of a class refer to; under the empty name, those of any element.
    refers: HashMap<&'a str, Vec<DrawnAgain<'a>>>,
}

/// Id of an element that is drawn again, and whether it is drawn at each corner of a line.
type DrawnAgain<'a> = (&'a str, bool);

impl<'a> StyleSheet<'a> {
    fn of(document: &'a Document<'_>) -> Self {
        let mut sheet = Self { rules: 0, climbs: BTreeMap::new(), refers: HashMap::new() };
        let styles = document.descendants().filter(|node| node.has_tag_name_of("style"));
        for text in styles.flat_map(|style| style.children()).filter_map(|node| node.text()) {
            text.split('}').for_each(|rule| sheet.add_rule(rule));
        }
        sheet
    }

    fn add_rule(&mut self, rule: &'a str) {
        let Some((selectors, body)) = rule.split_once('{') else { return };
        for selector in selectors.split(',') {
            self.rules += 1;
            *self.climbs.entry(sought_ancestors(selector)).or_default() += 1;
            // The name is empty if the selector may match any element.
            let class = selector
                .trim()
                .strip_prefix('.')
                .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_'));
            let refers = self.refers.entry(class.unwrap_or_default()).or_default();
            refers.extend(declared_ids(body));
        }
    }

    /// Returns the elements that the style of an element makes be drawn again.
    fn drawn_by(&self, node: Node<'_, '_>) -> Vec<DrawnAgain<'a>> {
        let classes = node.attribute("class").unwrap_or_default();
        let named = classes.split_whitespace().filter_map(|class| self.refers.get(class));
        named.chain(self.refers.get("")).flatten().copied().collect()
    }
}

/// Returns the ids of all `url(#id)` in a text.
fn url_ids(text: &str) -> impl Iterator<Item = &str> {
    text.split("url(").skip(1).filter_map(|after| {
        let name = after.split(')').next()?.trim().trim_matches(['"', '\'']).trim();
        name.strip_prefix('#')
    })
}

/// Returns the ids in declarations such as `fill: url(#id); marker-mid: url(#id)`.
fn declared_ids(declarations: &str) -> impl Iterator<Item = DrawnAgain<'_>> {
    declarations.split(';').flat_map(|declaration| {
        let property = declaration.split(':').next().unwrap_or_default().trim();
        url_ids(declaration).map(move |id| (id, stands_at_corners(property)))
    })
}

/// Reports whether the target of a property is drawn at each corner.
fn stands_at_corners(property: &str) -> bool {
    property == "marker" || property == "marker-mid"
}

/// Number of ancestors at any height that a selector such as `.box g path` asks for.
fn sought_ancestors(selector: &str) -> usize {
    let is_combinator = |part: &str| matches!(part, ">" | "+" | "~");
    let parts: Vec<&str> = selector.split_whitespace().collect();
    parts.windows(2).filter(|pair| !pair.iter().any(|part| is_combinator(part))).count()
}

/// Number of tries to find so many ancestors of an element at `depth`: one for each choice of some of them.
fn climbing_steps(depth: usize, sought: usize) -> u64 {
    let (mut choices, mut steps) = (1_u64, 1_u64);
    for chosen in 0..sought.min(depth) {
        choices = choices.saturating_mul((depth - chosen) as u64) / (chosen as u64 + 1);
        steps = steps.saturating_add(choices);
    }
    steps
}

fn check_styles(sheet: &StyleSheet<'_>, document: &Document<'_>) -> Result<(), String> {
    let elements = document.descendants().filter(Node::is_element).count();
    if sheet.rules * elements > MAX_STYLE_WORK {
        return Err(format!("its {} style rules are too many for its elements", sheet.rules));
    }
    let depths = depths_of_elements(document);
    let climbing = sheet.climbs.iter().filter(|(sought, _)| **sought > 0).flat_map(|climb| {
        let steps = |(depth, elements): (&usize, &u64)| {
            climbing_steps(*depth, *climb.0).saturating_mul(elements.saturating_mul(*climb.1))
        };
        depths.iter().map(steps).collect::<Vec<_>>()
    });
    if climbing.fold(0, u64::saturating_add) > MAX_CLIMBING {
        return Err("its style rules look for too many elements within each other".to_owned());
    }
    Ok(())
}

/// Number of elements at each depth.
fn depths_of_elements(document: &Document<'_>) -> BTreeMap<usize, u64> {
    let mut depths = BTreeMap::new();
    for element in document.descendants().filter(Node::is_element) {
        *depths.entry(element.ancestors().count()).or_default() += 1;
    }
    depths
}

/// Number of elements drawn for each element, including those that are drawn again.
struct ElementCosts<'a, 'i> {
    sheet: &'a StyleSheet<'a>,
    ids: HashMap<&'a str, Node<'a, 'i>>,
    costs: HashMap<NodeId, Option<usize>>,
}

impl<'a, 'i> ElementCosts<'a, 'i> {
    fn of(document: &'a Document<'i>, sheet: &'a StyleSheet<'a>) -> Self {
        let mut ids = HashMap::new();
        for node in document.descendants().filter(Node::is_element) {
            if let Some(id) = node.attribute("id") {
                ids.entry(id).or_insert(node);
            }
        }
        Self { sheet, ids, costs: HashMap::new() }
    }

    /// Number of elements that an element draws; `None` if that is too many. An element that uses itself is
    /// not drawn.
    fn cost(&mut self, node: Node<'a, 'i>, depth: usize) -> Option<usize> {
        if depth > 2 * MAX_DEPTH {
            return None;
        }
        if let Some(known) = self.costs.get(&node.id()) {
            return *known;
        }
        self.costs.insert(node.id(), Some(0));
        let cost = self.fresh_cost(node, depth);
        self.costs.insert(node.id(), cost);
        cost
    }

    fn fresh_cost(&mut self, node: Node<'a, 'i>, depth: usize) -> Option<usize> {
        let mut sum = 1;
        for child in node.children().filter(Node::is_element) {
            sum += self.cost(child, depth + 1)?;
        }
        for (target, times) in self.targets(node) {
            sum += self.cost(target, depth + 1)?.checked_mul(times)?;
            if sum > MAX_ELEMENTS {
                return None;
            }
        }
        (sum <= MAX_ELEMENTS).then_some(sum)
    }

    /// Returns the elements that an element draws again, each with its count.
    fn targets(&self, node: Node<'a, 'i>) -> Vec<(Node<'a, 'i>, usize)> {
        let mut named = self.sheet.drawn_by(node);
        named.extend(used_id(node).map(|id| (id, false)));
        for attribute in node.attributes() {
            match attribute.name() {
                "style" => named.extend(declared_ids(attribute.value())),
                name => {
                    let corners = stands_at_corners(name);
                    named.extend(url_ids(attribute.value()).map(|id| (id, corners)));
                }
            }
        }
        let times = |corners: bool| if corners { corner_count(node) } else { 1 };
        let drawn = named.into_iter();
        drawn.filter_map(|(id, corners)| Some((*self.ids.get(id)?, times(corners)))).collect()
    }
}

/// Returns the id of the element that an element uses.
fn used_id<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    if node.has_tag_name_of("a") {
        return None;
    }
    reference_attribute(node)?.strip_prefix('#')
}

/// Upper bound on the corners of an element's line.
fn corner_count(node: Node<'_, '_>) -> usize {
    let line = node.attribute("d").or_else(|| node.attribute("points")).unwrap_or_default();
    let numbers =
        line.split(|c: char| !c.is_ascii_digit() && c != '.').filter(|part| !part.is_empty());
    let letters = line.bytes().filter(u8::is_ascii_alphabetic).count();
    (numbers.count() / 2 + letters).max(1)
}
