//! Turns paths, pictures and gradients into marks.

use std::rc::Rc;

use kurbo::{Affine, Rect};
use lopdf::{Dictionary, Object, Stream};

use super::colours::ColourSpace;
use super::gradients::read_gradient;
use super::lexer::Operation;
use super::marks::{Mark, MarkKind, PictureMark};
use super::paths::PathPart;
use super::pictures::PictureFacts;
use super::state::{Paint, scales};
use super::{DEEPEST, Interpreter, is_upright};
use crate::preflight::kind::FaultKind;
use crate::preflight::pdf::as_fields;

/// The ways in which a path is painted at its end.
#[derive(Debug, Clone, Copy)]
pub struct PathPaint {
    fills: bool,
    strokes: bool,
    closes: bool,
}

impl PathPaint {
    pub fn of(operator: &[u8]) -> Self {
        Self {
            fills: matches!(operator, b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*"),
            strokes: matches!(operator, b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*"),
            closes: matches!(operator, b"s" | b"b" | b"b*"),
        }
    }
}

impl<'a> Interpreter<'a> {
    /// Paints the path, and makes it a clip if that was asked for.
    pub fn end_path(&mut self, paint: PathPaint) {
        if paint.closes {
            self.path.close();
        }
        let outline = self.path.outline();
        let parts = self.path.take();
        if paint.fills {
            self.fill_parts(&parts);
        }
        if paint.strokes {
            parts.iter().for_each(|part| self.stroke_part(part));
        }
        if std::mem::take(&mut self.next_clip) {
            let (area, is_box) = outline.unwrap_or((Rect::ZERO, true));
            self.state.clip = self.state.clip.within(area, is_box);
        }
    }

    /// Fills a path: each rectangle becomes a mark; the parts of another path become one.
    fn fill_parts(&mut self, parts: &[PathPart]) {
        let Some(first) = parts.first() else { return };
        if parts.iter().all(PathPart::is_box) {
            for part in parts {
                self.fill_area(part.area, part.straight(), true);
            }
            return;
        }
        let area = parts.iter().fold(first.area, |area, part| area.union(part.area));
        let mut straight = [0.0; 4];
        for part in parts {
            let reaches = super::marks::ends(part.area);
            let most = super::marks::ends(area);
            for side in 0..4 {
                if reaches[side] >= most[side] - 0.02 {
                    straight[side] += part.straight()[side];
                }
            }
        }
        self.fill_area(area, straight, false);
    }

    fn fill_area(&mut self, area: Rect, straight: [f64; 4], is_box: bool) {
        let Some((seen, straight)) = self.state.clip.cut(area, straight) else { return };
        let fill = &self.state.fill;
        match fill.paint.clone() {
            Paint::Plain(colour) => self.add(Mark {
                area: seen,
                is_cut: seen != area,
                kind: MarkKind::Fill { is_box },
                colour: Some(colour),
                is_transparent: self.state.is_transparent(fill),
                overprints: fill.overprints,
                straight,
            }),
            Paint::Pattern(pattern) => self.paint_pattern(pattern, seen, straight),
        }
    }

    fn stroke_part(&mut self, part: &PathPart) {
        let (across, down) = scales(self.state.matrix);
        let width = self.state.line_width * across.min(down);
        // Upright lines end at their end points; others reach half their width further.
        let is_line = part.is_box() && (part.area.width() < 0.02 || part.area.height() < 0.02);
        let half = width / 2.0;
        let (across, along) =
            if is_line && part.area.width() < 0.02 { (half, 0.0) } else { (0.0, half) };
        let (across, along) = if is_line { (across, along) } else { (half, half) };
        let area = part.area.inflate(across, along);
        let Some((seen, straight)) = self.state.clip.cut(area, part.straight()) else { return };
        let stroke = &self.state.stroke;
        let mark = Mark {
            area: seen,
            is_cut: seen != area,
            kind: MarkKind::Stroke { width, is_box: part.is_box() },
            colour: stroke.paint.colour(),
            is_transparent: self.state.is_transparent(stroke),
            overprints: stroke.overprints,
            straight,
        };
        self.add(mark);
    }

    /// Paints the area of a pattern: with a gradient, or with its cell once.
    fn paint_pattern(&mut self, pattern: Option<&'a Object>, area: Rect, straight: [f64; 4]) {
        let pdf = self.pdf;
        let Some(found) = pattern.and_then(|pattern| pdf.find(pattern)) else { return };
        let Some(fields) = as_fields(found) else { return };
        if let Some(shading) = pdf.fields(fields, b"Shading") {
            self.add_gradient(shading, None, area, straight);
            return;
        }
        let Ok(stream) = found.as_stream() else { return };
        if self.depth >= DEEPEST || self.pattern_area.is_some() {
            return;
        }
        let (matrix, before) = (self.state.matrix, self.state.clip);
        self.state.matrix = self.base;
        let id = pattern.and_then(|pattern| pattern.as_reference().ok());
        // The cell is drawn for all of them, so its content is seen whole.
        self.state.clip.area = Rect::new(-1e6, -1e6, 1e6, 1e6);
        self.pattern_area = Some(area);
        let marks = self.page.marks.len();
        self.draw_form(id, stream, Affine::IDENTITY, None);
        self.pattern_area = None;
        (self.state.matrix, self.state.clip) = (matrix, before);
        if let Some(first) = self.page.marks.get_mut(marks) {
            first.straight = straight;
        }
    }

    fn add_gradient(
        &mut self,
        shading: &'a Dictionary,
        resources: Option<&'a Dictionary>,
        area: Rect,
        straight: [f64; 4],
    ) {
        let Some((space, ink)) = read_gradient(self.pdf, shading, resources) else { return };
        let colour = ColourSpace::first_colour(&space);
        let mark = Mark {
            area,
            is_cut: false,
            kind: MarkKind::Gradient { ink },
            colour: Some(Rc::new(colour)),
            is_transparent: self.state.is_transparent(&self.state.fill),
            overprints: false,
            straight,
        };
        self.add(mark);
    }

    /// Paints a gradient over the area inside the clip.
    pub fn paint_gradient(&mut self, operation: &Operation<'_>, resources: Option<&'a Dictionary>) {
        let pdf = self.pdf;
        let shading = operation.name().and_then(|name| pdf.resource(resources, b"Shading", name));
        let Some(shading) = shading.and_then(|one| as_fields(pdf.find(one)?)) else { return };
        let clip = self.state.clip;
        let area = match self.pdf.rect(shading, b"BBox") {
            Some(area) => clip.area.intersect(self.state.matrix.transform_rect_bbox(area)),
            None => clip.area,
        };
        let lengths = [area.height(), area.height(), area.width(), area.width()];
        let straight =
            [0, 1, 2, 3].map(|side| if clip.straight[side] { lengths[side] } else { 0.0 });
        self.add_gradient(shading, resources, area, straight);
    }

    pub fn draw_picture(&mut self, stream: &'a Stream, resources: Option<&'a Dictionary>) {
        let key = std::ptr::from_ref(stream).addr();
        let mut pictures = self.reading.pictures.borrow_mut();
        let facts = pictures
            .entry(key)
            .or_insert_with(|| Rc::new(PictureFacts::read(self.pdf, stream, resources)))
            .clone();
        drop(pictures);
        self.place_picture(facts);
    }

    /// Places a picture, which fills the unit square.
    pub fn place_picture(&mut self, facts: Rc<PictureFacts>) {
        let matrix = self.state.matrix;
        let area = matrix.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0));
        let lengths = [area.height(), area.height(), area.width(), area.width()];
        let straight = if is_upright(matrix) { lengths } else { [0.0; 4] };
        let Some((seen, straight)) = self.state.clip.cut(area, straight) else { return };
        if facts.is_jpx {
            self.page.faults.insert(FaultKind::JpxPicture);
        }
        if facts.is_lzw {
            self.page.faults.insert(FaultKind::LzwCompression);
        }
        let (width, height) = scales(matrix);
        let density = |dots: f64, length: f64| dots / (length / 72.0).max(1e-9);
        let (across, down) = (density(facts.width, width), density(facts.height, height));
        let fill = &self.state.fill;
        let colour = fill.paint.colour().filter(|_| facts.is_stencil);
        let is_transparent = self.state.is_transparent(fill) || facts.is_transparent;
        let mark = Mark {
            area: seen,
            is_cut: seen != area,
            kind: MarkKind::Picture(PictureMark { density: across.min(down), facts }),
            colour,
            is_transparent,
            overprints: fill.overprints,
            straight,
        };
        self.add(mark);
    }
}
