//! The parent's side of one child: it starts the child, passes on what it says, keeps its deadline,
//! and tells how it ended.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::{Context, Result};

use super::death::{WorkDeath, death_finding};
use super::interrupt::{KillableChild, interrupt, note_interrupt};
use super::limits::LimitArgs;
use super::message::{WorkMessage, wants_colour};
use super::serve::WORK_COMMAND;
use crate::cli::exit::Exit;
use crate::cli::write::remove_leftovers_of;
use crate::diagnostic::Diagnostic;
use crate::rules::executor::{Death, LastSign, last_words, own_program, receive_message};

/// A child that works on one book.
pub(super) struct Supervisor<'a> {
    path: &'a Path,
    limits: &'a LimitArgs,
    child: KillableChild,
    messages: Receiver<WorkMessage>,
    listener: JoinHandle<()>,
    words: JoinHandle<String>,
    /// Folders in which it may have left a temporary file.
    folders: BTreeSet<PathBuf>,
    /// What it makes now.
    stage: Option<String>,
}

/// Why a child says nothing more.
enum LastHeard {
    /// It did everything.
    Done,
    /// Its time is over.
    Late,
    /// It closed its output.
    End,
}

impl<'a> Supervisor<'a> {
    /// Starts the work on the book at `path`; none after an interrupt.
    pub(super) fn start(path: &'a Path, limits: &'a LimitArgs) -> Result<Option<Self>> {
        // A text may come on standard input.
        let started = KillableChild::start(work_command(path, limits)?.stdin(Stdio::inherit()));
        let Some(child) = started.context("cannot start a child process")? else { return Ok(None) };
        let (stdout, stderr) = child.take_streams();
        let (sender, messages) = mpsc::channel();
        Ok(Some(Self {
            path,
            limits,
            child,
            messages,
            listener: thread::spawn(move || forward_messages(stdout, &sender)),
            words: thread::spawn(move || last_words(stderr)),
            folders: BTreeSet::new(),
            stage: None,
        }))
    }

    /// Passes on what the child says until it ends; gives a finding if it ended early.
    pub(super) fn attend(mut self, hear: impl FnMut(WorkMessage)) -> Result<Option<Diagnostic>> {
        let heard = self.listen(hear);
        let late = matches!(heard, LastHeard::Late);
        let status = self.child.end().context("cannot wait for a child process")?;
        let _ = self.listener.join();
        self.messages.try_iter().for_each(|message| note_folder(&mut self.folders, &message));
        self.folders.iter().for_each(|folder| remove_leftovers_of(self.child.id(), folder));
        let words = self.words.join().unwrap_or_default();
        if !matches!(heard, LastHeard::Late) {
            asked_end(status).into_iter().for_each(note_interrupt);
        }
        if matches!(heard, LastHeard::Done) || interrupt().is_some() {
            return Ok(None);
        }
        let death = if late { Death::Time } else { death_of(&words, status) };
        let death = WorkDeath { path: self.path, death, stage: self.stage.as_deref() };
        Ok(Some(death_finding(&death, self.limits)))
    }

    fn listen(&mut self, mut hear: impl FnMut(WorkMessage)) -> LastHeard {
        let deadline = self.limits.time().map(|time| Instant::now() + time);
        loop {
            match next_message(&self.messages, deadline) {
                Ok(message @ WorkMessage::Ended(_)) => {
                    hear(message);
                    return LastHeard::Done;
                }
                Ok(message) => {
                    self.note(&message);
                    hear(message);
                }
                Err(RecvTimeoutError::Timeout) => return LastHeard::Late,
                Err(RecvTimeoutError::Disconnected) => return LastHeard::End,
            }
        }
    }

    /// Keeps what is needed when the child ends early.
    fn note(&mut self, message: &WorkMessage) {
        note_folder(&mut self.folders, message);
        if let WorkMessage::Stage(stage) = message {
            self.stage = Some(stage.clone());
        }
    }
}

fn note_folder(folders: &mut BTreeSet<PathBuf>, message: &WorkMessage) {
    if let WorkMessage::Writing(folder) = message {
        folders.extend(path_of_bytes(folder));
    }
}

fn next_message(
    messages: &Receiver<WorkMessage>,
    deadline: Option<Instant>,
) -> Result<WorkMessage, RecvTimeoutError> {
    match deadline {
        Some(deadline) => messages.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}

/// This program with the hidden subcommand, the book, and its own command line.
pub(super) fn work_command(path: &Path, limits: &LimitArgs) -> Result<Command> {
    let mut command = Command::new(own_program()?);
    command.arg(WORK_COMMAND).arg("--memory").arg(limits.memory().to_string());
    if wants_colour() {
        command.arg("--colour");
    }
    // In one piece, as a name may begin with a dash.
    let mut named = OsString::from("--path=");
    named.push(path);
    command.arg(named).arg("--").args(std::env::args_os());
    // Its last words say why it ended, and no list of calls.
    command.env_remove("RUST_BACKTRACE");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// Passes messages on until the child closes its output.
fn forward_messages(stdout: Option<ChildStdout>, sender: &Sender<WorkMessage>) {
    let Some(stdout) = stdout else { return };
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(message)) = receive_message::<WorkMessage>(&mut stdout) {
        if sender.send(message).is_err() {
            return;
        }
    }
}

pub(super) fn death_of(words: &str, status: ExitStatus) -> Death {
    let is_silent = words.trim().is_empty();
    Death::of(if is_silent { LastSign::Exit(status) } else { LastSign::Words(words) })
}

/// How this process ends when Ctrl-C or the wish of the system reached the child before it.
#[cfg(unix)]
fn asked_end(status: ExitStatus) -> Option<Exit> {
    use std::os::unix::process::ExitStatusExt;
    status.signal().and_then(super::interrupt::interrupt_of)
}

#[cfg(not(unix))]
fn asked_end(_status: ExitStatus) -> Option<Exit> {
    None
}

#[cfg(unix)]
pub(super) fn path_of_bytes(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
pub(super) fn path_of_bytes(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}
