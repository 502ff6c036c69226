//! Benchmarks, each of which prints ratios against something that is measured in the same run.
//!
//! `cargo bench -- NAME [words]` runs one of [`BENCHMARKS`]; `cargo bench -- NAME smoke` runs its smallest part, which
//! takes seconds, and `cargo bench -- smoke` that of all.

mod cards;
mod charts;
mod common;
mod examples;
mod grid;
mod pages;
mod play;
mod press;
#[path = "../tests/layout/random.rs"]
mod random;
mod watch;

use std::process::{Command, exit};

use common::Arguments;

/// The name of a benchmark, and its function.
type Benchmark = (&'static str, fn(Arguments));

/// The benchmarks by name.
const BENCHMARKS: [Benchmark; 8] = [
    ("cards", cards::bench),
    ("charts", charts::bench),
    ("examples", examples::bench),
    ("grid", grid::bench),
    ("pages", pages::bench),
    ("play", play::bench),
    ("press", press::bench),
    ("watch", watch::bench),
];

fn main() {
    // Cargo adds `--bench`.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let benchmark = |name: &str| BENCHMARKS.into_iter().find(|(known, _)| *known == name);
    match words.split_first() {
        Some((word, [])) if word == "smoke" => BENCHMARKS.into_iter().for_each(run_smallest),
        Some((name, words)) if let Some((_, run)) = benchmark(name) => run(Arguments::of(words)),
        _ => {
            let names: Vec<&str> = BENCHMARKS.into_iter().map(|(name, _)| name).collect();
            eprintln!("usage: cargo bench -- smoke, or one of {}", names.join(", "));
            exit(2);
        }
    }
}

/// Runs the smallest part of a benchmark in a process of its own.
fn run_smallest((name, _): Benchmark) {
    println!("== {name}");
    let program = std::env::current_exe().expect("the benchmarks are a file");
    let status = Command::new(program).args([name, "smoke"]).status();
    assert!(status.is_ok_and(|status| status.success()), "{name} failed");
}
