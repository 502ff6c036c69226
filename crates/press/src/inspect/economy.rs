//! Use of paper by a rulebook: how full its pages are, the part that examples take, and the distance of each
//! example from its rule. Read from the laid-out frames.

use std::collections::BTreeSet;
use std::ops::Range;

use typst::foundations::{Label, Selector, Value};
use typst::introspection::{Introspector, MetadataElem};
use typst::layout::{Frame, FrameItem, Transform};
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use super::TextRun;
use crate::paper::Paper;
use crate::set::design::MM;

/// Greatest gap between rows of a column that count as one, in points: the gap between paragraphs, or above a
/// heading.
const NEAR: f64 = 26.0;

/// Greatest distance of the title of a chapter that begins its page from the top of the text, in points.
const TITLE: f64 = 48.0;

/// Use of paper by a rulebook.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PaperUse {
    /// Examples, in the order in which they are printed.
    pub examples: Vec<ExampleUse>,
    /// Pages from the first to the last.
    pub pages: Vec<PageUse>,
}

/// An example on paper.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExampleUse {
    /// Name of its scenario.
    pub name: String,
    /// The page of its rule, from 0.
    pub rule: usize,
    /// Its frames, one on each of its pages.
    pub frames: Vec<ExampleFrame>,
    /// Its column, from 0; `None` if it spans all columns.
    pub column: Option<usize>,
}

/// The part of an example on one page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExampleFrame {
    /// The page, from 0.
    pub page: usize,
    /// Its upper edge, in points from the top of the page.
    pub top: f64,
    /// Its height in points.
    pub height: f64,
}

/// Use of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageUse {
    /// Filled part of its text area, 0 to 1: the mean of its columns.
    pub filled: f64,
    /// Part of its text area that examples take, 0 to 1.
    pub examples: f64,
    /// True if a chapter begins on the next page, or if there is no next page.
    pub ends_chapter: bool,
}

impl ExampleUse {
    /// Number of pages between its rule and its first frame.
    pub fn distance(&self) -> usize {
        self.frames.first().map_or(0, |frame| frame.page.abs_diff(self.rule))
    }

    /// Sum of the heights of its frames, in points.
    pub fn height(&self) -> f64 {
        self.frames.iter().map(|frame| frame.height).sum()
    }
}

/// A mark of the templates: its text, its page, and its distance from the top of the page.
type Mark = (String, usize, f64);

/// The part of a page that an example takes: its upper and lower edge, and its column if it is in one.
struct Band {
    from: f64,
    to: f64,
    column: Option<usize>,
}

impl Band {
    /// True if it takes a part of a column.
    fn is_in(&self, column: usize) -> bool {
        self.column.is_none_or(|own| own == column)
    }
}

/// Returns the use of the pages of a rulebook on a paper.
pub fn paper_use(document: &PagedDocument, paper: &Paper) -> PaperUse {
    let [rules, begins, ends] =
        ["example-rule", "example-begin", "example-end"].map(|label| marks(document, label));
    let mut named = BTreeSet::new();
    let mut examples: Vec<ExampleUse> = rules
        .into_iter()
        .filter(|(name, ..)| named.insert(name.clone()))
        .map(|(name, rule, _)| ExampleUse { name, rule, ..ExampleUse::default() })
        .collect();
    let top = paper.top * MM;
    let sheets: Vec<Sheet> = document
        .pages()
        .iter()
        .enumerate()
        .map(|own| Sheet::of(own.0, &own.1.frame, paper))
        .collect();
    let columns = placed_marks(document, "example-column");
    let mut bands: Vec<Vec<Band>> = sheets.iter().map(|_| Vec::new()).collect();
    for (name, first, from) in begins {
        let end = ends.iter().find(|end| end.0 == name && (end.1, end.2) >= (first, from));
        let example = examples.iter_mut().find(|own| own.name == name);
        let (Some(example), Some((_, last, to))) = (example, end) else { continue };
        if let Some((.., left)) = columns.iter().find(|own| own.0 == name) {
            example.column = Some(usize::from(*left > sheets[first].middle));
        }
        for (page, bands) in bands.iter_mut().enumerate().take(last + 1).skip(first) {
            let from = if page == first { from } else { top };
            let to = if page == *last { *to } else { sheets[page].lowest() };
            bands.push(Band { from, to, column: example.column });
            let height = (to - from).max(0.0);
            example.frames.push(ExampleFrame { page, top: from, height });
        }
    }
    let runs = super::text_runs(document);
    let pages = sheets.iter().zip(&bands).enumerate();
    let pages = pages.map(|(nth, (sheet, bands))| {
        let high = sheet.bottom - sheet.top;
        let part = |band: &Band| if band.column.is_some() { 0.5 } else { 1.0 };
        let examples = bands.iter().map(|band| part(band) * (band.to - band.from)).sum::<f64>();
        let examples = examples / high;
        let ends_chapter = chapter_begins(&runs, nth + 1, top);
        PageUse { filled: sheet.filled(bands), examples, ends_chapter }
    });
    PaperUse { pages: pages.collect(), examples }
}

/// Returns the marks with a label, in the order of the pages.
fn marks(document: &PagedDocument, label: &str) -> Vec<Mark> {
    let placed = placed_marks(document, label).into_iter();
    placed.map(|(name, page, top, _)| (name, page, top)).collect()
}

/// Returns the marks with a label: text, page, and distances from the top and the left.
fn placed_marks(document: &PagedDocument, label: &str) -> Vec<(String, usize, f64, f64)> {
    let label = Label::new(PicoStr::intern(label)).expect("the name is not empty");
    let introspector = document.introspector();
    let found = introspector.query(&Selector::Label(label));
    let mark = |content: &typst::foundations::Content| {
        let Value::Str(name) = content.to_packed::<MetadataElem>()?.value.clone() else {
            return None;
        };
        let place = introspector.as_ref().position(content.location()?)?;
        let (left, top) = (place.point.x.to_pt(), place.point.y.to_pt());
        Some((name.to_string(), place.page.get() - 1, top, left))
    };
    let mut marks: Vec<_> = found.iter().filter_map(mark).collect();
    marks.sort_by(|a, b| (a.1, a.2).partial_cmp(&(b.1, b.2)).expect("places are numbers"));
    marks
}

/// True if a page begins with a chapter, or if there is no such page.
fn chapter_begins(runs: &[TextRun], page: usize, top: f64) -> bool {
    let mut own = runs.iter().filter(|run| run.page == page).peekable();
    let begins = |run: &TextRun| run.heading == Some(1) && run.top < top + TITLE;
    own.peek().is_none() || own.any(begins)
}

/// The text area of a page, and the boxes that are seen on the page.
struct Sheet {
    top: f64,
    bottom: f64,
    middle: f64,
    boxes: Vec<SeenBox>,
}

impl Sheet {
    /// Returns the page with a number from 0, without the content of its left and right margins.
    fn of(number: usize, frame: &Frame, paper: &Paper) -> Self {
        let mut boxes = Vec::new();
        collect_boxes(frame, Transform::identity(), &mut boxes);
        let size = frame.size();
        let is_recto = number.is_multiple_of(2);
        let (left, right) =
            if is_recto { (paper.inside, paper.outside) } else { (paper.outside, paper.inside) };
        let (left, right) = (left * MM, size.x.to_pt() - right * MM);
        boxes.retain(|own| own.right > left + 1.0 && own.left < right - 1.0);
        let bottom = size.y.to_pt() - paper.bottom * MM;
        Self { top: paper.top * MM, bottom, middle: size.x.to_pt() / 2.0, boxes }
    }

    /// Lower edge of the lowest box in the area.
    fn lowest(&self) -> f64 {
        let inside = self.boxes.iter().filter(|own| own.top < self.bottom - 1.0);
        inside.map(|own| own.bottom.min(self.bottom)).fold(self.top, f64::max)
    }

    /// Filled part of the area, as the mean of its two columns.
    fn filled(&self, bands: &[Band]) -> f64 {
        let halves = [(0, f64::MIN, self.middle), (1, self.middle, f64::MAX)];
        let filled = halves.map(|(column, left, right)| {
            let own =
                self.boxes.iter().filter(|own| own.left < right - 4.0 && own.right > left + 4.0);
            let bands = bands.iter().filter(|band| band.is_in(column));
            let bands = bands.map(|band| band.from..band.to);
            let rows = own.map(|own| own.top..own.bottom).chain(bands);
            self.covered(rows.collect())
        });
        (filled[0] + filled[1]) / 2.0
    }

    /// Part of the height that these rows cover.
    fn covered(&self, mut rows: Vec<Range<f64>>) -> f64 {
        rows.retain(|row| row.start < self.bottom - 1.0 && row.end > self.top + 1.0);
        let order = |row: &Range<f64>| (row.start, row.end);
        rows.sort_by(|a, b| order(a).partial_cmp(&order(b)).expect("places are numbers"));
        let (mut covered, mut reached) = (0.0, self.top);
        for Range { start: from, end: to } in rows {
            let from = if from - reached < NEAR { reached } else { from };
            let to = to.min(self.bottom);
            if to > reached {
                covered += to - from.max(reached);
                reached = to;
            }
        }
        (covered / (self.bottom - self.top)).clamp(0.0, 1.0)
    }
}

/// Something that is seen on a page.
struct SeenBox {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// The boxes of words and pictures of a frame.
fn collect_boxes(frame: &Frame, transform: Transform, out: &mut Vec<SeenBox>) {
    for (position, item) in frame.items() {
        let at = position.transform(transform);
        let (x, y) = (at.x.to_pt(), at.y.to_pt());
        match item {
            FrameItem::Group(group) => {
                let moved = Transform::translate(position.x, position.y);
                let inner = transform.pre_concat(moved).pre_concat(group.transform);
                collect_boxes(&group.frame, inner, out);
            }
            FrameItem::Text(text) => {
                let size = text.size.to_pt() * transform.sx.get();
                let right = x + text.width().to_pt() * transform.sx.get();
                out.push(SeenBox { left: x, right, top: y - size, bottom: y + size * 0.3 });
            }
            FrameItem::Shape(shape, _) => {
                let area = shape.geometry.bbox(None);
                out.push(SeenBox {
                    left: x + area.min.x.to_pt(),
                    right: x + area.max.x.to_pt(),
                    top: y + area.min.y.to_pt(),
                    bottom: y + area.max.y.to_pt(),
                });
            }
            FrameItem::Image(_, size, _) => {
                let (right, bottom) = (x + size.x.to_pt(), y + size.y.to_pt());
                out.push(SeenBox { left: x, right, top: y, bottom });
            }
            FrameItem::Link(..) | FrameItem::Tag(_) => {}
        }
    }
}
