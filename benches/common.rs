//! Shared parts of the benchmarks: their arguments, a separate process for each measurement, and
//! the clocks, which are those of Linux.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Words after the name of a benchmark on the command line.
pub(crate) struct Arguments {
    /// `smoke`: the smallest run, which takes seconds and shows that the benchmark works.
    pub smoke: bool,
    /// The other words.
    pub words: Vec<String>,
}

impl Arguments {
    /// Reads the words after the name of a benchmark.
    pub(crate) fn of(words: &[String]) -> Self {
        let (smoke, words): (Vec<_>, _) = words.iter().cloned().partition(|word| word == "smoke");
        Self { smoke: !smoke.is_empty(), words }
    }

    /// The numbers that were asked for, or those of the smallest or of the usual run.
    pub(crate) fn sizes(&self, smallest: &[usize], usual: &[usize]) -> Vec<usize> {
        if !self.words.is_empty() {
            let number = |word: &String| word.parse().expect("an argument is `smoke` or a number");
            return self.words.iter().map(number).collect();
        }
        if self.smoke { smallest.to_vec() } else { usual.to_vec() }
    }
}

/// Runs a benchmark again in a process of its own and gives the numbers that it prints.
pub(crate) fn measure_child<const N: usize>(
    name: &str,
    arguments: &[&str],
    folder: &Path,
) -> [f64; N] {
    let program = std::env::current_exe().expect("the benchmark is a file");
    let output = Command::new(program).args([name, "--child"]).args(arguments).arg(folder).output();
    let output = output.expect("the benchmark can start itself");
    let printed = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> =
        printed.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|_| {
        panic!("{arguments:?}: {printed}{}", String::from_utf8_lossy(&output.stderr))
    })
}

/// Milliseconds that this thread has run.
pub(crate) fn thread_time() -> f64 {
    run_time(Path::new("/proc/thread-self"))
}

/// Milliseconds that the threads of this process have run.
pub(crate) fn process_time() -> f64 {
    let threads = fs::read_dir("/proc/self/task").expect("benchmarks run on Linux");
    threads.flatten().map(|thread| run_time(&thread.path())).sum()
}

/// Milliseconds that the programs have run which this one started and which have ended; the kernel
/// counts in hundredths of a second.
pub(crate) fn children_time() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").expect("benchmarks run on Linux");
    let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("it is a number");
    (ticks(13) + ticks(14)) * 10.0
}

/// The most MiB that this process has had in memory.
pub(crate) fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("benchmarks run on Linux");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = peak.expect("the kernel keeps count").trim().trim_end_matches(" kB");
    kib.parse::<f64>().expect("it is a number") / 1024.0
}

/// Milliseconds that a thread has run, by its folder below `/proc`; 0 for one that has just ended.
fn run_time(thread: &Path) -> f64 {
    let text = fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|time| time.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e6
}
