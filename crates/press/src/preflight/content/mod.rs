//! Reads the content of a page. In: its content streams, with drawings inside drawings. Out: the marks on it.
//! The cost of an untrusted file is limited.

pub mod colours;
pub mod fonts;
mod gradients;
mod lexer;
pub mod marks;
mod operators;
mod painting;
mod paths;
pub mod pictures;
mod settings;
mod standard_widths;
mod state;
mod text;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use kurbo::{Affine, Rect};
use lopdf::{Dictionary, Object, ObjectId, Stream};

use super::boxes::{PageBoxes, inherited};
use super::kind::FaultKind;
use super::pdf::PdfFile;
use fonts::FontFacts;
use lexer::Lexer;
use marks::{Clip, Mark};
use paths::Path;
use pictures::PictureFacts;
use state::GraphicsState;

/// Most operations of a file.
const MOST_OPERATIONS: usize = 20_000_000;
/// Number of bytes that count as one more operation.
const BYTES_OF_OPERATION: usize = 16;
/// Most bytes of the content of a page.
const MOST_CONTENT: usize = 128 << 20;
/// Most marks of a page.
const MOST_MARKS: usize = 300_000;
/// Deepest nesting of drawings.
const DEEPEST: usize = 24;
/// Most states that are saved for later.
const MOST_KEPT: usize = 512;

/// State that the pages of a file share: the amount that was read, and its results.
#[derive(Default)]
pub struct Reading {
    operations: Cell<usize>,
    /// Fonts by the address of their dictionaries, which do not move while a file is read.
    fonts: RefCell<HashMap<usize, Rc<FontFacts>>>,
    pictures: RefCell<HashMap<usize, Rc<PictureFacts>>>,
}

/// The content of a page.
#[derive(Default)]
pub struct PageContent {
    pub marks: Vec<Mark>,
    /// Faults of the page as a whole.
    pub faults: BTreeSet<FaultKind>,
}

/// Reads one page.
pub fn read_page(
    pdf: &PdfFile,
    page: &Dictionary,
    boxes: &PageBoxes,
    reading: &Reading,
) -> PageContent {
    let clip = Clip { area: boxes.media, straight: [true; 4] };
    let resources = inherited(pdf, page, b"Resources").and_then(|at| pdf.fields(at, b"Resources"));
    let mut interpreter = Interpreter {
        pdf,
        reading,
        state: GraphicsState::first(boxes.to_page, clip),
        kept: Vec::new(),
        floor: 0,
        base: boxes.to_page,
        path: Path::default(),
        next_clip: false,
        depth: 0,
        pattern_area: None,
        page: PageContent::default(),
    };
    interpreter.note_group(page);
    let (content, lacking) = page_bytes(pdf, page);
    interpreter.page.faults.extend(lacking);
    interpreter.run(&content, resources);
    interpreter.draw_annotations(page, boxes.to_page);
    interpreter.page
}

/// Returns the content of a page, and the reason if a part could not be read.
fn page_bytes(pdf: &PdfFile, page: &Dictionary) -> (Vec<u8>, Option<FaultKind>) {
    let parts: Vec<&Object> = match pdf.entry(page, b"Contents") {
        Some(Object::Array(parts)) => parts.iter().take(10_000).collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let (mut content, mut lacking) = (Vec::new(), None);
    for part in parts {
        let stream = pdf.find(part).and_then(|part| part.as_stream().ok());
        match stream.and_then(|stream| pdf.unpack(stream)) {
            Some(bytes) if content.len() + bytes.len() < MOST_CONTENT => content.extend(bytes),
            Some(_) => lacking = Some(FaultKind::TooMuchContent),
            None => lacking = Some(pdf.unread_kind()),
        }
        content.push(b'\n');
    }
    (content, lacking)
}

/// A content stream that is being read.
struct Interpreter<'a> {
    pdf: &'a PdfFile,
    reading: &'a Reading,
    state: GraphicsState<'a>,
    kept: Vec<GraphicsState<'a>>,
    /// Number of saved states when a drawing began: they are not its own.
    floor: usize,
    /// The matrix of patterns.
    base: Affine,
    path: Path,
    /// True if the path becomes a clip.
    next_clip: bool,
    depth: usize,
    /// The area that a pattern fills, while its cell is drawn.
    pattern_area: Option<Rect>,
    page: PageContent,
}

impl<'a> Interpreter<'a> {
    /// Reads a content stream.
    fn run(&mut self, content: &[u8], resources: Option<&'a Dictionary>) {
        // A drawing costs by its length, even if it is one operation.
        let length = content.len() / BYTES_OF_OPERATION;
        self.reading.operations.set(self.reading.operations.get() + length);
        let mut lexer = Lexer::new(content);
        let outer_floor = std::mem::replace(&mut self.floor, self.kept.len());
        while let Some(operation) = lexer.next_operation() {
            let done = self.reading.operations.get() + operation.cost();
            self.reading.operations.set(done);
            if done > MOST_OPERATIONS || self.page.marks.len() > MOST_MARKS {
                self.page.faults.insert(FaultKind::TooMuchContent);
                break;
            }
            self.operate(&operation, resources);
        }
        // States that a drawing saves are its own.
        self.kept.truncate(self.floor);
        self.floor = outer_floor;
    }

    fn add(&mut self, mut mark: Mark) {
        if let Some(area) = self.pattern_area {
            (mark.area, mark.straight) = (area, [0.0; 4]);
        }
        self.page.marks.push(mark);
    }

    /// Draws a drawing inside this one, or a picture.
    fn draw_object(&mut self, name: &[u8], resources: Option<&'a Dictionary>) {
        let Some(object) = self.pdf.resource(resources, b"XObject", name) else { return };
        let id = object.as_reference().ok();
        let Some(stream) = self.pdf.find(object).and_then(|object| object.as_stream().ok()) else {
            return;
        };
        match self.pdf.name(&stream.dict, b"Subtype") {
            Some(b"Image") => self.draw_picture(stream, resources),
            Some(b"PS") => drop(self.page.faults.insert(FaultKind::Postscript)),
            _ => self.draw_form(id, stream, Affine::IDENTITY, resources),
        }
    }

    /// Draws a drawing with content of its own, moved by `placed` first.
    fn draw_form(
        &mut self,
        id: Option<ObjectId>,
        stream: &'a Stream,
        placed: Affine,
        outer: Option<&'a Dictionary>,
    ) {
        if self.depth >= DEEPEST {
            self.page.faults.insert(FaultKind::TooMuchContent);
            return;
        }
        let fields = &stream.dict;
        self.note_group(fields);
        let Some(content) = self.pdf.unpack_drawing(id, stream) else {
            self.page.faults.insert(self.pdf.unread_kind());
            return;
        };
        let (before, path) = (self.state.clone(), std::mem::take(&mut self.path));
        let own = self.pdf.matrix(fields, b"Matrix").unwrap_or(Affine::IDENTITY);
        self.state.matrix = self.state.matrix * placed * own;
        self.state.is_within_transparent = self.state.is_transparent(&self.state.fill);
        if let Some(area) = self.pdf.rect(fields, b"BBox") {
            let is_upright = is_upright(self.state.matrix);
            let area = self.state.matrix.transform_rect_bbox(area);
            self.state.clip = self.state.clip.within(area, is_upright);
        }
        self.depth += 1;
        self.run(&content, self.pdf.fields(fields, b"Resources").or(outer));
        self.depth -= 1;
        (self.state, self.path) = (before, path);
    }

    fn note_group(&mut self, fields: &Dictionary) {
        let group = self.pdf.fields(fields, b"Group");
        let is_group = group.and_then(|group| self.pdf.name(group, b"S")) == Some(b"Transparency");
        if is_group {
            self.page.faults.insert(FaultKind::TransparencyGroup);
        }
    }

    /// Draws comments and stamps that are printed.
    fn draw_annotations(&mut self, page: &'a Dictionary, to_page: Affine) {
        let annotations = self.pdf.list(page, b"Annots").unwrap_or_default();
        for annotation in annotations.iter().take(10_000) {
            let fields = self.pdf.find(annotation).and_then(|one| one.as_dict().ok());
            let Some(fields) = fields else { continue };
            let flags = self.pdf.number(fields, b"F").unwrap_or_default() as i64;
            // Bit 3 prints it; bits 2 and 6 hide it.
            if flags & 4 != 0 && flags & 2 == 0 {
                self.draw_annotation(fields, to_page);
            }
        }
    }

    fn draw_annotation(&mut self, fields: &'a Dictionary, to_page: Affine) {
        let pdf = self.pdf;
        let Some(looks) = pdf.fields(fields, b"AP").and_then(|looks| pdf.entry(looks, b"N")) else {
            return;
        };
        let look = match looks {
            Object::Stream(stream) => Some(stream),
            Object::Dictionary(states) => {
                let state = pdf.name(fields, b"AS").unwrap_or(b"Off");
                pdf.entry(states, state).and_then(|look| look.as_stream().ok())
            }
            _ => None,
        };
        let (Some(look), Some(place)) = (look, pdf.rect(fields, b"Rect")) else { return };
        let own = pdf.matrix(&look.dict, b"Matrix").unwrap_or(Affine::IDENTITY);
        let area = own.transform_rect_bbox(pdf.rect(&look.dict, b"BBox").unwrap_or(place));
        if area.width() <= 0.0 || area.height() <= 0.0 {
            return;
        }
        let placed = Affine::translate((place.x0, place.y0))
            * Affine::scale_non_uniform(
                place.width() / area.width(),
                place.height() / area.height(),
            )
            * Affine::translate((-area.x0, -area.y0));
        self.state = GraphicsState::first(to_page, self.state.clip);
        self.draw_form(None, look, placed, None);
    }
}

/// True if a matrix keeps upright rectangles upright.
fn is_upright(matrix: Affine) -> bool {
    let [a, b, c, d, _, _] = matrix.as_coeffs();
    let size = a.abs() + b.abs() + c.abs() + d.abs();
    (b.abs() + c.abs()) <= size * 1e-4 || (a.abs() + d.abs()) <= size * 1e-4
}
