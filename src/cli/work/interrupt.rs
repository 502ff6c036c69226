//! Ctrl-C and the system's request to end: children are killed, temporary files are removed, and the program
//! ends with 130 or 143.

use std::io;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::cli::Exit;

/// The children that run now.
static CHILDREN: Mutex<Vec<Arc<Mutex<Child>>>> = Mutex::new(Vec::new());
/// Exit of this program, once it was asked to end.
static INTERRUPT: OnceLock<Exit> = OnceLock::new();

/// True while the main thread notices a request to end, and ends by itself.
static ENDS_ITSELF: AtomicBool = AtomicBool::new(false);

/// Declares that the main thread checks [`interrupt`] while the result lives, and ends in time.
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

/// Returns the value of a lock, even if another thread panicked with it.
pub fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs a handler: a request to end this process ends its children first.
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

/// Does nothing: other systems send no signals.
#[cfg(not(any(unix, windows)))]
pub fn await_interrupts() {}

/// Returns the exit for a signal, if the signal asks the process to end.
#[cfg(unix)]
pub fn interrupt_of(signal: i32) -> Option<Exit> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    match signal {
        SIGHUP | SIGINT => Some(Exit::Interrupted),
        SIGTERM => Some(Exit::Terminated),
        _ => None,
    }
}

/// Returns the exit of this program, if it was asked to end.
pub fn interrupt() -> Option<Exit> {
    INTERRUPT.get().copied()
}

/// Records a request to end this program; the first one counts.
pub fn note_interrupt(end: Exit) {
    let _ = INTERRUPT.set(end);
}

/// Ends this process. Threads that wait for children clean up after them, and the main thread ends the
/// process. Without children, or while the main thread waits for an answer, this ends it.
#[cfg(any(unix, windows))]
fn end_interrupted(end: Exit) {
    /// Time for the main thread to end.
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

    note_interrupt(end);
    if kill_children() || ENDS_ITSELF.load(Ordering::Relaxed) {
        std::thread::sleep(PATIENCE);
    }
    let _held = crate::cli::write::abandon_temporary();
    std::process::exit(end.code().into());
}

/// Kills every child; returns true if there was one.
pub fn kill_children() -> bool {
    let children = locked(&CHILDREN);
    // A child that has already ended cannot be killed.
    children.iter().for_each(|child| drop(locked(child).kill()));
    !children.is_empty()
}

/// A child that an interrupt kills.
pub struct KillableChild(Arc<Mutex<Child>>);

impl KillableChild {
    /// Starts a child; returns `None` after an interrupt.
    pub fn start(command: &mut Command) -> io::Result<Option<Self>> {
        let mut children = locked(&CHILDREN);
        if interrupt().is_some() {
            return Ok(None);
        }
        let child = Arc::new(Mutex::new(command.spawn()?));
        children.push(Arc::clone(&child));
        Ok(Some(Self(child)))
    }

    /// Its process number.
    pub fn id(&self) -> u32 {
        locked(&self.0).id()
    }

    /// Returns its standard output and standard error.
    pub fn take_streams(&self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        let mut child = locked(&self.0);
        (child.stdout.take(), child.stderr.take())
    }

    /// Returns its standard input.
    #[cfg(not(target_family = "wasm"))]
    pub fn take_stdin(&self) -> Option<std::process::ChildStdin> {
        locked(&self.0).stdin.take()
    }

    /// Kills it if it still runs, and returns its exit status.
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
