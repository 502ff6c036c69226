//! Keys of tie-breaker lists: each line of a printed list gets the function whose number it
//! compares.

use super::directive::{DirectiveWord, KeyedItem};
use super::{Binder, BoundBook, PlacedDirective};
use crate::places::{PlacedList, ProsePlaces, sentences};
use crate::program::{Role, TieBreakerItem, TieBreakerList};
use base::diagnostic::code;
use base::source::Span;
use document::short_quote;

/// A line of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ListLine {
    book: usize,
    /// Number of the list among those of the book.
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
    /// `#list #item most` or `#list 2 most`.
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

    /// The line of a list that a key is written for; a place that is none is reported.
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
        self.report_no_line(line, list_name, written.span);
        None
    }

    /// The number of the tie-breaker list of this anchor; one that is none is reported.
    fn tie_breaker_list(&mut self, book: usize, name: &DirectiveWord<'_>) -> Option<usize> {
        self.find_place(book, name, None)?;
        let lists = &self.books[book].places.lists;
        let found = lists.iter().position(|list| list.anchor.as_deref() == Some(name.text));
        let tiebreakers = found.filter(|at| lists[*at].tiebreakers);
        if tiebreakers.is_none() {
            self.report_no_tiebreakers(name, found.is_some());
        }
        tiebreakers
    }

    fn report_no_tiebreakers(&mut self, name: &DirectiveWord<'_>, has_list: bool) {
        let anchor = short_quote(name.text);
        let (message, hint) = if has_list { plain_list(&anchor) } else { missing_list(&anchor) };
        self.report(code::STRAY_KEY, name.span, message, hint);
    }

    /// Reports a place that is no line of a list.
    fn report_no_line(&mut self, line: ListLine, list_name: &DirectiveWord<'_>, span: Span) {
        let key = self.books[line.book].places.key(line.place);
        let name = short_quote(list_name.text);
        let message = format!("`{key}` is no line of the list of `#{name}`");
        let hint = self.possible_lines(line);
        self.report(code::STRAY_KEY, span, message, hint);
    }

    fn possible_lines(&self, line: ListLine) -> String {
        let places = &self.books[line.book].places;
        let items = places.lists[line.list].items.iter();
        let lines: Vec<String> = items.map(|item| places.key(*item)).collect();
        format!("possible lines: {}", short_quote(&lines.join(", ")))
    }

    /// Joins the keys to lists; every line of a tie-breaker list of the rules' own book must have
    /// one.
    pub fn bind_lists(&mut self) {
        for (book, BoundBook { places, .. }) in self.books.iter().enumerate() {
            for (nth, list) in places.lists.iter().enumerate() {
                let keys = self.keys_of_list(book, nth, list);
                if book == 0 && list.tiebreakers {
                    self.report_unkeyed_lines(places, list, &keys);
                }
                self.bind_list(list, &keys);
            }
        }
    }

    /// The keys of a list in printed order.
    fn keys_of_list(&self, book: usize, list: usize, placed: &PlacedList) -> Vec<ListKey> {
        let key = |place: &usize| {
            let line = ListLine { book, list, place: *place };
            self.keys.iter().copied().find(|key| key.line == line)
        };
        placed.items.iter().filter_map(key).collect()
    }

    fn report_unkeyed_lines(&mut self, places: &ProsePlaces, list: &PlacedList, keys: &[ListKey]) {
        let is_keyed = |item: &&usize| keys.iter().any(|key| key.line.place == **item);
        for item in list.items.iter().filter(|item| !is_keyed(item)) {
            let hint = missing_key_hint(places, list, *item);
            let message = "a line of a tie-breaker list has no key";
            self.report(code::UNKEYED_LINE, places.all[*item].span, message, hint);
        }
    }

    fn bind_list(&mut self, list: &PlacedList, keys: &[ListKey]) {
        let (Some(anchor), Some(first)) = (&list.anchor, keys.first()) else { return };
        let items = keys.iter().map(|key| self.bind_line(key)).collect();
        let place = self.cited_place_or_own(first.line.book, list.place, first.span);
        self.program.lists.push(TieBreakerList { anchor: anchor.clone(), place, items });
    }

    fn bind_line(&mut self, key: &ListKey) -> TieBreakerItem {
        let place = self.cited_place_or_own(key.line.book, key.line.place, key.span);
        self.program.functions[key.function].carry_out(place);
        let function = u32::try_from(key.function).unwrap_or(u32::MAX);
        TieBreakerItem { place, function, most: key.most }
    }
}

/// Message and hint for a list that is none of tie-breakers.
fn plain_list(anchor: &str) -> (String, &'static str) {
    let message = format!("the list of `#{anchor}` is no tie-breaker list");
    (message, "write {.tiebreakers} behind the title of its section")
}

/// Message and hint for a place without a list.
fn missing_list(anchor: &str) -> (String, &'static str) {
    let message = format!("`#{anchor}` has no list");
    (message, "name the list, or the section whose first list it is")
}

/// The `#@` line that a line of a tie-breaker list needs.
fn missing_key_hint(places: &ProsePlaces, list: &PlacedList, item: usize) -> String {
    let (place, key) = (&places.all[item], places.key(item));
    let name = if place.anchor.is_some() { &key } else { &place.step };
    let anchor = list.anchor.as_deref().unwrap_or("list");
    format!("write `#@ #{anchor} {name} most`, or `least`, above the `def` of what it compares")
}
