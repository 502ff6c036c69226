//! Measures the use of paper by the rulebooks: pages, the part of their height that examples take,
//! pages that are less than half full, empty height, and the distance of examples from their rules.
//!
//! `cargo bench -- pages`; with `smoke` one book only; with `FILE RULES BINDINGS`, as `build FILE
//! --rules RULES --bindings BINDINGS` takes them, a document that a book plays.

use std::path::PathBuf;

use rulepress::diagnostic::Findings;
use rulepress::example::game::BookLocation;
use rulepress::press::inspect::economy::{PaperUse, paper_use};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::paper::Paper;
use rulepress::rules::ForeignRules;
use rulepress::rules::executor::InProcess;

use crate::common::Arguments;

/// Height of the text of A5, in points.
const PAGE: f64 = 507.0;

pub(crate) fn bench(arguments: Arguments) {
    let Arguments { smoke, words } = arguments;
    println!(
        "book  pages  examples  half-empty  empty  median and most pages from rule to example"
    );
    if let [file, rules, bindings] = words.as_slice() {
        let foreign = ForeignRules { rules: rules.into(), bindings: Some(bindings.into()) };
        println!(
            "{}",
            report(&BookLocation { foreign: Some(foreign), ..BookLocation::of(file.as_ref()) })
        );
        return;
    }
    let mut books: Vec<PathBuf> = std::fs::read_dir("content")
        .expect("the books are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    books.sort();
    books.truncate(if smoke { 1 } else { usize::MAX });
    for book in books {
        println!("{}", report(&BookLocation::of(&book)));
    }
}

fn report(book: &BookLocation) -> String {
    let read = rulepress::read_book_with(book, &InProcess).expect("the book is there");
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let pages = typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut findings);
    let pages = pages.expect("the book can be set");
    let used = paper_use(&pages, &Paper::find("a5").expect("it is known"));
    line(&book.path.display().to_string(), &used)
}

fn line(name: &str, used: &PaperUse) -> String {
    let count = used.pages.len();
    let filled: f64 = used.pages.iter().map(|page| page.filled).sum();
    let examples: f64 = used.pages.iter().map(|page| page.examples).sum();
    let bare = used.pages.iter().filter(|page| page.filled < 0.5).count();
    let inner = used.pages.iter().filter(|page| page.filled < 0.5 && !page.ends_chapter).count();
    let mut far: Vec<usize> = used.examples.iter().map(|example| example.distance()).collect();
    far.sort_unstable();
    let (median, most) = (far.get(far.len() / 2).unwrap_or(&0), far.last().unwrap_or(&0));
    let mut high: Vec<f64> = used.examples.iter().map(|example| example.height()).collect();
    high.sort_by(f64::total_cmp);
    let tall = high.get(high.len() / 2).unwrap_or(&0.0) / PAGE;
    let tallest = high.last().unwrap_or(&0.0) / PAGE;
    let strays = used.examples.iter().filter(|example| example.distance() > 1);
    let strays =
        strays.map(|own| format!("\n  {} stands {} pages from its rule", own.name, own.distance()));
    let long = used.examples.iter().filter(|example| example.height() > PAGE);
    let long = long.map(|own| format!("\n  {} takes {:.2} pages", own.name, own.height() / PAGE));
    let bare_pages = used.pages.iter().enumerate().filter(|(_, page)| page.filled < 0.9);
    let bare_pages = bare_pages.map(|(nth, page)| {
        let ends = if page.ends_chapter { ", a chapter ends" } else { "" };
        format!("\n  page {} is {:.0} % full{ends}", nth + 1, 100.0 * page.filled)
    });
    let remarks: Vec<String> = strays.chain(long).chain(bare_pages).collect();
    format!(
        "{name}: {count} pages, examples {:.1} % of the used height, {bare} pages under half full ({inner} not before a chapter), {:.1} % empty, {median} and {most} pages from rule to example; an example takes {tall:.2} pages in the median and {tallest:.2} at most{}",
        100.0 * examples / filled.max(0.01),
        100.0 * (1.0 - filled / count.max(1) as f64),
        remarks.concat(),
    )
}
