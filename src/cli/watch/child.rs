//! The process that works on the book: it reads, sets, draws and writes on order, and between orders draws
//! the pages that are likely to be looked at next.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use anyhow::{Result, anyhow};

use super::reviewer::Reviewer;
use crate::cli::args::WatchArgs;
use crate::cli::build::source_date;
use crate::cli::executor::rules_executor;
use crate::cli::exit::Exit;
use crate::cli::print_order::PrintOrder;
use crate::cli::work::{BookWork, tell_preview};
use crate::cli::write::write_output;
use crate::preview::{PreviewBook, PreviewNews, PreviewOrder, PreviewRequest, finding_cards};
use base::diagnostic::{Diagnostic, Findings, catch_panic, code};
use base::text::file_names::plain_name;
pub use rules::executor::{Executor, receive_message};

/// Shows the book at `path` to the process that started this one.
pub fn serve_preview(path: &Path, args: &WatchArgs) -> Result<BookWork> {
    let order = PrintOrder::of(&args.build)?;
    let profile = order.profiles.first().ok_or_else(|| anyhow!("name a print profile"))?;
    let request = PreviewRequest {
        location: args.build.rules.location(path),
        memory: args.build.limits.rulebook_memory(),
        date: source_date(),
        print: order.request(profile, None),
        only: args.build.only.clone(),
    };
    let writer = OutputWriter { path, args, order: &order };
    let mut book = PreviewBook::new(request, rules_executor()?);
    let mut reviewer = Reviewer::new(path, &args.build.rules.read);
    let (sender, orders) = mpsc::channel();
    thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Ok(Some(order)) = receive_message(&mut input) {
            if sender.send(order).is_err() {
                return;
            }
        }
    });
    while let Some(order) = next_order(&orders, &mut book) {
        tell_preview(follow_order(order, &mut book, &writer, &mut reviewer));
    }
    Ok(Exit::Done.into())
}

/// Returns the next order; meanwhile draws pages that nobody has asked for yet. `None` when no more orders
/// can come.
fn next_order<E: Executor>(
    orders: &Receiver<PreviewOrder>,
    book: &mut PreviewBook<'_, E>,
) -> Option<PreviewOrder> {
    loop {
        match orders.try_recv() {
            Ok(order) => return Some(order),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        let Some(page) = book.undrawn_page() else { return orders.recv().ok() };
        tell_preview(drawn_page(page, book));
    }
}

fn drawn_page<E: Executor>(page: String, book: &mut PreviewBook<'_, E>) -> PreviewNews {
    let drawing = catch_panic(|| book.draw(&page)).unwrap_or_default();
    PreviewNews::Drawn(page, drawing)
}

fn follow_order<E: Executor>(
    order: PreviewOrder,
    book: &mut PreviewBook<'_, E>,
    writer: &OutputWriter<'_>,
    reviewer: &mut Reviewer<'_>,
) -> PreviewNews {
    match order {
        PreviewOrder::Read(looked_at) => book.read(&looked_at),
        PreviewOrder::Make(looked_at) => PreviewNews::Made(book.make(looked_at)),
        PreviewOrder::Draw(page) => drawn_page(page, book),
        PreviewOrder::Find(place) => PreviewNews::Found(place, book.find(place)),
        PreviewOrder::Write(nth) => writer.write(nth, book),
        PreviewOrder::Review => PreviewNews::Reviewed(reviewer.review(book)),
        PreviewOrder::Accept(item) => {
            let problem = reviewer.accept(&item);
            PreviewNews::Accepted(item, problem)
        }
    }
}

/// Writes the requested outputs, one after the other.
struct OutputWriter<'a> {
    path: &'a Path,
    args: &'a WatchArgs,
    order: &'a PrintOrder,
}

impl OutputWriter<'_> {
    /// Writes the files of the nth output of the book as it was last read.
    fn write<E: Executor>(&self, nth: usize, book: &PreviewBook<'_, E>) -> PreviewNews {
        let (mut findings, mut files) = (Findings::default(), Vec::new());
        let outputs = self.order.outputs();
        let Some(printable) = book.latest() else {
            return PreviewNews::Written { files, more: false, findings: Vec::new() };
        };
        let asked = outputs.get(nth).filter(|(_, output)| printable.is_printable(*output));
        if let Some((profile, output)) = asked {
            let made = catch_panic(|| -> Result<_> {
                let earlier = self.order.earlier_book(self.path)?;
                printable.make(*output, &self.order.request(profile, earlier.as_ref()))
            });
            match made {
                Ok(Ok(made)) => {
                    findings = made.findings;
                    let name = plain_name(&printable.book.name);
                    for file in &made.files {
                        match write_output(&self.args.build.output, &name, file) {
                            Ok(()) => files.push(format!("{name}/{}", file.name)),
                            Err(failure) => findings.push(failure.finding()),
                        }
                    }
                }
                Ok(Err(error)) => findings.push(unmade_output(&format!("{error:#}"))),
                Err(words) => findings.push(unmade_output(&words)),
            }
        }
        let findings = finding_cards(&findings, &printable.sources);
        PreviewNews::Written { files, more: nth + 1 < outputs.len(), findings }
    }
}

fn unmade_output(words: &str) -> Diagnostic {
    Diagnostic::global(code::TYPESETTING, format!("the output cannot be made: {words}"))
}
