//! Text that waits to be set: its parts, and its layout.

use std::collections::HashMap;
use std::rc::Rc;

use typst::diag::SourceResult;
use typst::foundations::{Content, NativeElement};
use typst::layout::{Abs, ColumnsElem, Frame, Size};
use typst::text::TextElem;
use typst::utils::hash128;

use super::children::{Child, collect};
use super::fill::{Filling, PageColumns, PageRooms};
use super::laid::Laid;
use super::notes::Room;
use super::sheets::Sheets;
use super::{BETWEEN, Composer};

/// The form of a part in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stead {
    /// It is text.
    Text,
    /// A piece, in a column.
    Column,
    /// The pointer to a piece on the next page.
    Pointer,
    /// The mark of the place of a piece in the margin.
    Aside,
}

/// Key of a text: the number of its part, and its form.
type TextKey = (usize, Stead);

/// Text that waits to be set.
#[derive(Default, Clone, Hash)]
pub struct Waiting {
    texts: Vec<TextKey>,
    /// True if it has one column.
    pub single: bool,
}

impl Waiting {
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Returns the number of texts in it.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns the number of its first part.
    pub fn first(&self) -> usize {
        self.texts.first().map_or(0, |text| text.0)
    }

    /// True if text with one column, or with several, can be set together with it.
    pub fn takes(&self, single: bool) -> bool {
        self.texts.is_empty() || self.single == single
    }
}

/// The texts of a round.
#[derive(Default)]
pub struct Texts<'a> {
    contents: HashMap<TextKey, Content>,
    /// Their children, in one column or in several; `None` for those that only Typst can lay out.
    children: HashMap<(TextKey, bool), Option<Rc<[Child<'a>]>>>,
}

impl<'a> Composer<'a, '_, '_> {
    /// Appends text to the waiting text.
    pub fn wait(&mut self, waiting: &mut Waiting, key: TextKey, content: impl FnOnce() -> Content) {
        self.texts.contents.entry(key).or_insert_with(content);
        waiting.texts.push(key);
    }

    /// Lays out text on the current page, below its content, and on those behind it.
    pub fn lay_text_on(
        &mut self,
        sheets: &Sheets<'a>,
        waiting: &Waiting,
    ) -> SourceResult<Vec<Frame>> {
        let rooms = sheets.rooms(sheets.gap(BETWEEN), 1);
        self.lay_text(sheets, waiting, &rooms)
    }

    /// Lays out text on pages with these rooms, and on as many more as it needs; its columns are filled from
    /// the left.
    pub fn lay_text(
        &mut self,
        sheets: &Sheets<'a>,
        waiting: &Waiting,
        rooms: &[Room],
    ) -> SourceResult<Vec<Frame>> {
        let columns = self.page_columns(sheets, waiting.single);
        let base = Size::new(columns.width, sheets.regions.full);
        let mut texts = Vec::new();
        for key in &waiting.texts {
            let Some(children) = self.children(*key, waiting.single, base)? else {
                return self.lay_by_typst(sheets, waiting, rooms);
            };
            texts.push(children);
        }
        let key = hash128(waiting);
        let last = sheets.regions.last;
        let room = |nth: usize| rooms.get(nth).copied().or(last.map(Room::of));
        if let Some(frames) = self.known_frames(key, &room) {
            return Ok(frames);
        }
        let children: Vec<&Child> = texts.iter().flat_map(|text| text.iter()).collect();
        let (notes, styles) = (&self.notes, self.styles);
        let filling = Filling { children: &children, columns, notes, styles };
        let rooms = PageRooms { first: rooms, last, full: sheets.regions.full };
        let filled = filling.fill_pages(self.engine, &rooms)?;
        let laid = Laid::new(filled.pages.as_slice().into(), &room, filled.needs);
        self.laid.entry(key).or_default().push(laid);
        Ok(filled.pages)
    }

    fn page_columns(&self, sheets: &Sheets<'a>, single: bool) -> PageColumns {
        let (whole, dir) = (sheets.regions.size.x, self.styles.resolve(TextElem::dir));
        if single {
            return PageColumns { count: 1, width: whole, whole, gutter: Abs::zero(), dir };
        }
        let (width, gutter) = ((whole - self.gutter) / 2.0, self.gutter);
        PageColumns { count: 2, width, whole, gutter, dir }
    }

    /// Returns the children of the text of a part, collected once in a round.
    fn children(
        &mut self,
        key: TextKey,
        single: bool,
        base: Size,
    ) -> SourceResult<Option<Rc<[Child<'a>]>>> {
        if let Some(known) = self.texts.children.get(&(key, single)) {
            return Ok(known.clone());
        }
        let content = &self.texts.contents[&key];
        let locator = self.locators[key.0].relayout().split().next(&key.1);
        let found = collect(self.engine, self.arenas, content, locator, self.styles, base)?;
        let found: Option<Rc<[Child<'a>]>> = found.map(Into::into);
        self.texts.children.insert((key, single), found.clone());
        Ok(found)
    }

    /// Lays out text that only Typst can lay out, on pages with these rooms.
    fn lay_by_typst(
        &mut self,
        sheets: &Sheets<'a>,
        waiting: &Waiting,
        rooms: &[Room],
    ) -> SourceResult<Vec<Frame>> {
        let texts = waiting.texts.iter().map(|key| self.texts.contents[key].clone());
        let text = Content::sequence(texts);
        if waiting.single {
            return self.lay(sheets, &text, waiting.first(), rooms);
        }
        let columns = ColumnsElem::new(text).with_gutter(self.gutter.into()).pack();
        self.lay(sheets, &columns, waiting.first(), rooms)
    }
}
