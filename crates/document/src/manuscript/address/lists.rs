//! Numbers and letters of lists. In: a list, and the address around it. Out: a marker and an address for each
//! step and each bullet that can be cited.

use super::AddressPass;
use crate::{Address, BlockKind, List, ListItem, ListStyle};

/// From this depth on, a lone step prints no number: the number of the step around it is enough.
const DEEP: usize = 2;

/// Numbering of the items of a list.
struct ListPlace<'a> {
    style: ListStyle,
    /// Address around the list.
    base: &'a str,
    /// Numbers of the steps around the list.
    path: &'a [String],
    /// Number of the first item.
    start: u64,
    /// True if the list is a single step, which prints no number.
    is_lone: bool,
}

impl AddressPass<'_> {
    /// Numbers a list below `base` ("3.2" or "3.2 step 2"); `path` holds the numbers of the steps around it.
    pub fn list(&mut self, list: &mut List, base: &str, path: &[String]) {
        if list.style == ListStyle::Bullet
            && (self.section.lettered || list.items.iter().any(|item| item.attributes.id.is_some()))
        {
            list.style = ListStyle::Lettered;
        }
        let base = self.list_base(list.style, base, path);
        let is_lone = path.len() >= DEEP && is_lone_step(list);
        let place = ListPlace { style: list.style, base: &base, path, start: list.start, is_lone };
        let first_letter = if path.is_empty() { self.section.letters } else { 0 };
        for (nth, item) in list.items.iter_mut().enumerate() {
            place.mark(item, nth, first_letter + nth);
            self.item(item, &place, nth);
        }
        if path.is_empty() {
            let lettered = list.style == ListStyle::Lettered;
            self.section.letters = first_letter + if lettered { list.items.len() } else { 0 };
        }
    }

    /// Returns the address that the items build on. The second list of steps in a section, and each one after
    /// it, has its own number there.
    fn list_base(&mut self, style: ListStyle, base: &str, path: &[String]) -> String {
        if style != ListStyle::Ordered || !path.is_empty() {
            return base.to_owned();
        }
        self.section.lists += 1;
        match self.section.lists {
            1 => base.to_owned(),
            n => format!("{base} list {n}").trim().to_owned(),
        }
    }

    fn item(&mut self, item: &mut ListItem, list: &ListPlace<'_>, nth: usize) {
        self.enter_item(item);
        let below = if item.address.0.is_empty() { list.base } else { &item.address.0 };
        for block in &mut item.blocks {
            if let BlockKind::List(inner) = &mut block.kind {
                self.named(&mut block.attributes.id, block.span);
                let path = list.path_inside(inner.style, nth);
                self.list(inner, list.base_inside(inner.style, below), &path);
            } else {
                self.block(block);
            }
        }
    }

    /// Enters the place that an item names.
    fn enter_item(&mut self, item: &mut ListItem) {
        let (Some(id), Some(span)) = (&item.attributes.id, item.span) else { return };
        item.attributes.id = Some(self.enter(id.clone(), span, item.address.0.clone()).0);
    }
}

impl ListPlace<'_> {
    /// Gives an item its address, and the marker that is printed before it.
    fn mark(&self, item: &mut ListItem, nth: usize, letter: usize) {
        let (word, number) = match self.style {
            ListStyle::Bullet => return,
            ListStyle::Lettered => ("", item_letter(letter)),
            ListStyle::Ordered => ("step ", self.steps_to(nth).join(".")),
        };
        item.address = Address(format!("{} {word}{number}", self.base).trim().to_owned());
        item.marker = if self.is_lone { String::new() } else { number };
    }

    /// Returns the numbers of the steps around an item, and its own.
    fn steps_to(&self, nth: usize) -> Vec<String> {
        let number = self.start.saturating_add(nth as u64);
        [self.path, &[number.to_string()]].concat()
    }

    /// Returns the numbers around a list within an item: steps within steps continue their numbers.
    fn path_inside(&self, inner: ListStyle, nth: usize) -> Vec<String> {
        match (self.style, inner) {
            (ListStyle::Ordered, ListStyle::Ordered) => self.steps_to(nth),
            (ListStyle::Bullet | ListStyle::Lettered, ListStyle::Ordered) => Vec::new(),
            (_, ListStyle::Bullet | ListStyle::Lettered) => vec![nth.to_string()],
        }
    }

    /// Returns the address that a list within an item builds on. Steps build on the section; steps below a
    /// letter, and all bullets, build on the item, whose address is `below`.
    fn base_inside<'b>(&'b self, inner: ListStyle, below: &'b str) -> &'b str {
        match (self.style, inner) {
            (ListStyle::Ordered | ListStyle::Bullet, ListStyle::Ordered) => self.base,
            (ListStyle::Lettered, ListStyle::Ordered)
            | (_, ListStyle::Bullet | ListStyle::Lettered) => below,
        }
    }
}

/// Reports whether a list is a single step without a name. Two or more steps, and a step that continues the
/// count, print their numbers.
fn is_lone_step(list: &List) -> bool {
    let [item] = list.items.as_slice() else { return false };
    list.style == ListStyle::Ordered && list.start == 1 && item.attributes.id.is_none()
}

/// Returns `a` to `z`, then `aa` and so on.
fn item_letter(nth: usize) -> String {
    let last = char::from(b'a' + (nth % 26) as u8);
    match nth / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", item_letter(more - 1)),
    }
}
