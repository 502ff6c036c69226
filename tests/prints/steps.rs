//! The drawing of a PDF, in millimetres from the top left corner of the page: filled shapes and
//! lines, with their colours.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object};

const MM: f64 = 72.0 / 25.4;

/// A rectangle around a filled shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Shape {
    pub(super) fn size(&self) -> (f64, f64) {
        (self.right - self.left, self.bottom - self.top)
    }
}

/// The drawing of one page.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
    pub(super) lines: Vec<((f64, f64), (f64, f64))>,
    /// Colour of each piece of text, as the operands of its operator.
    pub(super) text: Vec<Vec<f64>>,
    /// Operators that set a colour of red, green and blue.
    pub(super) rgb: usize,
}

/// A matrix as PDF writes it.
type Matrix = [f64; 6];

fn times(a: Matrix, b: Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

/// The pages of a PDF as they are drawn.
pub(super) fn pages(bytes: &[u8]) -> Vec<Drawn> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let pages = document.get_pages();
    pages
        .values()
        .map(|page| drawn(&document, document.get_dictionary(*page).expect("it is a page"), *page))
        .collect()
}

fn drawn(document: &Document, page: &Dictionary, id: lopdf::ObjectId) -> Drawn {
    let media =
        numbers(page.get(b"MediaBox").and_then(Object::as_array).expect("a page has a size"));
    let mut out = Drawn {
        width: (media[2] - media[0]) / MM,
        height: (media[3] - media[1]) / MM,
        ..Drawn::default()
    };
    let mut reader = Reader { document, out: &mut out };
    let resources = found(document, page, b"Resources");
    reader.content(
        &document.get_page_content(id),
        &resources,
        [1.0, 0.0, 0.0, 1.0, -media[0], -media[1]],
    );
    out
}

fn numbers(values: &[Object]) -> Vec<f64> {
    values
        .iter()
        .filter_map(|value| {
            value.as_float().ok().map(f64::from).or(value.as_i64().ok().map(|v| v as f64))
        })
        .collect()
}

fn found(document: &Document, fields: &Dictionary, key: &[u8]) -> Dictionary {
    let found = fields.get(key).ok().and_then(|found| document.dereference(found).ok());
    found.and_then(|(_, found)| found.as_dict().ok()).cloned().unwrap_or_default()
}

struct Reader<'a> {
    document: &'a Document,
    out: &'a mut Drawn,
}

impl Reader<'_> {
    fn content(&mut self, bytes: &[u8], resources: &Dictionary, start: Matrix) {
        let content = Content::decode(bytes).expect("what is drawn can be read");
        let (mut matrix, mut colour, mut stack) = (start, Vec::new(), Vec::new());
        let mut path: Vec<(f64, f64)> = Vec::new();
        for operation in &content.operations {
            let values = numbers(&operation.operands);
            match (operation.operator.as_str(), values.as_slice()) {
                ("q", _) => stack.push((matrix, colour.clone())),
                ("Q", _) => (matrix, colour) = stack.pop().expect("states are balanced"),
                ("cm", [a, b, c, d, e, f]) => matrix = times([*a, *b, *c, *d, *e, *f], matrix),
                ("m" | "l", [x, y]) => path.push(self.spot(matrix, *x, *y)),
                ("c", [a, b, c, d, x, y]) => {
                    path.extend([
                        self.spot(matrix, *a, *b),
                        self.spot(matrix, *c, *d),
                        self.spot(matrix, *x, *y),
                    ]);
                }
                ("re", [x, y, w, h]) => {
                    path.extend([self.spot(matrix, *x, *y), self.spot(matrix, x + w, y + h)])
                }
                ("f" | "f*" | "B" | "B*", _) => {
                    self.shape(&path);
                    path.clear();
                }
                ("S" | "s", _) => {
                    if let [from, to] = path.as_slice() {
                        self.out.lines.push((*from, *to));
                    }
                    path.clear();
                }
                ("n", _) => path.clear(),
                ("rg" | "RG", _) => self.out.rgb += 1,
                ("k" | "g" | "scn" | "sc", _) => colour = values,
                ("Tj" | "TJ", _) => self.out.text.push(colour.clone()),
                ("Do", _) => {
                    let name = operation.operands[0].as_name().expect("a drawing has a name");
                    self.inner(name, resources, matrix);
                }
                _ => {}
            }
        }
    }

    fn inner(&mut self, name: &[u8], resources: &Dictionary, matrix: Matrix) {
        let forms = found(self.document, resources, b"XObject");
        let Ok((_, Object::Stream(stream))) =
            self.document.dereference(forms.get(name).expect("it is there"))
        else {
            panic!("a drawing is a stream");
        };
        if stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|kind| kind == b"Image")
        {
            return;
        }
        let own =
            stream.dict.get(b"Matrix").and_then(Object::as_array).map(|values| numbers(values));
        let own = own
            .ok()
            .and_then(|values| values.try_into().ok())
            .unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
        self.content(
            &content,
            &found(self.document, &stream.dict, b"Resources"),
            times(own, matrix),
        );
    }

    fn spot(&self, m: Matrix, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
        (x / MM, self.out.height - y / MM)
    }

    fn shape(&mut self, path: &[(f64, f64)]) {
        let over =
            |f: fn(f64, f64) -> f64, pick: fn(&(f64, f64)) -> f64| path.iter().map(pick).reduce(f);
        let (x, y) = (|p: &(f64, f64)| p.0, |p: &(f64, f64)| p.1);
        let sides = (over(f64::min, x), over(f64::min, y), over(f64::max, x), over(f64::max, y));
        if let (Some(left), Some(top), Some(right), Some(bottom)) = sides {
            self.out.shapes.push(Shape { left, top, right, bottom });
        }
    }
}
