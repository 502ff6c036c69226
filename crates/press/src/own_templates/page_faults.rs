//! Faults of drawings by hooks: words beyond the trim or their column, over other words, too small, or in a
//! colour that can hardly be read, and drawings that are cut off. Read from the laid-out frames, between the
//! marks of `crates/press/src/set/own.typ`.

use std::collections::BTreeSet;

use typst::foundations::{Content, Dict, FromValue, Str, Value};
use typst::introspection::{MetadataElem, Tag};
use typst::layout::{Abs, Frame, FrameItem, Point, Rect, Size, Transform};
use typst::text::TextItem;
use typst_layout::PagedDocument;

use super::grounds::{Grounds, solid_colour};
use super::{TemplateFault, UsedTemplates};
use crate::page_boxes::{common_box, moved_box, page_box};
use crate::set::design::{MM, design};
use base::diagnostic::short_quote;
use base::theme::colour::LEAST_CONTRAST;
use base::theme::templates::Hook;

/// Rounding: distance that words may be beyond the trim, or drawings beyond the bleed, in points.
const TOLERANCE: f64 = 0.5;
/// Rounding of the size of type, in points.
const SIZE_TOLERANCE: f64 = 0.05;

/// Rounding of a contrast, since colours are rounded when they are written.
const CONTRAST_TOLERANCE: f64 = 0.05;

/// Common width and height of words above which they count as printed over each other, in points.
const OVERLAP: f64 = 1.2;
/// Distance that words of a hook in the text flow may reach beyond its column, in points: hyphens and full
/// stops do.
const HANGING: f64 = 3.0;
/// Most runs of words of a card or a cover that are compared with each other.
const MOST_WORDS: usize = 400;

/// Returns the faults of what the hooks of a book draw. For the first list, a hook is left to the bundled
/// templates; the second list is only reported.
pub fn page_faults(
    document: &PagedDocument,
    own: &UsedTemplates,
) -> (Vec<TemplateFault>, Vec<TemplateFault>) {
    let mut walk = CanvasWalk::new(own);
    for sheet in document.pages() {
        walk.page = sheet.frame.size();
        walk.grounds = Grounds::of_page(sheet.fill_or_white().as_ref());
        walk.frame(&sheet.frame, Transform::identity());
        walk.end_page();
    }
    (walk.spoiling, walk.cut)
}

/// The canvas of a hook.
struct Canvas {
    hook: Hook,
    /// Transform from its own points to those of the page.
    transform: Transform,
    /// Width and height of the area it may draw on, and the distance that drawings may reach beyond it, in
    /// points; `None` if it flows with the text.
    room: Option<(f64, f64, f64)>,
    /// Width of its column in points, if it flows with the text.
    column: Option<f64>,
    /// Its number among the canvases of the document, from 1.
    number: usize,
    /// Its name in words.
    what: String,
    /// Number of clips round it.
    clips: usize,
    /// Its words so far, with their boxes on the page.
    words: Vec<(Rect, String)>,
}

/// Words in the text flow of a page.
struct FlowWord {
    on_page: Rect,
    said: String,
    /// Number of the canvas that they are on, 0 for none.
    number: usize,
    /// Hook and name of that canvas.
    canvas: Option<(Hook, String)>,
}

struct CanvasWalk<'a> {
    own: &'a UsedTemplates,
    /// Size of the page.
    page: Size,
    open: Vec<Canvas>,
    /// Number of canvases that were opened.
    canvases: usize,
    /// Words of the page, except those of cards and covers that hooks draw.
    flow: Vec<FlowWord>,
    /// The paint of the page so far.
    grounds: Grounds,
    /// Clips of the page, from the outermost.
    clips: Vec<Rect>,
    /// The hooks that are reported already, with the kind of fault.
    told: BTreeSet<(Hook, &'static str)>,
    spoiling: Vec<TemplateFault>,
    cut: Vec<TemplateFault>,
}

impl<'a> CanvasWalk<'a> {
    fn new(own: &'a UsedTemplates) -> Self {
        Self {
            own,
            page: Size::zero(),
            open: Vec::new(),
            canvases: 0,
            flow: Vec::new(),
            grounds: Grounds::default(),
            clips: Vec::new(),
            told: BTreeSet::new(),
            spoiling: Vec::new(),
            cut: Vec::new(),
        }
    }

    fn frame(&mut self, frame: &Frame, transform: Transform) {
        for (position, item) in frame.items() {
            let moved = transform.pre_concat(Transform::translate(position.x, position.y));
            match item {
                FrameItem::Group(group) => {
                    let inner = moved.pre_concat(group.transform);
                    let clip = group.clip.as_ref();
                    self.clips.extend(clip.map(|_| page_box(group.frame.size(), inner)));
                    self.frame(&group.frame, inner);
                    clip.is_some().then(|| self.clips.pop());
                }
                FrameItem::Text(text) => self.text(text, *position, transform),
                FrameItem::Shape(shape, _) => {
                    self.drawing(moved_box(shape.bbox(false), moved));
                    self.grounds.shape(shape, moved, &self.clips);
                }
                FrameItem::Image(_, size, _) => {
                    self.drawing(page_box(*size, moved));
                    self.grounds.picture(page_box(*size, moved), &self.clips);
                }
                FrameItem::Tag(Tag::Start(content, _)) => self.mark(content, moved),
                FrameItem::Tag(Tag::End(..)) | FrameItem::Link(..) => {}
            }
        }
    }

    /// Opens the canvas of a mark at its place, or closes the last one.
    fn mark(&mut self, content: &Content, transform: Transform) {
        let label = content.label().map(|label| label.resolve().to_string());
        match label.as_deref() {
            Some("own-begin") => {
                self.canvases += 1;
                let canvas = canvas_of(content, transform, self.clips.len());
                self.open.extend(canvas.map(|canvas| Canvas { number: self.canvases, ..canvas }));
            }
            Some("own-end") => drop(self.open.pop()),
            Some("own-overflow") => self.overflow(content),
            _ => {}
        }
    }

    /// Reports words that a hook could not fit into their room.
    fn overflow(&mut self, content: &Content) {
        let Some(canvas) = self.open.last() else { return };
        let Some(over) = mark_dict(content).and_then(|mark| mark_field::<f64>(&mark, "over"))
        else {
            return;
        };
        let message = format!(
            "{}: words of `fit` are {over:.1} mm too high at the smallest size that may be printed",
            canvas.what
        );
        self.tell(
            "overflow",
            message,
            "give `fit` more room; until then the bundled drawing is used",
            true,
        );
    }

    fn text(&mut self, text: &TextItem, position: Point, transform: Transform) {
        if text.text.trim().is_empty() {
            return;
        }
        let words = short_quote(text.text.trim());
        let ascent = text.font.metrics().cap_height.at(text.size);
        let corner = Point::new(position.x, position.y - ascent);
        let moved = transform.pre_concat(Transform::translate(corner.x, corner.y));
        let on_page = page_box(Size::new(text.width(), ascent), moved);
        let Some(canvas) = self.open.last() else { return self.flow_word(on_page, words) };
        if let Some(fault) = self.faint(text, on_page) {
            let message = format!("{}: `{words}` {fault}", canvas.what);
            let hint = format!(
                "use a darker or a lighter colour: words are readable at a contrast of {LEAST_CONTRAST} or more"
            );
            self.tell("faint", message, &hint, false);
        }
        let Some(canvas) = self.open.last() else { return };
        let scale = transform.sx.get().hypot(transform.ky.get());
        let size = text.size.to_pt() * scale;
        let least = design().size.least;
        if size < least - SIZE_TOLERANCE {
            let message = format!("{}: `{words}` is set in {size:.1} pt", canvas.what);
            let hint =
                format!("set words at {least} pt or more; until then the bundled drawing is used");
            return self.tell("size", message, &hint, true);
        }
        if let Some(over) = self.beyond(canvas, on_page, 0.0) {
            let what = &canvas.what;
            let message = format!("{what}: `{words}` is {over:.1} mm beyond the cut line");
            self.tell(
                "words",
                message,
                "keep the words inside the page; until then the bundled drawing is used",
                true,
            );
        } else if let Some(message) = self.clipped(canvas, on_page, &words) {
            let hint = "give the box more room, or set the words with `fit`; until then the bundled drawing is used";
            self.tell("clipped", message, hint, true);
        } else if canvas.room.is_some() {
            self.word(on_page, words);
        } else {
            self.beside_column(on_page, &words);
            self.flow_word(on_page, words);
        }
    }

    /// Returns the message about words that a box with `clip: true` cuts off, in part or wholly.
    fn clipped(&self, canvas: &Canvas, on_page: Rect, words: &str) -> Option<String> {
        let clips = self.clips.iter().skip(canvas.clips);
        let lacks = |clip: &Rect| {
            let (before, behind) = (clip.min - on_page.min, on_page.max - clip.max);
            [before.x, before.y, behind.x, behind.y].into_iter().map(Abs::to_pt).fold(0.0, f64::max)
        };
        let over = clips.map(lacks).fold(0.0, f64::max);
        (over > TOLERANCE).then(|| {
            let over = over / MM;
            format!("{}: a box with `clip: true` cuts {over:.1} mm off `{words}`", canvas.what)
        })
    }

    /// Returns the fault of words with too little contrast to their ground, if that is a single colour.
    fn faint(&self, text: &TextItem, on_page: Rect) -> Option<String> {
        let (colour, ground) = (solid_colour(&text.fill)?, self.grounds.beneath(on_page)?);
        let contrast = colour.contrast(ground);
        let is_faint = text.stroke.is_none() && contrast < LEAST_CONTRAST - CONTRAST_TOLERANCE;
        is_faint.then(|| {
            let (colour, ground, better) = (colour.hex(), ground.hex(), colour.readable_on(ground).hex());
            format!("can hardly be read: {colour} on {ground} has a contrast of {contrast:.1}, but {better} would have enough")
        })
    }

    /// Adds words that flow over the page, from a hook or not.
    fn flow_word(&mut self, on_page: Rect, said: String) {
        let canvas = self.open.last();
        let number = canvas.map_or(0, |canvas| canvas.number);
        let canvas = canvas.map(|canvas| (canvas.hook, canvas.what.clone()));
        self.flow.push(FlowWord { on_page, said, number, canvas });
    }

    /// Reports words of a hook in the text flow that are beyond its column.
    fn beside_column(&mut self, on_page: Rect, words: &str) {
        let Some(canvas) = self.open.last() else { return };
        let (Some(column), Some(inverse)) = (canvas.column, canvas.transform.invert()) else {
            return;
        };
        let seen = moved_box(on_page, inverse);
        let over = (-seen.min.x.to_pt()).max(seen.max.x.to_pt() - column);
        if over > HANGING {
            let what = &canvas.what;
            let over = over / MM;
            let message = format!("{what}: `{words}` is {over:.1} mm beyond its column");
            self.tell("column", message, "keep the words within the given width", false);
        }
    }

    /// Reports words of hooks that are printed over other words of the page.
    fn end_page(&mut self) {
        let flow = std::mem::take(&mut self.flow);
        for (nth, word) in flow.iter().enumerate() {
            let Some((hook, what)) = &word.canvas else { continue };
            // A hook is above what was drawn before it; text of the book may also come after it.
            let (before, behind) = (flow[..nth].iter(), flow[nth..].iter());
            let others = before.chain(behind.filter(|other| other.number == 0));
            let mut others = others.filter(|other| other.number != word.number);
            let Some(below) = others.find(|other| is_over(other.on_page, word.on_page)) else {
                continue;
            };
            let (said, below) = (&word.said, &below.said);
            let message = format!("{what}: `{said}` covers other words: `{below}`");
            let hint =
                "keep the words within the given space; until then the bundled drawing is used";
            self.tell_of(*hook, "over", message, hint, true);
        }
    }

    /// Adds words on a card or a cover and reports words drawn over others; a shadow has the same words as
    /// its text and is allowed.
    fn word(&mut self, on_page: Rect, words: String) {
        let Some(canvas) = self.open.last_mut() else { return };
        let is_below = |(below, said): &&(Rect, String)| *said != words && is_over(*below, on_page);
        let below = canvas.words.iter().find(is_below).map(|(_, said)| said.clone());
        let message =
            below.map(|below| format!("{}: `{words}` is drawn over `{below}`", canvas.what));
        if canvas.words.len() < MOST_WORDS {
            canvas.words.push((on_page, words));
        }
        if let Some(message) = message {
            let hint = "move one of them, or give it less room with `fit`";
            self.tell("overlap", message, hint, false);
        }
    }

    /// Reports a drawing that is cut off; a box inside the canvas may cut it on purpose.
    fn drawing(&mut self, on_page: Rect) {
        let Some(canvas) = self.open.last() else { return };
        let mut clips = self.clips.iter().skip(canvas.clips);
        let Some(seen) = clips.try_fold(on_page, |seen, clip| common_box(seen, *clip)) else {
            return;
        };
        let bleed = canvas.room.map_or(0.0, |(_, _, bleed)| bleed);
        if let Some(over) = self.beyond(canvas, seen, bleed) {
            let what = &canvas.what;
            let message =
                format!("{what}: a drawing reaches {over:.1} mm further than it is printed");
            let hint = "make it smaller, or cut it on purpose with `box(clip: true, ...)`";
            self.tell("drawing", message, hint, false);
        }
    }

    /// Returns the distance that a box of the page reaches beyond the room of a canvas and its bleed, in
    /// millimetres, if it does.
    fn beyond(&self, canvas: &Canvas, on_page: Rect, bleed: f64) -> Option<f64> {
        let (width, height, seen) = match canvas.room {
            Some((width, height, _)) => {
                (width, height, moved_box(on_page, canvas.transform.invert()?))
            }
            None => (self.page.x.to_pt(), self.page.y.to_pt(), on_page),
        };
        let (min, max) = (seen.min, seen.max);
        let sides = [-min.x.to_pt(), -min.y.to_pt(), max.x.to_pt() - width, max.y.to_pt() - height];
        let over = sides.into_iter().fold(f64::MIN, f64::max) - bleed;
        (over > TOLERANCE).then_some(over / MM)
    }

    /// Reports a fault of the innermost canvas.
    fn tell(&mut self, kind: &'static str, message: String, hint: &str, spoils: bool) {
        let Some(canvas) = self.open.last() else { return };
        self.tell_of(canvas.hook, kind, message, hint, spoils);
    }

    /// Reports a fault of a hook, each kind once.
    fn tell_of(
        &mut self,
        hook: Hook,
        kind: &'static str,
        message: String,
        hint: &str,
        spoils: bool,
    ) {
        if !self.told.insert((hook, kind)) {
            return;
        }
        let fault = self.own.hook_fault(hook, message, hint);
        if spoils { self.spoiling.push(fault) } else { self.cut.push(fault) }
    }
}

/// Returns the canvas that a mark opens.
fn canvas_of(content: &Content, transform: Transform, clips: usize) -> Option<Canvas> {
    let mark = mark_dict(content)?;
    let name: Str = mark_field(&mark, "hook")?;
    let hook = Hook::named(&name)?;
    let length = |key| mark_field::<f64>(&mark, key);
    let room = length("width").zip(length("height")).zip(length("bleed"));
    let room = room.map(|((width, height), bleed)| (width, height, bleed));
    let which: Option<Str> = mark_field(&mark, "which");
    let what =
        which.map_or_else(|| hook.name().to_owned(), |which| which.as_str().trim().to_owned());
    Some(Canvas {
        hook,
        transform,
        room,
        column: length("column"),
        number: 0,
        what: format!("`{}`", short_quote(&what)),
        clips,
        words: Vec::new(),
    })
}

fn mark_dict(content: &Content) -> Option<Dict> {
    match &content.to_packed::<MetadataElem>()?.value {
        Value::Dict(mark) => Some(mark.clone()),
        _ => None,
    }
}

fn mark_field<T: FromValue>(mark: &Dict, key: &str) -> Option<T> {
    mark.get(key).ok()?.clone().cast().ok()
}

/// True if words overlap, and do not only touch.
fn is_over(one: Rect, other: Rect) -> bool {
    let common = common_box(one, other).map(|common| common.size());
    common.is_some_and(|size| size.x.min(size.y).to_pt() > OVERLAP)
}
