//! What breaks a print profile, read from the drawing of the finished pages themselves.

use std::collections::BTreeSet;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::{inner_dictionary, operand_number};
use crate::press::profile::{ColourSpace, Profile};

/// Rounding of a file: so much more ink, in per cent, is not too much.
const INK_TOLERANCE: f64 = 0.5;
/// The same of the width of a line, in points.
const LINE_TOLERANCE: f64 = 0.01;

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FaultKind {
    /// Something lets through what lies below.
    Transparent,
    /// A colour that is none of the four inks.
    Rgb,
    /// Too much ink.
    Ink,
    /// A line that is too thin.
    Line,
}

/// What is wrong, with the page that it is on; each once a page.
pub(super) fn find_print_faults(
    document: &Document,
    profile: &Profile,
) -> Vec<(u32, FaultKind, String)> {
    let mut out = Vec::new();
    for (number, page) in document.get_pages() {
        let faults = page_faults(document, page, profile);
        out.extend(faults.into_iter().map(|(kind, fault)| (number, kind, fault)));
    }
    out
}

fn page_faults(
    document: &Document,
    page: ObjectId,
    profile: &Profile,
) -> BTreeSet<(FaultKind, String)> {
    let mut preflight = PagePreflight::new(document, profile);
    if let Ok(fields) = document.get_dictionary(page) {
        preflight.check_drawing(fields, &document.get_page_content(page));
    }
    preflight.faults
}

/// What is looked at, and what was wrong with it so far.
struct PagePreflight<'a> {
    document: &'a Document,
    profile: &'a Profile,
    faults: BTreeSet<(FaultKind, String)>,
    /// Drawings inside drawings that were looked at.
    forms: BTreeSet<ObjectId>,
}

impl<'a> PagePreflight<'a> {
    fn new(document: &'a Document, profile: &'a Profile) -> Self {
        Self { document, profile, faults: BTreeSet::new(), forms: BTreeSet::new() }
    }

    fn fault(&mut self, kind: FaultKind, fault: &str) {
        self.faults.insert((kind, fault.to_owned()));
    }

    /// A page, or a drawing inside one: its resources and its content.
    fn check_drawing(&mut self, fields: &'a Dictionary, content: &[u8]) {
        let resources = inner_dictionary(self.document, fields, b"Resources");
        if let Some(resources) = resources {
            self.check_resources(resources);
        }
        let Ok(content) = Content::decode(content) else { return };
        let spaces =
            resources.and_then(|fields| inner_dictionary(self.document, fields, b"ColorSpace"));
        for operation in &content.operations {
            self.check_operation(operation, spaces);
        }
    }

    /// Transparency, pictures, and what is drawn inside other drawings.
    fn check_resources(&mut self, resources: &'a Dictionary) {
        let document = self.document;
        let kind = |key: &[u8]| inner_dictionary(document, resources, key).into_iter().flatten();
        for (_, state) in kind(b"ExtGState") {
            if let Ok((_, Object::Dictionary(state))) = document.dereference(state) {
                self.check_state(state);
            }
        }
        for (_, object) in kind(b"XObject") {
            if let Ok((id, Object::Stream(stream))) = document.dereference(object) {
                self.check_stream(id, stream);
            }
        }
    }

    fn check_state(&mut self, state: &Dictionary) {
        let masked = state.get(b"SMask").is_ok_and(|mask| mask.as_name().is_err());
        if is_translucent(state, b"ca") || is_translucent(state, b"CA") || masked {
            self.fault(FaultKind::Transparent, "something on it is transparent");
        }
    }

    fn check_stream(&mut self, id: Option<ObjectId>, stream: &'a Stream) {
        let kind = stream.dict.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
        if kind == b"Image" {
            self.check_picture(&stream.dict);
        } else if id.is_none_or(|id| self.forms.insert(id)) {
            self.check_drawing(&stream.dict, &plain_content(stream));
        }
    }

    fn check_picture(&mut self, fields: &Dictionary) {
        if fields.has(b"SMask") {
            self.fault(FaultKind::Transparent, "a picture on it is transparent");
        }
        let colours = fields.get(b"ColorSpace").ok().and_then(|space| self.colour_count(space));
        if colours == Some(3) && self.profile.colour == ColourSpace::Cmyk {
            self.fault(FaultKind::Rgb, "a picture on it is in RGB");
        }
    }

    /// How many colours a colour space has.
    fn colour_count(&self, space: &Object) -> Option<i64> {
        match self.document.dereference(space).ok()?.1 {
            Object::Name(name) => device_colours(name),
            Object::Array(items) => self.colours_by_profile(items),
            _ => None,
        }
    }

    /// How many colours a space has that is given by a profile of the ICC.
    fn colours_by_profile(&self, space: &[Object]) -> Option<i64> {
        let [Object::Name(name), profile, ..] = space else { return None };
        if name == b"ICCBased" { self.profile_colours(profile) } else { None }
    }

    /// How many colours a profile of the ICC has.
    fn profile_colours(&self, profile: &Object) -> Option<i64> {
        let (_, stream) = self.document.dereference(profile).ok()?;
        stream.as_stream().ok()?.dict.get(b"N").and_then(Object::as_i64).ok()
    }

    /// Colours, and lines that are drawn at their own size.
    fn check_operation(&mut self, operation: &Operation, spaces: Option<&Dictionary>) {
        let numbers = || operation.operands.iter().filter_map(operand_number);
        match operation.operator.as_str() {
            "k" | "K" => self.check_ink(numbers().sum::<f64>() * 100.0),
            "rg" | "RG" => self.check_colours(3),
            "cs" | "CS" => self.check_space(operation.operands.first(), spaces),
            "w" => self.check_line(numbers().next().unwrap_or_default()),
            _ => {}
        }
    }

    /// A colour space by its name among those of the drawing, or by its own.
    fn check_space(&mut self, operand: Option<&Object>, spaces: Option<&Dictionary>) {
        let Some(space) = operand else { return };
        let named = space.as_name().ok().and_then(|name| spaces?.get(name).ok());
        self.check_colours(self.colour_count(named.unwrap_or(space)).unwrap_or(0));
    }

    fn check_colours(&mut self, count: i64) {
        if count == 3 && self.profile.colour == ColourSpace::Cmyk {
            self.fault(FaultKind::Rgb, "something on it is in RGB");
        }
    }

    fn check_ink(&mut self, sum: f64) {
        if let Some(limit) = self.profile.ink_limit.filter(|limit| sum > limit + INK_TOLERANCE) {
            self.fault(FaultKind::Ink, &format!("{sum:.0} % ink on it, more than {limit:.0} %"));
        }
    }

    fn check_line(&mut self, width: f64) {
        let thin = |least: &f64| width > 0.0 && width < least - LINE_TOLERANCE;
        if let Some(least) = self.profile.line.filter(thin) {
            self.fault(
                FaultKind::Line,
                &format!("a line on it is {width:.2} pt wide, less than {least} pt"),
            );
        }
    }
}

/// How many colours a colour space of a device has.
fn device_colours(name: &[u8]) -> Option<i64> {
    match name {
        b"DeviceGray" => Some(1),
        b"DeviceRGB" => Some(3),
        b"DeviceCMYK" => Some(4),
        _ => None,
    }
}

/// What stands in a stream, decompressed if it can be.
fn plain_content(stream: &Stream) -> Vec<u8> {
    stream.decompressed_content().unwrap_or_else(|_| stream.content.clone())
}

/// Whether a state paints with less than full strength.
fn is_translucent(state: &Dictionary, key: &[u8]) -> bool {
    state.get(key).ok().and_then(operand_number).is_some_and(|value| value < 1.0)
}
