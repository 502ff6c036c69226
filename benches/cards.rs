//! Measures decks: sheets of proxies with backs. Decks of words alone have 54, 200, 2 000 and 10
//! 000 different cards. Decks whose cards have their own drawn motif or their own picture have 500,
//! 1 000 and 2 000.
//!
//! `cargo bench -- cards [words] [motif] [picture] [cards...]`; with `smoke` decks of 54 and 108
//! once. Each deck is a process of its own; the least CPU time of three runs counts. Needs Linux:
//! CPU time and peak memory come from `/proc/self`.

use std::fmt::Write;
use std::path::Path;

use image::{Rgb, RgbImage};
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::profile;
use rulepress::press::{self, PrintRequest};

use crate::common::{Arguments, measure_child, peak_memory, process_time};

/// Content of the cards besides words.
#[derive(Clone, Copy, PartialEq)]
enum Art {
    /// Nothing.
    Words,
    /// A motif that is drawn from name, type and group.
    Motif,
    /// A picture of its own for each.
    Picture,
}

impl Art {
    const ALL: [Self; 3] = [Self::Words, Self::Motif, Self::Picture];

    fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Motif => "motif",
            Self::Picture => "picture",
        }
    }

    /// The sizes of its decks.
    fn decks(self) -> &'static [usize] {
        match self {
            Self::Words => &[54, 200, 2_000, 10_000],
            Self::Motif | Self::Picture => &[500, 1_000, 2_000],
        }
    }
}

pub(crate) fn bench(mut arguments: Arguments) {
    if let [flag, folder] = arguments.words.as_slice()
        && flag == "--child"
    {
        return child(Path::new(folder));
    }
    let is_named = |art: &Art| arguments.words.iter().any(|word| word == art.name());
    let named: Vec<Art> = Art::ALL.into_iter().filter(is_named).collect();
    arguments.words.retain(|word| Art::ALL.iter().all(|art| art.name() != word));
    let runs = if arguments.smoke { 1 } else { 3 };
    println!("art      cards   CPU ms   ms/card   peak MiB   KiB of PDF");
    for art in Art::ALL.into_iter().filter(|art| named.is_empty() || named.contains(art)) {
        let decks = arguments.sizes(&[54, 108], art.decks());
        let rows: Vec<Row> = decks.iter().map(|cards| measure(art, *cards, runs)).collect();
        let few = rows.iter().find(|row| row.cards >= 200).or(rows.first());
        if let (Some(few), Some(many)) = (few, rows.last()) {
            let (time, memory) = (many.each() / few.each(), many.mib / few.mib);
            let (from, to, cards) = (few.cards, many.cards, many.cards as f64 / few.cards as f64);
            println!(
                "a card at {to} / a card at {from}: {time:.2}; memory {memory:.2} x for {cards:.1} x the cards"
            );
        }
    }
}

/// The cost of a deck: the least of some runs.
struct Row {
    cards: usize,
    cpu: f64,
    mib: f64,
}

impl Row {
    /// Milliseconds that a card takes.
    fn each(&self) -> f64 {
        self.cpu / self.cards as f64
    }
}

/// Prints a row.
fn measure(art: Art, cards: usize, runs: usize) -> Row {
    let name = format!("rulepress-cards-{}-{}-{cards}", std::process::id(), art.name());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    write(&folder, art, cards);
    let runs: Vec<[f64; 3]> = (0..runs).map(|_| measure_child("cards", &[], &folder)).collect();
    let least = |nth: usize| runs.iter().map(|run| run[nth]).fold(f64::MAX, f64::min);
    let row = Row { cards, cpu: least(0), mib: least(1) };
    let (name, kib, each) = (art.name(), least(2), row.each());
    println!("{name:7}  {cards:5}  {:7.0}  {each:8.2}  {:9.1}  {kib:11.0}", row.cpu, row.mib);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    row
}

fn write(folder: &Path, art: Art, cards: usize) {
    let mut rows = "Card,Cost,Type,Text,Power,Life,Picture\n".to_owned();
    for nth in 0..cards {
        let kind = ["Ally", "Action", "Attack"][nth % 3];
        let text = [
            "Draw a card.",
            "Your other allies have more power.",
            "Choose a unit and deal damage to it.",
        ][nth % 3];
        let file = if art == Art::Picture { format!("{nth}.jpg") } else { String::new() };
        writeln!(
            rows,
            "Card {nth},{},{kind},{text} {text},{},{},{file}",
            nth % 7,
            nth % 5,
            nth % 4
        )
        .expect("memory is there");
        if art == Art::Picture {
            picture(nth).save(folder.join(file)).expect("it can be written");
        }
    }
    let art = match art {
        Art::Words => "art = false\n",
        Art::Motif => "",
        Art::Picture => "art = 'Picture'\n",
    };
    let book = format!(
        "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\nstats = ['Power', 'Life']\ngroup = 'Type'\n{art}"
    );
    for (name, text) in [
        ("book.toml", book.as_str()),
        ("cards.csv", &rows),
        ("rules.md", "# Turn {#turn}\n\nDraw a card.\n"),
    ] {
        std::fs::write(folder.join(name), text).expect("it can be written");
    }
}

/// A picture that is good for 71 mm at 200 dots an inch, another one for each card.
fn picture(nth: usize) -> RgbImage {
    let shade = |value: usize| (value % 256) as u8;
    RgbImage::from_fn(600, 420, |x, y| {
        let (x, y) = (x as usize, y as usize);
        Rgb([shade(x / 3 + 7 * nth), shade(y / 2 + 31 * nth), shade((x * y) / 900 + 3 * nth)])
    })
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
