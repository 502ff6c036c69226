//! The text of laid-out pages: every run with its box, read from the frames themselves.

use typst::introspection::{Location, Tag};
use typst::layout::{Frame, FrameItem, Point, Transform};
use typst::model::HeadingElem;
use typst_layout::PagedDocument;

/// A run of text in one font on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Page, from 0.
    pub page: usize,
    /// Left edge in points from the left of the page.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Top of the letters, in points from the top of the page.
    pub top: f64,
    /// The line that letters stand on.
    pub baseline: f64,
    /// Type size in points.
    pub size: f64,
    /// What it says.
    pub text: String,
    /// Whether it belongs to a heading.
    pub heading: bool,
}

/// All text of a document in the order in which it was set.
pub fn runs(document: &PagedDocument) -> Vec<Run> {
    let mut walk = Walk { page: 0, heading: None, out: Vec::new() };
    for (page, sheet) in document.pages().iter().enumerate() {
        walk.page = page;
        walk.frame(&sheet.frame, Transform::identity());
    }
    walk.out
}

struct Walk {
    page: usize,
    heading: Option<Location>,
    out: Vec<Run>,
}

impl Walk {
    fn frame(&mut self, frame: &Frame, transform: Transform) {
        for (position, item) in frame.items() {
            match item {
                FrameItem::Group(group) => {
                    let inner = transform.pre_concat(Transform::translate(position.x, position.y)).pre_concat(group.transform);
                    self.frame(&group.frame, inner);
                }
                FrameItem::Text(text) => {
                    let start = at(*position, transform);
                    let scale = transform.sx.get();
                    let size = text.size.to_pt() * scale;
                    self.out.push(Run {
                        page: self.page,
                        left: start.x.to_pt(),
                        right: start.x.to_pt() + text.width().to_pt() * scale,
                        top: start.y.to_pt() - size * 0.7,
                        baseline: start.y.to_pt(),
                        size,
                        text: text.text.to_string(),
                        heading: self.heading.is_some(),
                    });
                }
                FrameItem::Tag(Tag::Start(content, _)) if content.is::<HeadingElem>() => self.heading = content.location(),
                FrameItem::Tag(Tag::End(location, ..)) if self.heading == Some(*location) => self.heading = None,
                _ => {}
            }
        }
    }
}

fn at(point: Point, transform: Transform) -> Point {
    point.transform(transform)
}

/// The words of the pages, a line of text for each line on paper, pages apart.
pub fn text(document: &PagedDocument) -> String {
    let mut out = String::new();
    let mut last: Option<Run> = None;
    for run in runs(document) {
        match &last {
            None => out.push_str("page 1\n"),
            Some(before) if before.page != run.page => out.push_str(&format!("\n\npage {}\n", run.page + 1)),
            Some(before) if (before.baseline - run.baseline).abs() > 1.0 || run.left < before.left => out.push('\n'),
            Some(before) if run.left - before.right > run.size * 0.1 => out.push(' '),
            Some(_) => {}
        }
        out.push_str(&run.text);
        last = Some(run);
    }
    out.push('\n');
    out
}
