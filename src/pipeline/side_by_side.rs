//! Work on many things at once. In: the things, what to do with each, and who takes the results.
//! Out: nothing; each result is taken in the order of the things, as soon as those before it are.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Bytes of the stack of a thread; what is set has a bounded depth.
pub const THREAD_STACK: usize = 64 << 20;

/// Things that threads take one by one.
struct WorkQueue<'w, T, R> {
    things: &'w [T],
    next: AtomicUsize,
    work: &'w (dyn Fn(&T) -> R + Sync),
}

impl<T, R> WorkQueue<'_, T, R> {
    /// Works on the next thing until none is left, and sends each result with its number.
    fn drain(&self, results: &Sender<(usize, R)>) {
        loop {
            let nth = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = self.things.get(nth) else { return };
            if results.send((nth, (self.work)(thing))).is_err() {
                return;
            }
        }
    }
}

/// Does `work` on each of the `things`, on as many threads as the machine runs at once, and hands
/// the results to `take` in the order of the things: they do not depend on the threads.
///
/// `work` must not panic.
pub fn work_side_by_side<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
    take: impl FnMut(R),
) {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(things.len());
    if threads < 2 {
        return things.iter().map(work).for_each(take);
    }
    let queue = WorkQueue { things, next: AtomicUsize::new(0), work: &work };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let queue = &queue;
        let start = |sender: Sender<_>| {
            let thread = thread::Builder::new().stack_size(THREAD_STACK);
            thread.spawn_scoped(scope, move || queue.drain(&sender)).is_ok()
        };
        if (0..threads).filter(|_| start(sender.clone())).count() == 0 {
            queue.drain(&sender);
        }
        drop(sender);
        take_in_order(&results, take);
    });
}

/// Hands results over in the order of their numbers.
fn take_in_order<R>(results: &Receiver<(usize, R)>, mut take: impl FnMut(R)) {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (nth, result) in results {
        early.insert(nth, result);
        while let Some(result) = early.remove(&next) {
            take(result);
            next += 1;
        }
    }
}
