//! Text of laid-out pages: every run with its box, read from the frames.

pub mod economy;

use std::collections::BTreeMap;

use typst::foundations::{Content, Label, Selector, StyleChain, Value};
use typst::introspection::{Introspector, Location, MetadataElem, Tag};
use typst::layout::{Frame, FrameItem, GroupItem, Point, Transform};
use typst::model::{FigureElem, HeadingElem, ParElem, TableCell, TableElem};
use typst::text::TextItem;
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

/// A run of text in one font on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct TextRun {
    /// Page, from 0.
    pub page: usize,
    /// Left edge in points from the left of the page.
    pub left: f64,
    /// Right edge in points from the left of the page.
    pub right: f64,
    /// Top of the letters, in points from the top of the page.
    pub top: f64,
    /// Baseline, in points from the top of the page.
    pub baseline: f64,
    /// Type size in points.
    pub size: f64,
    /// Its text.
    pub text: String,
    /// Level of the heading it belongs to.
    pub heading: Option<usize>,
    /// Number of the paragraph it belongs to, from 0 in the order of their beginnings.
    pub paragraph: Option<usize>,
    /// Number of the table it belongs to, from 0 in the order of their beginnings, and of its row there, the
    /// head included.
    pub row: Option<(usize, usize)>,
}

/// Entry for a figure among the open paragraphs.
const NO_PARAGRAPH: usize = usize::MAX;
/// Entry in place of the number of a paragraph: words of a drawing.
const DRAWN: usize = usize::MAX - 1;

/// Entry in place of the number of a paragraph: words of an example, which may be in the middle of a
/// paragraph.
const IN_EXAMPLE: usize = usize::MAX - 2;

/// Returns all text of a document in the order in which it was set.
pub fn text_runs(document: &PagedDocument) -> Vec<TextRun> {
    let mut walk = FrameWalk::default();
    for (page, sheet) in document.pages().iter().enumerate() {
        walk.page = page;
        walk.frame(&sheet.frame, Transform::identity());
    }
    walk.out
}

#[derive(Default)]
struct FrameWalk {
    page: usize,
    heading: Option<(Location, usize)>,
    paragraphs: usize,
    /// Paragraphs that have begun and not ended.
    open: Vec<(Location, usize)>,
    tables: usize,
    /// Rows whose cells have begun and not ended.
    rows: Vec<(Location, (usize, usize))>,
    out: Vec<TextRun>,
}

impl FrameWalk {
    fn frame(&mut self, frame: &Frame, transform: Transform) {
        for (position, item) in frame.items() {
            match item {
                FrameItem::Group(group) => self.group(group, *position, transform),
                FrameItem::Text(text) => {
                    let run = self.text_run(text, position.transform(transform), transform);
                    self.out.push(run);
                }
                FrameItem::Tag(Tag::Start(content, _)) => self.start(content),
                FrameItem::Tag(Tag::End(location, ..)) => self.end(*location),
                FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) => {}
            }
        }
    }

    fn group(&mut self, group: &GroupItem, position: Point, transform: Transform) {
        let moved = Transform::translate(position.x, position.y);
        let inner = transform.pre_concat(moved).pre_concat(group.transform);
        if group.parent.is_none() {
            return self.frame(&group.frame, inner);
        }
        // Content that belongs elsewhere may be in the middle of a paragraph without being part of it.
        let around = std::mem::take(&mut self.open);
        self.frame(&group.frame, inner);
        self.open = around;
    }

    /// A run of text that begins at a point of the page.
    fn text_run(&self, text: &TextItem, start: Point, transform: Transform) -> TextRun {
        let scale = transform.sx.get();
        let size = text.size.to_pt() * scale.hypot(transform.ky.get());
        TextRun {
            page: self.page,
            left: start.x.to_pt(),
            right: start.x.to_pt() + text.width().to_pt() * scale,
            top: start.y.to_pt() - size * 0.7,
            baseline: start.y.to_pt(),
            size,
            text: text.text.to_string(),
            heading: self.heading.map(|(_, level)| level),
            paragraph: self.paragraph(),
            row: self.rows.last().map(|(_, row)| *row),
        }
    }
}

impl FrameWalk {
    /// Returns the number of the open paragraph; drawn text is in none.
    fn paragraph(&self) -> Option<usize> {
        let drawn = self.open.iter().any(|(_, nth)| *nth == DRAWN);
        let last = self.open.last().map(|(_, nth)| *nth);
        last.filter(|nth| ![NO_PARAGRAPH, IN_EXAMPLE].contains(nth) && !drawn)
    }

    fn start(&mut self, content: &Content) {
        let Some(location) = content.location() else { return };
        if let Some(heading) = content.to_packed::<HeadingElem>() {
            self.heading = Some((location, heading.resolve_level(StyleChain::default()).get()));
        } else if let Some(figure) = content.to_packed::<FigureElem>() {
            self.open.push((location, figure_number(figure)));
        } else if has_label(content, "example-begin") {
            self.open.push((location, IN_EXAMPLE));
        } else if has_label(content, "example-end") {
            self.open.retain(|(_, nth)| *nth != IN_EXAMPLE);
        } else if content.is::<TableElem>() {
            self.tables += 1;
        } else if let Some(cell) = content.to_packed::<TableCell>() {
            let row = cell.y.get(StyleChain::default()).unwrap_or_default();
            self.rows.push((location, (self.tables, row)));
        } else if content.is::<ParElem>() {
            self.open.push((location, self.paragraphs));
            self.paragraphs += 1;
        }
    }

    fn end(&mut self, location: Location) {
        self.heading = self.heading.filter(|(open, _)| *open != location);
        self.open.retain(|(open, nth)| *open != location || *nth == IN_EXAMPLE);
        self.rows.retain(|(open, _)| *open != location);
    }
}

/// True if content has a label of the templates.
fn has_label(content: &Content, label: &str) -> bool {
    content.label().is_some_and(|own| own.resolve().as_str() == label)
}

/// Returns the entry of a figure, which may float into the middle of a paragraph. A figure with an
/// alternative text is a drawing.
fn figure_number(figure: &FigureElem) -> usize {
    let drawn = figure.alt.get_ref(StyleChain::default()).is_some();
    if drawn { DRAWN } else { NO_PARAGRAPH }
}

/// Returns the pages, from 1, of those of these anchors that are printed.
pub fn anchor_pages<'a>(
    document: &PagedDocument,
    anchors: impl IntoIterator<Item = &'a str>,
) -> BTreeMap<String, usize> {
    let introspector = document.introspector();
    let page = |anchor: &'a str| {
        let label = Label::new(PicoStr::intern(anchor))?;
        let found = introspector.query(&Selector::Label(label));
        let page = introspector.page(found.first()?.location()?)?;
        Some((anchor.to_owned(), page.get()))
    };
    anchors.into_iter().filter_map(page).collect()
}

/// A mark that a template left for the press to find.
pub(crate) struct PageMark {
    /// Its page, from 0.
    pub page: usize,
    /// Its content.
    pub value: Value,
}

/// Returns the marks with a label, in order.
pub(crate) fn page_marks(document: &PagedDocument, label: &str) -> Vec<PageMark> {
    let label = Label::new(PicoStr::intern(label)).expect("the name is not empty");
    let marked = document.introspector().query(&Selector::Label(label));
    let mark = |content: &Content| {
        let value = content.to_packed::<MetadataElem>()?.value.clone();
        let page = document.introspector().page(content.location()?)?;
        Some(PageMark { page: page.get() - 1, value })
    };
    marked.iter().filter_map(mark).collect()
}

/// Returns the words of the pages, a line of text for each line on paper, with pages separated.
pub fn page_text(document: &PagedDocument) -> String {
    let mut out = String::new();
    let mut last: Option<TextRun> = None;
    for run in text_runs(document) {
        match &last {
            None => out.push_str("page 1\n"),
            Some(before) if before.page != run.page => {
                out.push_str(&format!("\n\npage {}\n", run.page + 1));
            }
            Some(before) => out.push_str(gap_between(before, &run)),
        }
        out.push_str(&run.text);
        last = Some(run);
    }
    out.push('\n');
    out
}

/// Returns the separator of two runs of a page: a line end, a space, or nothing.
fn gap_between(before: &TextRun, run: &TextRun) -> &'static str {
    if (before.baseline - run.baseline).abs() > 1.0 || run.left < before.left {
        "\n"
    } else if run.left - before.right > run.size * 0.1 {
        " "
    } else {
        ""
    }
}
