//! Measures the examples of each book: `rulepress build` of a copy of the book with its examples
//! and of one without, in turns.
//!
//! `cargo bench -- examples`; the least of several rounds counts; with `smoke` one round of one
//! book. Needs Linux: CPU time of the builds comes from `/proc/self`.

use std::fs;
use std::path::Path;
use std::process::Command;

use rulepress::document::{BlockKind, ExamplePart, walk};
use walkdir::WalkDir;

use crate::common::{Arguments, children_time};

const ROUNDS: usize = 5;
/// CPU time that examples may add to a build, as a part of it.
const MOST: f64 = 0.25;

pub(crate) fn bench(arguments: Arguments) {
    let smoke = arguments.smoke;
    let (rounds, books) = if smoke { (1, 1) } else { (ROUNDS, usize::MAX) };
    let here = std::env::temp_dir().join(format!("rulepress-examples-{}", std::process::id()));
    let (whole, bare) = (here.join("whole"), here.join("bare"));
    copy(Path::new("content"), &whole.join("content"));
    copy(Path::new("examples"), &whole.join("examples"));
    copy(Path::new("content"), &bare.join("content"));
    let mut names: Vec<_> = fs::read_dir("content")
        .expect("the books are there")
        .map(|entry| entry.expect("the folder can be read").file_name())
        .collect();
    names.sort();
    for book in names.iter().take(books).map(|name| name.to_string_lossy()) {
        let mut least = [f64::INFINITY; 2];
        for _ in 0..rounds {
            for (folder, best) in [&whole, &bare].into_iter().zip(&mut least) {
                *best = best.min(built(folder, &book));
            }
        }
        let [with, without] = least;
        let ratio = with / without;
        let verdict = if ratio <= 1.0 + MOST { "" } else { ", too much" };
        let pictures = pictures(&whole.join("content").join(&*book));
        println!(
            "{book}: {pictures} pictures; {with:.0} ms with examples, {without:.0} without, ratio {ratio:.3}{verdict}"
        );
    }
    fs::remove_dir_all(&here).expect("the copies can be removed");
}

fn copy(from: &Path, to: &Path) {
    for entry in WalkDir::new(from).into_iter().map(|entry| entry.expect("the folder can be read"))
    {
        let target = to.join(entry.path().strip_prefix(from).expect("it is in the folder"));
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).expect("a folder can be made");
        } else {
            fs::copy(entry.path(), &target).expect("a file can be copied");
        }
    }
}

/// CPU time of one build in milliseconds.
fn built(folder: &Path, book: &str) -> f64 {
    let begun = children_time();
    let output = Command::new(env!("CARGO_BIN_EXE_rulepress"))
        .args(["build", &format!("content/{book}")])
        .current_dir(folder)
        .output()
        .expect("rulepress runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    children_time() - begun
}

fn pictures(book: &Path) -> usize {
    let read = rulepress::read_book(book).expect("the book is there");
    let mut count = 0;
    walk::each_block(&read.book.blocks, &mut |block| {
        if let BlockKind::Example(played) = &block.kind {
            let is_picture = |entry: &&ExamplePart| {
                let alone = matches!(entry, ExamplePart::Step { picture: Some(_), .. });
                alone || matches!(entry, ExamplePart::Board { .. })
            };
            count += played.entries.iter().filter(is_picture).count();
        }
    });
    count
}
