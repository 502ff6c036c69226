//! A bar that names the books in work, and the output in work for each.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::interrupt::locked;
use crate::cli::verbosity::is_quiet;
use base::text::shown_path;

/// Template of the bar.
const BAR: &str = "{bar:24} {pos}/{len} {wide_msg}";
/// Time before the bar appears.
const HIDDEN: Duration = Duration::from_millis(500);
/// Time between two drawings of the bar.
const TICK: Duration = Duration::from_millis(200);

/// Progress of the work.
pub struct Progress {
    bar: ProgressBar,
    /// The output in work for each book, by its number.
    running: Mutex<BTreeMap<usize, String>>,
    begin: Instant,
    is_shown: AtomicBool,
}

impl Progress {
    /// Returns a hidden bar for this number of books.
    pub fn new(books: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(books as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(BAR) {
            bar.set_style(style);
        }
        Self {
            bar,
            running: Mutex::default(),
            begin: Instant::now(),
            is_shown: AtomicBool::new(false),
        }
    }

    /// Returns the time until the bar is to appear; `None` if it is shown.
    pub fn hidden_for(&self) -> Option<Duration> {
        let is_shown = is_quiet() || self.is_shown.load(Ordering::Relaxed);
        (!is_shown).then(|| HIDDEN.saturating_sub(self.begin.elapsed()))
    }

    /// Shows the bar, if standard error is a terminal.
    pub fn reveal(&self) {
        self.is_shown.store(true, Ordering::Relaxed);
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(TICK);
    }

    /// Shows the output in work for a book.
    pub fn show(&self, nth: usize, path: &Path, stage: &str) {
        locked(&self.running).insert(nth, format!("{}: {stage}", shown_path(path)));
        self.update();
    }

    /// Counts a book as done.
    pub fn finish(&self, nth: usize) {
        locked(&self.running).remove(&nth);
        self.bar.inc(1);
        self.update();
    }

    fn update(&self) {
        let running: Vec<String> = locked(&self.running).values().cloned().collect();
        self.bar.set_message(running.join(", "));
    }

    /// Hides the bar while `print` runs.
    pub fn print(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
