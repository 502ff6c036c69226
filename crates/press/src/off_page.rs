//! Words that would not be printed. In: laid-out pages. Out: the words that are off their page or cut off by
//! a box, and the findings that name them.

use std::collections::HashSet;

use typst::World;
use typst::foundations::Content;
use typst::introspection::{Location, Tag};
use typst::layout::{Abs, Frame, FrameItem, GroupItem, Point, Rect, Size, Transform};
use typst::model::{FigureCaption, TableElem};
use typst::syntax::Span as TypstSpan;
use typst::text::TextItem;
use typst_layout::PagedDocument;

use super::page_boxes::{common_box, moved_box, page_box};
use crate::outputs::PressTask;
use crate::outputs::playmat::mat::MatPages;
use crate::set::job::PressJob;
use crate::set::spans::author_span;
use base::diagnostic::{Diagnostic, code, short_quote};

/// Rounding: distance that words may be outside, in points.
const TOLERANCE: f64 = 0.5;
/// Most words that a finding names.
const NAMED: usize = 5;

/// Lost words of one table, of one caption, or else of one page.
pub struct CutWords {
    holder: Holder,
    /// Page of the first word, from 0.
    page: usize,
    /// The words, in the order in which they were set.
    words: Vec<String>,
    /// The texts of their runs.
    spans: Vec<TypstSpan>,
}

/// The place of a glyph: a text, and the bytes behind its beginning.
type GlyphPlace = (TypstSpan, u16);

/// The element that holds lost words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Table(Location),
    Caption(Location),
    Page(usize),
}

/// Returns the words that are not on the pages of a job. A play mat in several sheets shows on one sheet what
/// another one cuts off.
pub fn find_cut_words(pages: &PagedDocument, job: &PressJob<'_>) -> Vec<CutWords> {
    let mut walk = PageWalk::default();
    if matches!(job.task, PressTask::Playmat(MatPages::Glued(_))) {
        return walk.cut;
    }
    for (page, sheet) in pages.pages().iter().enumerate() {
        walk.page = page;
        let paper = Rect::from_pos_size(Point::zero(), sheet.frame.size());
        walk.frame(&sheet.frame, Transform::identity(), paper);
    }
    walk.cut
}

#[derive(Default)]
struct PageWalk {
    page: usize,
    /// Tables and captions that are open.
    open: Vec<(Location, Holder)>,
    /// Places of lost runs of words.
    places: HashSet<GlyphPlace>,
    cut: Vec<CutWords>,
}

impl PageWalk {
    /// Searches a frame of which the page shows `shown`.
    fn frame(&mut self, frame: &Frame, transform: Transform, shown: Rect) {
        for (position, item) in frame.items() {
            match item {
                FrameItem::Group(group) => self.group(group, *position, transform, shown),
                FrameItem::Text(text) => self.text(text, *position, transform, shown),
                FrameItem::Tag(Tag::Start(content, _)) => self.start(content),
                FrameItem::Tag(Tag::End(location, ..)) => {
                    self.open.retain(|(open, _)| open != location);
                }
                FrameItem::Shape(..) | FrameItem::Image(..) | FrameItem::Link(..) => {}
            }
        }
    }

    fn group(&mut self, group: &GroupItem, position: Point, transform: Transform, shown: Rect) {
        let moved = transform.pre_concat(Transform::translate(position.x, position.y));
        let inner = moved.pre_concat(group.transform);
        let shown = match &group.clip {
            Some(clip) => {
                let clip = moved_box(clip.bbox(None), inner);
                common_box(shown, clip).unwrap_or(Rect::new(shown.min, shown.min))
            }
            None => shown,
        };
        self.frame(&group.frame, inner, shown);
    }

    fn start(&mut self, content: &Content) {
        let Some(location) = content.location() else { return };
        if content.is::<TableElem>() {
            self.open.push((location, Holder::Table(location)));
        } else if content.is::<FigureCaption>() {
            self.open.push((location, Holder::Caption(location)));
        }
    }

    fn text(&mut self, text: &TextItem, position: Point, transform: Transform, shown: Rect) {
        let high = text.font.metrics().cap_height.at(text.size);
        let corner = Point::new(position.x, position.y - high);
        let moved = transform.pre_concat(Transform::translate(corner.x, corner.y));
        if is_in(page_box(Size::new(text.width(), high), moved), shown) {
            return;
        }
        let mut lost: Vec<usize> = Vec::new();
        let mut left = Abs::zero();
        for glyph in &text.glyphs {
            let width = glyph.x_advance.at(text.size);
            let own = Rect::from_pos_size(Point::with_x(left), Size::new(width, high));
            if !is_in(moved_box(own, moved), shown) {
                lost.push(glyph.range().start);
            }
            left += width;
        }
        let words = words_at(&text.text, &lost);
        if let Some(first) = text.glyphs.first().filter(|_| !words.is_empty()) {
            self.lose(words, first.span);
        }
    }

    /// Adds lost words; words of a head that is printed repeatedly count once.
    fn lose(&mut self, words: Vec<String>, place: GlyphPlace) {
        let (span, _) = place;
        if !span.is_detached() && !self.places.insert(place) {
            return;
        }
        let holder = self.open.last().map_or(Holder::Page(self.page), |(_, holder)| *holder);
        match self.cut.iter_mut().find(|cut| cut.holder == holder) {
            Some(cut) => {
                cut.words.extend(words);
                cut.spans.push(span);
            }
            None => self.cut.push(CutWords { holder, page: self.page, words, spans: vec![span] }),
        }
    }
}

fn is_in(own: Rect, shown: Rect) -> bool {
    let over = Abs::pt(TOLERANCE);
    own.min.x >= shown.min.x - over
        && own.min.y >= shown.min.y - over
        && own.max.x <= shown.max.x + over
        && own.max.y <= shown.max.y + over
}

/// Returns the words of a text that hold one of these bytes.
fn words_at(text: &str, bytes: &[usize]) -> Vec<String> {
    let mut words = Vec::new();
    let mut start = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let place = start..start + part.len();
        start = place.end;
        let word = part.trim_matches(|c: char| !c.is_alphanumeric());
        if !word.is_empty() && bytes.iter().any(|byte| place.contains(byte)) {
            words.push(word.to_owned());
        }
    }
    words
}

impl CutWords {
    /// Returns the finding that names the words of a job; they carry their places in the texts of the author.
    pub fn finding(&self, job: &PressJob<'_>, world: &dyn World) -> Diagnostic {
        let named: Vec<String> =
            self.words.iter().take(NAMED).map(|word| format!("`{}`", short_quote(word))).collect();
        let count = match self.words.len() {
            1 => "1 word is".to_owned(),
            count => format!("{count} words are"),
        };
        let more = self.words.len().saturating_sub(NAMED);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let (page, place) = (self.page + 1, job.task.template().place);
        let message =
            format!("{count} off the page: {}{rest} (page {page} of {place})", named.join(", "));
        let span = self.spans.iter().find_map(|span| author_span(*span, world));
        Diagnostic { span, ..Diagnostic::global(code::OFF_PAGE, message) }.hint(self.cure())
    }

    /// Returns the hint.
    fn cure(&self) -> &'static str {
        match self.holder {
            Holder::Table(_) => "write this part below the table, or as several rows",
            Holder::Caption(_) => "write a short caption, and the rest as a paragraph",
            Holder::Page(_) => "write it shorter, or in several parts",
        }
    }
}
