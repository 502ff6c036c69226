//! Catches panics. In: a caught panic. Out: its words, and its place, which the caught value does not
//! contain.

use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Mutex;
use std::thread::{self, ThreadId};

/// Place of the last panic, and its thread.
static LAST_PLACE: Mutex<Option<(ThreadId, String)>> = Mutex::new(None);

/// From now on, this process remembers the places of panics, and prints nothing about them.
pub fn remember_panic_places() {
    std::panic::set_hook(Box::new(remember_place));
}

/// From now on, every panic is printed in one line before it ends the program: words and place.
#[cfg(target_family = "wasm")]
pub fn print_panics<T: 'static>(tell: fn(&str) -> T) {
    std::panic::set_hook(Box::new(move |panic| {
        remember_place(panic);
        tell(&panic_words(panic.payload()));
    }));
}

fn remember_place(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line()));
    let place = place.map(|place| (thread::current().id(), place));
    if let Ok(mut last) = LAST_PLACE.lock() {
        *last = place;
    }
}

/// Returns the result of the work, or the words and place of its panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_words(panic.as_ref()))
}

/// Returns the place of the last panic of this thread, if it is remembered: `crates/press/src/compile.rs:42`.
fn last_panic_place() -> Option<String> {
    let (thread, place) = LAST_PLACE.lock().ok()?.take()?;
    (thread == thread::current().id()).then_some(place)
}

/// Returns the words of a panic of this thread, and its place if that is remembered.
pub fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words");
    match last_panic_place() {
        Some(place) => format!("{words} (at {place})"),
        None => words.to_owned(),
    }
}
