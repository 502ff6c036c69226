//! Work on many things at once. In: the things, the work, and a receiver of the results. Each result is
//! passed on in the order of the things, as soon as those before it are done.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Stack of a thread, in bytes; the depth of set content is bounded.
pub const THREAD_STACK: usize = 64 << 20;

/// Does `work` on each of the `things`, on as many threads as the machine runs at once, and passes the
/// results to `take` in the order of the things, whatever the threads do.
///
/// `work` must not panic.
pub fn work_side_by_side<T: Sync, R: Send>(
    things: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R),
) {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(things.len());
    if threads < 2 {
        return things.iter().map(work).for_each(take);
    }
    let next = AtomicUsize::new(0);
    let work_on_next = |results: Sender<_>| {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            let Some(thing) = things.get(nth) else { return };
            if results.send((nth, work(thing))).is_err() {
                return;
            }
        }
    };
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        let work_on_next = &work_on_next;
        let start = |sender| {
            let thread = thread::Builder::new().stack_size(THREAD_STACK);
            thread.spawn_scoped(scope, move || work_on_next(sender)).is_ok()
        };
        if (0..threads).filter(|_| start(sender.clone())).count() == 0 {
            work_on_next(sender.clone());
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut taken = 0;
        for (nth, result) in results {
            early.insert(nth, result);
            while let Some(result) = early.remove(&taken) {
                take(result);
                taken += 1;
            }
        }
    });
}
