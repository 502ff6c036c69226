//! Keys of tie-breaker lists: each line of a printed list gets the function whose number it
//! compares.

use super::directive::{self, DirectiveWord};
use super::{Binder, PlacedDirective};
use crate::diagnostic::{Diagnostic, code};
use crate::document::short_quote;
use crate::rules::places::PlacedList;
use crate::rules::places::sentences;
use crate::rules::program::{Role, TieBreakerItem, TieBreakerList};
use crate::source::Span;

/// A line of a list and its key.
pub(super) struct ListKey {
    book: usize,
    /// Number of the list among those of the book.
    list: usize,
    /// Place of the line in the book.
    place: usize,
    function: usize,
    most: bool,
    span: Span,
}

impl Binder<'_> {
    /// `#list #item most` or `#list 2 most`.
    pub(super) fn bind_key(
        &mut self,
        found: &PlacedDirective,
        list: &DirectiveWord,
        item: &directive::KeyedItem,
        most: bool,
    ) {
        let Some(_) = self.find_place(found.book, list, None) else { return };
        let places = &self.books[found.book].places;
        let known = |listed: &PlacedList| listed.anchor.as_deref() == Some(list.text.as_str());
        let Some(at) = places.lists.iter().position(known) else {
            let message = format!("`#{}` has no list", short_quote(&list.text));
            return self.report_stray_key(
                list.span,
                message,
                "name the list, or the section whose first list it is",
            );
        };
        if !places.lists[at].tiebreakers {
            let message =
                format!("the list of `#{}` is no tie-breaker list", short_quote(&list.text));
            return self.report_stray_key(
                list.span,
                message,
                "write {.tiebreakers} behind the title of its section",
            );
        }
        let (place, item) = match item {
            directive::KeyedItem::Step(step) => {
                (self.find_place(found.book, list, Some(step)), step)
            }
            directive::KeyedItem::Anchor(item) => (self.find_place(found.book, item, None), item),
        };
        let Some(place) = place else { return };
        let places = &self.books[found.book].places;
        if !places.lists[at].items.contains(&place) {
            let lines: Vec<String> =
                places.lists[at].items.iter().map(|item| places.key(*item)).collect();
            let message = format!(
                "`{}` is no line of the list of `#{}`",
                places.key(place),
                short_quote(&list.text)
            );
            let hint = format!("its lines are {}", short_quote(&lines.join(", ")));
            return self.report_stray_key(item.span, message, &hint);
        }
        let doubled = |key: &&ListKey| (key.book, key.list, key.place) == (found.book, at, place);
        if let Some(first) = self.keys.iter().find(doubled) {
            let message = format!("the line `{}` has two keys", places.key(place));
            let finding = Diagnostic::at(code::DOUBLED_BINDING, found.span, message)
                .related(first.span, "first here");
            return self.findings.push(finding.hint("leave one out"));
        }
        let sentence = sentences::normal_words(&places.named[place]);
        self.add_binding(found, place, Vec::new(), sentence);
        self.set_role(found, Role::Key);
        let (book, function, span) = (found.book, found.function, found.span);
        self.keys.push(ListKey { book, list: at, place, function, most, span });
    }

    fn report_stray_key(&mut self, span: Span, message: String, hint: &str) {
        self.findings.push(Diagnostic::at(code::STRAY_KEY, span, message).hint(hint));
    }

    /// Joins the keys to lists; every line of a tie-breaker list of the rules' own book must have
    /// one.
    pub(super) fn bind_lists(&mut self) {
        for book in 0..self.books.len() {
            for list in 0..self.books[book].places.lists.len() {
                self.bind_list(book, list);
            }
        }
    }

    fn bind_list(&mut self, book: usize, at: usize) {
        let places = &self.books[book].places;
        let list = places.lists[at].clone();
        let key = |place: &usize| {
            self.keys.iter().find(|key| (key.book, key.list, key.place) == (book, at, *place))
        };
        let keyed: Vec<(usize, usize, bool, Span)> = list
            .items
            .iter()
            .filter_map(key)
            .map(|key| (key.place, key.function, key.most, key.span))
            .collect();
        if book == 0 && list.tiebreakers && keyed.len() < list.items.len() {
            let anchor = list.anchor.clone().unwrap_or_else(|| "list".to_owned());
            for item in list.items.iter().filter(|item| key(item).is_none()) {
                let name = match &places.all[*item] {
                    place if place.anchor.is_some() => places.key(*item),
                    place => place.step.clone(),
                };
                let message = "a line of a tie-breaker list has no key";
                let hint = format!(
                    "write `#@ #{anchor} {name} most`, or `least`, above the `def` of what it compares"
                );
                let span = places.all[*item].span;
                self.findings.push(Diagnostic::at(code::UNKEYED_LINE, span, message).hint(hint));
            }
        }
        let (Some(anchor), Some((_, _, _, asked))) = (list.anchor, keyed.first().copied()) else {
            return;
        };
        let mut items = Vec::new();
        for (place, function, most, asked) in keyed {
            let place = self
                .cited_place(book, place, asked)
                .unwrap_or_else(|| self.place_elsewhere(book, place));
            let function_number = u32::try_from(function).unwrap_or(u32::MAX);
            items.push(TieBreakerItem { place, function: function_number, most });
            let places = &mut self.program.functions[function].places;
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let place = self
            .cited_place(book, list.place, asked)
            .unwrap_or_else(|| self.place_elsewhere(book, list.place));
        self.program.lists.push(TieBreakerList { anchor, place, items });
    }
}
