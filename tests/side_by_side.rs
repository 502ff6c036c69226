//! Work side by side: results come in order, and outputs are those that are made alone.

use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use rulepress::book::Output;
use rulepress::pipeline::{MadeOutput, work_side_by_side};
use rulepress::press::{PrintRequest, profile};

use crate::common::root;

/// Longest wait.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn results_are_taken_in_order() {
    let things: Vec<u64> = vec![60, 0, 20, 0, 40, 0, 0, 10];
    let mut taken = Vec::new();
    let wait = |thing: &u64| {
        std::thread::sleep(Duration::from_millis(*thing));
        *thing
    };
    work_side_by_side(&things, wait, |thing| taken.push(thing));
    assert_eq!(taken, things);
    work_side_by_side(&[], |thing: &u64| *thing, |_| panic!("there is nothing to take"));
}

/// The first thing waits for the second.
#[test]
fn things_are_worked_on_at_once() {
    if available_parallelism().map_or(1, usize::from) < 2 {
        return;
    }
    let (sender, receiver) = mpsc::channel();
    let receiver = Mutex::new(receiver);
    let work = |first: &bool| {
        if !first {
            return sender.send(()).is_ok();
        }
        let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
        receiver.recv_timeout(PATIENCE).is_ok()
    };
    let mut met = Vec::new();
    work_side_by_side(&[true, false], work, |one| met.push(one));
    assert_eq!(met, [true, true], "the second thing was not begun before the first ended");
}

#[test]
fn outputs_are_the_same_side_by_side() {
    let read = rulepress::read_book(&root().join("content/gazer")).expect("it can be read");
    let screen = profile::find_profile("screen").expect("it is bundled");
    let outputs = [Output::Sheet, Output::Cards, Output::Deck, Output::Playmat, Output::Web];
    let make = |output: &Output| {
        let MadeOutput { files, findings } =
            read.make(*output, &PrintRequest::usual(&screen)).expect("it can be made");
        assert!(!files.is_empty(), "{output:?}");
        (files, findings.0.len())
    };
    let alone: Vec<_> = outputs.iter().map(make).collect();
    let mut together = Vec::new();
    work_side_by_side(&outputs, make, |made| together.push(made));
    assert!(alone == together, "outputs differ when they are made side by side");
}
