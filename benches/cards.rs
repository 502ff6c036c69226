//! What decks cost: sheets of proxies with backs for decks of 54, 200, 2 000 and 10 000 different
//! cards.
//!
//! `cargo bench --bench cards -- [cards...]`; with `smoke` decks of 54 and 108 once. Each deck is a
//! process of its own; the least CPU time of three runs counts. Needs Linux: CPU time and peak
//! memory come from `/proc/self`.

#[allow(dead_code, reason = "every benchmark uses a part of it")]
mod common;

use std::fmt::Write;
use std::path::Path;

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::press::cards::CardRequest;
use rulepress::press::profile;
use rulepress::press::{self, PrintRequest};

use common::{Arguments, measure_child, peak_memory, process_time};

const DECKS: [usize; 4] = [54, 200, 2_000, 10_000];

fn main() {
    let arguments = Arguments::of_process();
    if let [flag, folder] = arguments.words.as_slice()
        && flag == "--child"
    {
        return child(Path::new(folder));
    }
    let decks = arguments.sizes(&[54, 108], &DECKS);
    let runs = if arguments.smoke { 1 } else { 3 };
    println!("cards   CPU ms   ms/card   peak MiB   KiB of PDF");
    let rows: Vec<(usize, f64)> =
        decks.iter().map(|cards| (*cards, measure(*cards, runs))).collect();
    let few = rows.iter().find(|(cards, _)| *cards >= 200).or(rows.first());
    if let (Some((few, small)), Some((many, large))) = (few, rows.last()) {
        println!("a card at {many} / a card at {few}: {:.2}", large / small);
    }
}

/// Prints a row, the least of some runs; gives the milliseconds a card takes.
fn measure(cards: usize, runs: usize) -> f64 {
    let folder =
        std::env::temp_dir().join(format!("rulepress-cards-{}-{cards}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    write(&folder, cards);
    let runs: Vec<[f64; 3]> = (0..runs).map(|_| measure_child(&[], &folder)).collect();
    let least = |nth: usize| runs.iter().map(|run| run[nth]).fold(f64::MAX, f64::min);
    let (cpu, mib, kib) = (least(0), least(1), least(2));
    println!("{cards:5}  {cpu:7.0}  {:8.2}  {mib:9.1}  {kib:11.0}", cpu / cards as f64);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    cpu / cards as f64
}

fn write(folder: &Path, cards: usize) {
    let mut rows = "Card,Cost,Type,Text,Power,Life\n".to_owned();
    for nth in 0..cards {
        let kind = ["Ally", "Action", "Attack"][nth % 3];
        let text = [
            "Draw a card.",
            "Your other allies have more power.",
            "Choose a unit and deal damage to it.",
        ][nth % 3];
        writeln!(rows, "Card {nth},{},{kind},{text} {text},{},{}", nth % 7, nth % 5, nth % 4)
            .expect("memory is there");
    }
    let book = "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\nstats = ['Power', 'Life']\ngroup = 'Type'\n";
    for (name, text) in [
        ("book.toml", book),
        ("cards.csv", &rows),
        ("rules.md", "# Turn {#turn}\n\nDraw a card.\n"),
    ] {
        std::fs::write(folder.join(name), text).expect("it can be written");
    }
}

/// One measured process: makes the sheets and prints CPU milliseconds, MiB and KiB of the PDF.
fn child(folder: &Path) {
    let read = rulepress::read_book(folder).expect("it can be read");
    let profile = profile::find_profile("home-a4").expect("it is bundled");
    let cards = CardRequest { deck: Some(0), ..CardRequest::default() };
    let request = PrintRequest { cards, ..PrintRequest::usual(&profile) };
    let mut findings = Findings::default();
    let files = press::make(&read.book, Output::Deck, &request, &read.sources, &mut findings);
    assert!(findings.0.is_empty(), "{findings:?}");
    println!("{} {} {}", process_time(), peak_memory(), files[0].bytes.len() / 1024);
}
