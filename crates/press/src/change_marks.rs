//! Marks of changes since an earlier edition: bars in the margin and lines below new words. In: laid-out
//! pages whose words carry their places. Out: the same pages with the marks; nothing on them moves.

mod bars;
mod found;

use typst::layout::{Abs, FrameItem, Point, Size};
use typst::model::Document;
use typst::syntax::Span;
use typst::visualize::{Cmyk, Color, Geometry, Paint, ProcessColor};
use typst_layout::{Page, PagedDocument};

use crate::outputs::PressTask;
use crate::set::job::PressJob;
use crate::set::job_paper;
use bars::{PageColumns, bars_of};
use base::theme::{Palette, colour};
use found::{FoundMarks, MarkFinder, MarkedRuns};

/// Thickness of a bar, in points.
const BAR: f64 = 1.7;

/// A box on a page, in points from its top left corner.
type InkBox = kurbo::Rect;

/// True if the pages of a job are marked.
pub fn are_marked(job: &PressJob<'_>) -> bool {
    job.book.marks.is_some() && matches!(job.task, PressTask::Rulebook { .. })
}

/// Returns the pages of a job with its marks.
pub fn mark_pages(document: PagedDocument, job: &PressJob<'_>) -> PagedDocument {
    let Some(marks) = job.book.marks.as_ref().filter(|_| are_marked(job)) else { return document };
    let Ok(paper) = job_paper(job) else { return document };
    let runs = MarkedRuns::of(marks);
    let ink = bar_ink(job);
    let mut finder = MarkFinder::new(&runs);
    let mut pages: Vec<Page> = document.pages().to_vec();
    for (nth, page) in pages.iter_mut().enumerate() {
        let found = finder.find(&page.frame);
        let columns = PageColumns::of(&paper, nth, page, finder.is_quick());
        draw_marks(page, found, &columns, &ink);
    }
    PagedDocument::new(pages.into_iter().collect(), document.info().clone())
}

fn draw_marks(page: &mut Page, found: FoundMarks, columns: &PageColumns, ink: &Paint) {
    let mut fill = |area: InkBox, ink: &Paint| {
        let size = Size::new(Abs::pt(area.width()), Abs::pt(area.height()));
        let shape = Geometry::Rect(size).filled(ink.clone());
        let corner = Point::new(Abs::pt(area.x0), Abs::pt(area.y0));
        page.frame.push(corner, FrameItem::Shape(shape, Span::detached()));
    };
    for bar in bars_of(&found, columns) {
        fill(InkBox::new(bar.x - BAR / 2.0, bar.top, bar.x + BAR / 2.0, bar.bottom), ink);
    }
    for (line, ink) in &found.lines {
        fill(*line, ink);
    }
}

/// Colour of bars: that of the text on a screen, and black alone on a press.
fn bar_ink(job: &PressJob<'_>) -> Paint {
    let black = Color::Process(ProcessColor::Cmyk(Cmyk { c: 0.0, m: 0.0, y: 0.0, k: 1.0 }));
    if job.look.press {
        return black.into();
    }
    let text = Palette::of(&job.book.theme, &job.look.theme).css_colour("ink");
    let [red, green, blue] = colour::Rgb::parse(&text).unwrap_or(colour::Rgb::BLACK).0;
    let part = |part: f64| part.round() as u8;
    Color::from_u8(part(red), part(green), part(blue), u8::MAX).into()
}
