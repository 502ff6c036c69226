//! The events of a watched book, one after the other: changes, questions of browsers, news of the process
//! that works on the book. All state is in one place, so that no lock is needed.

mod news;
mod questions;
mod review;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::cli::args::WatchArgs;
use crate::cli::exit::Exit;
use crate::cli::work::{SteadyChild, SteadyNews, interrupt};
use crate::preview::board::{Board, Phase};
use crate::preview::server::{Asked, Asker};
use crate::preview::watcher::BookWatcher;
use crate::preview::{FindingCard, LookedAt, PreviewOrder, ReviewedItem};
use base::source::Span;
use base::text::shown_path;

/// Time without a change before files are written.
const QUIET: Duration = Duration::from_millis(500);
/// Work that takes longer than this is announced.
const NOTICED: Duration = Duration::from_millis(150);
/// Longest wait for the answer to a question about the state.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time after a question about a view in which it counts as looked at.
const LOOKED: Duration = Duration::from_secs(45);
/// Longest time for one order, unless `--limit-seconds` sets another.
const LONGEST_ORDER: Duration = Duration::from_secs(120);

/// An event.
pub enum Happening {
    /// Files have changed.
    Changed(Vec<PathBuf>),
    /// A browser asks.
    Asked(Asked),
    /// News of the process with this number.
    Heard(u64, SteadyNews),
}

/// A browser that waits for a newer version.
struct Waiting {
    asker: Asker,
    after: u64,
    view: String,
    until: Instant,
}

/// State of a watched book.
pub struct WatchSession<'a> {
    path: &'a Path,
    args: &'a WatchArgs,
    watcher: BookWatcher,
    sender: Sender<Happening>,
    board: Board,
    child: Option<SteadyChild>,
    /// Number of processes started so far.
    children: u64,
    /// Number of orders without an answer, and the time since which the process has been silent.
    open_orders: usize,
    silent_since: Instant,
    /// Time at which the present reading of the book began.
    reading: Option<Instant>,
    /// True if the book changed since then.
    is_outdated: bool,
    is_announced: bool,
    /// Views that are being made.
    making: BTreeSet<String>,
    looked_at: BTreeMap<String, (usize, Instant)>,
    waiting: Vec<Waiting>,
    /// Browsers that wait for the drawing of a page.
    drawings: BTreeMap<String, Vec<Asker>>,
    /// Browsers that wait for the review; and true if it is being made.
    reviews: Vec<Asker>,
    is_reviewing: bool,
    /// Browsers that wait for an acceptance.
    accepting: Vec<(ReviewedItem, Asker)>,
    /// Browsers that wait for a place.
    places: Vec<(Span, Asker)>,
    /// The next output to write, and when.
    writing: Option<(usize, Instant)>,
    written: (Vec<String>, Vec<FindingCard>),
}

impl<'a> WatchSession<'a> {
    /// Returns a session without events.
    pub fn new(
        path: &'a Path,
        args: &'a WatchArgs,
        watcher: BookWatcher,
        sender: Sender<Happening>,
    ) -> Self {
        Self {
            path,
            args,
            watcher,
            sender,
            board: Board::new(shown_path(path), !args.no_write && args.build.rules.are_own()),
            child: None,
            children: 0,
            open_orders: 0,
            silent_since: Instant::now(),
            reading: None,
            is_outdated: false,
            is_announced: true,
            making: BTreeSet::new(),
            looked_at: BTreeMap::new(),
            waiting: Vec::new(),
            drawings: BTreeMap::new(),
            reviews: Vec::new(),
            is_reviewing: false,
            accepting: Vec::new(),
            places: Vec::new(),
            writing: None,
            written: (Vec::new(), Vec::new()),
        }
    }

    /// Handles events until the program is to end.
    pub fn run(&mut self, happenings: &Receiver<Happening>) -> Result<Exit> {
        loop {
            let happening = match self.next_deadline() {
                Some(deadline) => {
                    happenings.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match happening {
                Ok(Happening::Changed(paths)) => {
                    self.watcher.follow(&paths);
                    if self.child.is_some() { self.read_book() } else { self.start_child() }?;
                }
                Ok(Happening::Asked(asked)) => self.take_question(asked)?,
                Ok(Happening::Heard(child, news)) if child == self.children => self.hear(news)?,
                Ok(Happening::Heard(..)) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Exit::Done),
            }
            if let Some(exit) = interrupt() {
                self.child.take().map(|child| child.end(false));
                return Ok(exit);
            }
            self.take_time()?;
        }
    }

    /// Starts a process that works on the book, and orders it to read the book.
    pub fn start_child(&mut self) -> Result<()> {
        self.children += 1;
        let (number, sender) = (self.children, self.sender.clone());
        // At the end of the program nobody receives this.
        let hear = move |news| drop(sender.send(Happening::Heard(number, news)));
        self.child = SteadyChild::start(self.path, &self.args.build.limits, hear)?;
        self.open_orders = 0;
        self.read_book()
    }

    fn order(&mut self, order: &PreviewOrder) -> Result<()> {
        let Some(child) = &mut self.child else { return Ok(()) };
        if self.open_orders == 0 {
            self.silent_since = Instant::now();
        }
        self.open_orders += 1;
        child.order(order)
    }

    /// Orders the book to be read; later, if it is being read.
    fn read_book(&mut self) -> Result<()> {
        self.writing = None;
        if self.reading.is_some() {
            self.is_outdated = true;
            return Ok(());
        }
        (self.reading, self.is_outdated, self.is_announced) = (Some(Instant::now()), false, false);
        self.making.clear();
        self.order(&PreviewOrder::Read(self.looked_at()))
    }

    /// Returns the views that are looked at, the latest first.
    fn looked_at(&self) -> Vec<LookedAt> {
        let mut views: Vec<_> = self.looked_at.iter().collect();
        views.sort_by_key(|(_, (_, when))| std::cmp::Reverse(*when));
        let looked = |(view, (page, _)): (&String, &(usize, Instant))| LookedAt {
            view: view.clone(),
            page: *page,
        };
        views.into_iter().map(looked).collect()
    }
}

/// Events of time.
impl WatchSession<'_> {
    /// Returns the time of the next event that needs no question or news.
    fn next_deadline(&self) -> Option<Instant> {
        let announce = self.reading.filter(|_| !self.is_announced).map(|begin| begin + NOTICED);
        let write = self.writing.map(|(_, when)| when).filter(|_| self.open_orders == 0);
        let late = (self.open_orders > 0).then(|| self.silent_since + self.longest_order());
        let answer = self.waiting.iter().map(|waiting| waiting.until).min();
        [announce, write, late, answer].into_iter().flatten().min()
    }

    fn longest_order(&self) -> Duration {
        self.args.build.limits.time().unwrap_or(LONGEST_ORDER)
    }

    fn take_time(&mut self) -> Result<()> {
        let now = Instant::now();
        if self.open_orders > 0 && self.silent_since + self.longest_order() <= now {
            self.bury_child(true)?;
        }
        if !self.is_announced && self.reading.is_some_and(|begin| begin + NOTICED <= now) {
            self.is_announced = true;
            self.board.take_phase(Phase::Working, None);
        }
        if let Some((nth, when)) = self.writing
            && when <= now
            && self.open_orders == 0
        {
            self.order(&PreviewOrder::Write(nth))?;
        }
        self.answer_waiting();
        let waiting: BTreeSet<&String> = self.waiting.iter().map(|waiting| &waiting.view).collect();
        self.looked_at.retain(|view, (_, when)| *when + LOOKED > now || waiting.contains(view));
        Ok(())
    }
}
