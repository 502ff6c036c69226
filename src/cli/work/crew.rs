//! Several children side by side, as many as the machine has cores. What they say is printed in the
//! order of their books, whichever ends first.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;

use anyhow::Result;
use clap::ValueEnum;

use super::message::{WorkMessage, print_written, tell_summary};
use super::progress::Progress;
use super::supervisor::{EarlyEnd, Supervisor, TemplateUse, path_of_bytes};
use super::{BookWork, WorkOrder};
use crate::cli::console::{findings_summary, print_error, print_findings, print_out};
use crate::cli::exit::Exit;
use crate::cli::report_failure;
use crate::pipeline::work_side_by_side;
use base::diagnostic::{Diagnostic, Findings, finding_records};
use base::source::Sources;
use press::book::Output;

/// Where there are no processes, work is done in this one.
const HAS_PROCESSES: bool = !cfg!(target_family = "wasm");

/// Works on every book of an order, and gives how the worst one ended and all findings that are
/// wanted as data.
pub fn work_on_books(order: &WorkOrder<'_>) -> BookWork {
    if !HAS_PROCESSES {
        return work_here(order);
    }
    Crew { order, progress: Progress::new(order.paths.len()) }.work()
}

fn work_here(order: &WorkOrder<'_>) -> BookWork {
    let mut all = BookWork::default();
    for path in order.paths {
        let work = (order.here)(path).unwrap_or_else(|error| report_failure(&error).into());
        all.exit = all.exit.max(work.exit);
        all.records.extend(work.records);
        all.made.extend(work.made);
    }
    all
}

/// What arrives of one book.
enum Arrival {
    /// The child said it.
    Said(WorkMessage),
    /// The child ended before it was done, and another one goes on.
    Warned(Diagnostic),
    /// The child ended before it was done.
    Died(Diagnostic),
    /// It could not be started or ended.
    Failed(anyhow::Error),
    /// Nothing more comes.
    Finished,
}

/// Children that share the books of an order.
struct Crew<'a> {
    order: &'a WorkOrder<'a>,
    progress: Progress,
}

impl Crew<'_> {
    fn work(&self) -> BookWork {
        let count = self.order.paths.len();
        let (senders, arrivals): (Vec<_>, Vec<_>) = (0..count).map(|_| mpsc::channel()).unzip();
        let books: Vec<_> = senders.into_iter().enumerate().collect();
        let done = thread::scope(|scope| {
            scope.spawn(|| {
                work_side_by_side(&books, |(nth, sender)| self.finish_book(*nth, sender), drop);
            });
            self.print_all(&arrivals)
        });
        self.progress.clear();
        done
    }

    /// Works on one book, and sends what comes of it.
    fn finish_book(&self, nth: usize, sender: &Sender<Arrival>) {
        // The receivers live longer than this thread.
        let send = |arrival| drop(sender.send(arrival));
        match self.work_on(nth, &self.order.paths[nth], &send) {
            Ok(None) => {}
            Ok(Some(finding)) => send(Arrival::Died(finding)),
            Err(error) => send(Arrival::Failed(error)),
        }
        send(Arrival::Finished);
        self.progress.finish(nth);
    }

    /// Works on one book, and says why that ended early if it did. Where templates of the book may be to
    /// blame, it is worked on once more without them.
    fn work_on(
        &self,
        nth: usize,
        path: &Path,
        send: &impl Fn(Arrival),
    ) -> Result<Option<Diagnostic>> {
        match self.try_work(nth, path, TemplateUse::Own, send)? {
            Some(end) if end.by_templates => {
                send(Arrival::Warned(end.finding));
                let again = self.try_work(nth, path, TemplateUse::Bundled, send)?;
                Ok(again.map(|end| end.finding))
            }
            end => Ok(end.map(|end| end.finding)),
        }
    }

    fn try_work(
        &self,
        nth: usize,
        path: &Path,
        templates: TemplateUse,
        send: &impl Fn(Arrival),
    ) -> Result<Option<EarlyEnd>> {
        self.progress.show(nth, path, "reading");
        let Some(supervisor) = Supervisor::start(path, self.order.limits, templates)? else {
            return Ok(None);
        };
        supervisor.attend(|message| match message {
            WorkMessage::Stage(stage) => self.progress.show(nth, path, &stage),
            WorkMessage::Out(_)
            | WorkMessage::Error(_)
            | WorkMessage::Records(_)
            | WorkMessage::Made(_)
            | WorkMessage::Writing(_)
            | WorkMessage::Written(_)
            | WorkMessage::Summary(_)
            | WorkMessage::Preview(_)
            | WorkMessage::Templates
            | WorkMessage::Ended(_) => send(Arrival::Said(message)),
        })
    }

    /// Prints what arrives, book by book.
    fn print_all(&self, arrivals: &[Receiver<Arrival>]) -> BookWork {
        let mut all = BookWork::default();
        for (path, arrivals) in self.order.paths.iter().zip(arrivals) {
            let mut told = ToldBook { path, printed: all.written.len(), all: &mut all };
            while let Some(arrival) = self.next_arrival(arrivals) {
                self.progress.print(|| self.take_arrival(arrival, &mut told));
            }
            self.progress.print(|| told.print_written());
        }
        all
    }

    /// What arrives next of a book; none when it is finished. Meanwhile the bar may show itself.
    fn next_arrival(&self, arrivals: &Receiver<Arrival>) -> Option<Arrival> {
        let early = self.progress.hidden_for().map(|hidden| arrivals.recv_timeout(hidden));
        let arrival = match early {
            Some(Ok(arrival)) => arrival,
            Some(Err(RecvTimeoutError::Timeout)) => {
                self.progress.reveal();
                arrivals.recv().ok()?
            }
            Some(Err(RecvTimeoutError::Disconnected)) => return None,
            None => arrivals.recv().ok()?,
        };
        match arrival {
            Arrival::Finished => None,
            Arrival::Said(_) | Arrival::Warned(_) | Arrival::Died(_) | Arrival::Failed(_) => {
                Some(arrival)
            }
        }
    }

    /// Prints one arrival of a book, or adds it to what came of all.
    fn take_arrival(&self, arrival: Arrival, told: &mut ToldBook<'_>) {
        let exit = match arrival {
            Arrival::Said(message) => told.take_message(message),
            Arrival::Warned(finding) => self.report_warning(finding, told),
            Arrival::Died(finding) => self.report_death(finding, told),
            Arrival::Failed(error) => report_failure(&error).min(Exit::Errors),
            Arrival::Finished => Exit::Done,
        };
        told.all.exit = told.all.exit.max(exit);
    }

    /// Prints a death, or adds it to the findings that are wanted as data.
    fn report_death(&self, finding: Diagnostic, told: &mut ToldBook<'_>) -> Exit {
        let summary = findings_summary(&Findings(vec![finding.clone()]));
        let exit = self.report_warning(finding, told);
        if !self.order.as_data {
            told.print_written();
            tell_summary(told.path, &summary);
        }
        exit
    }

    /// Prints the death of a child whose work another one does again.
    fn report_warning(&self, finding: Diagnostic, told: &mut ToldBook<'_>) -> Exit {
        let findings = Findings(vec![finding]);
        let Ok(sources) = Sources::new(Path::new(".")) else { return Exit::Limit };
        if self.order.as_data {
            told.all.records.extend(finding_records(&findings, &sources));
        } else {
            print_findings(&findings, &sources);
        }
        Exit::after(&findings)
    }
}

/// What is said of one book: its findings, then the files that were written, then one line.
struct ToldBook<'a> {
    path: &'a Path,
    /// How many written files were printed, those of the books before it among them.
    printed: usize,
    /// What came of all books so far.
    all: &'a mut BookWork,
}

impl ToldBook<'_> {
    /// Prints a message or keeps what it says; gives how the book ended, if it says that.
    fn take_message(&mut self, message: WorkMessage) -> Exit {
        match message {
            WorkMessage::Out(words) => print_out(format_args!("{words}")),
            WorkMessage::Error(words) => print_error(format_args!("{words}")),
            WorkMessage::Records(records) => self.all.records.extend(records),
            WorkMessage::Made(names) => {
                let outputs = names.iter().filter_map(|name| Output::from_str(name, true).ok());
                self.all.made.extend(outputs);
            }
            WorkMessage::Written(path) => {
                // One that was written before its child died is written again.
                let new = |path: &PathBuf| !self.all.written.contains(path);
                let path = path_of_bytes(&path).filter(new);
                self.all.written.extend(path);
            }
            WorkMessage::Summary(line) => {
                self.print_written();
                print_error(format_args!("{line}"));
            }
            WorkMessage::Ended(code) => return Exit::of_code(code),
            WorkMessage::Stage(_)
            | WorkMessage::Writing(_)
            | WorkMessage::Templates
            | WorkMessage::Preview(_) => {}
        }
        Exit::Done
    }

    /// Prints the paths of the files that were written and not yet told.
    fn print_written(&mut self) {
        let written = &self.all.written;
        written[self.printed..].iter().for_each(|path| print_written(path));
        self.printed = written.len();
    }
}
