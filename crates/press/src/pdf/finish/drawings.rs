//! Preparation of the drawings in a finished PDF for a press. In: the content of its pages, of the drawings
//! inside them and of patterns. Out: RGB colours as inks, and black words that overprint, so that no white
//! edge shows where plates are misaligned.

use std::collections::BTreeMap;

use anyhow::Result;
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::colour_spaces::{ColourKind, colour_kind};
use super::{inner_dictionary, operand_number, page_resources};
use crate::inks::InkMixer;

/// Name of the state that overprints.
const OVER: &str = "RPover";
const INSTEAD: &str = "RPinstead";

/// Prepares every drawing.
pub fn prepare_drawings(document: &mut Document, mixer: &InkMixer) -> Result<()> {
    for page in document.get_pages().into_values() {
        let resources = page_resources(document, page)?;
        let content = document.get_page_content(page);
        let Some(drawn) = prepared(document, &resources, &content, mixer) else { continue };
        document.change_page_content(page, drawn.content)?;
        let resources = press_resources(document, resources, drawn.overprints);
        document.get_dictionary_mut(page)?.set("Resources", resources);
    }
    for id in inner_drawings(document) {
        let stream = document.get_object(id)?.as_stream()?;
        let resources = inner_dictionary(document, &stream.dict, b"Resources");
        let resources = resources.cloned().unwrap_or_default();
        let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        let Some(drawn) = prepared(document, &resources, &content, mixer) else { continue };
        document.change_content_stream(id, drawn.content);
        let resources = press_resources(document, resources, drawn.overprints);
        document.get_object_mut(id)?.as_stream_mut()?.dict.set("Resources", resources);
    }
    Ok(())
}

/// Returns the drawings inside others, and patterns with content.
fn inner_drawings(document: &Document) -> Vec<ObjectId> {
    let is_drawing = |object: &Object| {
        let Ok(stream) = object.as_stream() else { return false };
        let is_form = stream.dict.get(b"Subtype").and_then(Object::as_name);
        let is_form = is_form.is_ok_and(|kind| kind == b"Form");
        is_form
            || stream.dict.get(b"PatternType").and_then(Object::as_i64).is_ok_and(|kind| kind == 1)
    };
    let objects = document.objects.iter().filter(|(_, object)| is_drawing(object));
    objects.map(|(id, _)| *id).collect()
}

/// Returns the resources of a prepared drawing: without RGB colour spaces, which are no longer used, and with
/// the states for overprinting words.
fn press_resources(document: &Document, mut resources: Dictionary, overprints: bool) -> Dictionary {
    if let Some(spaces) = inner_dictionary(document, &resources, b"ColorSpace") {
        let kept =
            spaces.iter().filter(|(_, space)| colour_kind(document, space) == ColourKind::Other);
        let kept: Dictionary = kept.map(|(name, space)| (name.clone(), space.clone())).collect();
        resources.set("ColorSpace", kept);
    }
    if overprints {
        let states = inner_dictionary(document, &resources, b"ExtGState");
        let mut states = states.cloned().unwrap_or_default();
        for (name, over) in [(OVER, true), (INSTEAD, false)] {
            let mode = i64::from(over);
            let state =
                dictionary! { "Type" => "ExtGState", "OP" => false, "op" => over, "OPM" => mode };
            states.set(name, state);
        }
        resources.set("ExtGState", states);
    }
    resources
}

/// A prepared drawing.
struct PreparedDrawing {
    content: Vec<u8>,
    /// True if it uses the states for overprint.
    overprints: bool,
}

/// Prepares a drawing for a press; `None` if it cannot be read.
fn prepared(
    document: &Document,
    resources: &Dictionary,
    content: &[u8],
    mixer: &InkMixer,
) -> Option<PreparedDrawing> {
    let content = Content::decode(content).ok()?;
    let spaces = inner_dictionary(document, resources, b"ColorSpace").into_iter().flatten();
    let kinds = spaces.map(|(name, space)| (name.clone(), colour_kind(document, space)));
    let mut pass = DrawingPass::new(kinds.collect(), mixer);
    for operation in content.operations {
        pass.operation(operation);
    }
    let content = Content { operations: pass.out }.encode().ok()?;
    Some(PreparedDrawing { content, overprints: pass.overprints })
}

/// State that later operations depend on.
#[derive(Clone, Copy)]
struct PaintState {
    fill: ColourKind,
    stroke: ColourKind,
    /// True if the fill colour is black ink alone.
    black: bool,
    /// True if words are outlined.
    stroked_words: bool,
    /// True if fills overprint.
    over: bool,
}

struct DrawingPass<'m> {
    /// Colour spaces of the drawing by name.
    spaces: BTreeMap<Vec<u8>, ColourKind>,
    mixer: &'m InkMixer,
    now: PaintState,
    kept: Vec<PaintState>,
    out: Vec<Operation>,
    overprints: bool,
}

impl<'m> DrawingPass<'m> {
    fn new(spaces: BTreeMap<Vec<u8>, ColourKind>, mixer: &'m InkMixer) -> Self {
        let other = ColourKind::Other;
        let now = PaintState {
            fill: other,
            stroke: other,
            black: true,
            stroked_words: false,
            over: false,
        };
        Self { spaces, mixer, now, kept: Vec::new(), out: Vec::new(), overprints: false }
    }

    fn operation(&mut self, operation: Operation) {
        match operation.operator.as_str() {
            "q" => self.kept.push(self.now),
            "Q" => self.now = self.kept.pop().unwrap_or(self.now),
            "cs" => return self.space(operation, false),
            "CS" => return self.space(operation, true),
            "rg" => return self.mixed(&operation, false),
            "RG" => return self.mixed(&operation, true),
            "sc" | "scn" if self.now.fill == ColourKind::Rgb => {
                return self.mixed(&operation, false);
            }
            "SC" | "SCN" if self.now.stroke == ColourKind::Rgb => {
                return self.mixed(&operation, true);
            }
            "sc" | "scn" => self.now.black = false,
            "g" | "k" => {
                self.now.fill = ColourKind::Other;
                self.now.black = is_black(&operation);
            }
            "G" | "K" => self.now.stroke = ColourKind::Other,
            "Tr" => {
                let mode = operation.operands.first().and_then(operand_number);
                self.now.stroked_words = mode.is_some_and(|mode| mode != 0.0);
            }
            "Tj" | "TJ" | "'" | "\"" => self.print_over(self.now.black && !self.now.stroked_words),
            "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" | "S" | "s" | "sh" | "Do" | "BI" => {
                self.print_over(false);
            }
            _ => {}
        }
        self.out.push(operation);
    }

    /// Makes the next fills overprint, or knock out, what is below.
    fn print_over(&mut self, over: bool) {
        if self.now.over != over {
            let state = if over { OVER } else { INSTEAD };
            self.push("gs", vec![Object::Name(state.as_bytes().to_vec())]);
            self.now.over = over;
            self.overprints = true;
        }
    }

    fn push(&mut self, operator: &str, operands: Vec<Object>) {
        self.out.push(Operation::new(operator, operands));
    }

    /// Chooses a colour space, and with it black.
    fn space(&mut self, operation: Operation, strokes: bool) {
        let name = operation.operands.first().and_then(|name| name.as_name().ok());
        let kind = match name.unwrap_or_default() {
            b"DeviceRGB" => ColourKind::Rgb,
            name => self.spaces.get(name).copied().unwrap_or(ColourKind::Other),
        };
        if strokes {
            self.now.stroke = kind;
        } else {
            (self.now.fill, self.now.black) = (kind, kind == ColourKind::Rgb);
        }
        match kind {
            ColourKind::Rgb => self.inks([0.0, 0.0, 0.0, 1.0], strokes),
            ColourKind::Other => self.out.push(operation),
        }
    }

    /// Replaces a colour of red, green and blue by inks.
    fn mixed(&mut self, operation: &Operation, strokes: bool) {
        let parts: Vec<f64> = operation.operands.iter().filter_map(operand_number).collect();
        let Ok(rgb) = parts.try_into() else { return self.out.push(operation.clone()) };
        let inks = self.mixer.colour(rgb);
        if !strokes {
            self.now.black = inks == [0.0, 0.0, 0.0, 1.0];
        }
        self.inks(inks, strokes);
    }

    fn inks(&mut self, inks: [f64; 4], strokes: bool) {
        let operands = inks.map(|ink| Object::Real(ink as f32)).to_vec();
        self.push(if strokes { "K" } else { "k" }, operands);
    }
}

/// True if a colour of grey or of four inks is black ink alone.
fn is_black(operation: &Operation) -> bool {
    let parts: Vec<f64> = operation.operands.iter().filter_map(operand_number).collect();
    match (operation.operator.as_str(), parts.as_slice()) {
        ("g", [grey]) => *grey <= 0.0,
        ("k", [c, m, y, k]) => [c, m, y].iter().all(|ink| **ink <= 0.0) && *k >= 1.0,
        _ => false,
    }
}
