//! Keys of tie-breaker lists: each line of a printed list gets the function whose number it compares.

use super::directive::{DirectiveWord, KeyedItem};
use super::{Binder, BoundBook, PlacedDirective};
use crate::places::{PlacedList, ProsePlaces, sentences};
use crate::program::{Role, TieBreakerItem, TieBreakerList};
use base::diagnostic::{code, short_quote};
use base::source::Span;

/// A line of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ListLine {
    book: usize,
    /// Number of the list in the book.
    list: usize,
    /// Place of the line in the book.
    place: usize,
}

/// A line of a list and its key.
#[derive(Clone, Copy)]
pub struct ListKey {
    line: ListLine,
    function: usize,
    most: bool,
    span: Span,
}

impl Binder<'_> {
    /// Binds `#list #item most` or `#list 2 most`.
    pub fn bind_key(
        &mut self,
        found: &PlacedDirective<'_>,
        list_name: &DirectiveWord<'_>,
        item: &KeyedItem<'_>,
        most: bool,
    ) {
        let Some(line) = self.keyed_line(found.book, list_name, item) else { return };
        let places = &self.books[line.book].places;
        if let Some(first) = self.keys.iter().find(|key| key.line == line) {
            let message = format!("the line `{}` has two keys", places.key(line.place));
            return self.report_doubled(found.span, first.span, message, "remove one");
        }
        let sentence = sentences::normal_words(&places.named[line.place]);
        self.add_binding(found, line.place, Vec::new(), sentence);
        self.set_role(found, Role::Key);
        self.keys.push(ListKey { line, function: found.function, most, span: found.span });
    }

    /// Returns the line of a list that a key is written for. Reports a place that is no such line.
    fn keyed_line(
        &mut self,
        book: usize,
        list_name: &DirectiveWord<'_>,
        item: &KeyedItem<'_>,
    ) -> Option<ListLine> {
        let list = self.tie_breaker_list(book, list_name)?;
        let (place, written) = match item {
            KeyedItem::Step(step) => (self.find_place(book, list_name, Some(step)), step),
            KeyedItem::Anchor(anchor) => (self.find_place(book, anchor, None), anchor),
        };
        let line = ListLine { book, list, place: place? };
        if self.books[book].places.lists[list].items.contains(&line.place) {
            return Some(line);
        }
        let places = &self.books[book].places;
        let items = places.lists[list].items.iter();
        let lines: Vec<String> = items.map(|item| places.key(*item)).collect();
        let (key, name) = (places.key(line.place), short_quote(list_name.text));
        let message = format!("`{key}` is not a line of the list of `#{name}`");
        let hint = format!("possible lines: {}", short_quote(&lines.join(", ")));
        self.report(code::STRAY_KEY, written.span, message, hint);
        None
    }

    /// Returns the number of the tie-breaker list of this anchor. Reports an anchor without one.
    fn tie_breaker_list(&mut self, book: usize, name: &DirectiveWord<'_>) -> Option<usize> {
        self.find_place(book, name, None)?;
        let lists = &self.books[book].places.lists;
        let found = lists.iter().position(|list| list.anchor.as_deref() == Some(name.text));
        let tiebreakers = found.filter(|at| lists[*at].tiebreakers);
        if tiebreakers.is_none() {
            let anchor = short_quote(name.text);
            let (message, hint) = if found.is_some() {
                let message = format!("the list of `#{anchor}` is not a tie-breaker list");
                (message, "write {.tiebreakers} after the title of its section")
            } else {
                let message = format!("`#{anchor}` has no list");
                (message, "name the list, or the section whose first list it is")
            };
            self.report(code::STRAY_KEY, name.span, message, hint);
        }
        tiebreakers
    }

    /// Joins the keys to their lists. Reports lines without a key in tie-breaker lists of the rules' own
    /// book.
    pub fn bind_lists(&mut self) {
        for (book, BoundBook { places, .. }) in self.books.iter().enumerate() {
            for (nth, list) in places.lists.iter().enumerate() {
                let key = |place: &usize| {
                    let line = ListLine { book, list: nth, place: *place };
                    self.keys.iter().copied().find(|key| key.line == line)
                };
                let keys: Vec<ListKey> = list.items.iter().filter_map(key).collect();
                if book == 0 && list.tiebreakers {
                    self.report_unkeyed_lines(places, list, &keys);
                }
                self.bind_list(list, &keys);
            }
        }
    }

    fn report_unkeyed_lines(&mut self, places: &ProsePlaces, list: &PlacedList, keys: &[ListKey]) {
        let is_keyed = |item: &&usize| keys.iter().any(|key| key.line.place == **item);
        for item in list.items.iter().filter(|item| !is_keyed(item)) {
            let (place, key) = (&places.all[*item], places.key(*item));
            let name = if place.anchor.is_some() { &key } else { &place.step };
            let anchor = list.anchor.as_deref().unwrap_or("list");
            let hint = format!(
                "write `#@ #{anchor} {name} most`, or `least`, above the `def` that returns what the line compares"
            );
            let message = "a line of a tie-breaker list has no key";
            self.report(code::UNKEYED_LINE, place.span, message, hint);
        }
    }

    /// Enters a list with its keys into the program.
    fn bind_list(&mut self, list: &PlacedList, keys: &[ListKey]) {
        let (Some(anchor), Some(first)) = (&list.anchor, keys.first()) else { return };
        let mut items = Vec::new();
        for key in keys {
            let place = self.cited_place_or_own(key.line.book, key.line.place, key.span);
            self.program.functions[key.function].carry_out(place);
            let function = u32::try_from(key.function).unwrap_or(u32::MAX);
            items.push(TieBreakerItem { place, function, most: key.most });
        }
        let place = self.cited_place_or_own(first.line.book, list.place, first.span);
        self.program.lists.push(TieBreakerList { anchor: anchor.clone(), place, items });
    }
}
