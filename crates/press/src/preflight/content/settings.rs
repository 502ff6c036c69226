//! Operators that set colours, fonts and what a dictionary of the state says.

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::Interpreter;
use super::colours::{Colour, ColourSpace, read_space};
use super::fonts::FontFacts;
use super::lexer::{Operand, Operation};
use super::operators::device_space;
use super::pictures::object_of;
use super::state::Paint;
use crate::preflight::pdf::{as_fields, as_number};

impl<'a> Interpreter<'a> {
    /// The colour space that an operator chooses, if it does.
    pub fn chosen_space(
        &self,
        operation: &Operation<'_>,
        resources: Option<&'a Dictionary>,
        choosing: &[u8],
    ) -> Option<Rc<ColourSpace>> {
        if operation.operator == choosing {
            let space = object_of(operation.operands.last()?);
            return Some(read_space(self.pdf, &space, resources));
        }
        device_space(operation.operator).map(Rc::new)
    }

    /// What an operator paints with from now on.
    pub fn chosen_paint(
        &self,
        operation: &Operation<'_>,
        (space, numbers): (&Rc<ColourSpace>, &[f64]),
        resources: Option<&'a Dictionary>,
    ) -> Paint<'a> {
        if space.as_ref() == &ColourSpace::Pattern {
            let name = operation.operands.last().and_then(Operand::name);
            let patterns = resources.and_then(|fields| self.pdf.fields(fields, b"Pattern"));
            let pattern = patterns.zip(name).and_then(|(patterns, name)| patterns.get(name).ok());
            return Paint::Pattern(pattern);
        }
        let chooses_space = matches!(operation.operator, b"cs" | b"CS");
        let colour = if chooses_space {
            ColourSpace::first_colour(space)
        } else {
            Colour { space: space.clone(), values: numbers.to_vec() }
        };
        Paint::Plain(Rc::new(colour))
    }

    /// A dictionary of the state: transparency, overprinting, lines, a font.
    pub fn take_settings(&mut self, operation: &Operation<'_>, resources: Option<&'a Dictionary>) {
        let pdf = self.pdf;
        let all = resources.and_then(|fields| pdf.fields(fields, b"ExtGState"));
        let name = operation.operands.last().and_then(Operand::name);
        let Some(fields) = all.zip(name).and_then(|(all, name)| pdf.fields(all, name)) else {
            return;
        };
        let state = &mut self.state;
        let number = |key: &[u8]| pdf.number(fields, key);
        let truth = |key: &[u8]| pdf.entry(fields, key).and_then(|truth| truth.as_bool().ok());
        state.fill_alpha = number(b"ca").unwrap_or(state.fill_alpha);
        state.stroke_alpha = number(b"CA").unwrap_or(state.stroke_alpha);
        state.line_width = number(b"LW").unwrap_or(state.line_width);
        state.overprints_stroke = truth(b"OP").unwrap_or(state.overprints_stroke);
        state.overprints_fill = truth(b"op").or(truth(b"OP")).unwrap_or(state.overprints_fill);
        if let Some(mode) = pdf.entry(fields, b"BM") {
            state.blends = !is_normal(mode);
        }
        if let Some(mask) = pdf.entry(fields, b"SMask") {
            state.is_masked = as_fields(mask).is_some();
        }
        if let Some([font, size]) = pdf.list(fields, b"Font") {
            state.text.size = as_number(size).unwrap_or_default();
            self.choose_font(font);
        }
    }

    /// The font that a reference leads to.
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

/// Whether a blend mode, or the first of several, paints as usual.
fn is_normal(mode: &Object) -> bool {
    let mode = match mode {
        Object::Array(modes) => modes.first(),
        one => Some(one),
    };
    mode.is_none_or(|mode| matches!(mode.as_name(), Ok(b"Normal" | b"Compatible")))
}
