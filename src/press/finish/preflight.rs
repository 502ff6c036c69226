//! What breaks a print profile, read from the drawing of the finished pages themselves.

use std::collections::{BTreeMap, BTreeSet};

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::press::profile::{ColourSpace, Profile};

/// What is wrong, with the page that it is on; each once a page.
pub(super) fn find_print_faults(document: &Document, profile: &Profile) -> Vec<(u32, String)> {
    let mut out = Vec::new();
    for (number, page) in document.get_pages() {
        let mut seen = BTreeSet::new();
        let mut look = PagePreflight { document, profile, seen: &mut seen, forms: BTreeSet::new() };
        if let Ok(fields) = document.get_dictionary(page) {
            look.resources(fields);
            look.content(&document.get_page_content(page), &page_resources(document, fields));
        }
        out.extend(seen.into_iter().map(|wrong| (number, wrong)));
    }
    out
}

struct PagePreflight<'a> {
    document: &'a Document,
    profile: &'a Profile,
    seen: &'a mut BTreeSet<String>,
    forms: BTreeSet<ObjectId>,
}

fn page_resources(document: &Document, fields: &Dictionary) -> Dictionary {
    let found = fields.get(b"Resources").ok().and_then(|found| document.dereference(found).ok());
    found.and_then(|(_, found)| found.as_dict().ok()).cloned().unwrap_or_default()
}

/// The entries of one kind of resource.
fn resource_entries(
    document: &Document,
    resources: &Dictionary,
    kind: &[u8],
) -> BTreeMap<Vec<u8>, Object> {
    let found = resources.get(kind).ok().and_then(|found| document.dereference(found).ok());
    let found = found.and_then(|(_, found)| found.as_dict().ok());
    found
        .map(|found| found.iter().map(|(name, object)| (name.clone(), object.clone())).collect())
        .unwrap_or_default()
}

impl PagePreflight<'_> {
    /// Transparency, pictures, and what is drawn inside other drawings.
    fn resources(&mut self, fields: &Dictionary) {
        let resources = page_resources(self.document, fields);
        for state in resource_entries(self.document, &resources, b"ExtGState").values() {
            let Ok((_, Object::Dictionary(state))) = self.document.dereference(state) else {
                continue;
            };
            let clear = [&b"ca"[..], b"CA"]
                .iter()
                .any(|key| operand_number(state.get(key).ok()).is_some_and(|value| value < 1.0));
            let masked = state.get(b"SMask").is_ok_and(|mask| mask.as_name().is_err());
            if clear || masked {
                self.seen.insert("something on it is transparent".to_owned());
            }
        }
        for object in resource_entries(self.document, &resources, b"XObject").values() {
            let Ok((id, Object::Stream(stream))) = self.document.dereference(object) else {
                continue;
            };
            let kind = stream.dict.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
            if kind == b"Image" {
                self.picture(&stream.dict);
            } else if id.is_none_or(|id| self.forms.insert(id)) {
                self.resources(&stream.dict);
                let content =
                    stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
                self.content(&content, &self::page_resources(self.document, &stream.dict));
            }
        }
    }

    fn picture(&mut self, fields: &Dictionary) {
        if fields.has(b"SMask") {
            self.seen.insert("a picture on it is transparent".to_owned());
        }
        let space = fields.get(b"ColorSpace").ok();
        if self.profile.colour == ColourSpace::Cmyk
            && space.is_some_and(|space| self.colours(space) == Some(3))
        {
            self.seen.insert("a picture on it is in RGB".to_owned());
        }
    }

    /// How many colours a colour space has.
    fn colours(&self, space: &Object) -> Option<i64> {
        match self.document.dereference(space).ok()?.1 {
            Object::Name(name) => match name.as_slice() {
                b"DeviceGray" => Some(1),
                b"DeviceRGB" => Some(3),
                b"DeviceCMYK" => Some(4),
                _ => None,
            },
            Object::Array(items) => match items.as_slice() {
                [Object::Name(name), profile, ..] if name == b"ICCBased" => {
                    let Ok((_, Object::Stream(stream))) = self.document.dereference(profile) else {
                        return None;
                    };
                    stream.dict.get(b"N").and_then(Object::as_i64).ok()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Colours, and lines that are drawn at their own size.
    fn content(&mut self, content: &[u8], resources: &Dictionary) {
        let Ok(content) = Content::decode(content) else { return };
        let spaces = resource_entries(self.document, resources, b"ColorSpace");
        for operation in &content.operations {
            let values: Vec<f64> =
                operation.operands.iter().filter_map(|value| operand_number(Some(value))).collect();
            match operation.operator.as_str() {
                "k" | "K" => self.ink(values.iter().sum::<f64>() * 100.0),
                "rg" | "RG" => self.colour(3),
                "cs" | "CS" => {
                    let name = operation
                        .operands
                        .first()
                        .and_then(|name| name.as_name().ok())
                        .unwrap_or_default();
                    let space =
                        spaces.get(name).cloned().unwrap_or_else(|| Object::Name(name.to_vec()));
                    self.colour(self.colours(&space).unwrap_or(0));
                }
                "w" => self.line(values.first().copied().unwrap_or_default()),
                _ => {}
            }
        }
    }

    fn colour(&mut self, colours: i64) {
        if colours == 3 && self.profile.colour == ColourSpace::Cmyk {
            self.seen.insert("something on it is in RGB".to_owned());
        }
    }

    fn ink(&mut self, sum: f64) {
        if let Some(limit) = self.profile.ink_limit.filter(|limit| sum > limit + 0.5) {
            self.seen.insert(format!("{sum:.0} % ink on it, more than {limit:.0} %"));
        }
    }

    fn line(&mut self, width: f64) {
        if let Some(least) = self.profile.line.filter(|least| width > 0.0 && width < least - 0.01) {
            self.seen.insert(format!("a line on it is {width:.2} pt wide, less than {least} pt"));
        }
    }
}

fn operand_number(value: Option<&Object>) -> Option<f64> {
    match value? {
        Object::Integer(whole) => Some(*whole as f64),
        Object::Real(real) => Some(f64::from(*real)),
        _ => None,
    }
}
