//! What happens while a book is watched, one thing after the other: changes, questions of browsers,
//! news of the process that works on the book. All that is known lies here, so that nothing is
//! locked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;

use crate::cli::args::WatchArgs;
use crate::cli::console::print_error;
use crate::cli::exit::Exit;
use crate::cli::work::{SteadyChild, SteadyNews, interrupt};
use crate::preview::board::{Board, Phase};
use crate::preview::server::{Answer, Asked, Asker, Question};
use crate::preview::watcher::BookWatcher;
use crate::preview::{
    BookCard, FindingCard, FoundPlace, LookedAt, MadeView, PreviewNews, PreviewOrder,
};
use crate::source::Span;
use crate::text::shown_path;

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
pub(super) enum Happening {
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
pub(super) struct WatchSession<'a> {
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
    /// Who waits for a place.
    places: Vec<(Span, Asker)>,
    /// The next output to be written, and when.
    writing: Option<(usize, Instant)>,
    written: (Vec<String>, Vec<FindingCard>),
}

impl<'a> WatchSession<'a> {
    /// Nothing has happened yet.
    pub(super) fn new(
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
            board: Board::new(shown_path(path)),
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
            places: Vec::new(),
            writing: None,
            written: (Vec::new(), Vec::new()),
        }
    }

    /// Takes what happens until the program is to end.
    pub(super) fn run(&mut self, happenings: &Receiver<Happening>) -> Result<Exit> {
        loop {
            let happening = match self.next_deadline() {
                Some(deadline) => {
                    happenings.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
                None => happenings.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match happening {
                Ok(Happening::Changed(paths)) => self.take_change(&paths)?,
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
    pub(super) fn start_child(&mut self) -> Result<()> {
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

    fn take_change(&mut self, paths: &[PathBuf]) -> Result<()> {
        self.watcher.follow(paths);
        if self.child.is_some() { self.read_book() } else { self.start_child() }
    }
}

/// Questions of browsers.
impl WatchSession<'_> {
    fn take_question(&mut self, Asked { question, asker }: Asked) -> Result<()> {
        match question {
            Question::State { after, view, page } => {
                let view = self.board.shown_key(&view).to_owned();
                self.look_at(&view, page)?;
                let until = Instant::now() + PATIENCE;
                self.waiting.push(Waiting { asker, after, view, until });
                Ok(())
            }
            Question::Drawing(name) => self.take_drawing_question(name, asker),
            Question::Place(nth) => self.take_place_question(nth, asker),
        }
    }

    /// Somebody looks at a page of a view, which is made if it is not of the book as it is.
    fn look_at(&mut self, view: &str, page: usize) -> Result<()> {
        if view.is_empty() {
            return Ok(());
        }
        self.looked_at.insert(view.to_owned(), (page, Instant::now()));
        let is_wanted = self.board.is_stale(view) && self.reading.is_none();
        if is_wanted && self.making.insert(view.to_owned()) {
            let view = view.to_owned();
            self.order(&PreviewOrder::Make(LookedAt { view, page }))?;
        }
        Ok(())
    }

    fn take_drawing_question(&mut self, name: String, asker: Asker) -> Result<()> {
        if let Some(drawing) = self.board.drawing(&name) {
            asker.answer(Answer::drawing(drawing));
            return Ok(());
        }
        if self.child.is_none() {
            asker.answer(Answer::refusal((
                503,
                "the page was not drawn before the program broke down",
            )));
            return Ok(());
        }
        let waiting = self.drawings.entry(name.clone()).or_default();
        waiting.push(asker);
        if waiting.len() == 1 { self.order(&PreviewOrder::Draw(name)) } else { Ok(()) }
    }

    fn take_place_question(&mut self, nth: usize, asker: Asker) -> Result<()> {
        let place = self.board.place_of_finding(nth).filter(|_| self.child.is_some());
        let Some(place) = place else {
            asker.answer(place_answer(None));
            return Ok(());
        };
        self.places.push((place, asker));
        self.order(&PreviewOrder::Find(place))
    }

    /// Answers everybody who waits for another version than there is, or has waited long enough.
    fn answer_waiting(&mut self) {
        let now = Instant::now();
        for waiting in std::mem::take(&mut self.waiting) {
            if waiting.after != self.board.version || waiting.until <= now {
                waiting.asker.answer(Answer::json(self.board.told(&waiting.view)));
            } else {
                self.waiting.push(waiting);
            }
        }
    }
}

fn place_answer(found: Option<&FoundPlace>) -> Answer {
    let found =
        found.map(|found| json!({ "view": found.view, "page": found.page, "boxes": found.boxes }));
    Answer::json(found.unwrap_or_default().to_string().into_bytes())
}

/// News of the process that works on the book.
impl WatchSession<'_> {
    fn hear(&mut self, news: SteadyNews) -> Result<()> {
        let news = match news {
            SteadyNews::Said(news) => news,
            SteadyNews::Ended => return self.bury_child(false),
        };
        self.silent_since = Instant::now();
        match news {
            PreviewNews::Read(book, made) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_book(book, made)
            }
            PreviewNews::Made(view) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.making.remove(&view.key);
                self.board.take_view(view);
                Ok(())
            }
            PreviewNews::Drawn(name, drawing) => {
                self.take_drawing(name, drawing);
                Ok(())
            }
            PreviewNews::Found(place, found) => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_place(place, found.as_ref());
                Ok(())
            }
            PreviewNews::Written { files, more, findings } => {
                self.open_orders = self.open_orders.saturating_sub(1);
                self.take_written(files, more, findings)
            }
        }
    }

    fn take_book(&mut self, book: BookCard, made: Vec<MadeView>) -> Result<()> {
        let begin = self.reading.take().unwrap_or_else(Instant::now);
        let time = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.board.take_book(book, made, time);
        for folder in self.board.folders() {
            self.watcher.watch_folder(Path::new(folder));
        }
        if self.is_outdated {
            return self.read_book();
        }
        self.print_line();
        let writes = !self.args.no_write && self.board.is_printable();
        self.writing = writes.then(|| (0, Instant::now() + QUIET));
        self.written = (Vec::new(), Vec::new());
        let looked_at = self.looked_at();
        looked_at.iter().try_for_each(|looked| self.look_at(&looked.view, looked.page))
    }

    /// Says how the book stands.
    fn print_line(&mut self) {
        print_error(format_args!("{}\n", self.board.line()));
    }

    fn take_drawing(&mut self, name: String, drawing: Option<Vec<u8>>) {
        let askers = self.drawings.remove(&name).unwrap_or_default();
        if !askers.is_empty() {
            self.open_orders = self.open_orders.saturating_sub(1);
        }
        let Some(drawing) = drawing.map(Arc::new) else {
            let gone = || Answer::refusal((404, "there is no such page any more"));
            return askers.into_iter().for_each(|asker| asker.answer(gone()));
        };
        for asker in askers {
            asker.answer(Answer::drawing(Arc::clone(&drawing)));
        }
        self.board.take_drawing(name, drawing);
    }

    fn take_place(&mut self, place: Span, found: Option<&FoundPlace>) {
        let (answered, open) =
            std::mem::take(&mut self.places).into_iter().partition(|(asked, _)| *asked == place);
        self.places = open;
        let answered: Vec<(Span, Asker)> = answered;
        answered.into_iter().for_each(|(_, asker)| asker.answer(place_answer(found)));
    }

    fn take_written(
        &mut self,
        files: Vec<String>,
        more: bool,
        findings: Vec<FindingCard>,
    ) -> Result<()> {
        let Some((nth, _)) = self.writing else { return Ok(()) };
        self.written.0.extend(files);
        self.written.1.extend(findings);
        if more {
            self.writing = Some((nth + 1, Instant::now()));
            return self.order(&PreviewOrder::Write(nth + 1));
        }
        self.writing = None;
        let (files, findings) = std::mem::take(&mut self.written);
        let (count, output) = (files.len(), self.args.build.output.display());
        print_error(format_args!("{count} files written to {output}\n"));
        self.board.take_written(files, findings);
        Ok(())
    }

    /// The process has ended, or takes too long; whoever waits for it is told.
    fn bury_child(&mut self, is_late: bool) -> Result<()> {
        let Some(child) = self.child.take() else { return Ok(()) };
        let was_outdated = self.is_outdated;
        (self.reading, self.writing, self.open_orders) = (None, None, 0);
        self.making.clear();
        let Some(death) = child.end(is_late)? else { return Ok(()) };
        for asker in std::mem::take(&mut self.drawings).into_values().flatten() {
            asker.answer(Answer::refusal((503, "the program broke down")));
        }
        for (_, asker) in std::mem::take(&mut self.places) {
            asker.answer(place_answer(None));
        }
        let words = std::iter::once(&death.message).chain(&death.hints);
        let words = words.map(String::as_str).collect::<Vec<_>>().join("; ");
        print_error(format_args!("{words}\n"));
        self.board.take_phase(Phase::Ended, Some(words));
        if was_outdated { self.start_child() } else { Ok(()) }
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
