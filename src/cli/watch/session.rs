//! What happens while a book is watched, one thing after the other: changes, questions of browsers,
//! news of the process that works on the book. All that is known lies here, so that nothing is
//! locked.

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

/// Files are written when nothing has changed for so long.
const QUIET: Duration = Duration::from_millis(500);
/// Work that takes longer is told as such.
const NOTICED: Duration = Duration::from_millis(150);
/// A question about the state is answered after so long even if nothing has changed.
const PATIENCE: Duration = Duration::from_secs(20);
/// A view counts as looked at for so long after somebody asked about it.
const LOOKED: Duration = Duration::from_secs(45);
/// What the process may take for one order, unless `--limit-seconds` says otherwise.
const LONGEST_ORDER: Duration = Duration::from_secs(120);

/// Something that happens.
pub enum Happening {
    /// Files have changed.
    Changed(Vec<PathBuf>),
    /// A browser asks.
    Asked(Asked),
    /// The process of this number was heard.
    Heard(u64, SteadyNews),
}

/// A browser that waits for another version.
struct Waiting {
    asker: Asker,
    after: u64,
    view: String,
    until: Instant,
}

/// Everything that is known while a book is watched.
pub struct WatchSession<'a> {
    path: &'a Path,
    args: &'a WatchArgs,
    watcher: BookWatcher,
    sender: Sender<Happening>,
    board: Board,
    child: Option<SteadyChild>,
    /// How many processes were started.
    children: u64,
    /// How many orders have no answer yet, and since when the process has been silent.
    open_orders: usize,
    silent_since: Instant,
    /// When the book began to be read, if it is.
    reading: Option<Instant>,
    /// Whether it changed since then.
    is_outdated: bool,
    is_announced: bool,
    /// Views that are being made.
    making: BTreeSet<String>,
    looked_at: BTreeMap<String, (usize, Instant)>,
    waiting: Vec<Waiting>,
    /// Who waits for the drawing of a page.
    drawings: BTreeMap<String, Vec<Asker>>,
    /// Who waits for what is to be looked at, and whether it is being made.
    reviews: Vec<Asker>,
    is_reviewing: bool,
    /// Who accepts something.
    accepting: Vec<(ReviewedItem, Asker)>,
    /// Who waits for a place.
    places: Vec<(Span, Asker)>,
    /// The next output to be written, and when.
    writing: Option<(usize, Instant)>,
    written: (Vec<String>, Vec<FindingCard>),
}

impl<'a> WatchSession<'a> {
    /// Nothing has happened yet.
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

    /// Takes what happens until the program is to end.
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

    /// Starts a process that works on the book, and lets it read that.
    pub fn start_child(&mut self) -> Result<()> {
        self.children += 1;
        let (number, sender) = (self.children, self.sender.clone());
        // Nobody hears it when the program ends.
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

    /// Lets the book be read; again later if it is being read.
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

    /// What is looked at, the latest first.
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

/// What happens because time goes by.
impl WatchSession<'_> {
    /// When something is to be done next that nobody asks for.
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
