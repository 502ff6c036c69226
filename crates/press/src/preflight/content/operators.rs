//! What each operator of a content stream does.

use kurbo::{Affine, Point};
use lopdf::Dictionary;

use super::Interpreter;
use super::colours::ColourSpace;
use super::lexer::{Operand, Operation};
use super::painting::PathPaint;

impl<'a> Interpreter<'a> {
    pub fn operate(&mut self, operation: &Operation<'_>, resources: Option<&'a Dictionary>) {
        let numbers = operation.numbers();
        match operation.operator {
            b"q" => self.keep_state(),
            b"Q" => self.take_state_back(),
            b"cm" => {
                if let Ok(matrix) = <[f64; 6]>::try_from(numbers) {
                    self.state.matrix *= Affine::new(matrix);
                }
            }
            b"m" | b"l" | b"c" | b"v" | b"y" | b"h" | b"re" => {
                self.draw_path(operation.operator, &numbers)
            }
            b"W" | b"W*" => self.next_clip = true,
            b"S" | b"s" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"n" => {
                self.end_path(PathPaint::of(operation.operator));
            }
            b"Do" => {
                if let Some(name) = operation.operands.last().and_then(Operand::name) {
                    self.draw_object(name, resources);
                }
            }
            b"sh" => self.paint_gradient(operation, resources),
            b"BI" => self.draw_inline_picture(operation, resources),
            b"w" => self.state.line_width = numbers.first().copied().unwrap_or(1.0).abs(),
            b"gs" => self.take_settings(operation, resources),
            b"g" | b"rg" | b"k" | b"cs" | b"sc" | b"scn" => {
                self.set_fill(operation, &numbers, resources)
            }
            b"G" | b"RG" | b"K" | b"CS" | b"SC" | b"SCN" => {
                self.set_stroke(operation, &numbers, resources)
            }
            _ => self.operate_text(operation, &numbers, resources),
        }
    }

    fn draw_path(&mut self, operator: &[u8], numbers: &[f64]) {
        let matrix = self.state.matrix;
        let to = |nth: usize| matrix * Point::new(numbers[nth], numbers[nth + 1]);
        match (operator, numbers.len()) {
            (b"m", 2..) => self.path.move_to(to(0)),
            (b"l", 2..) => self.path.line_to(to(0)),
            (b"c", 6..) => self.path.curve_to(&[to(0), to(2), to(4)]),
            (b"v" | b"y", 4..) => self.path.curve_to(&[to(0), to(2)]),
            (b"re", 4..) => {
                let corner = Point::new(numbers[0], numbers[1]);
                self.path.rectangle(corner, (numbers[2], numbers[3]), matrix);
            }
            (b"h", _) => self.path.close(),
            _ => {}
        }
    }

    fn set_fill(
        &mut self,
        operation: &Operation<'_>,
        numbers: &[f64],
        resources: Option<&'a Dictionary>,
    ) {
        let space = self.chosen_space(operation, resources, b"cs");
        if let Some(space) = space {
            self.state.fill_space = space;
        }
        let current = self.state.fill_space.clone();
        self.state.fill = self.chosen_paint(operation, (&current, numbers), resources);
    }

    fn set_stroke(
        &mut self,
        operation: &Operation<'_>,
        numbers: &[f64],
        resources: Option<&'a Dictionary>,
    ) {
        let space = self.chosen_space(operation, resources, b"CS");
        if let Some(space) = space {
            self.state.stroke_space = space;
        }
        let current = self.state.stroke_space.clone();
        self.state.stroke = self.chosen_paint(operation, (&current, numbers), resources);
    }
}

/// The space that an operator names by itself.
pub fn device_space(operator: &[u8]) -> Option<ColourSpace> {
    match operator {
        b"g" | b"G" => Some(ColourSpace::Grey),
        b"rg" | b"RG" => Some(ColourSpace::Rgb),
        b"k" | b"K" => Some(ColourSpace::Cmyk),
        _ => None,
    }
}
