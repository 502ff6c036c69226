//! Panics of plays. In: what was caught. Out: what it said, and where it happened.

use std::any::Any;
use std::cell::RefCell;

thread_local! {
    /// Where this thread panicked last.
    static LAST_PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on this process remembers where it panics, because a caught panic only tells what it
/// said.
pub(super) fn remember_panic_places() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        LAST_PLACE.set(panic.location().map(|at| format!("{}:{}", at.file(), at.line())));
        before(panic);
    }));
}

/// What a panic of this thread said, and where it happened if that is remembered.
pub(in crate::rules) fn panic_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let words = text.unwrap_or("a panic without words");
    match LAST_PLACE.take() {
        Some(place) => format!("{words} (at {place})"),
        None => words.to_owned(),
    }
}
