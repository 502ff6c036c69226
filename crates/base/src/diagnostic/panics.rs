//! Catches panics. In: what was caught. Out: its words, and where it happened, which the caught
//! value does not hold.

use std::any::Any;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Mutex;
use std::thread::{self, ThreadId};

/// Where the last panic happened, and in which thread.
static LAST_PLACE: Mutex<Option<(ThreadId, String)>> = Mutex::new(None);

/// From now on this process remembers where it panics, and prints nothing about it.
pub fn remember_panic_places() {
    std::panic::set_hook(Box::new(remember_place));
}

/// From now on every panic is told in one line before it ends the program: words and place.
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

/// What the work gives, or what its panic said and where it happened.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_words(panic.as_ref()))
}

/// Where the last panic of this thread happened, if that is remembered: `crates/press/src/compile.rs:42`.
fn last_panic_place() -> Option<String> {
    let (thread, place) = LAST_PLACE.lock().ok()?.take()?;
    (thread == thread::current().id()).then_some(place)
}

/// What a panic of this thread said, and where it happened if that is remembered.
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
