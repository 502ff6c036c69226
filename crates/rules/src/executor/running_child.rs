//! Runs one child process. In: a request. Out: traces as they come, and how the exchange with the child
//! ended.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Context;

use super::child_process::{ChildProcess, PlayQueue};
use super::death::{Death, LastSign};
use super::wire::{self, ChildRequest, PlayJobs, PlayMessage, PlayRequest};
use crate::engine::trace::{Fault, Trace};
use base::text::shown_path;

/// Number of bytes that are kept of a child's standard error, counted from the end.
const KEPT_WORDS: usize = 4 << 10;

/// A child process and the threads that exchange messages with it. It ends when it is dropped.
pub struct RunningChild {
    process: Child,
    /// Requests that are still to be sent; the child ends when this is dropped.
    requests: Option<Sender<Vec<u8>>>,
    messages: Receiver<PlayMessage>,
    /// True while the rules are being loaded.
    loading: bool,
    words: Option<JoinHandle<String>>,
    others: Vec<JoinHandle<()>>,
}

/// Why a child sends nothing more.
pub enum LastHeard {
    /// The child did everything.
    Done,
    /// The rules cannot be run.
    Faults(Vec<Fault>),
    /// The child was silent for too long.
    Silence,
    /// The child closed its output.
    End,
}

/// End of the exchange with a child.
pub enum TalkEnd {
    /// The child did everything.
    Done,
    /// The rules cannot be run.
    Faults(Vec<Fault>),
    /// The child ended, either while it loaded the rules or later.
    Died { loading: bool, death: Death },
}

impl RunningChild {
    /// Starts a child and sends it a request.
    pub fn spawn(child: &ChildProcess, request: PlayRequest<'_>) -> anyhow::Result<Self> {
        let bytes = wire::encode_message(&ChildRequest::Play(Box::new(request)))?;
        let mut process = start_process(child, false)?;
        let (stdin, stdout, stderr) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (sender, messages) = mpsc::channel();
        let (requests, asked) = mpsc::channel();
        let listener = thread::spawn(move || wire::forward_messages(stdout, &sender));
        let writer = thread::spawn(move || send_requests(stdin, &asked));
        let child = Self {
            process,
            requests: Some(requests),
            messages,
            loading: true,
            words: Some(thread::spawn(move || last_words(stderr))),
            others: vec![listener, writer],
        };
        child.send(bytes);
        Ok(child)
    }

    /// Asks the child for more plays of the same program.
    pub fn ask(&self, jobs: &PlayJobs<'_>) -> anyhow::Result<()> {
        self.send(wire::encode_message(jobs)?);
        Ok(())
    }

    /// Sends bytes to the child. A child that has ended is noticed because it sends nothing.
    fn send(&self, bytes: Vec<u8>) {
        let _ = self.requests.as_ref().map(|requests| requests.send(bytes));
    }

    /// Receives messages of the child until it is done, has ended or is silent for too long.
    pub fn listen(&mut self, patience: Duration, queue: &mut PlayQueue<'_>) -> LastHeard {
        while self.loading || queue.open > 0 {
            match self.messages.recv_timeout(patience) {
                Ok(PlayMessage::Loaded(faults)) if faults.is_empty() => self.loading = false,
                Ok(PlayMessage::Loaded(faults)) => return LastHeard::Faults(faults),
                Ok(PlayMessage::Played(at, trace)) => queue.finish(at, *trace),
                Ok(PlayMessage::Panicked(at, words)) => queue.finish(at, panicked_trace(&words)),
                Err(RecvTimeoutError::Timeout) => return LastHeard::Silence,
                Err(RecvTimeoutError::Disconnected) => return LastHeard::End,
            }
        }
        LastHeard::Done
    }

    /// Stops the child, and returns how the exchange ended.
    pub fn end(mut self, heard: LastHeard) -> anyhow::Result<TalkEnd> {
        let (status, words) = self.stop();
        let status = status.context("cannot wait for a child process")?;
        let died = |sign| TalkEnd::Died { loading: self.loading, death: Death::of(sign) };
        Ok(match heard {
            LastHeard::Done => TalkEnd::Done,
            LastHeard::Faults(faults) => TalkEnd::Faults(faults),
            LastHeard::Silence => died(LastSign::Silence),
            LastHeard::End if words.trim().is_empty() => died(LastSign::Exit(status)),
            LastHeard::End => died(LastSign::Words(&words)),
        })
    }

    /// Ends the process and the threads, and returns the exit status and the last words.
    fn stop(&mut self) -> (io::Result<ExitStatus>, String) {
        self.requests = None;
        // If it is dead already, there is nothing to kill.
        let _ = self.process.kill();
        let status = self.process.wait();
        let words = self.words.take().and_then(|words| words.join().ok());
        self.others.drain(..).for_each(|thread| drop(thread.join()));
        (status, words.unwrap_or_default())
    }
}

impl Drop for RunningChild {
    fn drop(&mut self) {
        let _ = self.stop();
    }
}

/// Writes requests one after the other. A child that ended before it read everything is noticed because it
/// sends nothing.
fn send_requests(stdin: Option<ChildStdin>, requests: &Receiver<Vec<u8>>) {
    let Some(mut stdin) = stdin else { return };
    while let Ok(bytes) = requests.recv() {
        if wire::send_message(&mut stdin, &bytes).is_err() {
            return;
        }
    }
}

/// Returns the last bytes that a child wrote to its standard error.
pub fn last_words(stderr: Option<ChildStderr>) -> String {
    let Some(mut stderr) = stderr else { return String::new() };
    let (mut kept, mut buffer) = (Vec::new(), [0; 1024]);
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        kept.drain(..kept.len().saturating_sub(KEPT_WORDS));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// Returns the trace of a play that panicked with these words.
fn panicked_trace(words: &str) -> Trace {
    Trace::ended(Death::of(LastSign::Words(words)).outcome())
}

/// Starts a child. A child that is `apart` does not receive the signals of the terminal, such as Ctrl-C.
pub fn start_process(child: &ChildProcess, apart: bool) -> anyhow::Result<Child> {
    let mut command = Command::new(&child.binary);
    // Its last words should be the cause of its end, not a list of calls.
    command.args(&child.arguments).env_remove("RUST_BACKTRACE");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if apart {
        stand_apart(&mut command);
    }
    command.spawn().with_context(|| format!("cannot start `{}`", shown_path(&child.binary)))
}

#[cfg(unix)]
fn stand_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// On other systems the child receives the signals too.
#[cfg(not(unix))]
fn stand_apart(_command: &mut Command) {}
