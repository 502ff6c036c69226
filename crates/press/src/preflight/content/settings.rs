//! Operators that set colours, fonts and the entries of a graphics state dictionary.

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::Interpreter;
use super::colours::{Colour, ColourSpace, read_space};
use super::fonts::FontFacts;
use super::lexer::Operation;
use super::pictures::object_of;
use super::state::Paint;
use crate::preflight::pdf::{as_fields, as_number};

impl<'a> Interpreter<'a> {
    /// Returns the colour space that an operator chooses, or else the current one.
    pub fn chosen_space(
        &self,
        operation: &Operation<'_>,
        resources: Option<&'a Dictionary>,
        current: &Rc<ColourSpace>,
    ) -> Rc<ColourSpace> {
        match (operation.operator, operation.operands.last()) {
            (b"g" | b"G", _) => Rc::new(ColourSpace::Grey),
            (b"rg" | b"RG", _) => Rc::new(ColourSpace::Rgb),
            (b"k" | b"K", _) => Rc::new(ColourSpace::Cmyk),
            (b"cs" | b"CS", Some(space)) => read_space(self.pdf, &object_of(space), resources),
            _ => current.clone(),
        }
    }

    /// Returns the paint that an operator chooses in a colour space.
    pub fn chosen_paint(
        &self,
        operation: &Operation<'_>,
        resources: Option<&'a Dictionary>,
        space: &Rc<ColourSpace>,
    ) -> Paint<'a> {
        if space.as_ref() == &ColourSpace::Pattern {
            let name = operation.name();
            let pattern = name.and_then(|name| self.pdf.resource(resources, b"Pattern", name));
            return Paint::Pattern(pattern);
        }
        let colour = match operation.operator {
            b"cs" | b"CS" => ColourSpace::first_colour(space),
            _ => Colour { space: space.clone(), values: operation.numbers() },
        };
        Paint::Plain(Rc::new(colour))
    }

    /// Applies a graphics state dictionary: transparency, overprinting, lines, a font.
    pub fn take_settings(&mut self, operation: &Operation<'_>, resources: Option<&'a Dictionary>) {
        let pdf = self.pdf;
        let settings =
            operation.name().and_then(|name| pdf.resource(resources, b"ExtGState", name));
        let Some(fields) = settings.and_then(|one| as_fields(pdf.find(one)?)) else { return };
        let state = &mut self.state;
        let number = |key: &[u8]| pdf.number(fields, key);
        let truth = |key: &[u8]| pdf.entry(fields, key).and_then(|truth| truth.as_bool().ok());
        let (fill, stroke) = (&mut state.fill, &mut state.stroke);
        fill.alpha = number(b"ca").unwrap_or(fill.alpha);
        stroke.alpha = number(b"CA").unwrap_or(stroke.alpha);
        state.line_width = number(b"LW").unwrap_or(state.line_width);
        stroke.overprints = truth(b"OP").unwrap_or(stroke.overprints);
        fill.overprints = truth(b"op").or(truth(b"OP")).unwrap_or(fill.overprints);
        if let Some(mode) = pdf.entry(fields, b"BM") {
            let first = match mode {
                Object::Array(modes) => modes.first(),
                one => Some(one),
            };
            let is_usual = |mode: &Object| matches!(mode.as_name(), Ok(b"Normal" | b"Compatible"));
            state.blends = !first.is_none_or(is_usual);
        }
        if let Some(mask) = pdf.entry(fields, b"SMask") {
            state.is_masked = as_fields(mask).is_some();
        }
        if let Some([font, size]) = pdf.list(fields, b"Font") {
            state.text.size = as_number(size).unwrap_or_default();
            self.choose_font(font);
        }
    }

    /// Sets the font of a reference.
    pub fn choose_font(&mut self, font: &'a Object) {
        let fields = self.pdf.find(font).and_then(as_fields);
        let facts = fields.map(|fields| {
            let key = std::ptr::from_ref(fields).addr();
            let mut fonts = self.reading.fonts.borrow_mut();
            fonts.entry(key).or_insert_with(|| Rc::new(FontFacts::read(self.pdf, fields))).clone()
        });
        self.state.text.font = facts;
    }
}
