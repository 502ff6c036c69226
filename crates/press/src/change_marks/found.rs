//! Marks of a page. In: its frame, and the words and charts that changed. Out: boxes round what changed,
//! lines below new words, and boxes round everything else.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::ops::Range;

use typst::foundations::Content;
use typst::introspection::{Location, Tag};
use typst::layout::{Frame, FrameItem, Point, Rect, Transform};
use typst::text::TextItem;
use typst::visualize::Paint;

use super::InkBox;
use crate::book::ChangeMarks;
use crate::set::spans::{chart_label, typst_span};
use crate::set::virtual_files::source_of_path;

/// Distances from the baseline to the tops and the feet of letters, in sizes of the type.
const LETTERS: (f64, f64) = (0.75, 0.25);
/// Distance of a mark below the baseline, and its thickness, in sizes of the type.
const LINE: (f64, f64) = (0.15, 0.055);
/// The least thickness of a line, in points.
const LEAST_LINE: f64 = 0.5;
/// Labels of the marks before and behind the quick reference
/// (`crates/press/src/outputs/rulebook/rulebook.typ`).
const QUICK: (&str, &str) = ("quick-begin", "quick-end");

/// Marked runs and charts, by the source places that words on pages carry.
pub struct MarkedRuns<'m> {
    runs: BTreeMap<NonZeroU64, &'m [Range<u32>]>,
    /// Labels of the charts.
    charts: BTreeSet<String>,
}

impl<'m> MarkedRuns<'m> {
    pub fn of(marks: &'m ChangeMarks) -> Self {
        let run = |(span, new): (&base::source::Span, &'m Vec<Range<u32>>)| {
            let place = typst_span(*span);
            (!place.is_detached()).then(|| (place.into_raw(), new.as_slice()))
        };
        let charts = marks.charts.iter();
        Self {
            runs: marks.runs.iter().filter_map(run).collect(),
            charts: charts
                .map(|(span, id)| chart_label(id.as_deref(), typst_span(*span)))
                .collect(),
        }
    }
}

/// The marks of a page.
#[derive(Default)]
pub struct FoundMarks {
    /// Boxes round each run of words that changed, and round changed charts.
    pub changed: Vec<InkBox>,
    /// Boxes round the other words of the author.
    pub unchanged: Vec<InkBox>,
    /// Lines below new words, each with its colour.
    pub lines: Vec<(InkBox, Paint)>,
    /// Boxes round every run of words.
    pub words: Vec<InkBox>,
    /// Boxes round every run of words, shape and picture.
    pub all: Vec<InkBox>,
}

/// Finds marks page by page.
pub struct MarkFinder<'m> {
    marked: &'m MarkedRuns<'m>,
    /// The changed chart that is open, and its box so far.
    chart: Option<(Location, Option<InkBox>)>,
    /// The box so far of the open example, and whether it is marked.
    example: Option<(Option<InkBox>, bool)>,
    /// True between the beginning and the end of the quick reference.
    is_in_quick: bool,
    /// True if a part of the quick reference is on the current page.
    is_quick: bool,
    found: FoundMarks,
}

impl<'m> MarkFinder<'m> {
    pub fn new(marked: &'m MarkedRuns<'m>) -> Self {
        let (is_in_quick, is_quick, found) = (false, false, FoundMarks::default());
        Self { marked, chart: None, example: None, is_in_quick, is_quick, found }
    }

    /// True if a part of the quick reference is on the current page.
    pub fn is_quick(&self) -> bool {
        self.is_quick
    }

    /// Finds the marks of the next page.
    pub fn find(&mut self, page: &Frame) -> FoundMarks {
        self.is_quick = self.is_in_quick;
        self.frame(page, Transform::identity());
        if let Some((area, is_marked)) = &mut self.example {
            // The example continues on the next page.
            let area = area.take().filter(|_| *is_marked);
            self.found.changed.extend(area);
        }
        std::mem::take(&mut self.found)
    }

    fn frame(&mut self, frame: &Frame, transform: Transform) {
        for (position, item) in frame.items() {
            let at = |area: Rect| {
                let (one, other) = (area.min + *position, area.max + *position);
                box_between(one.transform(transform), other.transform(transform))
            };
            match item {
                FrameItem::Group(group) => {
                    let moved = Transform::translate(position.x, position.y);
                    self.frame(
                        &group.frame,
                        transform.pre_concat(moved).pre_concat(group.transform),
                    );
                }
                FrameItem::Text(text) => self.text(text, *position, transform),
                FrameItem::Shape(shape, _) => self.take(at(shape.geometry.bbox(None))),
                FrameItem::Image(_, size, _) => {
                    self.take(at(Rect::from_pos_size(Point::zero(), *size)));
                }
                FrameItem::Tag(Tag::Start(content, _)) => self.start(content),
                FrameItem::Tag(Tag::End(location, ..)) => self.end(*location),
                FrameItem::Link(..) => {}
            }
        }
    }

    fn start(&mut self, content: &Content) {
        let Some((label, location)) = content.label().zip(content.location()) else { return };
        let label = label.resolve();
        match label.as_str() {
            label if label == QUICK.0 => (self.is_in_quick, self.is_quick) = (true, true),
            label if label == QUICK.1 => self.is_in_quick = false,
            "example-begin" => self.example = Some((None, false)),
            "example-end" => {
                if let Some((area, true)) = self.example.take() {
                    self.found.changed.extend(area);
                }
            }
            _ => {}
        }
        if self.chart.is_none() && self.marked.charts.contains(label.as_str()) {
            self.chart = Some((location, None));
        }
    }

    fn end(&mut self, location: Location) {
        if let Some((_, area)) = self.chart.take_if(|(open, _)| *open == location) {
            self.found.changed.extend(area);
        }
    }

    /// Adds a drawn box; inside a changed chart, it extends the box of the chart.
    fn take(&mut self, area: InkBox) {
        self.found.all.push(area);
        let chart = self.chart.as_mut().map(|(_, chart)| chart);
        let example = self.example.as_mut().map(|(example, _)| example);
        for whole in chart.into_iter().chain(example) {
            *whole = Some(whole.map_or(area, |whole| whole.union(area)));
        }
    }

    fn text(&mut self, text: &TextItem, start: Point, transform: Transform) {
        let size = text.size.to_pt() * transform.sy.get().abs();
        let (above, below) = (LETTERS.0 * size, LETTERS.1 * size);
        let line_box = |from: Point, to: Point| {
            let line = box_between(from.transform(transform), to.transform(transform));
            InkBox { y0: line.y0 - above, y1: line.y1 + below, ..line }
        };
        let mut x = start.x;
        let mut is_marked = false;
        // Area from the beginning to the end of new words.
        let mut new: Option<Rect> = None;
        for glyph in &text.glyphs {
            let end = x + glyph.x_advance.at(text.size);
            let (place, byte) = glyph.span;
            let run = self.marked.runs.get(&place.into_raw());
            is_marked |= run.is_some();
            let byte = u32::from(byte);
            let is_new = run.is_some_and(|new| new.iter().any(|bytes| bytes.contains(&byte)));
            let is_blank = text.text[glyph.range()].trim().is_empty();
            if !is_new {
                self.close(new.take(), text, line_box);
            } else if !is_blank {
                let from = new.map_or(Point::new(x, start.y), |new| new.min);
                new = Some(Rect::new(from, Point::new(end, start.y)));
            }
            x = end;
        }
        self.close(new, text, line_box);
        let whole = line_box(start, Point::new(x, start.y));
        self.take(whole);
        self.found.words.push(whole);
        match &mut self.example {
            Some((_, marked)) => *marked |= is_marked,
            None if is_marked => self.found.changed.push(whole),
            None if is_written(text) => self.found.unchanged.push(whole),
            None => {}
        }
    }

    /// Marks new words.
    fn close(
        &mut self,
        new: Option<Rect>,
        text: &TextItem,
        line_box: impl Fn(Point, Point) -> InkBox,
    ) {
        let Some(new) = new else { return };
        let words = line_box(new.min, new.max);
        let size = words.height() / (LETTERS.0 + LETTERS.1);
        let top = words.y1 - LETTERS.1 * size + LINE.0 * size;
        let line = InkBox { y0: top, y1: top + (LINE.1 * size).max(LEAST_LINE), ..words };
        self.found.lines.push((line, text.fill.clone()));
    }
}

/// True if words come from a text of the author, not from a template.
fn is_written(text: &TextItem) -> bool {
    let mut places = text.glyphs.iter().map(|glyph| glyph.span.0);
    places.any(|place| place.id().is_some_and(|id| source_of_path(id).is_some()))
}

fn box_between(one: Point, other: Point) -> InkBox {
    let corner = |at: Point| (at.x.to_pt(), at.y.to_pt());
    InkBox::from_points(corner(one), corner(other))
}
