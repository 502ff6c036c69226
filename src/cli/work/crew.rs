//! Several children side by side, as many as the machine has cores. Their messages are printed in the order
//! of their books, whichever ends first.

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

/// Without processes, work is done in this one.
const HAS_PROCESSES: bool = !cfg!(target_family = "wasm");

/// Works on every book of an order; returns the worst exit, and all findings if they are wanted as data.
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

/// Something that arrives about one book.
enum Arrival {
    /// A message of the child.
    Said(WorkMessage),
    /// The child ended before it was done, and another one continues.
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

    /// Works on one book, and sends messages about it.
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

    /// Works on one book; returns a finding if that ended early. If the book's templates may be the cause, it
    /// is tried once more without them.
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

    /// Prints all messages, book by book.
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

    /// Returns the next arrival of a book; `None` when it is finished. Meanwhile the bar may appear.
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

    /// Prints one arrival of a book, or adds it to the result of all.
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

    /// Prints a death, or adds it to the findings if they are wanted as data.
    fn report_death(&self, finding: Diagnostic, told: &mut ToldBook<'_>) -> Exit {
        let summary = findings_summary(&Findings(vec![finding.clone()]));
        let exit = self.report_warning(finding, told);
        if !self.order.as_data {
            told.print_written();
            tell_summary(told.path, &summary);
        }
        exit
    }

    /// Prints the death of a child whose work is done again by another.
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

/// Messages about one book: its findings, then the written files, then one line.
struct ToldBook<'a> {
    path: &'a Path,
    /// Number of written files that were printed, including those of earlier books.
    printed: usize,
    /// The result of all books so far.
    all: &'a mut BookWork,
}

impl ToldBook<'_> {
    /// Prints or keeps a message; returns the exit of the book, if the message says it.
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
                // A file that was written before its child died is written again.
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

    /// Prints the paths of written files that were not printed yet.
    fn print_written(&mut self) {
        let written = &self.all.written;
        written[self.printed..].iter().for_each(|path| print_written(path));
        self.printed = written.len();
    }
}
