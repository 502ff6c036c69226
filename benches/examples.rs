//! What the examples of a book cost: the book is read and printed with them and without them, in turns.
//!
//! `cargo bench --bench examples`; the least of several rounds counts. Needs Linux: CPU time comes from `/proc/self`.

use std::path::Path;

use rulepress::Read;
use rulepress::document::{BlockKind, walk};

const BOOK: &str = "content/wind-lorraine";
const ROUNDS: usize = 7;

fn main() {
    let mut least = [f64::INFINITY; 2];
    let mut pictures = 0;
    for _ in 0..ROUNDS {
        for (kind, best) in least.iter_mut().enumerate() {
            let begun = cpu();
            let mut read = rulepress::read(Path::new(BOOK)).expect("the book is there");
            if kind == 1 {
                without(&mut read);
            } else {
                pictures = drawn(&read);
            }
            rulepress::print(&mut read, "a5").expect("the book is printed");
            *best = best.min(cpu() - begun);
        }
    }
    let [with, without] = least;
    println!("{pictures} pictures; with examples {with:.0} ms, without {without:.0} ms, ratio {:.3}", with / without);
}

/// Takes the examples out of a book that was read.
fn without(read: &mut Read) {
    read.book.blocks.retain(|block| !matches!(block.kind, BlockKind::Example(_)));
}

fn drawn(read: &Read) -> usize {
    let mut count = 0;
    walk::blocks(&read.book.blocks, &mut |block| {
        if let BlockKind::Example(played) = &block.kind {
            let step = |entry: &&rulepress::document::Entry| {
                matches!(entry, rulepress::document::Entry::Step { picture: Some(_), .. })
            };
            count += usize::from(played.position.is_some()) + played.entries.iter().filter(step).count();
        }
    });
    count
}

/// CPU time of this process and its threads so far, in milliseconds.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("this is Linux");
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks: f64 = [11, 12].iter().map(|at| fields[*at].parse::<f64>().unwrap_or(0.0)).sum();
    ticks * 10.0
}
