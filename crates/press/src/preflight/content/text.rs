//! Turns text into marks: the widths of its font give the place of each letter.

use kurbo::{Affine, Rect};
use lopdf::Dictionary;

use super::Interpreter;
use super::fonts::FontSort;
use super::lexer::{Operand, Operation};
use super::marks::{Mark, MarkKind, TextMark};
use super::state::scales;

/// Most letters of the words that a finding quotes.
const QUOTED: usize = 30;

/// The part of a text that is read so far.
#[derive(Default)]
struct ShownText {
    area: Option<Rect>,
    words: String,
}

impl<'a> Interpreter<'a> {
    pub fn operate_text(
        &mut self,
        operation: &Operation<'_>,
        numbers: &[f64],
        resources: Option<&'a Dictionary>,
    ) {
        let first = numbers.first().copied().unwrap_or_default();
        let text = &mut self.state.text;
        match operation.operator {
            b"BT" => (text.matrix, text.line) = (Affine::IDENTITY, Affine::IDENTITY),
            b"Tc" => text.letter_space = first,
            b"Tw" => text.word_space = first,
            b"Tz" => text.stretch = first / 100.0,
            b"TL" => text.leading = first,
            b"Ts" => text.rise = first,
            b"Tr" => text.mode = first as i64,
            b"Tf" => {
                text.size = first;
                let name = operation.operands.first().and_then(Operand::name);
                match name.and_then(|name| self.pdf.resource(resources, b"Font", name)) {
                    Some(font) => self.choose_font(font),
                    None => self.state.text.font = None,
                }
            }
            b"Td" | b"TD" => {
                let [across, up] = *numbers else { return };
                if operation.operator == b"TD" {
                    text.leading = -up;
                }
                self.next_line(across, up);
            }
            b"Tm" => {
                if let Ok(matrix) = <[f64; 6]>::try_from(numbers) {
                    (text.matrix, text.line) = (Affine::new(matrix), Affine::new(matrix));
                }
            }
            b"T*" => self.next_line(0.0, -self.state.text.leading),
            b"Tj" | b"TJ" | b"'" | b"\"" => self.show_operation(operation, numbers),
            _ => {}
        }
    }

    fn next_line(&mut self, across: f64, up: f64) {
        let text = &mut self.state.text;
        text.line *= Affine::translate((across, up));
        text.matrix = text.line;
    }

    fn show_operation(&mut self, operation: &Operation<'_>, numbers: &[f64]) {
        if matches!(operation.operator, b"'" | b"\"") {
            if let [words, letters, ..] = *numbers {
                (self.state.text.word_space, self.state.text.letter_space) = (words, letters);
            }
            self.next_line(0.0, -self.state.text.leading);
        }
        let mut shown = ShownText::default();
        match operation.operands.last() {
            Some(Operand::List(parts)) => {
                parts.iter().for_each(|part| self.show_part(part, &mut shown))
            }
            Some(part) => self.show_part(part, &mut shown),
            None => {}
        }
        self.add_text(shown);
    }

    fn show_part(&mut self, part: &Operand, shown: &mut ShownText) {
        if let Some(letters) = part.text() {
            self.show_letters(letters, shown);
        } else if let Some(back) = part.number() {
            let step = -back / 1000.0 * self.state.text.size;
            self.step(step);
        }
    }

    /// Advances along the line.
    fn step(&mut self, length: f64) {
        let text = &mut self.state.text;
        let is_vertical = text.font.as_ref().is_some_and(|font| font.is_vertical);
        let step = if is_vertical { (0.0, length) } else { (length * text.stretch, 0.0) };
        text.matrix *= Affine::translate(step);
    }

    fn show_letters(&mut self, letters: &[u8], shown: &mut ShownText) {
        let Some(font) = self.state.text.font.clone() else { return };
        for (code, width) in font.letters(letters) {
            let is_blank = font.is_blank(code);
            let text = &self.state.text;
            if !is_blank {
                let (low, high) = (font.descent * text.size, font.ascent * text.size);
                let wide = width * text.size * text.stretch;
                let letter = Rect::new(0.0, text.rise + low, wide, text.rise + high);
                let area = (self.state.matrix * text.matrix).transform_rect_bbox(letter);
                shown.area = Some(shown.area.map_or(area, |before| before.union(area)));
            }
            if shown.words.chars().count() < QUOTED {
                shown.words += &font.meaning(code).unwrap_or_default();
            }
            // Only a space of one byte separates words.
            let is_apart = code == 32 && font.sort != FontSort::Composite;
            let apart = if is_apart { text.word_space } else { 0.0 };
            let width = if font.is_vertical { -1.0 } else { width };
            self.step(width * self.state.text.size + self.state.text.letter_space + apart);
        }
    }

    fn add_text(&mut self, shown: ShownText) {
        let (state, text) = (&self.state, &self.state.text);
        let (Some(area), Some(font)) = (shown.area, text.font.clone()) else { return };
        // Modes 3 and 7 show nothing: they are used for words that a scanner recognised.
        let mode = text.mode & 3;
        let Some((seen, _)) = state.clip.cut(area, [0.0; 4]).filter(|_| mode != 3) else { return };
        let (_, height) = scales(state.matrix * text.matrix);
        let size = (height * text.size).abs();
        let words = shown.words.trim().to_owned();
        let is_filled = mode != 1;
        let painted = if is_filled { &state.fill } else { &state.stroke };
        let mark = Mark {
            area: seen,
            is_cut: seen != area,
            kind: MarkKind::Text(TextMark { size, font, words, is_filled }),
            colour: painted.paint.colour(),
            is_transparent: state.is_transparent(painted),
            overprints: painted.overprints,
            straight: [0.0; 4],
        };
        self.add(mark);
    }
}
