//! Ctrl-C and the wish of the system to end: children are killed, no temporary file stays, and the
//! program ends with 130 or 143.

use std::io;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::cli::Exit;

/// The children that run now.
static CHILDREN: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());
/// How this program ends, once it was asked to end.
static INTERRUPT: OnceLock<Exit> = OnceLock::new();

/// Whether the main thread sees a wish to end and ends what it does by itself.
static ENDS_ITSELF: AtomicBool = AtomicBool::new(false);

/// The main thread looks at [`interrupt`] as long as the result lives, and ends in time.
pub fn ends_itself() -> impl Sized {
    struct Guard;
    impl Drop for Guard {
        fn drop(&mut self) {
            ENDS_ITSELF.store(false, Ordering::Relaxed);
        }
    }
    ENDS_ITSELF.store(true, Ordering::Relaxed);
    Guard
}

/// The value of a lock, whatever befell other threads.
pub fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a wish to end this process ends its children first.
#[cfg(unix)]
pub fn await_interrupts() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    // Without a handler the system ends this process itself.
    let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    let _ = std::thread::Builder::new().spawn(move || {
        if let Some(end) = signals.forever().find_map(interrupt_of) {
            end_interrupted(end);
        }
    });
}

#[cfg(windows)]
pub fn await_interrupts() {
    // Without a handler the system ends this process itself.
    let _ = ctrlc::set_handler(|| end_interrupted(Exit::Interrupted));
}

/// Elsewhere nobody can ask.
#[cfg(not(any(unix, windows)))]
pub fn await_interrupts() {}

/// How a process ends that gets this signal, if the signal asks it to end.
#[cfg(unix)]
pub fn interrupt_of(signal: i32) -> Option<Exit> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    match signal {
        SIGHUP | SIGINT => Some(Exit::Interrupted),
        SIGTERM => Some(Exit::Terminated),
        _ => None,
    }
}

/// How this program ends, if it was asked to end.
pub fn interrupt() -> Option<Exit> {
    INTERRUPT.get().copied()
}

/// Takes it that this program was asked to end; the first wish counts.
pub fn note_interrupt(end: Exit) {
    let _ = INTERRUPT.set(end);
}

/// Ends this process. Threads that wait for children tidy up after them and the main thread ends the
/// process; where there are none, or where it waits for an answer, this does.
#[cfg(any(unix, windows))]
fn end_interrupted(end: Exit) {
    /// How long the main thread has for it.
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

    note_interrupt(end);
    if kill_children() || ENDS_ITSELF.load(Ordering::Relaxed) {
        std::thread::sleep(PATIENCE);
    }
    let _held = crate::cli::write::abandon_temporary();
    std::process::exit(end.code().into());
}

/// Kills every child; whether there was one.
pub fn kill_children() -> bool {
    let children = locked(&CHILDREN);
    // One that has ended already cannot be killed.
    children.iter().for_each(|child| drop(locked(child).kill()));
    !children.is_empty()
}

/// A child that an interrupt kills.
pub struct KillableChild(Arc<Mutex<Child>>);

impl KillableChild {
    /// Starts a child; none after an interrupt.
    pub fn start(command: &mut Command) -> io::Result<Option<Self>> {
        let mut children = locked(&CHILDREN);
        if interrupt().is_some() {
            return Ok(None);
        }
        let child = Arc::new(Mutex::new(command.spawn()?));
        children.push(Arc::clone(&child));
        Ok(Some(Self(child)))
    }

    /// Its number in the system.
    pub fn id(&self) -> u32 {
        locked(&self.0).id()
    }

    /// What it writes to its two streams.
    pub fn take_streams(&self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        let mut child = locked(&self.0);
        (child.stdout.take(), child.stderr.take())
    }

    /// What it reads.
    #[cfg(not(target_family = "wasm"))]
    pub fn take_stdin(&self) -> Option<std::process::ChildStdin> {
        locked(&self.0).stdin.take()
    }

    /// Kills it if it still runs, and says how it ended.
    pub fn end(&self) -> io::Result<ExitStatus> {
        let mut child = locked(&self.0);
        let _ = child.kill();
        child.wait()
    }
}

impl Drop for KillableChild {
    fn drop(&mut self) {
        locked(&CHILDREN).retain(|child| !Arc::ptr_eq(child, &self.0));
    }
}
