//! Dispatch of the operators of a content stream.

use std::rc::Rc;

use kurbo::{Affine, Point, Rect};
use lopdf::Dictionary;

use super::lexer::{Operand, Operation};
use super::painting::PathPaint;
use super::pictures::PictureFacts;
use super::{Interpreter, MOST_KEPT};

impl<'a> Interpreter<'a> {
    pub fn operate(&mut self, operation: &Operation<'_>, resources: Option<&'a Dictionary>) {
        let numbers = operation.numbers();
        match operation.operator {
            b"q" => {
                if self.kept.len() < MOST_KEPT {
                    self.kept.push(self.state.clone());
                }
            }
            b"Q" => {
                if self.kept.len() > self.floor
                    && let Some(state) = self.kept.pop()
                {
                    self.state = state;
                }
            }
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
                if let Some(name) = operation.name() {
                    self.draw_object(name, resources);
                }
            }
            b"sh" => self.paint_gradient(operation, resources),
            b"BI" => {
                if let Some(Operand::Fields(fields)) = operation.operands.first() {
                    let facts = PictureFacts::inline(self.pdf, fields, resources);
                    self.place_picture(Rc::new(facts));
                }
            }
            b"w" => self.state.line_width = numbers.first().copied().unwrap_or(1.0).abs(),
            b"gs" => self.take_settings(operation, resources),
            b"g" | b"rg" | b"k" | b"cs" | b"sc" | b"scn" => {
                let space = self.chosen_space(operation, resources, &self.state.fill.space);
                self.state.fill.paint = self.chosen_paint(operation, resources, &space);
                self.state.fill.space = space;
            }
            b"G" | b"RG" | b"K" | b"CS" | b"SC" | b"SCN" => {
                let space = self.chosen_space(operation, resources, &self.state.stroke.space);
                self.state.stroke.paint = self.chosen_paint(operation, resources, &space);
                self.state.stroke.space = space;
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
                let (x, y) = (numbers[0], numbers[1]);
                self.path.rectangle(Rect::new(x, y, x + numbers[2], y + numbers[3]), matrix);
            }
            (b"h", _) => self.path.close(),
            _ => {}
        }
    }
}
